// My boards: the drafts that this browser keeps, by name. The server knows none of them.
import { all, kept } from './mine.js';
import { byId } from './page.js';

/** @typedef {import('./mine.js').Board} Board */

const longest = 8192; // of a draft

const list = byId('mine').querySelector('ul');
const most = Number(list?.dataset.most);

/** Keeps the boards; where the browser does not, it says so and gives false. @param {Board[]} boards */
function keepAll(boards) {
  let done = true;
  try {
    localStorage.setItem(kept, JSON.stringify(boards));
  } catch {
    done = false;
  }
  if (!done) byId('unkept').hidden = false;
  return done;
}

/** The reader's time, unix ms. */
const now = () => performance.timeOrigin + performance.now();

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), n => n.toString(36)).join('');

const path = new URL(/** @type {HTMLFormElement} */ (document.getElementById('facts')).action).pathname;

const address = (/** @type {Board} */ b) => `${path}?d=${b.draft}&b=${b.id}`;

/** The board that the page shows, if it is one of these. */
let here = '';

/** What the page shows, as it was when it was last kept. */
let shown = '';

/** A name that no board has yet. @param {Board[]} boards @param {string} name */
function freeName(boards, name) {
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name} ${n}`;
    if (!boards.some(b => b.name === tried)) return tried;
  }
}

/** Adds a board, if there is room. @param {Omit<Board, 'id' | 'at'>} made */
function add({ name, draft, ok, edition, note }) {
  const boards = all();
  const full = boards.length >= most || draft.length > longest;
  byId('full').hidden = !full;
  if (full) return null;
  const board = { id: newId(), name: freeName(boards, name), at: now(), draft, ok, edition, note };
  return keepAll([board, ...boards]) ? board : null;
}

/** Keeps what the page shows now, if it can: in its board, or in a new one. @param {string} draft @param {string} ok */
export function keepBoard(draft, ok) {
  const was = shown;
  let done = true;
  const boards = all();
  const board = boards.find(b => b.id === here);
  const mine = board && board.draft === shown;
  byId('tab').hidden = !board || Boolean(mine);
  if (mine) {
    Object.assign(board, { draft, ok, at: now() });
    done = keepAll(boards);
  } else if (draft) {
    here = add({ ...board, name: board?.name ?? list?.dataset.unnamed ?? '', draft, ok })?.id ?? '';
    done = here !== '';
  }
  if (done) byId('unkept').hidden = true;
  show(draft);
  if (mine && !done) shown = was;
  return done;
}

/** The page's board in its address, and in that of its checklist. @param {string} draft */
function show(draft) {
  shown = draft;
  const paper = /** @type {HTMLAnchorElement} */ (byId('checklist'));
  paper.search = `?d=${draft}${here && `&b=${here}`}`;
  byId('shared').hidden = Boolean(here) || !draft;
  const to = new URL(location.href);
  to.search = here || draft ? `?d=${draft}${here && `&b=${here}`}` : '?d=';
  if (to.href !== location.href) history.replaceState(null, '', to);
  render();
}

/** Shows the boards. A row that is still there stays, and so does what is typed in it. */
function render() {
  const row = /** @type {HTMLTemplateElement} */ (byId('board'));
  const boards = all();
  const rows = new Map([...(list?.querySelectorAll('li') ?? [])].map(li => [li.dataset.board, li]));
  for (const [id, li] of rows) if (!boards.some(b => b.id === id) && !li.classList.contains('gone')) li.remove();
  for (const [k, b] of boards.entries()) {
    const li = rows.get(b.id) ?? item(row, b);
    if (list?.children[k] !== li) list?.insertBefore(li, list.children[k] ?? null);
    fill(li, b);
  }
  byId('none').hidden = boards.length > 0;
  offerMore(boards.length < most);
}

/** Offers what makes a board only where there is room for one, and says so where not. @param {boolean} room */
function offerMore(room) {
  byId('full').hidden = room;
  const makes = '#shared button, .boards li:not(.gone) .copy, #mine > p > .button';
  for (const one of document.querySelectorAll(makes)) one.toggleAttribute('hidden', !room);
}

/** @param {Element} li @param {string} what */
const part = (li, what) => /** @type {HTMLElement} */ (li.querySelector(what));

/** Says in its row what a board is now. @param {Element} li @param {Board} b */
function fill(li, b) {
  if (li.classList.contains('gone')) return;
  for (const field of li.querySelectorAll('input'))
    if (field !== document.activeElement)
      field.value = b[/** @type {'name' | 'edition' | 'note'} */ (field.name)] ?? '';
  const about = part(li, 'summary');
  about.textContent = [b.edition, b.note].filter(Boolean).join(' · ') || (about.dataset.none ?? '');
  part(li, '.when').textContent = new Intl.DateTimeFormat(document.documentElement.lang).format(b.at);
  part(li, '.ok').textContent = b.ok;
  part(li, '.here').hidden = b.id !== here;
  const open = /** @type {HTMLAnchorElement} */ (part(li, 'a'));
  open.href = address(b);
  open.hidden = b.id === here;
  for (const button of [open, part(li, '.copy'), part(li, '.delete')]) button.setAttribute('aria-description', b.name);
}

/** @param {HTMLTemplateElement} row @param {Board} b */
function item(row, b) {
  const li = /** @type {HTMLElement} */ (row.content.cloneNode(true)).firstElementChild;
  if (!(li instanceof HTMLElement)) throw new Error('no row for a board');
  li.dataset.board = b.id;
  const latest = () => all().find(o => o.id === b.id) ?? b;
  for (const field of li.querySelectorAll('input'))
    field.addEventListener('change', () => {
      const typed = field.value.trim();
      change(b.id, { [field.name]: field.name === 'name' ? typed || latest().name : typed });
      fill(li, latest());
    });
  part(li, '.copy').addEventListener('click', () => {
    add(latest());
    render();
  });
  part(li, '.delete').addEventListener('click', () => remove(li, latest()));
  return li;
}

/** @param {string} id @param {Partial<Board>} what */
function change(id, what) {
  keepAll(all().map(b => (b.id === id ? { ...b, ...what } : b)));
}

/** Deletes a board; until the next page it can come back. @param {HTMLElement} li @param {Board} b */
function remove(li, b) {
  const place = all().findIndex(o => o.id === b.id);
  if (!keepAll(all().filter(o => o.id !== b.id))) return;
  const undo = li.querySelector('.undo');
  li.classList.add('gone');
  for (const one of li.querySelectorAll('button, a, details')) one.toggleAttribute('hidden', one !== undo);
  offerMore(true);
  if (undo instanceof HTMLElement) undo.focus();
  undo?.addEventListener('click', () => {
    if (!keepAll(all().toSpliced(place, 0, b))) return;
    li.remove();
    render();
    part(byId('mine'), `[data-board="${b.id}"] input`).focus();
  });
}

/** Finds the board that the page shows; a draft that was kept without scripts becomes one. @param {string} draft @param {string} ok */
export function startBoards(draft, ok) {
  const asked = new URLSearchParams(location.search);
  const boards = all();
  const named = boards.find(b => b.id === asked.get('b') && b.draft === draft);
  here = (named ?? boards.find(b => draft && b.draft === draft))?.id ?? '';
  if (!here && !asked.has('d') && draft) here = add({ name: list?.dataset.unnamed ?? '', draft, ok })?.id ?? '';
  byId('mine').hidden = false;
  byId('shared')
    .querySelector('button')
    ?.addEventListener('click', () => {
      here = add({ name: list?.dataset.unnamed ?? '', draft: shown, ok: byId('verdict').dataset.ok ?? '' })?.id ?? '';
      show(shown);
    });
  addEventListener('storage', e => {
    if (e.key === kept) render();
  });
  shown = draft;
  if (asked.has('d') || here) show(draft);
  else render();
}
