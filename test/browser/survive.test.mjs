// Nothing is lost: neither when the program is killed, nor when the connection
// goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from './program.mjs';
import { shot, stage } from './stage.mjs';
import { Hand } from './hand.mjs';
import { asked, choose, newTable } from './table.mjs';

const s = stage();
const offline =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

test('a killed program has lost nothing, and the open page goes on', async () => {
  const guest = await s.guest();
  const { page } = guest;
  guest.expected.push(offline);
  await newTable(page, s.program.url, ['me', 'me']);
  let now = await asked(page);
  for (let n = 0; n < 8; n++) now = await choose(page, now, 0);
  const shown = () =>
    page.evaluate(() =>
      ['status', 'headline', 'seats', 'loglist'].map(id =>
        document.getElementById(id).textContent.replace(/\s+/g, ' '),
      ),
    );
  const before = await shown();
  await s.program.stop('SIGKILL');
  await page.locator('.lost').waitFor();
  await shot(page, 'lost');
  const again = await launch(s.program.db, s.program.addr);
  s.program.stop = again.stop;
  await page.locator('.lost').waitFor({ state: 'hidden' });
  assert.equal((await asked(page)).at, now.at);
  await page.waitForFunction(
    before =>
      before.join() ===
      ['status', 'headline', 'seats', 'loglist']
        .map(id => document.getElementById(id).textContent.replace(/\s+/g, ' '))
        .join(),
    before,
  );
  const fresh = await guest.context.newPage();
  await fresh.goto(page.url());
  assert.deepEqual((await asked(fresh)).cards, now.cards, 'a page opened again asks the same');
  await choose(page, now, 0);
});

test('a page that was cut off says so and catches up', async () => {
  const guest = await s.guest({ alone: true });
  const { page } = guest;
  guest.expected.push(offline);
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  await hand.lend(guest.context);
  await page.goto(`${s.program.url}t/${hand.id}`);
  let now = await asked(page);
  await guest.context.setOffline(true);
  await page.click(`#act-${now.cards[0].action}`); // does not arrive
  await page.locator('.lost').waitFor();
  for (let n = 0; n < 6; n++) {
    const there = await hand.look();
    await hand.act(there, there.actions[0]);
  }
  const there = await hand.look();
  await guest.context.setOffline(false);
  await page.locator('.lost').waitFor({ state: 'hidden' });
  while (now.at !== there.at) now = await asked(page, now.at);
  assert.equal(now.cards.length, there.actions.length);
});

test('a page for which there is no stream left says that, and listens when there is one', async () => {
  const guest = await s.guest({ alone: true });
  const { page } = guest;
  guest.expected.push(/429/);
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  await hand.lend(guest.context);
  const held = [];
  const pages = Array(16).fill(`t=${hand.id}~0~0~en`).join('&');
  for (let r = await hand.fetch(`/stream?${pages}`); r.ok; r = await hand.fetch(`/stream?${pages}`)) held.push(r);
  assert.ok(held.length > 4 && held.length < 20, `${held.length} streams`);
  await page.clock.install();
  await page.goto(`${s.program.url}t/${hand.id}`);
  await page.locator('.overload').waitFor();
  assert.equal(await page.locator('.lost').isVisible(), false, 'the connection is not lost');
  await shot(page, 'crowded');
  for (const r of held) await r.body.cancel();
  for (let n = 0; n < 30 && (await page.locator('.overload').isVisible()); n++) await page.clock.runFor(10000);
  await page.locator('.overload').waitFor({ state: 'hidden' });
});

test('a page whose script did not come says so, and works as without scripts', async () => {
  const guest = await s.guest();
  const { page } = guest;
  guest.expected.push(offline, /ERR_FAILED/);
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  await page.route('**/morph*.js', route => route.abort());
  await page.goto(`${s.program.url}t/${hand.id}`); // to watch
  await page.locator('#main > .failed').waitFor();
  await page.locator('.band .unscripted').waitFor();
});
