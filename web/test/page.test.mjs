// The page in a headless Chromium: the main paths, hostile input, no request that leaves
// the page, and sizes. Run by make page WHAT=test; make page WHAT=bench prints times.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { describe } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, fragment, open, patience, root, start, test } from './browser.mjs'
import { choose, copyBy, download, editorText, eventually, paste, point, press, text, texts, totals, type, underlined, value, writeLine } from './drive.mjs'

let session
before(async () => {
  session = await start()
})
after(() => session?.stop())

/** use opens the page, runs f and checks that nothing was complained of. */
async function use(state, f, options) {
  const p = await open(session, state && fragment(state), options)
  try {
    await f(p.page, p)
    assert.deepEqual(p.problems, [])
    assert.deepEqual(await p.page.evaluate(() => globalThis.violations), [])
  } finally {
    await p.close()
  }
}

/** shell runs a command line with bin/iri in the path and files at hand, and returns what it prints. */
function shell(line, files = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'iri-shell-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    return execFileSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28, timeout: patience, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    if (error.status === 1) return error.stdout // some input does not conform
    throw error
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

describe('check', () => {
  test('underlines while typing, at the exact spans', () => use({ text: 'http://example.org/' }, async (page) => {
    await totals(page, '1 line: 1 conform, 0 do not')
    await eventually(() => underlined(page), [])
    await type(page, '\nhttp://h:8a/')
    await totals(page, '2 lines: 1 conform, 1 do not (1 error)')
    await eventually(() => underlined(page), ['a'])
    await type(page, '%zz')
    await totals(page, '(2 errors')
    await eventually(() => underlined(page), ['a', '%'])
  }))

  test('the report says what, where, which rule', () => use({ text: 'http://h:8a/' }, async (page) => {
    for (const part of ['port', 'bytes 10 to 11', 'port = *DIGIT', 'RFC 3986 §3.2.3', 'IRI > ihier-part > iauthority > port']) {
      await eventually(() => text(page, '#line-report'), (report) => report.includes(part) || assert.fail(`${part} is missing in: ${report}`))
    }
  }))

  test('combining and bidi text: the marks cover the characters that the findings name', () => use(
    { text: 'http://e/a b\u0301\nhttp://e/e\u0301 x\nhttp://example.org/שלום abc\nhttp://e/😀 x' }, async (page) => {
      await totals(page, '4 lines: 0 conform')
      await eventually(() => underlined(page), [' ', ' ', ' ', ' '])
    }))

  test('a finding on a combining character is drawn under the whole cluster', () => use({ spec: 'rfc3986', text: 'http://e/ae\u0301z' }, async (page) => {
    await totals(page, '0 conform, 1 do not')
    await eventually(() => underlined(page), ['e\u0301'])
    await eventually(() => text(page, '#line-report'), /bytes 11 to 13/)
  }))

  test('the browser shows a right-to-left line in display order, and the report in the order in which it is stored', () => use({ text: 'http://example.org/שלום/abc' }, async (page) => {
    await page.waitForSelector('#line-report bdo')
    const lefts = (selector) => page.$eval(`#line-report ${selector}`, (e) => ['ש', 'ם', 'c'].map((c) => {
      const range = document.createRange()
      range.setStart(e.firstChild, e.textContent.indexOf(c))
      range.setEnd(e.firstChild, e.textContent.indexOf(c) + 1)
      return range.getBoundingClientRect().left
    }))
    await eventually(() => lefts('bdi'), ([first, last, end]) => last < first && first < end)
    await eventually(() => lefts('bdo'), ([first, last, end]) => first < last && last < end)
  }))

  test('a right-to-left word of a message is shown as in a left-to-right embedding (RFC 3987 §4.1)', () => use({ text: 'http://e/שa' }, async (page) => {
    await page.waitForSelector('#line-report .finding .message bdi')
    await eventually(() => text(page, '#line-report .finding .message bdi[dir=ltr]'), '"שa"')
  }))

  test('the editor underlines what is wrong in right-to-left text where it is seen', () => use({ text: 'http://example.org/של<ום/abc' }, async (page) => {
    // The mark in the editor covers what a range around the character covers.
    await eventually(() => underlined(page), ['<'])
    const places = () => page.$eval('#editor', (e) => {
      const line = e.shadowRoot.querySelector('.cm-line')
      const texts = []
      const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) texts.push(walk.currentNode)
      const at = (c) => {
        const node = texts.find((t) => t.data.includes(c))
        const range = document.createRange()
        range.setStart(node, node.data.indexOf(c))
        range.setEnd(node, node.data.indexOf(c) + 1)
        return range.getBoundingClientRect().toJSON()
      }
      return [line.querySelector('.cm-lintRange-error').getBoundingClientRect().toJSON(), at('<'), at('ל'), at('ו')]
    })
    // The letter before it is seen to the right of it.
    await eventually(places, ([mark, range, before, after]) => Math.abs(mark.left - range.left) < 1 && Math.abs(mark.right - range.right) < 1 &&
      after.right <= mark.left + 1 && mark.right <= before.left + 1)
  }))

  test('one click applies a fix', () => use({ text: 'http://2001:db8::1/' }, async (page) => {
    await press(page, '#line-report .fix')
    await totals(page, '1 conform, 0 do not')
    await eventually(() => editorText(page), 'http://[2001:db8::1]/')
  }))

  test('a guess is marked as one, and fix all leaves it', () => use({ text: 'http://e/%u00e9\nhttp://e/a b' }, async (page) => {
    await totals(page, '0 conform')
    await eventually(() => text(page, '#line-report .guess'), 'Guess, may change the meaning: Replace “%u00e9” with “é”')
    await press(page, '#fix-all')
    await totals(page, '1 conform')
    await eventually(() => editorText(page), 'http://e/%u00e9\nhttp://e/a%20b')
    await eventually(() => text(page, '#status'), /1 line changed/)
    await eventually(() => text(page, '#guesses-name'), '1 guess …')
    await eventually(() => page.$eval('#guess-list', (l) => l.textContent), 'Line 1: http://e/%u00e9 → http://e/é')
    await press(page, '#line-report .guess')
    await totals(page, '2 conform')
    await eventually(() => editorText(page), 'http://e/é\nhttp://e/a%20b')
  }))

  test('a line of white space is an input, an empty one is not, as in the command', () => use({ text: 'a:\n\n ' }, async (page) => {
    await totals(page, '2 lines: 1 conform, 1 do not')
    await eventually(() => copyBy(page, 'copy-json'), (json) => json.trimEnd().split('\n').length === 2)
    await eventually(() => copyBy(page, 'copy-command'), "iri check -- a: ' '")
  }))

  test('the hover has the message and the button that fixes', () => use({ text: 'http://2001:db8::1/' }, async (page) => {
    await totals(page, '0 conform')
    const tip = () => text(page, '#editor >>> .cm-tooltip')
    await point(page, () => page.$('#editor >>> .cm-lintRange-error'), tip, /IPv6 address needs brackets/)
    await page.$eval('#editor >>> .cm-tooltip .cm-diagnosticAction', (b) => b.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })))
    await totals(page, '1 conform')
    await eventually(() => editorText(page), 'http://[2001:db8::1]/')
  }))

  test('fix all mends what has a fix and says what is left', () => use({ text: 'http://e/a b\nhttp://h:8a/\nhttp://e/100%' }, async (page) => {
    await totals(page, '3 lines: 0 conform')
    await press(page, '#fix-all')
    await totals(page, '2 conform, 1 do not')
    await eventually(() => editorText(page), 'http://e/a%20b\nhttp://h:8a/\nhttp://e/100%25')
    await eventually(() => text(page, '#status'), /2 lines changed\. 1 line still does not conform\./)
  }))

  test('a line is changed only if it then conforms, and without the white space around it',
    () => use({ text: '"https://example.org/",\n http://e/a b \nhttp://e/%u00e9\nhttp://e/ok' }, async (page) => {
      await totals(page, '1 conform, 3 do not')
      await eventually(() => text(page, '#fix-all'), 'Fix 1 line')
      await eventually(() => text(page, '#guesses-name'), 'and 2 guesses …')
      await press(page, '#fix-all')
      await eventually(() => editorText(page), '"https://example.org/",\nhttp://e/a%20b\nhttp://e/%u00e9\nhttp://e/ok')
      await eventually(() => copyBy(page, 'copy-lines'), '"https://example.org/",\nhttp://e/a%20b\nhttp://e/%u00e9\nhttp://e/ok')
      await page.$eval('#guesses-name', (s) => s.click())
      await press(page, '#guess-all')
      await eventually(() => editorText(page), 'https://example.org/\nhttp://e/a%20b\nhttp://e/é\nhttp://e/ok')
    }))

  test('explain opens below a finding', () => use({ text: 'http://h:8a/' }, async (page) => {
    await press(page, '#line-report .finding button')
    await eventually(() => text(page, '#line-report .explanation'), /About port.*RFC 3986 §3\.2\.3/s)
    // What it means and how to fix it is seen, the rest is folded.
    await eventually(() => page.$$eval('#line-report .explanation > *', (l) => l.map((e) => e.localName)), ['h3', 'p', 'p', 'p', 'details'])
    await eventually(() => page.$eval('#line-report .explanation pre', (e) => e.checkVisibility({ contentVisibilityAuto: true })), false)
    await page.$eval('#line-report .explanation > details > summary', (e) => e.click())
    await eventually(() => page.$eval('#line-report .explanation pre', (e) => e.checkVisibility({ contentVisibilityAuto: true })), true)
    // It stays open when the same text is checked again, as it is while the page starts.
    await page.evaluate(() => {
      document.querySelector('#line-name').textContent = ''
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
    await eventually(() => text(page, '#line-name'), 'Line 1')
    await copyBy(page, 'copy-json') // which the worker answers after it has answered for the line
    assert.match(await text(page, '#line-report .explanation'), /About port/)
  }))

  test('a grammar that takes the place of another is in force in every tab', () => use({ tab: 'grammar', grammar: 'a = "x"\n', text: 'y' }, async (page) => {
    await eventually(() => text(page, '#abnf-faults'), /can be used/)
    await press(page, '#abnf-use')
    await totals(page, '0 conform, 1 do not')
    await press(page, '#tab-explain')
    await eventually(() => text(page, '#look-verdict'), /^does not conform/)
    await press(page, '#tab-grammar')
    await page.evaluate(() => document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus())
    await page.keyboard.type('b = "y"\n')
    await eventually(() => text(page, '#abnf-faults'), /can be used/)
    await eventually(() => press(page, '#abnf-use').then(() => text(page, '#totals')), /1 conform, 0 do not/)
    await press(page, '#tab-explain')
    await eventually(() => text(page, '#look-verdict'), /^conforms/)
  }))

  test('spec, rule and lint change the verdict', () => use({ text: 'http://example.org/é\nHTTP://e/' }, async (page) => {
    await totals(page, '2 conform')
    await choose(page, '#spec', 'rfc3986')
    await totals(page, '1 conform, 1 do not')
    await choose(page, '#rule', 'port')
    await totals(page, '0 conform, 2 do not')
    await choose(page, '#spec', 'rfc3987')
    await press(page, '#lint')
    await totals(page, '2 conform, 0 do not (1 warning)')
    await eventually(() => underlined(page, 'warning'), ['HTTP'])
  }))

  test('10,000 pasted lines: the page answers while the worker checks', () => use({ text: '' }, async (page) => {
    // How often the page does something else until all lines are checked.
    await page.evaluate(() => {
      globalThis.answers = 0
      const answer = () => {
        if (document.querySelector('#totals').textContent.startsWith('10000 lines')) return
        globalThis.answers++
        setTimeout(answer, 0)
      }
      answer()
    })
    await paste(page, Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `http://h:8a/${i}` : `http://example.org/résumé/${i}?q=${i}`)))
    await eventually(() => text(page, '#totals'), /10000 lines: 5000 conform, 5000 do not/)
    assert.ok(await page.evaluate(() => globalThis.answers) > 1)
    await type(page, '\nhttp://h:9b/')
    await totals(page, '10001 lines: 5000 conform, 5001 do not')
  }))
})

describe('explain', () => {
  test('the broken place is lit in the diagram, and the text is marked', () => use({ tab: 'explain', text: 'http://exa mple.org/' }, async (page) => {
    await eventually(() => texts(page, '#diagram .broken-here text'), ['iunreserved', 'pct-encoded', 'sub-delims'])
    await eventually(() => text(page, '#look-text >>> mark'), ' ')
    await eventually(() => text(page, '#diagram-name'), /ireg-name/)
    await eventually(() => text(page, '#look-explain'), /About ireg-name/)
  }))

  test('what a rule in prose finds is not said to break the grammar', () => use({ tab: 'explain', text: 'http://e/a\u202eb' }, async (page) => {
    await eventually(() => texts(page, '#look-text >>> mark'), ['U+202E'])
    const prose = /The grammar allows this: the finding is by a rule in prose/
    await eventually(() => text(page, '#diagram'), prose)
    await eventually(() => text(page, '#components .broken'), /against a rule in prose$/)
    await eventually(() => texts(page, '#tree .broken'), [])
    await writeLine(page, 'http://e/ x\u202eb') // rules in prose are asked of what conforms to the grammar
    await eventually(() => text(page, '#diagram'), /It breaks at character 10/)
    await eventually(() => texts(page, '#look-verdict button'), ['ipath-abempty at character 10'])
    await writeLine(page, 'http://e/%20x\u202eb')
    await eventually(() => text(page, '#diagram'), prose)
  }))

  test('the tree lights the components, the diagram and the text', () => use({ tab: 'explain', text: 'http://u@h:80/p?q#f' }, async (page) => {
    const spaced = (l) => l.map((t) => t.replace(/\s+/g, ' '))
    await eventually(async () => spaced(await texts(page, '#components button')), ['scheme http', 'userinfo u', 'host h ireg-name', 'port 80', 'path /p', 'query q', 'fragment f'])
    await eventually(() => text(page, '#diagram-name'), 'Diagram of IRI')
    // enter tells an element that the pointer comes, and returns what is lit then.
    const enter = async (selector, label) => {
      await page.$$eval(selector, (l, t) => l.find((e) => e.textContent.includes(t)).dispatchEvent(new MouseEvent('mouseenter')), label)
      return {
        text: await text(page, '#look-text >>> mark'),
        components: spaced(await texts(page, '#components .lit')),
        tree: (await texts(page, '#tree .lit .label')),
        rule: await texts(page, '#diagram [data-box].lit text'),
      }
    }
    await eventually(() => enter('#tree .node', 'iquery'), { text: 'q', components: ['query q'], tree: ['iquery'], rule: ['iquery'] })
    await eventually(() => enter('#diagram [data-box]', 'scheme'), { text: 'http', components: ['scheme http'], tree: ['scheme'], rule: ['scheme'] })
    // A component lights the tree and the diagram.
    await page.focus('#components li:nth-child(7) button')
    await eventually(() => text(page, '#look-text >>> mark'), 'f')
    await eventually(() => texts(page, '#diagram [data-box].lit text'), ['ifragment'])
  }))

  test('the pointer on the tree, a component or a box lights the other two and the text, also where a rule breaks', () => use({ tab: 'explain', text: 'http://u@exa mple.org/a?q#f' }, async (page) => {
    await page.waitForSelector('#whole [data-box].visited')
    await eventually(() => texts(page, '#whole .broken-here text'), ['ihier-part'])
    const lit = async () => ({
      text: (await texts(page, '#look-text >>> mark')).join(''),
      components: await texts(page, '#components button.lit .label'),
      tree: await texts(page, '#tree .node.lit .label'),
      rule: await texts(page, '#diagram [data-box].lit text'),
      whole: await texts(page, '#whole [data-box].lit text'),
    })
    const hover = (selector, label, wanted) => point(page,
      () => page.evaluateHandle((s, l) => [...document.querySelectorAll(s)].find((e) => (e.querySelector('.label') ?? e.querySelector('text')).textContent === l), selector, label), lit, wanted)
    const query = { text: 'q', components: ['query'], tree: ['iquery'], rule: [], whole: ['iquery'] }
    await hover('#components button', 'query', query)
    await hover('#tree .node', 'iquery', query)
    await hover('#whole [data-box]', 'iquery', query)
    await hover('#components button', 'host', { text: 'exa mple.org', components: ['host'], tree: ['ihost'], rule: ['iunreserved'], whole: ['ihier-part'] })
    await hover('#diagram [data-box]', 'iunreserved', { text: 'exa', components: ['host'], tree: ['ihost'], rule: ['iunreserved'], whole: ['ihier-part'] })
    await hover('#whole [data-box]', 'ihier-part', ({ components }) => components.join() === 'userinfo,host,path')
    await page.mouse.move(0, 0)
    await eventually(() => page.$$eval('.lit', (l) => l.length), 0)
  }))

  test('the keyboard moves in the tree and draws a rule', () => use({ tab: 'explain', text: 'http://h:80/' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    await eventually(() => text(page, '#diagram-name'), 'Diagram of IRI') // which is drawn last
    await page.focus('#tree [tabindex="0"]')
    await page.keyboard.press('ArrowDown')
    await eventually(() => page.evaluate(() => document.activeElement.textContent), /^scheme/)
    await page.keyboard.press('Enter')
    await eventually(() => text(page, '#diagram-name'), 'Diagram of scheme')
  }))
})

describe('convert', () => {
  const state = { tab: 'convert', text: 'http://résumé.example.org:80/%7euser/../é', base: 'http://a/b/c' }
  const row = (page, id) => text(page, `#panel-convert [data-id="${id}"] .result`)

  test('every mapping', () => use(state, async (page) => {
    await eventually(() => row(page, 'to-uri'), 'http://r%C3%A9sum%C3%A9.example.org:80/%7euser/../%C3%A9')
    await eventually(() => row(page, 'rung-path'), 'http://résumé.example.org:80/é')
    await eventually(() => row(page, 'rung-scheme'), 'http://résumé.example.org/é')
    await eventually(() => row(page, 'resolve'), /^http:\/\/résumé.example.org:80\/é/)
    await choose(page, '#map-host', 'idna')
    await eventually(() => row(page, 'to-uri'), /^http:\/\/xn--rsum-bpad\.example\.org/)
  }))

  test('the commands give what the table says', () => use(state, async (page) => {
    const rows = () => page.$$eval('#panel-convert [data-id]', (l) => l.map((r) => r.dataset.id))
    await eventually(rows, (l) => l.includes('to-uri') && l.includes('resolve'))
    const commands = (await copyBy(page, 'copy-command')).split('\n')
    const ids = await rows()
    assert.equal(commands.length, ids.length)
    for (const [i, id] of ids.entries()) {
      const shown = await row(page, id)
      if (/^no result|^does not apply/.test(shown)) continue
      assert.equal(shell(commands[i]).trimEnd(), shown, commands[i])
    }
  }))

  test('the command for Compare says the same', () => use({ tab: 'compare', text: 'b/%7e', other: 'HTTP://a/b/%7E', base: 'http://a/x' }, async (page) => {
    await eventually(() => text(page, '#compare-verdict .result'), 'equivalent, because case rules write the scheme in lower case and write the hex digits of percent-encodings in upper case (§5.3.2.1)')
    const command = await eventually(() => copyBy(page, 'copy-command'), 'iri compare --base http://a/x -- b/%7e HTTP://a/b/%7E')
    assert.equal(shell(command).trimEnd(), 'equal on rung case')
    await eventually(async () => new URLSearchParams((await copyBy(page, 'copy-link')).replace(/^[^#]*#/, '')).get('tab'), 'compare')
  }))
})

describe('grammar', () => {
  const faults = (page, wanted) => eventually(() => text(page, '#abnf-faults'), (got) => got.includes(wanted))
  const drawn = (page, names) => eventually(() => page.$$eval('#rails details', (l) => l.map((d) => d.dataset.name)), names)
  const menu = (page, id) => page.$eval(`#${id}`, (e) =>
    [...e.querySelectorAll('optgroup')].map((g) => `${g.label}: ${[...g.children].map((o) => o.textContent + (o.disabled ? ' (off)' : '')).join(', ')}`))

  test('the faults of a grammar are underlined and listed', () => use({ tab: 'grammar', grammar: 'a = 1*b\n' }, async (page) => {
    await faults(page, '1 error, 0 warnings: the grammar cannot be used.')
    await eventually(() => text(page, '#abnf-list'), /undefined-rule, line 1/)
    await eventually(() => underlined(page, 'error', 'abnf'), ['b'])
    await eventually(() => page.$eval('#abnf-use', (e) => e.disabled), true)
  }))

  test('errors are listed, warnings folded until one opens them', () => use({ tab: 'grammar', grammar: 'a = "x"\nb = "y"\n' }, async (page) => {
    await faults(page, '0 errors, ')
    const open = () => page.$$eval('#abnf-list details', (l) => l.map((d) => d.open))
    await eventually(open, [false])
    await page.$eval('#abnf-list details', (d) => { d.open = true })
    await page.evaluate(() => document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus())
    await page.keyboard.type('c = d\n')
    await faults(page, '1 error, ')
    await eventually(() => text(page, '#abnf-list > li'), /undefined-rule, line 1/)
    await eventually(open, [true])
  }))

  test('a grammar of one\'s own: use, copy, and the address that brings it back', async () => {
    const grammar = '; top: b\na = b c\nb = 1*"x"\nc = DIGIT\n'
    let link
    await use({ tab: 'grammar', tool: 'rails', grammar, text: 'xx\nxy' }, async (page) => {
      await faults(page, 'the grammar can be used.')
      await press(page, '#abnf-use')
      await totals(page, '1 conform, 1 do not')
      await drawn(page, ['a', 'b', 'c', 'DIGIT'])
      await eventually(() => value(page, '#rule'), 'b')
      await eventually(() => menu(page, 'rule'), ['Whole strings: b (default), a', 'Parts: c, DIGIT'])
      const command = await eventually(() => copyBy(page, 'copy-command'), /^iri check --grammar grammar.abnf -- xx xy\n# /)
      const { name, text: file } = await download(page, '#abnf-save')
      assert.equal(file, grammar)
      const json = shell(command.replace('iri check', 'iri check --format json'), { [name]: file })
      await eventually(() => copyBy(page, 'copy-json'), json)
      link = await copyBy(page, 'copy-link')
    })
    await use(Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1))), async (page) => {
      await totals(page, '1 conform, 1 do not')
      await eventually(() => value(page, '#spec'), 'custom')
      await drawn(page, ['a', 'b', 'c', 'DIGIT'])
      await press(page, '#tab-samples')
      await press(page, '#sample-run')
      await eventually(() => texts(page, '#samples li'), (l) => l.length === 10 && l.every((s) => /^x+$/i.test(s)))
      // A text that is not in use is kept beside the one that is, and the tools take the text.
      await page.evaluate(() => document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus())
      await page.keyboard.type('; ')
      await eventually(() => editorText(page, 'abnf'), grammar.replace('a =', '; a ='))
      await eventually(() => texts(page, '#samples li'), []) // those of the text before
      await press(page, '#tab-rails')
      await drawn(page, ['b', 'c', 'DIGIT'])
      await press(page, '#tab-samples')
      link = await copyBy(page, 'copy-link')
    })
    await use(Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1))), async (page) => {
      await totals(page, '1 conform, 1 do not')
      await faults(page, 'the grammar can be used.')
      await eventually(() => editorText(page, 'abnf'), grammar.replace('a =', '; a ='))
      await eventually(() => copyBy(page, 'copy-command'), /# grammar.abnf is the grammar of the tab Grammar/)
      // Without a grammar in the address, the file of the spec is there again.
      await page.evaluate(() => { location.hash = '#tab=grammar' })
      await eventually(() => editorText(page, 'abnf'), /^IRI +=/m)
      await eventually(() => value(page, '#spec'), 'rfc3987')
    })
  })

  test('the address keeps what is compared and drawn', async () => {
    let link
    await use({ tab: 'grammar' }, async (page) => {
      await press(page, '#tab-samples')
      await choose(page, '#diff-a', 'leiri')
      await choose(page, '#diff-b', 'rfc3986')
      await choose(page, '#diff-rule-b', 'fragment')
      await choose(page, '#vectors-size', 'medium')
      await page.$eval('#sample-seed', (e) => { e.value = '7'; e.dispatchEvent(new Event('change', { bubbles: true })) })
      await press(page, '#sample-invalid')
      link = await copyBy(page, 'copy-link')
    })
    const state = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1)))
    assert.deepEqual({ tool: state.tool, diff: state.diff, samples: state.samples }, { tool: 'samples', diff: 'leiri LEIRI rfc3986 fragment', samples: '10 7 medium invalid' })
    await use(state, async (page) => {
      await eventually(() => page.evaluate(() => ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b', 'sample-seed', 'vectors-size'].map((id) => document.getElementById(id).value)),
        ['leiri', 'LEIRI', 'rfc3986', 'fragment', '7', 'medium'])
      await eventually(() => page.$eval('#sample-invalid', (e) => e.checked && e.checkVisibility()), true)
    })
    await use({ tool: 'none', diff: 'no such rule', samples: '-1 x y z' }, async (page) => {
      await eventually(() => page.evaluate(() => ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b', 'sample-count', 'sample-seed', 'vectors-size'].map((id) => document.getElementById(id).value)),
        ['rfc3987', 'IRI', 'custom', '', '10', '1', 'small'])
    })
  })

  test('rules that cannot be used are in the menu, and the others are used', () => use(
    { tab: 'grammar', tool: 'rails', grammar: 'top = comment / token\ncomment = "(" <any text> ")"\ntoken = 1*ALPHA\nlist = token *( "," token )\n', text: 'a\n1' }, async (page) => {
      await faults(page, '1 error, 1 warning: 2 of 4 rules can be used.')
      await press(page, '#abnf-use')
      await totals(page, '1 conform, 1 do not')
      await drawn(page, ['top', 'comment', 'token', 'list', 'ALPHA'])
      await eventually(() => menu(page, 'rule'), ['Whole strings: list', 'Parts: token, ALPHA', 'Cannot be used: top (off), comment (off)'])
      await eventually(() => value(page, '#rule'), 'list')
      await eventually(() => text(page, '#status'), 'The default rule of the grammar cannot be used. The rule list is used instead.')
      await page.evaluate(() => { document.querySelector('#rails [data-name=comment]').open = true })
      await page.waitForSelector('#rails [data-name=comment] svg')
      await eventually(() => text(page, '#rails [data-name=comment]'), /cannot be used: it has the prose value/)
      await eventually(() => copyBy(page, 'copy-command'), /^iri check --grammar grammar.abnf --rule list -- a 1\n/)
    }))

  test('the diff has witnesses', () => use({ tab: 'grammar', tool: 'diff' }, async (page) => {
    await choose(page, '#diff-a', 'rfc3986')
    await choose(page, '#diff-rule-a', 'port')
    await choose(page, '#diff-b', 'rfc3987')
    await choose(page, '#diff-rule-b', 'port')
    await press(page, '#diff-run')
    await eventually(() => text(page, '#diff-results'), 'The languages are equal.')
    await choose(page, '#diff-rule-a', 'fragment')
    await choose(page, '#diff-rule-b', 'ifragment')
    await press(page, '#diff-run')
    await eventually(() => text(page, '#diff-results'), /RFC 3987.*ucschar/s)
    await eventually(() => copyBy(page, 'copy-command'), 'iri grammar diff rfc3986 rfc3987 --rule fragment=ifragment')
  }))

  test('diagrams of all rules, samples', () => use({ tab: 'grammar', tool: 'rails', rule: 'port' }, async (page) => {
    await page.waitForSelector('#rails details[data-name=IRI] svg')
    await eventually(() => page.$$eval('#rails details', (l) => l.length), (n) => n > 30)
    await page.evaluate(() => { document.querySelector('#rails details[data-name=IPv6address]').open = true })
    await page.waitForSelector('#rails details[data-name=IPv6address] svg [data-box]')
    await press(page, '#tab-samples')
    await press(page, '#sample-run')
    await eventually(() => page.$$eval('#samples li', (l) => l.length), 10)
    const command = await eventually(() => copyBy(page, 'copy-command'), /^iri grammar sample/)
    const rows = shell(command).trimEnd().split('\n').map((l) => JSON.parse(l).input || '(empty)')
    await eventually(() => texts(page, '#samples li'), rows)
  }))
})

describe('files', () => {
  test('samples, and test vectors in each size, as the command makes them', () => use({ tab: 'grammar', tool: 'samples', spec: 'rfc3986', rule: 'port' }, async (page) => {
    const samples = await download(page, '#sample-save')
    assert.equal(samples.name, 'samples.jsonl')
    const parse = (lines) => lines.trimEnd().split('\n').map((l) => JSON.parse(l))
    assert.deepEqual(parse(samples.text), parse(shell(await eventually(() => copyBy(page, 'copy-command'), /^iri grammar sample/))))
    for (const size of ['small', 'medium', 'full']) {
      await choose(page, '#vectors-size', size)
      const { name, text: file } = await download(page, '#vectors-save')
      assert.equal(name, `vectors-port-${size}.jsonl`)
      const command = await eventually(() => copyBy(page, 'copy-command'), `iri grammar vectors --spec rfc3986 --rule port --size ${size}`)
      assert.deepEqual(parse(file), parse(shell(command)))
    }
  }))
})

describe('share', () => {
  const lines = ['http://h:8a/', "http://e/it's?a=$b", 'http://e/\u202Ex\u0007', 'http://example.org/שלום']

  test('the address holds the state, after the # only, and hashchange takes it up', () => use({ text: 'http://a/' }, async (page) => {
    await type(page, '\nhttp://h:8a/')
    await eventually(() => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('text')), 'http://a/\nhttp://h:8a/')
    assert.equal(await page.evaluate(() => location.search), '')
    await page.evaluate(() => { location.hash = '#tab=map&spec=rfc3986&text=http%3A%2F%2Fx%2F%25zz' })
    await totals(page, '1 line: 0 conform, 1 do not')
    await eventually(() => value(page, '#spec'), 'rfc3986')
    await eventually(() => page.$eval('#tab-convert', (e) => e.getAttribute('aria-selected')), 'true')
    await eventually(() => editorText(page), 'http://x/%zz')
  }))

  test('a long text is packed into the address and comes back', async () => {
    const long = Array.from({ length: 300 }, (_, i) => `http://example.org/é/${i}`).join('\n')
    let link
    await use({ text: long }, async (page) => {
      await totals(page, '300 lines: 300 conform')
      link = await copyBy(page, 'copy-link')
    })
    assert.match(link, /#z=[\w-]+$/)
    assert.ok(link.length < 2500, `the address has ${link.length} characters`)
    await use(Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1))), (page) => totals(page, '300 lines: 300 conform'))
  })

  test('an address with an unknown spec says so and takes the default', () => use({ spec: 'rfc9999', text: 'a:' }, async (page) => {
    await eventually(() => text(page, '#status'), /names the spec “rfc9999”, which there is not: RFC 3987 is taken/)
    await eventually(() => page.$eval('#spec', (s) => s.value), 'rfc3987')
  }))

  test('an empty editor shows what belongs into it', () => use({ text: '' }, async (page) => {
    await eventually(() => page.$eval('#editor >>> .cm-placeholder', (e) => e.textContent), 'http://example.org/résumé')
  }))

  test('a damaged address is said, and the page works', () => use({ z: 'AAAA!' }, async (page) => {
    await eventually(() => text(page, '#status'), /damaged/)
    await totals(page, '6 lines')
  }))

  test('copy as command gives what copy report as JSON gives', () => use({ spec: 'rfc3987bis', lint: '1', text: lines.join('\n') }, async (page) => {
    await totals(page, '4 lines')
    const command = await eventually(() => copyBy(page, 'copy-command'), /^iri check --spec rfc3987bis --lint -- /)
    const json = await copyBy(page, 'copy-json')
    assert.deepEqual(shell(command.replace('iri check', 'iri check --format json')), json)
  }))

  test('the command for Explain gives the tree, and the report where there is none', () => use({ tab: 'explain', text: 'http://u@é:80/p?q#f' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    const command = await eventually(() => copyBy(page, 'copy-command'), "iri parse -- 'http://u@é:80/p?q#f'")
    const tree = JSON.parse(shell(command.replace('iri parse', 'iri parse --all --format json'))).tree
    const names = []
    const walk = (n) => {
      names.push(n.rule ?? n.name)
      for (const c of n.children ?? []) walk(c)
    }
    walk(tree)
    assert.ok(names.length > 10)
    await eventually(() => texts(page, '#tree .node .label'), names)
    await writeLine(page, 'http://h:8a/')
    await eventually(() => text(page, '#look-verdict'), /port at character 11/)
    await eventually(() => copyBy(page, 'copy-command'), 'iri check -- http://h:8a/')
  }))

  test('a line with a NUL, and an empty text', () => use({ spec: 'leiri', text: 'http://e/\0a' }, async (page) => {
    await totals(page, '1 conform')
    const command = await copyBy(page, 'copy-command')
    const [report] = shell(command.replace('iri check', 'iri check --format json')).split('\n')
    const withoutPlace = ({ source, line, column, ...rest }) => { // the place in the file, which the page has not
      assert.ok(source && line && column)
      return rest
    }
    const parsed = withoutPlace(JSON.parse(report))
    parsed.findings = parsed.findings.map(withoutPlace)
    assert.deepEqual(parsed, JSON.parse(await copyBy(page, 'copy-json')))
    await page.evaluate(() => { location.hash = '#text=' })
    await totals(page, '0 lines')
    await eventually(() => copyBy(page, 'copy-command'), 'iri check </dev/null')
  }))

  test('more than twenty lines go to standard input', () => use({ text: Array.from({ length: 30 }, (_, i) => `http://h:${i}a/`).join('\n') }, async (page) => {
    await totals(page, '30 lines')
    const command = await copyBy(page, 'copy-command')
    const inputs = shell(command.replace('iri check', 'iri check --no-summary --format json')).trimEnd().split('\n').map((l) => JSON.parse(l))
    assert.equal(inputs.length, 30)
    assert.ok(inputs.every((r) => !r.conforms))
  }))

  test('copy report as Markdown', () => use({ text: 'http://h:8a/\nhttp://e/`<b>*' }, async (page) => {
    await totals(page, '2 lines')
    const md = await eventually(() => copyBy(page, 'copy-markdown'), /^# IRI report\n\nChecked against RFC 3987, rule IRI\.\n\n- `http:\/\/h:8a\/`: does not conform\n  - error `port`, character 11 \(bytes 10 to 11\): "a" .+\n/)
    assert.ok(md.includes('- ``http://e/`<b>*``: does not conform'), md)
  }))
})

describe('hostile input', () => {
  const hostile = [
    'http://e/<img src=x onerror="document.title=1">', 'http://e/"><script>document.title=1</script>', 'http://e/\u202Egnp.exe', 'http://e/\u001B[31mred\u0007',
    'javascript:document.title=1', 'http://e/\u2066\u2069\u200B\uFEFF\u0000\u007F', 'http://e/{{7*7}}${7*7}',
  ].join('\n')

  for (const tab of ['check', 'explain', 'convert', 'compare']) {
    test(`${tab} shows it harmlessly`, () => use({ tab, text: hostile, line: '1', base: hostile.split('\n')[4], other: '<svg onload=document.title=1>' }, async (page, { requests }) => {
      await totals(page, '7 lines')
      await new Promise((resolve) => setTimeout(resolve, 300))
      assert.equal(await page.title(), 'Check IRIs')
      assert.equal(await page.$$eval('img:not(.sign), script:not([src]), [onerror], [onload]', (l) => l.length), 0)
      // No bidi control or other control is in the text of the page: they are shown as code points.
      const raw = await page.evaluate(() => document.body.innerText.match(/[\u0000-\u0008\u000B-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g))
      assert.equal(raw, null)
      assert.ok(requests.every((r) => r.startsWith(session.address) || r.startsWith('data:') || r.startsWith('blob:')), requests.join('\n'))
    }))
  }

  test('the editor shows controls as code points', () => use({ text: 'http://e/\u202Egnp' }, async (page) => {
    await eventually(() => underlined(page), ['U+202E'])
    await totals(page, '0 conform')
    await eventually(() => texts(page, '#editor >>> .cm-specialChar'), ['U+202E'])
  }))

  test('a grammar with markup in it', () => use({ tab: 'grammar', grammar: 'a = "<img src=x onerror=document.title=1>" / <script>\n' }, async (page) => {
    await eventually(() => text(page, '#abnf-faults'), /\d error/)
    assert.equal(await page.title(), 'Check IRIs')
    assert.equal(await page.$$eval('img:not(.sign)', (l) => l.length), 0)
  }))

  test('the policy is strict', () => use(undefined, async (page, { problems }) => {
    const policy = await page.$eval('meta[http-equiv=Content-Security-Policy]', (m) => m.content)
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/)
    const blocked = await page.evaluate(() => {
      try {
        document.createElement('p').innerHTML = '<b>x</b>'
        return false
      } catch {
        return true
      }
    })
    assert.ok(blocked, 'markup from a string must be refused')
    // The browser says so on the console, and sends that when it likes: the test expects it.
    await eventually(() => problems.join(), /requires 'TrustedHTML'/)
    problems.length = 0
    await page.evaluate(() => { globalThis.violations = [] })
  }))
})

describe('transfer', () => {
  test('no request leaves the page; 1.9 MB before the first findings, and the program once', async () => {
    const fresh = await start() // nothing else is in its list of what was sent
    try {
      const hosts = new Set()
      const p = await open(fresh, '', {
        before: async (page) => {
          const watch = async (client) => {
            await client.send('Network.enable')
            client.on('Network.requestWillBeSent', ({ request }) => hosts.add(new URL(request.url).origin))
          }
          await watch(await page.createCDPSession())
          page.on('workercreated', (w) => watch(w.client).catch(() => {}))
        },
      })
      await p.page.evaluate(() => navigator.serviceWorker.ready.then(() => true)) // it has all files, too
      await eventually(() => fresh.sent.map((s) => s.path), (paths) => paths.includes('/iri.wasm')) // the list of the server may come a little later
      assert.ok([...hosts].every((h) => h === new URL(fresh.address).origin || h === 'null'), [...hosts].join())
      assert.deepEqual(fresh.sent.filter((s) => s.path === '/iri.wasm').map((s) => s.status), [200], 'the page and the service worker share one transfer of the program')
      const list = (sent) => sent.map((s) => `${s.path} ${s.status} ${s.size}`).join(', ')
      const bytes = (sent) => sent.reduce((n, { size }) => n + size, 0)
      const first = fresh.sent.filter((s) => s.status === 200 && ['/', '/boot.js', '/main.js', '/worker.js', '/style.css', '/icon.svg', '/iri.wasm'].includes(s.path))
      assert.ok(first.length === 7 && bytes(first) < 1_900_000, `${bytes(first)} bytes: ${list(first)}`)
      assert.ok(bytes(fresh.sent) < 2_050_000, `${bytes(fresh.sent)} bytes: ${list(fresh.sent)}`)
    } finally {
      await fresh.stop()
    }
  })

  test('works offline after the first visit', () => use({ text: 'http://h:8a/' }, async (page) => {
    await eventually(() => page.evaluate(() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))), true)
    await page.setOfflineMode(true)
    for (const w of page.workers()) await w.client.send('Network.enable').catch(() => {})
    await page.reload()
    await page.waitForSelector('body[data-ready]')
    await totals(page, '0 conform, 1 do not')
  }))
})
