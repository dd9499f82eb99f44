// That a table can be read and used in every window: whole games, looked at in
// all kinds of decisions, each in half of the windows or, with RUHR_WHOLE, in all. measure.mjs writes the same figures to lab/browser.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { Looker, magnified, median, sizeOf, still, windows } from './look.mjs';
import { chance, languages, settle, shot, stage, whole } from './stage.mjs';

const s = stage();

/**
 * What is wrong with what is seen in a window. On a phone the choices may scroll in their part; what there is at the
 * end may not. small: how large the smallest letters and half of them must be, in px, in a low window.
 */
function faults(look, window, over = false, small = [8.5, 10]) {
  const { letters, collisions, hidden, grown, mapCut } = look;
  // The map shows whole there, too, and each place on it is a choice in the dock as well.
  const brief = window.height < 600 || grown;
  const [least, middle] = window.phone ? [12, 12] : brief ? small : [11, 13];
  const may = over ? /^strip/ : /^(choosing|band|lesson|strip)/;
  const scrolls = look.scrolls.filter(part => !(window.phone && may.test(part)));
  const cut = look.cut.filter(what => !window.phone || !/^opens/.test(what));
  const out = [];
  const smallest = Math.min(...letters);
  if (smallest < least - 0.01) out.push(`letters of ${smallest} px`);
  if (median(letters) < middle - 0.01) out.push(`half of the letters below ${median(letters)} px`);
  if (mapCut && !window.phone) out.push(`${mapCut} px of the map are cut`);
  const of = (what, list) => out.push(...new Set(list.map(x => `${what}: ${x}`)));
  of('lies on it', collisions);
  of('scrolls', scrolls);
  of('cut', cut);
  of('not to be seen', hidden);
  of('lies under something', look.covered);
  of('is offered out of sight', look.unseen);
  of('apart', look.apart);
  of('cut in half', look.halved);
  of('not in line', look.uneven);
  of('small', brief ? look.small.filter(what => !what.startsWith('hit ')) : look.small);
  return out;
}

for (const { what, lang, begin, advised, least } of [
  // At one purchase a long card, or advice, takes so much of the lowest window that the map shrinks a little more.
  { what: 'the lesson', lang: 'fr', begin: hand => hand.learn(), least: [8.1, 9.6] },
  { what: 'four seats', lang: 'de', begin: hand => hand.newTable(['me', 'me', 'me', 'me']) },
  {
    what: 'advice at every decision',
    lang: 'es',
    begin: hand => hand.newTable(['me', 'me', 'me', 'me'], { hints: 'yes' }),
    advised: true,
    least: [8.1, 9.6],
  },
]) {
  test(`a table can be read in every window (${what}, ${lang})`, async () => {
    const { page, context } = await s.guest({ settings: { lang } });
    const hand = new Hand(s.program.url);
    await begin(hand);
    await hand.lend(context);
    const looker = new Looker(context);
    const wrong = new Map();
    const maps = new Map(windows.map(w => [w, new Set()]));
    const roll = chance(5);
    let most = 0;
    let looked = 0;
    for await (const now of hand.tour(roll)) {
      if (advised && now.actions.length > 1) await hand.advise(now);
      await page.goto(`${s.program.url}t/${hand.id}`);
      looked++;
      const every = whole || now.over || now.actions.length > most;
      for (const window of windows.filter((_, n) => every || n % 2 === looked % 2)) {
        const look = await looker.look(page, window);
        if (!look.grown) maps.get(window).add(look.map);
        for (const fault of faults(look, window, now.over, least))
          if (!wrong.has(fault)) wrong.set(fault, `${fault} (${sizeOf(window)}, ${now.over ? 'end' : now.phase})`);
        if (now.over || now.actions.length > most)
          await shot(page, `look-${lang}-${window.width}-${now.over ? 'end' : 'most'}`);
      }
      if (now.at) most = Math.max(most, now.actions.length);
    }
    for (const [window, sizes] of maps)
      if (!window.phone && sizes.size > 1) wrong.set(window, `the map jumps: ${[...sizes]} (${sizeOf(window)})`);
    assert.ok(most > 7, `at most ${most} choices`);
    assert.deepEqual([...wrong.values()], []);
  });
}

test('a purchase with 28 choices and more is seen whole, or within a movement on a phone, each title first in its line', async () => {
  const { page, context } = await s.guest();
  const hand = new Hand(s.program.url);
  const looker = new Looker(context);
  const wrong = new Set();
  const note = async (what, window) => {
    for (const fault of faults(await looker.look(page, window), window))
      wrong.add(`${what}, ${sizeOf(window)}: ${fault}`);
  };
  for (const [seats, spoken] of [
    [4, ['de']],
    [2, languages],
  ]) {
    const { actions } = await hand.hoard(Array(seats).fill('me'), 28, chance(0));
    await hand.lend(context);
    for (const lang of spoken) {
      await settle(context, { lang });
      await page.goto(`${s.program.url}t/${hand.id}`);
      assert.equal(await page.locator('#band [name=action]').count(), actions.length);
      for (const window of [...windows, magnified]) {
        await note(`${lang}, ${seats} seats`, window);
        await shot(page, `purchases-${lang}-${seats}-${window.width}`);
      }
    }
  }
  assert.deepEqual([...wrong], []);
  await page.setViewportSize(windows[0]);
  const card = page.locator('.card:has(.extra)').first();
  await card.hover();
  const says = await card.locator('.extra').getAttribute('title');
  const head = () => page.evaluate(() => getComputedStyle(document.querySelector('.head'), '::after').content);
  assert.equal(await head(), JSON.stringify(says), 'what tells a purchase apart is said in words');
});

/** Which of the places that the lesson points at show whole and below nothing, whether its card lies over the map, and
 * whether the first choice is in sight. */
const pointedAt = page =>
  page.evaluate(() => {
    const [card, view] = ['.lesson', '#viewport'].map(q => document.querySelector(q).getBoundingClientRect());
    const all = [...document.querySelectorAll('.halo.guide .over')].map(h => h.getBoundingClientRect());
    const inside = h =>
      h.left > view.left && h.right < view.right && h.top > view.top - 1 && h.bottom < view.bottom + 1;
    const choice = document.querySelector('.choosing .card');
    const { x, y, width } = choice?.getBoundingClientRect() ?? {};
    return {
      chooses: !choice || choice.contains(document.elementFromPoint(x + width / 2, y + 6)),
      all: all.length,
      clear: all.filter(inside).length,
      over: card.left < view.right && card.right > view.left && card.top < view.bottom - 1 && card.bottom > view.top,
      pans: document.getElementById('viewport').classList.contains('pans'),
    };
  });

test('the lesson lies over nothing, and stays folded', async () => {
  const { page, context } = await s.guest({ settings: { lang: 'de' } });
  const hand = new Hand(s.program.url);
  await hand.learn();
  await hand.lend(context);
  const pick = chance(7);
  const seen = new Map();
  const wrong = [];
  for (let now = await hand.look(); !now.over; now = await hand.look()) {
    const key = /id="lesson-([a-z_]+)"[^>]*><summary/.exec(hand.html)?.[1];
    if (now.at && key && !seen.has(key)) {
      for (const [width, height] of [
        [1366, 640],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        await page.goto(`${s.program.url}t/${hand.id}`);
        await page.evaluate(still);
        const { all, clear, over, pans, chooses } = await pointedAt(page);
        seen.set(key, all);
        const whole = pans ? !all || clear > 0 : clear === all;
        if (!chooses) wrong.push(`${key} at ${width}: the first choice is out of sight`);
        if (!whole || over)
          wrong.push(`${key} at ${width}: ${clear} of ${all} clear${over ? ', the card over the map' : ''}`);
      }
    }
    if (now.at) await hand.act(now, now.actions[now.actions.length ? pick(now.actions.length) : 0]);
  }
  assert.ok([...seen.values()].filter(n => n > 0).length > 6, JSON.stringify([...seen]));
  assert.deepEqual(wrong, []);
  await page.locator('.lesson summary').click();
  await page.waitForFunction(() => localStorage.getItem('ruhr-lesson') === 'folded');
  await page.reload();
  await page.waitForSelector('.lesson > details:not([open])', { state: 'attached' });
});

test('below the toolbars of a browser on a laptop the map shows whole', async () => {
  const { page, context } = await s.guest();
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me', 'me', 'me']);
  await hand.lend(context);
  await page.setViewportSize({ width: 1366, height: 600 });
  await page.goto(`${s.program.url}t/${hand.id}`);
  await page.evaluate(still);
  assert.equal(await page.locator('.seats .own.shown .areas').isVisible(), true);
  const hidden = await page.evaluate(() => {
    const parts = [document.getElementById('viewport'), document.getElementById('seats')];
    return parts.map(e => e.scrollHeight - e.clientHeight);
  });
  assert.deepEqual(hidden, [0, 0]);
});

test('a replay shows its chart and slider in every landscape window, and cuts no marker’s name', async () => {
  const { page, context } = await s.guest({ settings: { lang: 'fr' } });
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me', 'me']);
  const { at } = await hand.play(now => now.round === 5, chance(3));
  await hand.lend(context);
  const wrong = [];
  for (const window of windows.filter(w => !w.phone)) {
    await page.setViewportSize({ width: window.width, height: window.height });
    for (const path of ['try', 'replay?n=0', `replay?n=${Math.floor(at / 3)}`]) {
      await page.goto(`${s.program.url}t/${hand.id}/${path}`);
      await page.evaluate(still);
      const faults = await page.evaluate(() => {
        const middle = e => {
          const { x, y, width, height } = e.getBoundingClientRect();
          return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        };
        const cut = [...document.querySelectorAll('#strip .mname')].filter(e => e.scrollWidth > e.clientWidth + 1);
        const parts = [...document.querySelectorAll('#chart, #range')];
        return [...parts.filter(e => !middle(e)).map(e => e.id), ...cut.map(e => e.innerText)];
      });
      wrong.push(...faults.map(what => `${sizeOf(window)}, ${path}: ${what}`));
    }
    await shot(page, `replay-${window.width}`);
  }
  assert.deepEqual(wrong, []);
});

test('how pages are to look shows before it is saved', async () => {
  const { page } = await s.guest();
  await page.goto(`${s.program.url}settings`);
  const shown = () =>
    page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.size]);
  const before = await shown();
  await page.check('[name=theme][value=dark]');
  await page.check('[name=size][value=large]');
  assert.deepEqual(await shown(), ['dark', 'large']);
  await page.reload();
  assert.deepEqual(await shown(), before, 'and is not kept');
});

for (const seats of [3, 4])
  test(`which country markers are left shows beside ${seats} seats on a laptop, in every language`, async () => {
    const { page, context } = await s.guest({ viewport: { width: 1366, height: 640 } });
    const hand = new Hand(s.program.url);
    // three countries, and what they bring on average
    const rows = () => hand.html.split('class="outcomes"')[1]?.split('</table>')[0].split('<tr>').length - 1;
    const pick = chance(9);
    do await hand.newTable(Array(seats).fill('me'));
    while ((await hand.play(() => rows() === 5, pick)).over);
    await hand.lend(context);
    for (const lang of languages) {
      await settle(context, { lang });
      await page.goto(`${s.program.url}t/${hand.id}`);
      await page.evaluate(still);
      assert.deepEqual(
        await page.evaluate(() => {
          const [part, table] = ['#oddspanel', '.outcomes'].map(q => document.querySelector(q).getBoundingClientRect());
          return [table.left < part.right, table.bottom <= part.bottom];
        }),
        [true, true],
        lang,
      );
      await shot(page, `countries-${seats}-${lang}`);
    }
  });

test('the form that finds a table is one line on a laptop, in every language', async () => {
  const { page, context } = await s.guest({ viewport: { width: 1366, height: 640 } });
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  await hand.lend(context);
  for (const lang of languages) {
    await settle(context, { lang });
    await page.goto(`${s.program.url}tables`);
    const tops = await page
      .locator('form[role=search] > *')
      .evaluateAll(all => all.map(part => part.getBoundingClientRect().top));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 10, `${lang}: ${tops}`);
  }
});

test('the picture of the first page fills its frame', async () => {
  const { page } = await s.guest();
  await page.goto(s.program.url);
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height });
    const png = await page.locator('.vignette').screenshot();
    const colours = await page.evaluate(
      async bytes => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
        const { width: w, height: h } = picture;
        const context = new OffscreenCanvas(w, h).getContext('2d', { willReadFrequently: true });
        context.drawImage(picture, 0, 0);
        const edges = [
          [4, 4, 1, h - 8],
          [w - 5, 4, 1, h - 8],
          [4, 4, w - 8, 1],
          [4, h - 5, w - 8, 1],
        ];
        return edges.map(edge => new Set(new Uint32Array(context.getImageData(...edge).data.buffer)).size);
      },
      [...png],
    );
    assert.ok(Math.min(...colours) > 5, `${width}×${height}: its edges have ${colours} colours`);
  }
});

/** Which of the parts of a page are not shown whole, or lie under something. */
const buried = (page, parts) =>
  page.$$eval(parts, all =>
    all
      .filter(e => e.checkVisibility({ visibilityProperty: true }))
      .filter(e => {
        const { x, y, width, height, bottom } = e.getBoundingClientRect();
        const [on, end] = [y + height / 2, bottom - 1].map(at => document.elementFromPoint(x + width / 2, at));
        return !e.contains(on) || !e.contains(end);
      })
      .map(e => e.id || e.textContent.trim() || e.className),
  );

test('the ways on from the end, the sheet over the map and a replay’s controls lie under nothing in any window', async () => {
  const { page, context } = await s.guest({ settings: { lang: 'de' } });
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me', 'me']);
  await hand.play(() => false, chance(7));
  await hand.lend(context);
  const wrong = [];
  const note = async (window, parts) => wrong.push(...(await buried(page, parts)).map(e => `${sizeOf(window)}: ${e}`));
  for (const window of windows) {
    await page.setViewportSize(window);
    await page.goto(`${s.program.url}t/${hand.id}`);
    await page.evaluate(still);
    await note(window, '.ways :is(a, button), #finale-sheet summary');
    await page.click('#finale-sheet summary');
    await note(window, '.ways :is(a, button), #finale-sheet summary, .maptools button');
    await page.goto(`${s.program.url}t/${hand.id}/replay?n=40`);
    await page.evaluate(still);
    await note(window, '.stepper a, #play, #range, #playon summary');
    await shot(page, `replay-${window.width}`);
  }
  assert.deepEqual(wrong, []);
});
