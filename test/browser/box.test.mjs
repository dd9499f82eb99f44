// Beside the printed game: what is drawn is entered, everything can be taken back, and a recorded game comes out as the
// same record.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clean } from './axe.mjs';
import { Hand } from './hand.mjs';
import { languages, phone, shot, stage, whole } from './stage.mjs';
import { asked, quick } from './table.mjs';

const s = stage();
const file = fileURLToPath(new URL('../../record/testdata/2-seats-docker.json', import.meta.url));

/** Starts a table; the last seat may be a computer player's. */
async function beside(page, last = 'me') {
  await page.goto(`${s.program.url}box`);
  await page.selectOption('[name=who1]', last);
  await page.selectOption('[name=who2]', 'none');
  for (const [k, name] of ['Anna', 'Bert'].entries()) await page.fill(`[name=name${k}]`, name);
  await Promise.all([page.waitForURL('**/t/**'), page.click('form[action="/box"] button.main')]);
  return new URL(page.url()).pathname.split('/')[2];
}

/** What a record has: its decisions and what was drawn. */
const had = rec => ({
  done: rec.actions.length,
  drawn: rec.chance.draws.length,
  turned: rec.chance.countries.filter(Boolean).length,
});

/** The button of what comes next in a recorded game, and another one. */
async function next(page, rec, legal, at) {
  const values = await page.$$eval('#faces button, #choices [name=action], .outs [name=action]', list =>
    list.map(b => ({ id: b.id, value: b.value, shown: !b.hidden })),
  );
  let right;
  if (values[0].id.startsWith('face-')) {
    const names = values.map(v => v.value);
    const face = names.includes(rec.chance.countries[at.turned])
      ? rec.chance.countries[at.turned]
      : rec.chance.draws[at.drawn].replace(/-2$/, '-1');
    right = `face-${face}`;
  } else {
    const { seat, round, ...action } = rec.actions[at.done];
    const place = legal[at.done].legal.findIndex(a => JSON.stringify(a) === JSON.stringify(action));
    assert.ok(seat === legal[at.done].seat && round > 0 && place >= 0);
    right = values.sort((a, b) => a.value - b.value)[place].id;
  }
  return { right, wrong: values.find(v => v.shown && v.id !== right)?.id };
}

/** Presses a button and waits for the table that follows, with scripts or without. */
async function press(page, id, scripts) {
  const before = await page.getAttribute('#band input[name=at]', 'value');
  const button = page.locator(`#${id}`);
  const go = () =>
    button
      .evaluate(b => b.hidden)
      .then(hidden => (hidden ? button.evaluate(b => b.form.requestSubmit(b)) : button.click()));
  if (scripts) {
    await go();
    return asked(page, before);
  }
  return Promise.all([page.waitForEvent('domcontentloaded'), go()]);
}

// TestAGameBesideTheBox enters whole games without a browser; with RUHR_WHOLE, this does, too.
test('a recorded game entered by hand is the same record', async () => {
  const rec = JSON.parse(readFileSync(file, 'utf8'));
  const lines = execFileSync(process.env.RUHR_BINARY, ['replay', '--legal', file], { encoding: 'utf8' });
  const legal = lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const first = await s.guest();
  let page = first.page;
  const id = await beside(page);
  const now = async () => (await page.request.get(`${s.program.url}t/${id}/record`)).json();
  await asked(page);
  let slips = 0;
  let got = await now();
  for (let n = 0; whole ? !got.result : n < 40; n++) {
    if (n === 12) {
      const { cookies } = await first.context.storageState();
      const plain = await s.guest({ javaScriptEnabled: false });
      await plain.context.addCookies(cookies);
      await plain.context.route(/\/(map|s)\//, route => route.fulfill({ body: '' })); // looks are not what counts here
      page = plain.page;
      await page.goto(`${s.program.url}t/${id}`);
    }
    const { right, wrong } = await next(page, rec, legal, had(got));
    if (n % 9 === 2 && wrong && slips < 10) {
      await press(page, wrong, n < 12);
      await press(page, 'back', n < 12);
      assert.deepEqual(had(await now()), had(got), 'what was entered wrongly is taken back');
      slips++;
    }
    await press(page, right, n < 12);
    got = await now();
  }
  assert.deepEqual(got.actions, rec.actions.slice(0, got.actions.length));
  const face = name => name.replace(/-[12]$/, '');
  assert.deepEqual(got.chance.draws.map(face), rec.chance.draws.slice(0, got.chance.draws.length).map(face));
  assert.ok(slips > 2);
  if (!whole) return;
  assert.equal(slips, 10);
  const { obstacles, ...chance } = rec.chance;
  assert.equal(obstacles.length, 14);
  assert.equal(got.actions.length, rec.actions.length);
  assert.deepEqual(got.result, rec.result);
  assert.deepEqual(got.chance, {
    ...chance,
    entered: true,
    obstacles: obstacles.map(() => null),
    draws: got.chance.draws,
  });
  await page.goto(`${s.program.url}t/${id}/score`);
  assert.match(await page.innerText('main'), /entered by hand/);
});

test('what is asked beside the box is for everyone: languages, keyboard, phone', async () => {
  for (const lang of whole ? languages : ['en', 'de']) {
    const small = lang === 'de';
    const { page } = await s.guest({ settings: { lang }, ...(small && { viewport: phone }) });
    await page.goto(`${s.program.url}box`);
    if (small) await clean(page, `${lang} form`);
    const id = await beside(page, quick);
    const start = await asked(page);
    await clean(page, `${lang} draw`);
    await shot(page, `box-${lang}-draw`);
    await page.focus('#face-forges-1');
    await page.keyboard.press('Enter');
    const chosen = await asked(page, start.at);
    await page.focus('.card');
    await page.keyboard.press('Enter');
    await asked(page, chosen.at);
    await shot(page, `box-${lang}-hands`);
    await page.goto(`${s.program.url}t/${id}/laid`);
    if (small) await clean(page, `${lang} laid`);
    await shot(page, `box-${lang}-laid`, { fullPage: true });
  }
});

test('all faces fit every window: a picture and whole words each, on a phone large enough for a thumb', async () => {
  const [laptop, low, upright] = [
    [1280, 800],
    [1366, 640],
    [820, 1180],
  ].map(([width, height]) => ({ width, height }));
  for (const lang of whole ? languages : ['de', 'fr'])
    for (const viewport of [phone, { width: 360, height: 640 }, laptop, low, upright]) {
      const { page } = await s.guest({ settings: { lang }, viewport });
      await beside(page);
      await asked(page);
      const at = `${lang} ${viewport.width}`;
      await shot(page, `box-faces-${lang}-${viewport.width}`);
      const { faces, more } = await page.evaluate(() => {
        const list = document.querySelector('.choosing');
        const wide = x => x.scrollWidth - x.clientWidth;
        return {
          more: list.scrollHeight - list.clientHeight,
          faces: [...document.querySelectorAll('#faces .card')].map(b => ({
            high: b.getBoundingClientRect().height,
            over: Math.max(wide(b), ...[...b.querySelectorAll('.name')].map(wide)),
            picture: b.querySelector('svg').getBoundingClientRect().width,
            letters: Math.max(
              ...[...b.querySelectorAll('.name')].map(n => n.offsetHeight && parseFloat(getComputedStyle(n).fontSize)),
            ),
          })),
        };
      });
      assert.equal(faces.length, 17, at);
      assert.equal(more, 0, `${at}: one has to scroll ${more} px to the last face`);
      for (const f of faces)
        assert.ok(
          f.high >= (viewport.width > 800 ? 36 : 44) && f.over <= 0 && f.picture >= 20 && f.letters >= 12,
          `${at}: ${JSON.stringify(f)}`,
        );
    }
});

test('the screen stays on beside the box until the end', async () => {
  const { context, page } = await s.guest();
  await context.addInitScript(() => {
    window.kept = new Set();
    const request = async what => {
      const lock = { what, release: async () => void window.kept.delete(lock) };
      window.kept.add(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const kept = () => page.evaluate(() => [...window.kept].map(lock => lock.what));
  const see = yes =>
    page.evaluate(yes => {
      Object.defineProperty(document, 'hidden', { value: !yes, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, yes);
  const id = await beside(page);
  const { at: first } = await asked(page);
  assert.deepEqual(await kept(), ['screen']);
  await page.click('#face-forges-1');
  await asked(page, first);
  assert.deepEqual(await kept(), ['screen'], 'it is not asked for at each step');
  await see(false);
  await page.waitForFunction(() => !window.kept.size);
  await see(true);
  await page.waitForFunction(() => window.kept.size === 1);
  // What the page shows once the game is over.
  const hand = new Hand(s.program.url);
  for (const c of await context.cookies()) hand.cookies.set(c.name, c.value);
  hand.id = id;
  const button = html => [...html.matchAll(/name="(face|action|confirm)" value="([^"]+)"/g)][0];
  for (;;) {
    const html = await (await hand.fetch(`/t/${id}`)).text();
    if (/\/score"/.test(html)) break;
    const band = html.slice(html.indexOf('id="band"'));
    const [, name, value] = button(band);
    const [at, key] = ['at', 'key'].map(field => new RegExp(`name="${field}" value="([^"]+)"`).exec(band)[1]);
    const path = { face: 'drawn', action: 'act', confirm: 'turn' }[name];
    const r = await hand.fetch(`/t/${id}/${path}`, {
      form: { at, key, [name]: value },
      headers: { Accept: 'application/json' },
    });
    assert.equal((await r.json()).notice ?? '', '');
  }
  await page.waitForSelector('#count', { state: 'attached' });
  assert.ok(await page.locator('#band .laid').count(), 'what lay on the table can still be looked at');
  await page.waitForFunction(() => !window.kept.size);
  await see(false);
  await see(true);
  assert.deepEqual(await kept(), []);
});

test('the page turns for the person opposite, beside the box only, and what is pressed is what is seen', async () => {
  for (const viewport of [{ width: 1180, height: 820 }, { width: 820, height: 1180 }, phone]) {
    const { page } = await s.guest({ viewport });
    const id = await beside(page);
    const { at } = await asked(page);
    const boxes = () =>
      page.$$eval('#headline, #faces button, .bar, #zoom-all, #viewport', all =>
        all.flatMap(e => Object.values(e.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)),
      );
    const upright = await boxes();
    const { width, height } = viewport;
    const mirrored = upright.map((v, k) => [width - v - upright[k + 2], height - v - upright[k + 2], v, v][k % 4]);
    await page.focus('#turn-page');
    await page.keyboard.press('Enter');
    const near = (a, b) => a.length === b.length && a.every((v, k) => Math.abs(v - b[k]) <= 1);
    assert.ok(near(await boxes(), mirrored), `${width}: ${await boxes()} is not ${mirrored}`);
    await shot(page, `box-turned-${width}`);
    const middle = () => page.$eval('#viewport', v => [v.scrollLeft, v.scrollTop]);
    for (let n = 0; n < 3; n++) await page.click('#zoom-in');
    const before = await middle();
    const [x, y] = await page.$eval('#viewport', v => {
      const { x, y, width, height } = v.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 30, { steps: 4 });
    await page.mouse.up();
    const moved = await middle();
    assert.ok(
      moved[0] < before[0] && moved[1] < before[1],
      `${width}: the map follows the hand, ${before} to ${moved}`,
    );
    await page.click('.menubutton');
    const [menu, panel] = await page.evaluate(() =>
      ['.menubutton', '#menu'].map(what => document.querySelector(what).getBoundingClientRect().toJSON()),
    );
    const by = JSON.stringify([menu, panel]);
    assert.ok(panel.left >= 0 && panel.bottom <= menu.top + 8 && panel.bottom > menu.top - 20 && panel.left < 20, by);
    assert.equal(await page.$eval('#menu', e => getComputedStyle(e).rotate), '180deg');
    await shot(page, `box-turned-menu-${width}`);
    await page.keyboard.press('Escape');
    await page.click('#face-forges-1');
    await asked(page, at);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.$eval('body', e => getComputedStyle(e).rotate), 'none', 'on paper');
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
    await page.waitForSelector('.turned');
    assert.equal(await page.getAttribute('#turn-page', 'aria-pressed'), 'true');
    await page.goto(`${s.program.url}t/${id}/laid`);
    assert.equal(await page.$eval('body', e => getComputedStyle(e).rotate), 'none', 'another page');
  }
});

test('what is offered again has not been touched', async () => {
  const { page } = await s.guest({ viewport: phone, hasTouch: true, isMobile: true });
  await beside(page);
  let now = await asked(page);
  const tap = async what => {
    await page.waitForSelector('html:not(.settling)');
    await page.tap(what);
  };
  const enter = async value => {
    const what = `#band .card[value="${value}"]`;
    await tap(what);
    await page.waitForSelector(`${what}.lit[data-touched]`); // which says what a second touch is for
    assert.equal(await page.inputValue('#band [name=at]'), now.at, `${value}: the first touch decides nothing`);
    await page.waitForTimeout(400); // what the preview has moved cannot be touched at once
    await tap(what);
    now = await asked(page, now.at);
  };
  await enter('forges-1');
  await tap('#back');
  now = await asked(page, now.at);
  await enter('forges-1'); // the same after it was taken back
  let twice = 0;
  for (let n = 0, last = ''; n < 40 && !twice; n++) {
    const { action } = now.cards.find(c => c.action === last) ?? now.cards[0] ?? {};
    if (action && action === last) twice++;
    last = action;
    if (action) await enter(action);
    else {
      await tap('#done, #confirm');
      now = await asked(page, now.at);
    }
  }
  assert.ok(twice, 'the next decision offers the same');
});

test('phones that watch by link see each entry, and press nothing', async () => {
  const { page } = await s.guest();
  const id = await beside(page);
  await page.goto(`${s.program.url}t/${id}/laid`);
  await page.click('a[href$="/share#watch"]');
  await page.click('#watch ~ details summary');
  await page.locator('#watch ~ details .qr').waitFor();
  await shot(page, 'box-watch-link', { fullPage: true });
  const link = await page.inputValue('input.link[readonly]');
  const { page: watcher } = await s.guest({ viewport: phone });
  await watcher.goto(link);
  const shows = () => watcher.$eval('#band', b => b.innerText);
  const pressed = () => watcher.locator('#band button:visible, .target:visible').count();
  /** Does something at the table and waits until the phone shows it. */
  const follow = async (what, go, seen) => {
    const was = await shows();
    await go();
    await watcher.waitForFunction(seen ?? (w => document.getElementById('band').innerText !== w), was);
    assert.equal(await pressed(), 0, `${what}: there is something to press`);
    await shot(watcher, `box-watch-${what}`);
    return was;
  };
  assert.equal(await pressed(), 0);
  await page.goto(`${s.program.url}t/${id}`);
  let now = await asked(page);
  const then = async go => {
    await go();
    now = await asked(page, now.at);
  };
  const undrawn = await follow('draw', () => then(() => page.click('#face-forges-1')));
  await follow('choice', () => then(() => page.locator('.card').first().click()));
  await follow('back', () => then(() => page.click('#back')));
  await page.goto(`${s.program.url}t/${id}/correct`);
  await page.fill('[name="set-vp.0"]', '37');
  const vp = () => /\b37\b/.test(document.querySelector('.seats').innerText);
  await follow('correction', () => page.click('form[action$="/correct"] button.main'), vp);
  now = await asked(page);
  await follow(
    'corrected-back',
    () => then(() => page.click('#back')),
    () => !/\b37\b/.test(document.querySelector('.seats').innerText),
  );
  await follow('undrawn', () => then(() => page.click('#back')));
  // Back at the first draw it shows what it showed then.
  await watcher.waitForFunction(then => document.getElementById('band').innerText === then, undrawn);
});
