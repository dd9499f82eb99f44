// A tournament of three rounds: one person in a browser, one without, and a computer player that fills their table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { Hand } from './hand.mjs';
import { phone, shot, stage } from './stage.mjs';

const s = stage();

/** Plays the game of a table to its end, for two people who take the first action. */
async function play(hands) {
  for (;;) {
    for (const hand of hands) {
      const now = await hand.look();
      if (now.over) return;
      if (now.at) await hand.act(now, now.actions[0]);
    }
  }
}

test('a tournament of three rounds', { timeout: 240_000 }, async () => {
  const { page, context } = await s.guest();
  await page.goto(`${s.program.url}lobby`);
  await page.click('main a[href="/tournaments"]');
  await page.click('a[href="/tournaments/new"]');
  await clean(page, 'the form for a tournament');
  await page.fill('[name=name]', 'Ruhr Cup');
  await page.fill('[name=player]', 'Anna');
  await page.selectOption('[name=level]', { index: 0 });
  await page.focus('.start button');
  await Promise.all([page.waitForURL('**/tournament/**'), page.keyboard.press('Enter')]);
  const link = await page.locator('input[data-copy]').inputValue();
  const path = new URL(link).pathname;

  const bert = new Hand(s.program.url);
  assert.equal((await bert.fetch(`${path}/join`, { form: { name: 'Bert' } })).status, 303);
  await page.reload();
  await clean(page, 'a tournament before it begins');
  await shot(page, 'tournament-open', { fullPage: true });
  await page.click(`form[action="${path}/start"] button`);

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
