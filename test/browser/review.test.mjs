// The review of a finished game: made after a press without scripts, by keyboard, light, and read in every language
// on a phone and in a wide window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { desktop, languages, phone, shot, stage } from './stage.mjs';
import { firstLoad } from './weight.mjs';

const s = stage();
const links = JSON.parse(readFileSync(new URL('../../record/testdata/links.json', import.meta.url), 'utf8'));
const limit = 150_000; // bytes over the wire
let review;

/** The page of the review of a game in a link, without scripts. @param {string} name */
async function opened(name) {
  const { page } = await s.guest({ javaScriptEnabled: false });
  await page.goto(`${s.program.url}open`);
  await page.fill('#game', links[name]);
  await Promise.all([page.waitForURL('**/game/**'), page.click('#openlink')]);
  await page.goto(new URL(page.url()).origin + new URL(page.url()).pathname + '/review');
  return page;
}

test('without scripts, a press by keyboard reviews a game, and the page comes by itself', async () => {
  const page = await opened('4-seats-mixed');
  review = page.url();
  const begin = page.locator('#main form button');
  for (let tabs = 0; !(await begin.evaluate(b => b === document.activeElement)); tabs++) {
    assert.ok(tabs < 40, 'the button is not reached by keyboard');
    await page.keyboard.press('Tab');
  }
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  // The quick look comes first; the page comes again until the review is done.
  await page.waitForSelector('#main:not(:has([role=status])) .turns');
  assert.equal(await page.locator('#main table.shares').first().locator('thead th').count(), 4);
});

test('with scripts, a review takes shape on its page, which is not loaded again', async () => {
  const plain = await opened('2-seats-docker');
  const { page } = await s.guest();
  await page.goto(plain.url());
  await Promise.all([page.waitForEvent('load'), page.click('#main form button')]);
  await page.evaluate(() => (document.body.dataset.stays = ''));
  await page.waitForSelector('#main [role=status]');
  await page.waitForSelector('#main:not(:has([role=status])) ol.turns');
  assert.ok(await page.evaluate(() => 'stays' in document.body.dataset), 'the page was loaded again');
  assert.equal(await page.evaluate(() => document.activeElement?.localName), 'h1');
});

test('a laptop shows the chart and the turning points at once; the figures unfold by keyboard', async () => {
  const { page } = await s.guest({ viewport: { width: 1366, height: 640 }, javaScriptEnabled: false });
  await page.goto(review);
  const [chart, turns] = [
    await page.locator('.lookback .chart').first().boundingBox(),
    await page.locator('ol.turns').boundingBox(),
  ];
  assert.ok(
    chart && turns && chart.y + chart.height < 640 && turns.y < 320 && turns.x > chart.x,
    JSON.stringify([chart, turns]),
  );
  assert.equal(await page.locator('table.shares:visible').count(), 0);
  for (const fold of await page.locator('.lookback > div > details > summary').all()) {
    await fold.focus();
    await page.keyboard.press('Enter');
  }
  assert.equal(await page.locator('table.shares:visible').count(), 2);
});

test('a review is light and stands still', async () => {
  const load = await firstLoad(await s.guest(), review);
  assert.ok(load.bytes > 2000 && load.bytes < limit, `${load.bytes} bytes`);
  assert.ok(load.shift < 0.02, `layout shift ${load.shift}`);
});

for (const lang of languages) {
  test(`a review in ${lang}`, async () => {
    for (const [size, viewport, theme] of [
      ['phone', phone, 'dark'],
      ['wide', desktop, 'light'],
    ]) {
      const { page } = await s.guest({ viewport, settings: { lang, theme } });
      await page.goto(review);
      assert.equal(await page.getAttribute('html', 'lang'), lang);
      await clean(page, `the review in ${lang}, ${size}`);
      await shot(page, `review-${lang}-${size}`, { fullPage: true });
      await Promise.all([page.waitForURL('**/review/learn**'), page.click('#main a[href*="/review/learn"]')]);
      await clean(page, `a decision to take again in ${lang}, ${size}`);
      await shot(page, `learn-${lang}-${size}`, { fullPage: true });
    }
  });
}
