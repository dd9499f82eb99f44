// An open table: sends commands, takes frames as they come and shows them one
// after another.

import { ask } from './ask.js';
import { announce, byId, closeMenu, markTab, motionTime, painted, sound } from './page.js';
import { morph, morphInside, parse } from './morph.js';
import { remember, playStep, hurry } from './motion.js';
import { movable, pointedAt } from './map.js';
import { fit, fitStrip } from './fit.js';
import { foldLesson, keepFolded } from './lesson.js';
import { listen } from './news.js';
import { hear, heard, writing } from './chat.js';
import { countUp } from './finale.js';
import { previewChoices, relight, unlight } from './preview.js';
import { closeBubble, explain } from './why.js';
import { offerTurning } from './turned.js';
import { Known } from './known.js';
import { Outbox } from './outbox.js';
import { Guard } from './guard.js';
import { countDown } from './lastword.js';
import { runClocks, runPondering, setClock } from './clock.js';

/**
 * The page at one log number: what the elements with these ids look like, and
 * why it came to that. Only the frame a page ends up at has a title.
 * @typedef {{n: number, title?: string, say?: string[], mine?: boolean, facts?: import('./facts.js').Fact[],
 *   regions: Record<string, string>, changes?: Record<string, Change>, has?: Record<string, string>, key?: string,
 *   log?: LogPart, logs?: LogPart[]}} Frame
 * Regions that did not change may be left out; has are the digests of those and of the others.
 */
/** A region as the page has it, with another middle. @typedef {{base: string, from: number, rest: number, html: string}} Change */
/** The log from a round on. @typedef {{from: number, html: string}} LogPart */
/**
 * What the program sends; without frames, that there are some up to n. Reload: the page is later than the table.
 * Kind: how it comes, unless as the answer to a command.
 * @typedef {{n?: number, now?: number, frames?: Frame[], notice?: string, reload?: boolean, kind?: string}} News
 */

const page = document.body;
const root = document.documentElement;
const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg#map'));
const pieces = /** @type {SVGGElement} */ (document.querySelector('g#pieces'));
const band = byId('band');
offerTurning();
const map = movable();
const table = page.dataset.table ?? '';
let at = Number(page.dataset.n);
let ended = !!document.getElementById('count'); // only an end that is lived through is counted up
let mine = band.classList.contains('mine');
markTab(mine);

// ---- frames -------------------------------------------------------------

/** Frames that wait to be shown. @type {Frame[]} */
const queue = [];
let showing = false;
let quick = false; // whether what waits is shown without motion
const maxWait = 3600; // ms for all that waits to be shown
const grace = 5000; // ms for the stream to bring what it has announced

const known = new Known();

/** The log number that the page is at once all that waits is shown. */
const last = () => queue.at(-1)?.n ?? at;

/** Takes frames that lead beyond where the page is. @param {News} m */
function take(m) {
  if (m.reload) location.reload();
  if (m.now) setClock(m.now);
  if (m.notice) tell(m.notice);
  const from = last();
  for (const f of m.frames ?? []) {
    const waiting = queue.at(-1);
    if (f.n < from) continue;
    if (!known.note(f)) fetchFrames();
    if (f.n > from) queue.push(f);
    else if (!waiting)
      queue.push({ ...f, facts: [], say: m.kind ? [] : f.say }); // it has been seen and heard
    else Object.assign(waiting.regions, f.regions); // somebody came or went
  }
  if ((m.n ?? 0) > last()) {
    if (m.frames) fetchFrames();
    else expect(m.n ?? 0);
  }
  if (!showing) show();
}

/** Waits a moment for the stream to bring a number, then asks for it. @param {number} n */
function expect(n) {
  setTimeout(() => {
    if (n > last()) fetchFrames();
  }, grace);
}

async function show() {
  showing = true;
  try {
    await showAll();
  } catch (e) {
    location.reload(); // what it looks like by now is not known
    throw e;
  } finally {
    quick = false;
    root.classList.remove('moving');
    showing = false;
  }
}

/** Shows the frames that wait, one after another. */
async function showAll() {
  await outbox.marked;
  for (let f = queue.shift(); f; f = queue.shift()) {
    root.classList.toggle('moving', queue.length > 0);
    // Many moves go faster than few, and where the machine does not keep up
    // the rest is shown at once: watching is never slower than playing.
    const time = quick ? 0 : Math.min(motionTime(), maxWait / (queue.length + 1));
    const start = performance.now();
    await apply(time ? f : joined(f), time);
    if (performance.now() - start > 3 * time + 400) quick = true;
    if (queue.length && time && !quick) await pause(time * 0.5);
  }
}

/** Makes one of a frame and all that wait: without motion nobody sees those between. @param {Frame} f */
function joined(f) {
  for (const next of queue.splice(0)) {
    f = {
      ...f,
      ...next,
      regions: { ...f.regions, ...next.regions },
      facts: [...(f.facts ?? []), ...(next.facts ?? [])],
      say: [...(f.say ?? []), ...(next.say ?? [])],
      logs: [...logsOf(f), ...logsOf(next)],
    };
  }
  return f;
}

/** @param {Frame} f */
const logsOf = f => f.logs ?? (f.log ? [f.log] : []);

/** Ends the pause between two frames. @type {() => void} */
let wake = () => {};

/** @param {number} ms */
function pause(ms) {
  return new Promise(done => {
    wake = () => done(undefined);
    setTimeout(wake, ms);
  });
}

/** Shows everything that waits at once. */
function skip() {
  if (!showing) return;
  quick = true;
  hurry();
  wake();
}

/**
 * Shows a frame.
 * @param {Frame} f
 * @param {number} time for what moves, in ms
 */
async function apply(f, time) {
  const focused = document.activeElement;
  const around = focused?.closest('[popover], #band');
  const before = time ? remember(pieces) : new Map();
  guard.before();
  for (const [id, html] of Object.entries(f.regions)) {
    const el = document.getElementById(id);
    if (el instanceof SVGElement) morphInside(el, html);
    else if (el) morph(el, html);
  }
  if (f.key !== undefined) stamp(f.n, f.key);
  for (const part of logsOf(f)) mergeLog(byId('loglist'), part);
  if (f.say) say(f.say);
  if (f.title !== undefined) {
    document.title = f.title;
    if (f.mine && !mine) sound('turn');
    mine = !!f.mine;
    markTab(mine);
  }
  at = Math.max(at, f.n);
  foldLesson(band);
  runPondering();
  markWaiting();
  const sheet = document.getElementById('count');
  if (sheet && !ended) countUp(sheet);
  ended = !!sheet;
  stayAwake();
  // Only now is the page asked where things are: each question after a change lays it out again.
  fit(band);
  fitStrip(document.getElementById('strip'));
  relight();
  const head = around?.querySelector('h1, h2');
  if (head instanceof HTMLElement && (!document.contains(focused) || document.activeElement === page)) {
    head.tabIndex = -1; // who listens stays where they were
    head.focus({ preventScroll: true });
  }
  if (f.title !== undefined) frameTargets(time);
  guard.after();
  if (f.title !== undefined) countDown();
  if (time) setTimeout(() => guard.after(), time + 50); // the map may have moved below the pointer
  await playStep(pieces, before, time, f.facts ?? []);
}

/**
 * Fills in the forms on boards, whether they are new or were left out.
 * @param {number} n
 * @param {string} key
 */
function stamp(n, key) {
  for (const field of byId('boards').querySelectorAll('input')) {
    if (field.name === 'at') field.value = String(n);
    if (field.name === 'key') field.value = key;
  }
}

/**
 * Brings the log's newest rounds up to date; older ones stay as they are.
 * @param {HTMLElement} list
 * @param {LogPart} part
 */
function mergeLog(list, { from, html }) {
  const rounds = /** @type {HTMLLIElement[]} */ ([...parse(list, html).children]);
  const shown = () => /** @type {HTMLLIElement[]} */ ([...list.children]);
  for (const li of shown()) if (li.value >= from && !rounds.some(r => r.id === li.id)) li.remove();
  const read = byId('logpanel').matches(':popover-open');
  for (const li of rounds) {
    const old = document.getElementById(li.id);
    if (old) morph(old, li.outerHTML);
    if (old) continue;
    // A new one folds the others, where nobody reads them.
    for (const round of read ? [] : list.querySelectorAll('details')) round.open = false;
    list.insertBefore(li, shown().find(o => o.value < li.value) ?? null);
  }
}

/** Has lines read aloud, without their links. @param {string[]} lines as HTML */
function say(lines) {
  for (const line of lines) announce(parse(page, line).textContent ?? '');
}

async function fetchFrames() {
  if (signedOut) return;
  try {
    const r = await ask(`/t/${table}/frame?after=${at}`, {
      headers: { Accept: 'application/json', ...known.header() },
    });
    if (r.ok) take({ ...(await r.json()), kind: 'fetched' });
  } catch {
    /* the stream says when the connection is lost */
  }
}

let connected = false; // whether the stream brings news
let signedOut = false; // whether the session that the page was made in has ended
const me = page.dataset.me ?? '';
listen(
  () => ({ table, lang: root.lang, me, at: last(), said: heard() }),
  m => {
    connect(m.kind !== 'lost', !!m.crowded);
    if (m.me !== undefined) checkAccount(m.me);
    if (signedOut) return; // what the page shows and what is typed there stays
    if (m.kind === 'reload') location.reload();
    else if (m.kind === 'lost') writing('');
    else if (m.said !== undefined) {
      hear(m.said);
      writing(m.writing ?? '');
    } else take(m);
  },
);

/** Shows whether news come. @param {boolean} yes @param {boolean} crowded */
function connect(yes, crowded) {
  connected = yes;
  if (connected) outbox.retry();
  root.classList.toggle('offline', !yes);
  root.classList.toggle('crowded', crowded);
  if (crowded) fetchFrames(); // what else would bring them
}

/** Says where the page's session has ended, and goes on where there is one again. @param {string} now who is signed in */
function checkAccount(now) {
  const out = me !== '-' && now !== me;
  if (out === signedOut) return;
  signedOut = out;
  const line = document.getElementById('signedout');
  if (line) line.hidden = !out;
  if (line && out) say([line.innerHTML]);
  if (!out) fetchFrames();
}
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) fetchFrames();
});

// ---- commands -----------------------------------------------------------

/** Says how what was pressed comes on. */
const sending = byId('sending');
const guard = new Guard(() => tell(sending.dataset.soon ?? ''));
const outbox = new Outbox({
  headers: () => ({ Accept: 'application/json', ...(connected ? { 'X-Stream': 'open' } : known.header()) }),
  answered: take,
  painted,
  kept: `ruhr-presses ${table}`,
  progress(progress) {
    const text = progress === 'slow' ? sending.dataset.slow : progress === 'kept' ? sending.dataset.kept : '';
    if (sending.textContent !== text) sending.textContent = text ?? '';
    if (progress === 'kept' || connected) root.classList.toggle('offline', progress === 'kept');
    markWaiting();
  },
});
addEventListener('online', () => outbox.retry());
// A reload makes what waits again, another page does not.
addEventListener('beforeunload', e => {
  if (root.classList.contains('offline') && outbox.waiting.some(p => !p.aside)) e.preventDefault();
});
outbox.resume();

/** Marks what was pressed and is not answered yet, and nothing else. */
function markWaiting() {
  for (const el of document.querySelectorAll('.picked')) el.classList.remove('picked');
  for (const { button } of outbox.waiting) {
    const now = button?.id ? document.getElementById(button.id) : button;
    now?.classList.add('picked');
    if (now instanceof HTMLButtonElement && now.name === 'action')
      svg.querySelector(`.target[data-acts~="${now.value}"]`)?.classList.add('picked');
  }
}

addEventListener('submit', e => {
  const form = e.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.command === undefined) return;
  e.preventDefault();
  guard.sent();
  untell();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, e.submitter)) fields.append(name, String(value));
  skip();
  const aside = form.dataset.aside !== undefined;
  const auto = e.submitter?.dataset.auto !== undefined;
  outbox.take({ action: form.getAttribute('action') ?? '', fields, button: e.submitter, aside, auto });
  markWaiting();
});

document.getElementById('skip')?.addEventListener('click', skip);
addEventListener('keydown', e => {
  if (e.key !== 'Escape' || (e.target instanceof Element && e.target.closest('input, select, textarea'))) return;
  unlight();
  closeBubble();
  untell();
  skip();
});

/** Takes away what was said last: the reader has seen it, or has gone on. */
const untell = () => document.querySelector('.toast:not([id])')?.remove();

/** Says something in the bar for a while, and aloud. @param {string} html */
function tell(html) {
  say([html]);
  untell();
  const p = document.createElement('p');
  p.className = 'notice toast';
  p.innerHTML = html;
  p.addEventListener('click', untell);
  page.append(p);
  if (!p.querySelector('a')) setTimeout(() => p.remove(), 9000); // a link stays until it is followed or put away
}

// ---- the map and the band -------------------------------------------------

countDown();
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
setClock(Number(page.dataset.now), loaded?.responseStart);
runClocks();
runPondering();
closeMenu();
previewChoices(map);
addEventListener('click', e => {
  if (e.target instanceof Element && !e.target.closest('.card, .target')) explain(table, e);
});

/** The decision that the map has been set for. */
let framed = '';

/** Brings into view what can be done, or what was done last, once for each decision. @param {number} time in ms */
function frameTargets(time) {
  const pointed = pointedAt(svg);
  const offered = [...svg.querySelectorAll('.target .hit')];
  const decision = `${band.dataset.decision} ${offered.length} ${pointed.length}`;
  if (decision === framed) return;
  framed = decision;
  const seat = /** @type {HTMLElement | null} */ (document.querySelector('.seats .now'))?.dataset.seat ?? 0;
  const barge = document.getElementById('barge-' + seat);
  map.frame(offered, pointed, barge, time);
  if (offered.length || pointed.length) return;
  map.show([...svg.querySelectorAll('.last'), ...(barge ? [barge] : [])], barge, time);
}
foldLesson(band);
fit(band);
frameTargets(0);
band.addEventListener(
  'toggle',
  ({ target }) => {
    keepFolded(target);
    fit(band); // what happened meanwhile, or the lesson, opened or closed
  },
  true,
);
byId('boards').addEventListener(
  'toggle',
  ({ target }) => {
    // What is asked once more is the last thing on a board, below the fold.
    if (target instanceof HTMLDetailsElement && target.open) target.scrollIntoView({ block: 'nearest' });
  },
  true,
);
/** What keeps the screen on. @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

/** Keeps the screen on beside the printed game, where hands are busy, until its end; a browser that hides the page stops doing so. */
function stayAwake() {
  const wanted = !document.hidden && !ended && !!band.querySelector('.laid');
  if (wanted === !!lock) return;
  lock?.then(kept => kept?.release());
  lock = wanted ? (navigator.wakeLock?.request('screen').catch(() => null) ?? null) : null;
}
document.addEventListener('visibilitychange', stayAwake);
stayAwake();
// at once, and whenever there is more or less room
new ResizeObserver(() => {
  fit(band);
  fitStrip(document.getElementById('strip'));
}).observe(band);
