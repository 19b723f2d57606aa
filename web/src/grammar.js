// The tab Grammar: an editor for ABNF with its faults, and beside it one of its tools: diagrams, the comparison
// of two grammars, samples and test vectors. Its work can take long, so it has a worker of its
// own, which starts when the tab is first shown and can be stopped.
import { byID, h, iri, link, plural, say, save, sections, wait, visibleText } from './dom.js'
import { figure } from './figure.js'
import { Engine, Stopped } from './engine.js'
import { abnf, firstRule } from './abnf.js'
import { makeEditor, setText, setDiagnostics, goTo } from './editor.js'
import { checkCommand, command, targetFlags } from './share.js'
import { specOptions, chooseRule, usable } from './rules.js'
import { tabs } from './tabs.js'
import { Trial } from './trial.js'

// The controls whose values the address keeps, in its order, and their defaults. The spec "custom" is here the text in the editor.
const pairs = ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b']
const numbers = ['sample-count', 'sample-seed', 'vectors-size']
const defaultDiff = 'rfc3987 IRI custom'
const defaultSamples = '10 1 small'
const same = (values, otherwise) => {
  const text = values.join(' ').trim()
  return text === otherwise ? '' : text
}

/** A Grammar is the tab. */
export class Grammar {
  #page // {target, lines, setLines, specs, own, use, onChange}; own is the grammar that the page checks with, which need not be the text here
  #engine
  #used = '' // the text that the worker has as a spec
  #using // what gives it to the worker, for all who wait for it
  #draft // what is known of that spec
  #text = ''
  #view
  #trial // the lines beside the grammar
  #rule = '' // the rule that somebody has chosen for them: while one types it may not be there for a moment
  #last // returns the command for what was last done here
  #railed // the text whose rules are drawn
  #checking = 0
  #tool = '' // which one is shown
  #openTool

  constructor(page) {
    this.#page = page
    byID('abnf-load').addEventListener('click', () => this.#askToLoad())
    byID('load-dialog').addEventListener('close', () => {
      if (byID('load-dialog').returnValue === 'load') this.#load()
    })
    byID('abnf-use').addEventListener('click', () => this.#use())
    byID('abnf-save').addEventListener('click', () => save('grammar.abnf', this.text))
    byID('diff-a').addEventListener('change', () => this.#fillRules('a'))
    byID('diff-b').addEventListener('change', () => this.#fillRules('b'))
    byID('try-rule').addEventListener('change', () => { this.#rule = byID('try-rule').value })
    for (const id of [...pairs, ...numbers, 'sample-invalid', 'try-rule']) byID(id).addEventListener('change', () => page.onChange()) // which shows the lines anew
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
    return this.text === this.#loaded.text && this.text !== this.#page.own() ? '' : this.text
  }

  /** choices returns which tool is shown, and what is chosen for the comparison and for samples, as the address has it. */
  get choices() {
    const value = (id) => byID(id).value
    const ruleOf = (id, spec) => (spec === 'custom' && this.#draft && value(id) === usable(this.#draft)[0] ? '' : value(id)) // the text may get another default
    const rule = this.#draft && this.#rule === usable(this.#draft)[0] ? '' : this.#rule
    return {
      tool: this.#tool,
      diff: same([value('diff-a'), ruleOf('diff-rule-a', value('diff-a')), value('diff-b'), ruleOf('diff-rule-b', value('diff-b'))], defaultDiff),
      samples: same([...numbers.map((id) => byID(id).value), byID('sample-invalid').checked ? 'invalid' : rule && '-', rule], defaultSamples),
    }
  }

  set choices({ tool, diff, samples }) {
    this.#tool = this.#openTool(tool)
    const [specA, ruleA, specB, ruleB] = (diff || defaultDiff).split(' ')
    for (const [side, spec, rule] of [['a', specA, ruleA], ['b', specB, ruleB]]) {
      const select = byID(`diff-${side}`)
      const old = select.value
      select.value = spec ?? ''
      if (select.selectedIndex < 0) select.value = old
      this.#fillRules(side, rule)
    }
    const [count, seed, size, invalid, rule = ''] = (samples || defaultSamples).split(' ')
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
    this.#rule = rule
    fillRule(byID('try-rule'), this.#draft, rule)
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
        label: 'Grammar in ABNF', text: this.#text, empty: 'rule = "text" / other', extensions: abnf, onChange: () => {
          this.#check()
          this.#page.onChange()
        },
        onLine: () => this.#draw(),
      })
      this.#trial = new Trial((text) => this.#page.setLines(text))
      if (this.#text) {
        this.#begin()
        this.#check()
      }
      else await this.#load()
    }
    this.#trial.text = this.#page.lines().join('\n')
    this.#try()
    await this.#showTool()
  }

  // try checks the lines beside the grammar by its text.
  #try = wait(100, async () => {
    const { text } = this
    const { lines } = this.#trial
    try {
      await this.#useText()
      const reports = await this.#call('check', { ...this.#page.target(), spec: 'custom', rule: byID('try-rule').value, lines })
      if (text !== this.text || String(lines) !== String(this.#trial.lines)) return // another call is on its way
      this.#trial.show(lines, reports, byID('try-rule').value)
    } catch (error) {
      if (text === this.text) this.#trial.blank(`No verdicts: ${visibleText(error.message)}`)
    }
  })

  // showTool brings the tool that is shown up to date: drawings are as wide as the column that they are seen in.
  async #showTool() {
    if (this.#tool === 'draft') this.#draw()
    const box = byID({ rails: 'rails', diff: 'diff-results', samples: 'samples' }[this.#tool])
    if (!box) return
    try {
      await this.#useText()
      if (this.#tool === 'rails') await this.#rails()
    } catch (error) {
      box.replaceChildren(h('p', { class: 'severity error' }, `The text cannot be used: ${visibleText(error.message)}`))
    }
  }

  // useText makes the text of the editor the spec "custom" of the worker, which the tools take, and fills their menus of
  // rules. Who asks for a text that is on its way waits for it: to give it twice would empty what is drawn meanwhile.
  #useText() {
    const { text } = this
    if (text !== this.#used || !this.#using) {
      this.#used = text
      this.#using = this.#giveText(text)
    }
    return this.#using
  }

  async #giveText(text) {
    this.#draft = undefined
    for (const id of ['diff-results', 'samples', 'rails']) byID(id).replaceChildren() // they are those of another text
    this.#railed = undefined
    try {
      const specs = await this.#call('use', { text })
      this.#draft = specs.find((s) => s.name === 'custom')
    } catch (error) {
      if (error instanceof Stopped && this.#used === text) this.#using = undefined // it is tried again; of an error all who ask hear
      throw error
    }
    for (const side of ['a', 'b']) if (byID(`diff-${side}`).value === 'custom') this.#fillRules(side, byID(`diff-rule-${side}`).value)
    fillRule(byID('try-rule'), this.#draft, this.#rule || this.#page.target().rule)
  }

  // source names what the editor has in a command: a spec, or the file that one can save.
  get #source() {
    return this.text === this.#loaded.text ? this.#loaded.spec : 'custom'
  }

  /** specsChanged fills the lists of specs anew. */
  specsChanged() {
    for (const [side, first] of [['a', 'rfc3987'], ['b', 'custom']]) {
      const select = byID(`diff-${side}`)
      const old = select.value
      select.replaceChildren(...specOptions([...this.#page.specs().filter((s) => s.name !== 'custom'), { name: 'custom' }], 'the text in the editor'))
      select.value = old || first
      this.#fillRules(side, byID(`diff-rule-${side}`).value)
    }
  }

  #fillRules(side, rule = '') {
    const { value } = byID(`diff-${side}`)
    fillRule(byID(`diff-rule-${side}`), value === 'custom' ? this.#draft : this.#page.specs().find((s) => s.name === value), rule)
  }

  // begin puts the cursor at the first rule, below the comments at the head of the text.
  #begin() {
    goTo(this.#view, firstRule(this.text), false, 'start')
  }

  // call runs a method in the worker of the tab.
  async #call(method, params) {
    showStop(true)
    try {
      return await this.#engine.call(method, params)
    } finally {
      showStop(this.#engine.busy)
    }
  }

  #loaded = {} // what came from a spec: its name and its text

  #stop() {
    this.#engine.stop()
    this.#used = ''
    this.#using = undefined
    say('Stopped.')
  }

  // askToLoad asks before what somebody has written is gone.
  #askToLoad() {
    if (this.text === this.#loaded.text || this.text.trim() === '') {
      this.#load()
      return
    }
    byID('load-dialog').returnValue = ''
    byID('load-dialog').showModal()
  }

  async #load() {
    const name = this.#page.target().spec
    const spec = name === 'custom' ? 'rfc3987' : name
    try {
      this.#loaded = { spec, text: await this.#engine.call('grammar-text', { spec }) }
      setText(this.#view, this.#loaded.text)
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

  // check first says what is wrong, and then which rules can be used: to find that out takes longer.
  #check = wait(100, async () => {
    const text = this.text
    const now = ++this.#checking
    explainHeader(text)
    const hurry = setTimeout(() => {
      if (now === this.#checking) byID('abnf-faults').textContent = 'Checking the grammar: Stop ends it.'
    }, 2000)
    try {
      for (const quick of [true, false]) {
        const report = await this.#call('grammar-check', { text, quick })
        if (text !== this.text) return
        this.#report(report, quick)
      }
    } catch (error) {
      byID('abnf-faults').textContent = error.message
      return
    } finally {
      clearTimeout(hurry)
    }
    this.#try()
    await this.#changes(text)
    await this.#showTool()
  })

  #report({ faults, usable, refused = [], indented }, quick) {
    const length = this.#view.state.doc.length
    this.#view.dispatch(setDiagnostics(this.#view.state, faults.map((f) => ({
      from: Math.min(f.from, length), to: Math.min(f.to, length), severity: f.severity, source: f.code, message: visibleText(f.message),
    }))))
    const errors = faults.filter((f) => f.severity === 'error').length
    byID('abnf-faults').textContent = `${plural(errors, 'error')}, ${plural(faults.length - errors, 'warning')}` +
      (quick ? '' : usable === 0 ? ': the grammar cannot be used.' : refused.length === 0 ? ': the grammar can be used.'
        : `: ${usable} of ${usable + refused.length} rules can be used.`)
    this.#showFaults(faults.slice(0, 50))
    byID('abnf-indent').hidden = !indented
    byID('abnf-indent').onclick = () => {
      setText(this.#view, indented)
      say('The lines by which a rule goes on are indented.')
    }
    if (!quick) byID('abnf-use').disabled = usable === 0
  }

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

  // The rule that the cursor is in, as it is written.
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
    if (text !== this.text || byID('draft-rule').dataset.shown === now) return
    byID('draft-rule').dataset.shown = now
    if (rule === null) byID('draft-rule').replaceChildren(h('p', { class: 'note' }, 'The rule at the cursor cannot be read: mend its errors, or go to another rule.'))
    else byID('draft-rule').replaceChildren(
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
    const { title, shared, left = 0, lines = [], changed, added, missing } = answer
    const because = lines.length === 0 ? '' : `, because of the ${lines.length === 1 ? 'error in line' : 'errors in lines'} ${list(lines)}`
    if (title === '') {
      box.replaceChildren(h('p', {}, `Nothing is compared${because}.`))
      return
    }
    if (shared === 0 && missing.length > 0) {
      box.replaceChildren(h('p', { class: 'note' }, `No rule has the name of a rule of ${title}: there is nothing to compare.`))
      return
    }
    const row = (c) => h('li', {}, h('button', { type: 'button', class: 'row', onclick: () => goTo(this.#view, this.#view.state.doc.line(c.line).from) },
      h('code', {}, c.rule), ...(c.note ? [` is written otherwise; the two are not compared: ${visibleText(c.note)}`]
        : c.accepts === undefined && c.refuses === undefined ? [' is written otherwise and matches the same strings']
          : [c.accepts === undefined ? '' : [' now ', h('span', { class: 'good' }, 'also matches'), ' ', orEmpty(c.accepts), ...asIn(c.in)], c.accepts !== undefined && c.refuses !== undefined ? ', and' : '',
            c.refuses === undefined ? '' : [' ', h('span', { class: 'bad' }, 'no longer matches'), ' ', orEmpty(c.refuses), ...asIn(c.notIn)]].flat())))
    const names = (list, one, many) => (list.length === 0 ? null : h('details', {}, h('summary', {}, list.length === 1 ? one : `${list.length} ${many}`), h('p', {}, h('code', {}, list.join(', ')))))
    const count = changed.filter((c) => c.accepts !== undefined || c.refuses !== undefined).length
    const noted = changed.filter((c) => c.note).length
    box.replaceChildren(...(left === 0 ? [] : [h('p', {}, `${plural(shared - left - noted, 'rule')} compared; ${left} not${because}.`)]),
      h('p', {}, changed.length + added.length + missing.length + left === 0 ? `Its rules are those of ${title}.`
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
    const file = (s) => (s !== 'custom' ? s : this.#source === 'custom' ? 'grammar.abnf' : this.#source)
    const words = ['grammar', 'diff', file(a), file(b), ...(ruleA || ruleB ? ['--rule', ruleA === ruleB ? ruleA : `${ruleA}=${ruleB}`] : [])]
    this.#last = () => command(...words)
    let rows
    try {
      await this.#useText()
      rows = await this.#call('diff', { a, b, ruleA, ruleB })
    } catch (error) {
      box.replaceChildren(h('p', {}, error.message))
      return
    }
    if (rows.length === 0) {
      box.replaceChildren(h('p', {}, 'The languages are equal.'))
      return
    }
    const title = (name) => (name === 'custom' ? 'the text in the editor' : this.#page.specs().find((s) => s.name === name)?.title ?? name)
    box.replaceChildren(h('h3', {}, plural(rows.length, 'difference')), h('ol', { class: 'plain' }, rows.map((r) => h('li', { class: 'difference' },
      h('p', {}, 'Only in ', a === b ? r.in : title(r.in), ': ', orEmpty(r.witness)),
      h('p', {}, 'because of ', h('code', {}, `${r.rules.join(', ')}: ${r.expr}`), r.section ? [' ', sections(r.section)] : null),
      r.chars ? h('p', { class: 'note' }, r.chars) : null))))
  }

  async #samples(asFile) {
    const rule = byID('try-rule').value
    const params = {
      spec: 'custom', rule, count: Number(byID('sample-count').value) || 10, seed: Math.abs(Math.trunc(Number(byID('sample-seed').value))) || 0, invalid: byID('sample-invalid').checked,
    }
    const words = ['grammar', 'sample', ...targetFlags({ spec: this.#source, rule }), '--seed', String(params.seed), '-n', String(params.count),
      ...(params.invalid ? ['--invalid'] : []), '--format', 'json']
    this.#last = () => command(...words)
    try {
      await this.#useText()
      const rows = await this.#call('samples', params)
      if (asFile) save('samples.jsonl', rows.map((r) => JSON.stringify(r)).join('\n') + '\n', 'application/jsonl')
      else byID('samples').replaceChildren(...rows.slice(0, 100).map((r) => h('li', {}, r.input === '' ? '(empty)' : iri(r.input), r.why ? h('span', { class: 'note' }, ` ${visibleText(r.why)}`) : null)))
    } catch (error) {
      byID('samples').replaceChildren(h('li', {}, error.message))
    }
  }

  async #vectors() {
    const rule = byID('try-rule').value
    const size = byID('vectors-size').value
    this.#last = () => command('grammar', 'vectors', ...targetFlags({ spec: this.#source, rule }), '--size', size)
    say('Making the test vectors…')
    try {
      await this.#useText()
      const suite = await this.#call('vectors', { spec: 'custom', rule, size })
      save(`vectors-${rule || 'top'}-${size}.jsonl`, suite.lines, 'application/jsonl')
      say(`${suite.rows} test vectors.`)
    } catch (error) {
      say(error.message)
    }
  }

  async #rails() {
    const { text } = this
    if (text === this.#railed) return
    const rules = await this.#call('railroads', { spec: 'custom', width: byID('rails').clientWidth })
    if (this.text !== text || this.#railed === text) return // another call is on its way, or was before this one
    this.#railed = text
    const byName = new Map(rules.map((r) => [r.name, r]))
    // A click on a rule in a diagram opens its diagram below, in place.
    const drawn = (r, within) => {
      const box = h('div', {})
      const opened = new Map()
      const element = r.svg === '' ? '' : figure(r.svg, r.name, r.abnf, (name) => {
        if (opened.has(name)) {
          opened.get(name).remove()
          opened.delete(name)
        } else if (byName.has(name) && !within.includes(name)) {
          const inner = h('section', { class: 'inner', 'aria-label': `Diagram of ${name}`, tabindex: -1 }, h('h3', {}, name), drawn(byName.get(name), [...within, name]))
          opened.set(name, inner)
          box.append(inner)
          inner.focus()
        } else say(`${name} is drawn above.`)
      }).element
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
    const [top = ''] = usable(this.#draft)
    const first = byID('rails').querySelector(`details[data-name="${CSS.escape(top)}"]`)
    if (first) first.open = true
  }
}

// list writes numbers as a sentence has them: 1, 2 and 3. Of many the first ones.
function list(numbers) {
  const most = 6
  const shown = numbers.length > most ? [...numbers.slice(0, most), `${numbers.length - most} more`] : numbers
  return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

// asIn shows the text that has a string, if there is one.
const asIn = (text) => (text ? [', as in ', iri(text)] : [])

// fillRule fills a menu of rules; while a text cannot be used it has its default rule.
function fillRule(select, info, rule) {
  if (info) chooseRule(select, info, rule)
  else select.replaceChildren(h('option', { value: rule }, rule || 'the default rule'))
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
