// Joins the data of a program in WebAssembly: node join.mjs FILE. Go's linker leaves out each run of eight zeros, so that the
// data come in a hundred thousand pieces, each with its address. In few pieces the file is a little longer, and
// shorter when it is compressed, because zeros compress better than addresses.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { list, programOf, Reader, sectionsOf, signed, sized } from './module.mjs'

const longest = 4096 // zeros between two pieces that are joined

/** joined returns the program with its data in few pieces. */
export function joined(program) {
  return programOf(sectionsOf(program).map(([id, bytes]) => [id, id === 11 ? joinedData(bytes) : bytes])) // §5.5.2: the section of data is 11
}

function joinedData(section) {
  const r = new Reader(section)
  const pieces = []
  r.list(() => { // §5.5.14: 0 is an active piece of the first memory, at i32.const … end
    if (r.byte() !== 0 || r.byte() !== 0x41) throw new Error('the program has data that are not at a constant address')
    const address = r.number()
    if (r.byte() !== 0x0b) throw new Error('the address of data is not one constant')
    const bytes = r.take(r.number())
    const last = pieces.at(-1)
    if (last && address >= last.end && address - last.end <= longest) last.parts.push(Buffer.alloc(address - last.end), bytes)
    else pieces.push({ address, parts: [bytes] })
    pieces.at(-1).end = address + bytes.length
  })
  return list(pieces.map(({ address, parts }) => Buffer.concat([Buffer.from([0, 0x41, ...signed(address), 0x0b]), sized(Buffer.concat(parts))])))
}

const [, script, file] = process.argv
if (script === fileURLToPath(import.meta.url)) writeFileSync(file, joined(readFileSync(file)))
