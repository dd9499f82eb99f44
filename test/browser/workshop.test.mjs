// The workshop in a browser: a whole board is entered by hand, kept in My boards and shown to somebody else; what is
// wrong is found from the map and from the list; a round is played on the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from './axe.mjs';
import { hang } from './program.mjs';
import { languages, phone, shot, stage, whole } from './stage.mjs';
import { asked, press } from './table.mjs';

const s = stage();
const tablet = { width: 820, height: 1180 };

const facts = {
  'river/city-witten/name': 'Witten an der Ruhr',
  'river/storage-horst/name': 'Horster Niederlage',
  'timeline/2/year': '1775',
  'timeline/12/returns': 'broich',
  'track/paved_path/below': '2',
  'export/scale/boxes': '1 1 2 2',
  'city/city-steele/prices': '3 4 5',
  'depot/mark/prices': '2 3',
  'progress/inn/black_industry': '2',
  'setup/storage-horst/4': '3',
};

/** Opens the workshop. */
async function workshop(page, path = 'workshop') {
  await page.goto(s.program.url + path);
  await page.locator('#mine:not([hidden])').waitFor({ state: 'attached' });
}

/** What somebody whose board differs everywhere enters for a value of ours. */
function other({ key, value }) {
  const [group, , field] = key.split('/');
  if (field === 'name') return `${value} II`;
  if (field === 'year') return String(Number(value) + 1);
  if (group === 'city' && value !== '2 2 2') return '3 4 5 5';
  if (group === 'depot') return '2 3 3';
  if (group === 'setup' && value !== '0') return value === '3' ? '4' : '3';
  if (key.startsWith('progress/inn/') && value === '3') return '2';
  return value;
}

/** Waits until what was entered is kept. */
const kept = (page, act) =>
  Promise.all([
    page.waitForResponse(r => r.url().includes('/workshop?d=') && r.request().method() === 'GET'),
    act(),
  ]).then(() =>
    page.waitForFunction(
      () => document.getElementById('kept').textContent === document.getElementById('kept').dataset.saved,
    ),
  );

/** Enters a value as a person does. */
async function enter(page, key, value) {
  const field = page.locator(`[name="${key}"]`);
  if ((await field.evaluate(e => e.tagName)) === 'SELECT') return kept(page, () => field.selectOption(value));
  return kept(page, async () => {
    await field.fill(value);
    await field.blur();
  });
}

const open = page => page.evaluate(() => document.querySelectorAll('#facts details').forEach(d => (d.open = true)));
const boards = page => page.evaluate(() => JSON.parse(localStorage.getItem('ruhr-boards') ?? '[]'));

test('ten facts of the board are corrected and a round is played on it', async () => {
  const { page } = await s.guest({ acceptDownloads: true });
  const url = s.program.url;
  await workshop(page);
  await open(page);
  await enter(page, 'timeline/2/year', 'soon');
  await enter(page, 'timeline/3/year', '0');
  assert.match(await page.locator('#verdict .problems').innerText(), /Round 2, year: “soon” is not a number/);
  assert.equal(await page.locator('#verdict .problems li').count(), 2, 'every problem is listed');
  await page.locator('#group-timeline').evaluate(d => (d.open = false));
  await page.locator('#verdict .problems a').first().click();
  assert.equal(
    await page.evaluate(() => document.activeElement.name),
    'timeline/2/year',
    'a problem leads to its field',
  );
  await enter(page, 'timeline/3/year', '1776');
  for (const [key, value] of Object.entries(facts)) await enter(page, key, value);
  await page.locator('#verdict >> text=10 facts differ').waitFor();
  const drawn = await page.locator('#verdict img').getAttribute('src');
  assert.match(await (await fetch(new URL(drawn, url))).text(), /Horster/, 'the map is drawn again');
  await shot(page, 'workshop', { fullPage: true });

  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const file = await download.path();
  await workshop(page, 'workshop?d=');
  assert.equal(await page.locator('[name="timeline/2/year"]').inputValue(), '1774');
  await page.setInputFiles('input[name=record]', file);
  await Promise.all([page.waitForEvent('load'), page.click('form[action="/workshop/open"] button')]);
  for (const [key, value] of Object.entries(facts))
    assert.equal(await page.locator(`[name="${key}"]`).inputValue(), value, key);

  await page.click('#use');
  await page.waitForURL('**/new?board=*');
  await Promise.all([page.waitForURL('**/t/**'), page.click('form[action="/new"] button.main')]);
  const id = new URL(page.url()).pathname.split('/')[2];
  assert.ok(await page.locator(`a[href="/t/${id}/board"]`).count(), 'the table says which board it is played on');
  let now = await asked(page);
  while (now.phase.startsWith('Round 1')) {
    await press(page, now);
    now = await asked(page, now.at);
  }
  assert.match(now.phase, /1775/);
});

test('a whole board is entered by hand and shared without touching the boards of another browser', async () => {
  const first = await s.guest();
  const { page } = first;
  await workshop(page);
  await open(page);
  const list = await page.$$eval('#facts input[type=text], #facts select', all =>
    all.map(e => ({ key: e.name, value: e.value })),
  );
  const began = performance.now();
  for (const fact of list) {
    await page.locator(`[name="${fact.key}"]`).focus();
    if (other(fact) === fact.value) continue;
    await page.keyboard.press('Control+a');
    await page.keyboard.type(other(fact));
  }
  await kept(page, () => page.locator('#check').click());
  console.log(`${list.length} values in ${Math.round((performance.now() - began) / 1000)} s`);
  assert.equal(list.length, 385, 'the list has every value, faces as counts');
  for (const section of await page.$$eval('button[name=all]', all => all.map(b => b.value)))
    await kept(page, () => page.click(`button[name=all][value=${section}]`));
  assert.match(await page.innerText('#sums'), /136 of 136 confirmed/);
  await page.fill('.boards input[name=name]', 'Our box');
  await page.locator('.boards input[name=name]').blur();
  const link = await page.inputValue('input.link');
  const [mine] = await boards(page);
  assert.equal(mine.name, 'Our box');
  assert.equal(mine.ok, '136/136');
  await shot(page, 'workshop-whole');
  await page.reload();
  await page.locator('.boards li').waitFor();
  assert.equal((await boards(page)).length, 1, 'the page that is loaded again is the same board');
  assert.equal(await page.locator('[name="river/city-witten/name"]').inputValue(), 'Witten II');

  const { page: friend } = await s.guest();
  await workshop(friend);
  await enter(friend, 'river/city-witten/name', 'Mine');
  const before = await boards(friend);
  assert.equal(before.length, 1);
  await friend.goto(link);
  await friend.locator('#shared:not([hidden])').waitFor();
  assert.equal(await friend.locator('[name="river/city-witten/name"]').inputValue(), 'Witten II');
  assert.deepEqual(await boards(friend), before, 'looking keeps nothing');
  await friend.goto(s.program.url + 'workshop');
  assert.equal(
    await friend.locator('[name="river/city-witten/name"]').inputValue(),
    'Mine',
    'the own draft is still there',
  );
  await friend.goto(link);
  await enter(friend, 'river/city-witten/name', 'Witten III');
  const after = await boards(friend);
  assert.equal(after.length, 2, 'what is changed becomes a copy');
  assert.deepEqual(after[1], before[0]);
});

test('what is entered while an answer is awaited is kept', async () => {
  const { page } = await s.guest();
  await workshop(page);
  const held = [];
  await page.route('**/workshop', (route, r) => (r.method() === 'POST' ? held.push(route) : route.continue()));
  const type = async (key, value) => {
    await page.fill(`[name="${key}"]`, value);
    await page.locator(`[name="${key}"]`).blur();
  };
  const answered = async n => {
    while (held.length < n) await page.waitForTimeout(20);
    const was = await boards(page);
    await held[n - 1].continue();
    await page.waitForFunction(w => localStorage.getItem('ruhr-boards') !== w, was.length ? JSON.stringify(was) : null);
  };
  await type('river/city-witten/name', 'Witten II');
  await type('river/lock-witten/name', 'Schleuse II');
  await page.check('[name=ok][value="river/city-witten"]');
  await answered(1);
  assert.equal((await boards(page))[0]?.ok, '0/136', 'the first answer is kept though more has been entered');
  assert.ok(await page.isChecked('[name=ok][value="river/city-witten"]'), 'and takes nothing back');
  await answered(2);
  assert.equal((await boards(page))[0].ok, '1/136');
  assert.equal(held.length, 2, 'what waited is asked at once');
  assert.equal(await page.inputValue('[name="river/lock-witten/name"]'), 'Schleuse II');
  assert.equal(await page.locator('#other a').count(), 0, 'there is no other draft');
});

/** Lets held requests go, one after another, until all that was entered is kept. */
async function letGo(page, held) {
  const saved = () =>
    page.evaluate(() => document.getElementById('kept').textContent === document.getElementById('kept').dataset.saved);
  for (const began = performance.now(); !(await saved()); await page.waitForTimeout(50)) {
    assert.ok(performance.now() - began < hang, 'what was entered is not kept');
    while (held.length) await held.shift().continue();
  }
}

test('what is entered before a button is pressed does not take its place', async () => {
  const { page, expected } = await s.guest();
  expected.push(/ERR_FAILED/); // one request is made to fail
  await workshop(page);
  const held = [];
  await page.route('**/workshop', (route, r) => (r.method() === 'POST' ? held.push(route) : route.continue()));
  await page.fill('[name="river/city-witten/name"]', 'Witten II');
  await page.locator('[name="river/city-witten/name"]').blur();
  await page.locator('button[value="up city-hattingen"]').click();
  await letGo(page, held);
  assert.equal(await page.inputValue('[name="river/city-hattingen/place"]'), '14');
  assert.equal(await page.inputValue('[name="river/city-witten/name"]'), 'Witten II');
  // A request that fails is said to have; what is entered after that is kept with nothing lost.
  await page.locator('button[value="up city-hattingen"]').click();
  await page.check('[name=ok][value="river/city-witten"]');
  while (!held.length) await page.waitForTimeout(20);
  await held.shift().abort();
  await letGo(page, held);
  assert.equal(await page.inputValue('[name="river/city-hattingen/place"]'), '13');
  assert.ok(await page.isChecked('[name=ok][value="river/city-witten"]'));
});

test('no answer takes back what was done since: ticks between two moves, and a name being typed', async () => {
  const { page } = await s.guest();
  await workshop(page);
  await enter(page, 'river/city-witten/name', 'Witten II');
  const held = [];
  await page.route('**/workshop', (route, r) => (r.method() === 'POST' ? held.push(route) : route.continue()));
  const up = page.locator('button[value="up city-hattingen"]');
  await up.click();
  await page.check('[name=ok][value="river/city-witten"]');
  await up.click();
  await page.check('[name=ok][value="river/lock-witten"]');
  await page.locator('button[value="down city-steele"]').click();
  const name = page.locator('.boards input[name=name]').first();
  await name.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Our b');
  await letGo(page, held);
  await page.keyboard.type('ox');
  await name.blur();
  assert.equal(await page.inputValue('[name="river/city-hattingen/place"]'), '13', 'both moves are made');
  for (const at of ['city', 'lock']) assert.ok(await page.isChecked(`[name=ok][value="river/${at}-witten"]`), at);
  const [mine] = await boards(page);
  assert.equal(mine.ok, '2/136');
  assert.equal(mine.name, 'Our box');
});

test('one is led through the open facts: one press each confirms and goes on, on a phone too', async () => {
  for (const lang of whole ? languages : ['de', 'fr']) {
    const { page } = await s.guest({ settings: { lang }, viewport: phone });
    await workshop(page);
    await page.click('#next');
    const at = () => page.evaluate(() => document.activeElement.value);
    const facts = await page.$$eval('.fact.tick .ok input', all => all.map(i => i.value));
    assert.equal(await at(), facts[0]);
    await kept(page, () => page.click('#confirm'));
    await shot(page, `workshop-guided-${lang}`);
    for (const n of [1, 2]) {
      assert.equal(await at(), facts[n]);
      await page.keyboard.press('Alt+KeyN');
    }
    assert.equal(await at(), facts[3], 'what is left open is not confirmed');
    for (const id of ['#confirm', '#next']) {
      const box = await page.locator(id).boundingBox();
      assert.ok(box.height >= 44 && box.x >= 0 && box.x + box.width <= phone.width, `${lang} ${id}`);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.click('#confirm');
    assert.ok(!(await page.isChecked(`[name=ok][value="${facts[3]}"]`)), 'what is out of sight is shown first');
    const rest = page.locator('.fact.tick .ok input:not(:checked)');
    for (let left = await rest.count(); left > 0; left--) await page.click('#confirm');
    assert.ok(await page.isHidden('#guided'), 'there is nothing left to be led to');
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('ruhr-boards'))[0].ok === '136/136');
  }
});

test('a board keeps its edition and a note in this browser', async () => {
  const { page } = await s.guest({ viewport: phone });
  await workshop(page);
  await enter(page, 'river/city-witten/name', 'Witten II');
  const link = await page.inputValue('input.link');
  await page.click('.boards summary');
  await page.fill('.boards [name=edition]', '2012, no. 117');
  await page.fill('.boards [name=note]', 'Anna’s box');
  await page.locator('.boards [name=note]').blur();
  await shot(page, 'workshop-edition');
  await page.click('.boards .copy');
  const all = await boards(page);
  assert.deepEqual(
    all.map(b => [b.edition, b.note]),
    Array(2).fill(['2012, no. 117', 'Anna’s box']),
  );
  await page.reload();
  await page.locator('.boards li').first().waitFor();
  assert.match(await page.locator('.boards summary').first().innerText(), /2012, no. 117 · Anna’s box/);
  assert.equal(await page.inputValue('input.link'), link, 'the board is the same');
  const copy = page.locator('.boards li').first();
  await copy.locator('summary').click();
  await copy.locator('[name=name]').fill('Dachboden');
  await copy.locator('[name=edition]').fill('2014');
  await copy.locator('[name=edition]').blur();
  const to = rows => rows.locator('a').evaluate(a => a.href);
  const [made, first] = [await to(copy), await to(page.locator('.boards li').nth(1))];
  const head = async url => {
    await page.goto(url);
    await page.locator('#mine:not([hidden])').waitFor();
    await page.click('#checklist');
    await page.waitForURL('**/checklist?**');
    return page.locator('.of').innerText();
  };
  assert.match(await head(first), /2012, no. 117/, 'so does the one it was made from');
  assert.match(await head(made), /Dachboden.*2014.*\d{4}.*0 of 136/s, 'the copy on paper names its own box');
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.of').isVisible());
  await shot(page, 'checklist-head');
  await page.emulateMedia({ media: 'screen' });
  assert.doesNotMatch(await head(`${s.program.url}workshop?d=`), /Dachboden/, 'another board is none of these');
});

/** Whether the page asks before it is left. */
const asks = page => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('the order of the river is typed as a list, and refused by name', async () => {
  for (const [lang, viewport] of [
    ['en', { width: 1366, height: 640 }],
    ['de', tablet],
    ['fr', phone],
  ]) {
    const { page, expected } = await s.guest({ settings: { lang }, viewport });
    expected.push(/422/);
    await workshop(page);
    await page.click('#typed > summary');
    const river = (await page.inputValue('[name=order]')).split('\n');
    const place = () => page.inputValue('[name="river/city-hattingen/place"]');
    const was = await place();
    const send = async lines => {
      await page.fill('[name=order]', lines.join('\n'));
      assert.ok(await asks(page), 'what is typed is lost without a word');
      await page.click('#typed button');
    };
    await send(['Köln', ...river.slice(1)]);
    assert.match(await page.locator('#typed .bad').first().innerText(), /Köln/);
    assert.equal(await place(), was);
    assert.match(await page.inputValue('[name=order]'), /^Köln/, 'what was typed stays');
    await page.locator('#typed').scrollIntoViewIfNeeded();
    await shot(page, `workshop-typed-${lang}`);
    if (lang === 'de') await clean(page, 'a list refused');
    const at = Number(was) - 1;
    await send([...river.slice(0, at - 5), river[at], ...river.slice(at - 5, at), ...river.slice(at + 1)]);
    await page.waitForFunction(
      want => document.querySelector('[name="river/city-hattingen/place"]').value === want,
      String(at - 4),
    );
    assert.equal(await page.locator('#typed .bad').count(), 0);
    assert.equal(await asks(page), false);
    assert.equal((await page.inputValue('[name=order]')).split('\n')[at - 5], river[at]);
    await page.locator('#typed').scrollIntoViewIfNeeded();
    await shot(page, `workshop-typed-${lang}-done`);
  }
});

test('boards are named, copied, deleted and taken back, and no more than fit', async () => {
  const { page } = await s.guest();
  await workshop(page);
  await enter(page, 'river/city-witten/name', 'Wittenberg');
  await page.click('.boards .copy');
  assert.deepEqual(
    (await boards(page)).map(b => b.name),
    ['My board 2', 'My board'],
  );
  await page.locator('.boards .delete').first().click();
  assert.equal((await boards(page)).length, 1);
  await page.click('.boards .undo:not([hidden])');
  assert.equal((await boards(page)).length, 2);
  for (let n = 2; n < 30; n++) await page.locator('.boards .copy').first().click();
  assert.equal((await boards(page)).length, 30);
  assert.ok(await page.isVisible('#full'));
  const making = page.locator('.boards .copy:visible, #mine > p > .button:visible');
  assert.equal(await making.count(), 0, 'what would be refused is offered');
  await page.locator('.boards .delete').first().click();
  assert.equal(await making.count(), 30, 'there is room again');
  await page.click('.boards .undo:not([hidden])');
  await workshop(page, `workshop?d=`);
  await page.fill('[name="river/city-witten/name"]', 'Wittstock');
  await page.locator('#full:not([hidden])').waitFor();
  assert.equal(await page.innerText('#kept'), '', 'a board for which there is no room is said to be kept');
});

test('what a browser without room does not keep is said and asked for on leaving', async () => {
  const { page } = await s.guest();
  await workshop(page);
  await enter(page, 'river/city-witten/name', 'Wittenberg');
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    document.addEventListener('room', () => (Storage.prototype.setItem = set));
  });
  await page.fill('[name="river/city-witten/name"]', 'Wittstock');
  await page.locator('#unkept:not([hidden])').waitFor();
  assert.equal(await page.innerText('#kept'), '');
  assert.ok(await asks(page), 'what is not kept is lost without a word');
  await page.locator('.boards .delete').click();
  assert.ok(await page.isVisible('.boards .copy'), 'a board that is still there looks deleted');

  await page.evaluate(() => document.dispatchEvent(new Event('room')));
  await enter(page, 'river/city-witten/name', 'Wittgenstein');
  assert.equal((await boards(page)).length, 1, 'a copy was made');
  assert.ok((await page.isHidden('#unkept')) && !(await asks(page)));
});

test('the map leads to the facts, spaces move by keys, and a photograph stays here', async () => {
  const { page } = await s.guest({ viewport: tablet });
  await workshop(page);
  const sent = [];
  page.on('request', r => sent.push(r.method()));
  await page.locator('.facts a[href="#depot/mark"]').click();
  assert.equal(await page.evaluate(() => document.activeElement.name), 'depot/mark/prices');
  assert.ok(await page.locator('#group-depot').evaluate(d => d.open));
  const buffer = await page.screenshot();
  sent.length = 0;
  await page.setInputFiles('#photo input[type=file]', { name: 'board.png', mimeType: 'image/png', buffer });
  await page.locator('#photo canvas').waitFor();
  assert.deepEqual(sent, [], 'nothing is sent');
  await page.locator('.facts a[href="#river/city-hattingen"]').click();
  assert.equal(await page.evaluate(() => document.activeElement.value), '15');
  await kept(page, () => page.keyboard.press('Alt+ArrowUp'));
  assert.equal(await page.inputValue('[name="river/city-hattingen/place"]'), '14');
  assert.equal(await page.evaluate(() => document.activeElement.value), 'up city-hattingen', 'the cursor goes along');
  await kept(page, () => page.keyboard.press('Enter'));
  assert.equal(await page.inputValue('[name="river/city-hattingen/place"]'), '13');
  await page.check('#show-changed');
  assert.equal(await page.locator('#group-river .fact:visible').count(), 1);
  await shot(page, 'workshop-tablet');
});

test('the workshop is for everyone: languages, tablet, phone, without scripts', async () => {
  for (const lang of whole ? languages : ['de', 'fr']) {
    for (const [name, viewport] of Object.entries({ laptop: { width: 1366, height: 768 }, tablet, phone })) {
      const { page } = await s.guest({ settings: { lang }, viewport });
      await workshop(page);
      await open(page);
      await enter(page, 'export/scale/boxes', '5 5 5');
      await enter(page, 'timeline/3/year', '0');
      if (lang === 'de' || whole) await clean(page, `${lang} ${name}`);
      await page.evaluate(() => scrollTo(0, 0));
      await shot(page, `workshop-${lang}-${name}`);
      await page.locator('#verdict .findings').scrollIntoViewIfNeeded();
      await shot(page, `workshop-${lang}-${name}-findings`);
      await page.locator('#group-marker').scrollIntoViewIfNeeded();
      await shot(page, `workshop-${lang}-${name}-faces`);
      await page.locator('#group-timeline').scrollIntoViewIfNeeded();
      await shot(page, `workshop-${lang}-${name}-time`);
    }
    const { page } = await s.guest({ settings: { lang }, viewport: phone, javaScriptEnabled: false });
    await page.goto(`${s.program.url}workshop`);
    await page.fill('[name="river/city-witten/name"]', 'Wittenberg');
    await Promise.all([page.waitForEvent('domcontentloaded'), page.click('#check')]);
    assert.equal(await page.inputValue('[name="river/city-witten/name"]'), 'Wittenberg');
    await page.goto(`${s.program.url}workshop/checklist`);
    await shot(page, `checklist-${lang}`);
  }
});

test('the field with the cursor is never covered, and stays where it is while others are kept', async () => {
  const { page } = await s.guest({ viewport: phone });
  await workshop(page);
  await open(page);
  await page.focus('[name="river/lock-witten/name"]');
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const at = document.activeElement;
      const r = at.getBoundingClientRect();
      const above = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
      return at.contains(above) || above?.contains(at) || above?.closest('label')?.contains(at) ? '' : at.outerHTML;
    });
    assert.equal(covered, '', 'a field has the cursor and is covered');
  }
  // The answer is held until everything is measured, however fast it comes.
  let go;
  const held = new Promise(done => (go = done));
  await page.route('**/workshop', async (route, r) => {
    if (r.method() === 'POST') await held;
    await route.continue();
  });
  const next = page.locator('[name="river/lock-herbede/name"]');
  const top = () => next.evaluate(e => Math.round(e.getBoundingClientRect().top));
  const height = () => page.evaluate(() => document.getElementById('group-river').scrollHeight);
  let before;
  let was;
  await kept(page, async () => {
    await page.fill('[name="river/city-witten/name"]', 'Witten II');
    await next.focus();
    [before, was] = [await top(), await height()];
    go();
  });
  assert.notEqual(await height(), was, 'nothing is said above the cursor');
  assert.equal(await top(), before, 'the page moves under the cursor');
});
