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

test('the deal of a day that has ended, played without a network and listed', async () => {
  const { page, context } = await s.guest();
  const day = new Date(Date.now() - 864e5).toISOString().slice(0, 10);
  await page.goto(`${s.program.url}day/${day}`);
  const secret = await page.locator('dd code').nth(1).innerText();
  await page.click('a[href^="/o/#day/"]');
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  const field = frame.locator('#given input[name=secret]'); // the fragment names the page on the first visit, too
  await field.waitFor();
  assert.equal(await field.inputValue(), secret);
  await context.setOffline(true);
  await clean(page, 'the deal of a server, offline');
  await shot(page, 'day-given');
  await frame.click('#given button');
  const pick = chance(4);
  for (let now = await asked(frame); !now.over;) now = await choose(frame, now, pick(now.cards.length || 1));
  await shot(page, 'day-given-end');
  const file = await frame.evaluate(async at => (await fetch(at)).text(), await frame.getAttribute('.ways a', 'href'));
  await context.setOffline(false);

  await page.goto(`${s.program.url}open`);
  await page.setInputFiles('input[name=record]', {
    name: 'game.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  await Promise.all([page.waitForURL('**/game/**'), page.click('form[enctype] button')]);
  await clean(page, 'a game that can be listed');
  await shot(page, 'day-list');
  await Promise.all([page.waitForURL(`**/day/${day}`), page.click('form[action$="/day"] button')]);
  assert.equal(await page.locator('main ol li').count(), 1, 'it is listed');
  await clean(page, 'the day with a game played offline');
  await shot(page, 'day-known', { fullPage: true });
});
