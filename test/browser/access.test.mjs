// axe looks at every page in English, at half of them in the dark, and at a third in each other language; with
// RUHR_WHOLE at all of them in all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from './axe.mjs';
import { languages, shot, stage, whole } from './stage.mjs';
import { asked, choose, newTable, quick } from './table.mjs';
import { site } from './site.mjs';

const listed = [
  '/legend',
  '/board',
  '/handbook',
  '/handbook/history',
  '/handbook/tests',
  '/open',
  '/settings',
  '/tables',
  '/new',
  '/lobby',
  '/account',
  '/account/notices',
  '/account/delete',
  '/people/Anna',
];
let all;
const s = stage(async () => {
  all = await site(s.program.url);
});

/** A browser of the person with the account and the seats of the tables. */
async function reader(settings) {
  const guest = await s.guest();
  await all.likes(settings);
  const mine = [...all.hand.cookies].filter(([name]) => /^ruhr(-session)?-[0-9a-f]{8}$/.test(name));
  await guest.context.addCookies(mine.map(([name, value]) => ({ name, value, url: s.program.url })));
  guest.expected.push(/404/); // one of the pages is the one for a wrong address
  return guest;
}

test('the pages that are looked at are all there are', () => {
  assert.deepEqual(
    listed.filter(p => !all.pages.some(q => q.split('?')[0] === p)),
    [],
  );
});

for (const theme of ['light', 'dark']) {
  test(`every page, ${theme}`, async () => {
    const { page } = await reader({ theme });
    const found = [];
    for (const path of all.pages.filter((_, n) => whole || theme === 'light' || n % 2)) {
      await page.goto(new URL(path, s.program.url).href);
      assert.equal(await page.getAttribute('html', 'data-theme'), theme);
      found.push(...(await serious(page, path, { colours: theme === 'dark' })));
      if (theme === 'dark')
        await shot(
          page,
          `dark${path
            .replace(/\/t\/[^/]+/, '/table')
            .replace(/join\/.*/, 'join')
            .replace(/[^a-z]+/gi, '-')}`,
        );
    }
    assert.deepEqual(found, []);
  });
}

languages.slice(1).forEach((lang, k, others) => {
  test(`every page in ${lang}`, async () => {
    const found = [];
    const { page } = await reader({ lang });
    for (const path of all.pages.filter((_, n) => whole || n % others.length === k)) {
      await page.goto(new URL(path, s.program.url).href);
      assert.equal(await page.getAttribute('html', 'lang'), lang);
      found.push(...(await serious(page, path)));
    }
    await all.likes({ lang, theme: 'dark' });
    await page.goto(`${s.program.url}t/${all.running}`);
    found.push(...(await serious(page, 'the table, dark', { colours: true })));
    assert.deepEqual(found, []);
  });
});

test('what only strangers see', async () => {
  const found = [];
  for (const lang of languages) {
    for (const theme of lang === 'en' || whole ? ['light', 'dark'] : ['light']) {
      const { page, expected } = await s.guest({ settings: { lang, theme } });
      expected.push(/403/); // notices are for who is signed in
      for (const path of all.strange.filter(
        (_, n) => whole || lang === 'en' || n % (languages.length - 1) === languages.indexOf(lang) - 1,
      )) {
        await page.goto(new URL(path, s.program.url).href);
        found.push(...(await serious(page, `${path} in ${lang}`, { colours: theme === 'dark' })));
      }
    }
  }
  assert.deepEqual(found, []);
});

test('a table in every phase and with its panels open', async () => {
  const { page } = await s.guest();
  await newTable(page, s.program.url, ['me', quick]);
  const seen = new Set();
  const found = [];
  let now = await asked(page);
  while (!now.over && seen.size < 6) {
    const phase = now.phase.replace(/^.*?: /, '');
    if (!seen.has(phase)) {
      seen.add(phase);
      await page.evaluate(
        theme => {
          document.documentElement.dataset.theme = theme;
        },
        seen.size % 2 ? 'light' : 'dark',
      );
      found.push(...(await serious(page, phase, { part: '#main' })));
    }
    now = await choose(page, now, 0);
  }
  for (const panel of ['logpanel', 'oddspanel', 'wordspanel', 'board-0']) {
    await page.locator(`[popovertarget=${panel}]`).first().click();
    await page.waitForSelector(`#${panel}:popover-open`);
    found.push(...(await serious(page, panel, { part: `#${panel}` })));
    await shot(page, `panel-${panel}`);
    await page.keyboard.press('Escape');
  }
  assert.ok(seen.size >= 3, `phases: ${[...seen]}`);
  assert.deepEqual(found, []);
});
