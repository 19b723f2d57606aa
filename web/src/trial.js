// The lines beside the grammar: those of the tab Check, each with its verdict by the grammar that is being written.
import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { byID, clusters, h, plural, visibleText } from './dom.js'
import { makeEditor, setDiagnostics, setText } from './editor.js'

// How many lines are checked at each key.
const most = 500

const setVerdicts = StateEffect.define()
const field = StateField.define({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    value = value.map(changes)
    for (const e of effects) if (e.is(setVerdicts)) value = Decoration.set(e.value)
    return value
  },
  provide: (f) => EditorView.decorations.from(f),
})

// A Verdict stands at the end of its line.
class Verdict extends WidgetType {
  constructor(text, good) {
    super()
    this.text = text
    this.good = good
  }

  eq(other) {
    return this.text === other.text && this.good === other.good
  }

  toDOM() {
    return h('span', { class: this.good ? 'verdict good' : 'verdict bad' }, this.text)
  }
}

const theme = EditorView.theme({
  '.verdict': { marginLeft: '1.5em', fontFamily: 'var(--sans)', fontSize: '.85em' },
  '.good': { color: 'var(--good)' },
  '.bad': { color: 'var(--error)' },
})

/** A Trial is the editor of the lines. */
export class Trial {
  #view

  /** onChange is called with the text after each change of it here. */
  constructor(onChange) {
    this.#view = makeEditor(byID('trial'), {
      label: 'Lines, checked by the grammar in the editor', empty: 'http://example.org/résumé', extensions: [field, theme],
      onChange: () => onChange(this.#view.state.doc.toString()),
    })
  }

  /** lines returns those that are checked. */
  get lines() {
    return this.#view.state.doc.toString().split('\n').slice(0, most)
  }

  /** text takes the text of the tab Check over. */
  set text(text) {
    setText(this.#view, text)
  }

  /** show shows the reports of lines; rule names what they were checked against. */
  show(lines, reports, rule) {
    const { doc } = this.#view.state
    const verdicts = []
    const diagnostics = []
    lines.forEach((text, i) => {
      if (text === '' || i >= doc.lines) return
      const line = doc.line(i + 1)
      const { conforms = true, findings = [] } = reports[i] ?? {}
      const says = conforms ? (findings.length > 0 ? '✓ conforms, with warnings' : '✓ conforms') : `✗ ${visibleText(findings.find((f) => f.severity === 'error').message)}`
      verdicts.push(Decoration.widget({ widget: new Verdict(says, conforms), side: 1 }).range(line.to))
      for (const f of findings) {
        const [from, to] = clusters(text, f.from, f.to)
        diagnostics.push({ from: line.from + from, to: line.from + to, severity: f.severity, source: f.code, message: visibleText(f.message) })
      }
    })
    this.#view.dispatch({ effects: setVerdicts.of(verdicts) })
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics))
    const bad = reports.filter((r) => r && !r.conforms).length
    byID('trial-verdict').textContent = `By ${rule}: ${verdicts.length - bad} of ${plural(verdicts.length, 'line')} conform${verdicts.length - bad === 1 ? 's' : ''}` +
      (doc.lines > most ? `; lines after the first ${most} are not checked here` : '')
  }

  /** blank takes the verdicts away, and says why. */
  blank(why) {
    this.#view.dispatch({ effects: setVerdicts.of([]) })
    this.#view.dispatch(setDiagnostics(this.#view.state, []))
    byID('trial-verdict').textContent = why
  }
}
