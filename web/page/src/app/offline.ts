// The service worker that keeps the page for offline use. A new version waits until the user asks for it or all tabs are
// closed, so that a page never mixes files of two versions.
import { signal } from '@preact/signals';

export const offline = signal<'none' | 'loading' | 'ready'>('none');
export const update = signal<ServiceWorker | null>(null); // a new version that waits

export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  try {
    offline.value = navigator.serviceWorker.controller ? 'ready' : 'loading';
    const registration = await navigator.serviceWorker.register(new URL('service_worker.js', document.baseURI), { scope: './' });
    const watch = (worker: ServiceWorker | null): void => {
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'activated') offline.value = 'ready';
        if (worker.state === 'installed' && navigator.serviceWorker.controller) update.value = worker;
        if (worker.state === 'redundant' && offline.value === 'loading') offline.value = 'none';
      });
    };
    watch(registration.installing);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    if (registration.waiting && navigator.serviceWorker.controller) update.value = registration.waiting;
    if (registration.active) offline.value = 'ready';
  } catch {
    offline.value = 'none';
  }
  let reloading = false;
  const controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!controlled || reloading) return;
    reloading = true;
    location.reload();
  });
}

export const applyUpdate = (): void => update.value?.postMessage('take over');
