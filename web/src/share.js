// What the page hands out: commands for a shell, and reports.
import { byID, say, visibleText } from './dom.js'

/** quote quotes a word for a POSIX shell; words with controls get $'…', which bash, zsh and POSIX 2024 read. */
export function quote(word) {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`
  const bytes = (c) => [...new TextEncoder().encode(c)].map((b) => '\\' + b.toString(8).padStart(3, '0')).join('')
  return `$'${word.replace(/['\\]/g, '\\$&').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, bytes)}'`
}

/** command returns a command line for iri. */
export const command = (...words) => ['iri', ...words].map(quote).join(' ')

/** targetFlags returns the flags for a target. */
export function targetFlags({ spec, rule, lint }) {
  const flags = []
  if (spec === 'custom') flags.push('--grammar', 'grammar.abnf')
  else if (spec !== 'rfc3987') flags.push('--spec', spec)
  if (rule) flags.push('--rule', rule)
  if (lint) flags.push('--lint')
  return flags
}

// Up to this many lines stand as words on the command line.
const asWords = 20

/** checkCommand returns the command that checks lines as the page does. */
export function checkCommand(target, lines) {
  const flags = targetFlags(target)
  const full = lines.filter((l) => l.trim() !== '')
  if (full.length <= asWords) return command('check', ...flags, '--', ...full)
  let end = 'END'
  while (full.includes(end)) end += 'D'
  return `${command('check', ...flags)} <<'${end}'\n${full.join('\n')}\n${end}`
}

/** markdown returns a report in Markdown, from the JSON Lines of iri check --format json. */
export function markdown(target, jsonLines) {
  const out = [`# IRI report`, '', `Checked against ${target.title}, rule ${target.ruleName}.`, '']
  for (const line of jsonLines.split('\n')) {
    if (line === '') continue
    const report = JSON.parse(line)
    const verdict = report.conforms ? 'conforms' : 'does not conform'
    out.push(`- ${code(visibleText(report.input))}: ${verdict}`)
    for (const f of report.findings) {
      const where = f.start === f.end ? `byte ${f.start}` : `bytes ${f.start} to ${f.end}`
      out.push(`  - ${f.severity} ${code(f.code)}, ${where}: ${plain(f.message)}`)
      if (f.hint) out.push(`    Hint: ${plain(f.hint)}`)
      if (f.abnf) out.push(`    Rule: ${code(f.abnf)}${f.section ? ` (${f.section})` : ''}`)
    }
  }
  return out.join('\n') + '\n'
}

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
