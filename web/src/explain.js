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
    : null
  return h('div', { class: 'explanation' },
    h('h3', {}, 'About ', h('code', {}, x.name), x.title ? `: ${x.title}` : ''),
    h('p', { class: 'note' }, x.section ? link(x.section, x.sectionURL) : null, x.severity ? `${x.section ? ' — ' : ''}${x.severity}` : null),
    x.clause ? h('blockquote', {}, x.clause) : null,
    x.text ? h('p', {}, x.text) : null,
    x.mend ? [h('h4', {}, 'How to fix it'), h('p', {}, x.mend)] : null,
    x.abnf ? [h('h4', {}, 'ABNF'), h('pre', { tabindex: 0, role: 'region', 'aria-label': 'ABNF' }, x.abnf.map((r) => r.abnf).join('\n'))] : null,
    x.usedBy ? h('p', {}, `Used by ${x.usedBy.join(', ')}.`) : null,
    examples('Good', x.good), examples('Bad', x.bad))
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
