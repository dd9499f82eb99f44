// Any number of tables in any number of tabs: all get their news, and nothing that is
// pressed waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { stage } from './stage.mjs';
import { executablePath, hang } from './program.mjs';
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
  const key = Array.from(name + 'aaaaaaaaaaaaaaaaaaaaaa')
    .slice(0, 22)
    .join('');
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

/** Whether a page is a secure context, and has locks. */
const secure = page => page.evaluate(() => [isSecureContext, 'locks' in navigator]);

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
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP table.local 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
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

test('pages get news again after the one that came first has crashed', async () => {
  const { context, page } = await s.guest();
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'me']);
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${id}`);
  const tab = await context.newPage();
  await tab.goto(`${s.program.url}t/${id}`);
  await asked(tab);
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  await rename(hand, id, 'Crashed');
  await renamed(tab, 'Crashed');
});

test('a page without shared workers listens while it is seen, and then until another one is', async () => {
  const { context, page } = await s.guest({ alone: true });
  const see = (tab, yes) =>
    tab.evaluate(yes => {
      Object.defineProperty(document, 'hidden', { value: !yes, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, yes);
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'me']);
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${id}`);
  await asked(page);
  await see(page, false);
  await rename(hand, id, 'Hidden');
  await renamed(page, 'Hidden');
  const tab = await context.newPage();
  const ended = context.waitForEvent('requestfailed', r => r.url().includes('/stream?'));
  await tab.goto(`${s.program.url}t/${id}`);
  assert.equal((await ended).frame().page(), page, 'the hidden one has stopped');
  await rename(hand, id, 'Seen');
  await renamed(tab, 'Seen');
  await see(page, true);
  await rename(hand, id, 'Again');
  for (const one of [page, tab]) await renamed(one, 'Again');
});

test('a page whose session ends says so, keeps what is typed, and leads back', async () => {
  const { context, page, expected } = await s.guest();
  expected.push(/403/); // a press after the session
  const hand = new Hand(s.program.url);
  await hand.signUp('Anna');
  const id = await hand.newTable(['me', 'me']);
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${id}`);
  const now = await asked(page);
  await page.getByRole('button', { name: 'Chat' }).first().click();
  await page.fill('#chatpanel [name=text]', 'half a sentence');
  await hand.fetch('/account/out', { form: {} }); // in another tab
  await page.locator('#signedout').waitFor();
  assert.equal(await page.inputValue('#chatpanel [name=text]'), 'half a sentence');
  await page.keyboard.press('Escape');
  await page.click(`#act-${now.cards[0].action}`);
  await page.locator('.toast:not([id])', { hasText: 'no longer signed in' }).waitFor();
  assert.equal(await page.locator('#signedout').isVisible(), false, 'the same is said twice');
  await page.locator('.toast a').and(page.locator(':visible')).click();
  await page.locator('form:not(:has([name=credential])) [name=name]').fill('Anna');
  await page.fill('[name=password]', 'correct horse');
  await page.locator('form:has([name=password]) button.main').click();
  await page.waitForURL(`**/t/${id}`);
  await choose(page, await asked(page), 0);
});

test('what was read aloud and heard is not repeated when a page is looked at again or its line broke', async () => {
  const { context, page } = await s.guest({ alone: true, settings: { sound: 'on' } });
  await context.addInitScript(() => {
    window.tones = 0;
    window.AudioContext = class {
      state = 'running';
      createOscillator() {
        window.tones++;
        throw new Error('heard');
      }
    };
  });
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'me']);
  await hand.lend(context);
  // As after a line that broke: the stream begins where the page was, and brings the last step once more.
  let broken = false;
  await page.route('**/stream?*', async route => {
    if (!broken) return route.continue();
    broken = false;
    const n = Number(await page.inputValue('#band [name=at]'));
    const frame = { n, title: 'once more', say: ['said before'], facts: [{ kind: 'sail', seat: 0 }], regions: {} };
    const body = `event: frames\ndata: ${JSON.stringify({ t: id, lang: 'en', n, frames: [frame] })}\n\n`;
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.route('**/frame?after=*', async route => {
    const response = await route.fetch();
    const json = await response.json();
    json.frames.at(-1).title = 'looked at';
    await route.fulfill({ response, json });
  });
  await page.goto(`${s.program.url}t/${id}`);
  await asked(page);
  const said = () => page.$$eval('#announce p', all => all.map(p => p.textContent));
  const before = await said();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForFunction(() => document.title.includes('looked at'));
  assert.deepEqual(await said(), before);
  broken = true;
  await page.reload();
  await page.waitForFunction(() => document.title.includes('once more'));
  assert.deepEqual(await said(), []);
  assert.equal(await page.evaluate(() => window.tones), 0);
});

test('a language chosen in another tab leaves no page in two', async () => {
  const { context, page } = await s.guest();
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'me']);
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${id}`);
  let now = await asked(page);
  const tab = await context.newPage();
  await tab.goto(s.program.url);
  await tab.locator('#languages [value=de]').click();
  await tab.locator('html[lang=de]').waitFor();
  await tab.goto(`${s.program.url}t/${id}`);
  await asked(tab, '');
  now = await choose(page, now, 0);
  await asked(tab, now.at === '1' ? '' : String(Number(now.at) - 1));
  const says = one => one.locator('#headline').innerText();
  assert.match(await says(page), /Choose|choose/);
  assert.doesNotMatch(await says(tab), /Choose|choose/);
});

test('a clock that is wrong here shows the time that is left there', async () => {
  const { context, page } = await s.guest();
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'me'], { pace: 'quick' });
  await hand.lend(context);
  const wrong = await context.newPage();
  await wrong.addInitScript(() => {
    const right = Date.now;
    Date.now = () => right() + 4 * 60_000;
  });
  const left = async tab => {
    await tab.goto(`${s.program.url}t/${id}`);
    await tab.locator('.now .counts').waitFor();
    return tab.evaluate(() => {
      const [m, s] = document.querySelector('.now .counts').textContent.split(':');
      return Number(m) * 60 + Number(s);
    });
  };
  const before = await left(page);
  const here = await left(wrong);
  const after = await left(page);
  assert.ok(before + 1 >= here && here >= after - 1, `${here} s are left, between ${before} and ${after}`);
});
