// The workshop: what is entered is checked by the server as it is typed, the map and all that
// is said of the board are replaced, and the board is kept in My boards.
import { ask } from './ask.js';
import { keepBoard, startBoards } from './boards.js';
import { morph } from './morph.js';
import { byId, sayFailed } from './page.js';
import { offerPhoto } from './photo.js';

const form = /** @type {HTMLFormElement} */ (byId('facts'));
const pause = 700; // ms after the last key

let pending = false;
let unsaved = false; // something was entered of which no answer has come
let entered = false; // … and that the request under way does not have
/** The buttons that were pressed and wait for an answer, by name and value. @type {[string, string][]} */
const pressed = [];
/** @type {number | undefined} */
let soon;

/**
 * Has the server make a draft of the form.
 * @param {HTMLElement | null} [by] the button that was pressed
 */
async function check(by = null) {
  clearTimeout(soon);
  soon = undefined;
  unsaved = true;
  if (by instanceof HTMLButtonElement && by.name) pressed.push([by.name, by.value]);
  else entered = true;
  byId('kept').textContent = byId('kept').dataset.saving ?? '';
  if (pending) return;
  pending = true;
  try {
    while (entered || pressed.length) await answer();
  } finally {
    pending = false;
  }
}

/**
 * Asks for one answer. One that comes when more has been entered would take that back: it is kept, but not shown, and a
 * button is asked for again with all that has been entered.
 */
async function answer() {
  clearTimeout(soon);
  soon = undefined;
  entered = false;
  const by = pressed[0] ?? null;
  const data = new FormData(form);
  if (by) data.append(...by);
  const body = new URLSearchParams(/** @type {string[][]} */ ([...data]));
  const r = await ask('/workshop', { method: 'POST', body }).catch(() => null);
  const refused = r?.status === 422; // with the reason beside the list that was typed
  const text = r?.ok || refused ? await r.text().catch(() => null) : null;
  const doc = text ? new DOMParser().parseFromString(text, 'text/html') : null;
  if (entered || soon) {
    if (doc && !by) keep(doc);
    return;
  }
  if (!doc) pressed.length = 0;
  else if (by) pressed.shift();
  sayFailed(byId('verdict'), !doc);
  const done = doc !== null && update(doc, by);
  unsaved = !done || pressed.length > 0;
  if (!pressed.length) byId('kept').textContent = (done && byId('kept').dataset.saved) || '';
}

/** Keeps the board of a page that the server has answered, if it can. @param {Document} doc */
function keep(doc) {
  const { draft = '', ok = '' } = doc.getElementById('verdict')?.dataset ?? {};
  return keepBoard(draft, ok);
}

/** Makes the page like one that the server has answered, and keeps its board, if it can. @param {Document} doc @param {[string, string] | null} by */
function update(doc, by) {
  const at = document.activeElement;
  const top = at?.getBoundingClientRect().top ?? 0;
  const move = by?.[0] === 'move' ? `button[name="move"][value="${by[1]}"]` : '';
  const stayed = move && (at === document.body || form.querySelector(move)?.closest('fieldset')?.contains(at));
  for (const id of ['verdict', 'facts']) {
    const next = doc.getElementById(id);
    if (next) morph(byId(id), next.outerHTML);
  }
  byId('guided').hidden = false;
  const list = form.querySelector('textarea');
  if (list && by?.[1] === 'typed') list.value = list.defaultValue;
  for (const box of form.querySelectorAll('input')) if (box.type === 'checkbox') box.checked = box.defaultChecked;
  const done = keep(doc);
  offerDragging();
  // What is said above the field with the cursor moves the page, not the field.
  if (at && form.contains(at)) scrollBy({ top: at.getBoundingClientRect().top - top, behavior: 'instant' });
  if (stayed) form.querySelector(move)?.dispatchEvent(new CustomEvent('moved', { bubbles: true }));
  return done;
}

form.addEventListener('moved', e => {
  if (!(e.target instanceof HTMLElement)) return;
  e.target.focus();
  e.target.closest('fieldset')?.scrollIntoView({ block: 'nearest' });
});
form.addEventListener('change', () => check());
form.addEventListener('input', e => {
  if (!(e.target instanceof HTMLInputElement) || e.target.type !== 'text') return;
  clearTimeout(soon);
  unsaved = true;
  soon = setTimeout(check, pause);
});
form.addEventListener('submit', e => {
  e.preventDefault();
  check(e.submitter);
});
// What is typed and not kept yet is not lost without a word.
addEventListener('beforeunload', e => {
  const list = form.querySelector('textarea');
  if (unsaved || list?.value !== list?.defaultValue) e.preventDefault();
});

// Alt with an arrow moves a space of the river.
form.addEventListener('keydown', e => {
  const row = e.target instanceof Element && e.target.closest('fieldset');
  const way = { ArrowUp: 'up', ArrowDown: 'down' }[e.key];
  const button = row && way && e.altKey && row.querySelector(`.moves button[value^="${way} "]`);
  if (!(button instanceof HTMLElement)) return;
  e.preventDefault();
  button.click();
});

/** The row that is being dragged. @type {Element | null} */
let dragged = null;

/** Has spaces of the river dragged by their names. */
function offerDragging() {
  for (const moves of form.querySelectorAll('.moves'))
    moves.parentElement?.querySelector('legend')?.setAttribute('draggable', 'true');
}
/** @param {Event} e */
const rowOf = e => {
  const row = e.target instanceof Element ? e.target.closest('fieldset') : null;
  return row?.querySelector('.moves') ? row : null;
};
/** @param {Element | null} row */
const placeOf = row => row?.querySelector('input') ?? null;
form.addEventListener('dragstart', e => (dragged = rowOf(e)));
form.addEventListener('dragover', e => {
  const over = rowOf(e);
  for (const row of form.querySelectorAll('.over')) if (row !== over) row.classList.remove('over');
  if (!dragged || !over) return;
  e.preventDefault();
  over.classList.add('over');
});
form.addEventListener('drop', e => {
  const [from, to] = [placeOf(dragged), placeOf(rowOf(e))];
  for (const row of form.querySelectorAll('.over')) row.classList.remove('over');
  dragged = null;
  if (!from || !to || from === to) return;
  e.preventDefault();
  from.value = to.value;
  check();
});

/** Opens the section of something, and shows all facts where its own would not be. @param {Element} at */
function reveal(at) {
  const section = at.closest('details');
  if (section) section.open = true;
  const fact = at.closest('.fact');
  if (fact && getComputedStyle(fact).display === 'none')
    /** @type {HTMLInputElement} */ (byId('show-all')).checked = true;
}

/** Goes to what an address names: puts the cursor there. @param {string} hash */
function visit(hash) {
  const id = decodeURIComponent(hash.slice(1));
  const at = id && document.getElementById(id);
  if (!at || !form.contains(at)) return;
  reveal(at);
  const field = at.matches('input, select') ? at : at.querySelector('input, select');
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  at.scrollIntoView({ block: 'center' });
}
addEventListener('click', e => {
  const link = e.target instanceof Element ? e.target.closest('a') : null;
  const hash = link?.getAttribute('href') ?? '';
  if (!hash.startsWith('#') || !form.contains(document.getElementById(hash.slice(1)))) return;
  e.preventDefault();
  visit(hash);
});

/** The fact where the cursor was last. @type {Element | null} */
let here = null;
form.addEventListener('focusin', e => {
  here = (e.target instanceof Element && e.target.closest('.fact')) || here;
});
/** @param {Element | null} fact */
const tickOf = fact => /** @type {HTMLInputElement | null} */ (fact?.querySelector('.ok input') ?? null);

/** Goes to the open fact that follows the one where the cursor was, from the last to the first. */
function goOn() {
  const facts = [...form.querySelectorAll('.fact.tick')].filter(f => f === here || !tickOf(f)?.checked);
  const open = facts[(facts.indexOf(here ?? form) + 1) % facts.length];
  if (!open || open === here) return;
  reveal(open);
  tickOf(open)?.focus({ preventScroll: true }); // a field would call up a phone's keyboard
  open.scrollIntoView({ block: 'center' });
}

/** Confirms the fact where the cursor was, if it is in sight, and goes on to the next one. */
function confirmNext() {
  const tick = here?.checkVisibility() ? tickOf(here) : null;
  const { top = 0, bottom = 0 } = here?.getBoundingClientRect() ?? {};
  const bar = byId('confirm').getBoundingClientRect().top; // at the bottom of the window
  if (tick && !tick.checked && (bottom <= 0 || top >= bar)) {
    here?.scrollIntoView({ block: 'center' });
    return;
  }
  if (tick && !tick.checked) {
    tick.checked = true;
    check();
  }
  goOn();
}
byId('next').addEventListener('click', goOn);
byId('confirm').addEventListener('click', confirmNext);
addEventListener('keydown', e => {
  if (!e.altKey || e.ctrlKey || e.metaKey || e.repeat) return; // some of them type letters
  const types = e.target instanceof HTMLInputElement && e.target.type === 'text';
  const go = e.key === 'Enter' ? confirmNext : e.code === 'KeyN' && !types && goOn;
  if (!go) return;
  e.preventDefault();
  go();
});

const opened = 'ruhr-workshop';
/** The sections that were open, for a page that is loaded again. */
function remember() {
  const open = [...form.querySelectorAll('details')].filter(d => d.open).map(d => d.id);
  sessionStorage.setItem(opened, JSON.stringify(open));
}
try {
  const open = JSON.parse(sessionStorage.getItem(opened) ?? 'null');
  if (Array.isArray(open)) for (const d of form.querySelectorAll('details')) d.open = open.includes(d.id);
  form.addEventListener('toggle', remember, { capture: true });
} catch {
  // A browser that keeps nothing begins with the river.
}
const { draft = '', ok = '' } = byId('verdict').dataset;
byId('guided').hidden = false;
startBoards(draft, ok);
offerDragging();
offerPhoto();
visit(location.hash);
