// Choices that fit their place. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.

const levels = 4; // tight.css has rules for each
const leastMap = 160; // px of the map's height that a dock leaves

/** Whether not all of an element's text shows. @param {Element} e */
const cut = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;

/**
 * Sets the choices as tightly as it takes for their part of the dock not to
 * scroll, and no tighter, with advice beside them or, where that takes more room
 * than there is, across above them; where that is not enough, or cuts words, the
 * dock is tall, and with advice higher still, and at last as high as it takes.
 * A part that grows with what is in it is left as it is.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const part = band.querySelector('.choosing') ?? band;
  const whats = () => [...band.querySelectorAll('.card .what')].filter(cut);
  const scrolls = () => cut(part);
  const fine = () => !scrolls() && !whats().length;
  const advised = band.querySelector('.advice') !== null;
  const grid = /** @type {HTMLElement | null} */ (band.closest('.tablegrid'));
  // While it is tried how high the dock must be, a map that shows whole forgets where it stood.
  const viewport = grid?.querySelector('#viewport');
  const stood = { left: viewport?.scrollLeft, top: viewport?.scrollTop };
  grid?.style.removeProperty('--dock');
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
  if (grid && !fine()) raise(grid, band, part);
  viewport?.scrollTo({ ...stood, behavior: 'instant' });
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
 * Raises the dock by what its choices lack with explanations whole, as far as the map allows.
 * @param {HTMLElement} grid
 * @param {HTMLElement} band
 * @param {Element} part
 */
function raise(grid, band, part) {
  if (!getComputedStyle(grid).getPropertyValue('--dock')) return; // on phones choices scroll
  band.classList.add('roomy');
  const map = grid.querySelector('#mapview');
  const spare = map ? map.clientHeight - leastMap : 0;
  const more = Math.min(part.scrollHeight - part.clientHeight, spare);
  if (more > 0) grid.style.setProperty('--dock', `${band.offsetHeight + more}px`);
  if (cut(part)) band.classList.remove('roomy');
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
