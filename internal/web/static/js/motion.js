// Animates what happened. The place of each piece (by its id) before and after
// gives its way; the facts of the step say what is heard, where new pieces come
// from, and which Thaler fly.

import { collected, noiseOf, origins } from './facts.js';
import { sound } from './page.js';
import { streamID } from './map.js';
import { boxOf } from './turned.js';

/** @typedef {import('./facts.js').Fact} Fact */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Map<string, Point & {look: string}>} Places where pieces are, and what they look like, by id */

/** Where a piece is, in the units of the map's shape. @param {Element} g @returns {Point} */
function place(g) {
  const { e, f } = new DOMMatrixReadOnly(getComputedStyle(g).transform);
  return { x: e, y: f };
}

/**
 * Remembers where all pieces are.
 * @param {Element} layer
 * @returns {Places}
 */
export function remember(layer) {
  /** @type {Places} */
  const before = new Map();
  for (const g of layer.children) before.set(g.id, { ...place(g), look: g.innerHTML });
  return before;
}

/** @type {Set<Animation>} */
const running = new Set();

/** Ends every motion at once. */
export function hurry() {
  for (const a of running) a.finish();
  running.clear();
}

/**
 * Shows what happened: the sound, the pieces' ways, then the Thaler that demand
 * paid on their way from the map to the purses.
 * @param {SVGGElement} layer
 * @param {Places} before
 * @param {number} time for one way, in ms
 * @param {Fact[]} facts why the pieces moved
 */
export async function playStep(layer, before, time, facts) {
  const noise = noiseOf(facts);
  if (noise) sound(noise);
  await play(layer, before, time, facts);
  const flights = collected(facts).map(({ seat, from, amount }) => {
    const spot = spotOf(from);
    const purse = document.querySelector(`#seat-${seat} [data-what=thaler]`);
    return spot && purse ? fly(spot, purse, amount, time) : null;
  });
  if (flights.length) sound('coin');
  await Promise.all(flights);
}

/**
 * Shows the way from the remembered places to where the pieces are now: first
 * the barges, then the other pieces, then those that are new.
 * @param {SVGGElement} layer
 * @param {Places} before
 * @param {number} time for one way, in ms
 * @param {Fact[]} facts why the pieces moved
 * @returns {Promise<void>} when the last piece has come to rest
 */
async function play(layer, before, time, facts) {
  if (!time) return;
  const from = origins(facts);
  const barges = [];
  const others = [];
  const fresh = [];
  for (const g of layer.children) {
    const was = before.get(g.id);
    const is = place(g);
    if (!was) {
      const origin = placeOf(from.get(g.id), before);
      fresh.push({ g, frames: origin ? straight(origin, is) : appear(is), time: time * (origin ? 1 : 0.6) });
    } else if (was.x !== is.x || was.y !== is.y) {
      if (g.classList.contains('barge')) barges.push({ g, frames: along(was, is), time });
      else others.push({ g, frames: straight(was, is), time: time * 0.8 });
    } else if (was.look !== g.innerHTML) {
      others.push({ g, frames: turn(is), time: time * 0.8 });
    }
  }
  for (const moves of [barges, others, fresh]) await Promise.all(moves.map(m => run(m.g, m.frames, m.time)));
}

/**
 * Where a space is, or where a piece was before.
 * @param {string | undefined} id
 * @param {Places} before
 * @returns {Point | null}
 */
function placeOf(id, before) {
  if (!id) return null;
  const spot = spotOf(id)?.getBBox();
  return spot ? { x: spot.x + spot.width / 2, y: spot.y + spot.height / 2 } : (before.get(id) ?? null);
}

/**
 * What stands for a space on the map.
 * @param {string} id space-N
 * @returns {SVGGraphicsElement | null}
 */
function spotOf(id) {
  const [, at] = /^space-(\d+)$/.exec(id) ?? [];
  return at ? document.querySelector(`.spot[data-at="${at}"]`) : null;
}

/**
 * Lets Thaler fly from a place on the map into a purse.
 * @param {Element} from
 * @param {Element} to
 * @param {number} n how many; five are shown at most
 * @param {number} time in ms
 */
async function fly(from, to, n, time) {
  const a = boxOf(from);
  const b = boxOf(to);
  if (!time || !a.width || !b.width) return;
  const x = a.x + a.width / 2;
  const y = a.y + a.height / 2;
  const dx = b.x + b.width / 2 - x;
  const dy = b.y + b.height / 2 - y;
  const by = (/** @type {number} */ p, /** @type {number} */ q, /** @type {number} */ s) => ({
    transform: `translate(${x + p}px, ${y + q}px) scale(${s})`,
  });
  const way = [by(0, 0, 0.6), by(dx / 2, Math.min(0, dy) / 2 - 40 + dy / 4, 1.25), by(dx, dy, 0.9)];
  const coins = Array.from({ length: Math.min(n, 5) }, async (_, k) => {
    const coin = document.createElement('span');
    coin.className = 'flying';
    coin.setAttribute('aria-hidden', 'true');
    coin.innerHTML = '<svg viewBox="-10 -10 20 20"><use href="#i-thaler"/></svg>';
    document.body.append(coin);
    await settled(coin.animate(way, { duration: time * 1.2, delay: k * 70, easing: 'ease-in-out', fill: 'both' }));
    coin.remove();
  });
  await Promise.all(coins);
}

/**
 * @param {Element} g
 * @param {Keyframe[]} frames
 * @param {number} duration in ms
 */
async function run(g, frames, duration) {
  const a = g.animate(frames, { duration, easing: 'cubic-bezier(.4,0,.3,1)' });
  await settled(a);
  a.cancel();
}

/**
 * Waits for the end of an animation. In a page nobody looks at, the clock of
 * animations may stand still: no frame waits for it.
 * @param {Animation} a
 */
async function settled(a) {
  running.add(a);
  const late = new Promise(done => setTimeout(done, +(a.effect?.getComputedTiming().endTime ?? 0) + 150));
  await Promise.race([a.finished.catch(() => {}), late]);
  running.delete(a);
}

/** @param {Point} p @param {string} [more] @returns {Keyframe} */
const at = (p, more = '') => ({ transform: `translate(${p.x}px, ${p.y}px)${more}` });
/** @param {Point} a @param {Point} b */
const straight = (a, b) => [at(a), at({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 12 }), at(b)];
/** @param {Point} p */
const turn = p => [at(p), at(p, ' scale(.1, 1)'), at(p, ' scale(1.15)'), at(p)];
/** @param {Point} p */
const appear = p => [
  { ...at(p, ' scale(.2)'), opacity: 0 },
  { ...at(p, ' scale(1.2)'), opacity: 1 },
  { ...at(p), opacity: 1 },
];

/** Points along midstream by the map's shape, every 14 units of it. @type {Map<string, Point[]>} */
const streams = new Map();

/** The river's course in the map's present shape. */
function midstream() {
  const id = streamID();
  const path = document.getElementById(id);
  let points = streams.get(id) ?? [];
  if (!points.length && path instanceof SVGPathElement) {
    const n = Math.floor(path.getTotalLength() / 14) + 1;
    points = Array.from({ length: n }, (_, k) => path.getPointAtLength(k * 14));
    streams.set(id, points);
  }
  return points;
}

/**
 * The way of a barge along midstream between two places.
 * @param {Point} a
 * @param {Point} b
 */
function along(a, b) {
  const points = midstream();
  if (!points.length) return [at(a), at(b)];
  const i = nearest(a, points);
  const j = nearest(b, points);
  const way = i < j ? points.slice(i, j) : points.slice(j + 1, i + 1).reverse();
  const thin = Math.max(1, Math.ceil(way.length / 24));
  return [
    at(a),
    ...way
      .filter((_, k) => k % thin === 0)
      .slice(1)
      .map(p => at(p)),
    at(b),
  ];
}

/** Which point is nearest to a place. @param {Point} p @param {Point[]} points */
function nearest(p, points) {
  const away = (/** @type {Point} */ q) => (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
  return points.reduce((best, q, k) => (away(q) < away(points[best]) ? k : best), 0);
}
