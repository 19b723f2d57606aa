// Files and texts in other formats than lines: their IRIs become the lines of the tab Check. What reads them is a program of
// its own, which is loaded when it is first needed.
import { byID, h, plural, say, visibleText } from './dom.js'
import { Engine } from './engine.js'
import { base64 } from './state.js'

// The longest file that is read, in bytes.
const longest = 64 << 20

// What a pasted text looks like: the format that reads it, and its name in a sentence.
const looks = [
  ['html', 'HTML', (t) => /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body|div|p|a|ul|ol|li|dl|table|section|article|h[1-6]|img|link|meta|script|span|nav|main|header|footer)\b/i.test(t)],
  ['rdfxml', 'RDF/XML', (t) => /^\s*<(?:\?xml|rdf:RDF)\b/.test(t) && t.includes('<rdf:RDF')],
  ['xml', 'XML', (t) => /^\s*<(?:\?xml\s|[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=|\s*>[^]*<\/))/.test(t)],
  ['turtle', 'Turtle', (t) => /^(?:\s*#.*\n)*\s*(?:@prefix|@base|prefix|base)\s+\S*\s*[:<]/i.test(t)],
  ['ntriples', 'N-Triples', (t) => /^(?:\s*#.*\n)*\s*(?:<[^<>\s]*>|_:\S+)\s+<[^<>\s]*>\s+(?:<|"|_:)/.test(t)],
  ['jsonld', 'JSON-LD', (t) => isJSON(t) && t.includes('"@context"')],
  ['json', 'JSON', isJSON],
]

function isJSON(text) {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Files opens files, and asks whether a pasted text is one. */
export class Files {
  #page // {checker, references}
  #engine
  #source // what was read last: {name, text} or {name, bytes}
  #asked = 0
  #writing = false

  constructor(page) {
    this.#page = page
    byID('format').append(...FORMATS.map((name) => h('option', { value: name }, name)))
    byID('format').addEventListener('change', () => this.#read(this.#source ?? { name: '', text: page.checker.view.state.doc.toString() }, byID('format').value))
    byID('file-open').addEventListener('click', () => byID('file').click())
    byID('file').addEventListener('change', () => {
      if (byID('file').files.length > 0) this.#open(byID('file').files[0])
      byID('file').value = '' // the same one can be chosen again
    })
    // The editor would take what is dropped for text.
    for (const type of ['dragover', 'drop']) byID('panel-check').addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.stopPropagation()
      if (type === 'drop' && event.dataTransfer.files.length > 0) this.#open(event.dataTransfer.files[0])
    }, true)
  }

  /** changed says that the text of the editor has changed, and whether something was pasted. */
  changed(pasted) {
    if (this.#writing) return
    this.#source = undefined
    this.#asked++
    byID('format').value = ''
    byID('offer').hidden = true
    if (pasted) this.#offer(this.#page.checker.view.state.doc.toString())
  }

  // offer asks whether a text that looks like another format is to be read in it.
  async #offer(text) {
    const found = looks.find(([, , test]) => test(text))
    if (!found) return
    const [format, title] = found
    const asked = ++this.#asked
    let answer
    try {
      answer = await this.#call({ name: '', format, text })
    } catch {
      return // nobody has asked for it
    }
    const { length } = answer.items
    if (asked !== this.#asked || length === 0) return
    byID('offer').replaceChildren(h('span', {}, `This looks like ${title}: `),
      h('button', { type: 'button', class: 'fix', onclick: () => this.#take({ name: '', text }, answer) }, `check the ${plural(length, 'IRI')} in it?`),
      h('button', { type: 'button', onclick: () => { byID('offer').hidden = true } }, 'Keep the lines'))
    byID('offer').hidden = false
  }

  async #open(file) {
    if (file.size > longest) {
      say(`${visibleText(file.name)} has ${file.size} bytes; the page reads files of up to 64 MiB: use the command iri.`)
      return
    }
    byID('format').value = ''
    await this.#read({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, '')
  }

  async #read(source, format) {
    const asked = ++this.#asked
    say(this.#engine ? 'Reading…' : 'Loading what reads files…')
    try {
      const answer = await this.#call({ ...source, format })
      if (asked !== this.#asked) return
      if (answer.items.length > 0) this.#take(source, answer)
      else say(`There is no IRI in ${visibleText(source.name) || 'the text'}, read as ${answer.format}${answer.fault ? `: ${visibleText(answer.fault)}` : ''}.`)
    } catch (error) {
      if (asked === this.#asked) say(`${visibleText(source.name) || 'The text'} cannot be read: ${visibleText(error.message)}`)
    }
  }

  async #call({ name, format, text, bytes }) {
    if (!this.#engine) {
      const program = globalThis.compiled('readers.wasm')
      this.#engine = new Engine(program)
      program.catch(() => { this.#engine = undefined }) // it is fetched again
    }
    return this.#engine.call('read', bytes ? { name, format, bytes: base64(bytes) } : { name, format, text })
  }

  // take makes the items the lines of the editor.
  #take(source, { format, items, references, fault, more }) {
    this.#writing = true
    try {
      this.#page.checker.take(items, source.name)
    } finally {
      this.#writing = false
    }
    this.#source = source
    byID('format').value = format
    byID('offer').hidden = true
    if (references) this.#page.references()
    say(`${more ? 'The first ' : ''}${plural(items.length, 'IRI')} of ${visibleText(source.name) || 'the text'}, read as ${format}. Ctrl+Z brings the text from before back.` +
      (fault ? ` Not all of it could be read: ${visibleText(fault)}` : ''))
  }
}
