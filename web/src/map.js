// The tab Map: what each mapping makes of a line, and its comparison with another IRI.
import { byID, h, iri, sentence, link, wait } from './dom.js'
import { command, inputCommand, copy, quote } from './share.js'

/** A Mapper maps the line with the cursor. */
export class Mapper {
  #engine
  #checker
  #rows = []
  #shown = ''

  constructor(engine, checker, onChange) {
    this.#engine = engine
    this.#checker = checker
    byID('map-text').addEventListener('input', () => checker.setLine(byID('map-text').value))
    for (const id of ['map-base', 'map-other', 'map-host']) byID(id).addEventListener('input', onChange)
  }

  get state() {
    return { base: byID('map-base').value, other: byID('map-other').value, host: byID('map-host').value }
  }

  set state({ base, other, host }) {
    byID('map-base').value = base
    byID('map-other').value = other
    const select = byID('map-host')
    select.value = host
    if (select.selectedIndex < 0) select.selectedIndex = 0
  }

  /** command returns the commands that give the rows. */
  command() {
    return this.#rows.map(rowCommand).join('\n')
  }

  /** show maps the line, if that has not been done. */
  show = wait(30, async () => {
    const { text } = this.#checker.line
    const input = byID('map-text')
    if (input.value !== text) input.value = text
    const params = { spec: this.#checker.target.spec, text, ...this.state }
    const key = JSON.stringify(params)
    if (key === this.#shown) return
    this.#shown = key
    const body = byID('map-results').tBodies[0]
    try {
      const { rows, note } = await this.#engine.call('map', params)
      if (key !== this.#shown) return
      this.#rows = rows
      byID('map-note').textContent = note ?? ''
    } catch (error) {
      this.#shown = ''
      this.#rows = []
      body.replaceChildren(h('tr', {}, h('td', { colspan: 2 }, error.message)))
      return
    }
    body.replaceChildren(...this.#rows.map((r) => h('tr', { 'data-id': r.id },
      h('th', { scope: 'row' }, r.label, h('br'), sections(r.section)),
      h('td', {},
        h('div', { class: 'bar' },
          h('p', { class: 'result' }, r.error ? [h('span', { class: 'severity error' }, 'no result'), ': ', sentence(r.error)] : result(r)),
          h('button', { type: 'button', 'aria-label': `Copy command: ${r.label}`, onclick: () => copy('Command', rowCommand(r)) }, 'Copy command')),
        r.same && r.id !== 'compare' && !r.error ? h('p', { class: 'note' }, 'unchanged') : null,
        r.why ? h('p', { class: 'note' }, sentence(r.why)) : null))))
  })
}

// rowCommand returns the command that gives a row.
function rowCommand({ id, flags, words }) {
  if (words.length === 1) return inputCommand(flags, words)
  if (!words.some((w) => w.includes('\0'))) return command(...flags, '--', ...words)
  // Only JSON carries two texts of which one has a NUL.
  const row = id === 'compare' ? { iri: words[0], other: words[1] } : { iri: words[1], base: words[0] }
  return `printf '%s\\n' ${quote(JSON.stringify(row))} | ${command(...flags, '--from', 'json', ...(id === 'compare' ? [] : ['--list']))}`
}

// result shows an output: an IRI, or the words of a comparison.
function result(r) {
  if (r.id === 'compare') return h('span', {}, sentence(r.output))
  return r.output === '' ? h('em', {}, 'the empty reference') : iri(r.output)
}

// sections links to a section of a document.
function sections(section) {
  const rfc = /^RFC (\d+) §([\d.]+)$/.exec(section)
  return h('span', { class: 'note' }, rfc ? link(section, `https://www.rfc-editor.org/rfc/rfc${rfc[1]}.html#section-${rfc[2]}`) : section)
}
