// Tournaments of one person in a browser and one without: three rounds at a table that a computer player fills, two
// rounds that each plays alone, and one that is planned.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { Hand } from './hand.mjs';
import { desktop, phone, settle, shot, stage } from './stage.mjs';

const s = stage();

/**
 * Plays the game of a table to its end, for people who take the first action.
 * @param {Hand[]} hands
 * @param {number} other at which of their choices, counted from 0, they take the last one
 */
async function play(hands, other = -1) {
  for (let choices = 0; ;) {
    for (const hand of hands) {
      const now = await hand.look();
      if (now.over) return;
      if (now.at) await hand.act(now, now.actions.at(now.actions.length > 1 && choices++ === other ? -1 : 0));
    }
  }
}

/** Fills in the form for a tournament, then makes it by the keyboard; gives its path. */
async function make(page, name, fill) {
  await page.goto(`${s.program.url}tournaments/new`);
  await page.fill('[name=name]', name);
  await page.fill('[name=player]', 'Anna');
  await fill();
  await page.focus('.start button');
  await Promise.all([page.waitForURL('**/tournament/**'), page.keyboard.press('Enter')]);
  return new URL(page.url()).pathname;
}

/** Looks at a page as it is on a phone and in German and French, too. */
async function everywhere(context, page, what) {
  for (const lang of ['de', 'fr', '']) {
    await settle(context, { lang });
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      await page.reload();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`);
      await shot(page, `tournament-${what}-${lang || 'en'}-${size.width}`, { fullPage: true });
    }
    await clean(page, `${what} on a phone`);
  }
  await page.setViewportSize(desktop);
}

test('a tournament of two rounds that each plays alone', async () => {
  const { page, context } = await s.guest();
  await page.goto(`${s.program.url}tournaments/new`);
  await everywhere(context, page, 'form');
  const path = await make(page, 'Solo Cup', async () => {
    for (const [field, value] of Object.entries({ kind: 'solo', seats: '2', rounds: '2' }))
      await page.selectOption(`[name=${field}]`, value);
    await page.selectOption('[name=level]', { index: 0 });
  });
  const bert = new Hand(s.program.url);
  assert.equal((await bert.fetch(`${path}/join`, { form: { name: 'Bert' } })).status, 303);
  await page.reload();
  await Promise.all([page.waitForEvent('load'), page.click(`form[action="${path}/start"] button`)]);

  const anna = new Hand(s.program.url);
  for (let round = 1; round <= 2; round++) {
    assert.ok(await page.getByRole('heading', { name: `Round ${round}`, exact: true }).count(), `round ${round}`);
    await Promise.all([page.waitForURL('**/t/**'), page.locator('#play').click()]);
    for (const c of await context.cookies()) anna.cookies.set(c.name, c.value);
    anna.id = new URL(page.url()).pathname.split('/')[2];
    bert.id = /id="play" href="\/t\/([^"]+)"/.exec(await (await bert.fetch(path)).text())[1];
    assert.notEqual(anna.id, bert.id, 'each has a table alone');
    await play([anna]);
    const hidden = await bert.fetch(`/t/${anna.id}`);
    assert.equal(hidden.status, 403, 'a deal that somebody still plays');
    await play([bert], 3);
    await Promise.all([page.waitForURL(`**${path}`), page.locator(`.ways a[href="${path}"]`).click()]);
  }
  await page.getByRole('heading', { name: 'Final standings' }).waitFor();
  assert.deepEqual(await page.locator('main tbody td:last-child').allInnerTexts(), ['2', '2'], 'games of each');
  await everywhere(context, page, 'solo');

  await Promise.all([page.waitForURL('**/beside/**'), page.locator('main a[href*="/beside/"]').first().click()]);
  assert.equal(new URL(page.url()).pathname, `/t/${anna.id}/beside/${bert.id}`, 'the last round comes first');
  for (const name of ['Anna', 'Bert'])
    assert.ok(await page.getByRole('columnheader', { name, exact: true }).count(), `the VP of ${name}`);
  const parted = page.locator('h2', { hasText: 'Where they parted' }).locator('~ table >> nth=0').locator('tbody');
  const [chose, instead] = await parted.locator('td:nth-child(2)').allInnerTexts();
  assert.ok(chose && instead && chose !== instead, `one chose ${chose}, the other ${instead}`);
  const at = await parted.locator('th a').evaluateAll(list => list.map(a => new URL(a.href).searchParams.get('n')));
  assert.ok(at[0] > 0 && at[0] === at[1], `they part after ${at} decisions`);
  await everywhere(context, page, 'beside');
  await Promise.all([page.waitForURL(`**${path}`), page.click(`main a[href="${path}"]`)]);
});

test('a tournament whose first round is planned', async () => {
  const { page, context } = await s.guest({ acceptDownloads: true });
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(20, 0, 0, 0);
  const two = n => String(n).padStart(2, '0');
  await make(page, 'Evening Cup', () =>
    page.fill('[name=begins]', `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T20:00`),
  );
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('main a[href$="/ics"]')]);
  assert.equal(file.suggestedFilename(), 'ruhr.ics');
  const text = readFileSync(await file.path(), 'utf8');
  assert.match(text, /SUMMARY:Evening Cup\r\n/);
  assert.match(text, new RegExp(`DTSTART:${at.toISOString().replace(/[-:]|\.000/g, '')}\r\n`));
  await everywhere(context, page, 'planned');
});

test('a tournament of three rounds', async () => {
  const { page, context } = await s.guest();
  await page.goto(`${s.program.url}lobby`);
  await page.click('main a[href="/tournaments"]');
  await page.click('a[href="/tournaments/new"]');
  await make(page, 'Ruhr Cup', () => page.selectOption('[name=level]', { index: 0 }));
  const link = await page.locator('input[data-copy]').inputValue();
  const path = new URL(link).pathname;

  const bert = new Hand(s.program.url);
  assert.equal((await bert.fetch(`${path}/join`, { form: { name: 'Bert' } })).status, 303);
  await page.reload();
  await clean(page, 'a tournament before it begins');
  await shot(page, 'tournament-open', { fullPage: true });
  await Promise.all([page.waitForEvent('load'), page.click(`form[action="${path}/start"] button`)]);

  const anna = new Hand(s.program.url);
  for (let round = 1; round <= 3; round++) {
    // The first to come back from the last game finds the next round.
    assert.ok(await page.getByRole('heading', { name: `Round ${round}`, exact: true }).count(), `round ${round}`);
    const go = page.locator('#play');
    await Promise.all([page.waitForURL('**/t/**'), go.click()]);
    for (const c of await context.cookies()) anna.cookies.set(c.name, c.value);
    anna.id = bert.id = new URL(page.url()).pathname.split('/')[2];
    await play([anna, bert]);
    await Promise.all([page.waitForURL(link), page.locator(`.ways a[href="${path}"]`).click()]);
  }
  assert.ok(await page.getByRole('heading', { name: 'Final standings' }).count(), 'the end');
  assert.equal(await page.locator('main tbody tr').count(), 2, 'two people in the standings');
  assert.deepEqual(await page.locator('main tbody td:last-child').allInnerTexts(), ['3', '3'], 'games of each');
  await clean(page, 'a finished tournament');
  await shot(page, 'tournament-over', { fullPage: true });
  await page.setViewportSize(phone);
  await clean(page, 'a finished tournament on a phone');
  await shot(page, 'tournament-phone', { fullPage: true });
});
