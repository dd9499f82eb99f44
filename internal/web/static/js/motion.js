// Pieces in motion: where each piece (by its id) was and is now is compared,
// and the way between is shown. Barges follow the river; what is new comes from
// where it was taken.

const place = g => {
  const m = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(g.getAttribute('transform') ?? '');
  return m ? { x: +m[1], y: +m[2] } : { x: 0, y: 0 };
};

/** Remembers where all pieces are. */
export function remember(layer) {
  const seen = new Map();
  for (const g of layer.children) seen.set(g.id, { ...place(g), class: g.getAttribute('class'), look: g.innerHTML });
  return seen;
}

let running = [];

/** Ends every motion at once. */
export function hurry() {
  for (const a of running) a.finish();
  running = [];
}

/**
 * Shows the way from the remembered places to where the pieces are now.
 * @returns {Promise<void>} when the last piece has come to rest
 */
export async function play(layer, seen, time) {
  if (!time || !layer.animate) return;
  const moves = { barge: [], rest: [], fresh: [] };
  const gone = new Map([...seen].filter(([id]) => !layer.ownerSVGElement.getElementById(id)));
  for (const g of layer.children) {
    const was = seen.get(g.id), is = place(g);
    if (!was) moves.fresh.push([g, origin(g, gone, layer), is]);
    else if (was.x !== is.x || was.y !== is.y) moves[g.classList.contains('barge') ? 'barge' : 'rest'].push([g, was, is]);
    else if (was.look !== g.innerHTML) moves.rest.push([g, null, is]);
  }
  await all(moves.barge.map(([g, a, b]) => run(g, along(a, b), time)));
  await all(moves.rest.map(([g, a, b]) => run(g, a ? straight(a, b) : turn(b), time * 0.8)));
  await all(moves.fresh.map(([g, a, b]) => run(g, a ? straight(a, b) : appear(b), time * (a ? 1 : 0.6))));
}

/**
 * What is heard of the way from the remembered pieces to those of now.
 * @returns {'sail' | 'build' | 'load' | ''}
 */
export function noises(layer, seen) {
  let out = '';
  for (const g of layer.children) {
    const was = seen.get(g.id), is = place(g);
    if (g.classList.contains('barge') && was && (was.x !== is.x || was.y !== is.y)) return 'sail';
    if (g.matches('.house, .lock') && (!was || was.class !== g.getAttribute('class'))) out = 'build';
    else if (!was && g.matches('.die')) out ||= 'load';
  }
  return out;
}

/**
 * Lets Thaler fly from a piece to a purse.
 * @param {Element} from @param {Element} to @param {number} n how many, five are shown at most
 */
export function fly(from, to, n, time) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
  if (!time || !a.width || !b.width) return null;
  return Promise.all(Array.from({ length: Math.min(n, 5) }, (_, k) => {
    const coin = document.createElement('span');
    coin.className = 'flying';
    coin.setAttribute('aria-hidden', 'true');
    coin.innerHTML = '<svg viewBox="-10 -10 20 20"><use href="#i-thaler"/></svg>';
    document.body.append(coin);
    const x = a.x + a.width / 2, y = a.y + a.height / 2, dx = b.x + b.width / 2 - x, dy = b.y + b.height / 2 - y;
    const to3 = (p, q, s) => ({ transform: `translate(${x + p}px, ${y + q}px) scale(${s})` });
    const a1 = coin.animate([to3(0, 0, 0.6), to3(dx / 2, Math.min(0, dy) / 2 - 40 + dy / 4, 1.25), to3(dx, dy, 0.9)],
      { duration: time * 1.2, delay: k * 70, easing: 'ease-in-out', fill: 'both' });
    running.push(a1);
    const late = new Promise(done => setTimeout(done, time * 1.2 + k * 70 + 150));
    return Promise.race([a1.finished.catch(() => {}), late]).then(() => { coin.remove(); running = running.filter(r => r !== a1); });
  }));
}

const all = list => (list.length ? Promise.all(list) : null);

function run(g, frames, duration) {
  const a = g.animate(frames, { duration, easing: 'cubic-bezier(.4,0,.3,1)' });
  running.push(a);
  // In a page nobody looks at, the clock of motions may stand still: no frame
  // waits for it.
  const late = new Promise(done => setTimeout(done, duration + 150));
  return Promise.race([a.finished.catch(() => {}), late]).then(() => { a.cancel(); running = running.filter(r => r !== a); });
}

const at = (p, more = '') => ({ transform: `translate(${p.x}px, ${p.y}px)${more}` });
const straight = (a, b) => [at(a), { ...at({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 12 }) }, at(b)];
const turn = p => [at(p), at(p, ' scale(.1, 1)'), at(p, ' scale(1.15)'), at(p)];
const appear = p => [{ ...at(p, ' scale(.2)'), opacity: 0 }, { ...at(p, ' scale(1.2)'), opacity: 1 }, { ...at(p), opacity: 1 }];

/** Where a new piece comes from: coal that went to the track or came from it,
 * a warehouse from the timeline. */
function origin(g, gone, layer) {
  const from = test => { for (const [id, p] of gone) if (test(id)) return p; return null; };
  if (g.id.startsWith('track-')) {
    const loaded = from(id => id.startsWith('die-'));
    if (!loaded) return null;
    const ship = [...layer.querySelectorAll('.barge')].find(b => b.getAnimations().length) ?? null;
    return ship ? place(ship) : loaded;
  }
  if (g.id.startsWith('die-')) return from(id => id.startsWith('track-'));
  if (g.id.startsWith('port-')) return from(id => id.startsWith('port-'));
  return null;
}

let stream = null, knots = null;

/** The way of a barge along midstream between two places. */
function along(a, b) {
  const path = document.getElementById('stream');
  if (!path?.getPointAtLength) return [at(a), at(b)];
  if (stream !== path) {
    stream = path;
    knots = [];
    for (let s = 0, end = path.getTotalLength(); s <= end; s += 14) { const p = path.getPointAtLength(s); knots.push({ x: p.x, y: p.y }); }
  }
  const near = p => knots.reduce((best, k, i) => (d2(k, p) < d2(knots[best], p) ? i : best), 0);
  const i = near(a), j = near(b), way = [];
  for (let k = i; k !== j; k += Math.sign(j - i)) way.push(knots[k]);
  const thin = Math.max(1, Math.ceil(way.length / 24));
  return [at(a), ...way.filter((_, k) => k % thin === 0).slice(1).map(p => at(p)), at(b)];
}

const d2 = (a, b) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
