// Starts the server and the browser for the tests.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

// The browsers, as Debian has them.
const browsers = {
  chrome: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--font-render-hinting=none',
    ],
  },
  // Firefox of Debian cannot change the size of its window later.
  firefox: { executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: true, defaultViewport: null, args: ['--width=1280', '--height=900'] },
}

/** start serves bin/page and opens a browser, 'chrome' or 'firefox', with an empty profile. */
export async function start(name = 'chrome') {
  const server = spawn(join(root, 'bin/page-serve'), ['-addr', '127.0.0.1:0', '-log', join(root, 'bin/page')], { stdio: ['ignore', 'pipe', 'pipe'] })
  const sent = [] // what the server has sent: {path, status, size}
  createInterface(server.stderr).on('line', (line) => {
    const [, path, status, size] = line.split(' ')
    sent.push({ path, status: Number(status), size: Number(size) })
  })
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data).trim()))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const profile = await mkdtemp(join(tmpdir(), 'iri-page-'))
  const browser = await puppeteer.launch({ browser: name, userDataDir: profile, ...browsers[name] })
  return {
    address,
    browser,
    name,
    sent,
    version: await browser.version(),
    async stop() {
      await browser.close()
      server.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * open opens the page with a fragment and waits until it is ready. problems collects what
 * the console, the page and its policy complain of; requests the addresses that the page
 * and its workers ask for.
 */
export async function open({ browser, address, name }, fragment = '', { media = [], viewport = { width: 1280, height: 900 }, before } = {}) {
  const context = await browser.createBrowserContext()
  if (name === 'chrome') await context.overridePermissions(address.replace(/\/$/, ''), ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
  const page = await context.newPage()
  const problems = []
  const requests = []
  page.on('console', (m) => ['error', 'warn', 'warning'].includes(m.type()) && problems.push(m.text()))
  page.on('pageerror', (e) => ofDriver(name, e) || problems.push(String(e)))
  page.on('request', (r) => requests.push(r.url()))
  await page.evaluateOnNewDocument(() => {
    globalThis.violations = []
    addEventListener('securitypolicyviolation', (e) => globalThis.violations.push(`${e.effectiveDirective} ${e.blockedURI}`))
  })
  if (name === 'chrome' && media.length > 0) await page.emulateMediaFeatures(media)
  if (name === 'chrome') await page.setViewport(viewport)
  await before?.(page)
  await page.goto(address + fragment)
  await page.waitForSelector('body[data-ready]', { timeout: 60_000 })
  return { page, context, problems, requests, close: () => context.close() }
}

// ofDriver tells an error of puppeteer's own scripts: Firefox runs them in a sandbox, which keeps them from
// some objects of the page.
const ofDriver = (name, e) => name === 'firefox' && /Permission denied to access property/.test(e)

/** download runs what makes the page offer a file, and returns its name and its text. */
export async function download(page, act) {
  const dir = await mkdtemp(join(tmpdir(), 'iri-files-'))
  const client = await page.createCDPSession()
  try {
    await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: dir, eventsEnabled: true, browserContextId: page.browserContext().id })
    let name
    const done = new Promise((resolve, reject) => {
      client.on('Browser.downloadWillBegin', (e) => { name = e.suggestedFilename })
      client.on('Browser.downloadProgress', ({ state }) => state === 'completed' ? resolve() : state === 'canceled' && reject(new Error('the download was cancelled')))
    })
    await act()
    await done
    return { name, text: await readFile(join(dir, name), 'utf8') }
  } finally {
    await client.detach()
    await rm(dir, { recursive: true, force: true })
  }
}

/** editorText returns the text of an editor; host is the id of its element. */
export const editorText = (page, host = 'editor') =>
  page.$eval(`#${host}`, (e) => [...e.shadowRoot.querySelectorAll('.cm-line')].map((l) => l.textContent).join('\n'))

/** fragment returns the fragment of an address for a state. */
export const fragment = (state) => '#' + new URLSearchParams(state)
