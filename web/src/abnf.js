// The colours of ABNF in its editor, by RFC 5234 §4 and RFC 7405 §2.1: no token goes beyond its line.
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view'

// The kinds of tokens, each with what it looks like; what looks the same in forced colours differs in its letters too.
const kinds = [
  ['comment', /;.*/, { color: 'var(--quiet)', fontStyle: 'italic' }],
  ['string', /(?:%[si])?"[^"]*"/, { color: 'var(--query)' }],
  ['number', /%[bdx][\dA-F]+(?:(?:\.[\dA-F]+)+|-[\dA-F]+)?|\d*\*\d*|\d+/, { color: 'var(--port)' }],
  ['prose', /<[^>]*>/, { color: 'var(--fragment)', fontStyle: 'italic' }],
  ['definition', /[A-Z][A-Z\d-]*(?=\s*=)/, { color: 'var(--host)', fontWeight: '600' }],
  ['name', /[A-Z][A-Z\d-]*/, { color: 'var(--host)' }],
]
const marks = Object.fromEntries(kinds.map(([name]) => [name, Decoration.mark({ class: `abnf-${name}` })]))
const decorator = new MatchDecorator({
  regexp: new RegExp(kinds.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gi'),
  decoration: ({ groups }) => marks[kinds.find(([name]) => groups[name] !== undefined)[0]],
})

/** abnf is what an editor of ABNF needs for its colours. */
export const abnf = [
  ViewPlugin.define((view) => ({
    decorations: decorator.createDeco(view),
    update(update) {
      this.decorations = decorator.updateDeco(update, this.decorations)
    },
  }), { decorations: (v) => v.decorations }),
  EditorView.theme(Object.fromEntries(kinds.map(([name, , look]) => [`.abnf-${name}`, look]))),
]

/** firstRule returns where the first rule of a text begins, 0 if there is none. */
export const firstRule = (text) => Math.max(0, text.search(/^[ \t]*[A-Z][A-Z\d-]*\s*=/im))
