// A program that was split is the program that it was: with the least in its first part, and with what the page uses, each
// method says the same. make page-test leaves the whole program in bin/page.wasm.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { joined } from '../join.mjs'
import { programOf, sectionsOf } from '../module.mjs'
import { namesOf, split, traced, usedOf } from '../split.mjs'
import { attach } from '../src/attach.js'
import { instance } from '../trial.mjs'
import { root } from './browser.mjs'

const target = { spec: 'rfc3987', rule: '', lint: true }
const text = 'http://ex\u0430mple.org:8a/é%zz'
const draft = '; changes: rfc3987\n; top: IRI\nport = *( DIGIT / ALPHA )\n'
const calls = [
  ['specs', {}], ['check', { ...target, lines: ['http://h:8a/', text] }], ['line', { ...target, text }], ['parts', { ...target, lines: [text] }],
  ['reports', { ...target, lines: [text] }], ['fix', { ...target, lines: ['http://2001:db8::1/'] }], ['look', { ...target, text }],
  ['explain', { spec: 'rfc3987', name: 'port' }], ['map', { spec: 'rfc3987', text: 'http://例え.テスト/' }], ['compare', { spec: 'rfc3987', text: 'http://e/%7e', other: 'http://E/~' }],
  ['grammar-check', { text: draft }], ['draft-rule', { text: draft, line: 3, width: 600 }], ['draft-changes', { text: draft, base: 'rfc3987' }],
  ['diff', { a: 'rfc3986', b: 'rfc3987', ruleA: 'host', ruleB: 'ihost' }], ['samples', { spec: 'rfc3987', rule: 'port', seed: 1, count: 5 }],
  ['vectors', { spec: 'rfc3987', rule: 'port', size: 1 }], ['railroads', { spec: 'rfc3986', width: 600 }], ['grammar-text', { spec: 'leiri' }],
  ['use', { text: draft }], ['check', { ...target, spec: 'custom', lines: [text] }], ['no such method', {}],
]

/** answers asks the program that was started last. */
const answers = () => calls.map(([method, params]) => globalThis.iriCall(method, JSON.stringify(params)))

/** together starts a program that was split, and returns how often the second part has been asked for, until now. */
async function together({ first, second }) {
  let loads = 0
  let made
  await instance(first, { second: { load: () => {
    loads++
    attach(made, new WebAssembly.Module(second))
  } } }, (instance) => { made = instance })
  return () => loads
}

describe('the program', () => {
  let whole, atStart, wanted
  before(async () => {
    await import(join(execFileSync(process.env.GO ?? 'go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), 'lib/wasm/wasm_exec.js'))
    whole = joined(readFileSync(join(root, 'bin/page.wasm')))
    await instance(whole)
    wanted = answers()
    atStart = usedOf(whole, await instance(traced(whole)))
  })

  test('of which the first part has what starts it', async () => {
    const loads = await together(split(whole, atStart))
    assert.ok(loads() <= 1) // by chance: Go's maps are in another order at each start
    assert.deepEqual(answers(), wanted)
    assert.equal(loads(), 1)
  })

  test('of which the first part does not have even what starts it', async () => {
    const loads = await together(split(whole, atStart.map(() => false)))
    assert.equal(loads(), 1)
    assert.deepEqual(answers(), wanted)
    assert.equal(loads(), 1)
  })

  test('of which the first part has every other function: calls go both ways', async () => {
    for (const rest of [0, 1]) {
      const loads = await together(split(whole, atStart.map((u, i) => u || i % 2 === rest)))
      assert.deepEqual(answers(), wanted)
      assert.equal(loads(), 1)
    }
  })

  test('of which all is used', async () => {
    const { first, second } = split(whole, atStart.map(() => true))
    assert.ok(second.length < 5_000, `${second.length} bytes`)
    const loads = await together({ first, second })
    assert.deepEqual(answers(), wanted)
    assert.equal(loads(), 0)
  })

  test('says which of its functions are used', () => {
    const names = namesOf(whole)
    assert.ok([...names.values()].includes('main.main'))
    const [first] = names.keys() // after those that are imported
    const used = [...names].filter(([f]) => atStart[f - first]).map(([, name]) => name)
    assert.ok(used.includes('main.main') && used.some((name) => /scavenge/.test(name)))
    assert.ok(!used.some((name) => /grammardiff/.test(name)), used.filter((name) => /grammardiff/.test(name)).join())
  })

  test('has nothing that is not known here', () => {
    const refused = (change, why) => assert.throws(() => split(programOf(change(sectionsOf(whole))), atStart), why)
    refused((all) => [...all, [8, Buffer.from([0])]], /runs at the start/)
    refused((all) => all.filter(([id]) => id !== 7).concat([[7, Buffer.from([0])]]), /does not export its memory/)
    refused((all) => all.map(([id, b]) => (id === 9 ? [9, Buffer.concat([Buffer.from([1, 1]), b.subarray(2)])] : [id, b])), /not filled from a constant place/)
    refused((all) => all.map(([id, b]) => (id === 6 ? [6, Buffer.concat([b.subarray(0, -1), Buffer.from([0x0f])])] : [id, b])), /does not begin as a constant/)
  })
})
