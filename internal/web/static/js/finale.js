// The end of a game, counted up: source by source and seat by seat, the totals
// with them. A press or a key shows the rest at once.

import { motionTime } from './page.js';

const number = (/** @type {Element | null} */ el) => Number((el?.textContent ?? '0').replace('−', '-'));

/**
 * Counts a sheet up.
 * @param {HTMLElement} table
 * @param {number} time between two figures, in ms; 0 shows all
 */
export async function countUp(table, time = motionTime() * 0.6) {
  const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('tbody td:not(.nil)')]);
  const totals = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('tfoot td')]);
  if (!time) return;
  const done = new AbortController();
  const all = new Promise(resolve => done.signal.addEventListener('abort', resolve));
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => done.abort(), { signal: done.signal });
  for (const total of totals) total.textContent = '0';
  table.classList.add('counting');
  for (const cell of cells) {
    await Promise.race([all, new Promise(resolve => setTimeout(resolve, time))]);
    if (done.signal.aborted) break;
    cell.classList.add('counted');
    const total = totals[[...(cell.parentElement?.children ?? [])].indexOf(cell) - 1];
    const sum = number(total) + number(cell);
    total.textContent = sum < 0 ? `−${-sum}` : String(sum);
  }
  done.abort();
  for (const total of totals) total.textContent = total.dataset.total ?? '';
  table.classList.remove('counting');
}
