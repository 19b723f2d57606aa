// The tab Grammar: an editor for ABNF with its faults, and beside it one of its tools: diagrams, the comparison
// of two grammars, samples and test vectors. Its work can take long, so it has a worker of its
// own, which starts when the tab is first shown and can be stopped.
import { byID, h, iri, link, plural, say, save, wait, visibleText } from './dom.js'
import { figure } from './figure.js'
import { Engine } from './engine.js'
import { abnf, firstRule } from './abnf.js'
import { makeEditor, setText, setDiagnostics, goTo } from './editor.js'
import { checkCommand, command, targetFlags } from './share.js'
import { specOptions, chooseRule, usable } from './rules.js'
import { tabs } from './tabs.js'

// The controls whose values the address keeps, in its order, and their defaults.
const pairs = ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b']
const numbers = ['sample-count', 'sample-seed', 'vectors-size']
const defaultDiff = 'rfc3986 URI rfc3987 IRI'
const defaultSamples = '10 1 small'
const same = (values, otherwise) => {
  const text = values.join(' ').trim()
  return text === otherwise ? '' : text
}

/** A Grammar is the tab. */
export class Grammar {
  #page // {target, lines, specs, own, use, onChange}; own is the grammar that the page checks with
  #engine
  #used = '' // the grammar that the worker has
  #text = ''
  #view
  #faults
  #last // returns the command for what was last done here
  #railed = ''
  #checking = 0
  #tool = '' // which one is shown
  #openTool

  constructor(page) {
    this.#page = page
    byID('abnf-load').addEventListener('click', () => this.#load())
    byID('abnf-use').addEventListener('click', () => this.#use())
    byID('abnf-save').addEventListener('click', () => save('grammar.abnf', this.text))
    byID('diff-a').addEventListener('change', () => this.#fillRules('a'))
    byID('diff-b').addEventListener('change', () => this.#fillRules('b'))
    for (const id of [...pairs, ...numbers, 'sample-invalid']) byID(id).addEventListener('change', () => page.onChange())
    byID('diff-run').addEventListener('click', () => this.#diff())
    byID('sample-run').addEventListener('click', () => this.#samples(false))
    byID('sample-save').addEventListener('click', () => this.#samples(true))
    byID('vectors-save').addEventListener('click', () => this.#vectors())
    this.#openTool = tabs(['draft', 'changes', 'rails', 'diff', 'samples'], (name) => {
      this.#tool = name
      this.#showTool()
      page.onChange()
    })
    for (const b of document.querySelectorAll('button.stop')) b.addEventListener('click', () => this.#stop())
  }

  /** text is the text of the editor. */
  get text() {
    return this.#view ? this.#view.state.doc.toString() : this.#text
  }

  /** state is the text, if it is not just the file of a spec. */
  get state() {
    return this.text === this.#loaded && this.text !== this.#page.own() ? '' : this.text
  }

  /** choices returns which tool is shown, and what is chosen for the comparison and for samples, as the address has it. */
  get choices() {
    return {
      tool: this.#tool,
      diff: same(pairs.map((id) => byID(id).value), defaultDiff),
      samples: same([...numbers.map((id) => byID(id).value), byID('sample-invalid').checked ? 'invalid' : ''], defaultSamples),
    }
  }

  set choices({ tool, diff, samples }) {
    this.#tool = this.#openTool(tool)
    const chosen = (diff || defaultDiff).split(' ')
    pairs.forEach((id, i) => {
      const select = byID(id)
      const old = select.value
      select.value = chosen[i] ?? ''
      if (select.selectedIndex < 0) select.value = old
      if (i % 2 === 0) this.#fillRules(id === 'diff-a' ? 'a' : 'b')
    })
    const [count, seed, size, invalid] = (samples || defaultSamples).split(' ')
    const number = (id, text) => {
      const { min, max } = byID(id)
      const n = Math.trunc(Number(text))
      byID(id).value = String(n >= Number(min) && n <= Number(max) ? n : byID(id).defaultValue)
    }
    number('sample-count', count)
    number('sample-seed', seed)
    byID('vectors-size').value = size
    if (byID('vectors-size').selectedIndex < 0) byID('vectors-size').selectedIndex = 0
    byID('sample-invalid').checked = invalid === 'invalid'
  }

  set text(text) {
    this.#text = text
    if (this.#view && text) {
      setText(this.#view, text)
      this.#begin()
    } else if (this.#view) this.#load()
  }

  /** command returns the command for what was done last, else the check of the grammar. */
  command() {
    return this.#last ? this.#last() : command('grammar', 'check', 'grammar.abnf')
  }

  /** show starts the tab, and brings the tool that is shown up to date. */
  async show() {
    if (!this.#engine) {
      this.#engine = new Engine()
      this.#view = makeEditor(byID('abnf'), {
        label: 'Grammar in ABNF', text: this.#text, extensions: abnf, onChange: () => {
          this.#check()
          this.#page.onChange()
        },
        onLine: () => this.#draw(),
      })
      if (this.#text) {
        this.#begin()
        this.#check()
      }
      else await this.#load()
    }
    await this.#showTool()
  }

  // showTool draws what the tool that is shown has not drawn yet: drawings are as wide as the column that they are seen in.
  async #showTool() {
    if (this.#tool === 'draft') this.#draw()
    if (this.#tool === 'rails') await this.#rails()
  }

  /** specsChanged fills the lists of specs anew. */
  specsChanged() {
    for (const [side, first] of [['a', 'rfc3986'], ['b', 'rfc3987']]) {
      const select = byID(`diff-${side}`)
      const old = select.value
      select.replaceChildren(...specOptions(this.#page.specs()))
      select.value = old || first
      if (select.selectedIndex < 0) select.value = first
      this.#fillRules(side)
    }
    this.#railed = ''
  }

  #fillRules(side) {
    const info = this.#page.specs().find((s) => s.name === byID(`diff-${side}`).value)
    chooseRule(byID(`diff-rule-${side}`), info, '')
  }

  // begin puts the cursor at the first rule, below the comments at the head of the text.
  #begin() {
    goTo(this.#view, firstRule(this.text), false, 'start')
  }

  // call runs a method in the worker of the tab, with the grammar that is in use.
  async #call(method, params) {
    showStop(true)
    try {
      const wanted = this.#page.own()
      if (wanted !== this.#used) {
        await this.#engine.call('use', { text: wanted })
        this.#used = wanted
      }
      return await this.#engine.call(method, params)
    } finally {
      showStop(this.#engine.busy)
    }
  }

  #loaded = '' // what came from a spec

  #stop() {
    this.#engine.stop()
    this.#used = ''
    say('Stopped.')
  }

  async #load() {
    const { spec } = this.#page.target()
    try {
      this.#loaded = await this.#engine.call('grammar-text', { spec: spec === 'custom' ? 'rfc3987' : spec })
      setText(this.#view, this.#loaded)
      this.#begin()
    } catch (error) {
      say(error.message)
    }
  }

  async #use() {
    const { text } = this
    try {
      const other = await this.#page.use(text)
      this.#page.onChange()
      say(other || 'Lines are now checked with this grammar.')
      this.#last = () => checkCommand(this.#page.target(), this.#page.lines())
      await this.#showTool()
    } catch (error) {
      say(`The grammar cannot be used: ${error.message}`)
    }
  }

  #check = wait(200, async () => {
    const text = this.text
    const now = ++this.#checking
    explainHeader(text)
    const hurry = setTimeout(() => {
      if (now === this.#checking) byID('abnf-faults').textContent = 'Checking the grammar: Stop ends it.'
    }, 500)
    let report
    try {
      report = await this.#call('grammar-check', { text })
    } catch (error) {
      byID('abnf-faults').textContent = error.message
      return
    } finally {
      clearTimeout(hurry)
    }
    if (text !== this.text) return
    const { faults, usable, refused = [] } = report
    const length = this.#view.state.doc.length
    this.#view.dispatch(setDiagnostics(this.#view.state, faults.map((f) => ({
      from: Math.min(f.from, length), to: Math.min(f.to, length), severity: f.severity, source: f.code, message: visibleText(f.message),
    }))))
    const errors = faults.filter((f) => f.severity === 'error').length
    byID('abnf-faults').textContent = `${plural(errors, 'error')}, ${plural(faults.length - errors, 'warning')}: ` +
      (usable === 0 ? 'the grammar cannot be used.' : refused.length === 0 ? 'the grammar can be used.'
        : `${usable} of ${usable + refused.length} rules can be used.`)
    this.#showFaults(faults.slice(0, 50))
    byID('abnf-use').disabled = usable === 0
    await this.#changes(text)
  })

  // Errors are listed, and warnings folded: those of a spec are no news. Who has opened them finds them open after the next key.
  #showFaults(faults) {
    const rows = (list) => list.map((f) => h('li', {}, h('button', {
      type: 'button', class: 'row', onclick: () => goTo(this.#view, f.from),
    }, h('span', { class: `severity ${f.severity}` }, f.severity), ` ${f.code}, line ${f.line}: `, visibleText(f.message))))
    const warnings = faults.filter((f) => f.severity !== 'error')
    const open = Boolean(byID('abnf-list').querySelector('details')?.open)
    byID('abnf-list').replaceChildren(...rows(faults.filter((f) => f.severity === 'error')),
      ...(warnings.length === 0 ? [] : [h('li', {}, h('details', { open }, h('summary', {}, 'Warnings'), h('ul', { class: 'plain' }, rows(warnings))))]))
  }

  // The rule that the cursor is in, as it is written; while it cannot be read, as it was.
  #draw = wait(100, async () => {
    if (!byID('draft-rule').checkVisibility()) return
    const { doc, selection } = this.#view.state
    const text = doc.toString()
    const line = doc.lineAt(selection.main.head).number
    let rule
    try {
      rule = await this.#call('draft-rule', { text, line, width: byID('draft-rule').clientWidth })
    } catch (error) {
      byID('draft-rule').replaceChildren(h('p', {}, error.message))
      return
    }
    const now = `${rule?.abnf} ${rule?.section}`
    if (text !== this.text || !rule || byID('draft-rule').dataset.shown === now) return
    byID('draft-rule').dataset.shown = now
    byID('draft-rule').replaceChildren(
      h('p', { class: 'note' }, h('code', {}, rule.abnf), ' ', rule.section ? link(rule.section, rule.sectionURL) : null),
      figure(rule.svg, rule.name, rule.abnf, (name) => this.#goToRule(name), `Diagram of ${rule.name}, as it is written`).element)
  })

  // goToRule moves the cursor to the definition of a rule.
  #goToRule(name) {
    const at = this.text.search(new RegExp(`^[ \\t]*${name}[ \\t]*=`, 'im'))
    if (at < 0) say(`${name} is not defined in this text.`)
    else goTo(this.#view, at)
  }

  // changes says what the rules of the text match otherwise than those of a built-in spec.
  async #changes(text) {
    const { spec } = this.#page.target()
    const box = byID('draft-changes')
    let answer
    try {
      answer = await this.#call('draft-changes', { text, base: spec === 'custom' ? 'rfc3987' : spec })
    } catch (error) {
      box.replaceChildren(h('p', {}, error.message))
      return
    }
    if (text !== this.text) return
    const { title, shared, changed, added, missing } = answer
    if (title === '') {
      box.replaceChildren(h('p', { class: 'note' }, 'The text cannot be read yet.'))
      return
    }
    if (shared === 0 && missing.length > 0) {
      box.replaceChildren(h('p', { class: 'note' }, `No rule has the name of a rule of ${title}: there is nothing to compare.`))
      return
    }
    const row = (c) => h('li', {}, h('button', { type: 'button', class: 'row', onclick: () => goTo(this.#view, this.#view.state.doc.line(c.line).from) },
      h('code', {}, c.rule), ...(c.note ? [` is written otherwise; the two are not compared: ${visibleText(c.note)}`]
        : c.accepts === undefined && c.refuses === undefined ? [' is written otherwise and matches the same strings']
          : [c.accepts === undefined ? '' : [' ', h('span', { class: 'good' }, 'matches'), ' ', orEmpty(c.accepts)], c.accepts !== undefined && c.refuses !== undefined ? ' and' : '',
            c.refuses === undefined ? '' : [' ', h('span', { class: 'bad' }, 'does not match'), ' ', orEmpty(c.refuses)]].flat())))
    const names = (list, one, many) => (list.length === 0 ? null : h('details', {}, h('summary', {}, list.length === 1 ? one : `${list.length} ${many}`), h('p', {}, h('code', {}, list.join(', ')))))
    const count = changed.filter((c) => c.accepts !== undefined || c.refuses !== undefined).length
    box.replaceChildren(
      h('p', {}, changed.length + added.length + missing.length === 0 ? `Its rules are those of ${title}.`
        : `Beside ${title}: ${plural(count, 'rule')} match${count === 1 ? 'es' : ''} other strings.`),
      h('ul', { class: 'plain' }, changed.map(row)),
      ...[names(added, `1 rule that ${title} does not have`, `rules that ${title} does not have`),
        names(missing, `1 rule of ${title} is not in the text`, `rules of ${title} are not in the text`)].filter(Boolean))
  }

  async #diff() {
    const [a, b] = [byID('diff-a').value, byID('diff-b').value]
    const [ruleA, ruleB] = [byID('diff-rule-a').value, byID('diff-rule-b').value]
    const box = byID('diff-results')
    box.replaceChildren(h('p', {}, 'Comparing…'))
    const file = (s) => (s === 'custom' ? 'grammar.abnf' : s)
    const words = ['grammar', 'diff', file(a), file(b), '--rule', ruleA === ruleB ? ruleA : `${ruleA}=${ruleB}`]
    this.#last = () => command(...words)
    let rows
    try {
      rows = await this.#call('diff', { a, b, ruleA, ruleB })
    } catch (error) {
      box.replaceChildren(h('p', {}, error.message))
      return
    }
    if (rows.length === 0) {
      box.replaceChildren(h('p', {}, 'The languages are equal.'))
      return
    }
    const title = (name) => this.#page.specs().find((s) => s.name === name)?.title ?? name
    box.replaceChildren(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Differences' }, h('table', {},
      h('caption', {}, `${rows.length} difference${rows.length === 1 ? '' : 's'}`),
      h('thead', {}, h('tr', {}, ['Only in', 'Shortest string', 'Because of', 'Section'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, rows.map((r) => h('tr', {},
        h('td', {}, a === b ? r.in : title(r.in)), h('td', {}, iri(r.witness)),
        h('td', {}, h('code', {}, `${r.rules.join(', ')}: ${r.expr}`), r.chars ? h('div', { class: 'note' }, r.chars) : null), h('td', {}, r.section ?? '')))))))
  }

  async #samples(asFile) {
    const { spec, rule } = this.#page.target()
    const params = {
      spec, rule, count: Number(byID('sample-count').value) || 10, seed: Math.abs(Math.trunc(Number(byID('sample-seed').value))) || 0, invalid: byID('sample-invalid').checked,
    }
    const words = ['grammar', 'sample', ...targetFlags({ spec, rule }), '--seed', String(params.seed), '-n', String(params.count),
      ...(params.invalid ? ['--invalid'] : []), '--format', 'json']
    this.#last = () => command(...words)
    try {
      const rows = await this.#call('samples', params)
      if (asFile) save('samples.jsonl', rows.map((r) => JSON.stringify(r)).join('\n') + '\n', 'application/jsonl')
      else byID('samples').replaceChildren(...rows.slice(0, 100).map((r) => h('li', {}, r.input === '' ? '(empty)' : iri(r.input), r.why ? h('span', { class: 'note' }, ` ${visibleText(r.why)}`) : null)))
    } catch (error) {
      byID('samples').replaceChildren(h('li', {}, error.message))
    }
  }

  async #vectors() {
    const { spec, rule } = this.#page.target()
    const size = byID('vectors-size').value
    this.#last = () => command('grammar', 'vectors', ...targetFlags({ spec, rule }), '--size', size)
    say('Making the test vectors…')
    try {
      const suite = await this.#call('vectors', { spec, rule, size })
      save(`vectors-${rule || 'top'}-${size}.jsonl`, suite.lines, 'application/jsonl')
      say(`${suite.rows} test vectors.`)
    } catch (error) {
      say(error.message)
    }
  }

  async #rails() {
    const { spec } = this.#page.target()
    if (spec === this.#railed) return
    this.#railed = spec
    let rules
    try {
      rules = await this.#call('railroads', { spec, width: byID('rails').clientWidth })
    } catch (error) {
      this.#railed = ''
      byID('rails').replaceChildren(h('p', {}, error.message))
      return
    }
    if (this.#railed !== spec) return
    const byName = new Map(rules.map((r) => [r.name, r]))
    // A click on a rule in a diagram opens its diagram below, in place.
    const drawn = (r, within) => {
      const box = h('div', {})
      const opened = new Map()
      const { element } = figure(r.svg, r.name, r.abnf, (name) => {
        if (opened.has(name)) {
          opened.get(name).remove()
          opened.delete(name)
        } else if (byName.has(name) && !within.includes(name)) {
          const inner = h('section', { class: 'inner', 'aria-label': `Diagram of ${name}`, tabindex: -1 }, h('h3', {}, name), drawn(byName.get(name), [...within, name]))
          opened.set(name, inner)
          box.append(inner)
          inner.focus()
        } else say(`${name} is drawn above.`)
      })
      box.append(h('p', { class: 'note' }, h('code', {}, r.abnf), ' ', r.section ? link(r.section, r.sectionURL) : null),
        r.refused ? h('p', {}, h('span', { class: 'severity error' }, 'cannot be used'), `: ${visibleText(r.refused)}`) : '', element)
      return box
    }
    byID('rails').replaceChildren(...rules.map((r) => {
      const d = h('details', { 'data-name': r.name }, h('summary', {}, h('code', {}, r.name)))
      d.addEventListener('toggle', () => {
        if (d.open && d.children.length === 1) d.append(drawn(r, [r.name]))
      })
      return d
    }))
    const [top = ''] = usable(this.#page.specs().find((s) => s.name === spec))
    const first = byID('rails').querySelector(`details[data-name="${CSS.escape(top)}"]`)
    if (first) first.open = true
  }
}

// orEmpty shows a string that may be empty.
const orEmpty = (text) => (text === '' ? h('em', {}, 'the empty string') : iri(text))

// showStop shows the buttons that stop the worker, or hides them.
function showStop(busy) {
  for (const b of document.querySelectorAll('button.stop')) b.hidden = !busy
}

// What the comments at the head of a file say to the generator.
const header = {
  spec: 'is the short name of the spec', title: 'names the document', changes: 'names the spec that the file changes', without: 'names the rules that it takes away',
  import: 'takes rules from another grammar', terminals: 'says whether a terminal is a character or an octet', top: 'names the rule that is checked by default',
  reference: 'names the rule for references', absolute: 'names the one without a fragment', relative: 'names the one without a scheme', family: 'says what the references are',
  component: 'says which rule stands for a component', characters: 'names rules that are only characters of a component', record: 'names the rules that find components', typical: 'has usual texts',
}

// explainHeader explains the lines of a file that start with "; component:" and the like.
function explainHeader(text) {
  const used = Object.keys(header).filter((name) => new RegExp(`^; ${name}:`, 'm').test(text))
  byID('abnf-header').hidden = used.length === 0
  byID('abnf-header').replaceChildren(h('summary', {}, 'Comments that tell the program something'),
    h('ul', { class: 'plain' }, used.map((name) => h('li', {}, h('code', {}, `; ${name}:`), ` ${header[name]}`))))
}
