// What the page hands out: commands for a shell, and reports.
import { byID, bytesOf, placeOf, say, visibleText } from './dom.js'

// What a terminal may act on when it is pasted, and what cannot be seen there.
const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

// formatOf returns a text as the format of printf, between single quotes. Controls are
// written as octets, which every printf reads; so is "!", which an interactive bash expands
// between double quotes, and "-" at the start, so that it does not start an option.
function formatOf(text) {
  const octets = (c) => [...new TextEncoder().encode(c)].map((b) => '\\' + b.toString(8).padStart(3, '0')).join('')
  return `'${text.replace(/[\\%]/g, '$&$&').replaceAll("'", "'\\''").replace(/!|^-/g, octets).replace(control, octets)}'`
}

/** quote quotes a word for a POSIX shell. NUL cannot be in a word: see inputCommand. */
export function quote(word) {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word
  if (word.search(control) < 0) return `'${word.replaceAll("'", `'\\''`)}'`
  return `"$(printf ${formatOf(word)})"`
}

/** command returns a command line for iri. */
export const command = (...words) => ['iri', ...words].map(quote).join(' ')

// Up to this many inputs, and this many characters of them, are words on the command line.
const asWords = 20
const wordsLength = 30_000

/**
 * inputCommand returns the command line that reads inputs, none of which has a line end:
 * as words after "--", or where they are many, long or have a NUL, from standard input.
 */
export function inputCommand(flags, inputs) {
  const text = inputs.join('\n')
  if (inputs.length > 0 && inputs.length <= asWords && text.length <= wordsLength && !text.includes('\0')) {
    return command(...flags, '--', ...inputs)
  }
  const head = command(...flags)
  if (inputs.length === 0) return `${head} </dev/null`
  const lines = (text.startsWith('\uFEFF') ? '\uFEFF' : '') + text // the first one is taken for a byte order mark
  if (lines.replaceAll('\n', '').search(control) >= 0) return `printf ${formatOf(lines + '\n')} | ${head}`
  let end = 'END'
  while (inputs.includes(end)) end += 'D'
  return `${head} <<'${end}'\n${lines}\n${end}`
}

/** rowCommand returns the command that gives a row of the mappings, or a comparison: then the second word is the other text. */
export function rowCommand({ flags, words }) {
  if (words.length === 1) return inputCommand(flags, words)
  if (!words.some((w) => w.includes('\0'))) return command(...flags, '--', ...words)
  // Only JSON carries two texts of which one has a NUL.
  const compared = flags[0] === 'compare'
  const row = compared ? { iri: words[0], other: words[1] } : { iri: words[1], base: words[0] }
  return `printf '%s\\n' ${quote(JSON.stringify(row))} | ${command(...flags, '--from', 'json', ...(compared ? [] : ['--list']))}`
}

/** targetFlags returns the flags for a target. */
export function targetFlags({ spec, rule, lint }) {
  const flags = []
  if (spec === 'custom') flags.push('--grammar', 'grammar.abnf')
  else if (spec !== 'rfc3987') flags.push('--spec', spec)
  if (rule) flags.push('--rule', rule)
  if (lint) flags.push('--lint')
  return flags
}

/** checkCommand returns the command that checks lines as the page does. */
export const checkCommand = (target, lines) => inputCommand(['check', ...targetFlags(target)], lines.filter((l) => l !== ''))

/** markdown returns a report in Markdown, from the JSON Lines of iri check --format json. */
export function markdown(target, jsonLines) {
  const out = [`# IRI report`, '', `Checked against ${target.title}, rule ${target.ruleName}.`, '']
  for (const line of jsonLines.split('\n')) {
    if (line === '') continue
    const report = JSON.parse(line)
    const verdict = report.conforms ? 'conforms' : 'does not conform'
    out.push(`- ${code(visibleText(report.input))}: ${verdict}`)
    for (const f of report.findings) {
      const where = `${placeOf(report.input, unitsBefore(report.input, f.start), unitsBefore(report.input, f.end))} (${bytesOf(f)})`
      out.push(`  - ${f.severity} ${code(f.code)}, ${where}: ${plain(f.message)}`)
      if (f.hint) out.push(`    Hint: ${plain(f.hint)}`)
      if (f.abnf) out.push(`    Rule: ${code(f.abnf)}${f.section ? ` (${f.section})` : ''}`)
    }
  }
  return out.join('\n') + '\n'
}

// unitsBefore returns how many UTF-16 code units a text has before an offset in bytes.
const unitsBefore = (text, bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text).subarray(0, bytes)).length

// code returns a code span that holds a text, whatever backticks it has.
function code(text) {
  let fence = '`'
  while (text.includes(fence)) fence += '`'
  const pad = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : ''
  return fence + pad + text + pad + fence
}

// plain escapes what Markdown and HTML in it would read.
const plain = (text) => visibleText(text).replace(/[\\`*_[\]<>&#|~]/g, '\\$&')

/** copy copies a text, or shows it for copying by hand where the browser does not allow it. */
export async function copy(what, text) {
  try {
    await navigator.clipboard.writeText(text)
    say(`${what}: copied.`)
  } catch {
    byID('copy-text').value = text
    byID('copy-dialog').showModal()
    byID('copy-text').select()
  }
}
