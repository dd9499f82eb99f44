// A whole game as most people play it: with the mouse, from the first page to
// the score sheet, the record and a look back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, desktop, phone, shot, stage } from './stage.mjs';
import { asked, choose, newTable, press, quick } from './table.mjs';

const s = stage();

test('one click on the first page leads to a table and a decision', async () => {
  const { page } = await s.guest();
  await page.goto(s.program.url);
  await shot(page, 'first');
  await page.getByRole('button', { name: 'Play now' }).click();
  const now = await asked(page);
  assert.ok(now.cards.length > 1, 'there is a choice');
  assert.match(await page.title(), /Your turn/);
  assert.equal(await page.locator('#seats > li').count(), 3, 'seats');
  await page.goto(s.program.url);
  assert.equal((await page.locator('a[href^="/t/"]').count()) > 0, true, 'the first page lists the table');
});

test('a whole game by mouse', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick, quick]);
  const pick = chance(7);
  const phases = new Set();
  let now = await asked(page);
  let onMap = 0;
  let undone = 0;
  let decisions = 0;
  while (!now.over) {
    assert.match(await page.title(), /Your turn/);
    await eachPhase(page, now, phases);
    if (now.undo && undone === 0) {
      undone++;
      const before = now.at;
      await page.click('#undo');
      now = await asked(page, before);
      assert.ok(+now.at > +before, 'the log only grows');
      continue;
    }
    const n = now.cards.length ? pick(now.cards.length) : 0;
    decisions++;
    if (now.cards[n]?.target && decisions % 2) {
      onMap++;
      await page.click(`.target[data-acts="${now.cards[n].action}"] .hit`);
      now = await asked(page, now.at);
    } else {
      now = await choose(page, now, n);
    }
  }
  assert.ok(onMap > 5, `only ${onMap} decisions were taken on the map`);
  assert.equal(undone, 1);
  assert.match(await page.textContent('#headline'), /wins? (together )?with \d+ victory point/);
  assert.match(await page.title(), /Finished/);
  await shot(page, 'end');
  await scoreSheet(page);
  await lookBack(page);
});

test('pieces move where motion is wished, and the page goes on by itself', async () => {
  const { page } = await s.guest({ reducedMotion: 'no-preference', settings: { pace: 'fast' } });
  await newTable(page, s.program.url, ['me', quick]);
  // Counts the animations of pieces that begin.
  await page.evaluate(() => {
    const start = Element.prototype.animate;
    window.moved = 0;
    Element.prototype.animate = function animate(...args) {
      if (this.closest('#pieces')) window.moved++;
      return start.apply(this, args);
    };
  });
  const moved = () => page.evaluate(() => window.moved);
  let now = await asked(page);
  // A machine that does not keep up moves only some of them.
  for (let n = 0; n < 20 && (await moved()) < 4; n++) now = await choose(page, now, 0);
  assert.ok((await moved()) > 3, 'pieces have moved');
  await shot(page, 'motion');
});

test('what is not possible says why, with the rule', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  await asked(page);
  const spot = page.locator('.spot[data-kind=depot]').first(); // nobody may build there yet
  const box = await spot.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 4);
  await page.waitForSelector('.bubble');
  assert.match(await page.getAttribute('.bubble a.rule', 'href'), /^\/handbook#[A-Z]+-\d+/);
  await shot(page, 'why-not');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.bubble').count(), 0);
});

test('of what was asked why only the last answer shows, and none once it was put away', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  await asked(page);
  await page.evaluate(() => {
    window.bubbles = [];
    const note = list => {
      for (const n of list.flatMap(m => [...m.addedNodes])) if (n.className === 'bubble') window.bubbles.push(n);
    };
    new MutationObserver(note).observe(document.body, { childList: true });
  });
  let note;
  await page.route('**/why?*', route => note(route));
  /** Asks at a place; its answer comes when the function that is returned is called. */
  const ask = async n => {
    const asking = new Promise(done => {
      note = done;
    });
    await page.evaluate(n => {
      const spot = document.querySelectorAll('.spot[data-kind=depot]')[n];
      spot.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    }, n);
    const route = await asking;
    return async () => {
      const ended = page.waitForEvent('requestfinished', r => r === route.request());
      await route.continue();
      await ended;
    };
  };
  const seen = n => page.waitForFunction(n => window.bubbles.length >= n, n);
  const early = await ask(0);
  const late = await ask(1);
  await late();
  await seen(1);
  await early(); // after the answer to what was asked last
  const away = await ask(2);
  await page.keyboard.press('Escape');
  await away();
  await (
    await ask(3)
  )();
  await page.waitForSelector('.bubble');
  const names = await page.$$eval('.spot[data-kind=depot]', all => all.map(spot => spot.dataset.id));
  assert.equal(new Set(names).size, names.length);
  assert.equal(await page.evaluate(() => window.bubbles.length), 2, 'bubbles of the second place and the last');
});

test('a press while the answer is still under way counts', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', 'me']);
  // The answer to the first decision is held up; its news comes by the stream.
  let go;
  const held = new Promise(done => {
    go = done;
  });
  await page.route(
    '**/act',
    async route => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const now = await asked(page);
  const then = await choose(page, now, 0);
  await press(page, then);
  go();
  assert.ok(await asked(page, then.at));
});

test('hovering a choice previews it on the board', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  let now = await asked(page);
  while (!now.cards.some(c => c.target)) now = await choose(page, now, 0);
  const { action } = now.cards.find(c => c.target);
  await page.hover(`#act-${action}`);
  assert.equal(await page.locator(`.target.lit[data-acts="${action}"]`).count(), 1);
  await page.mouse.move(2, 2);
  await page.hover(`.target[data-acts="${action}"] .hit`);
  assert.equal(await page.locator(`#act-${action}.lit`).count(), 1);
  await shot(page, 'preview');
});

/** Takes a picture of each phase when it is first met, the first in every light. */
async function eachPhase(page, now, seen) {
  const name = now.phase
    .replace(/^.*?: /, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
  if (seen.has(name)) return;
  const first = seen.size === 0;
  seen.add(name);
  await shot(page, `phase-${name}`);
  if (!first) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await shot(page, `phase-${name}-dark`);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await shot(page, `phase-${name}-phone`, { fullPage: true });
  await page.setViewportSize(desktop);
}

async function scoreSheet(page) {
  await Promise.all([page.waitForURL('**/score'), page.click('#band a[href$="/score"]')]);
  const rows = list =>
    page
      .locator(`.scoresheet ${list}`)
      .evaluateAll(trs =>
        trs.map(tr => [...tr.querySelectorAll('td')].map(td => parseInt(td.innerText.replace('−', '-'), 10))),
      );
  const [total, rank] = await rows('tfoot tr');
  const parts = await rows('tbody tr:not(.sum)');
  assert.equal(total.length, 3, 'a column for each seat');
  for (let k = 0; k < 3; k++)
    assert.equal(
      parts.reduce((sum, row) => sum + row[k], 0),
      total[k],
      `the lines of seat ${k} make its total`,
    );
  assert.equal(Math.min(...rank), 1);
  assert.equal(total[rank.indexOf(1)], Math.max(...total), 'the first has the most');
  await shot(page, 'score', { fullPage: true });
}

async function lookBack(page) {
  await Promise.all([page.waitForURL('**/replay*'), page.click('a[href$="/replay"]')]);
  const at = () => page.inputValue('#range').then(Number);
  const until = n => page.waitForFunction(n => +document.getElementById('range').value === n, n);
  const len = +(await page.getAttribute('#range', 'max'));
  await page.keyboard.press('Home');
  await until(0);
  await page.keyboard.press('ArrowRight');
  await until(1);
  await page.keyboard.press('End');
  await until(len);
  await page.keyboard.press('ArrowLeft');
  await until(len - 1);
  await page.waitForURL(new RegExp(`n=${len - 1}$`)); // the address leads to the position
  await page.selectOption('#pace', '500');
  await page.click('#play');
  await until(len);
  await page.waitForFunction(() => document.getElementById('play').textContent.includes('Play'));
  await page.selectOption('#whose-seat', '1');
  await page.waitForSelector('#board-1.shown');
  await page.keyboard.press('Home');
  await until(0);
  assert.equal(await page.locator('#board-1.shown').count(), 1, 'the board stays that of whom one likes');
  await page.selectOption('#whose-seat', '-1');
  await page.click(`#stepper #step-last`);
  await until(len);
  await page.keyboard.press('ArrowLeft');
  await until(len - 1);
  await page.waitForURL(new RegExp(`n=${len - 1}$`));
  await page.reload();
  assert.equal(await at(), len - 1);
  await shot(page, 'replay');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('a[href$="/record"]')]);
  const path = await file.path();
  await page.goto(s.program.url + 'open');
  await page.setInputFiles('input[type=file]', path);
  await page.click('form[action="/open"] button');
  await page.waitForSelector('#range');
  assert.equal(await page.getAttribute('#range', 'max'), String(len), 'the opened record is the same game');
}
