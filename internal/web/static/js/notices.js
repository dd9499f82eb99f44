// Lets this browser show pushed messages: the form is sent with what the browser
// gives for it.

import { sayFailed } from './page.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-push]'));
const cannot = /** @type {HTMLElement | null} */ (document.querySelector('[data-push-cannot]'));
const denied = /** @type {HTMLElement | null} */ (document.querySelector('[data-push-denied]'));

/** A key as browsers want it, from base64url. @param {string} text */
const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

/** Asks the browser for a subscription, a new one where the old is for another key. @param {string} key the server's */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.register('/notices/worker.js', { scope: '/notices/' });
  for (let left = 50; !worker.active && left > 0; left--) await new Promise(done => setTimeout(done, 100));
  const old = await worker.pushManager.getSubscription();
  const held = old?.options.applicationServerKey;
  if (old && held && String(new Uint8Array(held)) === String(bytes(key))) return old;
  await old?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

if (form && cannot && denied && 'serviceWorker' in navigator && 'PushManager' in window) {
  form.hidden = false;
  cannot.hidden = true;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    try {
      const { endpoint, keys } = (await subscribe(form.dataset.push ?? '')).toJSON();
      const fields = { endpoint, ...keys };
      for (const [name, value] of Object.entries(fields)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = value ?? '';
      }
      form.submit();
    } catch (e) {
      const lost = e instanceof TypeError; // what it needs did not come
      sayFailed(form, lost);
      denied.hidden = lost;
    }
  });
}
