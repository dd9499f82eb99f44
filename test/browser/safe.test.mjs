// Presses as hands make them: twice, while something else is under way, on a
// slow line, without one, and from two browsers at once. None is lost without a
// word, and none counts twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { shot, stage } from './stage.mjs';
import { asked, choose, newTable, press, quick } from './table.mjs';

const s = stage();
const offline = /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION|ERR_FAILED/;

/** A guest at a table of one hand alone, and the hand, which can play there, too. */
async function shared(seats = ['me', 'me']) {
  const guest = await s.guest();
  const hand = new Hand(s.program.url);
  await hand.newTable(seats);
  await hand.lend(guest.context);
  await guest.page.goto(`${s.program.url}t/${hand.id}`);
  return { guest, page: guest.page, hand };
}

/** How many decisions the table has seen. */
const decisions = async hand => {
  const { actions } = await (await hand.fetch(`/t/${hand.id}/record`)).json();
  return actions.length;
};

/** The decisions are as many as that, and stay it through another look. */
async function stays(page, hand, n, what) {
  await page.waitForFunction(() => !document.querySelector('.picked'));
  assert.equal(await decisions(hand), n, what);
}

const told = (page, text) =>
  page.waitForFunction(
    text =>
      document.querySelector('.toast')?.textContent.includes(text) &&
      document.getElementById('announce').textContent.includes(text),
    text,
  );

test('a double click plays one decision', async () => {
  const { page, hand } = await shared();
  const sent = [];
  page.on('request', r => r.method() === 'POST' && sent.push(r.url()));
  for (let now = await asked(page), n = 1; n <= 4; n++) {
    const card = now.cards[0];
    await page.dblclick(card ? `#act-${card.action}` : '#confirm');
    const next = await asked(page, now.at);
    await page.waitForFunction(() => !document.querySelector('.picked'));
    assert.equal(sent.length, n, sent.join(' '));
    assert.equal((await hand.look()).at, next.at, 'nothing happened after what the page shows');
    now = next;
  }
  await stays(page, hand, await decisions(hand), 'nothing more is played');
  assert.equal(sent.length, 4, sent.join(' '));
});

test('a double click on taking back takes one choice back', async () => {
  const { page, hand } = await shared();
  let now = await asked(page);
  while (now.cards.length) now = await choose(page, now, 0);
  const there = await decisions(hand);
  assert.ok(there >= 2);
  await page.dblclick('#undo');
  await asked(page, now.at);
  await stays(page, hand, there - 1, 'one choice was taken back');
});

test('what has only just appeared cannot be pressed, what stood there can', async () => {
  const { page, hand } = await shared();
  const now = await asked(page);
  // In one go with what changes the page, so that no machine is too slow for it.
  const counted = await page.evaluate(
    action =>
      new Promise(done => {
        const band = document.getElementById('band');
        new MutationObserver((_, o) => {
          if (band.querySelector('input[name=at]')?.value === undefined) return;
          const next = band.querySelector('.card');
          if (!next || next.value === action) return;
          o.disconnect();
          next.click();
          done(true);
        }).observe(band, { childList: true, subtree: true });
        document.getElementById(`act-${action}`).click();
      }),
    now.cards[0].action,
  );
  assert.ok(counted);
  await told(page, 'only just appeared');
  await stays(page, hand, 1, 'only the first press counted');
  const then = await asked(page);
  await choose(page, then, 0);
});

test('a press while advice is computed is carried out, and the advice kept to itself', async () => {
  const guest = await s.guest();
  const { page } = guest;
  await newTable(page, s.program.url, ['me', quick]);
  let now = await asked(page);
  while (!(await page.locator('#hint-ask').count())) now = await choose(page, now, 0);
  let go;
  const held = new Promise(done => (go = done));
  await page.route('**/hint', async route => {
    await held;
    await route.continue();
  });
  await page.click('#hint-ask');
  await page.locator('#hint-ask.picked').waitFor();
  await press(page, now);
  const then = await asked(page, now.at); // nobody waits for the advice
  const answered = page.waitForResponse(r => r.url().endsWith('/hint'));
  go();
  await answered;
  await page.waitForFunction(() => !document.querySelector('.picked'));
  assert.equal(await page.inputValue('.band input[name=at]'), then.at);
  assert.equal(await page.locator('.toast, #advice').count(), 0);
});

test('on a slow line a press is seen to be under way, and counts once', async () => {
  const { page, hand } = await shared();
  const now = await asked(page);
  let go;
  const held = new Promise(done => (go = done));
  await page.route('**/t/*/act', async route => {
    await held;
    await route.continue();
  });
  const card = `#act-${now.cards[0].action}`;
  await page.click(card);
  await page.locator(`${card}.picked`).waitFor();
  await page.click(card);
  await page.waitForFunction(() => document.getElementById('sending').textContent === 'Sending…');
  await shot(page, 'sending');
  go();
  await asked(page, now.at);
  await page.waitForFunction(() => document.getElementById('sending').textContent === '');
  await stays(page, hand, 1);
});

test('whatever is pressed is seen to have been, as long as the answer takes', async () => {
  const guest = await s.guest();
  const { page } = guest;
  await newTable(page, s.program.url, ['me', 'me']);
  const kinds = new Set();
  let held;
  await page.route('**/t/**', async route => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  for (let now = await asked(page); kinds.size < 2; now = await asked(page, now.at)) {
    const button = page.locator(now.cards.length ? `#act-${now.cards[0].action}` : '#confirm');
    const look = () => button.evaluate(b => getComputedStyle(b).boxShadow);
    await button.hover();
    const before = await look();
    let go;
    held = new Promise(done => (go = done));
    await button.click();
    await page.locator('button.picked').waitFor();
    assert.notEqual(await look(), before);
    go();
    kinds.add(now.cards.length ? 'choice' : 'last word');
  }
});

test('a press without a line is kept, and made when there is one again', async () => {
  const { guest, page, hand } = await shared();
  guest.expected.push(offline);
  const now = await asked(page);
  await guest.context.setOffline(true);
  const card = `#act-${now.cards[0].action}`;
  await page.click(card);
  await page.waitForFunction(() => document.getElementById('sending').textContent.startsWith('Not sent yet'));
  await page.locator(`${card}.picked`).waitFor();
  await shot(page, 'kept');
  assert.equal(await decisions(hand), 0);
  await guest.context.setOffline(false);
  await asked(page, now.at);
  await stays(page, hand, 1);
});

test('a press that was overtaken while the line was down is said to have been', async () => {
  const { guest, page, hand } = await shared();
  guest.expected.push(offline);
  const now = await asked(page);
  await guest.context.setOffline(true);
  await page.click(`#act-${now.cards[0].action}`);
  await page.locator('.lost').waitFor();
  const there = await hand.look();
  await hand.act(there, there.actions.at(-1));
  await guest.context.setOffline(false);
  await told(page, 'The table has changed meanwhile');
  await stays(page, hand, 1);
});

test('of two browsers at one decision one wins, and the other is told', async () => {
  const { page, hand } = await shared();
  const other = await s.guest();
  await hand.lend(other.context);
  await other.page.goto(page.url());
  const pages = [page, other.page];
  const now = await asked(page);
  assert.equal((await asked(other.page)).at, now.at);
  // Neither hears of the other before both have pressed.
  let go;
  const both = new Promise(done => (go = done));
  let waiting = 0;
  for (const p of pages)
    await p.route('**/t/*/act', async route => {
      if (++waiting === 2) go();
      await both;
      await route.continue();
    });
  const changed = 'The table has changed meanwhile';
  await Promise.all([
    Promise.any(pages.map(p => told(p, changed))), // which goes after a few seconds
    press(page, now, 0),
    press(other.page, now, now.cards.length - 1),
  ]);
  for (const p of pages) await asked(p, now.at);
  await stays(page, hand, 1);
  const heard = await Promise.all(pages.map(p => p.textContent('#announce')));
  assert.equal(heard.filter(text => text.includes(changed)).length, 1);
});

test('the last word: the first sale can be taken back alone, and goes on after a moment that can be skipped', async () => {
  const { page } = await s.guest({ settings: { word: 'moment' } });
  await newTable(page, s.program.url, ['me', quick]);
  let now = await asked(page);
  while (!now.confirm) now = await choose(page, now, 0);
  await page.keyboard.press('Escape'); // waits from here on
  assert.match(await page.locator('#headline').innerText(), /go on, or undo/i);
  await shot(page, 'last-word');
  const word = await page.locator('#confirm').boundingBox();
  await page.click('#undo');
  now = await asked(page, now.at);
  assert.ok(now.cards.length > 0, 'the choice is there again');
  while (!now.confirm) now = await choose(page, now, 0);
  const before = now.at;
  await page.mouse.move(2, 2);
  await page.hover('#confirm');
  await page.waitForTimeout(6000);
  assert.equal((await asked(page)).at, before, 'a hand that has come to the button holds it');
  await page.mouse.move(2, 2);
  now = await asked(page, before); // the page has given the last word
  assert.equal(now.confirm, false);
  while (!now.confirm) now = await choose(page, now, 0);
  await press(page, now);
  now = await asked(page, now.at);
  assert.ok(now);
  while (now.cards.length && !now.confirm) {
    await page.mouse.move(word.x + word.width / 2, word.y + word.height / 2); // where the button will be
    await page.locator(`#act-${now.cards[0].action}`).press('Enter');
    now = await asked(page, now.at);
  }
  assert.ok(now.confirm, 'the page asks for the last word');
  assert.ok(await asked(page, now.at), 'a mouse that rests there holds nothing');
});

test('whose choices are final is not asked', async () => {
  const { page } = await s.guest({ settings: { word: 'none' } });
  await newTable(page, s.program.url, ['me', quick]);
  let now = await asked(page);
  for (let n = 0; n < 12 && !now.over; n++) {
    assert.equal(now.confirm, false);
    now = await choose(page, now, 0);
  }
});
