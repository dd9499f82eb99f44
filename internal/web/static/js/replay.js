// Stepping through a game without loading the page anew: the next position's
// page is fetched and its regions merged in.

import { motionTime } from './page.js';
import { morph } from './morph.js';
import { remember, play, hurry } from './motion.js';
import { movable } from './map.js';

const $ = id => document.getElementById(id);
const svg = $('map');
const map = movable(svg);
const link = document.body.dataset.link;
const end = +document.body.dataset.len;
let at = +document.body.dataset.at, aim = at, turn = 0;

/** Brings what has just happened into view on a small screen. */
function frame(time) {
  const boxes = [...svg.querySelectorAll('.last')].map(ring => ring.getBBox());
  map.show(boxes.length ? boxes : [{ x: 60, y: 70, width: 560, height: 440 }], boxes[0], time);
}
frame(0);

async function go(n, push = true) {
  const mine = ++turn;
  aim = +n;
  hurry();
  const r = await fetch(`${link}?n=${n}`).catch(() => null);
  if (!r?.ok || mine !== turn) return;
  const doc = new DOMParser().parseFromString(await r.text(), 'text/html');
  const near = Math.abs(+doc.body.dataset.at - at) <= 4;
  const seen = remember($('pieces'));
  for (const id of ['status', 'headline', 'stepper', 'said', 'thoughts', 'seats', 'boards', 'last', 'pieces', 'chart']) {
    const next = doc.getElementById(id);
    if (next && $(id)) morph($(id), next.outerHTML);
  }
  at = +doc.body.dataset.at;
  $('range').value = at;
  if (push) history.replaceState(null, '', `${link}?n=${at}`);
  frame(near ? motionTime() : 0);
  await play($('pieces'), seen, near ? motionTime() : 0);
}

const numberOf = a => +new URL(a.href).searchParams.get('n');
addEventListener('click', e => {
  const a = e.target.closest?.('#stepper a, .rounds a, .log a.step');
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  go(numberOf(a));
});
// The chart leads to the position below the pointer; its edges are those of the drawing.
$('chart').addEventListener('click', e => {
  const r = e.currentTarget.getBoundingClientRect(), edge = 26 / 640;
  const part = ((e.clientX - r.left) / r.width - edge) / (1 - 2 * edge);
  go(Math.round(Math.min(1, Math.max(0, part)) * end));
});
$('range').addEventListener('input', e => go(e.target.value));

const keys = { ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'turn_back', ArrowDown: 'turn_on', PageUp: 'round_back', PageDown: 'round_on', Home: 'first', End: 'last' };
addEventListener('keydown', e => {
  const step = keys[e.key];
  if (!step || e.ctrlKey || e.altKey || e.metaKey || e.target.closest?.('input:not([type=range]), select, [popover]')) return;
  e.preventDefault();
  // Keys may come faster than positions: single steps count from the one aimed at.
  const one = { back: -1, on: 1 }[step];
  if (one) return void (aim + one >= 0 && aim + one <= end && go(aim + one));
  const a = $('step-' + step);
  if (a?.href) go(numberOf(a));
});
