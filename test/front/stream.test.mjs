// A stream that ends: pages are told at once, whatever else is found out.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const sources = [];
class EventSource {
  static CLOSED = 2;
  constructor(url) {
    Object.assign(this, { url, readyState: 2 });
    sources.push(this);
  }
  addEventListener() {}
  close() {}
}
globalThis.EventSource = EventSource;
const { Stream } = await import('../../internal/web/static/js/stream.js');

test('that no news come is told before it is known why, and the next try does not wait for that', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  globalThis.fetch = (_, { signal }) =>
    new Promise((done, failed) => signal.addEventListener('abort', () => failed(signal.reason))); // the line is dead
  const told = [];
  const stream = new Stream();
  stream.here({ tell: m => told.push(m.kind) }, { table: 'a', lang: 'en', me: '', at: 1, said: 0 });
  t.mock.timers.tick(200);
  assert.equal(sources.length, 1);
  sources[0].onerror();
  assert.deepEqual(told, ['lost']);
  t.mock.timers.tick(5000);
  for (let k = 0; k < 9; k++) await null;
  t.mock.timers.tick(3000);
  assert.equal(sources.length, 2);
});
