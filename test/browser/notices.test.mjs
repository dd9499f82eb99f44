// Notices: how a person says where they want to hear of their tables, with and
// without scripts, and what an open page tells by itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailbox } from './mailbox.mjs';
import { clean } from './axe.mjs';
import { stage } from './stage.mjs';
import { newTable } from './table.mjs';

const mails = await mailbox();
const s = stage(undefined, true, ['--smtp', mails.url, '--mail-from', 'Ruhr <ruhr@ruhr.test>']);
after(() => mails.close());

/** Signs up and opens the page of notices. */
async function notices(page, name) {
  await page.goto(`${s.program.url}account/new`);
  await page.fill('[name=name]', name);
  await page.fill('[name=password]', 'Zeche Nachtigall');
  await page.click('form[action="/account/new"] button');
  await page.waitForURL('**/account');
  await page.goto(`${s.program.url}account/notices`);
}

/** The form of a way to hear of tables. */
const channel = (page, name) => page.getByRole('heading', { name }).locator('xpath=following-sibling::form[1]');

/** Presses a button and waits for the page that comes. */
async function press(page, button) {
  await Promise.all([page.waitForEvent('load'), button.click()]);
}

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';
  test(`mail and webhooks are set and stay set, ${how}`, async () => {
    const guest = await s.guest({ javaScriptEnabled: scripts });
    const { page } = guest;
    guest.expected.push(/422/);
    const name = scripts ? 'Mathilde' : 'Friederike';
    const address = `${name.toLowerCase()}@mail.test`;
    await notices(page, name);
    if (scripts) await clean(page, 'the page with nothing set');

    // A mail address counts once it is confirmed.
    await page.fill('[name=address]', address);
    await page.fill('[name=old]', 'Zeche Nachtigall');
    await press(page, page.locator('form', { has: page.locator('[name=address]') }).locator('button'));
    assert.ok(await page.getByText('not confirmed yet').isVisible());
    const link = /http:\/\/\S+\/notices\/confirm\/\S+/.exec(await mails.next())[0];
    await page.goto(new URL(new URL(link).pathname, s.program.url).href);
    await press(page, page.getByRole('button', { name: 'Yes, confirm' }));
    await page.goto(`${s.program.url}account/notices`);
    const mail = () => channel(page, address);
    assert.ok(await mail().locator('[name=on]').isChecked(), 'a confirmed address is on');
    for (const wish of ['turn', 'takeback', 'time', 'begin', 'end'])
      assert.ok(await mail().locator(`[name=${wish}]`).isChecked(), `${wish} is wished for at first`);

    // Off, and what it is for.
    await mail().locator('[name=on]').uncheck();
    await mail().locator('[name=time]').uncheck();
    await mail().locator('[name=begin]').uncheck();
    await mail().locator('[name=when][value=daily]').check();
    await mail().locator('[name=hour]').selectOption('7');
    await mail().locator('[name=zone]').fill('Europe/Berlin');
    await press(page, mail().locator('button[value=set]'));
    for (const again of [false, true]) {
      if (again) await page.reload();
      assert.ok(await page.getByText('turned off', { exact: true }).isVisible());
      assert.deepEqual(
        await mail().evaluate(form =>
          [...new FormData(form)].filter(([name]) => !['id', 'key', 'was'].includes(name)).map(pair => pair.join('=')),
        ),
        ['turn=yes', 'takeback=yes', 'end=yes', 'when=daily', 'hour=7', 'zone=Europe/Berlin'],
      );
    }
    await mail().locator('[name=on]').check();
    await press(page, mail().locator('button[value=set]'));
    await page.reload();
    assert.ok(await mail().locator('[name=on]').isChecked(), 'on again');
    await press(page, mail().locator('button[value=test]'));
    assert.match(await mails.next(), /This is a test/);

    // A webhook inside the network is refused, with the reason and what was entered.
    await page.fill('[name=hook]', 'http://127.0.0.1:9/hook');
    await press(page, page.locator('form', { has: page.locator('[name=hook]') }).locator('button'));
    assert.ok(await page.getByText('leads to a public host').isVisible());
    assert.equal(await page.inputValue('[name=hook]'), 'http://127.0.0.1:9/hook');
    await page.fill('[name=hook]', 'https://hooks.example.org/path');
    await press(page, page.locator('form', { has: page.locator('[name=hook]') }).locator('button'));
    await page.reload();
    const hook = () => channel(page, 'hooks.example.org');
    assert.ok(await hook().locator('[name=on]').isChecked(), 'the webhook is on');
    if (scripts) await clean(page, 'the page with mail and a webhook');
    await hook()
      .locator('.sure', { has: page.locator('[value=drop]') })
      .locator('summary')
      .click();
    await press(page, hook().locator('button[value=drop]'));
    assert.equal(await page.getByRole('heading', { name: 'hooks.example.org' }).count(), 0);
  });
}

test('the title and the icon of an open page tell whose turn it is, and sound stays on', async () => {
  const { page } = await s.guest();
  await notices(page, 'Dorothea');
  await page.goto(`${s.program.url}settings`);
  await page.check('[name=sound]');
  await Promise.all([page.waitForEvent('load'), page.click('form[action="/settings"] button:not([type=button])')]);
  await page.goto(`${s.program.url}settings`);
  assert.ok(await page.isChecked('[name=sound]'), 'sound is kept');
  await page.goto(s.program.url);
  const quiet = { title: await page.title(), icon: await page.getAttribute('link[rel=icon]', 'href') };
  // Chance says who begins: with six tables for two it is never the other one at all of them.
  for (let n = 0; n < 6; n++) await newTable(page, s.program.url, ['me', 'open']);
  await page.goto(`${s.program.url}tables`);
  await page.waitForFunction(() => /^\([1-6]\)/.test(document.title));
  assert.notEqual(await page.getAttribute('link[rel=icon]', 'href'), quiet.icon, 'the icon changes');
  assert.doesNotMatch(quiet.title, /^\(/);
});
