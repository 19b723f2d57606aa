// Times of the page in a headless Chromium, printed and not judged: they depend on the
// machine. Run by make page-bench.
import { start, open, fragment } from '../test/browser.mjs'

const session = await start()
try {
  for (let i = 0; i < 5; i++) {
    const { page, close } = await open(session, fragment({ text: 'http://h:8a/' })) // an empty profile: a first visit
    console.log(`first check: ${await page.$eval('body', (b) => b.dataset.ready)} ms`)
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
} finally {
  await session.stop()
}
