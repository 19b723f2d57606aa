// The tab Convert: what each mapping makes of a line, and its comparison with another IRI.
import { byID, h, iri, marked, plural, quoting, sentence, link, wait } from './dom.js'
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
    byID('map-fold').addEventListener('click', () => this.#fold(!byID('map-same').hidden))
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

  /** specsChanged says that a spec may be another one now, though its name is as it was. */
  specsChanged() {
    this.#shown = ''
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
    let answer
    try {
      answer = await this.#engine.call('map', params)
      if (key !== this.#shown) return
    } catch (error) {
      this.#shown = ''
      this.#rows = []
      for (const id of ['map-verdict', 'map-note', 'map-same', 'map-compare']) byID(id).replaceChildren()
      byID('map-fold').hidden = true
      body.replaceChildren(h('tr', {}, h('td', { colspan: 2 }, error.message)))
      return
    }
    const { rows, compare, report, note } = answer
    byID('map-note').textContent = note ?? ''
    const folded = (r) => r.skipped || (r.same && !r.error)
    const changed = rows.filter((r) => !folded(r))
    byID('map-verdict').replaceChildren('The line ', h('strong', { class: report.conforms ? 'good' : 'bad' }, report.conforms ? 'conforms' : 'does not conform'),
      ` as a reference; ${plural(changed.filter((r) => !r.error).length, 'mapping')} change${changed.filter((r) => !r.error).length === 1 ? 's' : ''} it.`)
    body.replaceChildren(...changed.map(tableRow))
    const rest = rows.filter(folded)
    this.#rows = [...changed, ...rest, ...(compare ? [compare] : [])] // as they are shown
    byID('map-same').replaceChildren(...rest.map(tableRow))
    byID('map-fold').hidden = rest.length === 0
    byID('map-fold').dataset.count = String(rest.length)
    this.#fold(byID('map-same').hidden)
    byID('map-compare').replaceChildren(...(compare ? comparison(compare) : [h('p', { class: 'note' }, 'Write another IRI to see on which rung of the ladder the two are equal.')]))
  })

  // fold shows or hides the mappings that change nothing.
  #fold(hidden) {
    byID('map-same').hidden = hidden
    const button = byID('map-fold')
    button.setAttribute('aria-expanded', String(!hidden))
    button.textContent = `${hidden ? 'Show' : 'Hide'} ${plural(Number(button.dataset.count), 'mapping')} that change${button.dataset.count === '1' ? 's' : ''} nothing`
  }
}

// tableRow shows a mapping.
const tableRow = (r) => h('tr', { 'data-id': r.id },
  h('th', { scope: 'row' }, r.label, h('br'), sections(r.section)),
  h('td', {},
    h('div', { class: 'bar' },
      h('p', { class: 'result' }, r.error ? [h('span', { class: 'severity error' }, 'no result'), ': ', sentence(r.error)]
        : r.skipped ? `does not apply: ${r.skipped}` : result(r)),
      h('button', { type: 'button', 'aria-label': `Copy command: ${r.label}`, onclick: () => copy('Command', rowCommand(r)) }, 'Copy command')),
    r.same && !r.error && !r.skipped ? h('p', { class: 'note' }, 'unchanged') : null))

// comparison shows on which rung two texts are equal, and where they first differ.
function comparison(c) {
  const verdict = h('p', { class: 'bar', 'data-id': 'compare' },
    c.error ? h('span', {}, h('span', { class: 'severity error' }, 'no result'), ': ', sentence(c.error))
      : h('strong', { class: c.equal ? 'good result' : 'bad result' }, quoting(c.output)),
    h('button', { type: 'button', 'aria-label': 'Copy command: compare', onclick: () => copy('Command', rowCommand(c)) }, 'Copy command'))
  if (c.error) return [verdict]
  const pair = (title, forms) => [h('h3', {}, title), h('ul', { class: 'plain pair' }, differing(forms).map((e) => h('li', {}, e)))]
  if (!c.equal) return [verdict, ...pair(`The normal forms on rung ${c.rung}`, c.forms)]
  return [verdict, h('p', { class: 'note' }, c.before ? ['Both are ', iri(c.forms[0]), ' there.'] : 'They are the same string.'),
    ...(c.before ? pair('On the rung before it they still differ', c.before) : [])]
}

// differing shows two texts with the parts marked in which they differ.
function differing([a, b]) {
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  if (from > 0 && /[\uD800-\uDBFF]/.test(a[from - 1])) from--
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  while (end > 0 && /[\uDC00-\uDFFF]/.test(a[a.length - end])) end--
  return [a, b].map((text) => marked(text, [[from, text.length - end]]))
}

// rowCommand returns the command that gives a row.
function rowCommand({ id, flags, words }) {
  if (words.length === 1) return inputCommand(flags, words)
  if (!words.some((w) => w.includes('\0'))) return command(...flags, '--', ...words)
  // Only JSON carries two texts of which one has a NUL.
  const row = id === 'compare' ? { iri: words[0], other: words[1] } : { iri: words[1], base: words[0] }
  return `printf '%s\\n' ${quote(JSON.stringify(row))} | ${command(...flags, '--from', 'json', ...(id === 'compare' ? [] : ['--list']))}`
}

// result shows an output.
const result = (r) => (r.output === '' ? h('em', {}, 'the empty reference') : iri(r.output))

// sections links to a section of a document.
function sections(section) {
  const rfc = /^RFC (\d+) §([\d.]+)$/.exec(section)
  return h('span', { class: 'note' }, rfc ? link(section, `https://www.rfc-editor.org/rfc/rfc${rfc[1]}.html#section-${rfc[2]}`) : section)
}
