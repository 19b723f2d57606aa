// The tab Explain: the components, the parse tree and the diagram of one line. What the
// pointer or the focus is on is lit in the three of them and in the text.
import { byID, h, placeOf, visible, link, diagramFrom, wait, say } from './dom.js'
import { makeEditor, setText } from './editor.js'
import { colour, colouring } from './parts.js'
import { figure } from './figure.js'
import { explanation } from './explain.js'
import { inBrowser } from './browser.js'
import { inputCommand, targetFlags } from './share.js'

/** A Looker shows the structure of the line with the cursor. */
export class Looker {
  #engine
  #checker
  #editor // of the line
  #text
  #view // {report, nodes, components}
  #figures = [] // the diagrams: {element, visits}
  #items = [] // the elements of the tree, in the order of the nodes
  #shown = ''

  constructor(engine, checker) {
    this.#engine = engine
    this.#checker = checker
    byID('tree').addEventListener('keydown', (event) => this.#treeKey(event))
    for (const id of ['tree', 'components', 'diagram', 'whole']) {
      byID(id).addEventListener('mouseleave', () => this.#light(null))
      byID(id).addEventListener('focusout', () => this.#light(null))
    }
  }

  /** command returns the command that shows the same. */
  command() {
    const flags = targetFlags(this.#checker.target)
    const { text } = this.#checker.line
    if (this.#view && !this.#view.report.grammatical) return inputCommand(['check', ...flags], [text])
    return inputCommand(['parse', ...flags.filter((f) => f !== '--lint')], [text])
  }

  /** specsChanged says that a spec may be another one now, though its name is as it was. */
  specsChanged() {
    this.#shown = ''
  }

  /** show takes the structure of the line up, if it is not there yet. */
  show = wait(30, async () => {
    const { text } = this.#checker.line
    const target = this.#checker.target
    this.#editor ??= makeEditor(byID('look-text'), {
      label: 'Line of the text', oneLine: true, extensions: colouring, empty: 'http://example.org/résumé',
      onChange: () => this.#checker.setLine(this.#editor.state.doc.toString()),
    })
    setText(this.#editor, text)
    const key = JSON.stringify([target, text])
    if (key === this.#shown) return
    this.#shown = key
    if (text === '') {
      this.#blank(h('span', { class: 'note' }, 'The line is empty: empty lines are passed over. Type an IRI above, or choose an example.'))
      return
    }
    try {
      const view = await this.#engine.call('look', { ...target, text })
      if (this.#shown !== key) return
      this.#text = text
      this.#view = view
      delete byID('panel-explain').dataset.blank
    } catch (error) {
      if (this.#shown !== key) return
      this.#shown = ''
      this.#blank(error.message)
      return
    }
    this.#showComponents()
    this.#showTree()
    const { findings } = this.#view.report
    const k = Math.max(findings.findIndex((f) => f.severity === 'error'), 0)
    this.#showVerdict(k)
    this.#light(null)
    if (findings.length > 0) await this.#showFinding(k)
    else await this.#showRule({ name: this.#view.nodes[0].name, ...this.#view.nodes[0], occurs: true }, false)
  })

  // blank shows a sentence in the place of a structure.
  #blank(sentence) {
    this.#text = this.#view = undefined
    this.#items = []
    this.#figures = []
    byID('panel-explain').dataset.blank = 'yes' // no headings without anything below them
    colour(this.#editor, [])
    byID('look-verdict').replaceChildren(sentence)
    for (const id of ['components', 'browser', 'tree', 'diagram', 'whole', 'look-explain']) byID(id).replaceChildren()
  }

  #showVerdict(chosen) {
    const { findings, conforms } = this.#view.report
    byID('look-verdict').replaceChildren(
      h('strong', { class: conforms ? 'good' : 'bad' }, conforms ? 'conforms' : 'does not conform'), ' ',
      ...findings.map((f, k) => h('button', {
        type: 'button', 'aria-pressed': String(k === chosen), onclick: () => this.#showFinding(k),
        onmouseenter: () => this.#light([f.from, f.to]), onmouseleave: () => this.#light(null),
      }, `${f.code} at ${placeOf(this.#text, f.from, f.to)}`)))
  }

  #showComponents() {
    byID('components').replaceChildren(...this.#view.components.map((c) => h('li', {},
      h('button', {
        type: 'button', class: c.broken || c.prose ? 'row broken' : 'row', 'data-from': c.from, 'data-to': c.to,
        onmouseenter: () => this.#light([c.from, c.to]), onfocus: () => this.#light([c.from, c.to]),
        onclick: () => c.rule && this.#showRule({ ...c, name: c.rule, occurs: true }),
      }, h('span', { class: 'label' }, c.name), ' ',
      h('bdi', { class: `iri part-${c.name}`, dir: 'ltr' }, c.from === c.to ? h('em', {}, 'empty') : visible(this.#text.slice(c.from, c.to))),
      c.kind ? ` ${c.kind}` : '', c.broken || c.prose ? h('span', { class: 'severity error' }, c.broken ? ' broken' : ' against a rule in prose') : ''))))
    const { length } = this.#view.components
    if (length === 0) byID('components').replaceChildren(h('li', { class: 'note' }, 'Only rules for whole references have components.'))
    byID('browser').replaceChildren(...(length === 0 ? [h('li', { class: 'note' }, 'Browsers read whole references.')] : inBrowser(this.#text)))
  }

  #showTree() {
    const { nodes, cut } = this.#view
    const parents = []
    const path = []
    nodes.forEach((n, i) => {
      path[n.depth] = i
      parents[i] = n.depth > 0 ? path[n.depth - 1] : -1
    })
    const children = nodes.map(() => 0)
    parents.forEach((p) => p >= 0 && children[p]++)
    // It opens as far as the components: what is above one of them is open, and nothing else.
    const rules = new Set(this.#view.components.map((c) => c.rule))
    const open = nodes.map((n) => n.depth === 0)
    nodes.forEach((n, i) => {
      if (rules.has(n.name)) for (let p = parents[i]; p >= 0; p = parents[p]) open[p] = true
    })
    this.#items = nodes.map((n, i) => h('li', {
      role: 'treeitem', class: n.broken ? `node broken depth-${Math.min(n.depth, 12)}` : `node depth-${Math.min(n.depth, 12)}`,
      tabindex: i === 0 ? 0 : -1, 'aria-level': n.depth + 1, 'data-index': i,
      'aria-expanded': children[i] ? String(open[i]) : undefined,
      onmouseenter: () => this.#light([n.from, n.to], i), onfocus: () => this.#light([n.from, n.to], i),
      onclick: (event) => {
        event.stopPropagation()
        this.#focusItem(i)
        this.#showRule({ ...n, occurs: true })
      },
    }, h('span', { class: 'label' }, n.name), ' ',
    h('bdi', { class: 'iri', dir: 'ltr' }, visible(cutText(this.#text.slice(n.from, n.to)))),
    n.broken ? h('span', { class: 'severity error' }, ' does not match') : ''))
    this.#items.parents = parents
    byID('tree').replaceChildren(...this.#items)
    if (cut) byID('tree').append(h('li', { role: 'none', class: 'note' }, `Only the first ${nodes.length} productions are shown.`))
    this.#hideClosed()
  }

  #hideClosed() {
    const { parents } = this.#items
    this.#items.forEach((item, i) => {
      const p = parents[i]
      item.hidden = p >= 0 && (this.#items[p].hidden || this.#items[p].getAttribute('aria-expanded') === 'false')
    })
  }

  #focusItem(i) {
    for (const item of this.#items) item.tabIndex = -1
    this.#items[i].tabIndex = 0
    this.#items[i].focus()
  }

  #treeKey(event) {
    const item = event.target.closest('[role=treeitem]')
    if (!item) return
    const at = Number(item.dataset.index)
    const open = item.getAttribute('aria-expanded')
    const visibleFrom = (i, step) => {
      for (i += step; i >= 0 && i < this.#items.length; i += step) if (!this.#items[i].hidden) return i
      return -1
    }
    let to = -1
    switch (event.key) {
      case 'ArrowDown': to = visibleFrom(at, 1); break
      case 'ArrowUp': to = visibleFrom(at, -1); break
      case 'Home': to = 0; break
      case 'End': to = visibleFrom(this.#items.length, -1); break
      case 'ArrowRight':
        if (open === 'true') to = visibleFrom(at, 1)
        else if (open === 'false') item.setAttribute('aria-expanded', 'true')
        break
      case 'ArrowLeft':
        if (open === 'true') item.setAttribute('aria-expanded', 'false')
        else to = this.#items.parents[at]
        break
      case 'Enter':
      case ' ':
        this.#showRule({ ...this.#view.nodes[at], occurs: true })
        break
      default: return
    }
    event.preventDefault()
    this.#hideClosed()
    if (to >= 0) this.#focusItem(to)
  }

  async #showFinding(k) {
    this.#showVerdict(k)
    const f = this.#view.report.findings[k]
    await this.#draw({ finding: k + 1 }, f.code)
  }

  async #showRule(occurrence, explain = true) {
    const { name, start, end, occurs } = occurrence
    await this.#draw({ name, start, end, occurs }, explain ? name : null)
  }

  async #draw(what, explain) {
    const text = this.#text
    const { spec } = this.#checker.target
    let d
    try {
      d = await this.#engine.call('diagram', { ...this.#checker.target, text, ...what, width: byID('diagram').clientWidth })
    } catch (error) {
      byID('diagram').replaceChildren(h('p', {}, error.message))
      return
    }
    if (text !== this.#text) return
    this.#figures = []
    byID('diagram-name').textContent = `Diagram of ${d.rule}`
    byID('diagram').replaceChildren(...[
      h('p', { class: 'note' }, h('code', {}, d.abnf), ' ', d.section ? link(d.section, d.sectionURL) : null),
      d.at ? this.#breakText(d, this.#view.report.findings[what.finding - 1]) : null,
      this.#figure(d),
      d.note ? h('p', { class: 'note' }, d.note) : null,
    ].filter(Boolean))
    byID('whole').replaceChildren(...(d.whole ? [h('h3', {}, `Where it stands: ${d.whole.rule}`), this.#figure(d.whole)] : []))
    const at = explain ? await explanation(this.#engine, spec, explain) : null
    if (text !== this.#text) return
    byID('look-explain').replaceChildren(...(at ? [at] : []))
    if (d.at) this.#light([d.at.from, d.at.to])
  }

  // figure draws a diagram and keeps it, so that it is lit with the rest.
  #figure(d) {
    const { element, drawing } = figure(d.svg, d.rule, d.abnf, (rule) => {
      say(`Diagram of ${rule}.`)
      this.#draw({ name: rule }, rule)
    }, undefined, d.lit)
    const kept = { element: drawing, visits: d.visits }
    this.#figures.push(kept)
    for (const box of drawing.querySelectorAll('[data-box]')) {
      const n = Number(box.dataset.box)
      if (d.visits.some((v) => v.box === n)) box.classList.add('visited')
      const enter = () => this.#lightBox(kept, n)
      box.addEventListener('mouseenter', enter)
      box.closest('a')?.addEventListener('focus', enter)
    }
    return element
  }

  // breakText says in words what the lit boxes say of a finding.
  #breakText(d, { prose }) {
    const names = (d.lit ?? []).map((n) => byBox(d.svg, n)).filter(Boolean)
    const place = placeOf(this.#text, d.at.from, d.at.to)
    const says = prose ? `The grammar allows this: the finding is by a rule in prose, at ${place}` : `It breaks at ${place}`
    if (names.length === 0) return h('p', {}, says, prose ? '.' : ': nothing of this rule can follow there.')
    return h('p', { class: 'break' }, says, prose ? ', in ' : '. The lit boxes could go on there: ', names.join(', '), '.')
  }

  #lightBox(figure, n) {
    const spans = figure.visits.filter((v) => v.box === n)
    const span = spans.length > 0 ? [spans[0].from, spans.at(-1).to] : null
    this.#light(span, undefined, { figure, n, spans })
  }

  // light lights a span of the text, and what it is in the tree, in the components and in
  // the diagram. Without a span it lights nothing.
  #light(span, index, { figure, n: box, spans } = {}) {
    const [from, to] = span ?? [-1, -1]
    const inside = (a, b) => span && (from === to ? a <= from && from <= b : a <= from && to <= b)
    let smallest = -1
    this.#view?.nodes.forEach((n, i) => {
      if (inside(n.from, n.to) && !this.#items[i]?.hidden) smallest = i
    })
    this.#items.forEach((item, i) => {
      const n = this.#view.nodes[i]
      const lit = span && (i === (index ?? smallest) || (spans ?? []).some((v) => v.from === n.from && v.to === n.to && !item.hidden))
      item.classList.toggle('lit', Boolean(lit))
    })
    for (const b of byID('components').querySelectorAll('button')) {
      const [a, z] = [Number(b.dataset.from), Number(b.dataset.to)]
      b.classList.toggle('lit', Boolean(span && (inside(a, z) || (from < z && a < to))))
    }
    const marks = spans ?? (span ? [{ from, to }] : [])
    for (const f of this.#figures) {
      for (const b of f.element.querySelectorAll('[data-box]')) {
        const n = Number(b.dataset.box)
        const overlaps = () => f.visits.some((v) => v.box === n && marks.some((m) => meets(m, v)))
        b.classList.toggle('lit', f === figure ? n === box : overlaps())
      }
    }
    this.#showText(marks)
  }

  #showText(marks) {
    if (this.#text !== this.#editor.state.doc.toString()) return
    let at = 0
    colour(this.#editor, this.#view.components, [...marks].sort((a, b) => a.from - b.from).filter(({ from, to }) => from >= at && ((at = to), true)))
  }
}

// meets reports whether a mark is about what was read in a box. An empty mark is about what
// it touches, and what is empty has to stand within the mark.
function meets(mark, visit) {
  if (mark.from === mark.to) return visit.from <= mark.from && mark.from <= visit.to
  return visit.from === visit.to ? mark.from < visit.from && visit.from < mark.to : mark.from < visit.to && visit.from < mark.to
}

const cutText = (text) => (text.length > 80 ? text.slice(0, 80) + '…' : text)

// byBox returns the text of a box in a drawing.
function byBox(svg, n) {
  const boxes = diagramFrom(svg, '').querySelectorAll('[data-box]')
  return boxes[n]?.querySelector('text')?.textContent
}
