// The tab Convert: what each mapping makes of a line.
import { byID, h, iri, placed, plural, sections, sentence, wait } from './dom.js'
import { copy, rowCommand } from './share.js'

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
    for (const id of ['map-base', 'map-host']) byID(id).addEventListener('input', onChange)
    byID('map-fold').addEventListener('click', () => this.#fold(!byID('map-same').hidden))
  }

  get state() {
    return { base: byID('map-base').value, host: byID('map-host').value }
  }

  set state({ base, host }) {
    byID('map-base').value = base
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
    const { text, number } = this.#checker.line
    const input = byID('map-text')
    if (input.value !== text) input.value = text
    const params = { spec: this.#checker.target.spec, text, ...this.state }
    const key = JSON.stringify([params, number])
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
      for (const id of ['map-verdict', 'map-note', 'map-same']) byID(id).replaceChildren()
      byID('map-fold').hidden = true
      body.replaceChildren(h('tr', {}, h('td', { colspan: 2 }, error.message)))
      return
    }
    const { rows, report, note } = answer
    byID('map-note').textContent = text === '' ? 'The line is empty: it is taken for the empty reference, which is the base itself.' : note ?? ''
    // A rung that adds nothing to the one below it is folded, too.
    rows.forEach((r, i) => { r.below = !r.error && !r.skipped && r.id.startsWith('rung-') && rows[i - 1].id.startsWith('rung-') && rows[i - 1].output === r.output })
    const folded = (r) => r.skipped || r.below || (r.same && !r.error)
    const changed = rows.filter((r) => !folded(r))
    const count = changed.filter((r) => !r.error).length
    const fault = report.findings.find((f) => f.severity === 'error')
    byID('map-verdict').replaceChildren('The line ', h('strong', { class: report.conforms ? 'good' : 'bad' }, report.conforms ? 'conforms' : 'does not conform'), ' as a reference',
      ...(fault ? [': ', ...sentence(fault.message), `, line ${number}, `, ...placed(text, fault), ' ']
        : ['; ']), `${plural(count, 'mapping')} change${count === 1 ? 's' : ''} it.`)
    body.replaceChildren(...changed.map(tableRow))
    const rest = rows.filter(folded)
    this.#rows = [...changed, ...rest] // as they are shown
    byID('map-same').replaceChildren(...rest.map(tableRow))
    byID('map-fold').hidden = rest.length === 0
    const idle = rest.filter((r) => r.skipped).length
    byID('map-fold').dataset.what = [rest.length > idle && `${plural(rest.length - idle, 'mapping')} that change${rest.length - idle === 1 ? 's' : ''} nothing more`, idle > 0 && `${idle} that ${idle === 1 ? 'does' : 'do'} not apply`].filter(Boolean).join(' and ')
    this.#fold(byID('map-same').hidden)
  })

  // fold shows or hides the mappings that change nothing.
  #fold(hidden) {
    byID('map-same').hidden = hidden
    const button = byID('map-fold')
    button.setAttribute('aria-expanded', String(!hidden))
    button.textContent = `${hidden ? 'Show' : 'Hide'} ${button.dataset.what}`
  }
}

// tableRow shows a mapping.
const tableRow = (r) => h('tr', { 'data-id': r.id },
  h('th', { scope: 'row' }, r.label, h('br'), sections(r.section)),
  h('td', {},
    h('div', { class: 'bar' },
      h('p', { class: 'result' }, r.error ? [h('span', { class: 'severity error' }, 'no result'), ': ', sentence(r.error)]
        : r.skipped ? `does not apply: ${r.skipped}` : result(r)),
      r.error || r.skipped ? null : h('button', { type: 'button', 'aria-label': `Copy result: ${r.label}`, onclick: () => copy('Result', r.output) }, 'Copy result'),
      h('button', { type: 'button', 'aria-label': `Copy command: ${r.label}`, onclick: () => copy('Command', rowCommand(r)) }, 'Copy command')),
    r.error || r.skipped ? null : r.same ? h('p', { class: 'note' }, 'unchanged') : r.below ? h('p', { class: 'note' }, 'as on the rung below') : null))

// result shows an output.
const result = (r) => (r.output === '' ? h('em', {}, 'the empty reference') : iri(r.output))
