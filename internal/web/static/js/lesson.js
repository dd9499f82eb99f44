// The lesson's card, which stays folded or open as it was left.

const kept = 'ruhr-lesson'; // where browsers keep it

/** Folds the lesson's card where the last one was folded. @param {HTMLElement} band */
export function foldLesson(band) {
  const card = band.querySelector('.lesson > details');
  try {
    if (card instanceof HTMLDetailsElement && localStorage.getItem(kept) === 'folded') card.open = false;
  } catch {
    /* nothing may be kept */
  }
}

/** Remembers that the lesson's card was folded or opened. @param {EventTarget | null} card */
export function keepFolded(card) {
  if (!(card instanceof HTMLDetailsElement) || !card.matches('.lesson > details')) return;
  try {
    localStorage.setItem(kept, card.open ? 'open' : 'folded');
  } catch {
    /* nothing may be kept */
  }
}
