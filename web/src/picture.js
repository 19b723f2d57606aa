// The picture of a finding: the text, an arrow to its place, what is wrong, the rule, and the diagram of the rule.
import { byID, clusters, diagramFrom, visibleText } from './dom.js'

const ns = 'http://www.w3.org/2000/svg'

// s makes an element of a drawing.
function s(name, attributes, ...children) {
  const e = document.createElementNS(ns, name)
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value))
  e.append(...children)
  return e
}

// How many characters of the text stand before and after the place, and of a sentence in a line.
const around = 32
const wide = 72

const edge = 20 // around the picture

/** picture returns a drawing of a finding of a text; d is the answer of the method diagram. It is in the page until take has it. */
export function picture(text, finding, d, take) {
  const [from, to] = clusters(text, finding.from, finding.to)
  const [left, right] = [Math.max(0, from - around), Math.min(text.length, to + around, from + 2 * around)]
  const mark = s('tspan', { class: 'broken' }, visibleText(text.slice(from, Math.min(to, right))) || '​')
  const line = s('text', { class: 'line', x: edge, y: 36 }, (left > 0 ? '…' : '') + visibleText(text.slice(left, from)), mark,
    visibleText(text.slice(Math.min(to, right), right)) + (right < text.length ? '…' : ''))
  const picture = s('svg', { class: 'railroad picture' }, line)
  byID('drawing').replaceChildren(picture)
  const start = line.getStartPositionOfChar(left > 0 ? 1 + visibleText(text.slice(left, from)).length : visibleText(text.slice(left, from)).length)
  const x = start.x + mark.getComputedTextLength() / 2
  picture.append(s('path', { class: 'arrow', d: `M${x} 66V46m-5 6 5-6 5 6` }))
  let y = 66
  const write = (name, what) => {
    for (const part of what.match(new RegExp(`.{1,${wide}}(?=\\s|$)|.{1,${wide}}`, 'gsu')) ?? []) picture.append(s('text', { class: name, x: edge, y: y += 22 }, part.trim()))
  }
  write('says', visibleText(finding.message))
  write('code', d.abnf + (d.section ? ` (${d.section})` : ''))
  const drawing = diagramFrom(d.svg, '', undefined, d.lit)
  picture.append(s('g', { transform: `translate(${edge - 14} ${y + 10})` }, ...drawing.childNodes))
  const texts = [...picture.querySelectorAll(':scope > text')].map((e) => e.getComputedTextLength())
  const width = Math.ceil(Math.max(drawing.getAttribute('width'), ...texts) + 2 * edge)
  const height = Math.ceil(y + Number(drawing.getAttribute('height')) + 10 + edge)
  picture.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const taken = take(picture, width)
  byID('drawing').replaceChildren()
  return taken
}
