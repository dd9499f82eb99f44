// Copying works without a clipboard, as on pages over http, and says whether it did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const { offerFields } = await import('../../internal/web/static/js/page.js');

/** What the button says where the clipboard and the old command do this. */
async function pressed(clipboard, command) {
  document.body.innerHTML =
    '<p><input value="link" data-copy><button type="button" data-copies="yes" data-failed="no">Copy</button></p>';
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true });
  const ran = [];
  document.execCommand = name => {
    ran.push(name);
    return command;
  };
  offerFields();
  document.querySelector('button').click();
  await new Promise(done => setTimeout(done));
  return [document.querySelector('output').textContent, ...ran];
}

test('a copy button copies where it can, and says what came of it', async () => {
  const refuses = { writeText: () => Promise.reject(new Error('not allowed')) };
  const takes = { writeText: async () => {} };
  assert.deepEqual(await pressed(takes, false), ['yes']);
  assert.deepEqual(await pressed(undefined, true), ['yes', 'copy']);
  assert.deepEqual(await pressed(refuses, true), ['yes', 'copy']);
  assert.deepEqual(await pressed(undefined, false), ['no', 'copy']);
});
