// What is said in the page's circle comes as it does at a table.

import { hear, heard } from './chat.js';
import { listen } from './news.js';

const { circle, me = '' } = /** @type {HTMLElement} */ (document.getElementById('chat')).dataset;
const form = document.querySelector('form[data-say]');

listen(
  () => ({ table: `circle:${circle}`, lang: document.documentElement.lang, me, at: 0, said: heard() }),
  m => {
    if (m.kind === 'reload') location.reload();
    else form?.toggleAttribute('data-say', m.kind !== 'lost'); // without news the form brings the page again
    if (m.said !== undefined) hear(m.said);
  },
);
