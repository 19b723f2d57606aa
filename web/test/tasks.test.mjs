// What people do with the page, each in Chromium and in Firefox; PAGE_BROWSERS=firefox runs the tests in one of them.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { after, before, fragment, open, start, test } from './browser.mjs'
import { choose, editorText, eventually, paste, press, text, texts, totals, value } from './drive.mjs'

for (const name of (process.env.PAGE_BROWSERS ?? 'chrome firefox').split(' ')) describe(name, () => {
  let session
  before(async () => {
    session = await start(name)
  })
  after(() => session?.stop())

  /** use opens the page, runs f and checks that nothing was complained of. */
  async function use(state, f, options) {
    const p = await open(session, state && fragment(state), options)
    try {
      await f(p.page, p)
      assert.deepEqual(p.problems, [])
    } finally {
      await p.close()
    }
  }

  const focus = (page, host) => page.evaluate((id) => document.querySelector(`#${id}`).shadowRoot.querySelector('.cm-content').focus(), host)
  const selectAll = async (page) => {
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
  }

  test('fix is off while a check runs, and says so', () => use({ text: 'http://e/a b' }, async (page) => {
    await eventually(() => text(page, '#fix-all'), 'Fix 1 line')
    await page.evaluate(() => {
      const button = document.querySelector('#fix-all')
      globalThis.seen = []
      new MutationObserver(() => globalThis.seen.push(`${button.textContent} ${button.disabled}`)).observe(button, { attributes: true, childList: true })
    })
    await focus(page, 'editor')
    await selectAll(page)
    await paste(page, Array.from({ length: 8000 }, (_, i) => `http://e/${i} b`))
    await page.evaluate(() => document.querySelector('#fix-all').click()) // of the text before
    await eventually(() => text(page, '#fix-all'), 'Fix 8000 lines')
    const seen = await page.evaluate(() => globalThis.seen)
    assert.equal(seen[0], 'Fix 1 line true')
    assert.ok(seen.includes('Checking… true'), seen.join())
    assert.equal(seen.at(-1), 'Fix 8000 lines false')
    await press(page, '#fix-all')
    await totals(page, '8000 lines: 8000 conform')
    await eventually(() => text(page, '#status'), '8000 lines changed. All lines conform.')
  }))

  test('changes say what is not compared, and for which lines', () => use(
    { tab: 'grammar', tool: 'changes', grammar: '; changes: rfc3986\nport = 1*DIGIT\nuserinfo = none\nhost = <prose>\nauthority = userinfo host\n' }, async (page) => {
      await eventually(() => text(page, '#draft-changes'), /^1 rule compared; 3 not, because of the errors in lines 3 and 4\.Beside RFC 3986: 1 rule matches other strings\.port no longer matches/)
    }))

  test('what is said of a grammar names lines of the editor', () => use({ tab: 'grammar', tool: 'rails', grammar: 'a = "x"\n\na = "y"\nb = a\n' }, async (page) => {
    await eventually(() => text(page, '#abnf-list'), /a is already defined at line 1; "=\/" adds alternatives to a rule/)
    await eventually(() => text(page, '#panel-grammar'), (got) => !/grammar\.abnf|--/.test(got))
  }))

  test('a spec is loaded over changes only after a question', () => use({ tab: 'grammar', grammar: 'a = "x"\n' }, async (page) => {
    const head = () => text(page, '#abnf >>> .cm-activeLine')
    const isOpen = () => page.$eval('#load-dialog', (e) => e.open)
    await eventually(head, 'a = "x"')
    for (const answer of ['#load-dialog button:not([value=load])', '']) {
      await press(page, '#abnf-load')
      await eventually(isOpen, true)
      if (answer) await press(page, answer)
      else await page.keyboard.press('Escape')
      await eventually(isOpen, false)
      assert.equal(await editorText(page, 'abnf'), 'a = "x"\n')
    }
    await press(page, '#abnf-load')
    await press(page, '#load-dialog [value=load]')
    await eventually(head, /^IRI +=/)
    await choose(page, '#spec', 'rfc3986')
    await press(page, '#abnf-load') // the text is that of a spec: nothing is lost
    await eventually(head, /^URI +=/)
    await eventually(isOpen, false)
  }))

  test('a card shows what is allowed there, and draws the lowest rule that decides, none of a rule in prose', () => use({ text: 'http://e/a<b\nhttp://e/a\u202eb' }, async (page) => {
    const card = () => text(page, '#line-report .finding')
    await eventually(card, /Allowed there: "\/", ipchar, "\?", "#", the end/)
    await eventually(() => texts(page, '#line-report .lit-rule .broken-here text'), ['iunreserved', 'pct-encoded', 'sub-delims', ':', '@'])
    assert.equal(await page.$eval('#line-report .lit-rule', (e) => e.getAttribute('aria-label')), 'Diagram of ipchar')
    await focus(page, 'editor')
    await page.keyboard.press('ArrowDown')
    await eventually(card, /bidi-formatting/)
    await press(page, '#line-report .finding .bar > button:not(.fix, .guess)')
    await page.waitForSelector('#line-report .explanation') // which the worker answers after it has drawn
    assert.equal(await page.$('#line-report .lit-rule'), null)
    assert.doesNotMatch(await card(), /Allowed there/)
  }))

  test('of a long line the verdict comes first, three rows around its first fault, and all of it by a button', () => use(
    { text: `http://e/${'abcdefghij/'.repeat(400)}<b/${'klmnop/'.repeat(400)}` }, async (page) => {
      const rows = () => page.$eval('#line-report .rows', (e) => {
        const [box, mark] = [e, e.querySelector('mark')].map((x) => x.getBoundingClientRect())
        return { high: Math.round(box.height / Number.parseFloat(getComputedStyle(e).lineHeight)), seen: box.top <= mark.top && mark.bottom <= box.bottom, mark: mark && e.querySelector('mark').textContent }
      })
      await eventually(rows, { high: 3, seen: true, mark: '<' })
      assert.equal(await text(page, '#line-report > :first-child'), 'does not conform')
      await press(page, '#line-report .rows + button')
      await eventually(rows, ({ high }) => high > 20)
      assert.ok((await text(page, '#line-report .rows')).endsWith('klmnop/'))
      await press(page, '#line-report .rows + button')
      await eventually(rows, { high: 3, seen: true, mark: '<' })
      await page.evaluate(() => { location.hash = '#text=' + encodeURIComponent('http://e/a b') })
      await eventually(() => text(page, '#line-report .rows'), 'http://e/a b')
      assert.equal(await page.$eval('#line-report .rows + button', (e) => e.hidden), true)
    }))

  for (const width of [768, 360]) {
    test(`at ${width} pixels the card with its fixes stands before the list, and what one taps is 44 pixels high`, () => use({ text: 'http://h:8a/\nhttp://e/a b', line: '2' }, async (page) => {
      await page.waitForSelector('#line-report .finding .fix')
      await page.waitForSelector('#lines .row')
      const order = () => page.evaluate(() => ['#editor', '#line-report .finding .fix', '#lines .row'].map((s) => document.querySelector(s).getBoundingClientRect().top))
      await eventually(order, ([editor, fix, list]) => editor < fix && fix < list)
      const low = () => page.$$eval('.chip, [role=tab]', (l) => l.map((e) => [e.textContent, e.getBoundingClientRect().height, e.checkVisibility()]).filter(([, high, seen]) => seen && high < 44))
      assert.deepEqual(await low(), [])
      await press(page, '#tab-grammar')
      await eventually(() => page.$eval('#tab-draft', (e) => e.checkVisibility()), true)
      assert.deepEqual(await low(), [])
    }, { viewport: { width, height: 740 } }))
  }

  for (const [tab, shown] of [['explain'], ['convert', 'map-text'], ['compare', 'compare-text']]) {
    test(`${tab} chooses its line`, () => use({ tab, text: 'http://a/1\n\nhttp://a/3', other: 'http://a/' }, async (page) => {
      const choice = `#panel-${tab} .line-choice`
      const line = () => (tab === 'explain' ? editorText(page, 'look-text') : value(page, `#${shown}`))
      const place = () => page.$eval(choice, (e) => [e.querySelector('input').value, e.textContent, ...[...e.querySelectorAll('button')].map((b) => b.disabled)])
      await eventually(place, ['1', '‹lineof 3›', true, false])
      await press(page, `${choice} [aria-label="Line after"]`)
      await press(page, `${choice} [aria-label="Line after"]`)
      await eventually(place, ['3', '‹lineof 3›', false, true])
      await eventually(line, 'http://a/3')
      await press(page, `${choice} [aria-label="Line before"]`)
      await eventually(place, ['2', '‹lineof 3›', false, false])
      for (const [wanted, number, then] of [['1', '1', 'http://a/1'], ['99', '3', 'http://a/3'], ['', '1', 'http://a/1']]) {
        await page.$eval(`${choice} input`, (e, v) => {
          e.value = v
          e.dispatchEvent(new Event('change', { bubbles: true }))
        }, wanted)
        await eventually(line, then)
        await eventually(async () => (await place())[0], number)
      }
    }))
  }

  test('a comparison has the button for the rung that makes the two equal, and the address keeps it', () => use({ tab: 'compare', text: 'http://[0::1]/', other: 'http://[::1]/' }, async (page) => {
    const verdict = () => text(page, '#compare-verdict .result')
    await eventually(verdict, /^not equal: /)
    await press(page, '#compare-verdict .fix')
    await eventually(verdict, 'equivalent, because host rules give the host one spelling (§5.3.3)')
    await eventually(() => value(page, '#compare-rung'), 'host')
    await eventually(() => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('rung')), 'host')
    assert.equal(await page.$('#compare-verdict .fix'), null)
    await choose(page, '#compare-rung', 'path')
    await eventually(() => text(page, '#compare-verdict .fix'), 'Compare up to the rung host')
  }))

  test('lines stand beside the grammar, each with its verdict while one types in either', () => use({ tab: 'grammar', grammar: 'a = 1*"x"\nb = "y"\n', text: 'xx\n\nxy' }, async (page) => {
    const verdicts = () => texts(page, '#trial >>> .verdict')
    await eventually(verdicts, (l) => l.length === 2 && l[0] === '✓ conforms' && l[1].startsWith('✗ '))
    await eventually(() => text(page, '#trial-verdict'), 'By a: 1 of 2 lines conforms')
    await eventually(() => texts(page, '#trial >>> .cm-lintRange-error'), ['y'])
    await focus(page, 'abnf')
    await page.keyboard.down('Control')
    await page.keyboard.press('Home')
    await page.keyboard.up('Control')
    await page.keyboard.press('End')
    await page.keyboard.type(' [b]')
    await eventually(verdicts, ['✓ conforms', '✓ conforms'])
    await focus(page, 'trial')
    await page.keyboard.type('y')
    await eventually(() => text(page, '#trial-verdict'), 'By a: 1 of 2 lines conforms')
    await eventually(() => editorText(page), 'yxx\n\nxy') // they are the lines of the tab Check
    await choose(page, '#try-rule', 'b')
    await eventually(() => text(page, '#trial-verdict'), 'By b: 0 of 2 lines conform')
    await selectAll(page)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('y')
    await eventually(verdicts, ['✓ conforms'])
    await focus(page, 'abnf')
    await selectAll(page)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('a = ')
    await eventually(() => text(page, '#trial-verdict'), /^No verdicts: line 1: /)
    await eventually(verdicts, [])
  }))

  const html = '<!DOCTYPE html>\n<p><a href="http://e/a b">x</a>'
  const status = (page, wanted) => eventually(() => text(page, '#status'), wanted)

  test('a pasted text in another format is asked about', () => use({ text: '' }, async (page) => {
    const offer = () => page.$eval('#offer', (e) => (e.hidden ? '' : e.textContent))
    for (const [pasted, asks, line] of [
      [html, 'This looks like HTML: check the 1 IRI in it?Keep the lines', 'http://e/a b'],
      ['@prefix e: <http://e/> .\ne:a e:b <http://x/%zz> .', 'This looks like Turtle: check the 4 IRIs in it?Keep the lines', 'http://e/\nhttp://e/a\nhttp://e/b\nhttp://x/%zz'],
      ['{"a": "no", "b": ["http://e/é"]}', 'This looks like JSON: check the 1 IRI in it?Keep the lines', 'http://e/é'],
    ]) {
      await focus(page, 'editor')
      await selectAll(page)
      await paste(page, [pasted])
      await eventually(offer, asks)
      await eventually(() => editorText(page), pasted)
      await press(page, '#offer .fix')
      await eventually(() => editorText(page), line)
      await eventually(offer, '')
    }
    await focus(page, 'editor')
    await selectAll(page)
    await paste(page, [html])
    await press(page, '#offer button:not(.fix)')
    await eventually(offer, '')
    await eventually(() => editorText(page), html)
    await choose(page, '#format', 'html')
    await eventually(() => editorText(page), 'http://e/a b')
    await eventually(() => text(page, '#line-report'), /Line 2, column 13 of the text/)
    await choose(page, '#format', 'lines') // of the same text
    await eventually(() => editorText(page), html)
  }))

  test('a file is opened and dropped, and read in the format of its name', () => use({ text: '' }, async (page) => {
    const give = (how, name, content) => page.evaluate(([event, fileName, body]) => {
      const data = new DataTransfer()
      data.items.add(new File([body], fileName))
      if (event === 'drop') {
        const e = new DragEvent('drop', { bubbles: true, cancelable: true, composed: true })
        Object.defineProperty(e, 'dataTransfer', { value: data })
        document.querySelector('#editor').shadowRoot.querySelector('.cm-content').dispatchEvent(e)
      } else {
        document.querySelector('#file').files = data.files
        document.querySelector('#file').dispatchEvent(new Event('change', { bubbles: true }))
      }
    }, [how, name, content])
    await give('open', 'page.html', html + '<a href="c d">')
    await status(page, /^2 IRIs of page\.html, read as html\./)
    await eventually(() => editorText(page), 'http://e/a b\nc d')
    await eventually(() => value(page, '#rule'), 'IRI-reference') // c d is one that is relative
    await eventually(() => text(page, '#line-report'), /Line 2, column 13 of page\.html/)
    await give('drop', 'list.csv', 'id,url\n1,http://e/x y\n2,http://e/z\n')
    await status(page, /^2 IRIs of list\.csv, read as csv\./)
    await eventually(() => editorText(page), 'http://e/x y\nhttp://e/z')
    await totals(page, '2 lines: 1 conform, 1 do not')
    await give('drop', 'no.ttl', '# nothing\n')
    await status(page, 'There is no IRI in no.ttl, read as turtle.')
    await eventually(() => editorText(page), 'http://e/x y\nhttp://e/z')
  }))
})
