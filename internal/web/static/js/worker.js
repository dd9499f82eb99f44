// The service worker that shows pushed messages. It does nothing else: pages are
// loaded without it.

const worker = /** @type {any} */ (self); // ServiceWorkerGlobalScope

/** What a message says; of one that cannot be read only that there is one. @param {any} data */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = read(event.data);
  const shown = worker.registration.showNotification(title ?? 'Ruhr', { body, tag, lang, data: url });
  event.waitUntil(shown);
});

/** Shows a page: where it is open already, else in a new tab. @param {string} href */
async function show(href) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ page) => page.url.split('#')[0] === href.split('#')[0]);
  return open ? open.focus() : worker.clients.openWindow(href);
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data ?? '/', worker.location.origin);
  if (url.origin === worker.location.origin) event.waitUntil(show(url.href));
});

// The browser exchanged its subscription: the server is told as the form does.
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
  event.waitUntil(renew(event));
});

/** @param {any} event */
async function renew(event) {
  const options = event.oldSubscription?.options;
  const fresh = event.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const body = new URLSearchParams({ do: 'push', endpoint, ...keys });
  await fetch('/account/notices', { method: 'POST', body, credentials: 'same-origin', redirect: 'manual' });
}
