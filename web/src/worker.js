// The worker: it runs the program in WebAssembly that the page has compiled, and hands
// calls over to it, one at a time and in order.
import './wasm_exec.js'
import { attach } from './attach.js'

let second // the second program, once the page has compiled it
let start // called with the program, or with the reason why there is none
const ready = new Promise((resolve, reject) => {
  globalThis.iriReady = resolve
  start = async ({ module, problem }) => {
    try {
      if (problem) throw new Error(problem)
      const go = new globalThis.Go()
      const first = await WebAssembly.instantiate(module, { ...go.importObject, second: { load: () => load(first) } })
      await go.run(first)
      reject(new Error('the checker has ended'))
    } catch (error) {
      reject(error)
    }
  }
})
ready.catch(() => {
  // Each call says so.
})

// load joins the second program to the first, which stands still in the middle of a call and waits for it. Without it that call
// cannot go on, nor can any other: the worker dies, and the page starts it anew.
function load(first) {
  try {
    attach(first, second ?? new WebAssembly.Module(fetched('second.wasm')))
  } catch (error) {
    setTimeout(() => { throw error })
    throw error
  }
}

// fetched returns the bytes of a file when they are all here.
function fetched(name) {
  const request = new XMLHttpRequest()
  request.open('GET', name, false)
  request.responseType = 'arraybuffer'
  try {
    request.send()
  } catch {
    throw new Error(`${name} did not arrive`)
  }
  if (request.status !== 200) throw new Error(`${name}: ${request.status} ${request.statusText}`)
  return request.response
}

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
  if (data.second) second = data.second
  else if (data.id === undefined) start(data)
  else last = last.then(() => answer(data))
}
