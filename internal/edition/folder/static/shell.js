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

/** Ends the program here, for another tab or a newer one to run. Whether it ran. */
let stop = () => false;

/** Runs the program here once no other tab does, or in place of one that is frozen. @param {LockOptions} how */
async function runInTurn(how) {
  try {
    await navigator.locks.request(`ruhr ${base.pathname}`, how, run);
  } catch (e) {
    if (how.signal?.aborted) return;
    stop();
    sayFailed(/** @type {Error} */ (e).name === 'AbortError' ? words.gone : `${words.failed} ${e}`);
  }
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
    else if (data === 'there?') ports[0].postMessage('yes');
    else if (ports.length) worker.postMessage(data, [...ports]);
  };
  sw.addEventListener('message', pass);
  sw.addEventListener('controllerchange', own);
  own();
  return new Promise(done => {
    stop = () => {
      worker.terminate();
      sw.removeEventListener('message', pass);
      sw.removeEventListener('controllerchange', own);
      stop = () => false;
      done();
      return true;
    };
    const fail = (/** @type {string} */ why) => {
      stop();
      sayFailed(`${words[ran ? 'broke' : 'failed']} ${why}`);
    };
    let ran = false;
    worker.onmessage = ({ data }) => {
      ran ||= !!data.ready;
      if (data.failed) fail(data.failed);
    };
    worker.onerror = e => fail(e.message);
  });
}

/** Whether somebody has typed or chosen something that is not sent. @param {Document} page */
const typedIn = page =>
  [...page.querySelectorAll('textarea, select, input:not([type=hidden])')].some(
    (/** @type {any} */ f) =>
      f.options
        ? f.selectedIndex !==
          Math.max(
            [...f.options].findIndex(o => o.defaultSelected),
            0,
          )
        : f.value !== f.defaultValue || f.checked !== f.defaultChecked, // undefined where there is none
  );

/** Leaves the page in the frame, which ends its streams, unless somebody who has typed there stays. @param {() => void} then */
function leave(then) {
  const frame = document.querySelector('iframe');
  const there = frame?.contentWindow;
  if (!there) {
    then();
    return;
  }
  there.addEventListener('beforeunload', e => typedIn(there.document) && e.preventDefault());
  frame.addEventListener('load', () => {
    if (frame.contentWindow?.location.protocol !== 'about:') return;
    say(words.starting);
    then();
  });
  there.location.replace('about:blank');
}

/** Offers a new version once it is there. @param {ServiceWorkerRegistration} registration */
function offerUpdates(registration) {
  const offer = () => {
    const box = document.getElementById('update');
    const [now, later] = box?.querySelectorAll('button') ?? [];
    if (!registration.waiting || !box) return;
    /** @type {HTMLElement} */ (box.querySelector('span')).textContent = words.update;
    now.textContent = words.update_now;
    now.onclick = () =>
      leave(() => (registration.waiting ? registration.waiting.postMessage('update') : location.reload()));
    later.textContent = words.update_later;
    later.onclick = () => (box.hidden = true); // until the next visit
    box.hidden = false;
  };
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== 'updating') return; // here or in another tab
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      location.reload();
      // Where somebody stays, the program goes, because its files have.
      if (stop()) setTimeout(runInTurn, 1000, {});
    });
    leave(() => {});
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
  if (!able || !('popover' in HTMLElement.prototype && CSS.supports('color: light-dark(red, red)'))) {
    say(words.unsupported);
    return;
  }
  const script = new URL('sw.js', base).href;
  const sw = navigator.serviceWorker; // which may have others of this origin
  const registering = sw.register(script, { scope: base.pathname });
  registering.catch(() => {}); // the one that is there works
  const known = await sw.getRegistration(base);
  // Registering waits for a new version that another tab is getting; the one that is there need not.
  const registration = known?.active && known.scope === base.href ? known : await registering;
  const controlled = () => sw.controller?.scriptURL === script;
  if (!controlled()) {
    await new Promise((done, fail) => {
      sw.addEventListener('controllerchange', () => controlled() && done(null));
      const { active, installing } = registration;
      if (active)
        active.postMessage('claim'); // a forced reload leaves the page without a worker
      else
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'redundant') setTimeout(fail, 5000, words.unreached); // unless it says that it has no room
        });
      sw.addEventListener('message', ({ data }) => data === 'full' && fail(words.full));
    });
  }
  const waiting = new AbortController();
  sw.addEventListener('message', ({ data }) => {
    if (data !== 'take') return;
    waiting.abort();
    runInTurn({ steal: true });
  });
  sw.startMessages();
  runInTurn({ signal: waiting.signal });
  offerUpdates(registration);
  navigator.storage?.persist?.().catch(() => {}); // or the browser decides when it needs room
  show();
}

start().catch(e => sayFailed(`${words.failed} ${e.message ?? e}`));
