// An open table: sends commands, takes frames as they come and shows them one
// after another, and lights up on the board what the choices mean.

import { motionTime, sound } from './page.js';
import { morph, morphInside, parse } from './morph.js';
import { remember, play, hurry, noises, fly } from './motion.js';
import { movable } from './map.js';
import { fit } from './fit.js';
import { listen } from './news.js';

const $ = id => document.getElementById(id);
const page = document.body, root = document.documentElement;
const svg = $('map'), pieces = $('pieces'), map = movable(svg);
let at = +page.dataset.n, mine = !!document.querySelector('.band.mine');

// ---- frames -------------------------------------------------------------

const queue = [];
let showing = false, quick = false;
const patience = 3600; // ms for all that waits to be shown

/** Takes frames that lead beyond where the page is. */
function take(m) {
  if (m.notice) toast(m.notice);
  const last = queue.at(-1)?.n ?? at;
  for (const f of m.frames ?? []) {
    if (f.n > last || (f.n === last && !queue.length)) queue.push(f);
    else if (f.n === last) Object.assign(queue.at(-1).regions, f.regions); // somebody came or went
  }
  if ((m.n ?? 0) > (queue.at(-1)?.n ?? at)) m.frames ? fetchFrames() : expect(m.n);
  if (!showing) show();
}

/** Waits a moment for the stream to bring a number, then asks for it. */
function expect(n) {
  setTimeout(() => { if (n > (queue.at(-1)?.n ?? at)) fetchFrames(); }, 5000);
}

async function show() {
  showing = true;
  while (queue.length) {
    const f = queue.shift();
    root.classList.toggle('moving', queue.length > 0);
    // Many moves go faster than few, and where the machine does not keep up
    // the rest is shown at once: watching is never slower than playing.
    const time = quick ? 0 : Math.min(motionTime(), patience / (queue.length + 1));
    const start = performance.now();
    await apply(f, time);
    if (performance.now() - start > 3 * time + 400) quick = true;
    if (queue.length && time && !quick) await pause(time * 0.5);
  }
  quick = false;
  root.classList.remove('moving');
  showing = false;
}

let wake = null;
const pause = ms => new Promise(done => { wake = done; setTimeout(done, ms); });

/** Shows everything that waits at once. */
function skip() {
  if (!showing) return;
  quick = true;
  hurry();
  wake?.();
}

async function apply(f, time) {
  const focused = document.activeElement, hadFocus = focused && focused !== page && $('band').contains(focused);
  const seen = remember(pieces), had = purses();
  for (const [id, html] of Object.entries(f.regions)) {
    const el = $(id);
    if (!el) continue;
    if (el instanceof SVGElement) morphInside(el, html);
    else morph(el, html);
  }
  fit($('band'));
  if (f.log) mergeLog($('loglist'), f.log);
  at = Math.max(at, f.n);
  $('ways').replaceChildren();
  if (f.title) document.title = f.title;
  if (f.say?.length) say(f.say);
  if (hadFocus && (!document.contains(focused) || document.activeElement === page)) $('headline').focus({ preventScroll: true });
  if (f.title !== undefined) {
    if (f.mine && !mine) sound('turn');
    mine = !!f.mine;
    frameTargets(time);
  }
  const noise = noises(pieces, seen);
  if (noise) sound(noise);
  await play(pieces, seen, time);
  await earn(had, time);
}

/** What is in the seats' purses. */
const purses = () => new Map([...document.querySelectorAll('#seats > li')].map(li => [li.dataset.seat, +li.querySelector('[data-what=thaler]').textContent]));

/** Shows the Thaler that came to a purse on their way. */
async function earn(had, time) {
  const ways = [];
  for (const [seat, n] of purses()) {
    const more = n - (had.get(seat) ?? n), barge = $('barge-' + seat);
    if (more <= 0 || !barge) continue;
    ways.push(fly(barge, document.querySelector(`#seat-${seat} [data-what=thaler]`), more, time));
  }
  if (ways.length) sound('coin');
  await Promise.all(ways);
}

/** Brings the log's newest rounds up to date; older ones stay as they are. */
function mergeLog(list, { from, html }) {
  const rounds = [...parse(list, html).children];
  for (const li of [...list.children]) if (li.value >= from && !rounds.some(r => r.id === li.id)) li.remove();
  for (const li of rounds) {
    const old = $(li.id);
    if (old) morph(old, li.outerHTML);
    else list.insertBefore(li, [...list.children].find(o => o.value < li.value) ?? null);
  }
}

/** Tells the live region, one line each, and keeps it short. */
function say(lines) {
  const out = $('announce');
  for (const line of lines) {
    const p = document.createElement('p');
    p.innerHTML = line;
    out.append(p);
  }
  while (out.children.length > 30) out.firstChild.remove();
}

async function fetchFrames() {
  try {
    const r = await fetch(`/t/${page.dataset.table}/frame?after=${at}`, { headers: { Accept: 'application/json' } });
    if (r.ok) take(await r.json());
  } catch { /* the stream says when the connection is lost */ }
}

let heard = false; // whether the stream brings news
listen(page.dataset.stream, () => at, {
  news: take,
  lost(yes, crowded) {
    heard = !yes;
    root.classList.toggle('offline', yes);
    root.classList.toggle('crowded', crowded);
    if (crowded) fetchFrames(); // what else would bring them
  },
});
document.addEventListener('visibilitychange', () => { if (!document.hidden) fetchFrames(); });

// ---- commands -----------------------------------------------------------

let busy = null, pressed = false; // the command under way, and whether another waits for its end
addEventListener('submit', async e => {
  const form = e.target;
  if (!form.matches?.('[data-command]')) return;
  e.preventDefault();
  if (pressed) return;
  if (busy) {
    pressed = true;
    await busy;
    pressed = false;
    if (!document.contains(e.submitter)) return;
  }
  if (showing) { skip(); if (!document.contains(e.submitter)) return; }
  let end;
  busy = new Promise(done => { end = done; });
  e.submitter?.classList.add('picked');
  try {
    const r = await fetch(form.getAttribute('action'), { method: 'POST', headers: { Accept: 'application/json', ...heard && { 'X-Stream': 'open' } }, body: new URLSearchParams(new FormData(form, e.submitter)) });
    take(await r.json());
  } catch {
    root.classList.add('offline');
    fetchFrames();
  } finally {
    busy = null;
    end();
    e.submitter?.classList.remove('picked');
  }
});

$('skip')?.addEventListener('click', skip);
addEventListener('keydown', e => {
  if (e.target.closest?.('input, select, textarea')) return;
  if (e.key === 'Escape') { unlight(); bubble?.remove(); skip(); }
});

function toast(html) {
  document.querySelector('.toast')?.remove();
  const p = document.createElement('p');
  p.className = 'notice toast';
  p.setAttribute('role', 'status');
  p.innerHTML = html;
  page.append(p);
  setTimeout(() => p.remove(), 9000);
}

// ---- choices and the board ------------------------------------------------

const buttonsOf = target => target.dataset.acts.split(' ').map(a => $('act-' + a)).filter(Boolean);
const targetOf = button => svg.querySelector(`.target[data-acts~="${button.value}"]`);
let lit = null;

function unlight() {
  for (const el of document.querySelectorAll('.lit')) el.classList.remove('lit');
  for (const el of document.querySelectorAll('.delta')) el.remove();
  for (const el of document.querySelectorAll('.gain')) el.classList.remove('gain');
  $('ways').replaceChildren();
  lit = null;
}

/** Shows what a choice brings: its place, its way, the change of figures. */
function light(button, target) {
  if (lit === button) return;
  unlight();
  lit = button;
  button.classList.add('lit');
  target?.classList.add('lit');
  if (button.dataset.way) drawWay(...button.dataset.way.split(' ').map(Number));
  for (const at of (button.dataset.reach ?? '').split(' ').filter(Boolean)) ring(+at);
  for (const gain of (button.dataset.gains ?? '').split(',').filter(Boolean)) {
    const [seat, what, n] = gain.split(' ');
    const figure = document.querySelector(`#seat-${seat} [data-what="${what}"]`);
    if (!figure) continue;
    const bad = (+n < 0) !== (what === 'debts'), d = document.createElement('span');
    d.className = 'delta ' + (bad ? 'minus' : 'plus');
    d.textContent = ' ' + (+n < 0 ? '−' + -n : '+' + n);
    figure.after(d);
  }
  if (button.dataset.token) {
    for (const area of document.querySelectorAll(`.shown [data-area="${button.dataset.token}"]`)) {
      area.classList.add('gain');
      area.querySelector('.tok:not(.on)')?.classList.add('lit');
    }
  }
  for (const id of (button.dataset.done ?? '').split(' ').filter(Boolean)) document.querySelector(`.board.shown [data-mark="${id}"]`)?.classList.add('lit');
}

const svgNS = 'http://www.w3.org/2000/svg';
function drawWay(a, b) {
  const use = document.createElementNS(svgNS, 'use');
  use.setAttribute('href', '#stream');
  use.setAttribute('class', 'way');
  use.style.strokeDasharray = `0 ${Math.min(a, b)} ${Math.abs(b - a)} 99999`; // stronger than the map's own style
  $('ways').append(use);
}
function ring(index) {
  const spot = svg.querySelector(`.spot[data-at="${index}"]`);
  if (!spot) return;
  const r = spot.cloneNode();
  r.setAttribute('class', 'reach');
  $('ways').append(r);
}

for (const over of ['pointerover', 'focusin']) addEventListener(over, e => {
  const card = e.target.closest?.('.card');
  if (card) return light(card, targetOf(card));
  const target = e.target.closest?.('.target');
  if (target && e.pointerType !== 'touch') {
    const [button] = buttonsOf(target);
    if (button) { light(button, target); button.scrollIntoView({ block: 'nearest' }); }
    return;
  }
  if (lit && over === 'pointerover' && e.pointerType !== 'touch') unlight();
});

// A finger previews with the first touch and acts with the second; a mouse,
// which has hovered, acts at once.
let touched = null;
addEventListener('click', e => {
  const target = e.target.closest?.('.target'), card = e.target.closest?.('.card');
  const finger = e.pointerType === 'touch';
  if (card) {
    if (finger && touched !== card.value && matchMedia('(max-width: 899.9px)').matches) {
      e.preventDefault();
      touched = card.value;
      light(card, targetOf(card));
      const t = targetOf(card);
      if (t) map.show([t.getBBox()], null, motionTime());
    }
    return;
  }
  if (target) {
    const buttons = buttonsOf(target);
    if (!buttons.length) return;
    const [first] = buttons;
    if (buttons.length === 1 && (!finger || touched === first.value)) return first.form.requestSubmit(first);
    touched = first.value;
    light(first, target);
    first.scrollIntoView({ block: 'nearest' });
    if (!finger) first.focus({ preventScroll: true });
    for (const b of buttons) b.classList.add('lit');
    return;
  }
  const spot = e.target.closest?.('.spot');
  bubble?.remove();
  if (spot) why(spot, e);
});

function frameTargets(time) {
  const boxes = list => [...svg.querySelectorAll(list)].map(t => t.getBBox());
  const places = boxes('.target .hit');
  const seat = document.querySelector('.seats .now')?.dataset.seat ?? 0, own = $('barge-' + seat);
  const [first] = own ? [own.getBoundingClientRect()].map(r => ({ ...map.point({ clientX: r.x, clientY: r.y }), width: 0, height: 0 })) : [];
  map.show(places.length ? places : boxes('.last').concat(first ?? []), first, time);
}
frameTargets(0);
addEventListener('resize', () => requestAnimationFrame(() => frameTargets(0)));
$('band').addEventListener('toggle', () => fit($('band')), true); // what happened meanwhile, opened or closed
new ResizeObserver(() => fit($('band'))).observe($('band')); // at once, and whenever there is more or less room

// ---- why not --------------------------------------------------------------

let bubble = null;
async function why(spot, e) {
  const r = await fetch(`/t/${page.dataset.table}/why?kind=${spot.dataset.kind}&id=${encodeURIComponent(spot.dataset.id)}`).catch(() => null);
  if (!r?.ok) return;
  const doc = new DOMParser().parseFromString(await r.text(), 'text/html');
  bubble?.remove();
  bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.setAttribute('role', 'status');
  const head = doc.querySelector('#why h1');
  const strong = document.createElement('b');
  strong.append(...(head?.childNodes ?? []));
  bubble.append(strong, ...doc.querySelectorAll('#why > ul, #why > p:not(.noprint)'));
  page.append(bubble);
  const w = bubble.offsetWidth, h = bubble.offsetHeight;
  bubble.style.left = Math.max(4, Math.min(e.pageX - w / 2, innerWidth - w - 4)) + 'px';
  bubble.style.top = Math.max(4, e.pageY + 14 + h > innerHeight + scrollY ? e.pageY - h - 14 : e.pageY + 14) + 'px';
}
