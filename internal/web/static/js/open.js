// A game in the fragment of the address, which browsers send to nobody. Where the
// server has the program for it, the browser shows the game by itself; elsewhere
// it is put into the form, and sent only when the reader presses.

import { byId } from './page.js';

const mark = '#g=';
const form = byId('linkform');
const field = /** @type {HTMLInputElement} */ (byId('game'));
const files = /** @type {import('./offline.js').Files} */ (/** @type {unknown} */ (form.dataset));
let shown = false; // a game is

/** Offers to send the game to the server. */
function ask() {
  for (const id of ['asks', 'openlink']) byId(id).classList.remove('unscripted');
  byId('openlink').classList.add('main');
  byId('openlink').focus();
}

/** Says what is wrong. @param {string} [text] as HTML; without one the browser has failed */
function complain(text) {
  const wrong = byId('wrong');
  if (text) wrong.innerHTML = text;
  wrong.hidden = false;
  byId('byfile').hidden = !text;
  if (text) field.focus();
  else ask();
}

/** Shows the game of a fragment. @param {string} fragment */
async function show(fragment) {
  const loading = byId('loading');
  byId('wrong').hidden = true;
  loading.hidden = false;
  try {
    const offline = await import('./offline.js');
    const at = new URLSearchParams(fragment.slice(1));
    const game = await offline.open(files, fragment);
    if (game.wrong === undefined) {
      await offline.show(files, game, at);
      shown = true;
      return;
    }
    complain(game.wrong);
  } catch (e) {
    console.warn(e);
    complain();
  }
  loading.hidden = true;
}

function take() {
  if (!location.hash.startsWith(mark)) return;
  field.value = location.hash.slice(mark.length);
  byId('byfile').hidden = true;
  if (files.program) {
    show(location.hash);
    return;
  }
  byId('here').hidden = false;
  ask();
}
take();
addEventListener('hashchange', e => {
  if (!shown) take();
  else if (location.hash.startsWith(mark)) location.reload();
  // A place on the page does not take the game out of the address.
  else history.replaceState(null, '', e.oldURL);
});

/** Opens what is in the field, without sending it. */
function openField() {
  const text = field.value.trim();
  const game = text.includes(mark) ? text.slice(text.indexOf(mark)) : mark + text;
  if (text.includes('/') && !text.includes(mark)) show(text);
  else if (location.hash === game) take();
  else location.hash = game;
}
document.getElementById('openhere')?.addEventListener('click', openField);
form.addEventListener('submit', e => {
  const sends = !byId('openlink').classList.contains('unscripted');
  if (sends) return;
  e.preventDefault();
  openField();
});
