// Pages without a table tell on their tab how many wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

globalThis.HTMLFormElement = document.defaultView.HTMLFormElement;
globalThis.localStorage = document.defaultView.localStorage;
const later = [];
globalThis.setTimeout = /** @type {any} */ (f => later.push(f));
let tones = 0;
class AudioContext {
  state = 'suspended';
  resume() {
    tones++;
    return Promise.resolve();
  }
}
globalThis.AudioContext = AudioContext;
Object.assign(document.documentElement.dataset, { asks: '', sound: 'on' });
let waiting = 0;
globalThis.fetch = async () => ({ ok: true, json: async () => ({ waiting }) });

/** Lets the page ask. */
async function pass() {
  for (const f of later.splice(0)) f();
  for (let k = 0; k < 20; k++) await null;
}

test('the title is what the page is called by now, and of several tabs one sounds', async () => {
  document.title = 'Open a game';
  await import('../../internal/web/static/js/page.js');
  await pass();
  document.title = 'A game of three';
  for (waiting of [1, 2]) {
    await pass();
    assert.equal(document.title, `(${waiting}) A game of three`);
  }
  assert.equal(tones, 2);
  localStorage.setItem('ruhr-waiting', '3'); // another tab has told of it
  waiting = 3;
  await pass();
  assert.equal(document.title, '(3) A game of three');
  assert.equal(tones, 2);
});
