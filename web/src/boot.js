// Starts to fetch and to compile the checker before the rest of the page has been read, and says
// so where the browser cannot run it.

/** failed says on the page why it does not work, and turns off what would do nothing. The first reason stays. */
globalThis.failed = (reason) => {
  if (!document.body.dataset.failed) {
    document.body.dataset.failed = 'yes'
    document.getElementById('totals').textContent = ''
    document.getElementById('status').textContent = reason
  }
  for (const control of document.querySelectorAll('main button, main select, main input, header select, #share button, #examples button')) control.disabled = true
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

// The program as it came, for the service worker.
let kept

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
  globalThis.program = compiled('iri.wasm', (response) => {
    if (!navigator.serviceWorker?.controller) kept = response.clone()
    return new Response(response.body.pipeThrough(counter()), { headers: response.headers })
  })
}

/** compiled fetches a program and compiles it, as it comes through pass. */
async function compiled(name, pass = (response) => response) {
  const response = await fetch(name)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`)
  const program = pass(response)
  // From a server that does not know the type of .wasm it is read whole.
  return response.headers.get('Content-Type') === 'application/wasm' ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await program.arrayBuffer())
}
globalThis.compiled = compiled

// counter passes the program on. It says each tenth of it: a reader of the screen speaks what is said.
function counter() {
  let [arrived, said] = [0, 0]
  return new TransformStream({
    transform(bytes, passed) {
      arrived += bytes.length
      const tenths = Math.floor(10 * arrived / SIZE) // of what is not compressed any more
      const totals = document.getElementById('totals')
      if (tenths > said && tenths < 10 && totals.textContent.startsWith('Loading')) totals.textContent = `Loading the checker… ${10 * tenths} %`
      said = tenths
      passed.enqueue(bytes)
    },
  })
}

/** keep puts the program where the service worker looks for it, so that a first visit transfers it once. */
globalThis.keep = async () => {
  try {
    if (kept) await (await caches.open(PROGRAM)).put('iri.wasm', kept)
  } catch {
    // Without storage there is no service worker either.
  }
}
