// The deal of the day, from the first page to the result, in a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { chance, phone, shot, stage } from './stage.mjs';
import { asked, choose } from './table.mjs';

const s = stage();

test('a day played to the end', async () => {
  const { page } = await s.guest({ locale: 'de-DE' });
  await page.goto(s.program.url);
  await Promise.all([page.waitForURL('**/day'), page.click('a[href="/day"]')]);
  assert.equal(await page.locator('h1').innerText(), 'Partie des Tages');
  await clean(page, 'the day before one’s game');
  await shot(page, 'day-before', { fullPage: true });
  const day = await page.locator('main time').first().getAttribute('datetime');
  await page.focus('#play');
  await Promise.all([page.waitForURL('**/t/**'), page.keyboard.press('Enter')]);
  const pick = chance(3);
  for (let now = await asked(page); !now.over;) now = await choose(page, now, pick(now.cards.length || 1));
  await Promise.all([page.waitForURL(`**/day/${day}`), page.click(`.ways a[href="/day/${day}"]`)]);
  const share = page.locator('input[data-copy]');
  assert.match(await share.inputValue(), new RegExp(`^Ruhr ${day} · -?\\d+ SP.* · [▁-█]{6} · http.*/day/${day}$`));
  assert.equal(await page.locator('main ol li').count(), 1, 'one’s own result');
  await clean(page, 'the day after one’s game');
  await shot(page, 'day-after', { fullPage: true });
  await page.setViewportSize(phone);
  await clean(page, 'the day on a phone');
  await shot(page, 'day-phone', { fullPage: true });
});
