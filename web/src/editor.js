// The editors: CodeMirror in a shadow root, so that its styles are adopted style sheets
// and the Content-Security-Policy needs no exception for them.
import { EditorState, Compartment } from '@codemirror/state'
import {
  EditorView, keymap, placeholder, lineNumbers, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
} from '@codemirror/view'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { codePoint } from './dom.js'

// The colours are variables of style.css, which reach into the shadow root.
const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--field)', fontSize: 'var(--letters, 0.95rem)', border: '1px solid var(--edge)', height: '100%' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.7', scrollbarColor: 'var(--edge) var(--field)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--panel)', borderRight: '1px solid var(--edge)' },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-activeLine': { backgroundColor: 'var(--active)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--active)', color: 'var(--ink)' },
  '.cm-specialChar': { color: 'var(--escape)', border: '1px solid currentColor', borderRadius: '3px', fontSize: '0.75em', padding: '0 2px' },
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': {
    backgroundImage: 'none', paddingBottom: '0', textDecorationLine: 'underline', textDecorationThickness: '2px',
    textUnderlineOffset: '3px', textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationStyle: 'wavy', textDecorationColor: 'var(--error)', backgroundColor: 'var(--error-ground)' },
  '.cm-lintRange-warning': { textDecorationStyle: 'dashed', textDecorationColor: 'var(--warning)', backgroundColor: 'var(--warning-ground)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--error)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--warning)' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--panel)', border: '1px solid var(--edge)', maxWidth: 'min(36rem, 90vw)' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--action)', color: 'var(--action-ink)', font: 'inherit', padding: '3px 10px', minHeight: '24px' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--active)', color: 'var(--ink)' },
  '.cm-panel.cm-panel-lint ul [aria-selected] u': { textDecoration: 'underline' },
  '.cm-panel.cm-panel-lint button[name=close]': { color: 'var(--ink)', minWidth: '24px', minHeight: '24px' },
  '::selection, .cm-selectionMatch': { backgroundColor: 'var(--selection)' },
})

// What is shown as code points: controls, private use, fillers, line separators, variation selectors, tags, spaces
// that are not U+0020.
const special = /[\u0000-\u0008\u000A-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\u{F0000}-\u{10FFFF}]/gu

/**
 * makeEditor puts an editor into an element. empty is what stands in it where there is no text; onChange
 * is called after each change of the text, with whether it was pasted, onLine when the cursor goes to another line.
 * An editor of one line has no numbers and takes no Enter.
 */
export function makeEditor(parent, { label, text = '', keys = [], onChange, onLine, onScroll, oneLine = false, empty = '', extensions = [] }) {
  const root = parent.attachShadow({ mode: 'open' })
  const host = document.createElement('div')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':host { display: block } :host > div { height: 100% }')
  root.adoptedStyleSheets = [sheet]
  root.append(host)
  const readOnly = new Compartment()
  let line = 1
  const view = new EditorView({
    parent: host,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        oneLine ? keymap.of([{ key: 'Enter', run: () => true }]) : [lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter()],
        highlightSpecialChars({
          specialChars: special,
          render: (code, description) => {
            const span = document.createElement('span')
            span.className = 'cm-specialChar'
            span.textContent = codePoint(String.fromCodePoint(code))
            span.title = description ?? span.textContent
            return span
          },
        }),
        history(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off', dir: 'ltr', tabindex: '0',
        }),
        keymap.of([...keys, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
        readOnly.of([]),
        theme,
        placeholder(empty),
        extensions,
        EditorView.updateListener.of((update) => {
          const now = update.state.doc.lineAt(update.state.selection.main.head).number
          if (update.docChanged) onChange?.(update.transactions.some((t) => t.isUserEvent('input.paste')))
          if (now !== line || update.docChanged) {
            line = now
            onLine?.(now)
          }
          if (update.viewportChanged) onScroll?.()
        }),
      ],
    }),
  })
  return view
}

/** codedLength returns the length of what a text begins with and the editor shows as code points. */
export const codedLength = (text) => text.match(begin)?.[0].length ?? 0
const begin = new RegExp(`^${special.source}+`, 'u')

/** setText makes another text of the text. What both have at the start and at the end stays, and with it the cursor there. */
export function setText(view, text) {
  const old = view.state.doc.toString()
  text = text.replace(/\r\n?/g, '\n') // as the editor has it
  let from = 0
  while (from < old.length && old[from] === text[from]) from++
  let end = 0
  while (end < Math.min(old.length, text.length) - from && old.at(-1 - end) === text.at(-1 - end)) end++
  if (old !== text) view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } })
}

/** goTo moves the cursor to a place and shows it, in the middle or, with 'start', at the top. */
export function goTo(view, at, focus = true, y = 'center') {
  view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, effects: EditorView.scrollIntoView(at, { y }) })
  if (focus) view.focus()
}

export { setDiagnostics }
