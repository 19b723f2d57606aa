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

onmessage = async ({ data }) => {
  if (data.id === undefined) {
    start(data)
    return
  }
  let answer
  try {
    await ready
    answer = JSON.parse(globalThis.iriCall(data.method, JSON.stringify(data.params)))
  } catch (error) {
    answer = { error: `the checker does not run: ${error.message}` }
  }
  postMessage({ id: data.id, ...answer })
}
