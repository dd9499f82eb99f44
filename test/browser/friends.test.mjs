// Several browsers at one table: friends, the same person twice, and people
// who only watch.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { launch } from './program.mjs';
import { shot, stage } from './stage.mjs';
import { Hand } from './hand.mjs';
import { asked, choose, newTable, press, pressed } from './table.mjs';

const s = stage();

/** What lies on the map, for comparing what two pages show. */
const pieces = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('#pieces > *')]
      .map(g => `${g.id} ${g.getAttribute('transform')}`)
      .sort()
      .join('\n'),
  );

/** Waits until a page shows the pieces as given. */
const shows = (page, want) =>
  page.waitForFunction(
    want =>
      [...document.querySelectorAll('#pieces > *')]
        .map(g => `${g.id} ${g.getAttribute('transform')}`)
        .sort()
        .join('\n') === want,
    want,
  );

/** Makes a link for a seat on the page of links. */
async function link(page, id, seat) {
  await page.goto(`${s.program.url}t/${id}/share`);
  await page
    .getByRole('row', { name: seat })
    .getByRole('button', { name: /Make a link|Play on another device/ })
    .click();
  return page.getByRole('textbox', { name: 'Private link' }).inputValue();
}

/** Makes a link for an open seat of a hand's table. */
async function invitation(hand, seat) {
  const share = await hand.fetch(`/t/${hand.id}/share`, { form: { seat } });
  return new URL(/value="([^"]*\/join\/[^"]+)"/.exec(await share.text())[1]).href;
}

/** Two friends at a table, each in a browser of their own. */
async function friends() {
  const anna = await s.guest();
  const bert = await s.guest();
  const id = await newTable(anna.page, s.program.url, ['me', 'open']);
  await anna.page.goto(`${s.program.url}t/${id}/share`);
  const invitation = await anna.page.getByRole('textbox', { name: 'Invite' }).inputValue();
  await anna.page.getByRole('link', { name: 'Back to the table' }).first().click();
  await anna.page.waitForURL(url => url.pathname === `/t/${id}`);
  await bert.page.goto(invitation);
  return { anna, bert, id };
}

async function join(bert) {
  await bert.page.getByLabel('Name').fill('Bert');
  await bert.page.getByRole('button', { name: 'Go to the table' }).click();
  await bert.page.waitForURL('**/t/**');
}

/** Who of two is asked: [the one, the other, what for]. */
async function turn(a, b, at = '') {
  const both = [a, b].map(g => asked(g.page, at).then(now => ({ g, now })));
  for (const p of both) p.catch(() => {}); // the other one's waiting ends with its page
  const { g, now } = await Promise.race(both);
  return [g, g === a ? b : a, now];
}

test('a friend joins through a link, and both see every change at once', async () => {
  const { anna, bert } = await friends();
  await anna.page.waitForFunction(() => /free seat/.test(document.getElementById('seat-1').textContent));
  await join(bert);
  await anna.page.waitForFunction(() => /Bert.*online/s.test(document.getElementById('seat-1').textContent));
  let [one, other, now] = await turn(anna, bert);
  const seen = new Set();
  for (let n = 0; n < 12; n++) {
    assert.match(await one.page.title(), /Your turn/);
    await other.page.waitForFunction(() => !/Your turn/.test(document.title)); // its answer may come later
    assert.equal(await other.page.locator('.card, .target').count(), 0, 'the other has nothing to choose');
    if (n === 0) await shot(other.page, 'waiting');
    seen.add(one);
    await press(one.page, now);
    [one, other, now] = await turn(anna, bert, now.at);
    await shows(other.page, await pieces(one.page));
  }
  assert.equal(seen.size, 2, 'both have decided something');
});

test('a group is invited by one link, each to the next free seat', async () => {
  const anna = await s.guest();
  const id = await newTable(anna.page, s.program.url, ['me', 'open', 'open']);
  await anna.page.goto(`${s.program.url}t/${id}/share`);
  const link = await anna.page.getByRole('textbox', { name: 'Invite' }).inputValue();
  await shot(anna.page, 'invite');
  const friends = [await s.guest(), await s.guest()];
  for (const [k, { page }] of friends.entries()) {
    await page.goto(link);
    await page.getByLabel('Name').fill(['Bert', 'Cleo'][k]);
    await page.getByRole('button', { name: 'Go to the table' }).click();
    await page.waitForSelector(`#seat-${k + 1}.own`);
    await page.goto(link); // which leads back to the table
    assert.equal(new URL(page.url()).pathname, `/t/${id}`);
  }
  const late = await s.guest();
  await late.page.goto(link);
  assert.equal(await late.page.getByRole('textbox').count(), 0, 'all seats are taken');
  await late.page.getByText('All seats at this table are taken.').waitFor();
});

test('that a friend writes is seen at the table, and then what they say', async () => {
  const { anna, bert } = await friends();
  await join(bert);
  await anna.page.waitForFunction(() => /Bert.*online/s.test(document.getElementById('seat-1').textContent));
  const heard = anna.page.locator('#heard');
  await bert.page.getByRole('button', { name: 'Chat', exact: true }).first().click();
  await bert.page.locator('#chatpanel [name=text]').pressSequentially('Hello!');
  await heard.filter({ hasText: 'Bert is writing …' }).waitFor();
  await shot(anna.page, 'writing');
  for (const viewport of [
    { width: 1366, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await anna.page.setViewportSize(viewport);
    const [bottom, top] = await heard.evaluate(said => {
      said.hidden = false; // it goes after a few seconds
      return [said.getBoundingClientRect().bottom, document.getElementById('seats').getBoundingClientRect().top];
    });
    assert.ok(bottom <= top + 2, `at ${viewport.width} px it lies over the seats`);
  }
  await bert.page.locator('#chatpanel [name=text]').press('Enter');
  await heard.filter({ hasText: 'Bert: Hello!' }).click();
  await anna.page.locator('#chatlist').getByText('Hello!').waitFor();
  // Once it is sent, the next key says again that he writes.
  await bert.page.waitForFunction(() => document.querySelector('#chatpanel [name=text]').value === '');
  await bert.page.locator('#chatpanel [name=text]').pressSequentially('More');
  await anna.page.locator('#writing').filter({ hasText: 'Bert is writing …' }).waitFor();
  await shot(anna.page, 'writing-open');
  assert.ok(await heard.isHidden(), 'what the panel shows is not shown twice');
  // What was said and not read is marked, also after coming back.
  const mark = anna.page.locator('.menubutton.news');
  await anna.page.reload();
  assert.equal(await mark.count(), 0);
  await bert.page.locator('#chatpanel [name=text]').press('Enter');
  await mark.waitFor({ state: 'attached' });
  await anna.page.reload();
  await mark.waitFor({ state: 'attached' });
  await anna.page.setViewportSize({ width: 1366, height: 768 });
  await anna.page.locator('[popovertarget=chatpanel].news:visible').click();
  await mark.waitFor({ state: 'detached' });
  await anna.page.reload();
  assert.equal(await mark.count(), 0);
});

test('a turn is tentative until it is confirmed, and others see that', async () => {
  const { anna, bert } = await friends();
  await join(bert);
  let [one, other, now] = await turn(anna, bert);
  const before = await pieces(one.page);
  while (!now.confirm) now = await choose(one.page, now, 0);
  await other.page.waitForFunction(() =>
    /may still undo this turn/.test(document.getElementById('headline').textContent),
  );
  await shows(other.page, await pieces(one.page));
  assert.ok((await other.page.locator('#loglist .tentative').count()) > 0);
  await shot(one.page, 'confirm');
  await one.page.click((await one.page.locator('#undo-all').count()) ? '#undo-all' : '#undo');
  now = await asked(one.page, now.at);
  await shows(other.page, before);
  while (now.cards.length) now = await choose(one.page, now, 0);
  await one.page.click('#confirm');
  const then = await asked(other.page);
  assert.ok(+then.at > +now.at);
});

test('a sale chosen as soon as one has a start is made at its turn without asking', async () => {
  const { anna, bert, id } = await friends();
  await join(bert);
  let [one, other, now] = await turn(anna, bert);
  for (let n = 1; !(await one.page.locator('#ahead').count()); n++) {
    await press(one.page, now, now.cards.length && n % now.cards.length);
    [one, other, now] = await turn(anna, bert, now.at);
    if (await other.page.locator('#ahead').count()) [one, other] = [other, one];
  }
  assert.equal(await one.page.locator('#sale-wait[aria-pressed=true]').count(), 1);
  assert.equal(await other.page.locator('#ahead').count(), 0, 'it is for nobody else to see');
  await one.page.waitForFunction(() => !document.documentElement.matches('.settling'));
  await one.page.click('#ahead summary');
  for (const button of await one.page.locator('#ahead button').all()) {
    await button.focus();
    await one.page.keyboard.press('Enter');
    await one.page.locator(`#${await button.getAttribute('id')}[aria-pressed=true]`).waitFor();
  }
  const sale = one.page.locator('#ahead button').first();
  const wanted = await sale.getAttribute('value');
  await sale.click();
  await one.page.locator(`#sale-${wanted}[aria-pressed=true]`).waitFor();
  await shot(one.page, 'sale-ahead');
  const sold = async () =>
    (await (await one.page.request.get(`${s.program.url}t/${id}/record`)).json()).actions.some(a => a.do === 'sell');
  for (let [who, , then] = await turn(anna, bert); !(await sold()); [who, , then] = await turn(anna, bert, then.at)) {
    assert.ok(who === other || then.confirm || !/Sail/.test(then.phase), `asked in ${then.phase}`);
    await press(who.page, then);
  }
});

test('of two browsers at one decision one wins and the other is told', async () => {
  const first = await s.guest();
  const second = await s.guest();
  const id = await newTable(first.page, s.program.url, ['me', 'me']);
  for (const seat of ['Anna', 'Bert']) {
    await second.page.goto(await link(first.page, id, seat));
    await second.page.getByRole('button', { name: `I am ${seat}` }).click();
    await second.page.waitForURL('**/t/**');
  }
  await first.page.goto(`${s.program.url}t/${id}`);
  const now = await asked(first.page);
  assert.equal((await asked(second.page)).at, now.at);
  // What the second browser sends is held up until the first has been answered.
  let go;
  const held = new Promise(done => {
    go = done;
  });
  await second.page.route('**/act', async route => {
    await held;
    await route.continue();
  });
  const posted = second.page.waitForRequest('**/act');
  await second.page.click(`#act-${now.cards[1].action}`);
  await posted;
  const next = await choose(first.page, now, 0);
  go();
  await second.page.locator('.toast', { hasText: 'The table has changed meanwhile' }).waitFor();
  await shot(second.page, 'refused');
  assert.equal((await asked(second.page, now.at)).at, next.at, 'it shows the new position');
  await shows(second.page, await pieces(first.page));
});

test('two posts at the same moment: exactly one counts', async () => {
  const hand = new Hand(s.program.url);
  await hand.newTable(['me', 'me']);
  for (let n = 0; n < 10; n++) {
    const now = await hand.look();
    if (now.actions.length < 2) {
      await hand.act(now, now.actions[0]);
      continue;
    }
    const answers = await Promise.all(
      [0, 1, 0, 1].map((a, k) => hand.act({ ...now, key: now.key.slice(0, -1) + k }, now.actions[a])),
    );
    assert.equal(answers.filter(a => !a.notice).length, 1, 'one wins');
    assert.equal(answers.filter(a => /changed meanwhile/.test(a.notice)).length, 3, 'the others are told');
    const again = await hand.act(now, now.actions[0]);
    assert.ok(again.frames.length > 0, 'a stale post is answered with the new position');
  }
});

test('nobody acts for a seat that is not theirs', async () => {
  const { anna, bert, id } = await friends();
  await join(bert);
  const watcher = await s.guest();
  await watcher.page.goto(`${s.program.url}t/${id}`);
  assert.equal(
    await watcher.page.locator('.card, .target, #turn, [name=do]').count(),
    0,
    'who watches has nothing to press',
  );
  const [one, other, now] = await turn(anna, bert);
  const key = await one.page.inputValue('#choices [name=key]');
  for (const g of [other, watcher]) {
    for (const [path, form] of [
      ['act', { action: now.cards[0].action }],
      ['turn', { confirm: 'yes' }],
      ['turn', { undo: '0' }],
      ['seat', { do: 'give', seat: one === anna ? '0' : '1' }],
      ['seat', { do: 'rename', seat: one === anna ? '0' : '1', name: 'Thief' }],
    ]) {
      const r = await g.context.request.post(`${s.program.url}t/${id}/${path}`, {
        form: { at: now.at, key: key.slice(0, -1) + 'x', ...form },
      });
      assert.ok([403, 409].includes(r.status()), `${path} ${JSON.stringify(form)} is answered with ${r.status()}`);
    }
  }
  await one.page.reload();
  assert.equal((await asked(one.page)).at, now.at, 'nothing has changed');
  const r = await watcher.context.request.post(`${s.program.url}t/${id}/share`, { form: { seat: '0' } });
  assert.equal(r.status(), 403, 'who watches makes no links');
  await one.page.click(`#act-${now.cards[0].action}`);
  const [then] = await turn(anna, bert, now.at);
  await shows(watcher.page, await pieces(then.page)); // but sees everything
});

test('a form of another site is refused', async () => {
  const { page, context } = await s.guest();
  await newTable(page, s.program.url, ['me', 'me']);
  const now = await asked(page);
  const r = await context.request.post(page.url() + '/act', {
    form: { at: now.at, key: 'aaaaaaaaaaaaaaaaaaaaaa', action: now.cards[0].action },
    headers: { Origin: 'http://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
  });
  assert.equal(r.status(), 403);
});

test('a seat is handed to a computer player and taken back', async () => {
  const { anna, bert } = await friends();
  await join(bert);
  const [one, other] = await turn(anna, bert);
  const seat = one === anna ? 0 : 1;
  const own = one.page.locator(`#board-${seat}`);
  await one.page.click(`#seat-${seat} [popovertarget]`);
  assert.equal(
    await own.getByRole('button', { name: 'Let the computer play for me' }).count(),
    0,
    'one press hands nothing over',
  );
  await own.locator('.sure summary', { hasText: 'Let the computer play for me' }).click();
  await pressed(one.page, own.getByRole('button', { name: 'Let the computer play for me' }));
  await one.page.getByRole('heading', { name: 'You handed your seat over' }).waitFor();
  const focus = await one.page.evaluate(() => document.activeElement.id);
  assert.equal(focus, `board-${seat}-name`, 'what was pressed is gone, the focus stays on its board');
  await other.page.locator(`#seat-${seat} .machine`).waitFor(); // everybody sees it
  await asked(other.page); // the computer player has decided; now it is the other's turn
  await pressed(one.page, own.getByRole('button', { name: 'Take my seat back' }));
  await own.locator('.sure summary', { hasText: 'Let the computer play for me' }).waitFor();
  await own.getByRole('button', { name: 'Close' }).click();
  // The other one plays on until the seat is asked again, by hand.
  let [who, , now] = await turn(anna, bert);
  while (who !== one) {
    await press(who.page, now);
    [who, , now] = await turn(anna, bert, now.at);
  }
  assert.ok(now.cards.length || now.confirm);
});

test('two tabs of one browser show the same', async () => {
  const { page, context } = await s.guest();
  await newTable(page, s.program.url, ['me', 'me']);
  const tab = await context.newPage();
  await tab.goto(page.url());
  const now = await asked(page);
  await choose(page, now, 0);
  await asked(tab, now.at);
  await shows(tab, await pieces(page));
  await page.close(); // the tab that was listening for both
  const then = await asked(tab);
  await choose(tab, then, 0);
});

/** Opens the seat's board and gives a command there that asks first. */
async function command(page, seat, what) {
  const own = page.locator(`#board-${seat}`);
  await page.click(`#seat-${seat} [popovertarget]`);
  const sure = own.locator('details.sure', { has: page.locator(`button[value=${what}]`) });
  await sure.locator('summary').click();
  await page.waitForFunction(
    details => details.getBoundingClientRect().bottom <= details.closest('[popover]').getBoundingClientRect().bottom,
    await sure.elementHandle(),
  ); // all of it is in sight
  await shot(page, `friends-sure-${what}`);
  await pressed(page, sure.locator('button'));
  await sure.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape'); // closes the board
}

/** Three friends on devices of their own at a table by correspondence, and one who watches. */
async function three() {
  const guests = [];
  for (const [lang, width, height] of [
    ['de', 390, 844],
    ['en', 1366, 640],
    ['fr', 820, 1180],
    ['es', 1366, 640],
  ])
    guests.push(await s.guest({ viewport: { width, height }, settings: { lang } }));
  const watcher = guests.pop();
  const hand = new Hand(s.program.url);
  const id = await hand.newTable(['me', 'open', 'open'], { pace: 'days' });
  const table = `${s.program.url}t/${id}`;
  await hand.lend(guests[0].context);
  await watcher.page.goto(table);
  for (const [k, name] of ['Ben', 'Chloé'].entries()) {
    const { page } = guests[k + 1];
    await page.goto(await invitation(hand, k + 1));
    await page.fill('[name=name]', name);
    await page.locator('form:has([name=name]) button').click();
    await page.waitForURL('**/t/**');
  }
  await guests[0].page.goto(table);
  return { guests, watcher, id, table };
}

/** Who of several is asked at another log number than before. */
function next(guests, at = '') {
  const all = guests.map((g, seat) => asked(g.page, at).then(now => ({ g, seat, now })));
  for (const p of all) p.catch(() => {}); // the others' waiting ends with their pages
  return Promise.race(all);
}

/** Plays until each has decided something, and the watcher has seen it. Returns who is asked then. */
async function allMove(guests, watcher) {
  const moved = new Set();
  let turn = await next(guests);
  while (moved.size < guests.length) {
    moved.add(turn.g);
    await press(turn.g.page, turn.now);
    turn = await next(guests, turn.now.at);
  }
  await shows(watcher.page, await pieces(turn.g.page));
  return turn;
}

/** Plays the game to its end with the guests' cookies, without their pages. */
async function playOut(guests, id) {
  const hands = [];
  for (const guest of guests) {
    const hand = new Hand(s.program.url);
    for (const c of await guest.context.cookies()) hand.cookies.set(c.name, c.value);
    hand.id = id;
    hands.push(hand);
  }
  for (let over = false; !over;) {
    for (const hand of hands) {
      const now = await hand.look();
      over ||= now.over;
      if (now.at) await hand.act(now, now.actions[0]);
    }
  }
}

/** Takes back a seat that a computer plays, in the first line; the watcher sees it. */
async function takesBack(page, seat, watcher) {
  await pressed(page, page.locator('#standing button'));
  await page.locator('#standing').waitFor({ state: 'detached' });
  await watcher.page.locator(`#seat-${seat} .machine`).waitFor({ state: 'detached' });
}

/** Lets days go by at a table: the program ends, the table and its log become older, and the program starts. */
async function daysLater(guests, id, days) {
  for (const g of guests)
    g.expected.push(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  await s.program.stop();
  const older = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE entries SET time = time - ? WHERE table_id = ?", (int(sys.argv[3]) * 86400000, sys.argv[2]))
db.execute("UPDATE tables SET due = 1, created = created - ? WHERE id = ?", (int(sys.argv[3]) * 86400000, sys.argv[2]))
db.commit()`;
  execFileSync('python3', ['-c', older, s.program.db, id, String(days)]);
  s.program.stop = (await launch(s.program.db, s.program.addr)).stop;
}

test('three on three devices, and one who watches, from the invitation into the next game', async () => {
  const { guests, watcher, id, table } = await three();
  const [anna, ben, chloe] = guests;
  const { g, seat, now } = await allMove(guests, watcher);
  g.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION|ERR_FAILED/);
  const done = async () => (await (await watcher.page.request.get(`${table}/record`)).json()).actions.length;
  const before = await done();
  await g.context.setOffline(true);
  await press(g.page, now);
  await g.page.waitForFunction(() => document.getElementById('sending').textContent !== '');
  assert.equal(await done(), before, 'nothing arrives without a line');
  await g.context.setOffline(false);
  await next(guests, now.at); // it has arrived
  await g.page.waitForFunction(() => document.getElementById('sending').textContent === '');

  await command(g.page, seat, 'give');
  await watcher.page.locator(`#seat-${seat} .machine`).waitFor();
  await shot(g.page, 'friends-handed');
  await takesBack(g.page, seat, watcher);

  const late = await next(guests);
  await late.g.page.goto('about:blank');
  await daysLater([...guests, watcher], id, 6);
  for (const { page } of [watcher, ...guests.filter(x => x !== late.g)])
    await page.locator(`#seat-${late.seat} .machine`).waitFor();
  await late.g.page.goto(table);
  const said = await late.g.page.locator('#band').innerText();
  assert.match(said, [/Deine Zeit ist abgelaufen/, /Your time ran out/, /Votre temps est écoulé/][late.seat]);
  await shot(late.g.page, 'friends-late');
  await takesBack(late.g.page, late.seat, watcher);

  for (const { page } of [anna, chloe]) await page.goto('about:blank');
  await playOut(guests, id);
  for (const { page } of [watcher, ben]) await page.locator('#band a[href$="/score"]').waitFor();

  await anna.page.goto(table);
  await anna.page.locator('form[action$="/again"] button').click();
  await anna.page.waitForURL(url => /^\/t\//.test(url.pathname) && !url.pathname.includes(id));
  const rematch = new URL(anna.page.url()).pathname;
  // Ben's page has stayed open, and offers him his seat at once; Chloé comes by a link.
  await pressed(ben.page, ben.page.locator('#standing button.main'));
  await ben.page.waitForURL(`**${rematch}`);
  await chloe.page.goto(table);
  await shot(chloe.page, 'friends-kept');
  await chloe.page.goto(new URL(rematch, s.program.url).href);
  await pressed(chloe.page, chloe.page.locator('#standing button.main'));
  await chloe.page.locator('#standing').waitFor({ state: 'detached' });
  await watcher.page.locator(`a[href="${rematch}"]`).first().click();
  await watcher.page.waitForURL(`**${rematch}`);
  await allMove(guests, watcher);
});
