// Stepping through a game without reloading the page: the next position's
// page is fetched and its regions merged in.

import { byId, closeMenu, motionTime, sayFailed } from './page.js';
import { morph } from './morph.js';
import { remember, playStep, hurry } from './motion.js';
import { movable } from './map.js';
import { fitStrip } from './fit.js';
import { address, numberOf, positions } from './positions.js';

const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg#map'));
const pieces = /** @type {SVGGElement} */ (document.querySelector('g#pieces'));
const slider = /** @type {HTMLInputElement} */ (byId('range'));
const map = movable();
closeMenu();
// at once, and whenever there is more or less room
new ResizeObserver(() => fitStrip(document.getElementById('strip'))).observe(byId('band'));
const end = Number(document.body.dataset.len);
const regions = 'status headline stepper said playon thoughts seats strip boards last pieces chart'.split(' ');
const near = 4; // positions; over more of them nothing moves

const player = byId('play');
let at = Number(document.body.dataset.at);
let aim = at; // the position asked for last
let turn = 0; // counts what was asked for: only the last answer counts
/** The request under way. @type {Promise<unknown>} */
let coming = Promise.resolve();
let noted = 0; // notes in the address where the reader rests: browsers let a page do so only so often
const rests = 400; // ms

/** Brings what has just happened into view on a small screen. @param {number} time in ms */
function frame(time) {
  const last = [...svg.querySelectorAll('.last')];
  map.show(last.length ? last : [...svg.querySelectorAll('.barge')], last[0], time);
}
frame(0);

// The board that is shown: one seat's, or that of who acts.
const whose = /** @type {HTMLSelectElement} */ (byId('whose-seat'));
whose.addEventListener('change', () => go(at));

/** Goes to a position. @param {number} n decisions taken */
async function go(n) {
  const mine = ++turn;
  aim = n;
  hurry();
  await coming; // of what is asked for meanwhile only the last is requested
  if (mine !== turn) return;
  const asked = positions.page(n, whose.value);
  coming = asked.catch(() => {});
  const page = await asked;
  if (mine !== turn) return;
  sayFailed(byId('playon'), page === null);
  if (page === null) {
    aim = at;
    return;
  }
  const doc = new DOMParser().parseFromString(page, 'text/html');
  const before = remember(pieces);
  const focused = document.activeElement;
  for (const id of regions) {
    const next = doc.getElementById(id);
    const el = document.getElementById(id);
    if (next && el) morph(el, next.outerHTML);
  }
  if (focused && !focused.isConnected) player.focus({ preventScroll: true }); // a step that leads nowhere any more
  fitStrip(document.getElementById('strip'));
  const from = at;
  at = Number(doc.body.dataset.at);
  slider.value = String(at);
  clearTimeout(noted);
  noted = window.setTimeout(() => history.replaceState(null, '', address(at, whose.value)), rests);
  const time = Math.abs(at - from) <= near ? motionTime() : 0;
  frame(time);
  /** @type {import('./facts.js').Fact[]} of the step to this position, none after a leap */
  const facts = at === from + 1 ? JSON.parse(doc.body.dataset.facts ?? '[]') : [];
  await playStep(pieces, before, time, facts);
}

// ---- playing ----------------------------------------------------------------

const pace = /** @type {HTMLSelectElement} */ (byId('pace'));
let playing = false;
let plays = 0; // how often it has begun to play or to pause

/** Plays or pauses; at the end it starts again. @param {boolean} yes */
async function playOn(yes) {
  if (playing === yes) return;
  playing = yes;
  const play = ++plays;
  player.textContent = (yes ? player.dataset.pause : player.dataset.play) ?? '';
  if (yes && at >= end) await go(0);
  while (playing && play === plays && at < end) {
    const start = performance.now();
    const next = at + 1;
    await go(next);
    if (at !== next) break; // the reader went elsewhere, or the line is gone
    await new Promise(done => setTimeout(done, Math.max(100, Number(pace.value) - (performance.now() - start))));
  }
  if (playing && play === plays) playOn(false);
}
player.addEventListener('click', () => playOn(!playing));

/** Changes the pace. @param {number} by options */
function changePace(by) {
  pace.selectedIndex = Math.min(Math.max(pace.selectedIndex + by, 0), pace.options.length - 1);
}

addEventListener('click', e => {
  const a = e.target instanceof Element ? e.target.closest('#stepper a, .rounds a, .log a.step') : null;
  if (!(a instanceof HTMLAnchorElement) || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  playOn(false);
  go(numberOf(a.href));
});

// The chart leads to the position below the pointer; its edges are those of the drawing.
const chart = byId('chart');
chart.addEventListener('click', e => {
  const r = chart.getBoundingClientRect();
  const edge = 26 / 640;
  const part = ((e.clientX - r.left) / r.width - edge) / (1 - 2 * edge);
  go(Math.round(Math.min(1, Math.max(0, part)) * end));
});
slider.addEventListener('input', () => {
  playOn(false);
  go(Number(slider.value));
});

const keys = new Map([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'on'],
  ['ArrowUp', 'turn_back'],
  ['ArrowDown', 'turn_on'],
  ['PageUp', 'round_back'],
  ['PageDown', 'round_on'],
  ['Home', 'first'],
  ['End', 'last'],
]);
const viewport = byId('viewport');
let pans = false; // whether keys move the map: it has the focus by the keyboard
viewport.addEventListener('focus', () => (pans = viewport.matches(':focus-visible')));
addEventListener('keydown', e => {
  const step = keys.get(e.key);
  const elsewhere = e.target instanceof Element && e.target.closest('input:not([type=range]), select, [popover]');
  if (e.ctrlKey || e.altKey || e.metaKey || elsewhere) return;
  if (e.key === ' ' && !(e.target instanceof Element && e.target.closest('button, a, summary'))) {
    e.preventDefault();
    playOn(!playing);
  } else if (e.key === '>' || e.key === '<') {
    changePace(e.key === '>' ? 1 : -1);
  }
  if (!step || (pans && e.target === viewport)) return;
  e.preventDefault();
  playOn(false);
  if (step === 'back' || step === 'on') {
    // Keys may come faster than positions: single steps count from the one aimed at.
    const n = aim + (step === 'on' ? 1 : -1);
    if (n >= 0 && n <= end) go(n);
    return;
  }
  const a = document.getElementById('step-' + step);
  if (a instanceof HTMLAnchorElement) go(numberOf(a.href));
});
