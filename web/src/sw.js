// The service worker: it keeps the files of one build and answers with them, so that the
// page works offline. The name of the cache holds the build's hash; a new build replaces
// all files at once.
const cacheName = 'iri-page-' + BUILD
const files = FILES

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('iri-page-') && name !== cacheName) await caches.delete(name)
    }
    await self.clients.claim()
  })())
})

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return
  event.respondWith((async () => {
    const cache = await caches.open(cacheName)
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)
  })())
})
