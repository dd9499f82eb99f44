// Shuffles that can be proven: two browsers add to one, play to the end, and check
// that the deal follows from the secret that is published then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { newTable, quick } from './table.mjs';
import { shot, stage } from './stage.mjs';

const s = stage(undefined, false);

/** What the page of a table's shuffle shows. */
async function fair(page, id) {
  await page.goto(`${s.program.url}t/${id}/fair`);
  await page.waitForFunction(() => !document.getElementById('mine')?.hidden);
  return page.locator('#fair');
}

/** Plays a guest's table to its end, by forms alone. */
async function playOut(context, id) {
  const hand = new Hand(s.program.url);
  hand.id = id;
  for (const c of await context.cookies()) hand.cookies.set(c.name, c.value);
  const end = await hand.play(
    () => false,
    () => 0,
  );
  assert.ok(end.over);
}

test('what the browser adds counts for the deal, and the page proves it after the end', async () => {
  const { page, context } = await s.guest();
  const id = await newTable(page, s.program.url, ['me', quick]);
  const before = await fair(page, id);
  const commitment = await before.locator('.digits').first().innerText();
  assert.match(commitment, /^[0-9a-f]{64}$/);
  assert.match(await page.locator('#mine').innerText(), /✓ right/);
  assert.equal(await page.locator('[data-check]').count(), 0, 'there is nothing to check before the end');
  assert.match(await before.innerText(), /published when the game is over/);
  assert.doesNotMatch(await before.innerText(), /Not proven/);
  await shot(page, 'fair-running');

  await playOut(context, id);
  await fair(page, id);
  await page.waitForFunction(() => document.querySelectorAll('[data-check].right, [data-check].wrong').length === 5);
  assert.equal(await page.locator('[data-check].right').count(), 5, await page.locator('#fair').innerText());
  assert.equal(await page.locator('.digits').first().innerText(), commitment);
  assert.match(await page.locator('#mine').innerText(), /✓ right/);
  await shot(page, 'fair');
});

test('a person who joins by a link adds, too, whose browser keeps nothing of a session', async () => {
  const anna = await s.guest();
  const bert = await s.guest();
  await bert.page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new Error('nothing is kept');
      },
    });
  });
  const id = await newTable(anna.page, s.program.url, ['me', 'open']);
  await anna.page.goto(`${s.program.url}t/${id}/share`);
  const link = await anna.page.locator('input.link[value*="/join/"]').first().inputValue();
  await bert.page.goto(link);
  await bert.page.fill('[name=name]', 'Bert');
  await Promise.all([bert.page.waitForURL('**/t/**'), bert.page.click('form[action^="/join/"] button')]);
  await bert.page.waitForFunction(() => localStorage.getItem('ruhr-shuffles'));
  const shown = await fair(bert.page, id);
  assert.match(await bert.page.locator('#mine').innerText(), /✓ right/);
  assert.equal(await shown.locator('dd > .digits').count(), 2, 'of both seats');
});
