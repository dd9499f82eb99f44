// The last word before something closes a turn: the page gives it itself after
// a moment. A press skips the moment; a hand that comes to the buttons, an open
// panel or a page out of sight makes it wait, and Escape, or a touch of anything
// else, keeps it from coming at all.

const tick = 100; // ms

/** What must not be interrupted. @param {HTMLButtonElement} button */
const occupied = button =>
  document.hidden ||
  [button.form, document.getElementById('ahead')].some(form => form?.matches(holding)) ||
  !!document.querySelector(':popover-open');

// A mouse that rests where it pressed the choice before is no hand on the buttons.
let holding = ':focus-within';

let timer = 0;
let counted = ''; // the decision that was counted down for last
let stopped = ''; // the decision at which the reader wants to be waited for

/** The button that gives the last word, and the decision it is for. */
function asked() {
  const button = document.getElementById('confirm');
  const decision = document.getElementById('band')?.dataset.decision ?? '';
  return button instanceof HTMLButtonElement && button.form ? { button, decision } : null;
}

/** Counts down to the last word where the page shows a button for it. */
export function countDown() {
  clearInterval(timer);
  const now = asked();
  if (!now) stopped = ''; // what was chosen is given or taken back
  const moment = Number(now?.button.dataset.moment ?? -1);
  if (!now || moment < 0 || now.decision === stopped) return;
  if (now.decision !== counted) holding = ':focus-within';
  counted = now.decision;
  let left = moment;
  timer = window.setInterval(() => {
    const { button, decision } = asked() ?? {};
    if (!button || decision !== now.decision || decision === stopped) {
      clearInterval(timer);
      return;
    }
    if (moment && occupied(button)) return;
    left -= tick;
    button.style.setProperty('--gone', `${Math.round(100 - (100 * Math.max(left, 0)) / (moment || 1))}%`);
    if (left > 0) return;
    clearInterval(timer);
    button.dataset.auto = '';
    button.form?.requestSubmit(button);
    delete button.dataset.auto;
  }, tick);
}

/** Has the reader waited for. */
function hold() {
  const now = asked();
  if (!now) return;
  stopped = now.decision;
  now.button.style.removeProperty('--gone');
}

addEventListener('keydown', e => {
  if (e.key === 'Escape') hold();
});
addEventListener('pointerdown', e => {
  const form = asked()?.button.form;
  if (e.pointerType === 'touch' && !form?.contains(/** @type {Node} */ (e.target))) hold();
});
addEventListener('pointermove', e => {
  if (e.movementX || e.movementY) holding = ':hover, :focus-within';
});
