// News of the page's table, which come by the stream that all pages of the browser
// share in a worker.

import { Stream } from './stream.js';

const checkEvery = 20_000; // ms
const mute = 60_000; // ms without a word, three pings, after which the worker is gone, perhaps with a page that crashed

/** @typedef {{here: (place: import('./stream.js').Place) => void, gone: () => void}} Line */
/** What comes by the line. @typedef {(m: import('./stream.js').Message) => void} Hear */

/**
 * The line to the worker.
 * @param {Hear} hear
 * @param {() => void} failed
 * @returns {Line}
 */
function shared(hear, failed) {
  const worker = new SharedWorker(new URL('streamworker.js', import.meta.url), { type: 'module', name: 'ruhr' });
  worker.onerror = failed;
  worker.port.onmessage = e => hear(e.data);
  return { here: place => worker.port.postMessage(place), gone: () => worker.port.postMessage(null) };
}

/** A stream of the page's own. @param {Hear} hear @returns {Line} */
function own(hear) {
  const stream = new Stream();
  const page = { tell: hear };
  return { here: place => stream.here(page, place), gone: () => stream.gone(page) };
}

/**
 * Listens as long as the page is open.
 * @param {() => import('./stream.js').Place} place where the page is
 * @param {Hear} to
 */
export function listen(place, to) {
  let heard = performance.now();
  let alone = !('SharedWorker' in window);
  /** @type {Line | null} */
  let line = null;
  /** @type {Line | null} */
  let mine = null;

  /** @type {Hear} */
  function hear(m) {
    heard = performance.now();
    if (m.kind === 'ping') line?.here(place());
    else to(m);
  }
  function connect() {
    line?.gone();
    heard = performance.now();
    line = alone ? (mine ??= own(hear)) : shared(hear, failed);
    turn();
  }
  function failed() {
    alone = true;
    connect();
  }
  // Where there are no such workers, a page listens for itself while it is seen, and
  // then until another one is.
  const others = alone && 'BroadcastChannel' in window ? new BroadcastChannel('ruhr-seen') : null;
  others?.addEventListener('message', () => document.hidden && line?.gone());
  function turn() {
    if (!document.hidden) {
      line?.here({ ...place(), seen: true });
      others?.postMessage('');
    } else if (!alone) {
      line?.here(place());
    } else if (!others) {
      line?.gone();
    }
  }
  function check() {
    if (!alone && performance.now() - heard > mute) connect();
  }

  connect();
  document.addEventListener('visibilitychange', () => {
    check();
    turn();
  });
  setInterval(check, checkEvery);
  addEventListener('pagehide', () => line?.gone());
  addEventListener('pageshow', e => e.persisted && connect());
}
