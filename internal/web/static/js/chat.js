// What is said at a table: adds messages as they come, and sends one's own
// without leaving the page.

import { ask } from './ask.js';
import { parse } from './morph.js';

const list = document.getElementById('chatlist');
const panel = document.getElementById('chatpanel');
const most = 500; // messages shown

/** The number of the newest message that the page has. */
export const heard = () => Number(list?.dataset.last ?? 0);

/** Shows messages that are new to the page. @param {string} html */
export function hear(html) {
  if (!list) return;
  for (const line of [...parse(list, html).querySelectorAll('[data-message]')]) {
    const n = Number(/** @type {HTMLElement} */ (line).dataset.message);
    if (n <= heard()) continue;
    list.append(line);
    list.dataset.last = String(n);
  }
  while (list.childElementCount > most) list.firstElementChild?.remove();
  list.lastElementChild?.scrollIntoView({ block: 'nearest' });
  if (!panel?.matches(':popover-open')) mark(true);
}

/** Says whether something waits to be read. @param {boolean} news */
function mark(news) {
  for (const button of document.querySelectorAll('[popovertarget="chatpanel"]')) button.classList.toggle('news', news);
}

panel?.addEventListener('toggle', () => {
  mark(false);
  list?.lastElementChild?.scrollIntoView({ block: 'nearest' });
});

document.addEventListener('submit', async e => {
  const form = /** @type {HTMLFormElement} */ (e.target);
  if (!('say' in form.dataset)) return;
  e.preventDefault();
  const text = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await ask(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(
    () => null,
  );
  if (answer?.ok) text.value = '';
  else text.reportValidity();
});
