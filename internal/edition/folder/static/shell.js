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

const again = /** @type {HTMLButtonElement} */ (document.getElementById('again'));
again.textContent = words.again;
again.onclick = () => location.reload();

/** @param {string} text */
function say(text) {
  document.querySelector('iframe')?.remove();
  again.hidden = true;
  said.textContent = '';
  setTimeout(() => (said.textContent = text), 100); // once it is shown, or it is not read
}

/** Says why the program does not run, and offers to start it again: an installed one has no other way. @param {string} text */
function sayFailed(text) {
  say(text);
  again.hidden = false;
  again.focus();
}

/** The address of the page to show. Where no service worker answers yet, the first page's own names it: links to pass on
 * do so in the fragment, and hosts lead there from what they do not have. */
function named() {
  if (location.pathname !== base.pathname) return location.href;
  const { hash } = location;
  const at = new URLSearchParams(location.search).get('at');
  let page = at === null ? '' : at + hash;
  if (at === null && hash.startsWith('#g=')) page = `open${hash}`;
  if (at === null && /^#(day\/|workshop\?)/.test(hash)) page = hash.slice(1);
  const { href } = new URL(page || location.href, base);
  return href.startsWith(base.href) ? href : base.href;
}
addEventListener('hashchange', () => location.reload());

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

/** Runs the program until this page is closed, or it fails. @returns {Promise<void>} when another tab may run it */
function run() {
  const worker = new Worker(new URL('worker.js', base), { name: 'ruhr' });
  worker.postMessage({
    base: base.pathname,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    version: document.documentElement.dataset.version ?? '',
  });
  const sw = navigator.serviceWorker;
  const own = () => sw.controller?.postMessage('owner');
  /** @type {(e: MessageEvent) => void} */
  const pass = ({ data, ports }) => {
    if (data === 'owner?') own();
    else if (ports.length) worker.postMessage(data, [...ports]);
  };
  sw.addEventListener('message', pass);
  sw.addEventListener('controllerchange', own);
  own();
  return new Promise(done => {
    const fail = (/** @type {string} */ why) => {
      worker.terminate();
      sw.removeEventListener('message', pass);
      sw.removeEventListener('controllerchange', own);
      sayFailed(`${words[ran ? 'broke' : 'failed']} ${why}`);
      done();
    };
    let ran = false;
    worker.onmessage = ({ data }) => {
      ran ||= !!data.ready;
      if (data.failed) fail(data.failed);
    };
    worker.onerror = e => fail(e.message);
  });
}

/** Offers a new version once it is there. @param {ServiceWorkerRegistration} registration */
function offerUpdates(registration) {
  let asked = false; // in this tab
  const offer = () => {
    const box = document.getElementById('update');
    const [now, later] = box?.querySelectorAll('button') ?? [];
    if (!registration.waiting || !box) return;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = words.update;
    now.textContent = words.update_now;
    now.onclick = () => {
      asked = true;
      registration.waiting?.postMessage('update');
    };
    later.textContent = words.update_later;
    later.onclick = () => (box.hidden = true); // until the next visit
    box.hidden = false;
  };
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== 'updating') return; // here or in another tab
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    const leave = () => say(words.starting); // ends the streams of the page
    const frame = document.querySelector('iframe');
    if (asked) leave();
    // A page in which something was typed may ask before it goes.
    frame?.addEventListener('load', () => frame.contentWindow?.location.protocol === 'about:' && leave());
    frame?.contentWindow?.location.replace('about:blank');
  });
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', watch);
  watch(); // another tab may have found it
  offer();
}

async function start() {
  say(words.starting);
  // The name that a host gives this page is none of a page of the program.
  if (location.pathname === `${base.pathname}index.html`)
    history.replaceState(null, '', base.pathname + location.search + location.hash);
  const able = navigator.serviceWorker && navigator.locks && 'DecompressionStream' in window;
  if (!able || !('popover' in HTMLElement.prototype)) {
    say(words.unsupported);
    return;
  }
  const registering = navigator.serviceWorker.register(new URL('sw.js', base), { scope: base.pathname });
  // Registering waits for a new version that another tab is getting; the one that is there need not.
  const registration = await Promise.race([registering, navigator.serviceWorker.ready]);
  if (!navigator.serviceWorker.controller) {
    await new Promise((done, fail) => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
      const { active, installing } = registration;
      if (active)
        active.postMessage('claim'); // a forced reload leaves the page without a worker
      else
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'redundant') setTimeout(fail, 5000, words.unreached); // unless it says that it has no room
        });
      navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'full' && fail(words.full));
    });
  }
  navigator.serviceWorker.startMessages();
  navigator.locks.request(`ruhr ${base.pathname}`, run);
  offerUpdates(registration);
  navigator.storage?.persist?.().catch(() => {}); // or the browser decides when it needs room
  show();
}

start().catch(e => sayFailed(`${words.failed} ${e.message ?? e}`));
