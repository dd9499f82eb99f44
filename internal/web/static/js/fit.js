// Choices that fit their place. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.

const levels = 4; // tight.css has rules for each

/** Whether not all of an element's text shows. @param {Element} e */
const cut = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;

/**
 * Sets the choices as tightly as it takes for their part of the dock not to
 * scroll, and no tighter, with advice beside them or, where that takes more room
 * than there is, across above them; where that is not enough, or cuts words, the
 * dock is tall, and with advice higher still. A part that grows with what is in it is left as it is.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const part = band.querySelector('.choosing') ?? band;
  const whats = () => [...band.querySelectorAll('.card .what')].filter(cut);
  const scrolls = () => cut(part);
  const fine = () => !scrolls() && !whats().length;
  const advised = band.querySelector('.advice') !== null;
  search: for (const height of advised ? [0, 1, 2] : [0, 1]) {
    for (const across of advised ? [false, true] : [false]) {
      band.classList.toggle('tall', height > 0);
      band.classList.toggle('high', height > 1);
      band.classList.toggle('across', across);
      tighten(band, scrolls);
      if (!scrolls() && whats().length) loosen(band, scrolls);
      if (fine()) break search;
    }
  }
  band.classList.toggle('scrolls', scrolls());
  band.classList.toggle('whole', !fine());
  // What is not shown whole any more is still there for who asks.
  const short = whats();
  for (const what of band.querySelectorAll('.card .what')) {
    const card = what.closest('.card');
    if (short.includes(what)) card?.setAttribute('title', what.textContent ?? '');
    else card?.removeAttribute('title');
  }
}

/**
 * Sets the first level at which something does not scroll, or the last one.
 * @param {HTMLElement} band
 * @param {() => boolean} scrolls
 */
function tighten(band, scrolls) {
  band.classList.remove('whole', 'roomy');
  delete band.dataset.tight;
  while (scrolls() && tighter(band));
}

/**
 * Shows explanations whole after all where a level has made more room than it
 * took, or the next ones do.
 * @param {HTMLElement} band
 * @param {() => boolean} scrolls
 */
function loosen(band, scrolls) {
  const was = band.dataset.tight;
  if (was === undefined) return;
  band.classList.add('roomy');
  while (scrolls() && tighter(band));
  if (!scrolls()) return;
  band.classList.remove('roomy');
  band.dataset.tight = was;
}

/** Sets the next level; false where there is none. @param {HTMLElement} band */
function tighter(band) {
  const set = band.dataset.tight?.split(' ') ?? [];
  if (set.length === levels) return false;
  band.dataset.tight = [...set, set.length + 1].join(' ');
  return true;
}
