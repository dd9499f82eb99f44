// A game in the fragment of the address, which browsers send to nobody: it is put
// into the form, and sent only when the reader presses.

import { byId } from './page.js';

const mark = '#g=';

function take() {
  if (!location.hash.startsWith(mark)) return;
  const field = /** @type {HTMLInputElement} */ (byId('game'));
  field.value = location.hash.slice(mark.length);
  byId('here').hidden = false;
  byId('openlink').classList.add('main');
  byId('openlink').focus();
}
take();
addEventListener('hashchange', take);
