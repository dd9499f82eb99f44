// The page of a table's shuffle: checks in the browser that deal and chance follow
// from the secret and the contributions, and that this browser's are among them.

import { ask } from './ask.js';
import { byId, sayFailed } from './page.js';
import { addedAt } from './contribute.js';
import { check } from './shuffle.js';

const page = byId('fair');
const words = page.dataset;

/**
 * Says how a check went.
 * @param {HTMLElement} line
 * @param {boolean} ok
 * @param {string} [more]
 */
function say(line, ok, more) {
  line.textContent = (ok ? `✓ ${words.right}` : `✗ ${words.wrong}`) + (more ? ` (${more})` : '');
  line.className = ok ? 'right' : 'wrong';
}

/** Whether what this browser added is in the shuffle. @param {import('./shuffle.js').Shuffle | undefined} shuffle */
function mine(shuffle) {
  const added = addedAt(words.table ?? '');
  const line = document.getElementById('mine');
  if (!added || !shuffle || !line) return;
  const all = [...shuffle.start, ...shuffle.contributions];
  const missing = added.added.filter(c => !all.includes(c));
  line.hidden = false;
  const ok = added.commitment === shuffle.commitment && !missing.length;
  say(/** @type {HTMLElement} */ (line.querySelector('output')), ok, missing[0]);
}

async function run() {
  const r = await ask(words.record ?? '').catch(() => null);
  const record = r?.ok ? await r.json().catch(() => null) : null;
  sayFailed(page, !record);
  if (!record) return;
  mine(record.shuffle);
  if (!record.shuffle?.secret) return;
  if (!crypto.subtle) {
    byId('insecure').hidden = false;
    return;
  }
  for (const c of await check(record, JSON.parse(words.parts ?? '{}'))) {
    const line = /** @type {HTMLElement} */ (page.querySelector(`[data-check=${c.what}]`));
    say(line, c.ok, c.ok ? '' : `${c.at + 1}: ${c.got ?? '–'} ≠ ${c.want ?? '–'}`);
  }
}
run();
