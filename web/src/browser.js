// How the browser itself reads a text: by the URL Standard, as iri parse --browser does in a terminal.
import { h, iri } from './dom.js'

/** inBrowser returns the elements of a list: the parts that the browser finds, or why there are none. */
export function inBrowser(text) {
  let url
  try {
    url = new URL(text)
  } catch {
    return [h('li', {}, URL.canParse(text, 'https://e.example/')
      ? 'It has no scheme: a browser resolves it against the address of the page that has it.'
      : h('span', {}, h('strong', { class: 'bad' }, 'failure'), ' The browser does not take it for an address.'))]
  }
  const parts = {
    scheme: url.protocol.slice(0, -1), username: url.username, password: url.password, host: url.hostname, port: url.port,
    path: url.pathname, query: url.search.slice(1), fragment: url.hash.slice(1), address: url.href,
  }
  return Object.entries(parts).filter(([, part]) => part !== '').map(([name, part]) => h('li', {}, h('span', { class: 'label' }, name), ' ', iri(part)))
}
