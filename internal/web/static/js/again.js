// A page that waits for what the program makes comes again until it is there: what has changed is merged in.
// Without scripts the whole page is loaded again.

import { ask } from './ask.js';
import { morph } from './morph.js';
import { byId, sayFailed } from './page.js';

const main = byId('main');

/** Merges in what has changed, and says after how many seconds the page comes again, if it does. */
async function look() {
  const r = await ask(location.href).catch(() => null);
  const text = r && r.status < 500 ? await r.text().catch(() => null) : null; // a page that says no ends the waiting
  sayFailed(main, text === null);
  if (!r || text === null) return document.documentElement.dataset.again;
  if (r.redirected) location.replace(r.url);
  const doc = new DOMParser().parseFromString(text, 'text/html');
  const next = doc.getElementById('main');
  if (next) morph(main, next.outerHTML);
  return doc.documentElement.dataset.again;
}

/** Looks until nothing is waited for any more. @param {string | undefined} seconds */
async function wait(seconds) {
  while (seconds) {
    await new Promise(done => setTimeout(done, Number(seconds) * 1000));
    if (!document.hidden) seconds = await look();
  }
  const head = main.querySelector('h1');
  if (!head || document.activeElement !== document.body) return;
  head.tabIndex = -1; // who listens to the page hears that it is there
  head.focus({ preventScroll: true });
}
wait(document.documentElement.dataset.again);
