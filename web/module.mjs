// Programs in WebAssembly as bytes: their sections in, numbers and instructions out, and back. Only what Go's
// compiler writes is read: functions with numbers as parameters, one memory, one table. References such as §5.5.2 are to the
// WebAssembly Core Specification 2.0.

/** A Reader reads numbers and bytes of a program, one after the other, from at. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get done() {
    return this.at >= this.bytes.length
  }

  byte() {
    return this.bytes[this.at++]
  }

  take(length) {
    return this.bytes.subarray(this.at, this.at += length)
  }

  /** number reads a number without sign, in LEB128 (§5.2.2). */
  number() {
    let n = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++]
      n += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return n
    }
  }

  /** skip passes over a number, with or without sign. */
  skip() {
    while (this.bytes[this.at++] >= 0x80);
  }

  name() {
    return this.take(this.number()).toString()
  }

  /** list reads a number and calls read so many times. */
  list(read) {
    return Array.from({ length: this.number() }, (_, i) => read(i))
  }
}

/** unsigned returns a number in LEB128. */
export function unsigned(n) {
  const bytes = []
  for (; n >= 0x80; n = Math.floor(n / 0x80)) bytes.push((n % 0x80) | 0x80)
  return [...bytes, n]
}

/** signed returns a number that is not negative in LEB128 with a sign: the bit of the sign is zero. */
export function signed(n) {
  const bytes = unsigned(n)
  if (bytes.at(-1) < 0x40) return bytes
  bytes[bytes.length - 1] |= 0x80
  return [...bytes, 0]
}

/** named returns a name as a program has it. */
export const named = (name) => sized(Buffer.from(name))

/** sized returns bytes with their length before them. */
export const sized = (bytes) => Buffer.concat([Buffer.from(unsigned(bytes.length)), bytes])

/** list returns parts, each an array of bytes, with their number before them. */
export const list = (parts) => Buffer.concat([Buffer.from(unsigned(parts.length)), ...parts.map((p) => Buffer.from(p))])

/** sectionsOf returns the sections of a program: [id, bytes] each (§5.5.2). */
export function sectionsOf(program) {
  const sections = []
  for (const r = new Reader(program, 8); !r.done;) sections.push([r.byte(), r.take(r.number())])
  return sections
}

/** programOf returns the program that has these sections. */
export const programOf = (sections) =>
  Buffer.concat([Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), ...sections.flatMap(([id, bytes]) => [Buffer.from([id]), sized(bytes)])])

/** codeOf returns where the instructions of the body of a function begin: after its local variables (§5.5.13). */
export function codeOf(body) {
  const r = new Reader(body)
  r.list(() => {
    r.skip()
    r.byte()
  })
  return r.at
}

/** withCalls returns the body of a function with other numbers of functions in its calls: those that number returns (§5.4). */
export function withCalls(body, number) {
  const r = new Reader(body, codeOf(body))
  const parts = []
  let from = 0
  while (!r.done) {
    const op = r.byte()
    if (op === 0x10) { // call
      parts.push(body.subarray(from, r.at), Buffer.from(unsigned(number(r.number()))))
      from = r.at
    } else operands(r, op)
  }
  return Buffer.concat([...parts, body.subarray(from)])
}

// operands passes over what follows the code of an instruction in a program.
function operands(r, op) {
  if (op === 0x11) { // call_indirect: type and table
    r.skip()
    r.skip()
  } else if (op === 0x0e) { // br_table
    r.list(() => r.skip())
    r.skip()
  } else if (op >= 0x28 && op <= 0x3e) { // loads and stores: alignment and offset
    r.skip()
    r.skip()
  } else if (op >= 0x02 && op <= 0x04 || op === 0x0c || op === 0x0d || op >= 0x20 && op <= 0x24 || op >= 0x3f && op <= 0x42) r.skip() // blocks, branches, variables, the memory's size, constants
  else if (op === 0x43) r.take(4)
  else if (op === 0x44) r.take(8)
  else if (op === 0xfc) {
    const more = r.number()
    if (more === 10) r.take(2) // memory.copy
    else if (more === 11) r.take(1) // memory.fill
    else if (more > 7) throw new Error(`the program has the instruction 0xfc ${more}, which is not known here`)
  } else if (!(op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b || op >= 0x45 && op <= 0xc4)) {
    throw new Error(`the program has the instruction 0x${op.toString(16)}, which is not known here`)
  }
}
