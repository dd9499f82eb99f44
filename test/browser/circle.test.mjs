// A circle of two friends: one founds it, the other joins by its link; a table by one press, a game, the chat, and leaving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { Hand } from './hand.mjs';
import { desktop, phone, shot, stage } from './stage.mjs';

const s = stage();

/** A guest who has an account. */
async function friend(name, options) {
  const guest = await s.guest(options);
  const hand = new Hand(s.program.url);
  await hand.signUp(name);
  await guest.context.addCookies([...hand.cookies].map(([name, value]) => ({ name, value, url: s.program.url })));
  return { ...guest, hand };
}

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

/** Presses a button by the keyboard. */
async function press(page, button) {
  await button.focus();
  await page.keyboard.press('Enter');
}

/** Looks at a friend's page, and at the same on a phone, in the dark, in another language. */
async function everywhere({ page, hand }, what, lang) {
  await clean(page, what);
  await shot(page, `circle-${what}`, { fullPage: true });
  await hand.fetch('/settings', { form: { lang, theme: 'dark' } });
  await page.setViewportSize(phone);
  await page.reload();
  await clean(page, `${what} on a phone`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`);
  await shot(page, `circle-${what}-phone`, { fullPage: true });
  await hand.fetch('/settings', { form: { lang: 'en', theme: 'light' } });
  await page.setViewportSize(desktop);
  await page.reload();
}

/** What is said in a circle appears in every open page, which is not loaded again for it. */
async function talk(anna, bert, at) {
  const second = await s.guest();
  await bert.hand.lend(second.context);
  for (const { page } of [anna, second]) {
    await page.goto(at);
    await page.evaluate(() => (window.same = true));
  }
  await bert.page.goto(at);
  await bert.page.fill('[data-say] [name=text]', 'Tonight again?');
  await bert.page.click('[data-say] button');
  for (const { page } of [anna, second]) await page.getByText('Tonight again?', { exact: true }).waitFor();
  await anna.page.fill('[data-say] [name=text]', 'Yes, at eight.');
  await anna.page.keyboard.press('Enter');
  for (const { page } of [anna, second]) {
    await page.getByText('Yes, at eight.', { exact: true }).waitFor();
    assert.ok(await page.evaluate(() => window.same), 'the page was loaded again');
    assert.equal(await page.locator('#chatlist > li').count(), 2, 'each line once');
    assert.equal(await page.getByText('Nothing has been said').isVisible(), false, 'that nothing has been said');
  }
}

test('two friends and their circle', async () => {
  const anna = await friend('Anna');
  const bert = await friend('Bert', { javaScriptEnabled: false });
  await anna.page.goto(`${s.program.url}tables`);
  await Promise.all([anna.page.waitForURL('**/circles'), anna.page.click('main a[href="/circles"]')]);
  await everywhere(anna, 'list', 'de');
  await anna.page.fill('main [name=name]', 'Zeche Nachtigall');
  await Promise.all([anna.page.waitForURL('**/circle/**'), anna.page.keyboard.press('Enter')]);
  const at = anna.page.url();
  await everywhere(anna, 'alone', 'fr');
  const link = await anna.page.locator('input[data-copy]').inputValue();

  await bert.page.goto(link);
  await shot(bert.page, 'circle-join', { fullPage: true });
  await Promise.all([bert.page.waitForURL(at), press(bert.page, bert.page.locator('main form button'))]);

  await anna.page.reload();
  await everywhere(anna, 'together', 'es');
  await Promise.all([anna.page.waitForURL('**/t/**'), press(anna.page, anna.page.locator('.start button'))]);
  anna.hand.id = bert.hand.id = new URL(anna.page.url()).pathname.split('/')[2];
  await bert.page.goto(at);
  await shot(bert.page, 'circle-invited', { fullPage: true });
  await Promise.all([bert.page.waitForURL('**/t/**'), bert.page.click(`a[href="/t/${bert.hand.id}"]`)]);
  await bert.page.locator(`form[action="/t/${bert.hand.id}/kept"] button`).first().click();
  await bert.page.goto(at);
  await shot(bert.page, 'circle-playing', { fullPage: true });
  await anna.page.goto(at);
  await everywhere(anna, 'playing', 'de');
  await anna.page.goto(`${s.program.url}t/${anna.hand.id}`);
  await play([anna.hand, bert.hand]);
  await Promise.all([anna.page.waitForURL(at), anna.page.locator(`.ways a[href="${new URL(at).pathname}"]`).click()]);
  await anna.page.getByRole('heading', { name: 'Tally' }).waitFor();

  await talk(anna, bert, at);
  await everywhere(anna, 'tally', 'fr');
  await Promise.all([anna.page.waitForURL('**/chat'), anna.page.click(`a[href="${new URL(at).pathname}/chat"]`)]);
  await everywhere(anna, 'chat', 'es');
  await anna.page.goto(`${s.program.url}tables`);
  await shot(anna.page, 'circle-tables', { fullPage: true });
  await anna.page.click(`main a[href="${new URL(at).pathname}"]`);

  await anna.page.click('main > section:last-child > details.leave summary >> nth=0');
  await Promise.all([anna.page.waitForURL('**/circles'), anna.page.click('button[value=leave]')]);
  assert.equal((await anna.page.goto(at)).status(), 404, 'a circle that one has left');
  await shot(anna.page, 'circle-left', { fullPage: true });
  anna.complaints.length = 0; // the browser notes the 404
  await bert.page.goto(at);
  assert.ok(await bert.page.getByText('runs the circle').count(), 'who was left behind');
});
