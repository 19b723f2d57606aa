// The service worker: it keeps the files of one build and answers with them, so that the
// page works offline. The name of the cache holds the build's hash; a new build replaces
// all files at once. The program has a cache of its own, which the page fills on the first
// visit: a build with the same program does not transfer it again.
const cacheName = 'iri-page-' + BUILD
const files = FILES

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    await (await caches.open(cacheName)).addAll(files)
    const program = await caches.open(PROGRAM)
    if (!await program.match('iri.wasm')) await program.add('iri.wasm')
    await self.skipWaiting()
  })())
})

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('iri-') && name !== cacheName && name !== PROGRAM) await caches.delete(name)
    }
    await self.clients.claim()
  })())
})

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return
  event.respondWith((async () => {
    for (const name of [cacheName, PROGRAM]) {
      const response = await caches.match(event.request, { cacheName: name, ignoreSearch: true })
      if (response) return response
    }
    const response = await fetch(event.request)
    // What reads files is kept when it has been used.
    if (response.ok && new URL(event.request.url).pathname.endsWith('/readers.wasm')) await (await caches.open(cacheName)).put(event.request, response.clone())
    return response
  })())
})
