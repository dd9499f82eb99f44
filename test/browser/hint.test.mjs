// Advice on a decision: asked for with a button or the keyboard, marked on the
// cards, read aloud, gone with the decision; not where the table forbids it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shot, stage } from './stage.mjs';
import { asked, choose, newTable, quick } from './table.mjs';

const s = stage();

/** Plays on until there is something to be advised on. */
async function choice(page, now) {
  while (!(await page.locator('#hint-ask').count())) now = await choose(page, now, 0);
  return now;
}

test('advice is asked for by keyboard, marked on the cards and read aloud', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  await choice(page, await asked(page));
  await page.focus('#hint-ask');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#advice');
  const lines = await page.locator('#advice li').allInnerTexts();
  assert.ok(lines.length >= 1 && lines.length <= 3, lines.join('\n'));
  assert.match(lines[0], /\d+ VP \(-?\d+ to -?\d+\), wins about \d+ in 100/);
  assert.match(await page.locator('#advice .note').innerText(), /estimated from \d/);
  const marked = await page.$$eval('.card', cards =>
    cards.flatMap(c => c.querySelector(':scope > .nth')?.textContent ?? []).sort(),
  );
  assert.deepEqual(
    marked,
    lines.map((_, k) => String(k + 1)),
  );
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'headline', 'the focus is above the advice');
  await page.waitForFunction(() => /Suggestion 1:/.test(document.getElementById('announce').textContent));
  await shot(page, 'advice');
  const shown = await page.locator('.card').first().boundingBox();
  assert.ok(shown.y + 30 < page.viewportSize().height, 'the choices are still on the screen');
  const advised = await page.locator('#advice a').first().getAttribute('href');
  await page.focus('#advice a');
  await page.keyboard.press('Enter');
  await page.waitForFunction(id => '#' + document.activeElement.id === id, advised); // it leads to its card
  const at = await page.inputValue('.band input[name=at]');
  await page.waitForFunction(() => !document.documentElement.matches('.settling'));
  await page.keyboard.press('Enter');
  await asked(page, at);
  assert.equal(await page.locator('#advice').count(), 0);
  assert.match(await page.locator('#loglist').innerHTML(), /asks for suggestions/);
});

test('another tab of the same browser sees the advice, other people only that it was asked for', async () => {
  const { page, context } = await s.guest();
  const watcher = await s.guest();
  const id = await newTable(page, s.program.url, ['me', quick]);
  await choice(page, await asked(page));
  const tab = await context.newPage();
  await tab.goto(page.url());
  await watcher.page.goto(`${s.program.url}t/${id}`);
  await page.click('#hint-ask');
  await tab.waitForSelector('#advice');
  await watcher.page.waitForFunction(() => /asks for suggestions/.test(document.getElementById('loglist').textContent));
  assert.equal(await watcher.page.locator('#advice, .card .nth').count(), 0);
});

test('a table without advice offers none', async () => {
  const { page } = await s.guest();
  await page.goto(s.program.url + 'new?with=own');
  await page.uncheck('[name=hints]');
  for (const [k, who] of ['me', quick, 'none', 'none'].entries()) await page.selectOption(`[name=who${k}]`, who);
  await Promise.all([page.waitForURL('**/t/**'), page.click('form[action="/new"] button')]);
  let now = await asked(page);
  for (let n = 0; n < 4 && !now.over; n++) {
    assert.equal(await page.locator('#hint-ask').count(), 0);
    now = await choose(page, now, 0);
  }
});
