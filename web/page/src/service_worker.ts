/// <reference lib="webworker" />
// Keeps one version of the page. Every file is fetched with its checksum, so that a version is complete and consistent or
// not installed at all; it takes over only when no page of the older version is open, or when the user asks for it.
// Answers from here carry the headers of cross-origin isolation: after the first visit threads work on every server.
declare const self: ServiceWorkerGlobalScope;
declare const __VERSION__: string;
declare const __FILES__: [path: string, integrity: string][];

const cacheName = `skua-${__VERSION__}`;
const address = (path: string): string => new URL(path, self.registration.scope).href;

self.addEventListener('install', event => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await Promise.all(
        __FILES__.map(async ([path, integrity]) => {
          const response = await fetch(address(path), { integrity, cache: 'no-cache' });
          if (!response.ok) throw new Error(`${path}: ${response.status}`);
          await cache.put(address(path), response);
        }),
      );
    })().catch(async (error: unknown) => {
      await caches.delete(cacheName);
      throw error;
    }),
  );
});

self.addEventListener('activate', event => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('skua-') && name !== cacheName) await caches.delete(name);
    })(),
  );
});

self.addEventListener('message', event => {
  if (event.data === 'take over') void self.skipWaiting();
});

function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  url.hash = '';
  url.search = '';
  const page = event.request.mode === 'navigate' && (url.href === self.registration.scope || url.href === address('index.html'));
  event.respondWith(
    (async () => {
      const cache = await caches.open(cacheName);
      const kept = await cache.match(page ? address('index.html') : url.href);
      return kept ? isolated(kept) : fetch(event.request);
    })(),
  );
});
