// The components of the lines in view, in colours, and the legend that names them. What the
// pointer is on is lit in both.
import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { byID, h } from './dom.js'

/** names are the components in their order. Their colours are variables of style.css. */
export const names = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']

const setParts = StateEffect.define()
const marks = Object.fromEntries(names.map((name) => [name, Decoration.mark({ class: `part part-${name}`, attributes: { 'data-part': name } })]))
// What is shown as a code point is a widget: a mark goes around it if it is inclusive.
const lit = Decoration.mark({ tagName: 'mark', inclusive: true })
const point = Decoration.widget({
  widget: new (class extends WidgetType {
    toDOM() {
      return h('mark', { class: 'point' })
    }
  })(),
})
const faint = Decoration.mark({ class: 'faint' })
const underline = (severity) => Decoration.mark({ class: `cm-lintRange cm-lintRange-${severity}`, inclusive: true })

const field = StateField.define({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    value = value.map(changes)
    for (const e of effects) if (e.is(setParts)) value = Decoration.set(e.value, true)
    return value
  },
  provide: (f) => EditorView.decorations.from(f),
})

const more = { host: { fontWeight: '600' }, userinfo: { fontStyle: 'italic' }, fragment: { fontStyle: 'italic' } }
const theme = EditorView.theme(Object.fromEntries([
  ...names.map((name) => [`.part-${name}`, { color: `var(--${name})`, ...more[name] }]),
  ...names.map((name) => [`&[data-lit=${name}] .part-${name}`, { outline: `2px solid var(--${name})`, borderRadius: '2px' }]),
  ['mark', { color: 'var(--lit-ink)', backgroundColor: 'var(--lit)', outline: '1px solid var(--lit-ink)', borderRadius: '2px' }],
  ['mark :is(.part, .cm-specialChar)', { color: 'inherit' }],
  ['mark.point', { display: 'inline-block', width: '3px', height: '1.1em', verticalAlign: 'text-bottom', backgroundColor: 'var(--error)', outline: '0' }],
  ['.faint', { textDecoration: 'underline dotted var(--warning)' }],
]))

/** colouring is what an editor needs for [colour]. */
export const colouring = [field, theme]

/** colour colours the components of an editor, {name, from, to}, and marks spans of it. */
export function colour(view, parts, spans = []) {
  view.dispatch({ effects: setParts.of([
    ...parts.filter((p) => p.from < p.to).map((p) => marks[p.name].range(p.from, p.to)),
    ...spans.map(({ from, to }) => (from < to ? lit.range(from, to) : point.range(from))),
  ]) })
}

/** Parts colours the lines in view of an editor. */
export class Parts {
  #engine
  #view
  #known = new Map() // the components of a line's text
  #target
  #asked = 0

  constructor(engine, view) {
    this.#engine = engine
    this.#view = view
    byID('legend').replaceChildren(...names.map((name) => h('li', {}, h('button', {
      type: 'button', class: `part-${name}`, 'data-part': name,
      onmouseenter: () => this.light(name), onmouseleave: () => this.light(null), onfocus: () => this.light(name), onblur: () => this.light(null),
    }, name))))
    view.contentDOM.addEventListener('mouseover', (event) => this.light(event.target.closest?.('[data-part]')?.dataset.part ?? null))
    view.contentDOM.addEventListener('mouseleave', () => this.light(null))
  }

  /** light lights a component in the editor and in the legend; null for none. */
  light(name) {
    if (name) this.#view.dom.dataset.lit = name
    else delete this.#view.dom.dataset.lit
    for (const b of byID('legend').querySelectorAll('button')) b.classList.toggle('lit', b.dataset.part === name)
  }

  /**
   * draw colours the lines in view; words are spans of the text whose letters have marks of their own, codes what the
   * editor shows as code points, with the severity of what is found in it.
   */
  async draw(target, words, codes) {
    const key = JSON.stringify(target)
    if (key !== this.#target) this.#known.clear()
    this.#target = key
    const asked = ++this.#asked
    const lines = this.#lines()
    const missing = [...new Set(lines.map((l) => l.text))].filter((text) => !this.#known.has(text))
    if (missing.length > 0) {
      if (this.#known.size > 5000) this.#known.clear()
      const answer = await this.#engine.call('parts', { ...target, lines: missing })
      missing.forEach((text, i) => this.#known.set(text, answer[i]))
      if (asked !== this.#asked) return
    }
    const ranges = [...words.map(({ from, to }) => faint.range(from, to)), ...codes.map(({ from, to, severity }) => underline(severity).range(from, to))]
    const seen = new Set()
    for (const { from, text } of this.#lines()) {
      for (const p of this.#known.get(text) ?? []) {
        seen.add(p.name)
        ranges.push(marks[p.name].range(from + p.from, from + p.to))
      }
    }
    byID('legend').hidden = seen.size === 0
    for (const b of byID('legend').querySelectorAll('button')) b.parentElement.hidden = !seen.has(b.dataset.part)
    this.#view.dispatch({ effects: setParts.of(ranges) })
  }

  // lines returns the lines in view that are not empty.
  #lines() {
    const { state, viewport } = this.#view
    const lines = []
    for (let at = viewport.from; at <= viewport.to;) {
      const line = state.doc.lineAt(at)
      if (line.length > 0 && line.length < 20_000) lines.push(line)
      at = line.to + 1
    }
    return lines
  }
}
