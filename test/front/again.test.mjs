// What a page does that asks again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

globalThis.HTMLFormElement = document.defaultView.HTMLFormElement;
globalThis.DOMParser = document.defaultView.DOMParser;
const later = [];
globalThis.setTimeout = /** @type {any} */ (f => later.push(f));
const root = document.documentElement;

/** Lets pass what was put off, and what comes of it. */
async function pass() {
  for (const f of later.splice(0)) f();
  for (let k = 0; k < 20; k++) await null;
}

test('a page that waits shows the answer that says no, and waits no longer', async () => {
  root.dataset.again = '2';
  document.body.innerHTML = '<main id="main"><h1>Soon</h1></main>';
  let asked = 0;
  globalThis.fetch = async () => ({
    status: asked++ ? 404 : 502,
    text: async () => '<html><main id="main"><h1>There is no such table.</h1></main></html>',
  });
  await import('../../internal/web/static/js/again.js');
  await pass();
  assert.ok(document.querySelector('.failed'), 'what a proxy says for the program is no answer');
  for (let k = 0; k < 3; k++) await pass();
  assert.equal(document.getElementById('main').textContent, 'There is no such table.');
  assert.equal(asked, 2);
});
