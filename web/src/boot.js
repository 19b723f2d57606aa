// Starts the worker with the checker before the rest of the page has been read.
import { Engine } from './engine.js'

globalThis.checker = new Engine()
