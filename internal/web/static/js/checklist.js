// The head of a checklist says which of my boards it was printed for.
import { all } from './mine.js';

const asked = new URLSearchParams(location.search);
const same = all().filter(b => b.draft === asked.get('d'));
const board = same.find(b => b.id === asked.get('b')) ?? same[0];
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-board]')))
  place.textContent = board?.[/** @type {'name' | 'edition'} */ (place.dataset.board)] ?? '';
