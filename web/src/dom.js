// Building elements. Text gets into the page as text nodes only; the one place that reads
// markup is diagramFrom, which takes nothing but the elements and attributes of its lists.

/** h makes an element: h('p', {class: 'note', onclick: f}, 'text', otherElement). */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.flat().filter((c) => c !== undefined && c !== null && c !== false))
  return element
}

/** byID returns an element that index.html has. */
export const byID = (id) => document.getElementById(id)

// What does not show or changes how other characters are shown: controls, format
// characters (bidi and zero width among them), private use, unassigned, line separators,
// spaces other than U+0020, lone surrogates, and the fillers that have no ink.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]/gu

/** codePoint returns U+202E for a character. */
export const codePoint = (c) => 'U+' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')

/** visible returns nodes for a text: what does not show stands there as its code point. */
export function visible(text) {
  const nodes = []
  let at = 0
  for (const m of text.matchAll(unseen)) {
    if (m.index > at) nodes.push(text.slice(at, m.index))
    nodes.push(h('span', { class: 'escape' }, codePoint(m[0])))
    at = m.index + m[0].length
  }
  if (at < text.length) nodes.push(text.slice(at))
  return nodes
}

/** visibleText is visible as plain text, for Markdown and labels. */
export const visibleText = (text) => text.replace(unseen, (c) => `\\u{${c.codePointAt(0).toString(16).toUpperCase()}}`)

/** iri shows a text from the user in an element of its own, isolated from what is around it. */
export const iri = (text, attributes = {}) => h('bdi', { class: 'iri', dir: 'ltr', ...attributes }, visible(text))

/** rightToLeft matches a text that has right-to-left letters. */
export const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** sentence shows a message: each word with right-to-left letters is isolated, as an IRI is shown (RFC 3987 §4.1). */
export const sentence = (text) => (rightToLeft.test(text) ? text.split(/( )/).flatMap((word) => (rightToLeft.test(word) ? [iri(word)] : visible(word))) : visible(text))

/** quoting shows a sentence that quotes parts of texts between backticks: each as an IRI is shown. */
export const quoting = (text) => text.split(/`([^`]*)`/).flatMap((part, i) => (i % 2 ? [iri(part)] : sentence(part)))

/** marked shows a text with parts of it marked: spans in their order, none within another. */
export function marked(text, spans, attributes = {}) {
  const nodes = []
  let at = 0
  for (const [from, to] of spans) {
    nodes.push(visible(text.slice(at, from)), from === to
      ? h('mark', { class: 'point' }, h('span', { class: 'hidden' }, ' here: '))
      : h('mark', {}, visible(text.slice(from, to))))
    at = to
  }
  return h('bdi', { class: 'iri', dir: 'ltr', ...attributes }, nodes.flat(), visible(text.slice(at)))
}

/** clusters widens a span to whole grapheme clusters, so that a mark shows under a combining character. */
export function clusters(text, from, to) {
  if (from === to) return [from, to]
  if (!/[^\u0020-\u007E]/.test(text)) return [from, to]
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  const first = segments.containing(from)
  const last = segments.containing(to - 1)
  return [first ? first.index : from, last ? last.index + last.segment.length : to]
}

/** link makes a link to a section of a document. */
export function link(text, url) {
  if (!url || !url.startsWith('https://')) return document.createTextNode(text)
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text)
}

/** sections links to a section of a document. */
export function sections(section) {
  const rfc = /^(?:changed from )?RFC (\d+) §([\d.]+)$/.exec(section)
  return h('span', { class: 'note' }, rfc ? link(section, `https://www.rfc-editor.org/rfc/rfc${rfc[1]}.html#section-${rfc[2]}`) : section)
}

const policy = globalThis.trustedTypes
  ? globalThis.trustedTypes.createPolicy('iri-page', {
    // The result is only parsed, and then copied by the lists below.
    createHTML: (s) => s,
    createScriptURL: (s) => {
      if (s !== 'worker.js' && s !== 'sw.js') throw new TypeError('not a script of this page: ' + s)
      return s
    },
  })
  : { createHTML: (s) => s, createScriptURL: (s) => s }

/** script returns the address of a script of the page, as workers take it. */
export const script = (name) => policy.createScriptURL(name)

const svgNS = 'http://www.w3.org/2000/svg'
const elements = new Set(['svg', 'g', 'path', 'rect', 'text', 'title', 'a'])
const attributes = new Set(['class', 'd', 'x', 'y', 'width', 'height', 'rx', 'viewBox'])

/**
 * diagramFrom makes an element of a drawing. Boxes are numbered in their order: data-box.
 * Links to rules call open with the name of the rule; other links, and all without open, are left out.
 * Of the boxes those in lit are where a text breaks.
 */
export function diagramFrom(source, label, open, lit) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(source), 'image/svg+xml')
  let boxes = 0
  const copy = (from) => {
    if (from.nodeType === Node.TEXT_NODE) return document.createTextNode(from.data)
    if (from.nodeType !== Node.ELEMENT_NODE || !elements.has(from.localName)) return null
    if (from.classList.contains('ground')) return null
    const href = from.getAttribute('href') ?? ''
    const name = from.localName === 'a' && !(open && href.startsWith('#')) ? 'g' : from.localName
    const to = document.createElementNS(svgNS, name)
    for (const a of from.attributes) if (attributes.has(a.name)) to.setAttribute(a.name, a.value)
    if (name === 'a') {
      const rule = href.slice(1)
      to.setAttribute('href', '#')
      to.setAttribute('data-rule', rule)
      to.addEventListener('click', (event) => {
        event.preventDefault()
        open(rule)
      })
    }
    if (from.localName === 'g' && /^[rt]$/.test(from.getAttribute('class') ?? '')) {
      if (lit?.includes(boxes)) to.classList.add('broken-here')
      to.setAttribute('data-box', String(boxes++))
    }
    for (const child of from.childNodes) {
      const c = copy(child)
      if (c) to.append(c)
    }
    return to
  }
  const svg = copy(parsed.documentElement)
  svg.querySelector('title')?.remove()
  svg.setAttribute('role', 'group')
  svg.setAttribute('aria-label', label)
  svg.classList.add('railroad')
  return svg
}

/** plural returns "1 line", "2 lines". */
export const plural = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`

/** wait returns a function that calls f when it has not been called for some milliseconds. */
export function wait(milliseconds, f) {
  let timer
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => f(...args), milliseconds)
  }
}

/** say tells the reader what has happened, screen readers too. Why the page does not work stays. */
export function say(text) {
  if (!document.body.dataset.failed) byID('status').replaceChildren(...(text ? [h('span', {}, text)] : []))
}

/** save offers a text as a file. */
export function save(name, text, type = 'text/plain') {
  saveBlob(name, new Blob([text], { type: type + ';charset=utf-8' }))
}

/** saveBlob offers what a blob holds as a file. */
export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob)
  const a = h('a', { href: url, download: name })
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** placeOf says where a span of a text is, for people: "character 11", "characters 3 to 5". */
export function placeOf(text, from, to) {
  const first = characters(text.slice(0, from)) + 1
  const last = first + characters(text.slice(from, to)) - 1
  if (from === text.length) return 'the end'
  return last > first ? `characters ${first} to ${last}` : `character ${first}`
}

/** bytesOf says the same in bytes, as reports for programs have it. */
export const bytesOf = ({ start, end }) => (start === end ? `byte ${start}` : `bytes ${start} to ${end}`)

/** inBytes is a detail with the bytes of spans; null is for none. */
export const inBytes = (spans) => h('details', { class: 'inline' }, h('summary', {}, 'in bytes'), spans.map((s) => (s ? bytesOf(s) : 'none')).join('; '))

/** placed says both of a span of a text, the bytes in a detail. */
export const placed = (text, span) => [placeOf(text, span.from, span.to), inBytes([span])]

const characters = (text) => [...text].length
