// What is copied as a command, in shells: bash and, where there is one, dash.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { command, inputCommand } from '../src/share.js'

const shells = ['bash', 'dash'].filter((s) => spawnSync(s, ['-c', 'true']).status === 0)

/** run runs a command line with an iri that prints its words, and what it reads. */
function run(shell, line) {
  const iri = `iri() { printf '%s\\0' "$@"; if ! test -t 0; then printf '|'; cat; fi; }\n`
  return execFileSync(shell, ['-c', iri + line], { encoding: 'utf8', input: '', timeout: 60_000 })
}

const words = [
  'http://example.org/', '', '-x', "it's", '$HOME `id` $(id)', '!!', 'a!b\u0007', '"', '\\', '\\n', '%s%d', '%\u202E%', '-\u001B[31m', "'\u0001'",
  'é😀שלום', '\u2028x\u2029', '*', '~', '#', ';&|<>(){}[]', '\uFEFFa', '\u007F1', 'END', ' a ', '\t',
]

for (const shell of shells) {
  describe(shell, () => {
    test('every word is what it was', () => {
      assert.equal(run(shell, command('check', '--', ...words)), ['check', '--', ...words, '|'].join('\0'))
    })

    test('no command has a control in it, and none can be misread', () => {
      assert.doesNotMatch(command('check', ...words), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      // An interactive bash expands "!" between double quotes.
      assert.doesNotMatch(command('a!b\u0007'), /!/)
    })

    for (const [name, inputs] of Object.entries({
      none: [],
      many: Array.from({ length: 30 }, (_, i) => `http://h:${i}a/`),
      'many, with what a shell reads': Array.from({ length: 30 }, (_, i) => words.filter((w) => !/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(w))[i] ?? `$x${i}`),
      'many, with controls': [...words.filter((w) => w !== ''), ...words.filter((w) => w !== '')],
      'a NUL': ['http://e/\u0000', "it's 100%"],
      'a long one': ['http://e/' + 'é'.repeat(40_000)],
    })) {
      test(`on standard input: ${name}`, () => {
        const want = inputs.map((l) => l + '\n').join('')
        assert.equal(run(shell, inputCommand(['check', '--lint'], inputs)), ['check', '--lint', `|${want}`].join('\0'))
      })
    }

    test('a byte order mark at the start is written twice: the first is taken away', () => {
      const inputs = ['\uFEFFa:', ...Array.from({ length: 30 }, () => 'b:')]
      assert.match(run(shell, inputCommand(['check'], inputs)), /\|\uFEFF\uFEFFa:\n/)
    })
  })
}
