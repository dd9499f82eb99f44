// The workshop: what is typed is checked by the server, the verdict and the map
// are replaced, and the address names the draft.
import { ask } from './ask.js';
import { byId, sayFailed } from './page.js';

const form = /** @type {HTMLFormElement} */ (byId('facts'));

/** @type {AbortController | null} */
let pending = null;

async function check() {
  pending?.abort();
  const mine = (pending = new AbortController());
  const body = new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)]));
  const r = await ask('/workshop', { method: 'POST', body, signal: mine.signal }).catch(() => null);
  if (mine.signal.aborted) return;
  sayFailed(byId('verdict'), !r?.ok);
  if (!r?.ok) return;
  const doc = new DOMParser().parseFromString(await r.text(), 'text/html');
  const verdict = doc.getElementById('verdict');
  if (!verdict || mine.signal.aborted) return;
  byId('verdict').replaceChildren(...verdict.childNodes);
  const other = doc.getElementById('other');
  if (other?.childElementCount) byId('other').replaceChildren(...other.childNodes);
  const address = new URL(r.url);
  address.searchParams.delete('was');
  history.replaceState(null, '', address);
}

form.addEventListener('change', check);
