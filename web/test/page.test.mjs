// The page in a headless Chromium: the main paths, hostile input, no request that leaves
// the page, and sizes. Run by make page-test; make page-bench prints times.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start, open, download, editorText, fragment, root } from './browser.mjs'

let session
before(async () => {
  session = await start()
})
after(() => session?.stop())

const text = (page, selector) => page.$eval(selector, (e) => e.textContent)

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

/** type puts the cursor at the end of the editor and types. */
async function type(page, what) {
  await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus())
  await page.keyboard.down('Control')
  await page.keyboard.press('End')
  await page.keyboard.up('Control')
  await page.keyboard.type(what)
}

/** underlined returns the texts of the marks in the editor, by severity. */
const underlined = (page, severity = 'error') =>
  page.$eval('#editor', (e, s) => [...e.shadowRoot.querySelectorAll(`.cm-lintRange-${s}`)].map((m) => m.textContent), severity)

const totals = (page, wanted) =>
  page.waitForFunction((w) => document.querySelector('#totals').textContent.includes(w), { timeout: 60_000 }, wanted)

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText())

/** copyBy presses a copy button and returns what is on the clipboard then. */
async function copyBy(page, id) {
  await page.evaluate(() => { document.querySelector('#status').textContent = '' })
  await page.$eval('#share', (menu) => { menu.open = true })
  await page.click(`#${id}`)
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('copied'))
  return clipboard(page)
}

/** shell runs a command line with bin/iri in the path and files at hand, and returns what it prints. */
function shell(line, files = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'iri-shell-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    return execFileSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
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
    assert.deepEqual(await underlined(page), [])
    await type(page, '\nhttp://h:8a/')
    await totals(page, '2 lines: 1 conform, 1 do not (1 error, 0 warnings)')
    assert.deepEqual(await underlined(page), ['a'])
    await type(page, '%zz')
    await totals(page, '(2 errors')
    assert.deepEqual(await underlined(page), ['a', '%'])
  }))

  test('the report says what, where, which rule', () => use({ text: 'http://h:8a/' }, async (page) => {
    await page.waitForSelector('#line-report .finding')
    const report = await text(page, '#line-report')
    for (const part of ['port', 'bytes 10 to 11', 'port = *DIGIT', 'RFC 3986 §3.2.3', 'IRI > ihier-part > iauthority > port']) {
      assert.ok(report.includes(part), `${part} is missing in: ${report}`)
    }
  }))

  test('combining and bidi text: the marks cover the characters that the findings name', () => use(
    { text: 'http://e/a b\u0301\nhttp://e/e\u0301 x\nhttp://example.org/שלום abc\nhttp://e/😀 x' }, async (page) => {
      await totals(page, '4 lines: 0 conform')
      assert.deepEqual(await underlined(page), [' ', ' ', ' ', ' '])
    }))

  test('a finding on a combining character is drawn under the whole cluster', () => use({ spec: 'rfc3986', text: 'http://e/ae\u0301z' }, async (page) => {
    await totals(page, '0 conform, 1 do not')
    assert.deepEqual(await underlined(page), ['e\u0301'])
    assert.match(await text(page, '#line-report'), /bytes 11 to 13/)
  }))

  test('right-to-left lines are shown in logical and in display order', () => use({ text: 'http://example.org/שלום/abc' }, async (page) => {
    await page.waitForSelector('#line-report .visual')
    assert.equal(await text(page, '#line-report .logical'), 'http://example.org/שלום/abc')
    assert.equal(await text(page, '#line-report .visual'), 'http://example.org/םולש/abc')
  }))

  test('a right-to-left word of a message is shown as in a left-to-right embedding (RFC 3987 §4.1)', () => use({ text: 'http://e/שa' }, async (page) => {
    await page.waitForSelector('#line-report .finding .message bdi')
    assert.equal(await text(page, '#line-report .finding .message bdi[dir=ltr]'), '"שa"')
  }))

  test('both orders mark what is wrong, and the editor underlines it where it is seen', () => use({ text: 'http://example.org/של<ום/abc' }, async (page) => {
    await page.waitForSelector('#line-report .visual mark')
    assert.equal(await text(page, '#line-report .logical mark'), '<')
    assert.equal(await text(page, '#line-report .visual mark'), '>', 'it is mirrored in right-to-left text')
    assert.equal(await text(page, '#line-report .visual'), ['http://example.org/', 'ום'.split('').reverse().join(''), '>', 'של'.split('').reverse().join(''), '/abc'].join(''))
    // The mark in the editor covers what a range around the character covers.
    const [mark, range, before, after] = await page.$eval('#editor', (e) => {
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
    assert.ok(Math.abs(mark.left - range.left) < 1 && Math.abs(mark.right - range.right) < 1, JSON.stringify([mark, range]))
    assert.ok(after.right <= mark.left + 1 && mark.right <= before.left + 1, 'the letter before it is seen to the right of it')
  }))

  test('one click applies a fix', () => use({ text: 'http://2001:db8::1/' }, async (page) => {
    await page.waitForSelector('#line-report .fix')
    await page.click('#line-report .fix')
    await totals(page, '1 conform, 0 do not')
    assert.equal(await editorText(page), 'http://[2001:db8::1]/')
  }))

  test('a guess is marked as one, and fix all leaves it', () => use({ text: 'http://e/%u00e9\nhttp://e/a b' }, async (page) => {
    await totals(page, '0 conform')
    await page.waitForSelector('#line-report .guess')
    assert.equal(await text(page, '#line-report .guess'), 'Guess, may change the meaning: Replace “%u00e9” with “é”')
    await page.click('#fix-all')
    await totals(page, '1 conform')
    assert.equal(await editorText(page), 'http://e/%u00e9\nhttp://e/a%20b')
    await page.waitForFunction(() => document.querySelector('#status').textContent.includes('1 line changed'))
    await page.$eval('#line-report .guess', (b) => b.click())
    await totals(page, '2 conform')
    assert.equal(await editorText(page), 'http://e/é\nhttp://e/a%20b')
  }))

  test('a line of white space is an input, an empty one is not, as in the command', () => use({ text: 'a:\n\n ' }, async (page) => {
    await totals(page, '2 lines: 1 conform, 1 do not')
    assert.equal((await copyBy(page, 'copy-json')).trimEnd().split('\n').length, 2)
    assert.equal(await copyBy(page, 'copy-command'), "iri check -- a: ' '")
  }))

  test('the hover has the message and the button that fixes', () => use({ text: 'http://2001:db8::1/' }, async (page) => {
    await totals(page, '0 conform')
    const at = await page.$eval('#editor', (e) => {
      const { x, y, width, height } = e.shadowRoot.querySelector('.cm-lintRange-error').getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
    await page.mouse.move(at.x, at.y)
    await page.waitForFunction(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-tooltip .cm-diagnosticAction'))
    const tip = await page.$eval('#editor', (e) => e.shadowRoot.querySelector('.cm-tooltip').textContent)
    assert.match(tip, /IPv6 address needs brackets/)
    await page.$eval('#editor', (e) => e.shadowRoot.querySelector('.cm-tooltip .cm-diagnosticAction').dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })))
    await totals(page, '1 conform')
    assert.equal(await editorText(page), 'http://[2001:db8::1]/')
  }))

  test('fix all mends what has a fix and says what is left', () => use({ text: 'http://e/a b\nhttp://h:8a/\nhttp://e/100%' }, async (page) => {
    await totals(page, '3 lines: 0 conform')
    await page.click('#fix-all')
    await totals(page, '2 conform, 1 do not')
    assert.equal(await editorText(page), 'http://e/a%20b\nhttp://h:8a/\nhttp://e/100%25')
    await page.waitForFunction(() => document.querySelector('#status').textContent.includes('2 lines changed. 1 line still does not conform.'))
  }))

  test('explain opens below a finding', () => use({ text: 'http://h:8a/' }, async (page) => {
    await page.waitForSelector('#line-report .finding button')
    await page.click('#line-report .finding button')
    await page.waitForSelector('#line-report .explanation')
    assert.match(await text(page, '#line-report .explanation'), /About port.*RFC 3986 §3\.2\.3/s)
  }))

  test('spec, rule and lint change the verdict', () => use({ text: 'http://example.org/é\nHTTP://e/' }, async (page) => {
    await totals(page, '2 conform')
    await page.select('#spec', 'rfc3986')
    await totals(page, '1 conform, 1 do not')
    await page.select('#rule', 'port')
    await totals(page, '0 conform, 2 do not')
    await page.select('#spec', 'rfc3987')
    await page.click('#lint')
    await totals(page, '2 conform, 0 do not (0 errors, 1 warning)')
    assert.deepEqual(await underlined(page, 'warning'), ['HTTP'])
  }))

  test('10,000 pasted lines: the page answers while the worker checks', () => use({ text: '' }, async (page) => {
    const answers = await page.evaluate(async () => {
      const lines = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `http://h:8a/${i}` : `http://example.org/résumé/${i}?q=${i}`))
      const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
      content.focus()
      const data = new DataTransfer()
      data.setData('text/plain', lines.join('\n'))
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      let answers = 0 // how often the page does something else before all lines are checked
      while (!document.querySelector('#totals').textContent.startsWith('10000 lines')) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        answers++
      }
      return answers
    })
    assert.match(await text(page, '#totals'), /10000 lines: 5000 conform, 5000 do not/)
    assert.ok(answers > 1, `the page answered ${answers} times`)
    await type(page, '\nhttp://h:9b/')
    await totals(page, '10001 lines: 5000 conform, 5001 do not')
  }))
})

describe('explain', () => {
  test('the broken place is lit in the diagram, and the text is marked', () => use({ tab: 'explain', text: 'http://exa mple.org/' }, async (page) => {
    await page.waitForSelector('#diagram .broken-here')
    const lit = await page.$$eval('#diagram .broken-here text', (l) => l.map((t) => t.textContent))
    assert.deepEqual(lit, ['iunreserved', 'pct-encoded', 'sub-delims'])
    assert.equal(await text(page, '#look-line mark'), ' ')
    assert.match(await text(page, '#diagram-name'), /ireg-name/)
    assert.match(await text(page, '#look-explain'), /About ireg-name/)
  }))

  test('the tree lights the components, the diagram and the text', () => use({ tab: 'explain', text: 'http://u@h:80/p?q#f' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    const components = await page.$$eval('#components button', (l) => l.map((b) => b.textContent.replace(/\s+/g, ' ')))
    assert.deepEqual(components, ['scheme http', 'userinfo u', 'host h ireg-name', 'port 80', 'path /p', 'query q', 'fragment f'])
    await page.waitForFunction(() => document.querySelector('#diagram-name').textContent === 'Diagram of IRI')
    await page.evaluate(() => [...document.querySelectorAll('#tree .node')].find((n) => n.textContent.startsWith('iquery')).dispatchEvent(new MouseEvent('mouseenter')))
    assert.equal(await text(page, '#look-line mark'), 'q')
    assert.deepEqual(await page.$$eval('#components .lit', (l) => l.map((b) => b.textContent.replace(/\s+/g, ' '))), ['query q'])
    assert.deepEqual(await page.$$eval('#diagram [data-box].lit text', (l) => l.map((t) => t.textContent)), ['iquery'])
    // A box lights the tree, the components and the text.
    await page.evaluate(() => [...document.querySelectorAll('#diagram [data-box]')].find((b) => b.textContent.includes('scheme')).dispatchEvent(new MouseEvent('mouseenter')))
    assert.equal(await text(page, '#look-line mark'), 'http')
    assert.deepEqual(await page.$$eval('#components .lit', (l) => l.map((b) => b.textContent.replace(/\s+/g, ' '))), ['scheme http'])
    assert.ok((await page.$$eval('#tree .lit', (l) => l.map((b) => b.textContent))).some((t) => t.startsWith('scheme')))
    // A component lights the tree and the diagram.
    await page.focus('#components li:nth-child(7) button')
    assert.equal(await text(page, '#look-line mark'), 'f')
    assert.deepEqual(await page.$$eval('#diagram [data-box].lit text', (l) => l.map((t) => t.textContent)), ['ifragment'])
  }))

  test('the pointer on the tree, a component or a box lights the other two and the text, also where a rule breaks', () => use({ tab: 'explain', text: 'http://u@exa mple.org/a?q#f' }, async (page) => {
    await page.waitForSelector('#whole [data-box].visited')
    assert.deepEqual(await page.$$eval('#whole .broken-here text', (l) => l.map((t) => t.textContent)), ['ihier-part'])
    const hover = async (selector, label) => {
      const handle = await page.evaluateHandle((s, l) => [...document.querySelectorAll(s)].find((e) => (e.querySelector('.label') ?? e.querySelector('text')).textContent === l), selector, label)
      await handle.asElement().scrollIntoView()
      await handle.asElement().hover()
      const lit = (s, part) => page.$$eval(`${s}.lit`, (l, p) => l.map((e) => e.querySelector(p).textContent), part)
      return {
        text: await page.$$eval('#look-line mark', (l) => l.map((m) => m.textContent).join('')),
        components: await lit('#components button', '.label'),
        tree: await lit('#tree .node', '.label'),
        rule: await lit('#diagram [data-box]', 'text'),
        whole: await lit('#whole [data-box]', 'text'),
      }
    }
    const query = { text: 'q', components: ['query'], tree: ['iquery'], rule: [], whole: ['iquery'] }
    assert.deepEqual(await hover('#components button', 'query'), query)
    assert.deepEqual(await hover('#tree .node', 'iquery'), query)
    assert.deepEqual(await hover('#whole [data-box]', 'iquery'), query)
    assert.deepEqual(await hover('#components button', 'host'), { text: 'exa mple.org', components: ['host'], tree: ['ihost'], rule: ['iunreserved'], whole: ['ihier-part'] })
    assert.deepEqual(await hover('#diagram [data-box]', 'iunreserved'), { text: 'exa', components: ['host'], tree: ['ihost'], rule: ['iunreserved'], whole: ['ihier-part'] })
    assert.deepEqual((await hover('#whole [data-box]', 'ihier-part')).components, ['userinfo', 'host', 'path'])
    await page.mouse.move(0, 0)
    await page.waitForFunction(() => document.querySelector('.lit') === null)
  }))

  test('the keyboard moves in the tree and draws a rule', () => use({ tab: 'explain', text: 'http://h:80/' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    await page.focus('#tree [tabindex="0"]')
    await page.keyboard.press('ArrowDown')
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^scheme/)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('#diagram-name').textContent === 'Diagram of scheme')
  }))
})

describe('convert', () => {
  const state = { tab: 'convert', text: 'http://résumé.example.org:80/%7euser/../é', base: 'http://a/b/c', other: 'http://résumé.example.org/é' }
  const row = (page, id) => page.$eval(`#panel-convert [data-id="${id}"] .result`, (e) => e.textContent)

  test('every mapping', () => use(state, async (page) => {
    await page.waitForSelector('#map-compare [data-id=compare]')
    assert.equal(await row(page, 'to-uri'), 'http://r%C3%A9sum%C3%A9.example.org:80/%7euser/../%C3%A9')
    assert.equal(await row(page, 'rung-path'), 'http://résumé.example.org:80/é')
    assert.equal(await row(page, 'rung-scheme'), 'http://résumé.example.org/é')
    assert.match(await row(page, 'resolve'), /^http:\/\/résumé.example.org:80\/é/)
    assert.equal(await row(page, 'compare'), 'equal on rung scheme')
    assert.match(await text(page, '#map-compare'), /Both are http:\/\/résumé.example.org\/é there.*On the rung before it they still differ/)
    await page.select('#map-host', 'idna')
    await page.waitForFunction(() => document.querySelector('#map-results [data-id=to-uri] .result').textContent.startsWith('http://xn--rsum-bpad.example.org'))
    await page.$eval('#map-other', (e) => {
      e.value = 'http://other.example/'
      e.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.waitForFunction(() => document.querySelector('#map-compare [data-id=compare] .result').textContent.startsWith('not equal: '))
  }))

  test('the commands give what the table says', () => use(state, async (page) => {
    await page.waitForSelector('#map-compare [data-id=compare]')
    const commands = (await copyBy(page, 'copy-command')).split('\n')
    const ids = await page.$$eval('#panel-convert [data-id]', (l) => l.map((r) => r.dataset.id))
    assert.equal(commands.length, ids.length)
    for (const [i, id] of ids.entries()) {
      const shown = await row(page, id)
      if (/^no result|^does not apply/.test(shown)) continue
      assert.equal(shell(commands[i]).trimEnd(), shown, commands[i])
    }
  }))
})

describe('grammar', () => {
  const faults = (page, wanted) => page.waitForFunction((w) => document.querySelector('#abnf-faults').textContent.includes(w), { timeout: 60_000 }, wanted)
  const drawn = (page, names) =>
    page.waitForFunction((w) => [...document.querySelectorAll('#rails details')].map((d) => d.dataset.name).join() === w, { timeout: 60_000 }, names.join())
  const menu = (page, id) => page.$eval(`#${id}`, (e) =>
    [...e.querySelectorAll('optgroup')].map((g) => `${g.label}: ${[...g.children].map((o) => o.textContent + (o.disabled ? ' (off)' : '')).join(', ')}`))

  test('the faults of a grammar are underlined and listed', () => use({ tab: 'grammar', grammar: 'a = 1*b\n' }, async (page) => {
    await faults(page, '1 error, 0 warnings: the grammar cannot be used.')
    assert.match(await text(page, '#abnf-list'), /undefined, line 1/)
    const marks = await page.$eval('#abnf', (e) => [...e.shadowRoot.querySelectorAll('.cm-lintRange-error')].map((m) => m.textContent))
    assert.deepEqual(marks, ['b'])
    assert.equal(await page.$eval('#abnf-use', (e) => e.disabled), true)
  }))

  test('a grammar of one\'s own: use, copy, and the address that brings it back', async () => {
    const grammar = '; top: b\na = b c\nb = 1*"x"\nc = DIGIT\n'
    let link
    await use({ tab: 'grammar', grammar, text: 'xx\nxy' }, async (page) => {
      await faults(page, 'the grammar can be used.')
      await page.click('#abnf-use')
      await totals(page, '1 conform, 1 do not')
      await drawn(page, ['a', 'b', 'c', 'DIGIT'])
      assert.equal(await page.$eval('#rule', (e) => e.value), 'b')
      assert.deepEqual(await menu(page, 'rule'), ['Whole strings: b (default), a', 'Parts: c, DIGIT'])
      const command = await copyBy(page, 'copy-command')
      assert.match(command, /^iri check --grammar grammar.abnf -- xx xy\n# /)
      const { name, text: file } = await download(page, () => page.click('#abnf-save'))
      assert.equal(file, grammar)
      assert.equal(shell(command.replace('iri check', 'iri check --format json'), { [name]: file }), await copyBy(page, 'copy-json'))
      link = await copyBy(page, 'copy-link')
    })
    await use(Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1))), async (page) => {
      await totals(page, '1 conform, 1 do not')
      assert.equal(await page.$eval('#spec', (e) => e.value), 'custom')
      await drawn(page, ['a', 'b', 'c', 'DIGIT'])
      await page.click('#sample-run')
      await page.waitForFunction(() => document.querySelectorAll('#samples li').length === 10)
      assert.ok((await page.$$eval('#samples li', (l) => l.map((e) => e.textContent))).every((s) => /^x+$/i.test(s)))
      // A text that is not in use is kept beside the one that is.
      await page.evaluate(() => document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus())
      await page.keyboard.type('; ')
      link = await copyBy(page, 'copy-link')
    })
    await use(Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1))), async (page) => {
      await totals(page, '1 conform, 1 do not')
      await faults(page, 'the grammar can be used.')
      assert.equal(await editorText(page, 'abnf'), '; ' + grammar)
      assert.match(await copyBy(page, 'copy-command'), /# grammar.abnf is the grammar of the tab Grammar/)
      // Without a grammar in the address, the file of the spec is there again.
      await page.evaluate(() => { location.hash = '#tab=grammar' })
      await page.waitForFunction(() => document.querySelector('#abnf').shadowRoot.textContent.includes('Internationalized Resource'))
      assert.equal(await page.$eval('#spec', (e) => e.value), 'rfc3987')
    })
  })

  test('the address keeps what is compared and drawn', async () => {
    let link
    await use({ tab: 'grammar' }, async (page) => {
      await page.waitForSelector('#rails details')
      await page.select('#diff-a', 'leiri')
      await page.select('#diff-rule-b', 'ifragment')
      await page.select('#vectors-size', 'medium')
      await page.$eval('#sample-seed', (e) => { e.value = '7'; e.dispatchEvent(new Event('change', { bubbles: true })) })
      await page.click('#sample-invalid')
      link = await copyBy(page, 'copy-link')
    })
    const state = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('#') + 1)))
    assert.deepEqual({ diff: state.diff, samples: state.samples }, { diff: 'leiri LEIRI rfc3987 ifragment', samples: '10 7 medium invalid' })
    await use(state, async (page) => {
      assert.deepEqual(await page.evaluate(() => ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b', 'sample-seed', 'vectors-size'].map((id) => document.getElementById(id).value)),
        ['leiri', 'LEIRI', 'rfc3987', 'ifragment', '7', 'medium'])
      assert.equal(await page.$eval('#sample-invalid', (e) => e.checked), true)
    })
    await use({ diff: 'no such rule', samples: '-1 x y z' }, async (page) => {
      assert.deepEqual(await page.evaluate(() => ['diff-a', 'diff-rule-a', 'diff-b', 'diff-rule-b', 'sample-count', 'sample-seed', 'vectors-size'].map((id) => document.getElementById(id).value)),
        ['rfc3986', 'URI', 'rfc3987', 'IRI', '10', '1', 'small'])
    })
  })

  test('rules that cannot be used are in the menu, and the others are used', () => use(
    { tab: 'grammar', grammar: 'top = comment / token\ncomment = "(" <any text> ")"\ntoken = 1*ALPHA\nlist = token *( "," token )\n', text: 'a\n1' }, async (page) => {
      await faults(page, '1 error, 1 warning: 2 of 4 rules can be used.')
      await page.click('#abnf-use')
      await totals(page, '1 conform, 1 do not')
      await drawn(page, ['top', 'comment', 'token', 'list', 'ALPHA'])
      assert.deepEqual(await menu(page, 'rule'), ['Whole strings: list', 'Parts: token, ALPHA', 'Cannot be used: top (off), comment (off)'])
      assert.equal(await page.$eval('#rule', (e) => e.value), 'list')
      assert.equal(await text(page, '#status'), 'The default rule of the grammar cannot be used. The rule list is used instead.')
      await page.evaluate(() => { document.querySelector('#rails [data-name=comment]').open = true })
      await page.waitForSelector('#rails [data-name=comment] svg')
      assert.match(await text(page, '#rails [data-name=comment]'), /cannot be used: it has the prose value/)
      assert.match(await copyBy(page, 'copy-command'), /^iri check --grammar grammar.abnf --rule list -- a 1\n/)
    }))

  test('the diff has witnesses', () => use({ tab: 'grammar' }, async (page) => {
    await page.waitForSelector('#rails details')
    await page.select('#diff-a', 'rfc3986')
    await page.select('#diff-rule-a', 'port')
    await page.select('#diff-b', 'rfc3987')
    await page.select('#diff-rule-b', 'port')
    await page.click('#diff-run')
    await page.waitForFunction(() => document.querySelector('#diff-results').textContent === 'The languages are equal.', { timeout: 30_000 })
    await page.select('#diff-rule-a', 'fragment')
    await page.select('#diff-rule-b', 'ifragment')
    await page.click('#diff-run')
    await page.waitForSelector('#diff-results tbody tr', { timeout: 60_000 })
    assert.match(await text(page, '#diff-results'), /RFC 3987.*ucschar/s)
    assert.equal(await copyBy(page, 'copy-command'), 'iri grammar diff rfc3986 rfc3987 --rule fragment=ifragment')
  }))

  test('diagrams of all rules, samples', () => use({ tab: 'grammar', rule: 'port' }, async (page) => {
    await page.waitForSelector('#rails details[data-name=IRI] svg')
    assert.ok((await page.$$('#rails details')).length > 30)
    await page.evaluate(() => { document.querySelector('#rails details[data-name=IPv6address]').open = true })
    await page.waitForSelector('#rails details[data-name=IPv6address] svg [data-box]')
    await page.click('#sample-run')
    await page.waitForSelector('#samples li')
    const shown = await page.$$eval('#samples li', (l) => l.map((e) => e.textContent))
    assert.equal(shown.length, 10)
    const rows = shell(await copyBy(page, 'copy-command')).trimEnd().split('\n').map((l) => JSON.parse(l).input || '(empty)')
    assert.deepEqual(shown, rows)
  }))
})

describe('files', () => {
  test('samples, and test vectors in each size, as the command makes them', () => use({ tab: 'grammar', spec: 'rfc3986', rule: 'port' }, async (page) => {
    await page.waitForSelector('#rails details svg')
    const samples = await download(page, () => page.click('#sample-save'))
    assert.equal(samples.name, 'samples.jsonl')
    const parse = (lines) => lines.trimEnd().split('\n').map((l) => JSON.parse(l))
    assert.deepEqual(parse(samples.text), parse(shell(await copyBy(page, 'copy-command'))))
    for (const size of ['small', 'medium', 'full']) {
      await page.select('#vectors-size', size)
      const { name, text: file } = await download(page, () => page.click('#vectors-save'))
      assert.equal(name, `vectors-port-${size}.jsonl`)
      const command = await copyBy(page, 'copy-command')
      assert.equal(command, `iri grammar vectors --spec rfc3986 --rule port --size ${size}`)
      assert.deepEqual(parse(file), parse(shell(command)))
    }
  }))
})

describe('share', () => {
  const lines = ['http://h:8a/', "http://e/it's?a=$b", 'http://e/\u202Ex\u0007', 'http://example.org/שלום']

  test('the address holds the state, after the # only, and hashchange takes it up', () => use({ text: 'http://a/' }, async (page) => {
    await type(page, '\nhttp://h:8a/')
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('h:8a'))
    assert.equal(await page.evaluate(() => location.search), '')
    await page.evaluate(() => { location.hash = '#tab=map&spec=rfc3986&text=http%3A%2F%2Fx%2F%25zz' })
    await totals(page, '1 line: 0 conform, 1 do not')
    assert.equal(await page.$eval('#spec', (e) => e.value), 'rfc3986')
    assert.equal(await page.$eval('#tab-convert', (e) => e.getAttribute('aria-selected')), 'true')
    assert.equal(await editorText(page), 'http://x/%zz')
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
    const p = await open(session, link.slice(link.indexOf('#')))
    await totals(p.page, '300 lines: 300 conform')
    await p.close()
  })

  test('a damaged address is said, and the page works', () => use({ z: 'AAAA!' }, async (page) => {
    assert.match(await text(page, '#status'), /damaged/)
    await totals(page, '6 lines')
  }))

  test('copy as command gives what copy report as JSON gives', () => use({ spec: 'rfc3987bis', lint: '1', text: lines.join('\n') }, async (page) => {
    await totals(page, '4 lines')
    const command = await copyBy(page, 'copy-command')
    const json = await copyBy(page, 'copy-json')
    assert.match(command, /^iri check --spec rfc3987bis --lint -- /)
    assert.deepEqual(shell(command.replace('iri check', 'iri check --format json')), json)
  }))

  test('the command for Explain gives the tree, and the report where there is none', () => use({ tab: 'explain', text: 'http://u@é:80/p?q#f' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    const command = await copyBy(page, 'copy-command')
    assert.equal(command, "iri parse -- 'http://u@é:80/p?q#f'")
    const tree = JSON.parse(shell(command.replace('iri parse', 'iri parse --all --format json'))).tree
    const names = []
    const walk = (n) => {
      names.push(n.rule ?? n.name)
      for (const c of n.children ?? []) walk(c)
    }
    walk(tree)
    assert.ok(names.length > 10)
    assert.deepEqual(await page.$$eval('#tree .node .label', (l) => l.map((n) => n.textContent)), names)
    await page.$eval('#look-text', (e) => {
      e.value = 'http://h:8a/'
      e.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.waitForFunction(() => document.querySelector('#look-verdict').textContent.includes('port at character 11'))
    assert.equal(await copyBy(page, 'copy-command'), 'iri check -- http://h:8a/')
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
    assert.equal(await copyBy(page, 'copy-command'), 'iri check </dev/null')
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
    const md = await copyBy(page, 'copy-markdown')
    assert.match(md, /^# IRI report\n\nChecked against RFC 3987, rule IRI\.\n\n- `http:\/\/h:8a\/`: does not conform\n  - error `port`, bytes 10 to 11: "a" .+\n/)
    assert.ok(md.includes('- ``http://e/`<b>*``: does not conform'), md)
  }))
})

describe('hostile input', () => {
  const hostile = [
    'http://e/<img src=x onerror="document.title=1">', 'http://e/"><script>document.title=1</script>', 'http://e/\u202Egnp.exe', 'http://e/\u001B[31mred\u0007',
    'javascript:document.title=1', 'http://e/\u2066\u2069\u200B\uFEFF\u0000\u007F', 'http://e/{{7*7}}${7*7}',
  ].join('\n')

  for (const tab of ['check', 'explain', 'convert']) {
    test(`${tab} shows it harmlessly`, () => use({ tab, text: hostile, line: '1', base: hostile.split('\n')[4], other: '<svg onload=document.title=1>' }, async (page, { requests }) => {
      await totals(page, '7 lines')
      await new Promise((resolve) => setTimeout(resolve, 300))
      assert.equal(await page.title(), 'Check IRIs')
      assert.equal(await page.$$eval('img, script:not([src]), [onerror], [onload]', (l) => l.length), 0)
      // No bidi control or other control is in the text of the page: they are shown as code points.
      const raw = await page.evaluate(() => document.body.innerText.match(/[\u0000-\u0008\u000B-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g))
      assert.equal(raw, null)
      assert.ok(requests.every((r) => r.startsWith(session.address) || r.startsWith('data:') || r.startsWith('blob:')), requests.join('\n'))
    }))
  }

  test('the editor shows controls as code points', () => use({ text: 'http://e/\u202Egnp' }, async (page) => {
    await totals(page, '0 conform')
    assert.deepEqual(await page.$eval('#editor', (e) => [...e.shadowRoot.querySelectorAll('.cm-specialChar')].map((s) => s.textContent)), ['U+202E'])
  }))

  test('a grammar with markup in it', () => use({ tab: 'grammar', grammar: 'a = "<img src=x onerror=document.title=1>" / <script>\n' }, async (page) => {
    await page.waitForFunction(() => document.querySelector('#abnf-faults').textContent !== '')
    assert.equal(await page.title(), 'Check IRIs')
    assert.equal(await page.$$eval('img', (l) => l.length), 0)
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
    for (let i = 0; i < 100 && problems.length === 0; i++) await new Promise((resolve) => setTimeout(resolve, 50))
    assert.match(problems.join(), /requires 'TrustedHTML'/)
    problems.length = 0
    await page.evaluate(() => { globalThis.violations = [] })
  }))
})

describe('transfer', () => {
  test('no request leaves the page; under 2 MB', async () => {
    const hosts = new Set()
    session.sent.length = 0
    const p = await open(session, fragment({ text: 'http://h:8a/' }), {
      before: async (page) => {
        const watch = async (client) => {
          await client.send('Network.enable')
          client.on('Network.requestWillBeSent', ({ request }) => hosts.add(new URL(request.url).origin))
        }
        await watch(await page.createCDPSession())
        page.on('workercreated', (w) => watch(w.client).catch(() => {}))
      },
    })
    await p.page.evaluate(() => navigator.serviceWorker.ready) // it has all files, too
    const bytes = session.sent.reduce((n, { size }) => n + size, 0)
    assert.ok([...hosts].every((h) => h === new URL(session.address).origin || h === 'null'), [...hosts].join())
    assert.ok(bytes > 1_000_000 && bytes < 2_000_000, `${bytes} bytes: ${session.sent.map((s) => `${s.path} ${s.status} ${s.size}`).join(', ')}`)
    await p.close()
  })

  test('works offline after the first visit', async () => {
    const p = await open(session, fragment({ text: 'http://h:8a/' }))
    await p.page.evaluate(() => navigator.serviceWorker.ready)
    await p.page.waitForFunction(() => navigator.serviceWorker.controller)
    await p.page.setOfflineMode(true)
    for (const w of p.page.workers()) await w.client.send('Network.enable').catch(() => {})
    await p.page.reload()
    await p.page.waitForSelector('body[data-ready]', { timeout: 60_000 })
    await totals(p.page, '0 conform, 1 do not')
    await p.close()
  })
})
