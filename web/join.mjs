// Joins the data of a program in WebAssembly: node join.mjs FILE. Go's linker leaves out each run of eight zeros, so that the
// data come in a hundred thousand pieces, each with its address. In few pieces the file is a little longer, and
// shorter when it is compressed, because zeros compress better than addresses.
import { readFileSync, writeFileSync } from 'node:fs'

const longest = 4096 // zeros between two pieces that are joined

/** joined returns the program with its data in few pieces. */
export function joined(program) {
  let at = 8 // after the magic number and the version
  const number = () => { // LEB128: WebAssembly Core Specification 2.0, §5.2.2
    let n = 0
    for (let shift = 0; ; shift += 7) {
      const byte = program[at++]
      n += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return n
    }
  }
  const unsigned = (n) => {
    const bytes = []
    for (; n >= 0x80; n = Math.floor(n / 0x80)) bytes.push((n % 0x80) | 0x80)
    return [...bytes, n]
  }
  const signed = (n) => { // of a number that is not negative: the bit of the sign is zero
    const bytes = unsigned(n)
    if (bytes.at(-1) < 0x40) return bytes
    bytes[bytes.length - 1] |= 0x80
    return [...bytes, 0]
  }
  const sections = [program.subarray(0, at)]
  while (at < program.length) {
    const start = at
    const id = program[at++]
    const size = number()
    const end = at + size
    if (id !== 11) { // §5.5.2: the section of data is 11
      sections.push(program.subarray(start, end))
      at = end
      continue
    }
    const pieces = []
    for (let left = number(); left > 0; left--) { // §5.5.14: 0 is an active piece of the first memory, at i32.const … end
      if (program[at++] !== 0 || program[at++] !== 0x41) throw new Error('the program has data that are not at a constant address')
      const address = number()
      if (program[at++] !== 0x0b) throw new Error('the address of data is not one constant')
      const length = number()
      const bytes = program.subarray(at, at += length)
      const last = pieces.at(-1)
      if (last && address >= last.end && address - last.end <= longest) last.parts.push(Buffer.alloc(address - last.end), bytes)
      else pieces.push({ address, parts: [bytes] })
      pieces.at(-1).end = address + length
    }
    const body = [Buffer.from(unsigned(pieces.length))]
    for (const { address, parts } of pieces) {
      const bytes = Buffer.concat(parts)
      body.push(Buffer.from([0, 0x41, ...signed(address), 0x0b, ...unsigned(bytes.length)]), bytes)
    }
    const data = Buffer.concat(body)
    sections.push(Buffer.from([11, ...unsigned(data.length)]), data)
  }
  return Buffer.concat(sections)
}

const [, , file] = process.argv
if (file) writeFileSync(file, joined(readFileSync(file)))
