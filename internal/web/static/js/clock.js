// The clocks of a table: counts the time of the seat that is to move down, and how
// long a computer player may still think.

import { announce } from './page.js';

const minute = 60_000;

/** How long there is, as exactly as matters: the larger unit first. @param {number} ms @param {'narrow' | 'long'} how */
function parts(ms, how = 'narrow') {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const measured = (/** @type {number} */ n, /** @type {string} */ unit) =>
    new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: how }).format(n);
  if (hours >= 24) return [measured(Math.floor(hours / 24), 'day'), measured(hours % 24, 'hour')];
  if (hours) return [measured(hours, 'hour'), measured(minutes % 60, 'minute')];
  if (how === 'narrow') return [`${minutes}:${String(seconds % 60).padStart(2, '0')}`];
  return [minutes ? measured(minutes, 'minute') : measured(seconds, 'second')];
}

/** The same as a text. @param {number} ms */
export const remaining = ms => parts(ms).join(' ');

// The program's clock, told by its own: that of the visitor may be wrong. The largest
// difference is the nearest: the others were longer under way, or from before a sleep.
let ahead = -Infinity;

/** Takes the program's time. @param {number} now unix ms @param {number} [at] when it came, in ms of the page */
export function setClock(now, at = performance.now()) {
  ahead = Math.max(ahead, now - at);
}

/** The program's time, unix ms. */
export const programTime = () => performance.now() + ahead;

/** The end of the reader's time that was last said to be near. */
let warned = '';

/** Shows the time that is left now, also in words, and beside a clock that stands what it will run from. */
export function tick() {
  for (const el of document.querySelectorAll('[data-until], [data-rest]')) {
    if (!(el instanceof HTMLElement)) continue;
    const left = el.dataset.until ? Number(el.dataset.until) - programTime() : Number(el.dataset.rest);
    const words = parts(left, 'long').join(' ');
    if (el.textContent !== words) el.textContent = words; // for who listens
    const mine = left < minute && el.closest('.own');
    if (mine && el.dataset.until && el.dataset.until !== warned) {
      warned = el.dataset.until;
      announce(`${mine.querySelector('.name b')?.textContent}: ${words}`);
    }
    let shown = el.nextElementSibling;
    if (!(shown instanceof HTMLElement && shown.classList.contains('counts'))) {
      shown = document.createElement('span');
      shown.className = 'counts';
      shown.setAttribute('aria-hidden', 'true');
      el.after(shown);
      el.classList.add('out');
    }
    if (shown.textContent !== remaining(left)) {
      const units = parts(left).map(text => Object.assign(document.createElement('span'), { textContent: text }));
      shown.replaceChildren(...units.flatMap((unit, k) => (k ? [' ', unit] : [unit])));
    }
    shown.classList.toggle('short', left < minute);
  }
}

/** Bars that run already. @type {WeakSet<Element>} */
const running = new WeakSet();

/** Shows in a bar how much of the time is gone that a computer player thinks at most. */
export function runPondering() {
  const bar = document.querySelector('.pondering');
  if (!(bar instanceof HTMLElement) || running.has(bar)) return;
  running.add(bar);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  bar.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], {
    duration: Number(bar.dataset.most),
    fill: 'forwards',
  });
}

/** Counts down as long as the page is open. */
export function runClocks() {
  tick();
  setInterval(tick, 1000);
  // at once where a frame has brought the words back
  const seats = document.getElementById('seats');
  if (seats) new MutationObserver(tick).observe(seats, { childList: true, subtree: true });
}
