// Choices that fit their place. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.

import { boxOf } from './turned.js';

const levels = 6; // tight.css has rules for each
/** Whether not all of an element's text shows. @param {Element} e */
const cut = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;

/**
 * Sets the choices as tightly as it takes for their part of the dock not to
 * scroll and no word to be cut, and no tighter, with advice beside them or, where
 * that takes more room than there is, across above them.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const part = band.querySelector('.choosing') ?? band;
  const hidden = () => band.matches('[data-tight~="4"]'); // explanations are
  const short = () => (hidden() ? [] : [...band.querySelectorAll('.card .what')].filter(cut));
  const fine = () => !cut(part) && !short().length;
  // On a phone the dock is as high as its choices: while they are tried, the map forgets where it stood.
  const viewport = band.closest('.tablegrid')?.querySelector('#viewport');
  const stood = { left: viewport?.scrollLeft, top: viewport?.scrollTop };
  for (const across of band.querySelector('.advice') ? [false, true] : [false]) {
    band.classList.toggle('across', across);
    tighten(band, fine);
    if (fine()) break;
  }
  // Where it has not moved it may be on its way to what is offered.
  if (viewport && (viewport.scrollTop !== stood.top || viewport.scrollLeft !== stood.left))
    viewport.scrollTo({ ...stood, behavior: 'instant' });
  band.classList.toggle('scrolls', cut(part));
  band.classList.toggle('whole', !fine() && !band.querySelector('.lesson > [open]:first-child'));
  spare(band, part);
  // Of what happened, a line shows whole or not at all.
  const lately = band.querySelector('.lately');
  const edge = (lately ? boxOf(lately).top : 0) - 1;
  for (const line of lately?.children ?? []) line.classList.toggle('past', boxOf(line).top < edge);
  // What is not shown whole any more is still there for who asks.
  const unseen = short();
  for (const what of band.querySelectorAll('.card .what')) {
    const card = what.closest('.card');
    if (unseen.includes(what) || hidden()) card?.setAttribute('title', what.textContent ?? '');
    else card?.removeAttribute('title');
  }
}

/**
 * Says how much of a row of choices shows above the edge that cuts it, where they scroll.
 * @param {HTMLElement} band @param {Element} part
 */
function spare(band, part) {
  band.style.removeProperty('--spare');
  if (!band.matches('.scrolls')) return;
  const end = Math.min(
    part.getBoundingClientRect().bottom,
    band.querySelector('.tools')?.getBoundingClientRect().top ?? Infinity,
  );
  const rows = [...part.querySelectorAll('.choices .card')].map(card => card.getBoundingClientRect());
  const cuts = rows.filter(row => row.top < end && row.bottom > end + 1).map(row => end - row.top);
  band.style.setProperty('--spare', `${Math.max(0, ...cuts)}px`);
}

/**
 * Leaves the names out of the line of the own board where one of them would be cut: the signs stand for them.
 * @param {Element | null} strip
 */
export function fitStrip(strip) {
  strip?.classList.remove('brief');
  strip?.classList.toggle('brief', [...strip.querySelectorAll('.mname')].some(cut));
}

/**
 * Sets the first level at which all is fine, or the last one.
 * @param {HTMLElement} band
 * @param {() => boolean} fine
 */
function tighten(band, fine) {
  band.classList.remove('whole', 'scrolls');
  delete band.dataset.tight;
  while (!fine() && tighter(band));
}

/** Sets the next level; false where there is none. @param {HTMLElement} band */
function tighter(band) {
  const set = band.dataset.tight?.split(' ') ?? [];
  if (set.length === levels) return false;
  band.dataset.tight = [...set, set.length + 1].join(' ');
  return true;
}
