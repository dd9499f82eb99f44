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

test('time is counted from what the program says, whatever the clock here says', async () => {
  const { programTime, setClock } = await import('../../internal/web/static/js/clock.js');
  const now = 1_900_000_000_000; // years away from the clock of the machine
  const shows = want => assert.ok(Math.abs(programTime() - want) < 60_000, `${programTime()}, want ${want}`);
  setClock(now, performance.now());
  shows(now);
  setClock(now - 3_600_000); // was under way for an hour
  shows(now);
  setClock(now + 7_200_000); // the machine slept, and its clock stood
  shows(now + 7_200_000);
});
