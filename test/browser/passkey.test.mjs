// Passkeys with the browser's own authenticator, from signing up to removing one,
// and the way back by mail.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clean } from './axe.mjs';
import { mailbox } from './mailbox.mjs';
import { languages, phone, stage } from './stage.mjs';

const mails = await mailbox();
const s = stage(undefined, true, ['--smtp', mails.url, '--mail-from', 'Ruhr <ruhr@ruhr.test>']);
after(() => mails.close());

/** Where browsers use passkeys: an address has none, this machine's name has. */
const home = () => s.program.url.replace('127.0.0.1', 'localhost');

/** A guest with an authenticator that answers at once. */
async function keyed(options) {
  const guest = await s.guest(options);
  guest.expected.push(/^request to http:\/\/localhost/);
  const cdp = await guest.context.newCDPSession(guest.page);
  await cdp.send('WebAuthn.enable');
  guest.addKey = async () =>
    (
      await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
    ).authenticatorId;
  guest.dropKey = authenticatorId => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  return guest;
}

async function press(page, button) {
  await Promise.all([page.waitForEvent('load'), button.click()]);
}

test('an account with passkeys alone: sign up, out, in, a second one, and one removed', async () => {
  const guest = await keyed();
  const { page } = guest;
  const first = await guest.addKey();
  await page.goto(`${home()}account/new`);
  await clean(page, 'the page to sign up');
  await page.fill('[name=name]', 'Mathilde');
  await press(page, page.locator('[data-passkey=up]'));
  assert.equal(new URL(page.url()).pathname, '/account');
  assert.equal(await page.locator('h1').textContent(), 'Mathilde');

  await press(page, page.locator('form[action="/account/out"] button'));
  await page.goto(`${home()}account`);
  await clean(page, 'the page to sign in');
  await press(page, page.locator('[data-passkey=in]'));
  assert.equal(new URL(page.url()).pathname, '/tables', 'one press signs in');
  await page.goto(`${home()}account`);
  const keys = page.locator('#passkeys h3:not(.scripted)');
  assert.equal(await keys.count(), 1);
  assert.equal(await page.locator('#passkeys details').count(), 0, 'the only way to sign in stays');

  // The device with the first one confirms, but does not make a second.
  await page.fill('[name=passkey]', 'again');
  await page.locator('[data-passkey=add]').click();
  await page.locator('[data-passkey-trouble]:visible').waitFor();
  assert.equal(await keys.count(), 1);

  // With a password another device can be added, and the first one removed.
  await page.locator('#password [name=password]').fill('Zeche Nachtigall');
  await press(page, page.locator('#password [data-passkey=confirm]'));
  await guest.dropKey(first);
  const second = await guest.addKey();
  await page.fill('[name=passkey]', 'My <key>');
  await page.locator('#passkeys form:has([data-passkey=add]) [name=old]').fill('Zeche Nachtigall');
  await press(page, page.locator('[data-passkey=add]'));
  assert.deepEqual((await keys.allTextContents()).at(-1), 'My <key>');
  assert.equal(await keys.count(), 2);
  for (const lang of languages) {
    await page.request.post(`${home()}settings`, { form: { lang, theme: 'dark', back: '/' } });
    await page.goto(`${home()}account`);
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    for (const summary of await page.locator('main details summary').all()) await summary.click();
    await clean(page, `the account in ${lang}`);
  }
  await page.request.post(`${home()}settings`, { form: { lang: 'en', back: '/' } });
  await page.goto(`${home()}account`);
  const drop = page.locator('#passkeys details').first();
  await drop.locator('summary').click();
  await press(page, drop.locator('[data-passkey=confirm]'));
  assert.deepEqual(await keys.allTextContents(), ['My <key>']);

  // The one left still signs in; without any the page says what happened.
  await press(page, page.locator('form[action="/account/out"] button'));
  await page.goto(`${home()}account`);
  await press(page, page.locator('[data-passkey=in]'));
  assert.equal(new URL(page.url()).pathname, '/tables');
  await page.goto(`${home()}account`);
  await press(page, page.locator('form[action="/account/out"] button'));
  await guest.dropKey(second);
  await guest.addKey();
  await page.goto(`${home()}account`);
  await page.locator('[data-passkey=in]').click();
  await page.locator('[data-passkey-trouble]:visible').waitFor();
  assert.equal(await page.locator('[name=password]').count(), 1, 'the password is still a way');
});

test('a name that is taken is said before the device makes a passkey', async () => {
  const guest = await keyed({ viewport: phone });
  guest.expected.push(/409/);
  const { page } = guest;
  await guest.addKey();
  await page.goto(`${home()}account/new`);
  await clean(page, 'the page to sign up on a phone');
  await page.fill('[name=name]', 'Computer');
  await page.locator('[data-passkey=up]').click();
  await page.getByText('is taken').waitFor();
});

test('where there can be no passkeys, or no scripts, none is offered', async () => {
  for (const [url, options] of [
    [s.program.url, {}],
    [home(), { javaScriptEnabled: false }],
  ]) {
    const guest = await s.guest(options);
    guest.expected.push(/^request to http:\/\/localhost/);
    for (const path of ['account', 'account/new']) {
      await guest.page.goto(url + path);
      assert.equal(await guest.page.locator('[data-passkey]:visible').count(), 0, url + path);
      assert.ok(await guest.page.locator('[name=password]').isVisible());
    }
  }
});

test('a link by mail sets a new password, once', async () => {
  const guest = await s.guest({ javaScriptEnabled: false });
  const { page } = guest;
  guest.expected.push(/404/);
  const url = s.program.url;
  await page.goto(`${url}account/new`);
  await page.fill('[name=name]', 'Friederike');
  await page.fill('[name=password]', 'Zeche Nachtigall');
  await press(page, page.locator('form[action="/account/new"] button').first());
  await page.goto(`${url}account/notices`);
  await page.fill('[name=address]', 'friederike@mail.test');
  await page.fill('[name=old]', 'Zeche Nachtigall');
  await press(page, page.locator('form', { has: page.locator('[name=address]') }).locator('button'));
  const here = link => new URL(new URL(link).pathname, url).href;
  await page.goto(here(/http:\/\/\S+\/notices\/confirm\/\S+/.exec(await mails.next())[0]));
  await press(page, page.getByRole('button', { name: 'Yes, confirm' }));

  const lost = await s.guest();
  lost.expected.push(/404/);
  const other = lost.page;
  const answers = [];
  for (const [name, address] of [
    ['Friederike', 'another@mail.test'],
    ['Nobody', 'friederike@mail.test'],
    ['Friederike', 'friederike@mail.test'],
  ]) {
    await other.goto(`${url}account/recover`);
    await clean(other, 'the page to ask for a link');
    await other.fill('[name=name]', name);
    await other.fill('[name=address]', address);
    await press(other, other.locator('form[action="/account/recover"] button'));
    answers.push(await other.locator('main').textContent());
  }
  assert.equal(new Set(answers).size, 1, 'the answer tells nobody whether there is an account');
  const mail = await mails.next();
  const link = here(/http:\/\/\S+\/account\/recover\/\S+/.exec(mail)[0]);
  assert.match(mail, /friederike@mail\.test/);
  await other.goto(link);
  await clean(other, 'the page to set a password');
  await other.fill('[name=password]', 'Zeche Zollverein');
  await press(other, other.locator('main form button'));
  assert.equal(await other.locator('h1').textContent(), 'Friederike');
  await page.goto(`${url}account`);
  assert.ok(await page.locator('form[action="/account/in"]').first().isVisible(), 'other browsers are signed out');
  await other.goto(link);
  assert.equal(await other.locator('main [name=password]').count(), 0, 'the link works once');
  assert.equal(mails.mails.length, 2, 'nobody else got a mail');
});

test('a guest is forgotten after a question', async () => {
  const guest = await s.guest();
  const { page } = guest;
  await page.goto(s.program.url);
  await press(page, page.locator('form[action="/play"] button').first());
  const table = page.url();
  await page.goto(`${s.program.url}forget`);
  await clean(page, 'the question');
  assert.ok(await page.getByText('No other browser holds your seat').isVisible());
  await press(page, page.locator('form[action="/forget"] button'));
  const left = (await guest.context.cookies()).map(c => c.name.replace(/^(ruhr-zone).*/, '$1'));
  assert.deepEqual(left, ['ruhr-zone'], 'every page says the zone again');
  await page.goto(table);
  assert.equal(await page.locator('form[action$="/act"]').count(), 0);
});
