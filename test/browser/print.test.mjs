// Pages on paper: what they are about, and nothing that is pressed; dark letters on white, whatever the screen has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, stage } from './stage.mjs';
import { site } from './site.mjs';

let all;
const s = stage(async () => {
  all = await site(s.program.url);
});

/** What is wrong with a page as it is printed. */
const wrongOnPaper = page =>
  page.evaluate(() => {
    const out = [];
    const seen = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const table = document.body.classList.contains('table');
    if (getComputedStyle(document.documentElement).colorScheme !== 'light') out.push('dark');
    const pressed = table ? '.bar, .foot, .maptools, form, .card, .stepper' : '.bar, .foot';
    for (const e of document.querySelectorAll(pressed)) if (seen(e)) out.push(`${e.className || e.tagName} is printed`);
    const about = table ? '.mapsheet, #headline, .seats .name' : 'main h1, main p, main table, main svg';
    if (![...document.querySelectorAll(about)].some(seen)) out.push('nothing is printed');
    if (table && document.getElementById('wordspanel') && !seen(document.querySelector('#words td')))
      out.push('no words');
    const top = document.querySelector('main').getBoundingClientRect().top + scrollY;
    if (top > 200) out.push(`the page begins ${top}px down`);
    const { overflowY, minHeight, maxHeight } = getComputedStyle(document.body);
    if (overflowY === 'hidden') out.push('the end is cut off');
    if (minHeight !== '0px' || maxHeight !== 'none') out.push('the last sheet may be empty');
    return out;
  });

test('every page on paper', async () => {
  const { page, context, expected } = await s.guest();
  expected.push(/404/); // one of the pages is the one for a wrong address
  await all.hand.lend(context);
  await all.likes({ theme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  const wrong = [];
  for (const path of all.pages) {
    await page.goto(new URL(path, s.program.url).href);
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    for (const theme of ['dark', 'light']) {
      await page.evaluate(theme => (document.documentElement.dataset.theme = theme), theme);
      wrong.push(...(await wrongOnPaper(page)).map(w => `${path}, ${theme}: ${w}`));
    }
  }
  assert.deepEqual(wrong, []);
});

for (const locale of languages) {
  test(`the player aid is one sheet with two sides, ${locale}`, async () => {
    const { page } = await s.guest({ locale });
    await page.goto(`${s.program.url}handbook/sheet`);
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 2, format);
    }
  });
}

for (const old of [false, true]) {
  test(`rulings are unfolded on paper, ${old ? 'by the script' : 'by the style'}`, async () => {
    const { page } = await s.guest();
    if (old) await page.addInitScript(() => (CSS.supports = () => false)); // as a browser without ::details-content
    await page.goto(`${s.program.url}handbook`);
    const folded = page.locator('.ruling details:not([open])');
    assert.ok((await folded.count()) > 30);
    await page.emulateMedia({ media: 'print' });
    const text = folded.first().locator('p');
    if (old) await page.pdf();
    else assert.ok(await text.evaluate(e => e.checkVisibility({ contentVisibilityAuto: true })));
    assert.equal((await folded.count()) === 0, old);
  });
}
