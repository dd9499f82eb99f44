// What every page does with scripts: says that there are some, and the small
// comforts of pages that are read.

import { ask } from './ask.js';

const root = document.documentElement;
root.classList.add('script');

// A page whose script has not come is one without scripts.
addEventListener(
  'error',
  e => {
    if (!(e.target instanceof HTMLScriptElement)) return;
    root.classList.replace('script', 'scriptless');
    sayFailed(byId('main'), true);
  },
  true,
);

/** Copies a field's text, and says whether that worked. Only https has a clipboard. @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}

/** Has the menu close behind the panel that it opens. */
export function closeMenu() {
  const menu = byId('menu');
  menu.addEventListener('click', e => {
    const button = e.target instanceof Element && e.target.closest('[popovertarget]');
    const panel = button && byId(button.getAttribute('popovertarget') ?? '');
    if (!panel || !menu.matches(':popover-open')) return;
    e.preventDefault(); // it would open the panel within the menu, and close it with the menu
    menu.hidePopover();
    panel.showPopover();
    panel.querySelector('button')?.focus();
  });
}

/** Has what is to be copied and printed do so. */
export function offerFields() {
  for (const field of document.querySelectorAll('input')) {
    if (field.dataset.copy === undefined) continue;
    field.addEventListener('focus', () => field.select());
    field.addEventListener('click', () => copy(field));
  }
  for (const button of document.querySelectorAll('button')) {
    if (button.dataset.copies === undefined) continue;
    const field = button.parentElement?.querySelector('input');
    const said = document.createElement('output');
    button.after(said);
    button.addEventListener('click', async () => {
      if (!field) return;
      field.focus();
      said.textContent = ((await copy(field)) ? button.dataset.copies : button.dataset.failed) ?? '';
    });
  }
  for (const button of document.querySelectorAll('button')) {
    const url = button.parentElement?.querySelector('input')?.value;
    if (button.dataset.shares === undefined || !('share' in navigator)) continue;
    button.hidden = false;
    button.addEventListener('click', () => navigator.share({ title: document.title, url }).catch(() => {})); // or not shared
  }
  for (const button of document.querySelectorAll('button')) {
    if (button.dataset.print === undefined) continue;
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
}
offerFields();
// Rulings unfold on paper: by css/book.css where the browser knows ::details-content.
addEventListener('beforeprint', () => {
  if (CSS.supports('selector(::details-content)')) return;
  for (const ruling of document.querySelectorAll('.ruling details')) ruling.setAttribute('open', '');
});
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
for (const field of document.querySelectorAll('input')) {
  if (field.dataset.zone !== undefined && !field.value) field.value = zone;
}
// The program writes dates in it.
const secure = location.protocol === 'https:' ? '; Secure' : '';
if (zone) document.cookie = `ruhr-zone=${zone}; Path=/; Max-Age=34560000; SameSite=Lax${secure}`;

const aloud = Object.assign(document.createElement('div'), { id: 'announce', className: 'out', role: 'log' });
document.body.append(aloud);

/** Has a text read aloud to those who hear the page. @param {string} text */
export function announce(text) {
  aloud.append(Object.assign(document.createElement('p'), { textContent: text }));
  while (aloud.children.length > 30) aloud.children[0].remove();
}

/** What is said where a request has failed. */
export const unreached = root.dataset.unreached ?? '';

/** Says at the head of an element that a request has failed, until the next one has not. @param {Element} place @param {boolean} failed */
export function sayFailed(place, failed) {
  place.querySelector('.failed')?.remove();
  if (!failed) return;
  const p = document.createElement('p');
  p.className = 'notice bad failed';
  p.setAttribute('role', 'alert');
  p.textContent = unreached;
  place.prepend(p);
}

// The settings of how a page looks show before they are saved.
addEventListener('change', e => {
  const field = e.target;
  if (!(field instanceof HTMLInputElement) || !field.form?.matches('[action$="/settings"]')) return;
  if (['theme', 'size'].includes(field.name)) root.dataset[field.name] = field.value;
});

/** A key for a form that makes something, which lets it happen once. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), n => n.toString(16).padStart(2, '0')).join('');
}

/** The key of a form that makes something, null for other forms. @param {HTMLFormElement} form */
function keyOf(form) {
  const key = form.elements.namedItem('key');
  return key instanceof HTMLInputElement && !form.elements.namedItem('at') ? key : null;
}

const busy = 5000; // ms for which a form that was sent is not sent again

// A form that makes something is sent once, and shows that it is.
addEventListener('submit', e => {
  const form = e.target;
  const asks = form instanceof HTMLFormElement && form.dataset.shuffle !== undefined && form.dataset.shuffle !== 'sent';
  if (!(form instanceof HTMLFormElement) || !keyOf(form) || asks || e.defaultPrevented || 'say' in form.dataset) return;
  if (form.ariaBusy === 'true') {
    e.preventDefault();
    return;
  }
  form.ariaBusy = 'true';
  setTimeout(() => (form.ariaBusy = null), busy);
});
// A page that is shown again as it was left makes something new.
addEventListener('pageshow', e => {
  if (!e.persisted) return;
  for (const form of document.querySelectorAll('form')) {
    form.ariaBusy = null;
    const key = keyOf(form);
    if (key) key.value = newKey();
  }
});

/** An element that the page has by all means. @param {string} id */
export const byId = id => /** @type {HTMLElement} */ (document.getElementById(id));

/** How long a piece is on its way in ms, 0 where nothing may move: the reader's setting and the system's wish. */
export function motionTime() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return 0;
  return { slow: 600, normal: 400, fast: 220, off: 0 }[root.dataset.pace ?? 'normal'] ?? 400;
}

/** Waits until what has changed is painted; a moment where nothing is, as in a tab in the background. */
export function painted() {
  return new Promise(done => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
}

/** @typedef {'turn' | 'sail' | 'coin' | 'build' | 'load'} Sound */

// Each sound is a few tones: frequency at the beginning and at the end in Hz,
// when it begins and how long it lasts in seconds, its shape and its loudness.
/** @type {Record<Sound, [number, number, number, number, OscillatorType, number][]>} */
const sounds = {
  turn: [
    [523, 523, 0, 0.5, 'sine', 0.05],
    [659, 659, 0.16, 0.55, 'sine', 0.05],
  ],
  sail: [
    [180, 120, 0, 0.5, 'sine', 0.05],
    [240, 150, 0.12, 0.45, 'sine', 0.025],
  ],
  coin: [
    [1760, 1760, 0, 0.14, 'triangle', 0.018],
    [2349, 2349, 0.06, 0.2, 'triangle', 0.018],
  ],
  build: [
    [150, 70, 0, 0.12, 'square', 0.02],
    [165, 75, 0.17, 0.14, 'square', 0.02],
  ],
  load: [[320, 240, 0, 0.09, 'triangle', 0.035]],
};
/** @type {AudioContext | null} */
let audio = null;

/** Plays a quiet sound, where sounds are wished. @param {Sound} kind */
export function sound(kind) {
  if (root.dataset.sound !== 'on') return;
  audio ??= new AudioContext();
  if (audio.state !== 'running') {
    // until the reader has pressed something: a late sound would say nothing
    audio.resume().catch(() => {});
    return;
  }
  for (const [from, to, delay, length, shape, loud] of sounds[kind]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const at = audio.currentTime + delay;
    tone.type = shape;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
const plainIcon = icon?.href ?? '';

/** Marks the browser's tab while it is the reader's turn. @param {boolean} turn */
export function markTab(turn) {
  const href = turn ? (icon?.dataset.turn ?? plainIcon) : plainIcon;
  if (icon && icon.getAttribute('href') !== href) icon.href = href;
}

// Pages without a table ask now and then how many tables wait for the reader, and
// show it on their tab.
const askEvery = 30_000; // ms
const askHidden = 60_000; // ms, in a tab that nobody looks at
const kept = 'ruhr-waiting'; // where browsers keep how many tables a tab has told of last
/** @type {number | null} */
let waiting = null;

/** Whether more tables wait than a tab of this browser has told of: one tells of them. @param {number} n */
function isNews(n) {
  try {
    const before = localStorage.getItem(kept);
    localStorage.setItem(kept, String(n));
    return n > Number(before ?? n);
  } catch {
    return waiting !== null && n > waiting;
  }
}

async function askWaiting() {
  try {
    const answer = await ask('/waiting', { headers: { Accept: 'application/json' } });
    if (answer.ok) showWaiting((await answer.json()).waiting);
  } catch {
    // the program may be restarting: the next time it tells
  }
  setTimeout(askWaiting, document.hidden ? askHidden : askEvery);
}

/** @param {number} n tables that wait */
function showWaiting(n) {
  const news = isNews(n);
  if (waiting !== null && news) sound('turn');
  waiting = n;
  document.title = (n > 0 ? `(${n}) ` : '') + document.title.replace(/^\(\d+\) /, '');
  markTab(n > 0);
}

if (root.dataset.asks !== undefined && document.body.dataset.table === undefined) askWaiting();
