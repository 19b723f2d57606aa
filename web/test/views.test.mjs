// What people see in the views: examples, themes, menus, colours, drawings, and what is said when
// something does not work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe } from 'node:test'
import { after, before, fragment, open, patience, start, test } from './browser.mjs'
import { choose, download, drag, editorText, eventually, paste, point, press, text, texts, totals, type, underlined, value, writeLine } from './drive.mjs'
import { examples } from '../src/examples.js'
import { odd } from '../src/scripts.js'

let session
before(async () => {
  session = await start()
})
after(() => session?.stop())

async function use(state, f, options) {
  const p = await open(session, state && fragment(state), options)
  try {
    await f(p.page, p)
  } finally {
    await p.close()
  }
}

describe('head of the page', () => {
  test('every example has faults and shows what it is about', () => use(undefined, async (page) => {
    for (const [i, example] of examples.entries()) {
      await press(page, `#examples button:nth-of-type(${i + 1})`)
      const lines = example.text.split('\n')
      await totals(page, `${lines.length} lines: `)
      await eventually(() => value(page, '#spec'), example.grammar ? 'custom' : example.spec ?? 'rfc3987')
      await eventually(() => text(page, '#totals'), /[1-9]\d* (error|warning)s?/)
      await eventually(() => text(page, '#status'), example.shows)
    }
  }))

  test('a first visit shows the first fault, and the place in its rule', () => use(undefined, async (page) => {
    await eventually(() => text(page, '#line-name'), 'Line 2')
    await eventually(() => texts(page, '#line-report .lit-rule .broken-here text'), ['DIGIT'])
  }, { viewport: { width: 360, height: 740 } }))

  test('the theme is kept for the next visit', () => use(undefined, async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await choose(page, '#theme', 'dark')
    const dark = await eventually(ground, (colour) => colour !== light)
    await page.reload()
    await page.waitForSelector('body[data-ready]')
    await eventually(ground, dark)
    await eventually(() => value(page, '#theme'), 'dark')
    await choose(page, '#theme', '')
    await eventually(ground, light)
  }))

  test('the menu closes by Escape, by a click elsewhere and by what was chosen', () => use(undefined, async (page) => {
    const isOpen = () => page.$eval('#share', (e) => e.open)
    for (const close of [() => page.keyboard.press('Escape'), () => page.click('h1'), () => press(page, '#copy-link')]) {
      await page.focus('#share summary')
      await page.keyboard.press('Enter')
      await eventually(isOpen, true)
      await close()
      await eventually(isOpen, false)
    }
  }))

  test('the first finding of a line is saved as a picture: text, message, rule and diagram', () => use({ text: 'http://a/\nhttp://h:8a/', line: '2' }, async (page) => {
    await totals(page, '1 conform, 1 do not')
    await eventually(() => page.$$eval('#line-report .lit-rule .broken-here text', (l) => l.map((e) => e.textContent)), ['DIGIT'])
    const picture = async (id) => {
      await page.evaluate(() => { document.querySelector('#share').open = true })
      return download(page, `#${id}`)
    }
    const { name, text: svg } = await picture('save-svg')
    assert.equal(name, 'finding.svg')
    for (const part of ['http://h:8', '>a</tspan>', '"a" is not a digit', 'port = *DIGIT (RFC 3986 §3.2.3)', '>DIGIT</text>', 'viewBox=']) assert.ok(svg.includes(part), `${part} is not in ${svg}`)
    assert.ok(!svg.includes('href') && !/NaN|undefined/.test(svg), svg)
    assert.equal((await picture('save-png')).name, 'finding.png')
    await page.evaluate(() => { location.hash = '#text=' + encodeURIComponent('http://a/') })
    await totals(page, '1 conform, 0 do not')
    await page.evaluate(() => { document.querySelector('#share').open = true })
    await press(page, '#save-svg')
    await eventually(() => text(page, '#status'), /^Line 1 has no finding/)
  }))

  test('version, specs, source and documentation are named', () => use(undefined, async (page) => {
    await eventually(() => text(page, 'footer'), /Source · Documentation · Report a fault · version \S+, with RFC 3986, RFC 3987, draft-ietf-iri-3987bis, LEIRI/)
  }))

  test('addresses from before name the views by their old names', () => use({ tab: 'map' }, async (page) => {
    await eventually(() => page.$eval('#tab-convert', (e) => e.getAttribute('aria-selected')), 'true')
  }))
})

describe('components', () => {
  const parts = (page) => page.$$eval('#editor >>> [data-part]', (l) => l.map((p) => `${p.dataset.part} ${p.textContent}`))

  test('have colours in the editor, and the legend names those that are there', () => use({ text: 'http://u@e:80/é?q#f' }, async (page) => {
    await eventually(() => parts(page), ['scheme http', 'userinfo u', 'host e', 'port 80', 'path /é', 'query q', 'fragment f'])
    await eventually(() => page.$$eval('#editor >>> [data-part]', (l) => l.map((p) => getComputedStyle(p).color)), (colours) => new Set(colours).size === 7)
    const legend = () => texts(page, '#legend li:not([hidden])')
    await eventually(legend, ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'])
    await page.evaluate(() => { location.hash = '#text=' + encodeURIComponent('urn:a:b') })
    await eventually(legend, ['scheme', 'path'])
    await choose(page, '#rule', 'port')
    await eventually(() => page.$eval('#legend', (e) => e.hidden), true)
  }))

  test('are lit in the editor and in the legend, from either', () => use({ text: 'http://u@e:80/' }, async (page) => {
    const lit = () => page.evaluate(() => [
      getComputedStyle(document.querySelector('#editor').shadowRoot.querySelector('[data-part=host]')).outlineStyle, document.querySelector('#legend .lit')?.textContent ?? ''])
    await eventually(lit, ['none', ''])
    await point(page, () => page.$('#legend [data-part=host]'), lit, ['solid', 'host'])
    await page.mouse.move(0, 0)
    await eventually(lit, ['none', ''])
    await point(page, () => page.$('#editor >>> [data-part=host]'), lit, ['solid', 'host'])
    await page.mouse.move(0, 0)
    await eventually(lit, ['none', ''])
    await page.focus('#legend [data-part=host]')
    await eventually(lit, ['solid', 'host'])
  }))

  test('the tree opens as far as the components', () => use({ tab: 'explain', text: 'http://www.example.org/abc' }, async (page) => {
    await page.waitForSelector('#tree [role=treeitem]')
    await eventually(() => texts(page, '#tree .node:not([hidden]) .label'), ['IRI', 'scheme', 'ihier-part', 'iauthority', 'ihost', 'ipath-abempty'])
  }))
})

describe('places', () => {
  test('are for people: line and character, bytes in a detail', () => use({ text: 'http://h/\nhttp://é/ x' }, async (page) => {
    await totals(page, '1 conform, 1 do not')
    await press(page, '#lines button')
    await eventually(() => text(page, '#line-report dd'), /^line 2, character 10/)
    await eventually(() => page.$eval('#line-report dd details', (e) => e.open), false)
    await eventually(() => text(page, '#line-report dd details'), /bytes 10 to 11/)
  }))

  test('the mark of mixed-script is on the letter, and the word is faint', () => use({ text: 'http://ex\u0430mple.org/' }, async (page) => {
    await totals(page, '1 warning')
    await eventually(() => underlined(page, 'warning'), ['\u0430'])
    await eventually(async () => (await texts(page, '#editor >>> .faint')).join(''), 'ex\u0430mple')
    await eventually(() => text(page, '#line-report .finding mark'), '\u0430')
  }))

  test('the letters of a word that are not of its script', () => {
    for (const [word, want] of [['ex\u0430mple', [[2, 3]]], ['\u0440\u0430\u0443\u0440al', [[4, 6]]], ['abc', []], ['a\u0430', [[1, 2]]], ['a-\u0430\u0431\u0432', [[0, 1]]], ['', []]]) {
      assert.deepEqual(odd(word), want, word)
    }
  })
})

describe('drawings', () => {
  test('fit their column, are enlarged, and are saved', () => use({ tab: 'explain', spec: 'rfc3987', rule: 'ihier-part', text: '//a/b' }, async (page) => {
    const widths = () => page.$eval('#diagram .scroll', (e) => [e.clientWidth, e.scrollWidth, e.querySelector('svg').getBoundingClientRect().width])
    const [, , width] = await eventually(widths, ([frame, inner]) => inner <= frame)
    await press(page, '#diagram [aria-label=Larger]')
    const [, , larger] = await eventually(widths, (got) => got[2] > width)
    await press(page, '#diagram [aria-label="Fit the column"]')
    await eventually(widths, ([frame, inner, fits]) => inner <= frame && fits < larger)
    const svg = await download(page, '#diagram [aria-label$="as SVG"]')
    assert.equal(svg.name, 'ihier-part.svg')
    assert.match(svg.text, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    assert.doesNotMatch(svg.text, /var\(|class="ground"|href/)
    const png = await download(page, '#diagram [aria-label$="as PNG"]')
    assert.equal(png.name, 'ihier-part.png')
    assert.match(png.text, /PNG/)
  }))

  test('what is larger than its frame is dragged, also by a link, which opens by a click', () => use({ tab: 'explain', rule: 'ihier-part', text: '//a/b' }, async (page) => {
    const room = () => page.$eval('#diagram .scroll', (e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])
    const name = () => text(page, '#diagram-name')
    await eventually(name, 'Diagram of ihier-part')
    await eventually(room, ([x]) => x <= 0)
    assert.deepEqual(await drag(page, '#diagram svg', '.scroll', -50, -20), [0, 0]) // there is nothing more to see
    await eventually(async () => {
      await press(page, '#diagram [aria-label=Larger]')
      return room()
    }, ([x]) => x > 100)
    const link = '#diagram [data-rule=ipath-abempty]'
    for (const from of ['#diagram svg', link]) assert.deepEqual(await drag(page, from, '.scroll', -50, 0), [50, 0], from)
    assert.equal(await name(), 'Diagram of ihier-part')
    assert.deepEqual(await drag(page, link, '.scroll', -1, 0), [0, 0])
    await eventually(name, 'Diagram of ipath-abempty')
  }))

  test('one click opens a rule in place', () => use({ tab: 'grammar', tool: 'rails' }, async (page) => {
    await page.waitForSelector('#rails details[data-name=IRI] svg')
    await page.$eval('#rails details[data-name=IRI] [data-rule=ihier-part]', (a) => a.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    await page.waitForSelector('#rails details[data-name=IRI] .inner svg')
    await eventually(() => text(page, '#rails .inner h3'), 'ihier-part')
    await page.$eval('#rails details[data-name=IRI] [data-rule=ihier-part]', (a) => a.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    await eventually(() => page.$('#rails .inner'), null)
  }))

  test('the diagrams of a text are drawn once, however often they are asked for', () => use({ tab: 'grammar', tool: 'rails' }, async (page) => {
    const diagram = '#rails details[data-name=IRI] svg'
    await page.waitForSelector(diagram)
    await eventually(() => page.$$eval('button.stop', (l) => l.every((b) => b.hidden)), true)
    await page.evaluate(() => {
      globalThis.drawn = 0
      new MutationObserver((l) => { globalThis.drawn += l.filter((r) => r.addedNodes.length > 0).length })
        .observe(document.querySelector('#rails'), { childList: true })
      document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus()
    })
    await page.keyboard.type(' ')
    await page.evaluate(() => {
      for (const tool of ['draft', 'rails', 'draft', 'rails']) document.querySelector(`#tab-${tool}`).click()
    })
    await eventually(() => text(page, '#abnf-faults'), /can be used/)
    await page.waitForSelector(diagram)
    await eventually(() => page.$$eval('button.stop', (l) => l.every((b) => b.hidden)), true)
    assert.equal(await page.evaluate(() => globalThis.drawn), 1)
  }))

  test('the comments of a grammar that the program reads are explained', () => use({ tab: 'grammar' }, async (page) => {
    await eventually(() => page.$eval('#abnf-header', (e) => e.hidden), false)
    await eventually(() => text(page, '#abnf-header'), /; component: says which rule stands for a component/)
  }))
})

describe('the tools for grammars', () => {
  test('one is shown at a time, chosen by a click or by keys', () => use({ tab: 'grammar', tool: 'changes' }, async (page) => {
    const shown = () => page.$$eval('#panel-grammar [role=tabpanel]', (l) => l.filter((e) => e.checkVisibility()).map((e) => e.id))
    const focus = () => page.evaluate(() => document.activeElement.id)
    await eventually(shown, ['panel-changes'])
    await press(page, '#tab-draft')
    await eventually(shown, ['panel-draft'])
    await page.waitForSelector('#draft-rule svg')
    await page.focus('#tab-draft')
    for (const [key, name] of [['ArrowLeft', 'samples'], ['ArrowRight', 'draft'], ['ArrowRight', 'changes'], ['End', 'samples'], ['ArrowLeft', 'diff'], ['Home', 'draft'], ['ArrowRight', 'changes'], ['ArrowRight', 'rails']]) {
      await page.keyboard.press(key)
      await eventually(shown, [`panel-${name}`])
      await eventually(focus, `tab-${name}`)
      await eventually(() => page.$eval(`#tab-${name}`, (e) => [e.tabIndex, e.getAttribute('aria-selected')]), [0, 'true'])
    }
    await page.waitForSelector('#rails details svg')
    await eventually(() => page.$$eval('.tools-list [tabindex="0"]', (l) => l.length), 1)
    await eventually(() => page.$eval('#tab-grammar', (e) => e.getAttribute('aria-selected')), 'true')
    await eventually(() => page.evaluate(() => location.hash), /tool=rails/)
  }))
})

describe('a grammar while one writes it', () => {
  const write = (page, grammar) => page.evaluate((g) => { location.hash = '#tab=grammar&grammar=' + encodeURIComponent(g) }, grammar)
  const changes = (page, wanted) => eventually(() => text(page, '#draft-changes'), (got) => got.includes(wanted))

  test('what it changes is said with a string, rule by rule', () => use({ tab: 'grammar', grammar: '; changes: rfc3987\nport = *( DIGIT / "x" )\n' }, async (page) => {
    await changes(page, 'Beside RFC 3987: 1 rule matches other strings.port now also matches x, as in http://h:x/')
    await write(page, '; changes: rfc3987\nport = 1*DIGIT\nmine = "y"\n')
    await changes(page, 'port no longer matches the empty string, as in http://h:/1 rule that RFC 3987 does not have')
    await write(page, '; changes: rfc3987\nport = *DIGIT\n')
    await changes(page, 'Its rules are those of RFC 3987.')
    await write(page, 'a = "b"\n')
    await changes(page, 'No rule has the name of a rule of RFC 3987: there is nothing to compare.')
  }))

  test('the rule at the cursor is drawn, and its links go to the rules', () => use({ tab: 'grammar', grammar: 'a = b "x"\nb = "y"\n' }, async (page) => {
    const drawn = (name) => page.waitForSelector(`#draft-rule [aria-label="Diagram of ${name}, as it is written"] svg`)
    await drawn('a')
    await page.$eval('#draft-rule [data-rule=b]', (a) => a.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
    await drawn('b')
    await page.keyboard.press('ArrowUp')
    await drawn('a')
  }))
})

describe('a text with an error', () => {
  const open = { tab: 'grammar', grammar: 'a = b "x"\n/ c\nb = "y"\nc = "z"\n' }

  test('does not leave the diagram of the text before, and its lines are indented by a button', () => use(open, async (page) => {
    await eventually(() => text(page, '#draft-rule'), /cannot be read/)
    await eventually(() => page.$$eval('#draft-rule svg', (l) => l.length), 0)
    await press(page, '#abnf-indent')
    await page.waitForSelector('#draft-rule svg')
    await eventually(() => editorText(page, 'abnf'), /^a = b "x"\n    \/ c$/m)
    await eventually(() => page.$eval('#abnf-indent', (b) => b.hidden), true)
    await eventually(() => text(page, '#abnf-faults'), /^0 errors, .*the grammar can be used\.$/)
  }))

  test('is said to be one by each tool', () => use({ ...open, tool: 'rails', grammar: 'a = "x"\n' }, async (page) => {
    await page.waitForSelector('#rails svg')
    await page.evaluate(() => document.querySelector('#abnf').shadowRoot.querySelector('.cm-content').focus())
    await page.keyboard.type('=')
    for (const [tool, box] of [['rails', 'rails'], ['diff', 'diff-results'], ['samples', 'samples']]) {
      await press(page, `#tab-${tool}`)
      await eventually(() => text(page, `#${box}`), /^The text cannot be used: /)
    }
    await press(page, '#tab-diff')
    await press(page, '#diff-run')
    await eventually(() => text(page, '#diff-results'), /^line 1: expected a rule name/)
  }))

  test('its faults are listed, also where a spec is changed or a repeat is too large', () => use({ tab: 'grammar', grammar: 'a = "x"\n' }, async (page) => {
    await eventually(() => text(page, '#abnf-faults'), /can be used\.$/)
    await page.evaluate(() => { location.hash = '#tab=grammar&grammar=' + encodeURIComponent('; changes: rfc3987\nport = a\n') })
    await eventually(() => text(page, '#abnf-list'), /undefined-rule, line 2/)
    await page.evaluate(() => { location.hash = '#tab=grammar&grammar=' + encodeURIComponent('a = 1000000"x"\n') })
    await eventually(() => text(page, '#abnf-list'), /the repeat 1000000 is more than/)
  }))
})

describe('the editor of grammars', () => {
  // By kind: a fault cuts its token in two elements.
  const tokens = (page) => page.$$eval('#abnf >>> [class^=abnf-]', (l) => l.reduce((all, e) => ({ ...all, [e.className.slice(5)]: (all[e.className.slice(5)] ?? '') + e.textContent }), {}))

  test('has colours for the tokens of ABNF', () => use({ tab: 'grammar', grammar: 'a-1 =/ %s"x;y" / 1*2b2 ; "no" string\nb2 = %x41-5A / <p 1> / 3"/"\n' }, async (page) => {
    await eventually(() => tokens(page), { definition: 'a-1b2', string: '%s"x;y""/"', number: '1*2%x41-5A3', name: 'b2', comment: '; "no" string', prose: '<p 1>' })
    const looks = () => page.$$eval('#abnf >>> [class^=abnf-]', (l) => [...new Set(l.map((e) => getComputedStyle(e).color))].length)
    await eventually(looks, 5)
    await choose(page, '#theme', 'dark')
    await eventually(looks, 5)
  }))

  test('begins at the first rule, whatever the text came from', () => use({ tab: 'grammar' }, async (page) => {
    const line = () => text(page, '#abnf >>> .cm-activeLine')
    await eventually(line, /^IRI +=/)
    await choose(page, '#spec', 'rfc3986')
    await press(page, '#abnf-load')
    await eventually(line, /^URI +=/)
    await page.evaluate(() => { location.hash = '#tab=grammar&grammar=' + encodeURIComponent('; x = 1\n\n  y =\n "a"\n') })
    await eventually(line, '  y =')
  }))
})

describe('convert', () => {
  test('the verdict comes first, and what changes nothing is folded', () => use({ tab: 'convert', text: 'http://é/' }, async (page) => {
    await page.waitForSelector('#map-results [data-id=to-uri]')
    await eventually(() => text(page, '#map-verdict'), /^The line conforms as a reference; 1 mapping changes it\.$/)
    await eventually(() => page.$eval('#map-same', (e) => e.hidden), true)
    await eventually(() => text(page, '#map-fold'), /^Show \d+ mappings that change nothing more$/)
    await press(page, '#map-fold')
    await eventually(() => page.$eval('#map-same', (e) => e.hidden), false)
    await page.waitForSelector('#map-same [data-id=to-iri] .result')
  }))

  test('a line that does not conform is said once, with its place for people', () => use({ tab: 'convert', text: 'http://a/\nhttp://é/b c', line: '2' }, async (page) => {
    await eventually(() => text(page, '#map-verdict'), /^The line does not conform as a reference: .+, line 2, character 11in bytesbyte.* 12.* 1 mapping changes it\.$/)
    await eventually(() => texts(page, '#map-results tbody:not([hidden]) .result'), (l) => l.length === 2 && l[0] === 'http://é/b%20c' && l[1].includes('(character 11, '))
    await eventually(() => text(page, '#map-fold'), 'Show 10 that do not apply')
  }))

  // Both browsers follow the URL Standard: what they make of these is in its own tests (urltestdata.json).
  for (const name of ['chrome', 'firefox']) {
    test(`what the browser makes of the line, in ${name}`, async () => {
      const own = name === 'chrome' ? session : await start(name)
      const p = await open(own, fragment({ tab: 'explain', text: 'http://a\\@b/' }))
      const parts = async () => (await texts(p.page, '#browser li')).map((t) => t.replace(/\s+/g, ' '))
      try {
        for (const [line, want] of [
          ['http://a\\@b/', ['scheme http', 'host a', 'path /@b/', 'address http://a/@b/']],
          ['HTTP:\\\\u:p@BÜCHER.example:80/a b/../é?q#f', ['scheme http', 'username u', 'password p', 'host xn--bcher-kva.example', 'path /%C3%A9', 'query q', 'fragment f', 'address http://u:p@xn--bcher-kva.example/%C3%A9?q#f']],
          ['https://0x7f.1:8080', ['scheme https', 'host 127.0.0.1', 'port 8080', 'path /', 'address https://127.0.0.1:8080/']],
          ['mailto:a@b.example', ['scheme mailto', 'path a@b.example', 'address mailto:a@b.example']],
          ['a/b', ['It has no scheme: a browser resolves it against the address of the page that has it.']],
          ['http://[::1', ['failure The browser does not take it for an address.']],
        ]) {
          await p.page.evaluate((text) => { location.hash = '#tab=explain&text=' + encodeURIComponent(text) }, line)
          await eventually(parts, want)
        }
        await choose(p.page, '#rule', 'port')
        await eventually(parts, ['Browsers read whole references.'])
      } finally {
        await p.close()
        if (own !== session) await own.stop()
      }
    })
  }

  test('an empty line is not explained as a fault', () => use({ tab: 'explain', text: 'http://a/\n\nhttp://h:8a/', line: '2' }, async (page) => {
    await eventually(() => text(page, '#look-verdict'), /^The line is empty: empty lines are passed over\. Type an IRI/)
    await eventually(() => texts(page, '#panel-explain .broken, #tree li, #diagram svg, #look-explain h3'), [])
    await eventually(() => page.$$eval('#panel-explain h2', (l) => l.filter((e) => e.checkVisibility()).length), 0)
    await writeLine(page, 'http://h:8a/')
    await eventually(() => text(page, '#look-verdict'), /port at character 11/)
    await page.waitForSelector('#diagram svg')
    await eventually(() => page.$$eval('#panel-explain h2', (l) => l.filter((e) => e.checkVisibility()).length), 5)
  }))
})

describe('convert', () => {
  test('a row copies its result, and then its command', () => use({ tab: 'convert', text: 'http://a/é' }, async (page) => {
    await page.waitForSelector('[data-id=to-uri]')
    await eventually(() => texts(page, '[data-id=to-uri] button'), ['Copy result', 'Copy command'])
    await press(page, '[data-id=to-uri] button')
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), 'http://a/%C3%A9')
  }))
})

describe('compare', () => {
  const verdict = (page, wanted) => eventually(() => text(page, '#compare-verdict .result'), wanted)
  const write = (page, id, what) => page.$eval(`#${id}`, (e, v) => {
    e.value = v
    e.dispatchEvent(new Event('input', { bubbles: true }))
  }, what)

  test('the first difference is marked in both, with its place in each', () => use({ tab: 'compare', text: 'http://é/bcd', other: 'HTTP://é/x/bcd' }, async (page) => {
    await verdict(page, 'not equal: the paths differ: nothing against x')
    await eventually(() => text(page, '.first-difference'), /^First difference: line 1, character 10; the other, character 10in bytesbyte 10; byte.* 10/)
    await eventually(() => texts(page, '#compare-result .aligned mark:not(.point)'), ['x'])
    await write(page, 'compare-other', 'http://é/bxd?q')
    await verdict(page, 'not equal: the paths differ: bcd against bxd')
    await eventually(() => texts(page, '#compare-result .aligned mark'), ['bcd', 'bxd'])
    await eventually(() => texts(page, '#compare-result [data-rung=string] mark'), ['cd', 'xd?q'])
    await write(page, 'compare-other', 'http://é/bcd?q')
    await verdict(page, 'not equal: only the second has a query: ?q')
    await eventually(() => text(page, '.first-difference'), /^First difference: line 1, it has nothing of it; the other, characters 13 to 14/)
  }))

  test('the rungs up to the one on which the two are equal', () => use({ tab: 'compare', text: 'HTTP://é:80/a/../b', other: 'http://é/b' }, async (page) => {
    await verdict(page, 'equivalent, because case rules write the scheme in lower case (§5.3.2.1), and path rules remove dot segments (§5.3.2.4), and scheme rules drop the default port (§5.3.3)')
    await eventually(() => page.$$eval('.aligned tbody tr', (l) => l.map((e) => [...e.cells].map((c) => c.textContent).join(' '))),
      ['scheme HTTP ≈ http', 'host é = é', 'port 80 ≈ none', 'path /a/../b ≈ /b'])
    const rungs = () => page.$$eval('#compare-result [data-rung]', (l) => l.map((e) => [e.dataset.rung, ...[...e.querySelectorAll('p')].map((p) => p.textContent.replace(' here: ', ''))]))
    await eventually(rungs, [['string', 'HTTP://é:80/a/../b', 'http://é/b'], ['case', 'http://é:80/a/../b', 'http://é/b'], ['percent', 'as on the rung above'],
      ['path', 'http://é:80/b', 'http://é/b'], ['scheme', 'http://é/b']])
    await write(page, 'compare-text', '../c')
    await verdict(page, /^not equal: only the second has a scheme: http/)
    await write(page, 'compare-base', 'http://é/x/y')
    await write(page, 'compare-other', 'http://é/c')
    await verdict(page, 'equal, character by character (§5.3.1)')
    await press(page, '#tab-convert')
    await eventually(() => value(page, '#map-base'), 'http://é/x/y')
    await press(page, '#tab-compare')
    await write(page, 'compare-other', '')
    await eventually(() => text(page, '#compare-verdict'), /^Write another IRI/)
    await eventually(() => text(page, '#compare-result'), '')
    await write(page, 'compare-other', 'http://h:8a/')
    await eventually(() => text(page, '#compare-verdict'), /^not compared: the other: .+ \(character 11, port\)/)
  }))
})

describe('narrow', () => {
  test('the text is seen without scrolling', () => use({ text: 'http://a/' }, async (page) => {
    await eventually(() => page.$eval('#editor >>> [data-part=host]', (e) => {
      const { top, bottom } = e.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight && scrollY === 0
    }), true)
  }, { viewport: { width: 360, height: 720 } }))

  test('the first finding is seen without scrolling, that of the line with the cursor before others, and leads to its report', () => use({ text: 'http://a/\nhttp://h:8a/\nhttp://a/ b' }, async (page) => {
    const first = () => page.$eval('#first-finding', (e) => e.checkVisibility() && e.getBoundingClientRect().bottom <= innerHeight && e.textContent)
    await eventually(first, /^Line 2, error port: /)
    await eventually(() => text(page, '#line-name'), 'Line 1')
    await press(page, '#first-finding')
    await eventually(() => text(page, '#line-name'), 'Line 2')
    await eventually(() => page.$eval('#line-report', (e) => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().top < innerHeight / 2), true)
    await eventually(() => page.evaluate(() => document.activeElement.id), 'line-name')
    await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus())
    await page.keyboard.press('ArrowDown')
    await eventually(() => text(page, '#first-finding'), /^Line 3, error ipath-abempty: /)
    await page.evaluate(() => { location.hash = '#text=http://a/' })
    await eventually(() => page.$eval('#first-finding', (e) => e.hidden), true)
  }, { viewport: { width: 360, height: 640 } }))

  test('the tabs stand in one row', () => use({ text: 'http://a/' }, async (page) => {
    await eventually(() => page.$$eval('#tabs [role=tab]', (l) => new Set(l.map((e) => e.offsetTop)).size), 1)
  }, { viewport: { width: 360, height: 720 } }))

  for (const [tab, tool] of [['explain', ''], ['grammar', 'draft'], ['grammar', 'rails']]) {
    test(`${tab} ${tool}: the diagrams are drawn for the column, and can be read`, () => use({ tab, tool, text: 'http://a/' }, async (page) => {
      const scales = () => page.$$eval('.figure svg', (l) => l.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().width / Number(e.getAttribute('width'))))
      await eventually(scales, (l) => l.length > 0 && l.every((scale) => scale > 0.75))
    }, { viewport: { width: 360, height: 720 } }))
  }
})

describe('failures', () => {
  const opened = async (before, check) => {
    const context = await session.browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    try {
      await before(page)
      await page.goto(session.address)
      await check(page)
    } finally {
      await context.close()
    }
  }
  const said = (page, what) => eventually(() => text(page, '#status'), (got) => got.includes(what))
  const dead = (page) => page.$$eval('main button:not(:disabled), #share button:not(:disabled)', (l) => l.length)

  test('no program: a sentence, what to do, and no dead buttons', () => opened(async (page) => {
    await page.setRequestInterception(true)
    page.on('request', (r) => (r.url().endsWith('iri.wasm') ? r.abort() : r.continue()))
  }, async (page) => {
    await said(page, 'The page cannot start')
    await eventually(() => text(page, '#status'), /Load it again/)
    await eventually(() => dead(page), 0)
  }))

  test('an old browser: what it lacks', () => opened(
    (page) => page.evaluateOnNewDocument(() => { delete globalThis.CompressionStream }),
    async (page) => {
      await said(page, 'This browser has no compressed streams')
      await eventually(() => dead(page), 0)
    }))

  test('a part of the page that does not arrive', () => opened(async (page) => {
    await page.setRequestInterception(true)
    page.on('request', (r) => (r.url().endsWith('main.js') ? r.abort() : r.continue()))
  }, async (page) => {
    await said(page, 'The page cannot start: main.js did not arrive. Load it again')
    await eventually(() => dead(page), 0)
  }))

  test('a program that takes long: how much of it has arrived', () => opened((page) => page.evaluateOnNewDocument(() => {
    const fetched = globalThis.fetch
    globalThis.fetch = async (name, ...more) => {
      const response = await fetched(name, ...more)
      if (name !== 'iri.wasm') return response
      const all = new Uint8Array(await response.arrayBuffer())
      const half = Math.ceil(all.length / 2)
      return new Response(new ReadableStream({
        async start(stream) {
          stream.enqueue(all.subarray(0, half))
          await new Promise((resolve) => { globalThis.sendRest = resolve })
          stream.enqueue(all.subarray(half))
          stream.close()
        },
      }), { headers: { 'Content-Type': response.headers.get('Content-Type') } })
    }
  }), async (page) => {
    await eventually(() => text(page, '#totals'), 'Loading the checker… 50 %')
    await page.evaluate(() => globalThis.sendRest())
    await totals(page, '6 lines: 2 conform, 4 do not')
  }))

  test('a worker that never runs', () => opened(
    (page) => page.evaluateOnNewDocument(() => { globalThis.Worker = class { constructor() { throw new Error('no more workers') } } }),
    async (page) => {
      await said(page, 'The page cannot start')
      await eventually(() => text(page, '#status'), /no more workers\. Load it again/)
      await eventually(() => dead(page), 0)
    }))

  // die ends the worker that checks, as the system does when there is no memory left; so many of them, before the next one can answer.
  const die = (page, n = 1) => page.evaluate((times) => {
    for (let k = 0; k < times; k++) {
      globalThis.started[0].terminate()
      globalThis.started.shift().dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    }
  }, n)

  // deaf has the worker get no more calls.
  const deaf = (page) => page.evaluate(() => {
    globalThis.asked = false
    globalThis.started[0].postMessage = () => { globalThis.asked = true }
  })

  test('a worker that dies is started anew, with the grammar in use, and not again and again', () => use(
    { text: 'http://h:8a/', use: '; changes: rfc3987\n; top: IRI\nport = *( DIGIT / ALPHA )\n', spec: 'custom' }, async (page) => {
      await totals(page, '1 line: 1 conform, 0 do not')
      await die(page)
      await eventually(() => text(page, '#status'), 'The checker has stopped and is started anew: out of memory')
      await type(page, 'a%')
      await totals(page, '1 line: 0 conform, 1 do not')
      await page.evaluate(() => { location.hash = '#text=' + encodeURIComponent('http://h:8a/\nhttp://h:8b/\nhttp://a/') })
      await totals(page, '3 lines: 1 conform, 2 do not')
      await page.evaluate(() => { document.querySelector('#totals').textContent = '' })
      await die(page)
      await totals(page, '3 lines: 1 conform, 2 do not') // asked again
      await die(page)
      await eventually(() => text(page, '#status'), /stopped again at this text: out of memory\. Change the text/)
      await type(page, '\nhttp://b/')
      await totals(page, '4 lines: 2 conform, 2 do not')
      await die(page, 2)
      await type(page, '\nhttp://c/')
      await totals(page, '5 lines: 3 conform, 2 do not')
      await deaf(page)
      await type(page, '\nhttp://d/')
      await eventually(() => page.evaluate(() => globalThis.asked), true)
      await die(page) // while it is asked
      await totals(page, '6 lines: 4 conform, 2 do not')
      await eventually(() => text(page, '#status'), 'The checker has stopped and is started anew: out of memory')
      await deaf(page)
      await press(page, '#lint')
      await eventually(() => page.evaluate(() => globalThis.asked), true)
      await die(page)
      await eventually(() => text(page, '#status'), /stopped again at this text: out of memory\. Change the text/)
    }, {
      before: (page) => page.evaluateOnNewDocument(() => {
        globalThis.started = []
        globalThis.Worker = class extends globalThis.Worker {
          constructor(...how) {
            super(...how)
            globalThis.started.push(this)
          }
        }
      }),
    }))

  test('an empty editor says what to do', () => use({ text: '' }, (page) => totals(page, '0 lines: type or paste an IRI, or choose an example.')))

  test('50,000 lines', () => use({ text: '' }, async (page) => {
    await paste(page, Array.from({ length: 50_000 }, (_, i) => (i % 2 ? `http://h:8a/${i}` : `http://example.org/é/${i}`)))
    await totals(page, '50000 lines: 25000 conform, 25000 do not')
    await eventually(() => editorText(page), /http:\/\/h:8a\//)
  }))
})

test('the page uses what style.css names, and the other way round', () => {
  const css = readFileSync(new URL('../src/style.css', import.meta.url), 'utf8')
  for (const name of ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']) {
    assert.ok(css.includes(`--${name}:`) && css.includes(`.part-${name} `), name)
  }
})
