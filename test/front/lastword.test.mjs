// The last word that the page gives itself after a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from './dom.mjs';

let tick = () => {};
globalThis.window = /** @type {any} */ ({ setInterval: f => (tick = f) });
globalThis.HTMLButtonElement = document.defaultView.HTMLButtonElement;
const on = {};
globalThis.addEventListener = (kind, f) => (on[kind] = f);
const escape = () => on.keydown({ key: 'Escape' });
const touch = target => on.pointerdown({ pointerType: 'touch', target });
const { countDown } = await import('../../internal/web/static/js/lastword.js');

test('what the reader wants waits for a decision, whatever else the log grows by', () => {
  let given = 0;
  const at = (decision, n) => {
    show(`<section id="band" data-decision="${decision}"><form><input name="at" value="${n}">
      <button id="confirm" data-moment="100"></button></form></section>`);
    document.querySelector('form').requestSubmit = button => (given += Number('auto' in button.dataset));
    countDown();
    tick();
  };
  at(3, 10);
  assert.equal(given, 1);
  tick = () => {};
  at(3, 11);
  escape();
  at(3, 12); // somebody was renamed
  assert.equal(given, 2, 'the moment before Escape');
  at(4, 13);
  assert.equal(given, 3, 'another decision');
  escape();
  show('<section id="band" data-decision="3"></section>'); // it was taken back
  countDown();
  at(4, 16);
  assert.equal(given, 4);
  tick = () => {};
  at(5, 17);
  touch(document.getElementById('confirm'));
  at(5, 18);
  assert.equal(given, 6, 'a touch of its button');
  touch(document.getElementById('band'));
  at(5, 19);
  assert.equal(given, 6, 'a touch beside it');
});
