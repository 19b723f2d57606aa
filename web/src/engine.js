// Calls to a program, which runs in a worker so that the page stays responsive. boot.js has started to compile the checker:
// globalThis.program.
import { script } from './dom.js'

/** Stopped is the error of a call that was not answered because its worker was ended, or died: who stops it, or onstop, says so. */
export class Stopped extends Error {}

/** An Engine is a worker with a program in it, the checker unless another one is given. */
export class Engine {
  #program
  #worker
  #waiting = new Map()
  #next = 1
  #answered = false // a worker has answered
  #silent = 0 // workers that have died since the last answer

  /** onstop, if it is set, is told why the worker died; it has been started anew then. */
  onstop

  constructor(program = globalThis.program) {
    this.#program = program
    this.#start()
  }

  #start() {
    const worker = new Worker(script('worker.js'), { name: 'checker' })
    this.#worker = worker
    this.#program.then((module) => worker.postMessage({ module }), (error) => worker.postMessage({ problem: error.message }))
    this.#worker.onmessage = ({ data: { id, result, error } }) => {
      const call = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (!call) return
      this.#answered = true
      this.#silent = 0
      if (error === undefined) call.resolve(result)
      else call.reject(new Error(error))
    }
    // A worker that dies is started anew. Where none has ever answered, or three have been started in vain, the next one would not answer either.
    this.#worker.onerror = (event) => {
      const reason = event.message?.replace(/^Uncaught (Error: )?/, '') ?? 'it could not be loaded'
      if (++this.#silent > 3 || !this.#answered) {
        this.#fail(new Error(`the worker does not run: ${reason}`))
        return
      }
      this.stop()
      this.onstop?.(reason)
    }
  }

  #fail(error) {
    for (const call of this.#waiting.values()) call.reject(error)
    this.#waiting.clear()
  }

  /** call runs a method; see the Go package engine for what there is. */
  call(method, params = {}) {
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, method, params })
    })
  }

  /** busy reports whether a call has not been answered yet. */
  get busy() {
    return this.#waiting.size > 0
  }

  /** stop ends what runs, and starts afresh. */
  stop() {
    this.#worker.terminate()
    this.#fail(new Stopped('stopped'))
    this.#start()
  }
}
