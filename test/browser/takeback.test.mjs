// Taking back by consent: two browsers, one asks, the other refuses and then
// agrees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTable } from './table.mjs';
import { shot, stage } from './stage.mjs';

const s = stage();

/** Presses a button, once what has only just appeared may be pressed. */
async function press(page, id) {
  await page.waitForSelector(id);
  await page.waitForFunction(() => !document.documentElement.matches('.settling'));
  await page.click(id);
}

/** Whether a page is asked for a decision or the last word. */
const mine = page => page.evaluate(() => document.getElementById('band')?.matches('.mine'));

test('a choice is taken back once the other one agrees', async () => {
  const anna = await s.guest();
  const bert = await s.guest();
  const id = await newTable(anna.page, s.program.url, ['me', 'open']);
  await anna.page.goto(`${s.program.url}t/${id}/share`);
  await bert.page.goto(await anna.page.locator('input.link[value*="/join/"]').first().inputValue());
  await bert.page.fill('[name=name]', 'Bert');
  await Promise.all([bert.page.waitForURL('**/t/**'), bert.page.click('form[action^="/join/"] button')]);
  await anna.page.goto(`${s.program.url}t/${id}`);
  const [first, second] = (await mine(anna.page)) ? [anna.page, bert.page] : [bert.page, anna.page];

  // The first one decides until the turn is handed over.
  await first.waitForFunction(() => !document.documentElement.matches('.settling'));
  while (!(await first.locator('#takeback-ask').count())) {
    await first.waitForFunction(() => !document.documentElement.matches('.settling'));
    const at = await first.inputValue('.band input[name=at]');
    const confirm = first.locator('#confirm');
    await ((await confirm.count()) ? confirm.click() : first.locator('.card').first().click());
    await first.waitForFunction(
      at => document.querySelector('#takeback-ask') || document.querySelector('.band input[name=at]')?.value !== at,
      at,
    );
  }
  await press(first, '#takeback-ask');
  await second.waitForSelector('#takeback-agree');
  await first.waitForSelector('#takeback-end');
  await shot(second, 'takeback-asked');
  await press(second, '#takeback-refuse');
  await second.waitForSelector('#takeback-agree', { state: 'detached' });
  await first.waitForSelector('#takeback-ask');
  assert.match(await first.locator('#loglist').innerHTML(), /Nothing is taken back/);

  await press(first, '#takeback-ask');
  await press(second, '#takeback-agree');
  await first.waitForFunction(() => document.getElementById('band')?.matches('.mine'));
  await second.waitForSelector('#takeback', { state: 'detached' });
  assert.equal(await mine(second), false);
  assert.match(await second.locator('#loglist').innerHTML(), /With the consent of all/);
});
