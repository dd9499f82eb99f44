// What the clocks of a table show.

import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the time that is left is shown as exactly as matters', async () => {
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' } });
  const { remaining } = await import('../../internal/web/static/js/clock.js');
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  for (const [ms, want] of /** @type {[number, string][]} */ ([
    [-5 * second, '0:00'],
    [59 * second, '0:59'],
    [minute, '1:00'],
    [10 * minute + 5 * second, '10:05'],
    [59 * minute + 59.9 * second, '59:59'],
    [2 * hour + 3 * minute, '2h 3m'],
    [25 * hour, '1d 1h'],
    [72 * hour, '3d 0h'],
  ])) {
    assert.equal(remaining(ms), want);
  }
});
