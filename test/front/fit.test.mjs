// Choices become as tight as it takes, and no tighter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from './dom.mjs';

const { fit, fitStrip } = await import('../../internal/web/static/js/fit.js');

/** A band in which the choices are so many pixels high: per level they lose ten. */
function band(pixels) {
  const el = show(
    '<section class="scrolls" data-tight="1 2"><div class="choosing"><p class="card"><b class="what">long</b></p></div></section>',
  );
  const part = el.querySelector('.choosing');
  const tight = () => el.dataset.tight?.split(' ').length ?? 0;
  const size = { clientHeight: 100, clientWidth: 100, scrollWidth: 100 };
  for (const [name, value] of Object.entries(size)) Object.defineProperty(part, name, { value });
  Object.defineProperty(part, 'scrollHeight', { get: () => pixels - 10 * tight(), configurable: true });
  return el;
}

for (const [pixels, want] of [
  [100, { tight: undefined, scrolls: false }],
  [101, { tight: undefined, scrolls: false }],
  [102, { tight: '1', scrolls: false }],
  [125, { tight: '1 2 3', scrolls: false }],
  [140, { tight: '1 2 3 4', scrolls: false }],
  [150, { tight: '1 2 3 4 5', scrolls: false }],
  [200, { tight: '1 2 3 4 5 6', scrolls: true }],
]) {
  test(`choices ${pixels} high where there is room for 100`, () => {
    const el = band(pixels);
    fit(el);
    assert.deepEqual({ tight: el.dataset.tight, scrolls: el.classList.contains('scrolls') }, want);
  });
}

test('what is cut off says all of it when asked, and only then', () => {
  const el = band(100);
  const what = el.querySelector('.what');
  const card = el.querySelector('.card');
  Object.defineProperty(what, 'clientHeight', { value: 10 });
  Object.defineProperty(what, 'scrollHeight', { value: 30, configurable: true });
  fit(el);
  assert.equal(card.getAttribute('title'), 'long');
  Object.defineProperty(what, 'scrollHeight', { value: 10 });
  fit(el);
  assert.equal(card.hasAttribute('title'), false);
});

test('explanations that three lines or two cannot hold are left to the tip', () => {
  const el = band(0);
  const what = el.querySelector('.what');
  Object.defineProperty(what, 'clientHeight', { value: 10 });
  Object.defineProperty(what, 'scrollHeight', { value: 30 });
  fit(el);
  assert.equal(el.dataset.tight, '1 2 3 4');
  assert.equal(el.querySelector('.card').getAttribute('title'), 'long');
  assert.equal(el.classList.contains('whole'), false);
});

test('a map that is on its way goes on while choices are fitted, and one that was moved goes back', () => {
  const grid = show(
    '<main class="tablegrid"><div id="viewport"></div><section id="dock"><div class="choosing"></div></section></main>',
  );
  const viewport = grid.querySelector('#viewport');
  const dock = grid.querySelector('#dock');
  let at = 40;
  const calls = [];
  Object.defineProperty(viewport, 'scrollTop', { get: () => at });
  viewport.scrollTo = to => calls.push(to.top);
  fit(dock);
  assert.deepEqual(calls, [], 'to stay is a new aim');
  const part = grid.querySelector('.choosing');
  Object.defineProperty(part, 'clientHeight', { get: () => (at = 10) });
  fit(dock);
  assert.deepEqual(calls, [40]);
});

test('the line of the own board has all names or none', () => {
  const strip = show('<section class="brief"><b class="mname">Haulier</b><b class="mname">Inn</b></section>');
  fitStrip(strip);
  assert.equal(strip.className, '');
  Object.defineProperty(strip.querySelector('.mname'), 'scrollWidth', { value: 60 });
  fitStrip(strip);
  assert.equal(strip.className, 'brief');
});

test('of what happened a line shows whole or not at all', () => {
  const el = show('<section><div class="choosing"><ul class="lately"><li>old</li><li>new</li></ul></div></section>');
  const tops = [90, 100];
  const lately = el.querySelector('.lately');
  lately.getBoundingClientRect = () => ({ top: 100 });
  [...lately.children].forEach((line, n) => (line.getBoundingClientRect = () => ({ top: tops[n] })));
  const past = () => [...lately.children].map(line => line.classList.contains('past'));
  fit(el);
  assert.deepEqual(past(), [true, false]);
  tops[0] = 100;
  fit(el);
  assert.deepEqual(past(), [false, false]);
});
