// Why something is not possible, in a bubble at the place that was pressed.

import { ask } from './ask.js';
import { unreached } from './page.js';
import { placeOf } from './turned.js';

/** @type {HTMLElement | null} */
let bubble = null;
let turn = 0; // counts what was asked and put away: only the last answer counts

/** Takes the bubble away. */
export function closeBubble() {
  turn++;
  bubble?.remove();
  bubble = null;
}

/**
 * Asks why nothing can be done at the place that was pressed, and says it.
 * @param {string} table its id
 * @param {MouseEvent} e
 */
export async function explain(table, e) {
  if (e.target instanceof Element && e.target.closest('.bubble')) return;
  closeBubble();
  const spot = e.target instanceof SVGElement ? e.target.closest('.spot') : null;
  if (!(spot instanceof SVGElement)) return;
  const { kind, id } = spot.dataset;
  const mine = turn;
  const r = await ask(`/t/${table}/why?kind=${kind}&id=${encodeURIComponent(id ?? '')}`).catch(() => null);
  const text = r && r.status < 500 ? await r.text().catch(() => null) : null;
  if (mine !== turn) return;
  bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.setAttribute('role', 'status');
  if (text) {
    const doc = new DOMParser().parseFromString(text, 'text/html');
    const head = document.createElement('b');
    const said = doc.querySelector('#why, #main > article'); // or why there is no answer
    head.append(...(said?.querySelector('h1')?.childNodes ?? []));
    bubble.append(head, ...(said?.querySelectorAll(':scope > :is(ul, details, p:not(.noprint, .row))') ?? []));
  } else {
    bubble.append(unreached);
  }
  document.body.append(bubble);
  const { offsetWidth: w, offsetHeight: h } = bubble;
  const { clientX, clientY } = placeOf(e);
  const [x, y] = [clientX + scrollX, clientY + scrollY];
  const above = y + 14 + h > innerHeight + scrollY;
  bubble.style.left = Math.max(4, Math.min(x - w / 2, innerWidth - w - 4)) + 'px';
  bubble.style.top = Math.max(4, above ? y - h - 14 : y + 14) + 'px';
}
