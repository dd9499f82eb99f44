// A game in a link: the browser keeps the fragment to itself until the reader
// sends it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shot, stage } from './stage.mjs';

const s = stage();
const links = JSON.parse(readFileSync(new URL('../../record/testdata/links.json', import.meta.url), 'utf8'));

test('a link opens on a press, and the score sheet has it again', async () => {
  const { page } = await s.guest();
  const link = links['4-seats-mixed'];
  const sent = [];
  page.on('request', r => sent.push(r.url() + (r.postData() ?? '')));
  await page.goto(`${s.program.url}open#g=${link}`);
  await page.waitForSelector('#here:not([hidden])');
  assert.equal(await page.inputValue('#game'), link);
  assert.ok(!sent.some(what => what.includes(link.slice(0, 40))), 'nothing of the game was sent');
  await shot(page, 'link-open');
  await Promise.all([page.waitForURL('**/game/**'), page.click('#openlink')]);
  await page.goto(new URL(page.url()).origin + new URL(page.url()).pathname + '/score');
  assert.ok((await page.inputValue('input.link')).endsWith('/open#g=' + link));
  await page.waitForSelector('.gamelink svg.qr');
  await shot(page, 'link-score', { fullPage: true });
});
