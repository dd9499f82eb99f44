// Two tables that differ only in what is hidden must send the same bytes, as
// long as nothing is revealed. So what is sent cannot depend on hidden faces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';
import { Hand } from './hand.mjs';

const s = stage();

/**
 * What a table sends, without what names the table, the form and who is looking at this moment, and without the digests
 * of regions, in which the table is named: the regions are compared themselves.
 */
const bare = (text, hand) =>
  text
    .replaceAll(hand.id, 'ID')
    .replaceAll('\\u003c', '<')
    .replaceAll('\\u003e', '>')
    .replaceAll('\\"', '"')
    .replace(/name="key" value="[^"]*"|"key":"[^"]*"|"has":\{[^}]*\}|"now":\d+|data-now="\d+"/g, '')
    .replace(/<span class="here[^]*?<\/span><\/span>/g, '');

/** The record of a table, as far as it is published. */
const record = async hand => (await hand.fetch(`/t/${hand.id}/record`)).text();

async function openingOf(hand) {
  await hand.look();
  return bare(hand.html + (await record(hand)), hand);
}

/** Two tables at which everything that can be seen is the same. */
async function twins(hand) {
  const known = new Map();
  for (let n = 0; n < 40; n++) {
    const one = new Hand(hand.url);
    one.cookies = hand.cookies;
    await one.newTable(['me', 'me']);
    const seen = await openingOf(one);
    if (known.has(seen)) return [known.get(seen), one];
    known.set(seen, one);
  }
  return assert.fail('no two of 40 tables look the same at the beginning');
}

/** What has been revealed so far: the markers no longer unseen, the countries turned over. */
const revealed = html =>
  /<div id="odds">[^]*?(<tbody>[^]*?)<\/div>/.exec(html)[1] +
  [...html.matchAll(/<g id="country-[^]*?<\/g>/g)].map(m => m[0]).join();

/** Everything one can ask a table for. Asking about every place takes long; asked is where to begin and in what steps. */
async function everything(hand, answer, asked) {
  const spots = [...hand.html.matchAll(/data-kind="([a-z]+)" data-id="([^"]+)"/g)].filter(
    (_, k) => k % 8 === asked % 8,
  );
  const paths = [
    '',
    '/frame?after=0',
    '/replay',
    '/replay?n=0',
    '/record',
    ...spots.map(([, kind, id]) => `/why?kind=${kind}&id=${encodeURIComponent(id)}`),
  ];
  const out = new Map([['answer', bare(JSON.stringify(answer), hand)]]);
  for (const path of paths) out.set(path, bare(await (await hand.fetch(`/t/${hand.id}${path}`)).text(), hand));
  out.set('stream', bare(await stream(hand), hand));
  return out;
}

/** The first news of a table's stream. */
async function stream(hand) {
  const r = await hand.fetch(`/stream?t=${hand.id}~0~0~en`, { headers: { 'Accept-Encoding': 'identity' } });
  let text = '';
  let first = null;
  for await (const part of r.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    first = /event: frames\ndata: .*\n\n/.exec(text);
    if (first) break; // which ends the stream
  }
  return first[0];
}

/** Plays two tables alike until something revealed tells them apart; gives the positions compared. */
async function playAlike(a, b) {
  for (let compared = 0, [x, y] = [await a.look(), await b.look()]; ; compared++) {
    assert.deepEqual(x.actions, y.actions);
    const known = revealed(a.html);
    const n = compared % Math.max(1, x.actions.length);
    const answers = [await a.act(x, x.actions[n]), await b.act(y, y.actions[n])];
    [x, y] = [await a.look(), await b.look()];
    // Two markers that look alike are told apart by the record alone.
    const news =
      revealed(a.html) !== known && (revealed(a.html) !== revealed(b.html) || (await record(a)) !== (await record(b)));
    if (news || x.over) return compared;
    const [p, q] = [await everything(a, answers[0], compared), await everything(b, answers[1], compared)];
    for (const [path, text] of p) {
      assert.ok(text.length > 100, `${path} is empty`);
      assert.ok(
        q.get(path) === text,
        `${path || 'the page'} differs after ${compared + 1} decisions: ${difference(text, q.get(path) ?? '')}`,
      );
    }
  }
}

test('what is sent does not depend on what is hidden', async () => {
  const first = new Hand(s.program.url);
  let compared = 0;
  while (compared < 24) compared += await playAlike(...(await twins(first)));
});

/** Where two texts part. */
function difference(a, b) {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return `“${a.slice(n - 40, n + 80)}” and “${b.slice(n - 40, n + 80)}”`;
}
