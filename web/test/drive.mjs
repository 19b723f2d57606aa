// What the tests do with the page, and how they read it. The page answers when its worker has, one part after the other,
// and its layout moves meanwhile: nothing here depends on the order or on the speed.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limited, patience } from './browser.mjs'

/**
 * eventually reads until what it reads is wanted, and returns it. wanted is a value, a RegExp that matches, or a function
 * that says yes. What was read last is in the error after the limit.
 */
export async function eventually(read, wanted, limit = patience) {
  for (const end = Date.now() + limit; ; await sleep(40)) {
    try {
      const got = await read()
      if (wanted instanceof RegExp) assert.match(got, wanted)
      else if (typeof wanted === 'function') assert.ok(wanted(got), `${JSON.stringify(got)} is not what ${wanted} asks for`)
      else assert.deepEqual(got, wanted)
      return got
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** press presses a button by its element, wherever the layout has it: when it is there, seen and not disabled. */
export const press = (page, selector) =>
  eventually(() => page.$eval(selector, (e) => {
    const ready = e.checkVisibility() && !e.disabled
    if (ready) e.click()
    return ready || `${e.outerHTML.slice(0, 200)} is hidden or disabled`
  }), true)

/** choose chooses an entry of a menu when the menu has it. */
export async function choose(page, selector, value) {
  await eventually(() => page.$eval(selector, (e, v) => !e.disabled && [...e.options].some((o) => o.value === v && !o.disabled), value), true)
  await page.select(selector, value)
}

/**
 * point puts the pointer on the element that find returns until what is read then is wanted. The layout may take the
 * element away from below the pointer: then it points anew.
 */
export async function point(page, find, read, wanted) {
  for (const end = Date.now() + patience; ;) {
    try {
      await page.mouse.move(0, 0)
      await (await find()).hover()
      return await eventually(read, wanted, 3_000)
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/**
 * drag presses the pointer on an element, moves it by so many pixels and lets it go, as the browser tells the page of it, click
 * and all. It returns how far the frame around the element is scrolled then; it is not before.
 */
export const drag = (page, selector, frame, x, y) => page.$eval(selector, (element, around, dx, dy) => {
  const scroll = element.closest(around)
  scroll.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  const tell = (type, how) => element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: 'mouse', ...how }))
  tell('pointerdown', { button: 0, buttons: 1, clientX: 500, clientY: 500 })
  tell('pointermove', { button: -1, buttons: 1, clientX: 500 + dx, clientY: 500 + dy })
  tell('pointerup', { button: 0, buttons: 0, clientX: 500 + dx, clientY: 500 + dy })
  tell('click', { button: 0, clientX: 500 + dx, clientY: 500 + dy })
  tell('pointermove', { button: -1, buttons: 0, clientX: 0, clientY: 0 })
  return [scroll.scrollLeft, scroll.scrollTop]
}, frame, x, y)

/** type puts the cursor at the end of the editor and types. */
export async function type(page, what) {
  await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus())
  await page.keyboard.down('Control')
  await page.keyboard.press('End')
  await page.keyboard.up('Control')
  await page.keyboard.type(what)
}

/** writeLine writes the line of the tab Explain anew. */
export async function writeLine(page, line) {
  await page.evaluate(() => document.querySelector('#look-text').shadowRoot.querySelector('.cm-content').focus())
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.press('Backspace')
  await page.keyboard.sendCharacter(line)
}

/** paste puts lines into the editor at once, in the place of what is selected. */
export const paste = (page, lines) => page.evaluate((pasted) => {
  const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
  content.focus()
  const data = new DataTransfer()
  data.setData('text/plain', pasted)
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: data }) // Firefox lets no script set it
  content.dispatchEvent(event)
}, lines.join('\n'))

export const text = (page, selector) => page.$eval(selector, (e) => e.textContent)
export const texts = (page, selector) => page.$$eval(selector, (l) => l.map((e) => e.textContent))
export const value = (page, selector) => page.$eval(selector, (e) => e.value)

/** totals waits until the line about all lines has what is wanted. */
export const totals = (page, wanted) => eventually(() => text(page, '#totals'), (got) => got.includes(wanted))

/** underlined returns the texts of the marks in an editor, by severity. */
export const underlined = (page, severity = 'error', host = 'editor') => texts(page, `#${host} >>> .cm-lintRange-${severity}`)

/** editorText returns the text of an editor; host is the id of its element. */
export const editorText = async (page, host = 'editor') => (await texts(page, `#${host} >>> .cm-line`)).join('\n')

/** copyBy presses a button of the menu that copies, and returns what is on the clipboard then. */
export async function copyBy(page, id) {
  await page.evaluate(() => {
    document.querySelector('#status').textContent = ''
    document.querySelector('#share').open = true
  })
  await press(page, `#${id}`)
  await eventually(() => text(page, '#status'), /copied/)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** download presses what makes the page offer a file, and returns the name and the text of the file. */
export async function download(page, selector) {
  const dir = await mkdtemp(join(tmpdir(), 'iri-files-'))
  const client = await page.createCDPSession()
  try {
    await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: dir, eventsEnabled: true, browserContextId: page.browserContext().id })
    let name
    const done = new Promise((resolve, reject) => {
      client.on('Browser.downloadWillBegin', (e) => { name = e.suggestedFilename })
      client.on('Browser.downloadProgress', ({ state }) => state === 'completed' ? resolve() : state === 'canceled' && reject(new Error('the download was cancelled')))
    })
    await press(page, selector)
    await limited(done, `the file of ${selector}`)
    return { name, text: await readFile(join(dir, name), 'utf8') }
  } finally {
    await client.detach()
    await rm(dir, { recursive: true, force: true })
  }
}
