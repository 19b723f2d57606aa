// Starts the server and the browser for the tests, and opens the page. Nothing here waits without a limit.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as runner from 'node:test'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

// How long one thing may take, and a whole test, on a machine that does much else: milliseconds.
export const patience = 90_000
const whole = { timeout: 300_000 }

/** test, before and after are those of node:test, with a limit: by themselves they wait for ever. */
export const test = (name, f) => runner.test(name, whole, f)
export const before = (f) => runner.before(f, whole)
export const after = (f) => runner.after(f, whole)

/** limited returns what a promise gives, or fails after a time and says what was waited for. */
export async function limited(promise, what, time = patience) {
  let timer
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what}: nothing after ${time / 1000} seconds`)), time) })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

// PAGE_SLOWNESS=6 makes the pages in Chromium so many times slower, to find tests that depend on the speed of the machine.
const slowness = Number(process.env.PAGE_SLOWNESS ?? 1)

// The browsers, as Debian has them.
const browsers = {
  chrome: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--font-render-hinting=none',
    ],
  },
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
  const address = await limited(new Promise((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data).trim()))
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  }), 'the address of the server')
  const profile = await mkdtemp(join(tmpdir(), 'iri-page-'))
  const browser = await puppeteer.launch({ browser: name, userDataDir: profile, timeout: patience, protocolTimeout: patience, ...browsers[name] })
  return {
    address,
    browser,
    name,
    sent,
    version: await browser.version(),
    // stop ends both. A browser that does not close is killed; what it leaves in its profile is for the system to remove.
    async stop() {
      await limited(browser.close(), 'the end of the browser', 20_000).catch(() => browser.process()?.kill('SIGKILL'))
      server.kill('SIGKILL')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
    },
  }
}

/**
 * open opens the page with a fragment and waits until it is ready. problems collects what
 * the console, the page and its policy complain of; requests the addresses that the page
 * and its workers ask for.
 */
export async function open({ browser, address, name }, fragment = '', { media = [], viewport = { width: 1280, height: 900 }, before, slower = slowness } = {}) {
  const context = await browser.createBrowserContext()
  if (name === 'chrome') await context.overridePermissions(address.replace(/\/$/, ''), ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  if (slower > 1 && name === 'chrome') await page.emulateCPUThrottling(slower)
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
  await page.setViewport(viewport).catch((error) => {
    if (!/setScreenOrientationOverride/.test(error)) throw error // Firefox of Debian sets the size, and does not know the rest
  })
  await before?.(page)
  await page.goto(address + fragment)
  await page.waitForSelector('body[data-ready]')
  return { page, context, problems, requests, close: () => context.close() }
}

// ofDriver tells an error of puppeteer's own scripts: Firefox runs them in a sandbox, which keeps them from
// some objects of the page.
const ofDriver = (name, e) => name === 'firefox' && /Permission denied to access property/.test(e)

/** fragment returns the fragment of an address for a state. */
export const fragment = (state) => '#' + new URLSearchParams(state)
