// The service worker that shows pushed messages. It does nothing else: pages are
// loaded without it.

const worker = /** @type {any} */ (self); // ServiceWorkerGlobalScope

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data?.json() ?? {};
  const shown = worker.registration.showNotification(title ?? 'Ruhr', { body, tag, lang, data: url });
  event.waitUntil(shown);
});

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data ?? '/', worker.location.origin);
  if (url.origin === worker.location.origin) event.waitUntil(worker.clients.openWindow(url.href));
});
