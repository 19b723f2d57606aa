// What people do with the page, each in Chromium and in Firefox; PAGE_BROWSERS=firefox runs the tests in one of them.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { after, before, fragment, open, start, test } from './browser.mjs'
import { choose, editorText, eventually, paste, press, text, texts, totals } from './drive.mjs'

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
})
