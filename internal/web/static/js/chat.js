// What is said at a table or in a circle: adds messages as they come, and sends one's own
// without leaving the page.

import { ask } from './ask.js';
import { parse } from './morph.js';
import { announce, newKey, unreached } from './page.js';

const list = document.getElementById('chatlist');
const panel = document.getElementById('chatpanel');
const most = 500; // messages shown
const newest = document.getElementById('heard');
const shown = 8000; // ms for which a message that comes is shown above the map
let showing = 0;
const pen = document.getElementById('writing');
const often = 4000; // ms
let told = -often; // when it was last said that something is being written

/** The number of the newest message that the page has. */
export const heard = () => Number(list?.dataset.last ?? 0);

/** Whether the newest message is in sight. */
const atEnd = () => [list, panel].every(e => !e || e.scrollHeight - e.scrollTop - e.clientHeight < 40);

/** Shows messages that are new to the page. A reader of earlier ones stays there. @param {string} html */
export function hear(html) {
  if (!list) return;
  let follow = atEnd();
  /** @type {Element | null} */
  let others = null;
  for (const line of [...parse(list, html).querySelectorAll('[data-message]')]) {
    const n = Number(/** @type {HTMLElement} */ (line).dataset.message);
    if (n <= heard()) continue;
    list.append(line);
    list.dataset.last = String(n);
    if ('yours' in /** @type {HTMLElement} */ (line).dataset) follow = true;
    else announce(textOf((others = line)));
  }
  while (list.childElementCount > most) list.firstElementChild?.remove();
  if (panel && follow) list.lastElementChild?.scrollIntoView({ block: 'nearest' });
  if (panel?.matches(':popover-open')) read();
  else if (others) {
    mark(true);
    show(textOf(others));
  }
}

/** Where a tab keeps what is typed while its page is reloaded. @param {HTMLFormElement} form */
const draftOf = form => `ruhr-typed ${form.getAttribute('action')}`;

/** Keeps what is typed in a form. @param {HTMLFormElement} form @param {string} text */
function keepDraft(form, text) {
  try {
    sessionStorage.setItem(draftOf(form), text);
  } catch {
    // a reload loses it
  }
}

/** Brings back what was typed. @param {HTMLFormElement} form */
function bringDraft(form) {
  try {
    /** @type {HTMLInputElement} */ (form.elements.namedItem('text')).value ||=
      sessionStorage.getItem(draftOf(form)) ?? '';
  } catch {
    // nothing was kept
  }
}
for (const form of document.querySelectorAll('form')) if ('say' in form.dataset) bringDraft(form);

/** Where a browser keeps, by table, the newest message that was read; of so many tables. */
const [kept, tables] = ['ruhr-read', 100];

/** @returns {[string, number][]} */
function reads() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '[]');
  } catch {
    return [];
  }
}

/** Notes that all that the page has was read. */
function read() {
  const table = document.body.dataset.table ?? '';
  const all = [...reads().filter(([other]) => other !== table), [table, heard()]];
  try {
    localStorage.setItem(kept, JSON.stringify(all.slice(-tables)));
  } catch {
    // marked again at the next visit
  }
}

/** Marks what others have said since the table's messages were read last. */
function markUnread() {
  const before = reads().find(([table]) => table === document.body.dataset.table)?.[1] ?? 0;
  const news = [...(list?.children ?? [])].some(
    e => e instanceof HTMLElement && Number(e.dataset.message) > before && !('yours' in e.dataset),
  );
  if (panel && news) mark(true);
}

/** Says whether something waits to be read, also where the button is in a closed menu. @param {boolean} news */
function mark(news) {
  for (const button of document.querySelectorAll('[popovertarget="chatpanel"]:not(#heard), .menubutton'))
    button.classList.toggle('news', news);
}

/** @param {Element} line a message */
function textOf(line) {
  const [who, text] = ['b', 'span'].map(part => line.querySelector(part)?.textContent ?? '');
  return `${who}: ${text}`;
}

/** Shows something above the map for a moment. @param {string} text @param {boolean} [light] whether it may give way to a message */
function show(text, light = false) {
  if (!newest) return;
  newest.textContent = text;
  newest.classList.toggle('note', light);
  newest.hidden = false;
  clearTimeout(showing);
  showing = window.setTimeout(hide, shown);
}

function hide() {
  clearTimeout(showing);
  if (newest) newest.hidden = true;
}

/** Shows who is writing. @param {string} text empty for nobody */
export function writing(text) {
  if (!pen || !newest) return;
  pen.textContent = text;
  pen.hidden = !text;
  const message = !newest.hidden && !newest.classList.contains('note');
  if (message || panel?.matches(':popover-open')) return;
  if (text) show(text, true);
  else hide();
}

markUnread();
panel?.addEventListener('toggle', () => {
  mark(false);
  read();
  hide();
  list?.lastElementChild?.scrollIntoView({ block: 'nearest' });
});

// Says at most every few seconds that something is being written.
document.addEventListener('input', e => {
  const { form, value } = /** @type {HTMLInputElement} */ (e.target);
  if (!form || !('say' in form.dataset)) return;
  keepDraft(form, value);
  if (!value || performance.now() - told < often) return;
  if (new FormData(form).get('room') !== 'table') return;
  told = performance.now();
  const body = new URLSearchParams({ do: 'writing' });
  ask(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(() => {});
});

/**
 * Shows beside a form what came of it.
 * @param {HTMLFormElement} form
 * @param {string} html a notice, empty for nothing
 */
function tell(form, html) {
  const place = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));
  place.innerHTML = html;
}

/**
 * Sends what a form says; null where nobody has answered.
 * @param {HTMLFormElement} form
 * @returns {Promise<{ok: boolean, notice: string} | null>}
 */
async function send(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const r = await ask(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
    return { ok: r.ok, notice: (await r.json()).notice ?? '' };
  } catch {
    return null;
  }
}

document.addEventListener('submit', async e => {
  const form = /** @type {HTMLFormElement} */ (e.target);
  if (!('say' in form.dataset)) return;
  e.preventDefault();
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const text = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const typed = text.value;
  const answer = await send(form);
  form.ariaBusy = null;
  if (!answer?.ok) {
    tell(form, answer?.notice || unreached);
    return;
  }
  tell(form, '');
  told = -often;
  /** @type {HTMLInputElement} */ (form.elements.namedItem('key')).value = newKey();
  if (text.value === typed) text.value = '';
  keepDraft(form, text.value);
});
