// The menus of specs and rules.
import { h, visibleText } from './dom.js'

/** specOptions returns the options for specs; own is what a grammar of one's own is called. */
export const specOptions = (specs, own = 'your grammar') => specs.map((s) => h('option', { value: s.name }, s.name === 'custom' ? own : s.title))

/** usable returns the names of the rules that strings can be checked against, the default rule first. */
export const usable = (info) => [...info.whole, ...info.parts]

/**
 * ruleOptions returns the options for the rules of a spec: the default rule, other rules
 * for whole strings, their parts, and those that cannot be used.
 */
export function ruleOptions(info) {
  const group = (label, options) => (options.length > 0 ? [h('optgroup', { label }, options)] : [])
  return [
    ...group('Whole strings', info.whole.map((r) => h('option', { value: r }, r === info.top && info.whole.length > 1 ? `${r} (default)` : r))),
    ...group('Parts', info.parts.map((r) => h('option', { value: r }, r))),
    ...group('Cannot be used', (info.refused ?? []).map((r) => h('option', { value: r.name, disabled: true, title: visibleText(r.reason) }, r.name))),
  ]
}

/**
 * chooseRule fills the menu of rules and chooses one: that of a name, else the default
 * rule, else the first one that can be used. It returns what to say if another one was meant.
 */
export function chooseRule(select, info, name) {
  select.replaceChildren(...ruleOptions(info))
  const rules = usable(info)
  const meant = rules.find((r) => r.toLowerCase() === name.toLowerCase())
  select.value = meant ?? rules[0]
  if (meant) return ''
  const refused = info.refused?.find((r) => r.name.toLowerCase() === name.toLowerCase())
  if (refused) return `The rule ${refused.name} cannot be used: ${visibleText(refused.reason)}. The rule ${rules[0]} is used instead.`
  if (name !== '') return `There is no rule ${visibleText(name)}. The rule ${rules[0]} is used instead.`
  return info.top === '' ? `The default rule of the grammar cannot be used. The rule ${rules[0]} is used instead.` : ''
}
