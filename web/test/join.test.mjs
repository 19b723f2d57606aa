// A program whose data were joined has the same memory, in fewer pieces.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from '../join.mjs'

/** program returns a program with a memory of one page, exported as m, and pieces of data: [address, text]. */
function program(pieces) {
  const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes]
  const leb = (n) => (n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...leb(n >> 7)])
  const signed = (n) => (n < 0x40 ? [n] : [(n & 0x7f) | 0x80, ...signed(n >> 7)])
  return Buffer.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(5, [1, 0, 1]), ...section(7, [1, 1, 0x6d, 2, 0]),
    ...section(11, [...leb(pieces.length), ...pieces.flatMap(([at, text]) => [0, 0x41, ...signed(at), 0x0b, ...leb(text.length), ...Buffer.from(text)])]),
  ])
}

/** dataOf returns where the number of pieces is: after the number and the length of the section. */
function dataOf(bytes) {
  let at = bytes.lastIndexOf(Buffer.from([1, 0x6d, 2, 0, 11])) + 5
  while (bytes[at++] >= 0x80);
  return at
}

const memory = async (bytes) => Buffer.from((await WebAssembly.instantiate(bytes)).instance.exports.m.buffer)

for (const [name, pieces, count] of [
  ['none', [], 0],
  ['one', [[70, 'abc']], 1],
  ['near ones become one', [[10, 'ab'], [20, 'cd'], [63, 'e'], [64, 'f'], [200, 'g'.repeat(300)]], 1],
  ['far ones stay', [[10, 'ab'], [20_000, 'cd'], [20_010, 'ef']], 2],
]) {
  test(`pieces of data: ${name}`, async () => {
    const before = program(pieces)
    const after = joined(before)
    assert.deepEqual(await memory(after), await memory(before))
    assert.deepEqual(joined(after), after)
    assert.equal(after.at(dataOf(after)), count)
  })
}

test('data whose place is not a constant are refused', () => {
  const passive = program([[1, 'a']])
  passive[passive.length - 6] = 1 // a passive piece
  assert.throws(() => joined(passive), /not at a constant address/)
})
