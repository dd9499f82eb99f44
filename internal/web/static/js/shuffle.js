// How a deal follows from a secret and contributions: spec/record.md states it, and
// package record computes the same.

const format = 'ruhr-shuffle/1';

/**
 * What is shuffled, in the board's order: ids of markers, and of a country for each
 * of its markers; and the number of the obstacle below each lock.
 * @typedef {{seats: number, markers: string[], countries: string[], locks: Record<string, number>}} Parts
 */
/** @typedef {{startSeat: number, obstacles: string[], urn: string[], countries: string[]}} Deal */
/** @typedef {{format: string, commitment: string, secret?: string, start: string[], contributions: string[]}} Shuffle */
/**
 * The part of a game record that is checked.
 * @typedef {{shuffle?: Shuffle,
 *   chance: {startSeat: number, obstacles: string[], draws: string[], countries: string[]},
 *   actions: {do: string, round: number, space?: string}[]}} GameRecord
 */
/** What must follow from a shuffle; at counts from 0 to the first outcome that does not. @typedef {{what: string, ok: boolean, at: number, got?: string, want?: string}} Check */

/** @param {string} text an even number of hex digits */
const bytes = text => new Uint8Array((text.match(/../g) ?? []).map(two => parseInt(two, 16)));

/** @param {Uint8Array} data */
const hex = data => Array.from(data, n => n.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of a secret. @param {string} secret */
export async function commitmentOf(secret) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(secret))));
}

/**
 * HMAC-SHA-256.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} text
 */
async function sign(key, text) {
  const k = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', k, text));
}

/**
 * Random numbers that follow from a secret, a purpose and contributions: a function
 * that gives a number from 0 to n-1.
 * @param {string} secret
 * @param {string} purpose
 * @param {string[]} contributions
 */
async function stream(secret, purpose, contributions) {
  const text = `${format} ${purpose}\n${contributions.map(c => (c || '-') + '\n').join('')}`;
  const key = await sign(bytes(secret), new TextEncoder().encode(text));
  let block = new Uint8Array(0);
  let count = 0;
  let used = 0;
  return async (/** @type {number} */ n) => {
    for (;;) {
      if (used === block.length) {
        const number = new Uint8Array(4);
        new DataView(number.buffer).setUint32(0, count++);
        block = await sign(key, number);
        used = 0;
      }
      const u = new DataView(block.buffer).getUint32(used);
      used += 4;
      if (u < 2 ** 32 - (2 ** 32 % n)) return u % n;
    }
  };
}

/**
 * The shuffle of Fisher and Yates, from the end of the list.
 * @param {string[]} list
 * @param {(n: number) => Promise<number>} below
 */
async function shuffle(list, below) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = await below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/**
 * The deal that follows from a shuffle.
 * @param {Shuffle} from
 * @param {Parts} parts
 * @returns {Promise<Deal>}
 */
export async function derive(from, parts) {
  const secret = from.secret ?? '';
  const start = await stream(secret, 'start', from.start);
  const startSeat = await start(parts.seats);
  const markers = [...parts.markers];
  const [drawn] = markers.splice(await start(markers.length), 1);
  const rest = await stream(secret, 'rest', from.contributions);
  await shuffle(markers, rest);
  const obstacles = markers.slice(0, 14);
  await shuffle(markers, rest);
  const countries = [...parts.countries];
  await shuffle(countries, rest);
  return { startSeat, obstacles, urn: [drawn, ...markers], countries };
}

/**
 * The markers that a game draws by a deal: in each round the first of the urn that
 * is in the bag, where the markers of built locks come, too.
 * @param {Deal} deal
 * @param {GameRecord['actions']} actions
 * @param {Record<string, number>} locks
 */
function draws(deal, actions, locks) {
  const bag = new Set(deal.urn.filter(m => !deal.obstacles.includes(m)));
  const drawn = [];
  for (let round = 1; round <= 11; round++) {
    const next = deal.urn.find(m => bag.has(m));
    if (next !== undefined) drawn.push(next);
    bag.delete(next ?? '');
    for (const a of actions) if (a.round === round && a.do === 'lock') bag.add(deal.obstacles[locks[a.space ?? '']]);
  }
  return drawn;
}

/**
 * The first difference of two lists.
 * @param {string} what
 * @param {string[]} got
 * @param {string[]} want
 * @returns {Check}
 */
function compare(what, got, want) {
  for (let at = 0; at < Math.max(got.length, want.length); at++)
    if (got[at] !== want[at]) return { what, ok: false, at, got: got[at], want: want[at] };
  return { what, ok: true, at: 0 };
}

/**
 * Checks the record of a finished game against the shuffle it carries.
 * @param {GameRecord} record
 * @param {Parts} parts
 */
export async function check(record, parts) {
  const { shuffle: from, chance } = record;
  if (!from?.secret || from.format !== format) return [];
  const deal = await derive(from, parts);
  return [
    compare('commitment', [from.commitment], [await commitmentOf(from.secret)]),
    compare('start', [String(chance.startSeat)], [String(deal.startSeat)]),
    compare('obstacles', chance.obstacles, deal.obstacles),
    compare('draws', chance.draws, draws(deal, record.actions, parts.locks)),
    compare('countries', chance.countries, deal.countries),
  ];
}
