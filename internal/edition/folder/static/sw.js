// The service worker of the offline edition. It keeps the files of one build, and passes
// all other requests on to the tab that runs the program. It has nothing to lose: the
// browser may end it at any time.

const build = 'BUILD';
/** The files of the build, with the SHA-256 of each. @type {Map<string, string>} */
const files = new Map(Object.entries(JSON.parse('FILES')));

const sw = /** @type {any} */ (self);
const scope = new URL(sw.registration.scope);
const kept = `ruhr ${scope.pathname} `; // begins the names of our caches
const shell = new URL('index.html', scope).href;

sw.addEventListener('install', (/** @type {any} */ e) => e.waitUntil(install().catch(failed)));

/** Keeps the files of the build. A host that is being brought up to date has some of another one, and some hosts answer
 * with a page for what they do not have: then nothing is kept, and the version before goes on. */
async function install() {
  const cache = await caches.open(kept + build);
  const keep = async (/** @type {string} */ name, /** @type {string} */ sum) => {
    const r = await fetch(new URL(name, scope), { cache: 'no-cache' });
    const given = r.clone();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await r.arrayBuffer()));
    const hex = [...hash].map(b => b.toString(16).padStart(2, '0')).join('');
    if (hex !== sum) throw new Error(`${name} is not of this build`);
    await cache.put(new URL(name, scope), name.endsWith('.wasm.gz') ? unpacked(given) : given);
  };
  await Promise.all([...files].map(([name, sum]) => keep(name, sum)));
}

/** A program without its compression, which would cost a fifth of each start. @param {Response} packed */
const unpacked = packed =>
  new Response(packed.body?.pipeThrough(new DecompressionStream('gzip')), {
    headers: { 'Content-Type': 'application/wasm' },
  });

/** Keeps nothing of a build that is not there as a whole, and tells pages that wait for it where there is no room. @param {Error} e */
async function failed(e) {
  await caches.delete(kept + build);
  if (e.name === 'QuotaExceededError') await tell('full');
  throw e;
}

/** Tells the pages of the edition something. @param {string} what */
async function tell(what) {
  for (const c of await sw.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    if (c.url.startsWith(scope.href)) c.postMessage(what); // others of this origin are no pages of ours
}

sw.addEventListener('activate', (/** @type {any} */ e) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(kept) && name !== kept + build) await caches.delete(name);
    await sw.clients.claim();
  };
  e.waitUntil(old());
});

/** A request that was passed on and has no answer yet.
 * @typedef {{ask: object, answered: (r: Response) => void, sent: number, stop?: () => void}} Asked */
/** @type {Set<Asked>} */
const open = new Set();
/** What fills the answers that have begun and not ended. @type {Set<ReadableStreamDefaultController>} */
const begun = new Set();
let owner = ''; // the client that runs the program, '' where it is not known

sw.addEventListener('message', (/** @type {any} */ e) => {
  if (e.data === 'update') e.waitUntil(update());
  if (e.data === 'claim') e.waitUntil(sw.clients.claim());
  if (e.data !== 'owner' || e.source.id === owner) return;
  owner = e.source.id;
  for (const asked of open)
    if (asked.sent < 2) send(e.source, asked);
    else {
      open.delete(asked); // it may be what ends the program
      asked.answered(Response.error());
    }
  for (const out of begun) out.error(new Error('the program has ended'));
  begun.clear();
});

/** Takes over from the version before, which goes on for minutes while pages have streams open. */
async function update() {
  await tell('updating');
  await sw.skipWaiting();
}

/** Sends a request to the program. @param {any} client @param {Asked} asked */
function send(client, asked) {
  asked.sent++;
  const { port1, port2 } = new MessageChannel();
  /** @type {ReadableStreamDefaultController} */
  let out;
  port1.onmessage = ({ data }) => {
    if (data.status) {
      const body = new ReadableStream({
        start: c => void begun.add((out = c)),
        cancel() {
          begun.delete(out);
          port1.postMessage('stop');
        },
      });
      open.delete(asked);
      asked.answered(new Response([204, 205, 304].includes(data.status) ? null : body, data));
    } else if (data.chunk) {
      port1.postMessage('more'); // or the program learns in no browser that this worker has ended
      if (begun.has(out)) out.enqueue(data.chunk);
    } else {
      if (begun.delete(out)) out.close();
      port1.close();
    }
  };
  asked.stop = () => port1.postMessage('stop');
  client.postMessage(asked.ask, [port2]);
  replaceFrozen(client, asked);
}

const patience = 3000; // ms

/** Has another tab run the program where the one that does is frozen: it answers nothing. @param {any} client @param {Asked} asked */
async function replaceFrozen(client, asked) {
  const late = () => new Promise(done => setTimeout(done, patience, 'late'));
  await late();
  if (!open.has(asked) || client.id !== owner) return;
  const { port1, port2 } = new MessageChannel();
  const there = new Promise(done => (port1.onmessage = done));
  client.postMessage('there?', [port2]);
  if ((await Promise.race([there, late()])) !== 'late' || client.id !== owner) return;
  const tabs = await sw.clients.matchAll({ type: 'window' });
  const seen = tabs.find(
    (/** @type {any} */ c) => c.id !== owner && c.frameType === 'top-level' && c.visibilityState === 'visible',
  );
  seen?.postMessage('take');
}

/** The answer of the program to a request. @param {Request} request @param {string} base */
async function ask(request, base) {
  const url = new URL(request.url);
  const headers = [...request.headers];
  if (request.method !== 'GET' && request.referrer && !request.referrer.startsWith(base))
    headers.push(['sec-fetch-site', 'cross-site']);
  headers.push(['accept-language', navigator.languages.join(',')]);
  const body = request.method === 'GET' ? null : new Uint8Array(await request.arrayBuffer());
  const client = owner && (await sw.clients.get(owner));
  /** @type {Response} */
  const r = await new Promise(answered => {
    /** @type {Asked} */
    const asked = { ask: { method: request.method, url: url.href, headers, body }, answered, sent: 0 };
    open.add(asked);
    request.signal.addEventListener('abort', () => open.delete(asked) && asked.stop?.());
    if (client) {
      send(client, asked);
      return;
    }
    owner = '';
    sw.clients
      .matchAll({ type: 'window' })
      .then((/** @type {any[]} */ all) => all.forEach(c => c.postMessage('owner?')));
  });
  const to = r.headers.get('location'); // the answer has no address that it is relative to
  return to ? Response.redirect(new URL(to, url), r.status) : r;
}

/** The page around the pages, which names its files from the scope. */
async function shellPage() {
  const page = await caches.match(shell);
  if (!page) return fetch(shell);
  const text = (await page.text()).replace('<head>', `<head><base href="${scope.pathname}">`);
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  for (const name of ['content-security-policy', 'referrer-policy'])
    if (page.headers.has(name)) headers.set(name, page.headers.get(name) ?? '');
  return new Response(text, { headers });
}

/** A file of the build, or one that the program has given before; the program's names have their hash in them.
 * @param {Request} request @param {string} path below the scope */
async function answer(request, path) {
  const cache = await caches.open(kept + build);
  if (request.mode === 'navigate' && request.destination === 'document') return shellPage();
  if (request.method !== 'GET' || !(files.has(path) || path.startsWith('s/'))) return ask(request, scope.origin + '/');
  const known = await cache.match(request.url);
  if (known) return known;
  if (files.has(path)) return fetch(request);
  const r = await ask(request, scope.origin + '/');
  if (r.ok) await cache.put(request.url, r.clone()).catch(() => {}); // no room: the answer is there all the same
  return r;
}

sw.addEventListener('fetch', (/** @type {any} */ e) => {
  const url = new URL(e.request.url);
  if (url.origin !== scope.origin) return;
  const path = url.pathname.startsWith(scope.pathname)
    ? url.pathname.slice(scope.pathname.length)
    : url.pathname.slice(1);
  if (e.request.mode === 'navigate' && !url.pathname.startsWith(scope.pathname)) return;
  e.respondWith(answer(e.request, path));
});
