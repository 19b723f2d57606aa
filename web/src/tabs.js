// Tabs: of several panels one is shown. Arrow keys, Home and End go from tab to tab.
import { byID } from './dom.js'

/**
 * tabs returns a function that shows a panel by its name: panel-NAME, whose button is tab-NAME. For another name it shows
 * the first, and it returns which one it is. chosen is called with the name when the reader has chosen one.
 */
export function tabs(names, chosen) {
  const show = (wanted) => {
    const name = names.includes(wanted) ? wanted : names[0]
    for (const n of names) {
      const button = byID(`tab-${n}`)
      button.setAttribute('aria-selected', String(n === name))
      button.tabIndex = n === name ? 0 : -1
      byID(`panel-${n}`).hidden = n !== name
    }
    return name
  }
  names.forEach((name, at) => {
    const button = byID(`tab-${name}`)
    button.addEventListener('click', () => chosen(show(name)))
    button.addEventListener('keydown', (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      const next = show(names.at(to % names.length))
      byID(`tab-${next}`).focus()
      chosen(next)
    })
  })
  return show
}
