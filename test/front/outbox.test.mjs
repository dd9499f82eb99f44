// No press is lost, none is sent twice as another one, and none counts for what
// has only just appeared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

globalThis.sessionStorage = document.defaultView.sessionStorage;
const { Outbox } = await import('../../internal/web/static/js/outbox.js');

const press = (action, at, key) => ({ action, fields: new URLSearchParams({ at, key }), button: null });
const answer = (status, body) => ({ status, text: async () => JSON.stringify(body) });

/** An outbox whose line gives these answers one after another; undefined is none. */
function box(...answers) {
  sessionStorage.clear();
  const log = { sent: [], answered: [], progress: [] };
  globalThis.fetch = async (action, { body }) => {
    log.sent.push(`${action} ${body}`);
    const next = answers.shift();
    if (!next) throw new TypeError('no line');
    return next;
  };
  const out = new Outbox({
    headers: () => ({}),
    answered: news => log.answered.push(news.n),
    painted: async () => {},
    kept: 'presses',
    progress(p) {
      log.progress.push(p);
      if (p === 'kept') setTimeout(() => out.retry());
    },
  });
  return { out, log };
}

test('a press without an answer is sent again, with its key', async () => {
  const { out, log } = box(undefined, answer(502), answer(200, { n: 7 }));
  await out.take(press('/act', 1, 'k'));
  assert.deepEqual(log.sent, Array(3).fill('/act at=1&key=k'));
  assert.deepEqual(log.answered, [7]);
  assert.deepEqual(log.progress, ['sent', 'kept', 'kept', null]);
});

test('a refusal is an answer', async () => {
  for (const status of [400, 403, 409, 429, 500]) {
    const { out, log } = box(answer(status, { n: 1 }));
    await out.take(press('/act', 1, 'k'));
    assert.deepEqual([log.sent.length, log.answered], [1, [1]], `status ${status}`);
  }
});

test('what is no answer of the program is not asked for for ever', async () => {
  const { out } = box({ status: 200, text: async () => '<html>' });
  const news = new Promise(answered => (out.to.answered = answered));
  await out.take(press('/act', 1, 'k'));
  assert.deepEqual(await news, { reload: true });
});

test('a press is sent though what took the answer before failed', async () => {
  const { out, log } = box(answer(200, { n: 2 }), answer(200, { n: 3 }));
  out.to.answered = () => {
    throw new Error('broken');
  };
  await assert.rejects(out.take(press('/act', 1, 'a')), /broken/);
  out.to.answered = news => log.answered.push(news.n);
  await out.take(press('/act', 2, 'b'));
  assert.deepEqual(log.answered, [3]);
});

test('presses go one after another, and the same one once', async () => {
  const { out, log } = box(answer(200, { n: 2 }), answer(200, { n: 3 }));
  const first = out.take(press('/act', 1, 'a'));
  await Promise.all([first, out.take(press('/act', 1, 'b')), out.take(press('/turn', 1, 'a'))]);
  assert.deepEqual(log.sent, ['/act at=1&key=a', '/turn at=1&key=a']);
  assert.deepEqual(log.answered, [2, 3]);
  assert.deepEqual(out.waiting, []);
});

test('a press is seen to be marked before its answer is shown', async () => {
  const order = [];
  globalThis.fetch = async () => answer(200, { n: 2 });
  const out = new Outbox({
    headers: () => ({}),
    answered: () => order.push('answered'),
    painted: () => new Promise(done => setTimeout(() => done(order.push('painted')), 20)),
    progress: p => order.push(p),
  });
  await out.take(press('/act', 1, 'a'));
  assert.deepEqual(order, ['sent', 'painted', null, 'answered']);
});

test('what is aside keeps no press waiting, and says nothing where one was made meanwhile', async () => {
  const lines = new Map();
  const log = { sent: [], notices: [] };
  globalThis.fetch = action => {
    log.sent.push(action);
    return new Promise(done => lines.set(action, done));
  };
  const out = new Outbox({
    headers: () => ({}),
    answered: news => log.notices.push(news.notice),
    painted: async () => {},
    progress() {},
  });
  const hint = out.take({ ...press('/hint', 1, 'a'), aside: true });
  const act = out.take(press('/act', 1, 'b'));
  assert.deepEqual(log.sent, ['/hint', '/act']);
  lines.get('/act')(answer(200, { n: 2 }));
  await act;
  lines.get('/hint')(answer(200, { n: 2, notice: 'The table has changed meanwhile.' }));
  await hint;
  assert.deepEqual(log.notices, [undefined, undefined]);
  assert.deepEqual(out.waiting, []);
});

test('what waits when the page is left is sent by the next one', async () => {
  const { out, log } = box();
  globalThis.fetch = () => new Promise(() => {}); // no line
  out.take(press('/act', 1, 'k'));
  out.take({ ...press('/hint', 1, 'h'), aside: true });
  globalThis.fetch = async (action, { body }) => {
    log.sent.push(`${action} ${body}`);
    return answer(200, { n: 2 });
  };
  log.sent.length = 0;
  const came = new Promise(answered => {
    const next = new Outbox({ ...out.to, answered });
    next.resume();
  });
  assert.equal((await came).n, 2);
  assert.deepEqual(log.sent, ['/act at=1&key=k']);
  assert.equal(sessionStorage.getItem('presses'), '[]');
});

test('that the page itself was overtaken is not told, but what went wrong is', async () => {
  for (const [auto, n, told] of [
    [true, 8, undefined],
    [false, 8, 'No.'],
    [true, 0, 'No.'], // as from a full disk
  ]) {
    const { out } = box(answer(200, { n, notice: 'No.' }));
    let news;
    out.to.answered = m => (news = m);
    await out.take({ ...press('/turn', 7, 'k'), auto });
    assert.equal(news.notice, told);
  }
});
