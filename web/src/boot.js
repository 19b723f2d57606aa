// Starts to fetch and to compile the checker before the rest of the page has been read, and says
// so where the browser cannot run it.

/** failed says on the page why it does not work, and turns off what would do nothing. The first reason stays. */
globalThis.failed = (reason) => {
  if (!document.body.dataset.failed) {
    document.body.dataset.failed = 'yes'
    document.getElementById('totals').textContent = ''
    document.getElementById('status').textContent = reason
  }
  for (const control of document.querySelectorAll('main button, main select, main input, header select, #share button')) control.disabled = true
}

/** notStarted says so, until the page is ready. */
globalThis.notStarted = (reason) => {
  if (document.body.dataset.ready) return
  globalThis.failed(`The page cannot start: ${String(reason).replace(/\.$/, '')}. Load it again; if that does not help, another browser may, and the command iri does the same in a terminal.`)
}
addEventListener('error', ({ target, message }) => {
  if (target === globalThis) globalThis.notStarted(message)
  else if (target.localName === 'script') globalThis.notStarted(`${target.getAttribute('src')} did not arrive`)
}, true)
addEventListener('unhandledrejection', ({ reason }) => globalThis.notStarted(reason?.message ?? reason))

// The programs as they came, for the service worker.
const kept = []

try {
  const theme = localStorage.getItem('iri-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the theme is that of the system.
}

const missing = Object.entries({
  WebAssembly: globalThis.WebAssembly, workers: globalThis.Worker, 'compressed streams': globalThis.CompressionStream, 'style sheets of scripts': 'adoptedStyleSheets' in Document.prototype,
}).filter(([, there]) => !there).map(([name]) => name)

if (missing.length > 0) {
  globalThis.failed(`This browser has no ${missing.join(', no ')}, so the page does not work in it. A newer one does; the command iri does the same in a terminal.`)
} else {
  globalThis.program = compiled('iri.wasm')
}

/** compiled fetches a program and compiles it; engine.js asks for the second. */
globalThis.compiled = compiled
async function compiled(name) {
  const response = await fetch(name)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`)
  if (!navigator.serviceWorker?.controller) kept.push([name, response.clone()])
  // From a server that does not know the type of .wasm it is read whole.
  return response.headers.get('Content-Type') === 'application/wasm' ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

/** keep puts the programs where the service worker looks for them, so that a first visit transfers them once. */
globalThis.keep = async () => {
  try {
    const cache = await caches.open(PROGRAM)
    for (const [name, response] of kept.splice(0)) await cache.put(name, response)
  } catch {
    // Without storage there is no service worker either.
  }
}
