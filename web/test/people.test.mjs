// The page for people: axe-core in light, dark and narrow, in Chromium and Firefox, the keyboard
// alone, reduced motion. It leaves screenshots in bin/page-shots.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe } from 'node:test'
import { after, before, fragment, open, root, start, test } from './browser.mjs'
import { choose, drag, eventually, press, text, texts, totals, type, underlined } from './drive.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = join(root, 'bin/page-shots')

let session // in Chromium
const sessions = {}
before(async () => {
  mkdirSync(shots, { recursive: true })
  for (const name of ['chrome', 'firefox']) sessions[name] = await start(name)
  session = sessions.chrome
})
after(async () => {
  for (const s of Object.values(sessions)) await s.stop()
})

const lines = 'https://example.org/résumé?q=日本#top\nhttp://exa mple.org/a b\nhttp://u:p@h/\nhttp://example.org/שלום/abc\nhttp://e/\u202Ex'
const looks = {
  light: { viewport: { width: 1280, height: 900 } },
  dark: { viewport: { width: 1280, height: 900 }, media: [{ name: 'prefers-color-scheme', value: 'dark' }] },
  narrow: { viewport: { width: 320, height: 720 }, media: [{ name: 'prefers-reduced-motion', value: 'reduce' }] },
  phone: { viewport: { width: 360, height: 740 }, media: [{ name: 'prefers-color-scheme', value: 'dark' }] },
}
const filled = {
  check: async (page) => {
    await press(page, '#line-report .finding button:not(.fix)')
    await page.waitForSelector('#line-report .explanation')
  },
  explain: async (page) => {
    await page.waitForSelector('#diagram .broken-here')
    await page.waitForSelector('#look-explain .explanation')
    await page.$eval('#look-explain details', (e) => { e.open = true }) // what is folded is looked at, too
  },
  convert: (page) => page.waitForSelector('#map-results [data-id=to-uri]'),
  compare: (page) => page.waitForSelector('#compare-result [data-rung=scheme]'),
  grammar: (page) => page.waitForSelector('#draft-rule svg'),
  'grammar-changes': (page) => eventually(() => text(page, '#draft-changes'), /RFC 3987/),
  'grammar-rails': (page) => page.waitForSelector('#rails details svg'),
  'grammar-diff': async (page) => {
    await choose(page, '#diff-a', 'rfc3986')
    await choose(page, '#diff-rule-a', 'fragment')
    await choose(page, '#diff-b', 'rfc3987')
    await choose(page, '#diff-rule-b', 'ifragment')
    await press(page, '#diff-run')
    await page.waitForSelector('#diff-results li')
  },
  'grammar-samples': async (page) => {
    await press(page, '#sample-run')
    await page.waitForSelector('#samples li')
  },
}

for (const [name, look] of [...Object.keys(looks).map((l) => ['chrome', l]), ['firefox', 'light'], ['firefox', 'dark']]) {
  describe(`${name}, ${look}`, () => {
    const options = looks[look]
    for (const view of Object.keys(filled)) {
      const [tab, tool = 'draft'] = view.split('-')
      test(`${view}: axe-core finds nothing, and nothing is wider than the window`, async () => {
        const p = await open(sessions[name], fragment({ tab, tool, text: lines, line: ['convert', 'compare'].includes(tab) ? '1' : '2', base: 'http://a/b', other: 'http://a/c' }), options)
        try {
          if (name === 'firefox') await choose(p.page, '#theme', look) // it cannot say what the system prefers
          await filled[view](p.page)
          const wide = await p.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await p.page.screenshot({ path: join(shots, `${name}-${look}-${view}.png`), fullPage: true })
          assert.ok(wide <= 0, `the page is ${wide} pixels wider than the window`)
          const shown = await p.page.evaluate(() => document.body.textContent)
          assert.doesNotMatch(shown, /\[object |undefined|NaN/, 'values of the program stand in the page')
          const bars = await p.page.evaluate(() => ['body', 'pre', '.scroll', '#tree', 'dialog textarea'].map((s) => document.querySelector(s)).concat(document.querySelector('#editor').shadowRoot.querySelector('.cm-scroller'))
            .filter((e) => e && getComputedStyle(e).scrollbarColor === 'auto').map((e) => e.outerHTML.slice(0, 80)))
          assert.deepEqual(bars, [], 'the scrollbars have the colours of the theme')
          assert.deepEqual(p.problems, []) // before axe-core, which Firefox does not let look everywhere
          await p.page.evaluate(axe)
          const { violations, passes } = await p.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
          assert.ok(passes.length > 15, `axe-core has looked at ${passes.length} rules only`)
          assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html + ' ' + n.failureSummary).join(' | ')}`), [])
        } finally {
          await p.close()
        }
      })
    }
  })
}

describe('forced colours', () => {
  // Only Chromium can be told to force them.
  test('components are told apart without their colours, and what is chosen is marked', async () => {
    const p = await open(session, fragment({ text: 'http://u@h:80/p?q#f' }))
    try {
      const { page } = p
      const client = await page.createCDPSession()
      await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
      await eventually(() => page.evaluate(() => matchMedia('(forced-colors: active)').matches), true)
      const looks = () => page.evaluate(() => Object.fromEntries([...document.querySelector('#editor').shadowRoot.querySelectorAll('[data-part]')].map((e) => {
        const { fontWeight, fontStyle } = getComputedStyle(e)
        return [e.dataset.part, `${fontWeight} ${fontStyle}`]
      })))
      await eventually(looks, { scheme: '400 normal', userinfo: '400 italic', host: '600 normal', port: '400 normal', path: '400 normal', query: '400 normal', fragment: '400 italic' })
      const drawn = (selector, property) => page.$eval(selector, (e, name) => getComputedStyle(e)[name], property)
      await eventually(() => drawn('#tab-check', 'outlineStyle'), 'solid')
      await eventually(() => drawn('#legend button', 'borderBottomStyle'), 'double')
      await page.focus('#legend [data-part=port]')
      await eventually(() => page.$eval('#editor >>> .part-port', (e) => getComputedStyle(e).outlineStyle), 'solid')
      await page.screenshot({ path: join(shots, 'chrome-forced-check.png'), fullPage: true })
    } finally {
      await p.close()
    }
  })
})

describe('Firefox', () => {
  test('a fault is found while one types, and a fix mends it', async () => {
    const p = await open(sessions.firefox, fragment({ text: 'http://2001:db8::1/' }))
    try {
      const { page } = p
      await press(page, '#line-report .fix')
      await totals(page, '1 conform, 0 do not')
      await type(page, '%zz')
      await totals(page, '0 conform, 1 do not')
      await eventually(() => underlined(page), ['%'])
      await eventually(() => texts(page, '#editor >>> [data-part=host]'), ['[2001:db8::1]'])
    } finally {
      await p.close()
    }
  })

  test('two IRIs are compared, and a drawing is enlarged and dragged', async () => {
    const p = await open(sessions.firefox, fragment({ tab: 'compare', text: 'http://a/b', other: 'HTTP://a/c' }))
    try {
      const { page } = p
      await eventually(() => texts(page, '#compare-result .aligned mark'), ['b', 'c'])
      await press(page, '#tab-explain')
      await eventually(() => text(page, '#diagram-name'), 'Diagram of IRI')
      await eventually(async () => {
        await press(page, '#diagram [aria-label=Larger]')
        return page.$eval('#diagram .scroll', (e) => e.scrollWidth - e.clientWidth)
      }, (room) => room > 100)
      assert.deepEqual(await drag(page, '#diagram svg', '.scroll', -50, 0), [50, 0])
    } finally {
      await p.close()
    }
  })
})

describe('keyboard and motion', () => {
  test('the Tab key reaches every control and leaves the editor', async () => {
    const p = await open(session, fragment({ text: lines, line: '2' }))
    try {
      for (const there of ['#line-report .finding .fix', '#lines .row', '#legend [data-part=host]']) await p.page.waitForSelector(there)
      await eventually(() => p.page.$eval('#fix-all', (b) => b.disabled), false)
      const seen = []
      for (let i = 0; i < 50; i++) {
        await p.page.keyboard.press('Tab')
        seen.push(await p.page.evaluate(() => document.activeElement.id || document.activeElement.className.split(' ')[0] || document.activeElement.tagName))
      }
      for (const id of ['skip', 'chip', 'SUMMARY', 'theme', 'spec', 'rule', 'lint', 'tab-check', 'editor', 'part-host', 'fix-all', 'fix', 'row']) {
        assert.ok(seen.includes(id), `Tab does not reach ${id}: ${seen.join(' ')}`)
      }
      assert.ok(seen.indexOf('fix-all') > seen.indexOf('editor'))
    } finally {
      await p.close()
    }
  })

  test('a fix, a tab and the next fault by keys alone', async () => {
    const p = await open(session, fragment({ text: lines, line: '1' }))
    try {
      const { page } = p
      await page.focus('#tab-check')
      await page.keyboard.press('ArrowRight')
      await eventually(() => page.$eval('#panel-explain', (e) => e.hidden), false)
      await page.keyboard.press('Home')
      await eventually(() => page.$eval('#panel-check', (e) => e.hidden), false)
      await eventually(() => underlined(page), (l) => l.length > 0)
      await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus())
      await page.keyboard.press('F8')
      await eventually(() => text(page, '#line-name'), 'Line 2')
      await eventually(async () => {
        const said = await text(page, '#status')
        if (!said.includes('was changed')) { // the report of the line may have come anew, and with it the button
          await page.focus('#line-report .fix')
          await page.keyboard.press('Enter')
        }
        return said
      }, 'Line 2 was changed.')
    } finally {
      await p.close()
    }
  })

  test('what happens is said to screen readers', async () => {
    const p = await open(session)
    try {
      await eventually(() => p.page.$eval('#status', (e) => e.getAttribute('role')), 'status')
      const tree = await p.page.accessibility.snapshot({ interestingOnly: true })
      const names = []
      const walk = (n) => {
        names.push(`${n.role} ${n.name ?? ''}`)
        n.children?.forEach(walk)
      }
      walk(tree)
      assert.ok(names.some((n) => n === 'textbox Text, one IRI on each line'), names.join('\n'))
      assert.ok(names.some((n) => n === 'tab Check'), names.join('\n'))
    } finally {
      await p.close()
    }
  })

  test('nothing moves when motion is to be reduced', async () => {
    const p = await open(session, fragment({ tab: 'explain', text: lines, line: '2' }), looks.narrow)
    try {
      await p.page.waitForSelector('#diagram svg')
      await eventually(() => p.page.evaluate(() => {
        const all = [...document.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot?.querySelectorAll('*') ?? [])])
        return document.getAnimations().length + all.filter((e) => getComputedStyle(e).transitionDuration !== '0s').length
      }), 0)
    } finally {
      await p.close()
    }
  })
})
