// A drawing of a rule with its controls: it fits its column, can be enlarged and dragged, and
// saved as SVG and PNG.
import { h, diagramFrom, saveBlob, say } from './dom.js'

const steps = [0.5, 0.75, 1, 1.5, 2, 3]

/**
 * figure returns an element with a drawing, and the drawing. Links to rules call open with the
 * name of the rule. Label says which drawing of the rule it is, where the page has several; lit are the boxes where a
 * text breaks.
 */
export function figure(svg, rule, abnf, open, label = `Diagram of ${rule}`, lit) {
  const drawing = diagramFrom(svg, `Diagram of ${abnf}`, open, lit)
  const natural = Number(drawing.getAttribute('width'))
  const scroll = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, drawing)
  let scale = 0 // 0: as wide as the column, and at most as drawn
  const resize = (to) => {
    scale = to
    drawing.style.width = scale ? `${natural * scale}px` : ''
    scroll.classList.toggle('zoomed', scale > 0)
  }
  const step = (direction) => {
    const now = scale || drawing.getBoundingClientRect().width / natural
    const next = direction > 0 ? steps.find((s) => s > now + 0.01) : steps.findLast((s) => s < now - 0.01)
    if (next) resize(next)
  }
  drag(scroll)
  const button = (text, label, onclick) => h('button', { type: 'button', 'aria-label': label, title: label, onclick }, text)
  const tools = h('div', { class: 'tools', role: 'group', 'aria-label': `${label}: size and files` },
    button('−', 'Smaller', () => step(-1)), button('+', 'Larger', () => step(1)), button('Fit', 'Fit the column', () => resize(0)),
    button('SVG', `Save ${rule} as SVG`, () => saveBlob(`${rule}.svg`, new Blob([standalone(drawing, natural)], { type: 'image/svg+xml' }))),
    button('PNG', `Save ${rule} as PNG`, async () => {
      try {
        saveBlob(`${rule}.png`, await png(standalone(drawing, natural)))
      } catch {
        say('The browser did not draw the picture: save it as SVG.')
      }
    }))
  return { element: h('div', { class: 'figure' }, tools, scroll), drawing }
}

// How far the pointer goes, in pixels, before a press is a drag.
const still = 3

// drag moves what is larger than its frame with the pointer, also from a link. A press that does not move stays a click.
function drag(frame) {
  let from
  let moved = false
  frame.addEventListener('pointerdown', (event) => {
    moved = false
    if (event.button === 0 && event.pointerType === 'mouse') from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop }
  })
  frame.addEventListener('pointermove', (event) => {
    if (!from || !(event.buttons & 1)) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.hypot(x, y) > still) moved = true
    if (!moved) return
    frame.scrollLeft = from.left - x
    frame.scrollTop = from.top - y
  })
  frame.addEventListener('pointerup', () => { from = undefined })
  frame.addEventListener('dragstart', (event) => event.preventDefault()) // of the link itself
  frame.addEventListener('click', (event) => {
    if (!moved) return
    moved = false
    event.preventDefault()
    event.stopPropagation()
  }, true)
}

/** standalone returns a drawing as a file: with the colours that it has on the page now. */
export function standalone(drawing, width) {
  const copy = drawing.cloneNode(true)
  const height = drawing.viewBox.baseVal.height
  copy.removeAttribute('style')
  copy.removeAttribute('role')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  for (const a of copy.querySelectorAll('a')) a.removeAttribute('href')
  const now = getComputedStyle(document.body)
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: now.backgroundColor })) ground.setAttribute(name, value)
  copy.prepend(ground)
  // What style.css gives the elements, written into them.
  const originals = drawing.querySelectorAll('path, rect, text, tspan')
  const copies = [...copy.querySelectorAll('path, rect, text, tspan')].slice(1)
  originals.forEach((original, i) => {
    const style = getComputedStyle(original)
    const names = original.localName.startsWith('t')
      ? ['fill', 'font-family', 'font-size', 'font-style', 'font-weight', 'text-anchor'] : ['fill', 'stroke', 'stroke-width', 'stroke-dasharray']
    for (const name of names) copies[i].setAttribute(name, style.getPropertyValue(name))
  })
  return new XMLSerializer().serializeToString(copy)
}

/** png draws a picture at twice its size. */
export async function png(svg) {
  const image = new Image()
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 2 * image.naturalWidth
  canvas.height = 2 * image.naturalHeight
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}
