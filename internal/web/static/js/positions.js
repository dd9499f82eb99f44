// Where a replay takes its positions from: from the server, or from the game that
// the page has opened by itself (offline.js).

import { ask } from './ask.js';

/** The address of a position. @param {number} n decisions taken @param {string} seat whose board is shown, -1 for who acts */
export function address(n, seat) {
  const link = document.body.dataset.link ?? '';
  const join = link.includes('#') ? '&' : '?';
  return `${link}${join}n=${n}${Number(seat) >= 0 ? `&seat=${seat}` : ''}`;
}

/** The position that an address leads to. @param {string} href */
export function numberOf(href) {
  const { searchParams, hash } = new URL(href, location.href);
  return Number(searchParams.get('n') ?? new URLSearchParams(hash.slice(1)).get('n'));
}

export const positions = {
  /**
   * The page of a position as HTML, null if it cannot be had.
   * @param {number} n @param {string} seat as for address
   * @returns {Promise<string | null>}
   */
  async page(n, seat) {
    const r = await ask(address(n, seat)).catch(() => null);
    return r?.ok ? r.text().catch(() => null) : null;
  },
};
