// The tab Check: a text in which every line is an IRI, what is wrong with it, and fixes.
import { byID, h, iri, marked, placed, placeOf, sentence, rightToLeft, visible, visibleText, clusters, link, diagramFrom, plural, say, wait } from './dom.js'
import { codedLength, makeEditor, setDiagnostics, setText, goTo } from './editor.js'
import { Stopped } from './engine.js'
import { explainButton } from './explain.js'
import { Parts, colouring } from './parts.js'
import { odd } from './scripts.js'
import { copy } from './share.js'

// Lines go to the worker in pieces, so that a new text never waits long for an old one.
const pieceLines = 500
const pieceLength = 500_000

// How many faulty lines the list beside the text shows, and how many diagnostics the
// editor gets: beyond that only those of the lines around what is in view.
const listed = 200
const drawn = 2000

/** A Checker watches a text and keeps the reports of its lines. */
export class Checker {
  #engine
  #target
  #reports = new Map() // of a line's text; null where there is nothing to say
  #version = 0
  #running = false
  #faulty = [] // {number, text, report}
  #onDone = []
  #origin = { name: '', places: new Map() } // the file that the lines are of, and where each stands in it
  #seeking = false // the first fault is to be shown after the next check
  #parts
  #shown = '' // what the report beside the text was made of
  #slow // the timer that says that a check takes a while
  #leading = false // the next report is scrolled to: where it stands below the text, the page is longer with it

  constructor(engine, { text, target, onChange, onLine }) {
    this.#engine = engine
    this.#target = target
    this.view = makeEditor(byID('editor'), {
      label: 'Text, one IRI on each line',
      text,
      empty: 'http://example.org/résumé',
      keys: [{ key: 'F8', run: () => this.next() }, { key: 'Shift-F8', run: () => this.next(-1) }],
      onChange: (pasted) => {
        this.#seeking ||= pasted
        this.#version++
        this.#run()
        onChange(pasted)
      },
      onLine: (n) => {
        this.#showFirst()
        this.#showLine()
        onLine()
      },
      onScroll: wait(50, () => this.#draw()),
      extensions: colouring,
    })
    this.#parts = new Parts(engine, this.view)
    byID('fix-all').addEventListener('click', () => this.#mend('fixed'))
    byID('guess-all').addEventListener('click', () => this.#mend('guess'))
    byID('copy-lines').addEventListener('click', () => copy('Text', this.view.state.doc.toString()))
    byID('first-finding').addEventListener('click', () => {
      const { number } = this.#first
      this.#leading = number !== this.line.number
      this.view.dispatch({ selection: { anchor: this.view.state.doc.line(number).from } }) // without a look at it: what is wanted is below
      byID('line-name').scrollIntoView()
      byID('line-name').focus()
    })
    this.#run()
  }

  /** target is what the lines are checked against; setting it checks them anew. */
  get target() {
    return this.#target
  }

  set target(target) {
    this.#target = target
    this.#reports.clear()
    this.#version++
    this.#run()
  }

  /** lines returns the lines of the text. */
  get lines() {
    return this.view.state.doc.toString().split('\n')
  }

  /** line returns the number of the line with the cursor, from 1, and its text. */
  get line() {
    const { number, text } = this.view.state.doc.lineAt(this.view.state.selection.main.head)
    return { number, text }
  }

  /** setLine replaces the text of the line with the cursor. */
  setLine(text) {
    const { from, to, text: old } = this.view.state.doc.lineAt(this.view.state.selection.main.head)
    text = text.replace(/[\r\n]/g, ' ')
    if (text !== old) this.view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from } })
  }

  /** select goes to a line, or to the nearest one that there is. */
  select(number) {
    const { doc } = this.view.state
    goTo(this.view, doc.line(Math.min(Math.max(1, number), doc.lines)).from, false)
  }

  /** take takes strings of a file for its lines: {text, line, col}. */
  take(items, name) {
    this.#origin = { name, places: new Map(items.map((i) => [i.text, i])) }
    this.#seeking = true
    setText(this.view, items.map((i) => i.text).join('\n'))
  }

  /** seek shows the first fault after the next check. */
  seek() {
    this.#seeking = true
  }

  /** done returns when the text that is there has been checked: the error if it could not be. */
  done() {
    return this.#running ? new Promise((resolve) => this.#onDone.push(resolve)) : Promise.resolve()
  }

  async #run() {
    this.#waitForMended()
    if (this.#running) return
    this.#running = true
    let problem
    for (let version = -1; version !== this.#version;) { // also after a problem: a worker that was started anew is asked again
      version = this.#version
      problem = undefined
      try {
        await this.#pass(() => version === this.#version)
      } catch (error) {
        problem = error
      }
    }
    if (problem) {
      this.#faulty = []
      this.#showMended()
      byID('totals').textContent = ''
      if (!(problem instanceof Stopped)) say(problem.message)
    }
    if (this.#seeking && this.#faulty.length > 0) {
      const { number, report } = this.#faulty[0]
      goTo(this.view, this.view.state.doc.line(number).from + (report.findings[0]?.from ?? 0), false)
    }
    this.#seeking = false
    this.#running = false
    for (const resolve of this.#onDone.splice(0)) resolve(problem)
  }

  // pass checks the lines that have no report yet. It ends early when the text changes.
  async #pass(current) {
    const lines = this.lines
    const missing = [...new Set(lines)].filter((l) => !this.#reports.has(l))
    for (let i = 0; i < missing.length;) {
      let end = i
      for (let length = 0; end < missing.length && end - i < pieceLines && length < pieceLength; end++) length += missing[end].length
      const piece = missing.slice(i, end)
      const reports = this.#reports
      const target = this.#target
      const answer = await this.#engine.call('check', { ...target, lines: piece })
      if (target !== this.#target) return
      piece.forEach((line, k) => reports.set(line, answer[k]))
      if (!current()) return
      i = end
      if (i < missing.length) byID('totals').textContent = `Checking: ${i} of ${missing.length} lines`
    }
    if (this.#reports.size > 4 * lines.length + 10_000) {
      const kept = new Set(lines)
      for (const line of this.#reports.keys()) if (!kept.has(line)) this.#reports.delete(line)
    }
    this.#faulty = []
    lines.forEach((text, k) => {
      const report = this.#reports.get(text)
      if (report) this.#faulty.push({ number: k + 1, text, report })
    })
    this.#draw()
    this.#showTotals(lines)
    this.#showList()
    this.#showFirst()
    this.#showLine()
  }

  // draw gives the editor its underlines.
  #draw() {
    const { state, viewport } = this.view
    let faulty = this.#faulty
    const count = faulty.reduce((n, { report }) => n + report.findings.length, 0)
    if (count > drawn) {
      const first = state.doc.lineAt(viewport.from).number - 100
      const last = state.doc.lineAt(viewport.to).number + 100
      faulty = faulty.filter(({ number }) => number >= first && number <= last)
    }
    const diagnostics = []
    const words = [] // with letters of another script, which have the marks
    const codes = [] // characters shown as code points, which the editor does not underline by itself
    for (const { number, text, report } of faulty) {
      if (number > state.doc.lines) break
      const line = state.doc.line(number)
      if (line.text !== text) continue // the text has changed: a new pass is on its way
      for (const f of report.findings) {
        const spans = marksOf(text, f)
        if (spans.length > 1 || spans[0][0] > f.from || spans[0][1] < f.to) words.push({ from: line.from + f.from, to: line.from + f.to })
        for (const [from, to] of spans) {
          const coded = codedLength(text.slice(from, to))
          if (coded > 0) codes.push({ from: line.from + from, to: line.from + from + coded, severity: f.severity })
          diagnostics.push({
            from: line.from + from,
            to: line.from + to,
            severity: f.severity,
            source: f.code,
            message: visibleText(f.message) + (f.hint ? `\n${visibleText(f.hint)}` : ''),
            actions: f.fix ? [{ name: fixName(text, f.fix), apply: () => this.apply(number, text, [f.fix]) }] : [],
          })
        }
      }
    }
    this.view.dispatch(setDiagnostics(state, diagnostics))
    this.#parts.draw(this.#target, words, codes).catch(() => {
      // Without colours the page works as well; what went wrong is said where lines are checked.
    })
  }

  // first is the line whose finding stands below the editor in a narrow window: that of the cursor, or else the first one.
  get #first() {
    return this.#faulty.find(({ number }) => number === this.line.number) ?? this.#faulty[0]
  }

  #showFirst() {
    const first = this.#first
    byID('first-finding').hidden = !first
    if (!first) return
    const [f] = first.report.findings
    byID('first-finding').replaceChildren(h('span', { class: `severity ${f.severity}` }, `Line ${first.number}, ${f.severity}`), ' ', h('code', {}, f.code), ': ', ...sentence(f.message))
  }

  #showTotals(lines) {
    const checked = lines.filter((l) => l !== '').length
    let errors = 0
    let warnings = 0
    let failing = 0
    for (const { report } of this.#faulty) {
      if (!report.conforms) failing++
      for (const f of report.findings) f.severity === 'error' ? errors++ : warnings++
      errors += report.more ?? 0
    }
    const counts = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean).join(', ')
    byID('totals').textContent = checked === 0 ? '0 lines: type or paste an IRI, or choose an example.' :
      `${plural(checked, 'line')}: ${checked - failing} conform, ${failing} do not${counts && ` (${counts})`}`
    byID('totals').dataset.checked = String(checked)
    byID('report').toggleAttribute('data-empty', checked === 0)
    this.#showMended()
  }

  // waitForMended turns off the buttons that change lines until showMended: what they would write is of the text before. They say
  // so only if it takes a while, so that they do not flicker while one types.
  #waitForMended() {
    for (const id of ['fix-all', 'guess-all']) byID(id).disabled = true
    this.#slow ??= setTimeout(() => { byID('fix-all').textContent = 'Checking…' }, 100)
  }

  // showMended says how many lines have a fix after which they conform, and shows what others were probably meant to be.
  #showMended() {
    clearTimeout(this.#slow)
    this.#slow = undefined
    const fixed = this.#faulty.filter(({ report }) => report.fixed).length
    byID('fix-all').disabled = fixed === 0
    byID('fix-all').textContent = fixed === 0 ? 'Fix all' : `Fix ${plural(fixed, 'line')}`
    const guesses = this.#faulty.filter(({ report }) => report.guess)
    byID('guesses').hidden = guesses.length === 0
    byID('guesses-name').textContent = `${fixed > 0 ? 'and ' : ''}${guesses.length === 1 ? '1 guess' : `${guesses.length} guesses`} …`
    byID('guess-all').disabled = false
    byID('guess-list').replaceChildren(...guesses.slice(0, listed).map(({ number, text, report }) =>
      h('li', {}, `Line ${number}: `, iri(cut(text)), ' → ', iri(cut(report.guess)))))
  }

  // showList has a row for each line and code, with the message and the place. Lines with the same message are one item.
  #showList() {
    const groups = new Map()
    for (const { number, text, report } of this.#faulty) {
      const codes = new Set()
      for (const f of report.findings) {
        if (codes.has(f.code)) continue
        codes.add(f.code)
        const key = `${f.severity} ${f.code} ${f.message}`
        if (!groups.has(key)) groups.set(key, [])
        groups.get(key).push({ number, text, f })
      }
    }
    const row = ({ number, text, f }, ...what) => {
      const [from, to] = clusters(text, f.from, f.to)
      const [left, right] = [Math.max(0, from - 30), Math.min(text.length, to + 30, from + 60)]
      return h('button', { type: 'button', class: 'row', onclick: () => this.goToLine(number, f) }, ...what,
        h('span', { class: 'note' }, `Line ${number}: `), left > 0 ? '…' : '',
        marked(text.slice(left, right), [[from - left, Math.min(to, right) - left]]), right < text.length ? '…' : '')
    }
    const message = (f, lines) => [h('span', { class: `severity ${f.severity}` }, sentence(f.message)), lines > 1 ? `: ${lines} lines` : '', ' ', h('code', { class: 'note' }, f.code), ' ']
    const items = [...groups.values()].slice(0, listed).map((group) => h('li', {}, row(group[0], ...message(group[0].f, group.length), h('br')),
      group.length > 1 ? h('details', { class: 'others' }, h('summary', {}, `${plural(group.length - 1, 'other line')}`),
        group.slice(1, listed).map((one) => row(one)), group.length > listed ? h('p', { class: 'note' }, `and ${group.length - listed} more lines`) : null) : null))
    if (groups.size > listed) items.push(h('li', { class: 'note' }, `and ${groups.size - listed} more`))
    if (items.length === 0) items.push(h('li', { class: 'note' }, 'none'))
    byID('lines').replaceChildren(...items)
  }

  // showLine shows the report of the line with the cursor. A report that is there stays, with what the reader has opened in it.
  #showLine = wait(30, async () => {
    const { number, text } = this.line
    const target = this.#target
    byID('line-name').textContent = `Line ${number}`
    let info
    let problem = text === '' ? h('p', { class: 'note' }, 'The line is empty.') : null
    if (!problem) {
      try {
        info = await this.#engine.call('line', { ...target, text })
      } catch (error) {
        problem = h('p', { class: 'severity error' }, error.message)
      }
    }
    if (this.line.number !== number || this.line.text !== text || this.#target !== target) return // another call is on its way
    const now = problem ? '' : JSON.stringify([number, text, target, info])
    if (now && now === this.#shown) return
    this.#shown = now
    byID('line-report').replaceChildren(...(problem ? [problem] : this.#lineReport(number, text, info)))
    const [card] = byID('line-report').querySelectorAll('.finding')
    if (card && !info.report.findings[0].prose) await this.#drawRule(card, text) // a rule in prose has no diagram
    if (this.#leading) byID('line-name').scrollIntoView()
    this.#leading = false
  })

  // drawRule puts a small diagram of the rule that decides into the card of the first finding, what could go on there lit.
  async #drawRule(card, text) {
    let d
    try {
      d = await this.#engine.call('diagram', { ...this.#target, text, finding: 1, width: Math.round(Math.min(480, card.clientWidth - 30) / small) })
    } catch {
      return // the line is too long for one; the tab Explain says so
    }
    if (!card.isConnected || !d.lit) return
    const drawing = diagramFrom(d.svg, `Diagram of ${d.abnf}`, undefined, d.lit)
    drawing.style.width = `${small * Number(drawing.getAttribute('width'))}px`
    card.querySelector('.bar').after(h('div', { class: 'scroll lit-rule', tabindex: 0, role: 'region', 'aria-label': `Diagram of ${d.rule}` }, drawing))
  }

  #lineReport(number, text, { report, codePoints, more }) {
    const verdict = report.conforms ? (report.findings.length ? 'conforms, with warnings' : 'conforms')
      : report.grammatical ? 'matches the grammar but does not conform' : 'does not conform'
    const nodes = [h('p', {}, h('strong', { class: report.conforms ? 'good' : 'bad' }, verdict)), ...lineText(text, report.findings)]
    const at = this.#origin.places.get(text)
    if (at) nodes.push(h('p', { class: 'note' }, `Line ${at.line}, column ${at.col} of ${visibleText(this.#origin.name) || 'the text'}`))
    const codes = [...new Set(report.findings.map((f) => f.code))]
    codes.forEach((code, k) => nodes.push(this.finding(number, text, report.findings.filter((f) => f.code === code), k)))
    if (report.more) nodes.push(h('p', {}, `and ${report.more} more findings`))
    if (rightToLeft.test(text)) nodes.push(h('p', {}, 'In the order in which it is stored: ', h('bdo', { dir: 'ltr', class: 'iri' }, visible(text.slice(0, shown)), text.length > shown ? '…' : '')))
    if (codePoints) {
      nodes.push(h('details', {}, h('summary', {}, `Characters beyond ASCII (${codePoints.length + (more ?? 0)})`),
        h('ul', { class: 'plain' }, codePoints.map((c) => h('li', {}, `${placeOf(text, c.from, c.to)}: ${c.name}`)),
          more ? h('li', {}, `and ${more} more`) : null)))
    }
    return nodes
  }

  /** finding shows the findings of one code in a line: the message, the excerpt and the fix; what else is known is folded. */
  finding(number, text, findings, k) {
    const [f] = findings
    const [from, to] = clusters(text, f.from, f.to)
    const left = Math.max(0, from - 60)
    const right = Math.min(text.length, to + 60)
    const letters = findings.flatMap((one) => marksOf(text, one)).filter(([a]) => a >= left && a <= right)
    const fixes = findings.flatMap((one) => (one.fix ? [one.fix] : []))
    const alike = fixes.length > 1 && fixes.every((x) => !x.guessed && fixName(text, x) === fixName(text, fixes[0]))
    const button = (fix, name, all) => h('button', { type: 'button', class: fix.guessed ? 'guess' : 'fix', onclick: () => this.apply(number, text, all) }, name)
    return h('article', { class: `finding ${f.severity}`, 'aria-label': `${f.severity} ${k + 1}: ${f.code}` },
      h('p', { class: 'message' }, h('span', { class: `severity ${f.severity}` }, f.severity), ' ', h('code', {}, f.code), ': ', sentence(f.message),
        findings.length > 1 ? `, and ${plural(findings.length - 1, 'more place')}` : ''),
      h('p', {}, left > 0 ? '…' : '', marked(text.slice(left, right), letters.map(([a, b]) => [a - left, Math.min(b, right) - left])), right < text.length ? '…' : ''),
      f.expected ? h('p', {}, h('strong', {}, 'Allowed there: '), f.expected.flatMap((e, i) => [i > 0 ? ', ' : '', e === 'end' ? 'the end' : h('code', {}, visible(e))])) : null,
      f.hint ? h('p', {}, h('strong', {}, 'Hint: '), sentence(f.hint)) : null,
      h('div', { class: 'bar' },
        alike ? button(fixes[0], `${fixName(text, fixes[0])}, at ${fixes.length} places`, fixes) : fixes.map((fix) => button(fix, fixName(text, fix), [fix])),
        explainButton(this.#engine, () => this.#target.spec, f.code)),
      h('details', {}, h('summary', {}, 'Place and rule'), h('dl', {},
        h('dt', {}, 'Place'), findings.map((one) => h('dd', {}, `line ${number}, `, ...placed(text, one))),
        f.abnf || f.section ? [h('dt', {}, f.abnf ? 'Rule' : 'Section'), h('dd', {}, f.abnf ? [h('code', {}, f.abnf), ' '] : null, f.section ? link(f.section, f.sectionURL) : null)] : null,
        f.rules?.length ? [h('dt', {}, 'Within'), h('dd', {}, f.rules.join(' > '))] : null)))
  }

  /** apply applies fixes to a line, if that is still as it was. */
  apply(number, text, fixes) {
    const { doc } = this.view.state
    if (number > doc.lines || doc.line(number).text !== text) {
      say('The line has changed, so the fix was not applied.')
      return
    }
    const { from } = doc.line(number)
    this.view.dispatch({ changes: fixes.map((fix) => ({ from: from + fix.from, to: from + fix.to, insert: fix.text })) })
    say(`Line ${number} was changed.`)
  }

  // mend replaces the lines that then conform: by their fixes, or by what they were probably meant to be.
  async #mend(by) {
    const { doc } = this.view.state
    const changes = []
    for (const { number, text, report } of this.#faulty) {
      if (!report[by] || number > doc.lines || doc.line(number).text !== text) continue
      const { from, to } = doc.line(number)
      changes.push({ from, to, insert: report[by] })
    }
    this.view.dispatch({ changes })
    await this.done()
    const left = this.#faulty.filter(({ report }) => !report.conforms).length
    say(`${plural(changes.length, 'line')} changed. ` + (left ? `${plural(left, 'line')} still ${left === 1 ? 'does' : 'do'} not conform.` : 'All lines conform.'))
  }

  goToLine(number, first) {
    const { doc } = this.view.state
    if (number > doc.lines) return
    const line = doc.line(number)
    first ??= this.#reports.get(line.text)?.findings[0]
    goTo(this.view, line.from + Math.min(first?.from ?? 0, line.length))
  }

  /** next goes to the next finding after the cursor, or to the one before it. */
  next(direction = 1) {
    const { doc, selection } = this.view.state
    const places = []
    for (const { number, text, report } of this.#faulty) {
      if (number > doc.lines || doc.line(number).text !== text) continue
      for (const f of report.findings) places.push({ at: doc.line(number).from + f.from, number, f })
    }
    if (places.length === 0) {
      say('There are no findings.')
      return true
    }
    const head = selection.main.head
    const { at, number, f } = direction > 0 ? places.find((p) => p.at > head) ?? places[0] : places.findLast((p) => p.at < head) ?? places.at(-1)
    goTo(this.view, at)
    say(`Line ${number}, ${f.severity} ${f.code}: ${visibleText(f.message)}`)
    return true
  }
}

// marksOf returns what is marked for a finding: whole grapheme clusters, and of a word in several
// scripts the letters that are not of the script of the rest.
function marksOf(text, f) {
  const letters = f.code === 'mixed-script' ? odd(text.slice(f.from, f.to)) : []
  return letters.length > 0 ? letters.map(([a, b]) => clusters(text, f.from + a, f.from + b)) : [clusters(text, f.from, f.to)]
}

// How large the diagram of a card is, beside those of the tab Explain.
const small = 0.8

// How many characters of a line stand in the report beside the text, around its first fault; all of them if one asks for that, but for
// those of a line that is longer than a browser shows at once.
const shown = 2000
const shownAll = 100_000

const cut = (text) => (text.length > 80 ? text.slice(0, 80) + '…' : text)

// around returns the text around its first finding, at most so many characters, with what is found marked.
function around(text, findings, most) {
  const first = findings[0]?.from ?? 0
  const left = text.length <= most ? 0 : Math.max(0, Math.min(first - most / 2, text.length - most))
  const right = Math.min(text.length, left + most)
  let at = left
  const spans = findings.flatMap((f) => marksOf(text, f)).sort((a, b) => a[0] - b[0]).filter(([from, to]) => from >= at && to <= right && ((at = to), true))
  return [left > 0 ? '…' : '', marked(text.slice(left, right), spans.map(([a, b]) => [a - left, b - left])), right < text.length ? '…' : '']
}

// lineText shows a line: of one that takes more than three rows those around the first finding, and a button that shows all of it.
function lineText(text, findings) {
  const box = h('div', { class: 'rows' }, around(text, findings, shown))
  const button = h('button', {
    type: 'button', hidden: true, 'aria-expanded': 'false',
    onclick: () => {
      const all = box.classList.toggle('all')
      box.replaceChildren(...around(text, findings, all ? shownAll : shown))
      button.textContent = all ? 'Show three rows' : 'Show all'
      button.setAttribute('aria-expanded', String(all))
    },
  }, 'Show all')
  // How many rows there are depends on the width, which is known when it is seen.
  new ResizeObserver(() => {
    if (box.classList.contains('all')) return
    button.hidden = box.scrollHeight <= box.clientHeight + 1 && text.length <= shown
    const mark = box.querySelector('mark')
    if (mark) box.scrollTop = mark.offsetTop - (box.clientHeight - mark.offsetHeight) / 2
  }).observe(box)
  return [box, button]
}

// fixName names what a fix does: Replace “ ” with “%20”. One that is guessed says so.
function fixName(text, fix) {
  if (fix.guessed) return `Guess, may change the meaning: ${fixName(text, { ...fix, guessed: false })}`
  const old = visibleText(text.slice(fix.from, fix.to))
  const now = visibleText(fix.text)
  const cut = (s) => (s.length > 40 ? s.slice(0, 40) + '…' : s)
  if (old === '') return `Insert “${cut(now)}”`
  if (now === '') return `Delete “${cut(old)}”`
  return `Replace “${cut(old)}” with “${cut(now)}”`
}
