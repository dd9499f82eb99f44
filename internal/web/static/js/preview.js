// What a choice means, shown before it is taken: on the map, in the seats'
// figures and on the board that is shown. And the way back: the places on the
// map are pressed as their choices.

import { announce, byId, motionTime } from './page.js';
import { streamID } from './map.js';

const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg#map'));
const ways = byId('ways');

/** @type {HTMLButtonElement | null} */
let lit = null;
/** What it stood for, and when: the page may make another choice of a button, or offer the same one again. */
let previewed = '';
let askedAt = '';
/** The choice that a finger has touched once. @type {string | null} */
let touched = null;

/** @param {EventTarget | null} target @param {string} selector */
const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** The choice that an event is about. @param {Event} e */
const cardOf = e => /** @type {HTMLButtonElement | null} */ (closest(e.target, '.card, .ahead button'));

/** The place on the map that an event is about. @param {Event} e */
const targetOf = e => /** @type {SVGGElement | null} */ (closest(e.target, '.target'));

/** The choices that a place on the map stands for. @param {SVGGElement} target */
function choicesAt(target) {
  const buttons = (target.dataset.acts ?? '').split(' ').map(a => document.getElementById('act-' + a));
  return buttons.filter(b => b instanceof HTMLButtonElement);
}

/** The places on the map that stand for a card's choices: several where nothing differs between them. @param {HTMLButtonElement} card */
const placesOf = card =>
  [...(card.closest('li')?.querySelectorAll('button') ?? [card])].flatMap(b => [
    .../** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(`.target[data-acts~="${b.value}"]`)),
  ]);

/** The card of a choice: that of another one where nothing differs between them. @param {HTMLButtonElement} button */
const shownFor = button =>
  /** @type {HTMLButtonElement} */ ((button.hidden && button.closest('li')?.querySelector('.card')) || button);

/** Words of a data attribute. @param {string | undefined} list @param {string} [by] */
const words = (list, by = ' ') => (list ?? '').split(by).filter(Boolean);

/** Shows nothing of any choice any more. */
export function unlight() {
  for (const el of document.querySelectorAll('.lit')) el.classList.remove('lit');
  for (const el of document.querySelectorAll('.delta')) el.remove();
  for (const el of document.querySelectorAll('.gain')) el.classList.remove('gain');
  for (const el of document.querySelectorAll('[data-touched]')) el.removeAttribute('data-touched');
  ways.replaceChildren();
  sayExtra('');
  lit = null;
  touched = null;
}

/** The log number that a choice is offered at. @param {HTMLButtonElement} card */
const numberOf = card => new FormData(card.form ?? undefined).get('at')?.toString() ?? '';

/** Says in the head, in place of what led here, what tells a choice from its kind, or nothing. @param {string} says */
function sayExtra(says) {
  const head = document.querySelector('.band > .head');
  if (!(head instanceof HTMLElement)) return;
  head.classList.remove('instead');
  delete head.dataset.extra;
  head.style.minHeight = '';
  if (!says) return;
  // What is below moves neither up nor down, under the finger that comes again.
  const high = head.offsetHeight;
  head.style.minHeight = `${high}px`;
  head.dataset.extra = says;
  head.classList.toggle('instead', head.offsetHeight > high);
}

/** Shows the choice that was previewed again, where an update drew over it. */
export function relight() {
  const card = lit;
  if (!card) return;
  const [was, since, again] = [touched, askedAt, card.dataset.touched];
  unlight();
  if (!card.isConnected || card.value !== previewed) return;
  light(card, placesOf(card));
  if (askedAt !== since) return; // the next decision offers the same
  touched = was;
  if (again) card.dataset.touched = again;
}

/** Says at a choice what a second touch does, also aloud. @param {HTMLButtonElement} card */
function sayAgain(card) {
  const again = card.form?.dataset.again;
  if (!again) return;
  card.dataset.touched = again;
  const extra = card.querySelector('.extra')?.getAttribute('title');
  announce([extra, again].filter(Boolean).join(' · '));
}

/**
 * Shows what a choice brings: its place, its way, the change of figures.
 * @param {HTMLButtonElement} card
 * @param {Element[]} targets
 */
function light(card, targets) {
  if (lit === card) return;
  unlight();
  lit = card;
  previewed = card.value;
  askedAt = numberOf(card);
  card.classList.add('lit');
  for (const target of targets) target.classList.add('lit');
  const { way, reach, gains, token, done } = card.dataset;
  if (way) drawWay(words(way).map(Number));
  for (const at of words(reach)) ring(at);
  for (const gain of words(gains, ',')) showGain(gain);
  const extra = card.querySelector('.extra')?.getAttribute('title');
  if (extra) sayExtra(extra);
  for (const area of token ? document.querySelectorAll(`.shown [data-area="${token}"]`) : []) {
    area.classList.add('gain');
    area.querySelector('.tok:not(.on)')?.classList.add('lit');
  }
  for (const id of words(done))
    for (const mark of document.querySelectorAll(`.shown [data-mark="${id}"]`)) mark.classList.add('lit');
}

/** Shows how a figure of a seat changes. @param {string} gain seat, figure and change */
function showGain(gain) {
  const [seat, what, change] = gain.split(' ');
  const figure = document.querySelector(`#seat-${seat} [data-what="${what}"]`);
  if (!figure) return;
  const n = Number(change);
  const bad = n < 0 !== (what === 'debts');
  const delta = document.createElement('span');
  delta.className = 'delta ' + (bad ? 'minus' : 'plus');
  delta.textContent = ' ' + (n < 0 ? '−' + -n : '+' + n);
  delta.dataset.then = String(Number(figure.textContent) + n); // shown where there is no room for both
  figure.after(delta);
}

/** Draws a stretch of midstream. @param {number[]} ends the numbers of two spaces */
function drawWay(ends) {
  const [a, b] = ends.map(wayOf);
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#' + streamID());
  use.setAttribute('class', 'way');
  use.style.strokeDasharray = `0 ${Math.min(a, b)} ${Math.abs(b - a)} 99999`; // stronger than the map's own style
  ways.append(use);
}

/** How far down the river a space is, in units along midstream. @param {number} at its number */
function wayOf(at) {
  const spot = svg.querySelector(`.spot[data-at="${at}"]`);
  return spot ? Number(getComputedStyle(spot).getPropertyValue('--way')) : 0;
}

/** Rings a space. @param {string} at its number */
function ring(at) {
  const r = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  r.setAttribute('class', 'reach box-space-' + at);
  ways.append(r);
}

/** @param {PointerEvent | FocusEvent} e */
function preview(e) {
  const card = cardOf(e);
  if (card) {
    light(card, placesOf(card));
    return;
  }
  const finger = e instanceof PointerEvent && e.pointerType === 'touch';
  const target = targetOf(e);
  if (target && !finger) {
    const [choice] = choicesAt(target);
    if (!choice) return;
    const button = shownFor(choice);
    light(button, [target]);
    button.scrollIntoView({ block: 'nearest' });
  } else if (lit && e.type === 'pointerover' && !finger) {
    unlight();
  }
}

/**
 * Makes choices preview and places on the map pressable. A finger previews with
 * the first touch and acts with the second; a mouse, which has hovered, acts at
 * once.
 * @param {import('./map.js').MovableMap} map
 */
export function previewChoices(map) {
  let byFinger = false; // a click does not say so in all browsers
  addEventListener('pointerdown', e => (byFinger = e.pointerType === 'touch'), true);
  addEventListener('pointerover', preview);
  addEventListener('focusin', preview);
  addEventListener('click', e => {
    const finger = e.detail > 0 && byFinger; // keys have no detail
    const card = cardOf(e);
    if (card?.matches('.card') && finger && touched !== card.value) {
      e.preventDefault();
      const targets = placesOf(card);
      light(card, targets);
      touched = card.value;
      sayAgain(card);
      map.closeUp(targets, motionTime());
    }
    const target = targetOf(e);
    if (target) pressPlace(target, finger);
    if (target && finger) map.closeUp([target], motionTime());
  });
}

/**
 * @param {SVGGElement} target
 * @param {boolean} finger
 */
function pressPlace(target, finger) {
  const buttons = choicesAt(target);
  const [first] = buttons;
  if (!first) return;
  if (buttons.length === 1 && (!finger || touched === first.value)) {
    first.form?.requestSubmit(first);
    return;
  }
  light(shownFor(first), [target]);
  touched = first.value;
  shownFor(first).scrollIntoView({ block: 'nearest' });
  if (!finger) shownFor(first).focus({ preventScroll: true });
  for (const b of buttons) shownFor(b).classList.add('lit');
  if (finger && buttons.length === 1) sayAgain(shownFor(first));
}
