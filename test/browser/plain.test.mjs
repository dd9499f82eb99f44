// Without scripts: every choice is a button in a form, and a link refreshes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, shot, stage } from './stage.mjs';
import { newTable } from './table.mjs';

const s = stage();

test('the whole game that teaches, without scripts', async () => {
  const { page } = await s.guest({ javaScriptEnabled: false });
  await page.goto(s.program.url);
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/t/**');
  await page.goto(s.program.url);
  await page.click('#learn');
  await page.waitForURL('**/t/**');
  await shot(page, 'plain', { fullPage: true });
  const pick = chance(5);
  const end = page.locator('#band a[href$="/score"]');
  const prompts = new Map();
  let decisions = 0;
  let undone = false;
  while (!(await end.count())) {
    assert.ok(decisions < 400, 'the game does not end');
    await explained(page, prompts);
    const cards = page.locator('.card');
    const n = await cards.count();
    let next = page.getByRole('link', { name: 'Refresh' });
    if (!undone && (await page.locator('#undo').count())) {
      undone = true;
      next = page.locator('#undo');
    } else if (n) {
      decisions++;
      next = cards.nth(pick(n));
    } else if (await page.locator('#confirm').count()) {
      next = page.locator('#confirm');
    }
    await Promise.all([page.waitForEvent('load'), next.click()]);
  }
  assert.ok(decisions > 20 && undone, `${decisions} decisions`);
  assert.ok(prompts.size >= 15 && prompts.size <= 25, `${prompts.size} prompts: ${[...prompts.keys()].join('; ')}`);
  assert.ok(await page.locator('#lesson form[action="/play"]').isVisible(), 'the way to a game of one’s own');
  await Promise.all([page.waitForURL('**/score'), end.click()]);
  assert.ok(await page.locator('.scoresheet').isVisible());
  for (const path of ['/replay', '/share']) {
    const r = await page.goto(page.url().replace(/\/(score|replay)$/, path));
    assert.equal(r.status(), 200, path);
  }
});

test('stepping through a game, the board of a seat and why not work without scripts', async () => {
  const { page } = await s.guest({ javaScriptEnabled: false });
  const id = await newTable(page, s.program.url, ['me', 'me']);
  await Promise.all([page.waitForEvent('load'), page.click('.card')]);
  await page.goto(`${s.program.url}t/${id}/replay?n=0`);
  await Promise.all([page.waitForURL(/n=1/), page.click('#step-on')]);
  await page.goto(`${s.program.url}t/${id}`);
  await page.click('[popovertarget=board-1]');
  assert.ok(await page.locator('#board-1').isVisible());
  await page.keyboard.press('Escape');
  await page.click('[popovertarget=wordspanel]');
  await Promise.all([page.waitForURL('**/why?*'), page.locator('#words a').first().click()]);
  assert.ok(await page.locator('#why').isVisible());
});

test('settings and language work without scripts and are remembered', async () => {
  const { page } = await s.guest({ javaScriptEnabled: false });
  await page.goto(s.program.url + 'settings');
  await page.check('[name=theme][value=dark]');
  await page.selectOption('[name=lang]', 'fr');
  await Promise.all([page.waitForEvent('load'), page.click('form[action="/settings"] button')]);
  await page.goto(s.program.url);
  assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await Promise.all([page.waitForEvent('load'), page.click('#languages button[value=es]')]);
  assert.equal(await page.getAttribute('html', 'lang'), 'es');
});

/** Notes what the lesson explains now, each explanation once and in few words. */
async function explained(page, prompts) {
  const title = page.locator('h2#lesson-title');
  if (!(await title.count())) return;
  const said = page.locator('#lesson details > p').first();
  const name = await title.innerText();
  const text = await said.evaluate(p => {
    const words = [...p.childNodes].filter(n => n.nodeName !== 'SMALL');
    return words
      .map(n => n.textContent)
      .join('')
      .trim();
  });
  assert.ok(text.split(/\s+/).length <= 60, `${name} is long: ${text}`);
  assert.equal(prompts.get(name) ?? text, text, `${name} says something else`);
  prompts.set(name, text);
}
