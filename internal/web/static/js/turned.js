// A tablet that lies flat beside the printed board: its page is turned for the person who sits opposite.

const root = document.documentElement;
const kept = 'ruhr-turned';

const turned = () => root.classList.contains('turned');

/** An element's box in the window, upright also where the page is turned. @param {Element} e */
export function boxOf(e) {
  const box = e.getBoundingClientRect();
  if (!turned()) return box;
  return new DOMRect(innerWidth - box.right, innerHeight - box.bottom, box.width, box.height);
}

/** A place in the window, upright also where the page is turned. @param {{clientX: number, clientY: number}} at */
export const placeOf = ({ clientX, clientY }) =>
  turned() ? { clientX: innerWidth - clientX, clientY: innerHeight - clientY } : { clientX, clientY };

/** Offers to turn the page, where it can be, as this browser had it last. */
export function offerTurning() {
  const button = document.getElementById('turn-page');
  if (!button) return;
  const set = (/** @type {boolean} */ yes) => {
    root.classList.toggle('turned', yes);
    button.ariaPressed = String(yes);
  };
  document.querySelector('.maptools')?.append(button);
  button.hidden = false;
  button.addEventListener('click', () => {
    set(!turned());
    try {
      localStorage.setItem(kept, String(turned()));
    } catch {
      // it is turned for now
    }
  });
  try {
    set(localStorage.getItem(kept) === 'true');
  } catch {
    set(false);
  }
}
