// Any number of tables in any number of tabs: all get their news, and nothing that is
// pressed waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { stage } from './stage.mjs';
import { hang } from './program.mjs';
import { Hand } from './hand.mjs';
import { asked, choose } from './table.mjs';

const s = stage();
const tables = 10;

/** What a seat is called at another's. */
const renamed = (page, name) =>
  page.waitForFunction(name => document.getElementById('seat-1').textContent.includes(name), name);

/** Renames the second seat of a hand's table, as from another device: news for the pages that show it. */
async function rename(hand, id, name) {
  hand.id = id;
  const now = await hand.look();
  const key = Array.from(name + 'aaaaaaaaaaaaaaaaaaaaaa').slice(0, 22).join('');
  const r = await hand.fetch(`/t/${id}/seat`, {
    form: { at: now.at, key, seat: 1, do: 'rename', name },
    headers: { Accept: 'application/json' },
  });
  assert.equal((await r.json()).notice ?? '', '', 'the news made elsewhere');
}

/** Opens tables of a hand in a tab each. */
async function open(hand, context, url) {
  const tabs = [];
  for (let n = 0; n < tables; n++) {
    const id = await hand.newTable(['me', 'me']);
    if (!n) await hand.lend(context);
    const page = await context.newPage();
    await page.goto(`${url}t/${id}`);
    tabs.push({ id, page });
  }
  return tabs;
}

/** Sees to it that every tab carries out a choice, and shows a news made elsewhere. */
async function play(hand, tabs, round) {
  for (const { page } of tabs) await choose(page, await asked(page), 0);
  for (const [n, { id }] of tabs.entries()) await rename(hand, id, `N${round}x${n}`);
  for (const [n, { page }] of tabs.entries()) await renamed(page, `N${round}x${n}`);
}

/** What was asked for by all pages of a context, but the files. */
async function secure(page) {
  return page.evaluate(() => [isSecureContext, 'locks' in navigator]);
}

test('ten tables in ten tabs, and the one that came first is closed', async () => {
  const { context, page } = await s.guest();
  await page.close();
  const hand = new Hand(s.program.url);
  const tabs = await open(hand, context, s.program.url);
  assert.deepEqual(await secure(tabs[0].page), [true, true]);
  await play(hand, tabs, 1);
  await tabs.shift().page.close();
  await play(hand, tabs, 2);
});

test('the same in a local network by plain http', async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP table.local 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  try {
    const url = s.program.url.replace('127.0.0.1', 'table.local');
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(hang);
    const hand = new Hand(s.program.url);
    hand.lend = c => c.addCookies([...hand.cookies].map(([name, value]) => ({ name, value, url })));
    const tabs = await open(hand, context, url);
    assert.deepEqual(await secure(tabs[0].page), [false, false]);
    await play(hand, tabs, 1);
    await tabs.shift().page.close();
    await play(hand, tabs, 2);
  } finally {
    await browser.close();
  }
});
