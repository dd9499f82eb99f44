// My boards, as this browser keeps them.

/**
 * @typedef {object} Board
 * @property {string} id
 * @property {string} name
 * @property {number} at when it was changed, in ms
 * @property {string} draft as the address has it
 * @property {string} ok how much of it is confirmed, as "20/136"
 * @property {string} [edition] of the printed game
 * @property {string} [note]
 */

export const kept = 'ruhr-boards';

/** The boards, the one made last first. @returns {Board[]} */
export function all() {
  try {
    const found = JSON.parse(localStorage.getItem(kept) ?? '[]');
    return Array.isArray(found) ? found.filter(b => typeof b?.id === 'string' && typeof b.draft === 'string') : [];
  } catch {
    return [];
  }
}
