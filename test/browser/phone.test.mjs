// A thumb instead of a mouse, small windows and large letters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { still } from './look.mjs';
import { chance, languages, phone, settle, shot, stage } from './stage.mjs';
import { hang } from './program.mjs';
import { asked, newTable, quick } from './table.mjs';
import { site } from './site.mjs';

let all;
const s = stage(async () => {
  all = await site(s.program.url);
});

const thumb = { viewport: phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Has clicks say nothing of a finger, as in older browsers. @param {string} kind of event */
const clicksAs = kind =>
  addEventListener(
    'click',
    e => {
      if (!e.isTrusted) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const { detail, clientX, clientY } = e;
      const how = { bubbles: true, cancelable: true, composed: true, detail, clientX, clientY, pointerType: 'mouse' };
      e.target.dispatchEvent(new window[kind]('click', how));
    },
    true,
  );

for (const click of ['', 'MouseEvent', 'PointerEvent'])
  test(`the first touch previews, the second acts${click ? `, where a click is a ${click}` : ''}`, async () => {
    const { page } = await s.guest(thumb);
    if (click) await page.addInitScript(clicksAs, click);
    await newTable(page, s.program.url, ['me', quick]);
    let now = await asked(page);
    const tapped = { card: 0, map: 0 };
    for (let n = 0; n < 30 && !(tapped.card > 1 && tapped.map > 1); n++) {
      const card = now.cards.find(c => c.target) ?? now.cards[0];
      const onMap = card?.target && tapped.map <= tapped.card;
      const here = onMap ? `.target[data-acts="${card.action}"] .hit` : card ? `#act-${card.action}` : '#confirm';
      if (card) {
        tapped[onMap ? 'map' : 'card']++;
        await page.tap(here);
        await page.waitForSelector(`#act-${card.action}.lit[data-touched]`); // which says what a second touch is for
        assert.match(await page.locator('#announce p').last().innerText(), /Tap again$/, 'and to those who listen');
        assert.equal(await page.inputValue('#choices [name=at]'), now.at, 'the first touch decides nothing');
        await page.waitForTimeout(400); // what the preview has moved cannot be touched at once
        await page.waitForSelector('html:not(.settling)');
        if (onMap && tapped.map === 1) await shot(page, 'phone-preview');
      }
      await page.tap(here);
      now = await asked(page, now.at);
    }
    assert.ok(tapped.card > 1 && tapped.map > 1, JSON.stringify(tapped));
  });

/**
 * How many places on the river can be chosen, how many of them show whole, and how many are said to be out of sight;
 * whether, where there are none, the barge of the seat that is asked shows. Options stand among the choices.
 */
const offered = page =>
  page.evaluate(() => {
    const view = document.getElementById('viewport').getBoundingClientRect();
    const whole = ({ left, right, top, bottom }) =>
      left > view.left - 1 && right < view.right + 1 && top > view.top - 1 && bottom < view.bottom + 1;
    const river = document.querySelectorAll('.target .hit:not([class*="box-option"])');
    const places = [...river].map(e => e.getBoundingClientRect());
    const barge = document.getElementById(`barge-${document.querySelector('.seats .now')?.dataset.seat}`);
    const sails = places.length > 0 || !barge || whole(barge.getBoundingClientRect());
    const said = ['above', 'below'].map(
      way => +document.querySelector(`#more-${way}:not([hidden]) b`)?.textContent || 0,
    );
    return { all: places.length, shown: places.filter(whole).length, said, sails };
  });

test('the map shows all places that are offered, or says how many it does not', async () => {
  const { page, context } = await s.guest(thumb);
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me', 'me']);
  await hand.lend(context);
  const wrong = [];
  let [small, more] = [0, 0];
  for await (const now of hand.tour(chance(7))) {
    if (now.over || !now.actions.length) continue;
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${s.program.url}t/${hand.id}`);
      await page.evaluate(still);
      const { all, shown, said, sails } = await offered(page);
      if (!sails) wrong.push(`${now.phase} at ${width}: the barge is out of sight`);
      const told = shown + said[0] + said[1];
      if (width > height ? shown < all : told < all)
        wrong.push(`${now.phase} at ${width}: ${shown} of ${all}, ${said} out of sight`);
      if (
        width > height &&
        (await page.evaluate(() => document.querySelector('.mapsheet').style.cssText.includes('0.')))
      )
        small++;
      if (!said[1] || more) continue;
      more++;
      await page.tap('#more-below');
      await page.waitForFunction(n => +document.querySelector('#more-above:not([hidden]) b')?.textContent > n, said[0]);
      const { all: left, ...then } = await offered(page);
      assert.ok(then.said[1] < said[1] && then.shown > 0, JSON.stringify({ left, said, then }));
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(small && more, `${small} small maps, ${more} with places out of sight`);
});

test('places beside the part of the map that shows are said to be out of sight, too', async () => {
  const { page, context } = await s.guest({ ...thumb, viewport: { width: 683, height: 320 } });
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  assert.ok(!(await hand.play(now => now.actions.length > 9, chance(3))).over);
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${hand.id}`);
  await asked(page);
  for (let n = 0; n < 4; n++) await page.keyboard.press('+');
  const { all, shown, said } = await offered(page);
  assert.ok(shown < all && shown + said[0] + said[1] >= all, `${shown} of ${all}, ${said} out of sight`);
});

test('the map is moved with a finger and zoomed with two', async () => {
  const { page, context } = await s.guest(thumb);
  await newTable(page, s.program.url, ['me', quick]);
  await asked(page);
  const cdp = await context.newCDPSession(page);
  const box = await page.locator('#viewport').boundingBox();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const view = () =>
    page.evaluate(() => {
      const viewport = document.getElementById('viewport');
      return [viewport.scrollLeft, viewport.scrollTop, document.getElementById('map').clientWidth].map(Math.round);
    });
  const touch = (type, ...points) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  const until = async (yes, what) => {
    const began = performance.now();
    for (let now = await view(); performance.now() - began < hang; now = await view()) if (yes(now)) return now;
    return assert.fail(what);
  };
  assert.equal(await page.isVisible('#zoom-in'), false, 'a button that is seldom used lies over the map');
  await page.focus('#zoom-all');
  const first = await view();
  await page.tap('#zoom-in');
  const near = await until(now => now[2] > first[2], 'the button shows less of the map');
  await touch('touchStart', [x, y]);
  for (const d of [10, 30, 50]) await touch('touchMove', [x - d, y]);
  await touch('touchEnd');
  await until(now => now[0] !== near[0], 'a finger moves the map');
  await touch('touchStart', [x - 40, y], [x + 40, y]);
  for (const d of [50, 60, 70]) await touch('touchMove', [x - d, y], [x + d, y]);
  await touch('touchEnd');
  const zoomed = await until(now => now[2] > near[2], 'two fingers apart show less of the map');
  await page.tap('#zoom-all');
  await until(now => now[2] < zoomed[2], 'the button shows all of the map');
  await shot(page, 'phone', { fullPage: true });
});

/** Sentences that a box falls apart into pieces because some of it is set in another language. */
const torn = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('[lang]:not(html)')]
      .filter(e => {
        const beside = [...e.parentElement.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
        return beside && /flex|grid/.test(getComputedStyle(e.parentElement).display);
      })
      .map(e => `“${e.parentElement.textContent.trim().slice(0, 60)}” falls apart at ${e.textContent}`),
  );

/** How far a page reaches beyond its window, and what does. */
const overflow = page =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - wide;
    if (over <= 0) return null;
    const who = [...document.querySelectorAll('body *')]
      .filter(e => e.getBoundingClientRect().right > wide + 1)
      .slice(-1)
      .map(e => `${e.tagName}.${e.className}#${e.id} “${e.textContent.trim().slice(0, 40)}”`);
    return `${over}px too wide: ${who}`;
  });

// 320 is a small phone, or 640 at 200 %; 683 is a laptop's 1366 at 200 %.
const windows = [{ width: 320, height: 640 }, phone, { width: 683, height: 320 }];
for (const lang of languages) {
  test(`no page is wider than a small window or at 200 % (${lang})`, async () => {
    const { page, context, expected } = await s.guest();
    expected.push(/404/); // one of the pages is the one for a wrong address
    await all.hand.lend(context);
    await all.likes({ lang, size: 'large' });
    const wrong = [];
    for (const path of all.pages) {
      await page.goto(new URL(path, s.program.url).href);
      assert.equal(await page.getAttribute('html', 'lang'), lang);
      assert.equal(await page.getAttribute('html', 'data-size'), 'large');
      wrong.push(...(await torn(page)).map(t => `${path}: ${t}`));
      for (const viewport of windows) {
        await page.setViewportSize(viewport);
        const over = await overflow(page);
        if (over) wrong.push(`${path} at ${viewport.width}: ${over}`);
      }
      if (lang === 'de' && path === '/') await shot(page, 'first-small');
    }
    assert.deepEqual(wrong, []);
  });
}

test('no field has letters so small that a phone zooms into it', async () => {
  const { page, context, expected } = await s.guest(thumb);
  expected.push(/404/); // one of the pages is the one for a wrong address
  await all.hand.lend(context);
  await all.likes({ size: 'small' });
  const small = [];
  for (const path of all.pages) {
    await page.goto(new URL(path, s.program.url).href);
    assert.equal(await page.getAttribute('html', 'data-size'), 'small');
    for (const size of ['small', 'normal']) {
      const found = await page.evaluate(size => {
        document.documentElement.dataset.size = size;
        return [...document.querySelectorAll('input, select, textarea')]
          .filter(f => !['hidden', 'radio', 'checkbox', 'range', 'submit', 'file'].includes(f.type))
          .filter(f => parseFloat(getComputedStyle(f).fontSize) < 16)
          .map(f => `${f.name || f.id}: ${getComputedStyle(f).fontSize}`);
      }, size);
      small.push(...found.map(f => `${path} ${size} ${f}`));
    }
  }
  assert.deepEqual(small, []);
});

test("a replay's bar and score sheet on a phone, in every language", async () => {
  const { page, context } = await s.guest(thumb);
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me', 'me', 'me']);
  const { over } = await hand.play(
    () => false,
    () => 0,
  );
  assert.ok(over);
  await hand.lend(context);
  for (const lang of languages) {
    await settle(context, { lang });
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(`${s.program.url}t/${hand.id}/replay?n=40`);
      const cut = await page.$$eval('.bar, .bar *', all =>
        all.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => `${e.className} ${e.textContent}`),
      );
      assert.deepEqual(cut, [], `cut at ${width}`);
      const low = await page.$$eval('.stepper .button', all =>
        all.filter(e => e.offsetHeight < 44 || e.offsetTop !== all[0].offsetTop).map(e => e.id),
      );
      assert.deepEqual(low, [], `steps that are low or on another line at ${width}`);
      await page.tap('.menubutton');
      await page.waitForSelector('#menu:popover-open');
      const entries = await page.$$eval('#menu :is(a, button)', all =>
        all.map(e => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && bottom - top >= 24;
        }),
      );
      assert.deepEqual(entries, [true, true, true, true, true], `the entries at ${width}`);
      await shot(page, `replay-phone-${lang}-${width}`);
      await page.tap('#menu [popovertarget=logpanel]');
      await page.waitForSelector('#logpanel:popover-open');
      const open = await page.$$eval(':popover-open', all => all.map(e => e.id));
      assert.deepEqual(open, ['logpanel'], 'the menu closes behind what it opens');
      await page.goto(`${s.program.url}t/${hand.id}/score`);
      assert.deepEqual(await broken(page), [], `words broken at ${width}`);
      await shot(page, `score-phone-${lang}-${width}`, { fullPage: true });
    }
  }
});

test('what can be bought is as high as a finger is wide while the dock may grow', async () => {
  const { page, context } = await s.guest(thumb);
  const hand = new Hand(s.program.url);
  await hand.hoard(['me', 'me'], 13, chance(0));
  await hand.lend(context);
  for (const lang of languages) {
    await settle(context, { lang });
    await page.goto(`${s.program.url}t/${hand.id}`);
    await asked(page);
    await shot(page, `phone-purchases-${lang}`);
    const seen = await page.evaluate(() => {
      const part = document.querySelector('.choosing');
      const high = [...document.querySelectorAll('.choices .card')].map(c => c.offsetHeight);
      const room = innerHeight * 0.61 - document.getElementById('band').offsetHeight;
      return { n: high.length, least: Math.min(...high), scrolls: part.scrollHeight - part.clientHeight, room };
    });
    const fits = seen.least >= 36 && seen.scrolls < 2;
    assert.ok(seen.n >= 13 && (fits || seen.room < 36), `${lang}: ${JSON.stringify(seen)}`);
  }
});

test('a long name makes no list of tables wider than a phone', async () => {
  const { page, context } = await s.guest(thumb);
  const hand = new Hand(s.program.url);
  const form = { who0: 'me', name0: 'W'.repeat(30), colour0: '', who1: 'me', name1: 'Bert', colour1: '' };
  assert.equal((await hand.fetch('/new', { form })).status, 303);
  await hand.lend(context);
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of ['', 'tables']) {
    await page.goto(`${s.program.url}${path}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, `/${path}`);
    assert.ok(await page.getByText('WWWWW').count(), `/${path} has the name`);
  }
});

/** Words of the score sheet, but for people's names, that go over more than a line. */
const broken = page =>
  page.evaluate(() => {
    const out = [];
    const walker = document.createTreeWalker(document.querySelector('.scoresheet'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const word of node.data.matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) out.push(word[0]);
      }
    return out;
  });

test('the bar of a table stays one line, whatever it tells', async () => {
  const { page, context } = await s.guest({ viewport: { width: 1366, height: 640 } });
  await all.hand.lend(context);
  const height = () => page.evaluate(() => document.querySelector('.bar').offsetHeight);
  for (const lang of languages) {
    await settle(context, { lang });
    await page.goto(`${s.program.url}t/${all.hand.id}`);
    await page.waitForSelector('.script');
    const before = await height();
    await page.evaluate(() => {
      const at = document.querySelector('.table-name');
      at.textContent += ': ' + at.textContent;
    });
    for (const says of ['lost', 'overload']) {
      // At one go: the page's own stream, which has just opened, says otherwise.
      const [seen, is] = await page.evaluate(says => {
        document.documentElement.className = `script moving offline ${says === 'overload' ? 'crowded' : ''}`;
        const bar = /** @type {HTMLElement} */ (document.querySelector('.bar'));
        return [document.querySelector(`.${says}`).checkVisibility({ visibilityProperty: true }), bar.offsetHeight];
      }, says);
      assert.ok(seen, says);
      assert.equal(is, before, `${says} in ${lang}`);
    }
  }
});

test('of a clock whose seat has debts and much else, a unit shows whole or not at all', async () => {
  const days = new Hand(s.program.url);
  await days.newTable(['me', 'me', 'me'], { pace: 'days' });
  await days.play(() => /data-what="debts"/.test(days.html), chance(3));
  const { page, context } = await s.guest(thumb);
  await days.lend(context);
  const upright = { width: 820, height: 1180 };
  for (const lang of languages) {
    await settle(context, { lang });
    await page.goto(`${s.program.url}t/${days.id}`);
    await page.waitForSelector('.counts > span');
    for (const viewport of [phone, upright, { width: 1024, height: 768 }, { width: 1366, height: 640 }]) {
      await page.setViewportSize(viewport);
      const cut = await page.evaluate(() => {
        const cutIn = clock =>
          [...clock.querySelectorAll('.counts > span')].filter((unit, k) => {
            const [part, whole] = [unit, clock].map(e => e.getBoundingClientRect());
            return part.top > whole.bottom - 2 ? k === 0 : part.right > whole.right + 1;
          });
        return [...document.querySelectorAll('.seats .clock')].flatMap(cutIn).map(unit => unit.textContent);
      });
      assert.deepEqual(cut, [], `${lang}, ${viewport.width}`);
    }
  }
});

test('what a choice brings leaves the names and figures of many seats their room', async () => {
  const four = new Hand(s.program.url);
  await four.newTable(['me', 'me', 'me', 'me']);
  await four.play(
    () => /class="card[^>]*data-gains="[^"]*thaler/.test(four.html),
    () => 0,
  );
  const three = new Hand(s.program.url);
  await three.newTable(['me', 'me', 'me']);
  await three.play(() => {
    const gains = /class="card[^>]*data-gains="[^"]*(\d) debts/.exec(three.html);
    const seats = three.html.split('id="seat-');
    return gains && seats.some(seat => seat.startsWith(gains[1]) && seat.includes('data-what="debts"'));
  }, chance(3));
  for (const [hand, what, viewport] of [
    [four, 'thaler', phone],
    [four, 'thaler', { width: 1024, height: 768 }],
    [three, 'debts', phone],
    [three, 'debts', { width: 683, height: 320 }],
  ]) {
    const { page, context } = await s.guest({ ...thumb, viewport });
    await hand.lend(context);
    await page.goto(`${s.program.url}t/${hand.id}`);
    await page.waitForSelector('.script #band');
    const card = page.locator(`.choosing .card[data-gains*="${what}"]`).first();
    const gains = await card.getAttribute('data-gains');
    const [, seat, change] = new RegExp(`(\\d) ${what} (-?\\d+)`).exec(gains);
    const figure = `#seat-${seat} [data-what=${what}]`;
    const then = String(Number(await page.locator(figure).textContent()) + Number(change));
    // At one go: news of who is present may draw the seats again.
    const seen = await card.evaluate((card, figure) => {
      const names = () => [...document.querySelectorAll('.seats .name b')].map(b => b.clientWidth);
      const before = names();
      card.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return {
        names: [before, names()],
        pushed: [...document.querySelectorAll('.seats > li')].filter(li => li.scrollWidth > li.clientWidth),
        result: getComputedStyle(document.querySelector(`${figure} + .delta`), '::before').content,
      };
    }, figure);
    assert.deepEqual(seen.names[1], seen.names[0], 'the names keep their room');
    assert.equal(seen.pushed.length, 0, 'no figure is pushed out');
    assert.equal(seen.result, `"${then}"`);
    await shot(page, `preview-${what}-${viewport.width}`);
  }
});

test('a puzzle’s purchases are all as high as a finger is wide, and no title touches its price', async () => {
  const { page } = await s.guest({ ...thumb, settings: { lang: 'de' } });
  await page.goto(`${s.program.url}puzzles/next?seats=3`);
  const kinds = await page.$$eval('.listed', all =>
    all.map(kind => {
      const title = document.createRange();
      title.selectNodeContents(kind.querySelector('h2'));
      const gap = kind.querySelector('.chips').getBoundingClientRect().left - title.getBoundingClientRect().right;
      return { high: Math.min(...[...kind.querySelectorAll('.places .card')].map(c => c.offsetHeight)), gap };
    }),
  );
  assert.ok(kinds.length > 1 && kinds.every(kind => kind.high >= 44 && kind.gap > 4), JSON.stringify(kinds));
});
