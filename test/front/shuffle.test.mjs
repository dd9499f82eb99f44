// The script derives the same deals as the program: the games of record/testdata.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, derive } from '../../internal/web/static/js/shuffle.js';

/** @type {{record: any, parts: any}[]} */
const games = JSON.parse(readFileSync(new URL('../../record/testdata/shuffles.json', import.meta.url), 'utf8'));

test('deal and draws follow from the secret and the contributions', async () => {
  assert.ok(games.length >= 3);
  for (const { record, parts } of games) {
    const checks = await check(record, parts);
    assert.deepEqual(
      checks.map(c => [c.what, c.ok]),
      ['commitment', 'start', 'obstacles', 'draws', 'countries'].map(what => [what, true]),
      JSON.stringify(checks),
    );
  }
});

test('what does not follow is found', async () => {
  for (const [what, change] of /** @type {[string, (r: any) => void][]} */ ([
    ['commitment', r => (r.shuffle.commitment = '0'.repeat(64))],
    ['start', r => (r.chance.startSeat = (r.chance.startSeat + 1) % r.players.length)],
    ['obstacles', r => r.chance.obstacles.reverse()],
    ['draws', r => ([r.chance.draws[0], r.chance.draws[1]] = [r.chance.draws[1], r.chance.draws[0]])],
    ['countries', r => r.chance.countries.push('belgium')],
    ['obstacles', r => (r.shuffle.contributions[1] = '')],
  ])) {
    const record = structuredClone(games[0].record);
    change(record);
    const found = (await check(record, games[0].parts)).find(c => c.what === what);
    assert.equal(found?.ok, false, what);
    assert.notEqual(found?.got, found?.want);
  }
});

test('the record of a running game is not checked', async () => {
  const record = structuredClone(games[0].record);
  delete record.shuffle.secret;
  assert.deepEqual(await check(record, games[0].parts), []);
});

test('later contributions change nothing that was seen at once', async () => {
  const { record, parts } = games[0];
  const a = await derive(record.shuffle, parts);
  const b = await derive({ ...record.shuffle, contributions: ['', ''] }, parts);
  assert.equal(a.startSeat, b.startSeat);
  assert.equal(a.urn[0], b.urn[0]);
  assert.notDeepEqual(a.obstacles, b.obstacles);
});
