// The colours of components for colour-blind people: every pair that may stand side by side stays apart, and each can be
// read on its ground, in both themes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

// What an eye without one kind of cone sees, in linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", 2009, table 1, severity 1.0.
const eyes = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

// Which components may stand side by side, with nothing but delimiters between them (RFC 3986 §3).
const neighbours = ['scheme userinfo', 'scheme host', 'scheme path', 'userinfo host', 'host port', 'host path', 'port path', 'path query', 'path fragment', 'query fragment'].map((p) => p.split(' '))

// How far apart they have to be; a difference of 2.3 can just be seen.
const apart = 20

/** read returns the colours of a style sheet, by name, as linear RGB; theme is 0 for light, 1 for dark. */
const read = (css, theme) => Object.fromEntries([...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, ...colours]) => [name, linear(colours[theme])]))

const linear = (hex) => (hex.length === 4 ? [...hex.slice(1)].map((d) => d + d) : hex.slice(1).match(/../g))
  .map((d) => parseInt(d, 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
const seen = (colour, eye) => eye.map((row) => Math.min(1, Math.max(0, row.reduce((sum, k, i) => sum + k * colour[i], 0))))
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** contrast is that of WCAG 2.2. */
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** distance is that of CIE 1976 in L*a*b*, white D65. */
const distance = (a, b) => Math.hypot(...lab(a).map((x, i) => x - lab(b)[i]))
function lab([r, g, b]) {
  const f = (t) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29)
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089].map(f)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const css = readFileSync(new URL('../src/style.css', import.meta.url), 'utf8')

describe('colours of components', () => {
  for (const [theme, name] of ['light', 'dark'].entries()) {
    for (const [who, eye] of Object.entries(eyes)) {
      test(`${name}, ${who}`, () => {
        const colours = read(css, theme)
        const as = (n) => seen(colours[n], eye)
        for (const pair of neighbours) {
          const d = distance(as(pair[0]), as(pair[1]))
          assert.ok(d >= apart, `${pair.join(' and ')} are ${d.toFixed(1)} apart`)
          for (const part of pair) {
            for (const ground of ['field', 'active', 'panel', 'error-ground', 'warning-ground']) {
              const c = contrast(as(part), as(ground))
              assert.ok(c >= 4.5, `${part} on ${ground} has a contrast of ${c.toFixed(2)} (WCAG 2.2, 1.4.3)`)
            }
          }
        }
      })
    }
  }

  test('what is told apart and what is not', () => {
    assert.ok(Math.abs(contrast(linear('#000'), linear('#fff')) - 21) < 0.01)
    assert.ok(Math.abs(distance(linear('#000'), linear('#fff')) - 100) < 0.1)
    // Red and a green of the same lightness are one colour to a protan, and two to the others.
    const [red, green] = [linear('#c00000'), linear('#4b4b00')]
    assert.ok(distance(seen(red, eyes.usual), seen(green, eyes.usual)) > 40)
    assert.ok(distance(seen(red, eyes.protan), seen(green, eyes.protan)) < 15)
  })
})
