// Pages on paper: what they are about, and nothing that is pressed; dark letters on white, whatever the screen has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';
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

for (const theme of ['light', 'dark']) {
  test(`every page on paper, ${theme}`, async () => {
    const { page, context, expected } = await s.guest();
    expected.push(/404/); // one of the pages is the one for a wrong address
    await all.hand.lend(context);
    await all.hand.fetch('/settings', { form: { lang: '', theme, pace: 'normal', size: 'normal', word: 'ask' } });
    const wrong = [];
    for (const path of all.pages) {
      await page.emulateMedia({ media: 'print' });
      await page.goto(new URL(path, s.program.url).href);
      wrong.push(...(await wrongOnPaper(page)).map(w => `${path}: ${w}`));
    }
    assert.deepEqual(wrong, []);
  });
}
