// The same page without a mouse: by keyboard alone, and from what is read
// aloud alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { chance, stage } from './stage.mjs';
import { asked, newTable, quick } from './table.mjs';

const s = stage();

/** What has the focus: its id or kind, and whether it can be seen to have it. */
const focus = page =>
  page.evaluate(() => {
    const el = document.activeElement;
    const style = getComputedStyle(el);
    return {
      lost: el === document.body || !el.isConnected,
      id: el.id,
      tag: el.tagName,
      seen: el.id === 'headline' || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2),
    };
  });

/** Tabs on until an element has the focus; everything on the way shows that it has it. */
async function tabTo(page, id) {
  for (let n = 0; n < 80; n++) {
    const now = await focus(page);
    if (now.id === id) return;
    await page.keyboard.press('Tab');
    const next = await focus(page);
    assert.ok(next.seen || next.lost, `the focus can be seen on ${next.tag} ${next.id}`);
  }
  assert.fail(`#${id} cannot be reached with the tab key`);
}

test('a whole game by keyboard alone, without ever losing the focus', async () => {
  const { page } = await s.guest();
  await page.goto(s.program.url);
  await tabTo(page, 'play');
  await newTable(page, s.program.url, ['me', quick]);
  const pick = chance(11);
  let now = await asked(page);
  let undone = false;
  // The first link leads past the head of the page.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'headline');
  while (!now.over) {
    const before = now.at;
    const card = now.cards[now.cards.length ? pick(now.cards.length) : 0];
    if (now.undo && !undone) {
      undone = true;
      await tabTo(page, 'undo');
    } else {
      await tabTo(page, card ? `act-${card.action}` : 'confirm');
    }
    await page.keyboard.press('Enter');
    now = await asked(page, before);
    const left = await focus(page);
    assert.equal(left.lost, false, `the focus is lost after an update in ${now.phase}`);
  }
  const onScore = () => page.evaluate(() => document.activeElement.matches('#band a[href$="/score"]'));
  for (let n = 0; n < 80 && !(await onScore()); n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/score');
});

test('panels open and close by keyboard and give the focus back', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  await asked(page);
  for (const [button, panel] of [
    ['[popovertarget=logpanel]', '#logpanel'],
    ['#seat-1 [popovertarget]', '#board-1'],
  ]) {
    await page.locator(button).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${panel}:popover-open`);
    await page.keyboard.press('Escape');
    await page.waitForSelector(panel, { state: 'hidden' });
    assert.equal(
      await page.evaluate(b => document.activeElement.matches(b), button),
      true,
      'the focus is back on the button',
    );
  }
});

test('a replay by keyboard: the map is panned, steps keep the focus, and it plays on after a broken answer', async () => {
  const { page } = await s.guest();
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  await hand.play(now => Number(now.at) > 12, chance(5));
  await hand.lend(page.context());
  const at = n => page.waitForFunction(n => new URL(location).searchParams.get('n') === String(n), n);
  await page.goto(`${s.program.url}t/${hand.id}/replay?n=3`);
  await page.waitForSelector('.script #play');
  // A step that leads nowhere any more gives the focus to the player.
  await tabTo(page, 'step-first');
  await page.keyboard.press('Enter');
  await at(0);
  await page.waitForFunction(() => document.activeElement.id === 'play');
  // What fails while it plays ends the playing.
  await page.evaluate(() => {
    const { text } = Response.prototype;
    Response.prototype.text = function breaks() {
      Response.prototype.text = text;
      return Promise.reject(new TypeError('the line broke'));
    };
  });
  const button = () => page.locator('#play').innerText();
  const plays = await button();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#playon .failed');
  assert.equal(await button(), plays);
  await page.keyboard.press('ArrowRight');
  await at(1);
  // Arrows pan the map that has the focus, and step where the mouse has moved it.
  for (let k = 0; k < 9 && !(await page.locator('#viewport.pans').count()); k++) await page.keyboard.press('+');
  assert.equal(await page.inputValue('#pace'), '1300', 'what zooms does nothing else');
  await page.keyboard.press('>');
  assert.equal(await page.inputValue('#pace'), '500');
  await tabTo(page, 'viewport');
  const left = () => page.evaluate(() => document.getElementById('viewport').scrollLeft);
  const was = await left();
  const way = was > 0 ? 'ArrowLeft' : 'ArrowRight';
  await page.keyboard.press(way);
  await page.waitForFunction(was => document.getElementById('viewport').scrollLeft !== was, was);
  await at(1);
  await page.evaluate(() => document.activeElement.blur());
  await page.locator('#viewport').click();
  await page.keyboard.press('ArrowRight');
  await at(2);
  // Of what the slider passes only where it rests is asked for and noted.
  const sent = [];
  page.on('request', r => sent.push(new URL(r.url()).search));
  await page.evaluate(() => {
    const slider = document.getElementById('range');
    const { replaceState } = history;
    window.notes = 0;
    history.replaceState = (...to) => {
      window.notes++;
      replaceState.apply(history, to);
    };
    for (let n = 3; n <= 10; n++) {
      slider.value = n;
      slider.dispatchEvent(new Event('input'));
    }
  });
  await at(10);
  assert.deepEqual([sent, await page.evaluate(() => window.notes)], [['?n=10'], 1]);
});

test('the handbook by keyboard alone: from the index to a rule, and a ruling unfolds', async () => {
  const { page } = await s.guest();
  await page.goto(`${s.program.url}handbook`);
  await page.locator('#index a[href$="#SAIL-2"]').first().focus();
  assert.equal((await focus(page)).seen, true, 'the focus can be seen on a link');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/handbook#SAIL-2');
  await page.waitForFunction(() => !document.activeElement.matches('#index a'));
  const fold = page.locator('#SAIL-2 details');
  const inFold = () => page.evaluate(() => document.activeElement.matches('#SAIL-2 summary'));
  for (let n = 0; n < 5 && !(await inFold()); n++) await page.keyboard.press('Tab');
  assert.equal((await focus(page)).seen, true, 'the focus can be seen on a ruling');
  assert.equal(await fold.getByText('never falls below').isVisible(), false);
  await page.keyboard.press('Enter');
  assert.equal(await fold.getByText('never falls below').isVisible(), true);
});

/** What a screen reader finds in the part of the page that asks, by roles and names alone. */
async function heard(page) {
  const heading = page.getByRole('heading', { level: 1 });
  const region = page.getByRole('main').getByRole('region').filter({ has: heading });
  return {
    heading: (await region.getByRole('heading', { level: 1 }).textContent()).trim(),
    choices: region.getByRole('listitem').getByRole('button'),
    confirm: region.getByRole('button', { name: /^(Confirm|Go on)/ }),
    score: region.getByRole('link', { name: 'Scoring in detail' }),
  };
}

test('a whole game from what is read aloud alone', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  const pick = chance(23);
  const live = page.getByRole('log');
  const announced = () => live.textContent();
  let spoken = 0;
  for (let decisions = 0; ; decisions++) {
    assert.ok(decisions < 400, 'the game goes on for ever');
    const asking = await heard(page);
    await asking.choices.or(asking.confirm).or(asking.score).first().waitFor();
    if (await asking.score.count()) break;
    assert.ok(asking.heading.length > 8, 'the heading says what is asked');
    const n = await asking.choices.count();
    const button = n ? asking.choices.nth(pick(n)) : asking.confirm;
    const name = (await button.textContent()).trim();
    assert.ok(name.length > 3, 'a choice has a name');
    const before = await announced();
    const { at } = await asked(page); // only to know when the answer has come
    await button.press('Enter');
    await asked(page, at);
    assert.notEqual(await announced(), before, `nothing is announced after “${name}”`);
    spoken++;
  }
  const asking = await heard(page);
  assert.match(asking.heading, /wins? (together )?with/);
  assert.match(await live.textContent(), /wins? (together )?with/, 'the end is announced');
  assert.ok(spoken > 20);
  await asking.score.press('Enter');
  await page.waitForURL('**/score');
  const head = await page.getByRole('columnheader').allTextContents();
  assert.equal(head.length, 3, 'the score sheet is a table with a column for each seat');
  assert.ok((await page.getByRole('rowheader').count()) > 5, 'and rows with names');
});

test('the river is there as a table in words', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  await asked(page);
  await page.getByRole('button', { name: 'As text' }).press('Enter');
  const river = page.getByRole('table');
  assert.ok((await river.getByRole('row').count()) > 40, 'a row for each space');
  assert.match(
    await river
      .getByRole('row', { name: /Ruhrort/ })
      .first()
      .textContent(),
    /harbour|port/i,
  );
});
