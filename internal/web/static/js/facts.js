// What a frame's facts mean for what is seen and heard. Nothing in here touches
// the page.

/**
 * One thing that happened. The program documents the kinds, and what their ids
 * name, at page.Fact.
 * @typedef {{kind: string, seat: number, what?: string, from?: string, to?: string, amount?: number, rule?: string}} Fact
 */

/** @typedef {'sail' | 'build' | 'load'} Noise */

/** What is heard of a kind of fact; of several noises the first in this list. @type {[Noise, string[]][]} */
const noises = [
  ['sail', ['start', 'sail']],
  ['build', ['lock', 'warehouse']],
  ['load', ['transport', 'returned']],
];

/**
 * The one noise that facts make.
 * @param {Fact[]} facts
 * @returns {Noise | undefined}
 */
export function noiseOf(facts) {
  return noises.find(([, kinds]) => facts.some(f => kinds.includes(f.kind)))?.[0];
}

/**
 * The Thaler that demand paid: from the space of the sale into a seat's purse.
 * What a seat pays, or gets from anywhere else, is not collected on the map.
 * @param {Fact[]} facts
 * @returns {{seat: number, from: string, amount: number}[]}
 */
export function collected(facts) {
  return facts.flatMap(({ kind, seat, from, amount = 0 }) =>
    kind === 'thaler' && from && amount > 0 ? [{ seat, from, amount }] : [],
  );
}

/**
 * Where new pieces come from: the id of a space or of a piece before, by the id
 * of the new piece.
 * @param {Fact[]} facts
 * @returns {Map<string, string>}
 */
export function origins(facts) {
  /** @type {Map<string, string>} */
  const out = new Map();
  for (const f of facts) {
    if ((f.kind === 'to_track' || f.kind === 'shift') && f.from && f.to) out.set(f.to, f.from);
  }
  return out;
}
