// Explanations of codes and rules.
import { h, iri, link } from './dom.js'

/** explanation returns elements that explain a code or a rule. */
export async function explanation(engine, spec, name) {
  let x
  try {
    x = await engine.call('explain', { spec, name })
  } catch (error) {
    return h('p', {}, error.message)
  }
  const examples = (title, list) => list?.length
    ? [h('h4', {}, x.against ? `${title}, as ${x.against}` : title), h('ul', { class: 'plain' }, list.map((s) => h('li', {}, s === '' ? '(empty)' : iri(s))))]
    : []
  const abnf = (rules) => h('pre', { tabindex: 0, role: 'region', 'aria-label': 'ABNF' }, rules.map((r) => r.abnf).join('\n'))
  // What it means and how to fix it is seen at once, of a rule without a text its definition; the rest is folded.
  const rest = {
    'the clause': x.clause && h('blockquote', {}, x.clause),
    ABNF: x.abnf && [h('h4', {}, 'ABNF'), abnf(x.abnf), x.usedBy && h('p', {}, `Used by ${x.usedBy.join(', ')}.`)],
    examples: (x.good?.length || x.bad?.length) && [...examples('Good', x.good), ...examples('Bad', x.bad)],
  }
  const names = Object.keys(rest).filter((name) => rest[name])
  return h('div', { class: 'explanation' },
    h('h3', {}, 'About ', h('code', {}, x.name), x.title ? `: ${x.title}` : ''),
    h('p', { class: 'note' }, x.section ? link(x.section, x.sectionURL) : null, x.severity ? `${x.section ? ' — ' : ''}${x.severity}` : null),
    x.text ? h('p', {}, x.text) : x.abnf ? h('p', {}, h('code', {}, x.abnf[0].abnf)) : null,
    x.mend ? h('p', {}, h('strong', {}, 'How to fix it: '), x.mend) : null,
    names.length > 0 ? h('details', {}, h('summary', {}, `More: ${names.join(', ')}`), names.flatMap((name) => rest[name])) : null)
}

/** explainButton returns a button that shows the explanation of a code after itself. */
export function explainButton(engine, spec, name) {
  const box = h('div', { hidden: true })
  const button = h('button', {
    type: 'button',
    'aria-expanded': 'false',
    onclick: async () => {
      const open = box.hidden
      if (open && !box.hasChildNodes()) box.replaceChildren(await explanation(engine, spec(), name))
      box.hidden = !open
      button.setAttribute('aria-expanded', String(open))
    },
  }, `Explain ${name}`)
  return [button, box]
}
