// The examples: each shows one thing. An example is one entry.
import { byID, h } from './dom.js'

const draft = `; changes: rfc3987
; top: IRI
; A draft that lets a port have letters, to see what changes.
port = *( DIGIT / ALPHA )
`

/** examples are texts, each with what it shows; spec and grammar are those that it is checked with. */
export const examples = [
  { name: 'All kinds', shows: 'Faults of all kinds.', text: 'https://example.org/résumé?q=日本#top\nhttp://h:8a/\nhttp://exa mple.org/a b\nhttp://2001:db8::1/\nhttp://example.org/%zz\nhttp://example.org/שלום/abc' },
  { name: 'Ports', shows: 'A port has digits only, and may be empty.', text: 'http://example.org:8080/\nhttp://example.org:/\nhttp://example.org:8a/\nhttp://example.org:-1/\nhttp://example.org:99999/' },
  { name: 'Brackets', shows: 'Brackets are for IP addresses in hosts and for nothing else.', text: 'http://[2001:db8::1]/\nhttp://2001:db8::1/\nhttp://[::1::2]/\nhttp://example.org/a[1]\nhttp://example.org/?a[]=b' },
  { name: 'Percent', shows: 'Two hexadecimal digits follow each percent sign.', text: 'http://example.org/a%20b\nhttp://example.org/100%\nhttp://example.org/%zz\nhttp://example.org/%u00e9\nhttp://example.org/a b' },
  { name: 'Right-to-left', shows: 'A part is of one direction, and begins and ends with its letters.', text: 'http://example.org/שלום\nhttp://example.org/שלוםabc\nhttp://example.org/\u202Eabc\nhttp://مثال.example/1א' },
  { name: 'Look-alikes', shows: 'Letters of other scripts that look like Latin ones.', text: 'http://example.org/\nhttp://ex\u0430mple.org/\nhttp://раураl.example/\nhttp://example.org/а/a' },
  { name: 'URIs', shows: 'By RFC 3986 there is nothing beyond ASCII.', spec: 'rfc3986', text: 'http://example.org/r%C3%A9sum%C3%A9\nhttp://example.org/résumé' },
  { name: 'A draft', shows: 'A grammar of one’s own, in use: in its draft a port may have letters. The tab Grammar has it.', grammar: draft, text: 'http://example.org:8a/\nhttp://example.org:8-a/' },
]

/** fillExamples makes a button of each; take is called with the example that is chosen. */
export function fillExamples(take) {
  byID('examples').append(...examples.map((e) => h('button', { type: 'button', class: 'chip', title: e.shows, onclick: () => take(e) }, e.name)))
}
