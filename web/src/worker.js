// The worker: it runs the program in WebAssembly that the page has compiled, and hands
// calls over to it, one at a time and in order.
import './wasm_exec.js'

let start // called with the program, or with the reason why there is none
const ready = new Promise((resolve, reject) => {
  globalThis.iriReady = resolve
  start = async ({ module, problem }) => {
    try {
      if (problem) throw new Error(problem)
      const go = new globalThis.Go()
      await go.run(await WebAssembly.instantiate(module, go.importObject))
      reject(new Error('the checker has ended'))
    } catch (error) {
      reject(error)
    }
  }
})
ready.catch(() => {
  // Each call says so.
})

// names loads the names of characters, which most texts do not need: once, and not for long.
let loading
const names = () => (loading ??= (async () => {
  const response = await fetch('names.bin', { signal: AbortSignal.timeout(20_000) })
  if (!response.ok) throw new Error(`names.bin: ${response.status}`)
  globalThis.iriNames(new Uint8Array(await response.arrayBuffer()))
})())

const call = ({ method, params }) => JSON.parse(globalThis.iriCall(method, JSON.stringify(params)))

const answer = async (data) => {
  let answer
  try {
    await ready
    answer = call(data)
    if (answer.unnamed) {
      await names().then(() => { answer = call(data) }, () => {
        // Without them the answer has code points alone.
      })
    }
  } catch (error) {
    answer = { error: `the checker does not run: ${error.message}` }
  }
  postMessage({ id: data.id, ...answer })
}

let last = Promise.resolve()
onmessage = ({ data }) => {
  if (data.id === undefined) start(data)
  else last = last.then(() => answer(data))
}
