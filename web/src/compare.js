// The tab Compare: on which rung of the ladder two IRIs are equal, or where they differ.
import { byID, h, inBytes, iri, marked, placeOf, plural, quoting, sections, sentence, wait } from './dom.js'
import { copy, rowCommand } from './share.js'

/** A Comparer compares the line with the cursor with another IRI. Base and hosts are those of the tab Convert. */
export class Comparer {
  #engine
  #checker
  #mapper
  #answer
  #shown = ''

  constructor(engine, checker, mapper, onChange) {
    this.#engine = engine
    this.#checker = checker
    this.#mapper = mapper
    byID('compare-host').append(...[...byID('map-host').options].map((o) => o.cloneNode(true)))
    byID('compare-text').addEventListener('input', () => checker.setLine(byID('compare-text').value))
    for (const id of ['compare-other', 'compare-rung']) byID(id).addEventListener('input', onChange)
    for (const id of ['compare-base', 'compare-host']) byID(id).addEventListener('input', () => {
      mapper.state = { base: byID('compare-base').value, host: byID('compare-host').value }
      onChange()
    })
  }

  get state() {
    return { other: byID('compare-other').value, rung: byID('compare-rung').value }
  }

  set state({ other, rung }) {
    byID('compare-other').value = other
    byID('compare-rung').value = rung
    if (byID('compare-rung').selectedIndex < 0) byID('compare-rung').value = ''
  }

  // climb asks for a rung.
  #climb(rung) {
    byID('compare-rung').value = rung
    byID('compare-rung').dispatchEvent(new Event('input'))
  }

  /** command returns the command that says the same. */
  command() {
    return this.#answer ? rowCommand(this.#answer) : ''
  }

  /** specsChanged says that a spec may be another one now, though its name is as it was. */
  specsChanged() {
    this.#shown = ''
  }

  /** show compares, if that has not been done. */
  show = wait(30, async () => {
    const { text, number } = this.#checker.line
    const { base, host } = this.#mapper.state
    const { other, rung } = this.state
    for (const [id, value] of Object.entries({ 'compare-text': text, 'compare-base': base, 'compare-host': host })) if (byID(id).value !== value) byID(id).value = value
    const params = { spec: this.#checker.target.spec, text, other, base, host, rung }
    const key = JSON.stringify([params, number])
    if (key === this.#shown) return
    this.#shown = key
    let shown = [[], []]
    let answer
    if (other !== '') {
      try {
        answer = await this.#engine.call('compare', params)
        shown = comparison(answer, number, (to) => this.#climb(to))
      } catch (error) {
        if (key === this.#shown) this.#shown = ''
        shown = [[error.message], []]
      }
    } else shown[0] = [h('span', { class: 'note' }, 'Write another IRI to see on which rung of the ladder the two are equal, or where they differ.')]
    if (this.#shown && key !== this.#shown) return
    this.#answer = answer
    byID('compare-verdict').replaceChildren(...shown[0])
    byID('compare-result').replaceChildren(...shown[1])
  })
}

// comparison shows the verdict, the two texts side by side by their components, and the rungs. climb asks for another rung.
function comparison(c, number, climb) {
  const button = h('button', { type: 'button', 'aria-label': 'Copy command: compare', onclick: () => copy('Command', rowCommand(c)) }, 'Copy command')
  if (c.error) return [[h('span', {}, h('strong', { class: 'bad' }, 'not compared'), ': ', sentence(c.error)), button], []]
  const names = [`Line ${number}`, 'The other']
  const part = ({ at, equal }, i) => {
    if (!at[i]) return h('span', { class: 'note' }, 'none')
    const { from, to } = at[i]
    const text = c.texts[i].slice(from, to)
    if (text === '') return h('em', {}, 'empty')
    const found = c.at?.[i]
    return found && !equal && found.to >= from && found.from <= to ? marked(text, [[Math.max(0, found.from - from), Math.min(to, found.to) - from]]) : iri(text)
  }
  const row = (p) => {
    const alike = at(c.texts[0], p.at[0]) === at(c.texts[1], p.at[1])
    return h('tr', { class: p.equal ? (alike ? 'alike' : 'reached') : 'differs' }, h('th', { scope: 'row' }, p.name), h('td', {}, part(p, 0)),
      h('td', { class: p.equal ? 'good' : 'bad' }, p.equal ? (alike ? '=' : '≈') : '≠'), h('td', {}, part(p, 1)))
  }
  const place = (i) => (c.at[i] ? placeOf(c.texts[i], c.at[i].from, c.at[i].to) : 'it has nothing of it')
  const higher = c.would && h('button', { type: 'button', class: 'fix', onclick: () => climb(c.would) }, `Compare up to the rung ${c.would}`)
  return [[h('strong', { class: c.equal ? 'good result' : 'bad result' }, quoting(c.says)), ...(higher ? [higher] : []), button], [
    c.note ? h('p', { class: 'note' }, c.note) : null,
    h('table', { class: 'aligned' }, h('caption', { class: 'hidden' }, 'The two, component by component'),
      h('thead', {}, h('tr', {}, ['Part', names[0], '', names[1]].map((n) => h('th', { scope: 'col' }, n || h('span', { class: 'hidden' }, 'Equal'))))),
      h('tbody', {}, c.parts.map(row))),
    c.at ? h('p', { class: 'note first-difference' }, `First difference: line ${number}, ${place(0)}; the other, ${place(1)}`, inBytes(c.at)) : null,
    h('h2', {}, c.equal ? `${plural(c.steps.length, 'rung')} to where they are equal` : 'On each rung they differ'),
    h('ol', { class: 'plain ladder' }, c.steps.map((s, k) => h('li', { 'data-rung': s.rung, class: s.equal ? 'reached' : false },
      h('h3', {}, h('span', { class: s.equal ? 'good' : 'bad' }, s.equal ? '= ' : '≠ '), s.rung, ' ', h('span', { class: 'note' }, s.why ? `rules ${s.why.join(' and ')}` : s.does, ' · '), sections(s.section)),
      s.equal && s.forms[0] === s.forms[1] ? h('p', {}, iri(s.forms[0]))
        : k > 0 && String(s.forms) === String(c.steps[k - 1].forms) ? h('p', { class: 'note' }, 'as on the rung above')
          : differing(s.forms).map((e) => h('p', {}, e))))),
  ].filter(Boolean)]
}

// at returns the text of a span, null for none.
const at = (text, span) => span && text.slice(span.from, span.to)

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
