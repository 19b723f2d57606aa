// The trial run that says which functions of the program the page needs at first: those that start it and check lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from './src/examples.js'
import { traced, usedOf } from './split.mjs'

/** instance starts a program of Go, whose wasm_exec.js has been imported, and returns it when it takes calls; made has it before it starts. */
export async function instance(program, imports = {}, made = () => {}) {
  const go = new globalThis.Go()
  const { instance } = await WebAssembly.instantiate(program, { ...go.importObject, ...imports })
  made(instance)
  const ready = new Promise((resolve) => { globalThis.iriReady = resolve })
  go.run(instance)
  await ready
  return instance
}

/** call runs a method of the program that was started last. */
export function call(method, params = {}) {
  const answer = JSON.parse(globalThis.iriCall(method, JSON.stringify(params)))
  if (answer.error) throw new Error(`${method}: ${answer.error}`)
  return answer.result
}

/** lines are checked in the trial: the examples of the page, and what people write. */
export const lines = (root) =>
  [...new Set([...examples.flatMap((e) => e.text.split('\n')), ...readFileSync(join(root, 'cmd/iri/testdata/golden/people.in'), 'utf8').split('\n')])]

/** used returns, for each function of a program, whether the start and checks of these lines call it in one of three trials; names are the bytes of the names of characters. */
export async function used(program, lines, names) {
  const target = { spec: 'rfc3987', rule: '', lint: false }
  const trials = []
  for (let start = 0; start < 3; start++) { // Go begins each with other numbers, by which its maps are in another order
    const run = await instance(traced(program))
    call('specs')
    for (let round = 0; round < 4; round++) { // twice without the names and twice with them: a second call does not do what a first does
      if (round === 2) globalThis.iriNames(names)
      call('check', { ...target, lines })
      for (const text of lines) call('line', { ...target, text })
      call('parts', { ...target, lines })
    }
    trials.push(usedOf(program, run))
  }
  return trials[0].map((_, f) => trials.some((used) => used[f]))
}
