// The state of the page, which stands in the fragment of the address and nowhere else:
// browsers do not send it, so what is checked stays here.

/** The defaults. What is as it is here is left out of the address. */
export const defaults = Object.freeze({
  tab: 'check', spec: 'rfc3987', rule: '', lint: '', line: '1', text: undefined, base: '', other: '', rung: '', host: 'percent', grammar: '', use: '', tool: 'draft', diff: '', samples: '',
})

// Beyond this many characters the state is compressed, and beyond that it is left out.
const plainLength = 2000
const maxLength = 100_000
const maxUnpacked = 4_000_000

/** encode returns the fragment for a state, without "#", or null if it is too long. */
export async function encode(state) {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(defaults)) {
    const now = state[key]
    if (now !== undefined && String(now) !== value) params.set(key, String(now))
  }
  const plain = params.toString()
  if (plain.length <= plainLength) return plain
  if (plain.length > maxUnpacked) return null
  const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const fragment = 'z=' + base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return fragment.length > maxLength ? null : fragment
}

/** decode returns the state of a fragment. What cannot be read is left at its default. */
export async function decode(fragment) {
  let params = new URLSearchParams(fragment.replace(/^#/, ''))
  if (params.has('z')) {
    try {
      params = new URLSearchParams(await unpack(params.get('z')))
    } catch {
      return { state: { ...defaults }, problem: 'The address is damaged, so its text could not be read.' }
    }
  }
  const state = { ...defaults }
  for (const key of Object.keys(defaults)) if (params.has(key)) state[key] = params.get(key)
  state.tab = { look: 'explain', map: 'convert' }[state.tab] ?? state.tab // as addresses had it before
  return { state }
}

/** base64 writes bytes in Base 64 (RFC 4648 §4). */
export function base64(bytes) {
  let s = ''
  for (let i = 0; i < bytes.length; i += 8192) s += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(s)
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let out = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return out + decoder.decode()
    out += decoder.decode(value, { stream: true })
    if (out.length > maxUnpacked) {
      await reader.cancel()
      throw new RangeError('too long')
    }
  }
}
