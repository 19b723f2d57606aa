// Joins the data of a program in WebAssembly: node join.mjs FILE. Go's linker leaves out each run of eight zeros, so that the
// data come in a hundred thousand pieces, each with its address. In few pieces the file is a little longer, and
// shorter when it is compressed, because zeros compress better than addresses.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const longest = 4096 // zeros between two pieces that are joined

/** joined returns the program with its data in few pieces. References are to the WebAssembly Core Specification 2.0. */
export function joined(program) {
  const parts = [program.subarray(0, 8)]
  for (const r = new Reader(program, 8); r.at < program.length;) { // §5.5.2: sections, of which 11 is that of data
    const id = r.byte()
    const bytes = r.take(r.number())
    parts.push(Buffer.from([id]), sized(id === 11 ? joinedData(bytes) : bytes))
  }
  return Buffer.concat(parts)
}

function joinedData(section) {
  const r = new Reader(section)
  const pieces = []
  for (let n = r.number(); n > 0; n--) { // §5.5.14: 0 is an active piece of the first memory, at i32.const … end
    if (r.byte() !== 0 || r.byte() !== 0x41) throw new Error('the program has data that are not at a constant address')
    const address = r.number()
    if (r.byte() !== 0x0b) throw new Error('the address of data is not one constant')
    const bytes = r.take(r.number())
    const last = pieces.at(-1)
    if (last && address >= last.end && address - last.end <= longest) last.parts.push(Buffer.alloc(address - last.end), bytes)
    else pieces.push({ address, parts: [bytes] })
    pieces.at(-1).end = address + bytes.length
  }
  return Buffer.concat([Buffer.from(unsigned(pieces.length)),
    ...pieces.flatMap(({ address, parts }) => [Buffer.from([0, 0x41, ...signed(address), 0x0b]), sized(Buffer.concat(parts))])])
}

// A Reader reads numbers and bytes, one after the other, from at.
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte() {
    return this.bytes[this.at++]
  }

  take(length) {
    return this.bytes.subarray(this.at, this.at += length)
  }

  // number reads a number without sign, in LEB128 (§5.2.2).
  number() {
    let n = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      n += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return n
    }
  }
}

// unsigned returns a number in LEB128.
function unsigned(n) {
  const bytes = []
  for (; n >= 0x80; n = Math.floor(n / 0x80)) bytes.push((n % 0x80) | 0x80)
  return [...bytes, n]
}

// signed returns a number that is not negative in LEB128 with a sign: the bit of the sign is zero.
function signed(n) {
  const bytes = unsigned(n)
  if (bytes.at(-1) < 0x40) return bytes
  bytes[bytes.length - 1] |= 0x80
  return [...bytes, 0]
}

// sized returns bytes with their length before them.
const sized = (bytes) => Buffer.concat([Buffer.from(unsigned(bytes.length)), bytes])

const [, script, file] = process.argv
if (script === fileURLToPath(import.meta.url)) writeFileSync(file, joined(readFileSync(file)))
