// What a page has, and that it notices when a frame leaves out something else.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Known } from '../../internal/web/static/js/known.js';

const whole = { n: 5, regions: { 'board-0': '<b>', words: '<w>', band: '<x>' }, has: { 'board-0': 'B1', words: 'W1' } };

test('a page says what it was told it has', () => {
  const known = new Known();
  assert.deepEqual(known.header(), { 'X-Has': '' });
  assert.ok(known.note(whole));
  assert.deepEqual(known.header(), { 'X-Has': 'board-0=B1,words=W1' });
  assert.ok(known.note({ n: 6, regions: { words: '<v>' }, has: { 'board-0': 'B1', words: 'W2' } }));
  assert.deepEqual(known.header(), { 'X-Has': 'board-0=B1,words=W2' });
  assert.ok(known.note({ n: 6, regions: { 'seat-0': '<s>' } }), 'a frame without digests says nothing');
});

test('what is left out must be what the page has', () => {
  const known = new Known();
  known.note(whole);
  // The answer to a request from before the words changed to W2 leaves out W1, to
  // which they have changed back.
  known.note({ n: 6, regions: { words: '<v>' }, has: { words: 'W2' } });
  assert.ok(!known.note({ n: 7, regions: {}, has: { 'board-0': 'B1', words: 'W1' } }));
  assert.deepEqual(known.header(), { 'X-Has': '' }, 'all is asked for');
  assert.ok(known.note({ ...whole, n: 7 }));
});

test('a change is made a whole region', () => {
  const known = new Known();
  known.note({ n: 5, regions: { words: 'Der Kahn fährt 🚢 bis Witten.' }, has: { words: 'W1' } });
  const f = {
    n: 6,
    regions: {},
    changes: { words: { base: 'W1', from: 18, rest: 7, html: 'nach ' } },
    has: { words: 'W2' },
  };
  assert.ok(known.note(f));
  assert.equal(f.regions.words, 'Der Kahn fährt 🚢 nach Witten.');
  assert.deepEqual(known.header(), { 'X-Has': 'words=W2' });
});

test('a change of what the page does not have is not made', () => {
  for (const before of [[], [{ n: 5, regions: { words: 'old' }, has: { words: 'W0' } }]]) {
    const known = new Known();
    for (const f of before) known.note(f);
    const f = {
      n: 6,
      regions: {},
      changes: { words: { base: 'W1', from: 1, rest: 1, html: 'x' } },
      has: { words: 'W2' },
    };
    assert.ok(!known.note(f));
    assert.ok(!('words' in f.regions));
    assert.deepEqual(known.header(), { 'X-Has': '' });
  }
});

test('what the page was loaded with is not known, and nothing is missed', () => {
  assert.ok(new Known().note({ n: 6, regions: {}, has: { words: 'W1' } }));
});
