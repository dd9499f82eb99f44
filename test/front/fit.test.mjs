// Choices become as tight as it takes, and no tighter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from './dom.mjs';

const { fit } = await import('../../internal/web/static/js/fit.js');

/**
 * A band in which the choices are so many pixels high: per level they lose ten,
 * and ten more where the course of the round gives way.
 */
function band(pixels) {
  const el = show(
    '<section class="bare scrolls" data-tight="1 2"><p class="card"><b class="what">long</b></p></section>',
  );
  const tight = () => el.dataset.tight?.split(' ').length ?? 0;
  const size = { clientHeight: 100, clientWidth: 100, scrollWidth: 100 };
  for (const [name, value] of Object.entries(size)) Object.defineProperty(el, name, { value });
  Object.defineProperty(el, 'scrollHeight', {
    get: () => pixels - 10 * tight() - (el.classList.contains('bare') ? 10 : 0),
  });
  return el;
}

for (const [pixels, want] of [
  [100, { tight: undefined, bare: false, scrolls: false }],
  [101, { tight: undefined, bare: false, scrolls: false }],
  [110, { tight: undefined, bare: true, scrolls: false }],
  [112, { tight: '1', bare: true, scrolls: false }],
  [135, { tight: '1 2 3', bare: true, scrolls: false }],
  [160, { tight: '1 2 3 4 5', bare: true, scrolls: false }],
  [200, { tight: '1 2 3 4 5', bare: true, scrolls: true }],
]) {
  test(`choices ${pixels} high where there is room for 100`, () => {
    const el = band(pixels);
    fit(el);
    const { classList } = el;
    const got = { tight: el.dataset.tight, bare: classList.contains('bare'), scrolls: classList.contains('scrolls') };
    assert.deepEqual(got, want);
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
