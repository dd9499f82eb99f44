// What an update leaves alone, and what it shows on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';
import { asked, choose, newTable, press, quick } from './table.mjs';

const s = stage();

/** Brings a page up to date though nothing happened, and waits until it is. */
async function refresh(page) {
  await page.evaluate(() => {
    document.getElementById('band').dataset.old = 'yes'; // an update takes it away
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(() => !document.getElementById('band').dataset.old);
}

/** Changes the answer to the next choice. */
const answered = (page, change) =>
  page.route(
    '**/act',
    async route => {
      const response = await route.fetch();
      const json = await response.json();
      change(json);
      await route.fulfill({ response, json });
    },
    { times: 1 },
  );

test('what the reader has opened stays open through an update', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  let now = await asked(page);
  while (!(await page.locator('#recap').count())) now = await choose(page, now, 0);
  await page.click('#recap summary');
  await refresh(page);
  assert.equal(await page.locator('#recap[open]').count(), 1, 'what happened meanwhile');
  for (const panel of ['board-1', 'logpanel', 'wordspanel']) {
    await page.locator(`[popovertarget=${panel}]`).first().click();
    await refresh(page);
    assert.equal(await page.locator(`#${panel}:popover-open`).count(), 1, panel);
    await page.keyboard.press('Escape');
  }
});

test('a new round folds the others only where nobody reads them', async () => {
  const guest = await s.guest({ alone: true });
  const { page } = guest;
  guest.expected.push(/ERR_FAILED/);
  await page.route('**/stream?*', route => route.abort()); // so that frames come with the answers
  await newTable(page, s.program.url, ['me', 'me']);
  let now = await asked(page);
  await page.evaluate(() => document.getElementById('logpanel').showPopover());
  for (const [round, open] of [
    [2, 2],
    [3, 1],
  ]) {
    const html = [...Array(round).keys()].map(
      k =>
        `<li id="log-${k + 1}" value="${k + 1}"><details open id="log-of-${k + 1}"><summary>…</summary></details></li>`,
    );
    await answered(page, json => (json.frames.at(-1).log = { from: 1, html: html.reverse().join('') }));
    await page.evaluate(card => document.getElementById(card).click(), `act-${now.cards[0].action}`);
    now = await asked(page, now.at);
    assert.equal(await page.locator('#loglist details[open]').count(), open, `round ${round}`);
    await page.evaluate(() => document.getElementById('logpanel').hidePopover());
  }
});

test('a toast with a link stays until it is put away, and its link is not where nothing is seen', async () => {
  const guest = await s.guest({ alone: true });
  const { page } = guest;
  guest.expected.push(/ERR_FAILED/);
  await page.route('**/stream?*', route => route.abort());
  await newTable(page, s.program.url, ['me', 'me']);
  const now = await asked(page);
  await page.clock.install();
  for (const [notice, left] of [
    ['Not now', 0],
    ['Not now <a href="/handbook">why</a>', 1],
  ]) {
    await page.route('**/act', route => route.fulfill({ json: { n: 0, frames: [], notice } }), { times: 1 });
    await page.evaluate(card => document.getElementById(card).click(), `act-${now.cards[0].action}`);
    await page.waitForSelector('.toast:not([id])');
    await page.clock.fastForward(10_000);
    assert.equal(await page.locator('.toast:not([id])').count(), left);
  }
  assert.equal(await page.locator('#announce a').count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.toast:not([id])').count(), 0);
});

test('a frame that cannot be shown does not keep the page from those that follow', async () => {
  const guest = await s.guest({ alone: true });
  const { page } = guest;
  guest.expected.push(/not iterable/, /ERR_ABORTED/);
  await page.route('**/stream?*', route => route.abort()); // so that frames come with the answers
  guest.expected.push(/ERR_FAILED/);
  await newTable(page, s.program.url, ['me', 'me']);
  let now = await asked(page);
  await answered(page, json => (json.frames[0].say = 1));
  await Promise.all([page.waitForEvent('load'), press(page, now)]);
  now = await asked(page, now.at);
  await choose(page, now, 0);
});

/** Has the page show a decision's frames as if these facts had led to them. */
const because = (page, facts) =>
  answered(page, json => {
    for (const f of json.frames) f.facts = [];
    json.frames[0].facts = facts; // the others move nothing where the machine does not keep up
  });

test('coins fly where demand paid, and nowhere else', async () => {
  const guest = await s.guest({ alone: true, reducedMotion: 'no-preference', settings: { pace: 'fast' } });
  const { page } = guest;
  guest.expected.push(/ERR_FAILED/);
  await page.route('**/stream?*', route => route.abort()); // so that frames come with the answers
  await newTable(page, s.program.url, ['me', 'me']);
  await page.evaluate(() => {
    window.coins = [];
    new MutationObserver(list => {
      for (const { addedNodes } of list) window.coins.push(...[...addedNodes].filter(n => n.className === 'flying'));
    }).observe(document.body, { childList: true });
  });
  const coins = () => page.evaluate(() => window.coins.length);
  const space = await page.evaluate(() => `space-${document.querySelector('.spot[data-kind=space]').dataset.at}`);
  let now = await asked(page);
  for (const facts of [
    [{ kind: 'thaler', seat: 0, amount: -3 }],
    [{ kind: 'thaler', seat: 1, from: space, amount: -2 }],
    [{ kind: 'thaler', seat: 1, amount: 4 }],
    [{ kind: 'supply', seat: 0, amount: 1 }],
  ]) {
    await because(page, facts);
    now = await choose(page, now, 0);
    assert.equal(await coins(), 0, JSON.stringify(facts));
  }
  // A press ends what moves, and may do so with what it brings itself.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(a => a instanceof CSSAnimation || a instanceof CSSTransition || !a.effect.target.closest('#pieces')),
  );
  await because(page, [{ kind: 'thaler', seat: 1, from: space, amount: 3 }]);
  await press(page, now);
  await page.waitForFunction(() => window.coins.length > 0 && !document.querySelector('.flying'));
  assert.equal(await coins(), 3, 'one for each Thaler; they are gone when they have arrived');
});
