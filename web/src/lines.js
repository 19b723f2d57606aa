// The choice of a line in the tabs that show one: ‹ line 1 of 10 ›.
import { h } from './dom.js'

/** A LineChoice fills the elements of the class line-choice. What is chosen is the line with the cursor. */
export class LineChoice {
  #all

  constructor(checker) {
    const go = (n) => checker.select(n)
    this.#all = [...document.querySelectorAll('.line-choice')].map((element) => {
      const number = h('input', { type: 'number', min: 1, 'aria-label': 'Line', onchange: () => go(Math.trunc(number.valueAsNumber) || 1) })
      const count = h('span')
      const before = h('button', { type: 'button', 'aria-label': 'Line before', onclick: () => go(checker.line.number - 1) }, '‹')
      const after = h('button', { type: 'button', 'aria-label': 'Line after', onclick: () => go(checker.line.number + 1) }, '›')
      element.replaceChildren(before, h('span', {}, 'line'), number, count, after)
      return { number, count, before, after }
    })
  }

  /** show shows which line it is, of how many. */
  show(line, lines) {
    for (const { number, count, before, after } of this.#all) {
      number.value = String(line)
      number.max = String(lines)
      count.textContent = `of ${lines}`
      before.disabled = line === 1
      after.disabled = line === lines
    }
  }
}
