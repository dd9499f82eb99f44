// What the clocks of a table show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

globalThis.HTMLElement = document.defaultView.HTMLElement;
globalThis.HTMLFormElement = document.defaultView.HTMLFormElement;
document.documentElement.lang = 'en';
const clock = await import('../../internal/web/static/js/clock.js');

test('the time that is left is shown as exactly as matters', () => {
  const { remaining } = clock;
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

test('time is counted from what the program says, whatever the clock here says', () => {
  const { programTime, setClock } = clock;
  const now = 1_900_000_000_000; // years away from the clock of the machine
  const shows = want => assert.ok(Math.abs(programTime() - want) < 60_000, `${programTime()}, want ${want}`);
  setClock(now, performance.now());
  shows(now);
  setClock(now - 3_600_000); // was under way for an hour
  shows(now);
  setClock(now + 7_200_000); // the machine slept, and its clock stood
  shows(now + 7_200_000);
});

test('who listens reads the time that is left now, and hears once that it ends', () => {
  const { programTime, tick } = clock;
  const announce = document.getElementById('announce');
  const read = until => {
    const el = document.querySelector('[data-until]');
    el.dataset.until = String(until);
    tick();
    return el.textContent;
  };
  document.body.append(announce);
  announce.insertAdjacentHTML(
    'beforebegin',
    '<ul><li class="own"><div class="name"><b>Anna</b></div><span data-until="0">an hour left</span></li></ul>',
  );
  const now = programTime();
  assert.equal(read(now + 123 * 60_000 + 500), '2 hours 3 minutes');
  assert.equal(read(now + 9 * 60_000 + 500), '9 minutes');
  assert.equal(announce.textContent, '');
  assert.match(read(now + 40_500), /^(40|39) seconds$/);
  tick();
  assert.match(announce.textContent, /^Anna: (40|39) seconds$/);
});
