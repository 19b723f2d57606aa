// Starts to fetch and to compile the checker before the rest of the page has been read.
globalThis.program = WebAssembly.compileStreaming(fetch('iri.wasm')).catch(async () => {
  // A server that does not know the type of .wasm: read it whole.
  const response = await fetch('iri.wasm')
  if (!response.ok) throw new Error(`iri.wasm: ${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
})
