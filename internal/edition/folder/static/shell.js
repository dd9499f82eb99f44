// The page around the pages of the offline edition. It stays while they change, because
// the program runs in a worker of its own, which ends with the page that made it. Of the
// tabs of a browser one runs the program for all.

const base = new URL('./', import.meta.url);
/** @type {Record<string, Record<string, string>>} */
const languages = JSON.parse(document.getElementById('words')?.textContent ?? '{}');
const language = navigator.languages.map(l => l.slice(0, 2)).find(l => languages[l]) ?? 'en';
const words = languages[language];
document.documentElement.lang = language;
const said = /** @type {HTMLElement} */ (document.getElementById('said'));

/** @param {string} text */
function say(text) {
  said.textContent = text;
  document.querySelector('iframe')?.remove();
}

/** The address of the page to show. A fragment names one where no service worker answers others yet. */
function named() {
  const to = location.pathname === base.pathname && location.hash ? new URL(location.hash.slice(1), base) : base;
  return to !== base && to.href.startsWith(base.href) ? to.href : location.href;
}

/** Shows the page that the address names. */
function show() {
  const frame = document.createElement('iframe');
  frame.title = 'Ruhr';
  frame.allow = 'clipboard-write';
  frame.src = named();
  frame.addEventListener('load', () => {
    const there = frame.contentWindow;
    if (!there || there.location.protocol === 'about:') return;
    follow(frame, there);
  });
  document.body.prepend(frame);
}

/** Keeps the address and the title those of the page in the frame. @param {HTMLIFrameElement} frame @param {Window} there */
function follow(frame, there) {
  const same = () => {
    if (frame.contentWindow !== there || there.document.title === '') return;
    document.title = there.document.title;
    if (location.href !== there.location.href) history.replaceState(history.state, '', there.location.href);
  };
  same();
  const head = there.document.head;
  if (head) new MutationObserver(same).observe(head, { childList: true, subtree: true, characterData: true });
  frame.focus();
}

/** Runs the program until this page is closed. */
function run() {
  const worker = new Worker(new URL('worker.js', base), { name: 'ruhr' });
  worker.postMessage({
    base: base.pathname,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    version: document.documentElement.dataset.version ?? '',
  });
  worker.onmessage = ({ data }) => {
    if (data.failed) say(`${words.failed} ${data.failed}`);
  };
  worker.onerror = e => say(`${words.failed} ${e.message}`);
  const sw = navigator.serviceWorker;
  sw.addEventListener('message', ({ data, ports }) => {
    if (data === 'owner?') sw.controller?.postMessage('owner');
    else if (ports.length) worker.postMessage(data, [...ports]);
  });
  sw.addEventListener('controllerchange', () => sw.controller?.postMessage('owner'));
  sw.controller?.postMessage('owner');
  return new Promise(() => {});
}

/** Offers a new version once it is there. @param {ServiceWorkerRegistration} registration */
function offerUpdates(registration) {
  const offer = () => {
    const box = document.getElementById('update');
    const button = box?.querySelector('button');
    if (!registration.waiting || !box || !button) return;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = words.update;
    button.textContent = words.update_now;
    button.onclick = () => registration.waiting?.postMessage('update');
    box.hidden = false;
  };
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== 'updating') return; // here or in another tab
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    say(words.starting); // ends the streams of the page
  });
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  offer();
}

async function start() {
  say(words.starting);
  if (!navigator.serviceWorker || !navigator.locks || typeof DecompressionStream === 'undefined') {
    say(words.unsupported);
    return;
  }
  const registration = await navigator.serviceWorker.register(new URL('sw.js', base), { scope: base.pathname });
  if (!navigator.serviceWorker.controller) {
    const controlled = new Promise(done =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
    registration.active?.postMessage('claim'); // a forced reload leaves the page without a worker
    await controlled;
  }
  navigator.serviceWorker.startMessages();
  navigator.locks.request(`ruhr ${base.pathname}`, run);
  offerUpdates(registration);
  navigator.storage?.persist?.().catch(() => {}); // or the browser decides when it needs room
  show();
}

start().catch(e => say(`${words.failed} ${e.message ?? e}`));
