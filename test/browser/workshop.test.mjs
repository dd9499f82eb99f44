// The workshop in a browser: ten facts are corrected, the draft is saved and
// opened again, and a round is played on the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shot, stage } from './stage.mjs';
import { asked, press } from './table.mjs';

const s = stage();

const facts = {
  'river/city-witten/name': 'Witten an der Ruhr',
  'river/storage-horst/name': 'Horster Niederlage',
  'timeline/2/year': '1775',
  'timeline/12/returns': 'broich',
  'track/paved_path/below': '2',
  'export/scale/boxes': '1 1 2 2',
  'city/city-steele/prices': '3 4 5',
  'depot/mark/prices': '2 3',
  'progress/inn/black_industry': '2',
  'setup/storage-horst/4': '3',
};

test('ten facts of the board are corrected and a round is played on it', async () => {
  const { page } = await s.guest({ acceptDownloads: true });
  const url = s.program.url;
  await page.goto(url + 'workshop');
  await page.evaluate(() => document.querySelectorAll('#facts details').forEach(d => (d.open = true)));
  const fill = async (key, value) => {
    const field = page.locator(`[name="${key}"]`);
    const checked = page.waitForResponse(r => r.url().includes('/workshop') && r.request().method() === 'GET');
    if ((await field.evaluate(e => e.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
    await field.blur();
    await checked;
  };
  await fill('timeline/2/year', 'soon');
  await page.locator('#verdict .notice.bad').waitFor();
  assert.match(await page.locator('#verdict').innerText(), /Round 2, year: “soon” is not a number/);
  for (const [key, value] of Object.entries(facts)) await fill(key, value);
  await page.locator('#verdict >> text=10 facts differ').waitFor();
  const drawn = await page.locator('#verdict img').getAttribute('src');
  assert.match(await (await fetch(new URL(drawn, url))).text(), /Horster/, 'the map is drawn again');
  await shot(page, 'workshop', { fullPage: true });

  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const file = await download.path();
  await page.goto(url + 'workshop?d=');
  assert.equal(await page.locator('[name="timeline/2/year"]').inputValue(), '1774');
  await page.setInputFiles('input[type=file]', file);
  await Promise.all([page.waitForEvent('load'), page.click('form[action="/workshop/open"] button')]);
  for (const [key, value] of Object.entries(facts))
    assert.equal(await page.locator(`[name="${key}"]`).inputValue(), value, key);

  await page.click('#use');
  await page.waitForURL('**/new?board=*');
  await Promise.all([page.waitForURL('**/t/**'), page.click('form[action="/new"] button.main')]);
  const id = new URL(page.url()).pathname.split('/')[2];
  assert.ok(await page.locator(`a[href="/t/${id}/board"]`).count(), 'the table says which board it is played on');
  let now = await asked(page);
  while (now.phase.startsWith('Round 1')) {
    await press(page, now);
    now = await asked(page, now.at);
  }
  assert.match(now.phase, /1775/);
});
