// Splits a program of Go in WebAssembly, so that a page runs before all of it has arrived. The first program has the
// data and the functions that were used in a trial run. In place of each other function it has a stub,
// which asks for the second program when it is first called. The second has those functions, and uses the memory, the table
// and the variables of the first: together they are the program that was split.
import { codeOf, list, named, programOf, Reader, sectionsOf, signed, sized, unsigned, withCalls } from './module.mjs'

// Numbers of sections (§5.5.2), of what is imported and exported (§5.5.5), and of types (§5.3).
const types = 1, imports = 2, functions = 3, tables = 4, globals = 6, exported = 7, start = 8, elements = 9, code = 10
const kinds = { function: 0, table: 1, memory: 2, global: 3 }
const i32 = 0x7f, call = 0x10, localGet = 0x20, globalGet = 0x23, globalSet = 0x24, constant = 0x41, end = 0x0b

// A Program is what is to be known of a program to split it.
class Program {
  constructor(bytes) {
    this.sections = new Map(sectionsOf(bytes).filter(([id]) => id !== 0)) // those with the number 0 have names
    if (this.sections.has(start)) throw new Error('the program has a function that runs at the start')
    const each = (id, f) => {
      const r = new Reader(this.sections.get(id))
      return r.list((i) => f(r, i))
    }
    this.types = each(types, (r) => {
      const from = r.at
      r.byte()
      r.take(r.number())
      r.take(r.number())
      return r.bytes.subarray(from, r.at)
    })
    this.imports = each(imports, (r) => {
      const from = r.at
      r.name()
      r.name()
      if (r.byte() !== kinds.function) throw new Error('the program imports what is not a function')
      r.skip()
      return r.bytes.subarray(from, r.at)
    })
    this.functions = each(functions, (r) => r.number())
    this.bodies = each(code, (r) => r.take(r.number()))
    this.globals = each(globals, (r) => {
      const from = r.at
      const type = r.take(2)
      r.byte() // a constant of 32 or 64 bits
      r.skip()
      if (r.byte() !== end) throw new Error('a variable of the program does not begin as a constant')
      return { type, bytes: r.bytes.subarray(from, r.at) }
    })
    this.exports = each(exported, (r) => ({ name: r.name(), kind: r.byte(), index: r.number() }))
    const memory = this.exports.find((e) => e.kind === kinds.memory)
    if (!memory) throw new Error('the program does not export its memory')
    this.memory = memory.name
    this.slots = new Map() // of a function, its place in the table
    each(elements, (r) => { // §5.5.12: 0 is an active piece of the first table
      if (r.byte() !== 0 || r.byte() !== constant) throw new Error('the table of the program is not filled from a constant place')
      const offset = r.number()
      if (r.byte() !== end) throw new Error('the place in the table is not one constant')
      r.list((i) => this.slots.set(r.number(), offset + i))
    })
    this.table = new Reader(this.sections.get(tables), 1)
  }

  /** type returns the number of the type of functions with so many numbers of 32 bits as parameters and results; it is added if it is missing. */
  type(parameters, results) {
    const wanted = Buffer.from([0x60, parameters, ...Array(parameters).fill(i32), results, ...Array(results).fill(i32)])
    const at = this.types.findIndex((t) => wanted.equals(t))
    return at >= 0 ? at : this.types.push(wanted) - 1
  }

  /** with returns the program with other sections. */
  with(sections) {
    const all = new Map([...this.sections, ...Object.entries(sections).map(([id, bytes]) => [Number(id), bytes])])
    return programOf([...all].sort(([a], [b]) => a - b))
  }
}

const entry = ({ name, kind, index }) => Buffer.concat([named(name), Buffer.from([kind, ...unsigned(index)])])

/** namesOf returns the names of the functions of a program, if its linker has left them: by their numbers, those imported first. */
export function namesOf(bytes) {
  for (const [id, section] of sectionsOf(bytes)) {
    const r = new Reader(section)
    if (id !== 0 || r.name() !== 'name') continue
    while (!r.done) {
      const kind = r.byte()
      const part = new Reader(r.take(r.number()))
      if (kind === 1) return new Map(part.list(() => [part.number(), part.name()])) // Appendix 7.4.1: the names of functions
    }
  }
  return new Map()
}

/** traced returns a program that notes in the exported variables used0, used1, … which of its functions have been called. */
export function traced(bytes) {
  const p = new Program(bytes)
  const first = p.globals.length
  return p.with({
    [globals]: list([...p.globals.map((g) => g.bytes), ...p.bodies.map(() => [i32, 1, constant, 0, end])]),
    [exported]: list([...p.exports, ...p.bodies.map((_, i) => ({ name: `used${i}`, kind: kinds.global, index: first + i }))].map(entry)),
    [code]: list(p.bodies.map((body, i) => {
      const at = codeOf(body)
      return sized(Buffer.concat([body.subarray(0, at), Buffer.from([constant, 1, globalSet, ...unsigned(first + i)]), body.subarray(at)]))
    })),
  })
}

/**
 * usedOf returns, for each function of a program, whether an instance of it, when it was traced, has called it. What Go's
 * runtime does beside it, such as to collect garbage, is used sooner or later; what it does with maps depends on chance.
 */
export function usedOf(bytes, { exports }) {
  const names = namesOf(bytes)
  const p = new Program(bytes)
  return p.bodies.map((_, i) => exports[`used${i}`].value === 1 || beside.test(names.get(p.imports.length + i) ?? ''))
}

const beside = /^(internal_runtime_maps|internal_sync|sync|runtime\.(map|rand|chan|lock|unlock|park|ready|wake|sema|.*(scav|sweep|gc|GC|mark|Mark|mheap|pageAlloc|PageAlloc|mspan|mcentral|mcache|timer|stack)))/

/**
 * split returns the two programs. The first asks for the second by its import second.load, once: attach, in
 * src/attach.js, is what it waits for.
 */
export function split(bytes, used) {
  const p = new Program(bytes)
  const own = p.imports.length // the number of the first function that is not imported
  const ordinary = p.type(1, 1) // of all functions that Go's compiler writes for Go
  const calls = p.bodies.map(callsOf)
  const apart = p.functions.map((type, i) => !used[i] && type === ordinary && p.slots.has(own + i) && calls[i].every((f) => p.slots.has(f)))
  const loading = p.type(0, 0)
  const passing = p.type(2, 1)

  // The first program has one import more, and after the functions that of all stubs: it takes the parameter and the slot.
  const pass = own + 1 + p.functions.length
  const isLoaded = p.globals.length
  const number = (f) => (f < own ? f : f + 1)
  const first = p.with({
    [types]: list(p.types),
    [imports]: list([...p.imports, Buffer.concat([named('second'), named('load'), Buffer.from([kinds.function, ...unsigned(loading)])])]),
    [functions]: list([...p.functions, passing].map(unsigned)),
    [globals]: list([...p.globals.map((g) => g.bytes), [i32, 1, constant, 0, end]]),
    [exported]: list([
      ...p.exports.map((e) => (e.kind === kinds.function ? { ...e, index: number(e.index) } : e)),
      { name: 'table', kind: kinds.table, index: 0 },
      ...p.globals.map((_, i) => ({ name: `global${i}`, kind: kinds.global, index: i })),
      { name: 'loaded', kind: kinds.global, index: isLoaded },
    ].map(entry)),
    [elements]: pieces([...p.slots].map(([f, slot]) => [number(f), slot])),
    [code]: list([
      ...p.bodies.map((body, i) => sized(apart[i]
        ? Buffer.from([0, localGet, 0, constant, ...signed(p.slots.get(own + i)), call, ...unsigned(pass), end])
        : withCalls(body, number))),
      // if !loaded { load() }; return table[slot](parameter)
      sized(Buffer.from([
        0, globalGet, ...unsigned(isLoaded), 0x45, 0x04, 0x40, call, ...unsigned(own), end,
        localGet, 0, localGet, 1, 0x11, ...unsigned(ordinary), 0, end,
      ])),
    ]),
  })

  // The second imports the functions of the first that it calls, by their slots.
  const numbers = new Map() // of functions, in the second program
  const moved = p.bodies.map((_, i) => i).filter((i) => apart[i])
  const called = [...new Set(moved.flatMap((i) => calls[i]))].filter((f) => !apart[f - own])
  for (const f of [...called, ...moved.map((i) => own + i)]) numbers.set(f, numbers.size)
  const from = (module, name, ...kind) => Buffer.concat([named(module), named(name), Buffer.from(kind)])
  const second = programOf([
    [types, list(p.types)],
    [imports, list([
      ...called.map((f) => from('slots', String(p.slots.get(f)), kinds.function, ...unsigned(p.functions[f - own]))),
      from('first', 'table', kinds.table, ...p.table.bytes.subarray(1)),
      from('first', p.memory, kinds.memory, 0, 0),
      ...p.globals.map((g, i) => from('first', `global${i}`, kinds.global, ...g.type)),
    ])],
    [functions, list(moved.map((i) => unsigned(p.functions[i])))],
    [elements, pieces(moved.map((i) => [numbers.get(own + i), p.slots.get(own + i)]))],
    [code, list(moved.map((i) => sized(withCalls(p.bodies[i], (f) => numbers.get(f)))))],
  ])
  return { first, second }
}

// callsOf returns the functions that a body calls by their numbers.
function callsOf(body) {
  const calls = []
  withCalls(body, (f) => calls.push(f))
  return calls
}

// pieces returns the section that fills the table: [function, slot] each, those side by side as one piece.
function pieces(places) {
  const runs = []
  for (const [f, slot] of places) {
    const run = runs.at(-1)
    if (run && slot === run.slot + run.functions.length) run.functions.push(unsigned(f))
    else runs.push({ slot, functions: [unsigned(f)] })
  }
  return list(runs.map((run) => Buffer.concat([Buffer.from([0, constant, ...signed(run.slot), end]), list(run.functions)])))
}
