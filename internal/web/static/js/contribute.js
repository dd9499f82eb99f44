// What this browser adds to the shuffles of tables: a random number for each seat,
// made after the program has committed to its secret. The browser remembers what it
// added, so that the page of the shuffle can say whether it counted.

import { ask } from './ask.js';
import { sayFailed } from './page.js';

/** What was added at a table. @typedef {{table: string, commitment: string, added: string[]}} Added */

const most = 200; // tables remembered

/** 64 hex digits. */
function number() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), n => n.toString(16).padStart(2, '0')).join('');
}

/** @returns {Added[]} */
function memory() {
  try {
    return JSON.parse(localStorage.getItem('ruhr-shuffles') ?? '[]');
  } catch {
    return [];
  }
}

/**
 * Remembers what was added at a table.
 * @param {string} table
 * @param {string} commitment
 * @param {string} contribution
 */
function remember(table, commitment, contribution) {
  const all = memory();
  const known = all.find(a => a.table === table);
  if (known) known.added.push(contribution);
  else all.push({ table, commitment, added: [contribution] });
  try {
    localStorage.setItem('ruhr-shuffles', JSON.stringify(all.slice(-most)));
  } catch {
    /* a browser that keeps nothing cannot check later */
  }
}

/** What this browser added at a table. @param {string} table */
export function addedAt(table) {
  return memory().find(a => a.table === table);
}

/**
 * Sets a hidden field of a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function set(form, name, value) {
  form.querySelector(`input[name=${name}]`)?.remove();
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = name;
  field.value = value;
  form.append(field);
}

// A form that makes a table asks for the commitment first, then adds a number.
addEventListener('submit', async e => {
  const form = e.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.shuffle === undefined || form.dataset.shuffle === 'sent')
    return;
  if (e.submitter instanceof HTMLButtonElement && e.submitter.formMethod === 'get') return; // asks for another form
  e.preventDefault();
  if (form.dataset.shuffle === 'asks') return;
  form.dataset.shuffle = 'asks';
  let r = null;
  try {
    r = await ask('/commitment', { signal: AbortSignal.timeout(4000) });
  } catch (error) {
    // Where nobody answers the form would be lost. A server that is slow makes the table all the same.
    const lost = !(error instanceof DOMException && error.name === 'TimeoutError');
    sayFailed(form, lost);
    if (lost) {
      form.dataset.shuffle = '';
      return;
    }
  }
  try {
    const commitment = (await r?.json())?.commitment;
    const contribution = number();
    if (commitment) {
      set(form, 'commitment', commitment);
      set(form, 'contribution', contribution);
      sessionStorage.setItem('ruhr-shuffle', JSON.stringify({ commitment, contribution }));
    }
  } catch {
    /* the table is made all the same; its start cannot be proven then */
  }
  form.dataset.shuffle = 'sent';
  form.requestSubmit(e.submitter);
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form'))
    if (form.dataset.shuffle && form.dataset.shuffle !== 'resend') form.dataset.shuffle = '';
  // One that made no table, because its commitment had expired, is sent again.
  const again = document.querySelector('form[data-shuffle=resend]');
  if (again instanceof HTMLFormElement) again.requestSubmit();
});
/** At a table: remembers what was added with the form, and adds for each seat that has not yet. */
async function sitDown() {
  const { table, commitment, adds, n } = document.body.dataset;
  if (!table || !commitment) return;
  try {
    const made = JSON.parse(sessionStorage.getItem('ruhr-shuffle') ?? '{}');
    if (made.commitment === commitment) {
      sessionStorage.removeItem('ruhr-shuffle');
      remember(table, commitment, made.contribution);
    }
  } catch {
    /* it has kept nothing */
  }
  for (const seat of (adds ?? '').split(' ').filter(Boolean)) {
    const contribution = number();
    const fields = new URLSearchParams({ at: n ?? '', key: number().slice(0, 22), seat, contribution });
    const headers = { Accept: 'application/json', 'X-Stream': 'open' };
    const r = await ask(`/t/${table}/shuffle`, { method: 'POST', headers, body: fields });
    if (r.ok && !(await r.json()).notice) remember(table, commitment, contribution);
  }
}
sitDown().catch(() => {}); // the next look at the table tries again
