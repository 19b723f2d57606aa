// The peers of npm: node peers.mjs NAME. A string on each line in JSON comes in; out come its version, a
// verdict for each string as "1" or "0", and the nanoseconds for a string.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const peers = {
  'ajv-formats': () => {
    const { fullFormats } = require('ajv-formats/dist/formats.js')
    const { uri } = fullFormats
    return typeof uri === 'function' ? uri : (s) => uri.test(s)
  },
  'validate-iri': () => {
    const { validateIri, IriValidationStrategy } = require('validate-iri')
    return (s) => validateIri(s, IriValidationStrategy.Strict) === undefined
  },
  'fast-uri': () => {
    const { parse } = require('fast-uri')
    return (s) => parse(s).error === undefined && parse(s).scheme !== undefined
  },
  'uri-js': () => {
    const { parse } = require('uri-js')
    return (s) => parse(s, { iri: true }).error === undefined && parse(s, { iri: true }).scheme !== undefined
  },
  '@rfc3987/iri': () => {
    const { isIri, isUri } = require('../../npm/index.cjs')
    return process.argv[3] === 'URI' ? isUri : isIri
  },
  '@rfc3987/iri/full': async () => {
    const { load } = await import('../../npm/full/index.js')
    const { check } = await load()
    const options = { spec: process.argv[3] === 'URI' ? 'rfc3986' : 'rfc3987' }
    return (s) => check(s, options).grammatical
  },
  '@hyperjump/uri': () => {
    const { isIri, isUri } = require('@hyperjump/uri')
    const is = process.argv[3] === 'URI' ? isUri : isIri
    return (s) => {
      try {
        return is(s)
      } catch (error) {
        // What matches the grammar, with an address that it does not know (RFC 3986 §3.2.2).
        return error.message.startsWith('Unsupported IP version')
      }
    }
  },
  'whatwg-url': () => {
    const { URL } = require('whatwg-url')
    return (s) => URL.canParse(s)
  },
  n3: () => {
    const { Parser } = require('n3')
    return (s) => {
      try {
        return new Parser({ format: 'N-Triples' }).parse(`<${s}> <a:b> <a:c> .`).length === 1
      } catch {
        return false
      }
    }
  },
}

const name = process.argv[2]
const valid = await peers[name]()
const strings = readFileSync(0, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
const verdict = (s) => {
  try {
    return valid(s)
  } catch {
    return false
  }
}
const verdicts = strings.map((s) => (verdict(s) ? '1' : '0')).join('')
let best = Infinity
for (let round = 0; round < 5; round++) {
  const start = process.hrtime.bigint()
  for (const s of strings) verdict(s)
  best = Math.min(best, Number(process.hrtime.bigint() - start) / strings.length)
}
const own = name.startsWith('@rfc3987/iri') // it has a version once it is released
const version = own ? '' : JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
console.log(`${version}\n${verdicts}\n${best.toFixed(0)}`)
process.exit() // iri/full waits for calls
