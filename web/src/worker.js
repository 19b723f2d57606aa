// The worker: it starts the program in WebAssembly and hands calls over to it, one at a
// time and in order.
import './wasm_exec.js'

const ready = new Promise((resolve, reject) => {
  globalThis.iriReady = resolve
  const go = new globalThis.Go()
  WebAssembly.instantiateStreaming(fetch('iri.wasm'), go.importObject)
    .catch(async () => {
      // A server that does not know the type of .wasm: read it whole.
      const response = await fetch('iri.wasm')
      if (!response.ok) throw new Error(`iri.wasm: ${response.status} ${response.statusText}`)
      return WebAssembly.instantiate(await response.arrayBuffer(), go.importObject)
    })
    .then(({ instance }) => go.run(instance))
    .then(() => reject(new Error('the checker has ended')), reject)
})

onmessage = async ({ data: { id, method, params } }) => {
  let answer
  try {
    await ready
    answer = JSON.parse(globalThis.iriCall(method, JSON.stringify(params)))
  } catch (error) {
    answer = { error: `the checker does not run: ${error.message}` }
  }
  postMessage({ id, ...answer })
}
