// What a page and an update may weigh, in bytes over the wire, and that nothing
// on a page jumps. How long things take is measured by measure.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';
import { firstLoad, lateTable, perAction, updates } from './weight.mjs';

const firstLimit = 150_000;
const updateLimit = 10_000;
const shiftLimit = 0.02;
const programLimit = 5_600_000; // of the offline edition

let hand;
const s = stage(async () => {
  hand = await lateTable(s.program.url);
});

for (const path of ['', 'new', 'handbook', 'handbook/sheet', 'table']) {
  test(`the first load of /${path} is light and stands still`, async () => {
    const guest = await s.guest();
    if (path === 'table') await hand.lend(guest.context);
    const load = await firstLoad(guest, s.program.url + (path === 'table' ? `t/${hand.id}` : path));
    assert.ok(load.bytes > 2000 && load.bytes < firstLimit, `${load.bytes} bytes`);
    assert.ok(load.shift < shiftLimit, `layout shift ${load.shift}`);
  });
}

test('an update for one action is light, and nothing jumps where nobody pressed anything', async () => {
  const actor = await s.guest({ alone: true });
  const watcher = await s.guest({ alone: true });
  await hand.lend(actor.context);
  const u = await updates(actor, watcher, `${s.program.url}t/${hand.id}`, 20);
  for (const who of ['actor', 'watcher']) {
    const bytes = perAction(u[who]);
    assert.ok(bytes > 300 && bytes < updateLimit, `${who}: ${bytes} bytes an action`);
  }
  assert.ok(u.shift < shiftLimit, `layout shift ${u.shift}`);
});

test('the program of the offline edition is no larger than it was', async () => {
  const program = await (await fetch(`${s.program.url}o/core.wasm.gz`)).arrayBuffer();
  assert.ok(program.byteLength > 1e6 && program.byteLength < programLimit, `${program.byteLength} bytes`);
});
