// The worker shows whatever is pushed, leads to a page that is open already, and
// tells the server when the browser exchanges its subscription.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scripts } from './dom.mjs';

const handlers = {};
const log = [];
let pages = [];
globalThis.self = {
  addEventListener: (name, handler) => (handlers[name] = handler),
  location: { origin: 'https://ruhr.test' },
  registration: {
    showNotification: async title => log.push(`shown ${title}`),
    pushManager: { subscribe: async () => ({ toJSON: () => ({ endpoint: 'new', keys: { auth: 'a' } }) }) },
  },
  clients: { matchAll: async () => pages, openWindow: async url => log.push(`opened ${url}`) },
};
globalThis.fetch = async (url, { body }) => log.push(`${url} ${body}`);
await import(new URL('worker.js', scripts));

/** What came of an event. */
async function came(name, event) {
  log.length = 0;
  const waits = [];
  handlers[name]({ waitUntil: what => waits.push(what), ...event });
  await Promise.all(waits);
  return log.join('; ');
}

test('a message that cannot be read is shown, too', async () => {
  const broken = { json: () => JSON.parse('<html>') };
  assert.equal(await came('push', { data: broken }), 'shown Ruhr');
  assert.equal(await came('push', { data: null }), 'shown Ruhr');
  assert.equal(await came('push', { data: { json: () => ({ title: 'Your turn' }) } }), 'shown Your turn');
});

test('a message leads to the page that is open', async () => {
  const notification = { close() {}, data: '/t/x' };
  const page = url => ({ url, focus: async () => log.push(`focused ${url}`) });
  assert.equal(await came('notificationclick', { notification }), 'opened https://ruhr.test/t/x');
  pages = [page('https://ruhr.test/t/y'), page('https://ruhr.test/t/x#seat')];
  assert.equal(await came('notificationclick', { notification }), 'focused https://ruhr.test/t/x#seat');
  assert.equal(await came('notificationclick', { notification: { close() {}, data: 'https://evil.test/' } }), '');
});

test('an exchanged subscription reaches the server', async () => {
  const told = '/account/notices do=push&endpoint=new&auth=a';
  assert.equal(await came('pushsubscriptionchange', { oldSubscription: { options: {} } }), told);
});
