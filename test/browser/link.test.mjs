// A game in a link: the browser shows it by itself and keeps it to itself; where it
// cannot, the reader is asked before it is sent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { serious } from './axe.mjs';
import { hang } from './program.mjs';
import { languages, phone, shot, stage, whole } from './stage.mjs';

const s = stage();
const read = name => JSON.parse(readFileSync(new URL(`../../record/testdata/${name}.json`, import.meta.url), 'utf8'));
const link = read('links')['4-seats-mixed'];
const record = read('4-seats-mixed');

/** Notes all that a page sends. @returns {string[]} */
function sent(page) {
  const all = [];
  page.on('request', r => all.push(JSON.stringify([r.method(), r.url(), r.headers(), r.postData() ?? ''])));
  return all;
}

/** Fails if anything of the game is in what was sent, as it is or as the positions that were looked at. */
function keptToItself(all) {
  assert.ok(all.length > 10, 'requests were noted');
  for (const one of all) {
    const [method, url, , data] = JSON.parse(one);
    assert.deepEqual([method, data, new URL(url).search], ['GET', '', ''], one);
    assert.match(new URL(url).pathname, /^\/(open|waiting|favicon\.ico|s\/[0-9a-f]+\/.*|map\/[0-9a-f]+\/[a-z.]+)$/);
    for (let k = 0; k + 8 <= link.length; k += 4) assert.ok(!one.includes(link.slice(k, k + 8)), one);
    for (const { name } of record.players) assert.ok(!one.includes(name), one);
  }
}

/** Takes an entry of the bar, which is in the menu on a phone. */
async function enter(page, entry) {
  if (await page.isVisible('.bar .menubutton')) await page.click('.bar .menubutton');
  await page.locator(`${entry}:visible`).first().click();
}

/** The position that the address and the page say. */
const position = page =>
  page.evaluate(() => {
    const n = new URLSearchParams(location.hash.slice(1)).get('n');
    return document.getElementById('status').textContent.includes(` ${n} `) ? Number(n) : -1;
  });

/** Waits until the position is as wished, and returns it. */
async function until(page, wished) {
  for (const began = Date.now(); Date.now() - began < hang;) {
    const n = await position(page);
    if (wished(n)) return n;
    await page.waitForTimeout(50);
  }
  throw new Error(`the page stays at ${page.url()}`);
}

/** Presses a key until the page, which may not have listened yet, is at a position; it does no more when pressed again. */
async function heard(page, key, n) {
  while ((await position(page)) !== n) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
}

// In a wide window and on a phone; with RUHR_WHOLE in every language.
for (const lang of whole ? languages : ['en', 'de']) {
  test(`a link opens in the browser in ${lang}, and nothing of it is sent`, async () => {
    const small = lang === 'de' || lang === 'es';
    const { page } = await s.guest({ settings: { lang }, ...(small && { viewport: phone }) });
    const all = sent(page);
    await page.goto(`${s.program.url}open#g=${link}`);
    await page.waitForSelector('body.replaying[data-at="0"] #map .barge');
    assert.equal(await page.getAttribute('body', 'data-len'), String(record.actions.length));
    assert.ok((await page.locator('#loglist li.line').count()) > 200, 'the log is there');
    assert.deepEqual(
      await page.locator('#seats .name b').allTextContents(),
      record.players.map(p => p.name),
    );
    await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth > 0);

    await heard(page, 'End', record.actions.length);
    await heard(page, 'Home', 0);
    await page.keyboard.press('ArrowRight');
    await until(page, n => n === 1);
    await page.keyboard.press('PageDown');
    const second = await until(page, n => n > 1);
    await page.click('#step-back');
    await until(page, n => n === second - 1);
    await page.selectOption('#whose-seat', '2');
    await page.waitForFunction(() => location.hash.endsWith('&seat=2'));
    assert.ok(await page.locator('#board-2').evaluate(el => el.classList.contains('shown')));
    await page.selectOption('#pace', '500');
    await page.click('#play');
    await until(page, n => n > second);
    await page.click('#play');
    assert.deepEqual(await serious(page, `a replay in ${lang}`), []);
    await shot(page, `link-replay-${lang}`);

    await enter(page, '[popovertarget=logpanel]');
    await page.locator('#loglist details[open] a.step').first().click();
    const later = await until(page, n => n > second + 20);
    const here = page.url();
    await page.reload();
    await page.waitForSelector(`body.replaying[data-at="${later}"]`);
    assert.equal(page.url(), here, 'the address has the position');
    assert.ok(here.includes(`#g=${link}&n=${later}`), here);
    await page.evaluate(() => {
      location.hash = '#stepper'; // as the link for the keyboard does
    });
    await page.waitForFunction(here => location.href === here, here);

    await enter(page, 'a[href*="show=score"]');
    await page.waitForSelector('table.scoresheet');
    assert.deepEqual((await page.locator('.total').allTextContents()).map(Number), record.result.vp);
    assert.equal(await page.inputValue('input.link'), `${s.program.url}open#g=${link}`);
    await page.waitForSelector('.gamelink svg.qr');
    assert.deepEqual(await serious(page, `a score sheet in ${lang}`), []);
    await shot(page, `link-score-${lang}`, { fullPage: true });

    const other = languages[(languages.indexOf(lang) + 1) % languages.length];
    keptToItself(all.splice(0));
    await page.click(`#languages button[value=${other}]`);
    await page.waitForSelector(`html[lang=${other}] table.scoresheet`);
    assert.ok(!all.some(one => one.includes(link.slice(0, 8))), 'the choice of a language sends nothing of the game');
    await page.locator(`main a.button[href^="#g="]`).click();
    await page.waitForSelector('body.replaying[data-at="0"]');
  });
}

test('what is wrong with a link is said', async () => {
  const { page } = await s.guest();
  const all = sent(page);
  for (const [fragment, says] of [
    [link.slice(0, 60), /cut off or changed/],
    ['AUv1', /newer version/],
    ['A_CHLQ', /newer version/],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${s.program.url}open#g=${fragment}`);
    await page.waitForSelector('#wrong:not([hidden])');
    assert.match(await page.textContent('#wrong'), says);
    assert.ok(await page.isHidden('#loading'));
    assert.ok(await page.isHidden('#openlink'), 'nothing is offered to be sent');
  }
  assert.deepEqual(await serious(page, 'a link that is wrong'), []);
  await shot(page, 'link-wrong');
  await page.fill('#game', `${s.program.url}t/abcdefgh`);
  await page.click('#openhere');
  await page.waitForFunction(() => /at its table/.test(document.querySelector('#wrong').textContent));
  await page.fill('#game', `${s.program.url}open#g=${link}&n=12`);
  await page.press('#game', 'Enter');
  await page.waitForSelector('body.replaying[data-at="12"]');
  keptToItself(all.filter(one => !one.includes('about:blank')));
});

test('a browser that cannot show a game asks before it sends it', async () => {
  const g = await s.guest();
  const { page } = g;
  g.expected.push(/offline\.wasm|fetch/);
  const all = sent(page);
  await page.route('**/offline.wasm', r => r.abort());
  await page.goto(`${s.program.url}open#g=${link}`);
  await page.waitForSelector('#wrong:not([hidden])');
  assert.equal(await page.inputValue('#game'), link);
  assert.ok(await page.isHidden('input[type=file]'), 'nothing else is offered before it');
  keptToItself(all);
  await shot(page, 'link-asks');
  await Promise.all([page.waitForURL('**/game/**'), page.click('#openlink')]);
  await page.goto(new URL(page.url()).origin + new URL(page.url()).pathname + '/score');
  assert.ok((await page.inputValue('input.link')).endsWith('/open#g=' + link));
});

test('a program that did not load is loaded at the next try', async () => {
  const { page, expected } = await s.guest();
  expected.push(/offline\.wasm|fetch|board\.json/);
  await page.route('**/offline.wasm', r => r.abort(), { times: 1 });
  await page.goto(`${s.program.url}open#g=${link}`);
  await page.waitForSelector('#wrong:not([hidden])');
  const said = await page.innerText('#wrong');
  await page.route('**/board.json', r => r.fulfill({ status: 503, body: 'later' }), { times: 1 });
  await page.click('#openhere');
  await page.waitForSelector('#wrong:not([hidden])');
  assert.equal(await page.innerText('#wrong'), said, 'a server that fails is called a broken link');
  await page.click('#openhere');
  await page.waitForSelector('body.replaying[data-at="0"]');
});

test('without scripts the page says what to do with a link', async () => {
  const { page } = await s.guest({ javaScriptEnabled: false });
  await page.goto(`${s.program.url}open#g=${link}`);
  assert.ok(await page.getByText('copy the whole address into the field').isVisible());
  assert.ok(await page.isHidden('#openhere'));
  await page.fill('#game', page.url());
  await Promise.all([page.waitForURL('**/game/**'), page.click('#openlink')]);
  await page.waitForSelector('body.replaying');
});

test('a game of a link is played on only after a press that says it is sent', async () => {
  const { page } = await s.guest({ settings: { lang: 'de' } });
  const all = sent(page);
  await page.goto(`${s.program.url}open#g=${link}&n=100`);
  await page.waitForSelector('body.replaying');
  await page.click('#playon summary');
  assert.match(await page.textContent('#playon'), /sendet ihm die Partie/);
  await until(page, n => n === 100);
  await heard(page, 'Home', 0);
  await page.keyboard.press('ArrowRight');
  await until(page, n => n === 1);
  keptToItself(all.splice(0));
  await shot(page, 'link-playon');
  await page.selectOption('#playon select[name=seat]', '2');
  await Promise.all([page.waitForURL('**/t/*'), page.click('#playon button')]);
  await page.waitForSelector('body.table[data-table]');
  const [, , , body] = all.map(one => JSON.parse(one)).find(([method]) => method === 'POST');
  const { key, ...fields } = Object.fromEntries(new URLSearchParams(body));
  assert.ok(key);
  assert.deepEqual(fields, { n: '1', game: link, seat: '2', level: 'schiffsjunge' });
});
