// Times of the page in a headless Chromium, printed and not judged: they depend on the
// machine. Run by make page WHAT=bench. Four times slower is the profile of a slow phone: Chromium slows the page, but not its worker.
import { start, open, fragment } from '../test/browser.mjs'

const spread = (times) => {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round)
  return `${sorted[sorted.length >> 1]} (${sorted[0]} to ${sorted.at(-1)})`
}

// findings types "%" at the start of a line and deletes it, so many times, and returns how long the page takes to count the line.
async function findings(page, count) {
  const conform = (n) => page.waitForFunction(
    (n) => document.querySelector('#totals').textContent.startsWith(`1000 lines: ${n} conform`), { timeout: 60_000, polling: 'mutation' }, n)
  await conform(1000)
  await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus())
  const times = []
  for (let i = 0; i < count; i++) {
    const begin = performance.now()
    await page.keyboard.type('%')
    await conform(999)
    times.push(performance.now() - begin)
    await page.keyboard.press('Backspace')
    await conform(1000)
  }
  return times
}

const session = await start()
try {
  for (const slower of [1, 4]) {
    const ready = []
    for (let i = 0; i < 5; i++) {
      const { page, close } = await open(session, fragment({ text: 'http://h:8a/' }), { slower }) // an empty profile: a first visit
      ready.push(await page.$eval('body', (b) => Number(b.dataset.ready)))
      await close()
    }
    console.log(`first check, ${slower === 1 ? 'this machine' : `${slower} times slower`}: ${spread(ready)} ms`)
  }
  for (const slower of [1, 4]) {
    const lines = Array.from({ length: 1000 }, (_, i) => `http://example.org/résumé/${i}?q=${i}`).join('\n')
    const { page, close } = await open(session, fragment({ text: lines, line: '1000' }), { slower })
    console.log(`a finding after a key in 1,000 lines, ${slower === 1 ? 'this machine' : `${slower} times slower`}: ${spread(await findings(page, 20))} ms`)
    await close()
  }
  for (let i = 0; i < 5; i++) {
    const { page, close } = await open(session, fragment({ text: '' }))
    const times = await page.evaluate(async () => {
      const lines = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `http://h:8a/${i}` : `http://example.org/résumé/${i}?q=${i}`))
      const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
      content.focus()
      const data = new DataTransfer()
      data.setData('text/plain', lines.join('\n'))
      const checked = () => document.querySelector('#totals').textContent.startsWith('10000 lines')
      const begin = performance.now()
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      const pasted = performance.now()
      let [last, pause] = [pasted, 0]
      while (!checked()) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        const now = performance.now()
        pause = Math.max(pause, now - last)
        last = now
      }
      return [pasted - begin, last - begin, pause].map(Math.round)
    })
    console.log('10,000 lines: paste %d ms, checked after %d ms, longest pause of the page %d ms', ...times)
    await close()
  }
  for (const [name, grammar, shown] of [
    ['three lines that change RFC 3987', '; changes: rfc3987\n; top: IRI\nport = *( DIGIT / ALPHA )\n', 'port now also matches a'],
    ['a repeat beyond the budget', 'a = 1000000"x"\n', 'is more than 65536'],
    ['copies beyond the budget', 'a = 1000(1000"x")\n', 'is too large'],
  ]) {
    const { page, close } = await open(session, fragment({ tab: 'grammar', tool: 'changes', text: 'a:' }))
    const has = (what) => page.waitForFunction((what) => document.querySelector('#panel-grammar').textContent.includes(what), { timeout: 60_000 }, what)
    await has('the grammar can be used')
    await has('Its rules are those of RFC 3987')
    const begin = performance.now()
    await page.evaluate((text) => {
      const content = document.querySelector('#abnf').shadowRoot.querySelector('.cm-content')
      content.focus()
      document.execCommand('selectAll')
      const data = new DataTransfer()
      data.setData('text/plain', text)
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, grammar)
    await has(shown)
    console.log(`a grammar, ${name}: ${Math.round(performance.now() - begin)} ms to “${shown}”`)
    await close()
  }
} finally {
  await session.stop()
}
