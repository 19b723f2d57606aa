// The page: its controls, its tabs, its address.
import { byID, say, saveBlob, visibleText, wait, script } from './dom.js'
import { png, standalone } from './figure.js'
import { picture } from './picture.js'
import { specOptions, chooseRule } from './rules.js'
import { Engine, Stopped } from './engine.js'
import { Checker } from './check.js'
import { Files } from './files.js'
import { LineChoice } from './lines.js'
import { Looker } from './look.js'
import { Mapper } from './map.js'
import { Comparer } from './compare.js'
import { Grammar } from './grammar.js'
import { encode, decode } from './state.js'
import { tabs } from './tabs.js'
import { setText } from './editor.js'
import { checkCommand, copy, markdown } from './share.js'
import { examples, fillExamples } from './examples.js'

// How the address says that the grammar in use is the one in its editor.
const same = '1'

// What the page shows when its address has no text.
const example = examples[0].text

// Where the browser cannot run the program boot.js has said so: nothing is started.
if (!globalThis.program) await new Promise(() => {})

const engine = new Engine()
const { state: first, problem } = await decode(location.hash)
if (problem) say(problem)
let tab = 'check'
let specs = []
let own = '' // the grammar that is in use
let changing = true // while the controls are being set from the address

const checker = new Checker(engine, {
  text: first.text ?? example,
  target: { spec: 'rfc3987', rule: '', lint: false },
  onChange: (pasted) => {
    files.changed(pasted)
    changed()
  },
  onLine: () => {
    showLine()
    changed()
  },
})
const files = new Files({ checker, references: useReferences })
const choice = new LineChoice(checker)
const showLine = () => choice.show(checker.line.number, checker.view.state.doc.lines)
showLine()
const looker = new Looker(engine, checker)
const mapper = new Mapper(engine, checker, () => changed())
const comparer = new Comparer(engine, checker, mapper, () => changed())
const grammar = new Grammar({ target: () => checker.target, lines: () => checker.lines, setLines: (text) => setText(checker.view, text), specs: () => specs, own: () => own, use: useGrammar, onChange: () => changed() })
const views = { explain: looker, convert: mapper, compare: comparer, grammar }

// ---- specs and rules

function fillSpecs(list) {
  specs = list
  byID('spec').replaceChildren(...specOptions(specs))
  for (const view of Object.values(views)) view.specsChanged()
}

function fillRules(spec, rule) {
  const info = specs.find((s) => s.name === spec) ?? specs[0]
  byID('spec').value = info.name
  const other = chooseRule(byID('rule'), info, rule)
  if (other) say(other)
  return other
}

function target() {
  const info = specs.find((s) => s.name === byID('spec').value) ?? specs[0]
  const rule = byID('rule').value
  return { spec: info.name, rule: rule === info.top ? '' : rule, lint: byID('lint').checked }
}

// useReferences checks lines that may be relative references by the rule for references, unless another rule than the default is chosen.
function useReferences() {
  const info = specs.find((s) => s.name === byID('spec').value)
  if (!info.reference || byID('rule').value !== info.top) return
  fillRules(info.name, info.reference)
  retarget()
}

function retarget() {
  checker.target = target()
  changed()
}

byID('spec').addEventListener('change', () => {
  fillRules(byID('spec').value, '')
  retarget()
})
byID('rule').addEventListener('change', retarget)
byID('lint').addEventListener('change', retarget)

/** useGrammar makes a grammar of one's own the spec that is checked against, and returns what is to be said of its rules. */
async function useGrammar(text) {
  fillSpecs(await engine.call('use', { text }))
  own = text
  const other = fillRules('custom', '')
  retarget()
  return other
}

// ---- tabs

function show(name) {
  tab = openTab(name)
  views[tab]?.show()
  if (tab === 'check') checker.view.requestMeasure()
}

const openTab = tabs(['check', 'explain', 'convert', 'compare', 'grammar'], (name) => {
  show(name)
  changed()
})

byID('skip').addEventListener('click', (event) => {
  event.preventDefault()
  byID('main').focus()
})

// ---- examples, menus, theme

fillExamples(async (example) => {
  changing = true
  try {
    const wanted = example.grammar ?? ''
    if (wanted !== own) {
      fillSpecs(await engine.call('use', { text: wanted }))
      own = wanted
      if (wanted) grammar.text = wanted
    }
    fillRules(wanted ? 'custom' : example.spec ?? 'rfc3987', '')
    setText(checker.view, example.text)
    checker.seek()
    checker.target = target()
  } catch (error) {
    say(error.message)
    return
  } finally {
    changing = false
  }
  changed()
  say(example.shows)
})

// A menu closes when something in it was done, and by Escape or a click elsewhere.
for (const menu of document.querySelectorAll('details.menu')) {
  const close = () => {
    if (menu.contains(document.activeElement)) menu.querySelector('summary').focus()
    menu.open = false
  }
  menu.addEventListener('click', (event) => event.target.closest('button') && close())
  menu.addEventListener('keydown', (event) => event.key === 'Escape' && close())
  document.addEventListener('click', (event) => {
    if (!menu.contains(event.target)) menu.open = false
  })
}

byID('theme').value = document.documentElement.dataset.theme ?? ''
byID('theme').addEventListener('change', () => {
  const { value } = byID('theme')
  if (value) document.documentElement.dataset.theme = value
  else delete document.documentElement.dataset.theme
  try {
    localStorage.setItem('iri-theme', value)
  } catch {
    // Without storage the choice is for this visit.
  }
})

// ---- the address

function state() {
  const { spec, rule, lint } = checker.target
  return {
    tab, spec, rule, lint: lint ? '1' : '', line: String(checker.line.number), text: checker.view.state.doc.toString(),
    ...mapper.state, ...comparer.state, grammar: grammar.state, use: own === '' ? '' : own === grammar.text ? same : own, ...grammar.choices,
  }
}

let tooLong = false
const write = wait(300, async () => {
  const fragment = await encode(state())
  if (fragment === null) {
    if (!tooLong) say('The text is too long for the address: it is not kept there.')
    tooLong = true
    return
  }
  tooLong = false
  history.replaceState(null, '', '#' + fragment)
})

function changed() {
  if (changing) return
  views[tab]?.show()
  write()
}

async function take(next) {
  changing = true
  try {
    mapper.state = next
    comparer.state = next
    setText(checker.view, next.text ?? example)
    if (next.text === undefined) checker.seek()
    else checker.select(Number.parseInt(next.line, 10) || 1)
    byID('lint').checked = next.lint === '1'
    const wanted = next.use === same ? next.grammar : next.use
    if (wanted !== own) {
      try {
        fillSpecs(await engine.call('use', { text: wanted }))
        own = wanted
      } catch (error) {
        own = ''
        fillSpecs(await engine.call('use', { text: '' }))
        say(`The grammar of the address cannot be used: ${error.message}`)
      }
    }
    if (specs.some((s) => s.name === next.spec)) fillRules(next.spec, next.rule)
    else {
      fillRules('rfc3987', '')
      say(`The address names the spec “${visibleText(next.spec)}”, which there is not: RFC 3987 is taken.`)
    }
    grammar.choices = next
    checker.target = target()
    grammar.text = next.grammar
    show(next.tab)
  } finally {
    changing = false
  }
}

addEventListener('hashchange', async () => {
  const { state: next, problem } = await decode(location.hash)
  if (problem) say(problem)
  await take(next)
})

// ---- copies

const withOwn = (text) => {
  if (!/\bgrammar\.abnf\b/.test(text)) return text
  const other = text.includes('--grammar') && !text.startsWith('iri grammar ') && own !== grammar.text
  return `${text}\n# grammar.abnf is ${other ? 'the grammar that is in use: its editor has another text now' : 'the grammar of the tab Grammar: download it there'}`
}

byID('copy-link').addEventListener('click', async () => {
  const fragment = await encode(state())
  if (fragment === null) say('The text is too long for an address: copy the report instead.')
  else await copy('Link', `${location.origin}${location.pathname}#${fragment}`)
})
byID('copy-command').addEventListener('click', async () => {
  const text = {
    check: () => checkCommand(checker.target, checker.lines),
    explain: () => looker.command(),
    convert: () => mapper.command(),
    compare: () => comparer.command(),
    grammar: () => grammar.command(),
  }[tab]()
  await copy('Command', withOwn(text))
})
const reports = () => engine.call('reports', { ...checker.target, lines: checker.lines })
byID('copy-json').addEventListener('click', async () => copy('Report as JSON', await reports()))
byID('copy-markdown').addEventListener('click', async () => {
  const info = specs.find((s) => s.name === checker.target.spec)
  await copy('Report as Markdown', markdown({ title: info.title, ruleName: checker.target.rule || info.top }, await reports()))
})

// saveFinding saves a picture of the first finding of the line with the cursor.
async function saveFinding(name, blobOf) {
  const { text, number } = checker.line
  try {
    const { report } = await engine.call('look', { ...checker.target, text })
    const k = Math.max(0, report.findings.findIndex((f) => f.severity === 'error'))
    if (report.findings.length === 0) {
      say(`Line ${number} has no finding: put the cursor into a line that has one.`)
      return
    }
    const d = await engine.call('diagram', { ...checker.target, text, finding: k + 1, width: 620 })
    saveBlob(name, await blobOf(picture(text, report.findings[k], d, standalone)))
  } catch (error) {
    say(error.message || 'The browser did not draw the picture: save it as SVG.')
  }
}
byID('save-svg').addEventListener('click', () => saveFinding('finding.svg', (svg) => new Blob([svg], { type: 'image/svg+xml' })))
byID('save-png').addEventListener('click', () => saveFinding('finding.png', png))

// ---- start

// A checker that has died is started anew and asked again, but for a text at which it has died before.
let fatal
engine.onstop = async (reason) => {
  const { doc } = checker.view.state
  const again = doc === fatal
  fatal = doc
  say(again ? `The checker has stopped again at this text: ${reason}. Change the text, or check it with the command iri.`
    : `The checker has stopped and is started anew: ${reason}`)
  try {
    if (own) await engine.call('use', { text: own })
    if (!again) retarget()
  } catch (error) {
    if (!(error instanceof Stopped)) say(error.message)
  }
}
try {
  fillSpecs(SPECS)
  byID('about').textContent = `version ${VERSION}, with ${specs.map((s) => s.title).join(', ')}`
  await take(first)
  const problem = await checker.done()
  if (problem) throw problem
  document.body.dataset.ready = String(Math.round(performance.now()))
} catch (error) {
  globalThis.notStarted(error.message)
}

// Keep the files for the next visit, so that the page works without a network.
if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  await globalThis.keep() // earlier it would delay the first check
  navigator.serviceWorker.register(script('sw.js')).catch(() => {
    // It is only for working offline: without it the page works as before.
  })
}

