// No press counts for what has only just appeared: it was meant for what stood
// there before. What says what it said may be pressed at any time where it stood,
// also while it moves.

const moment = 300; // ms that something must have been seen
const double = 500; // ms within which clicks at one place are one press

const pressable = '[data-command] button, button[form], .target';

/** What can be pressed at an event's place. @param {Event} e */
const pressed = e => (e.target instanceof Element ? e.target.closest(pressable) : null);

/**
 * What a reader sees of something that can be pressed: what it is, and where.
 * @typedef {{what: string, at: DOMRect, since: number, was: DOMRect | null}} Seen since when, and where until then
 */

/** What something that can be pressed does and says. @param {Element} el */
const look = el =>
  `${el instanceof HTMLButtonElement ? `${el.name}=${el.value}` : el.getAttribute('data-acts')}|${el.textContent}`;

/** Whether two places are the same to the eye. @param {DOMRect} a @param {DOMRect} b */
const same = (a, b) => [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height].every(d => Math.abs(d) < 1);

/** Whether an event is at a place; a key has none. @param {MouseEvent} e @param {DOMRect} at */
const within = (e, at) =>
  !e.detail || (e.clientX >= at.left && e.clientX <= at.right && e.clientY >= at.top && e.clientY <= at.bottom);

export class Guard {
  /** @type {WeakMap<Element, Seen>} */
  #seen = new WeakMap();
  #pointer = 0; // when a pointer last came down
  #sent = -Infinity; // when a press was last let through to the program
  #settled = 0; // timer

  /** @param {() => void} tooSoon tells the reader that a press did not count */
  constructor(tooSoon) {
    this.tooSoon = tooSoon;
    this.after();
    this.#since(performance.getEntriesByType('paint')[0]?.startTime);
    addEventListener('pointerdown', e => (this.#pointer = e.timeStamp), true);
    addEventListener('click', e => this.#check(e), true);
    addEventListener('keydown', e => e.repeat && pressed(e) && e.preventDefault(), true);
  }

  /**
   * What came with the page has been seen since its first paint, even if scripts came
   * later.
   * @param {number | undefined} painted
   */
  #since(painted) {
    if (painted === undefined) return;
    for (const el of document.querySelectorAll(pressable)) {
      const seen = this.#seen.get(el);
      if (seen) seen.since = painted;
    }
  }

  /** A press goes to the program. */
  sent() {
    this.#sent = performance.now();
  }

  /** Notes where everything is before the page changes: the reader may have moved it. */
  before() {
    for (const el of document.querySelectorAll(pressable)) {
      const seen = this.#seen.get(el);
      if (seen) Object.assign(seen, { what: look(el), at: el.getBoundingClientRect() });
    }
  }

  /** Notes what has appeared since before, or is another thing or elsewhere now. */
  after() {
    const fresh = [...document.querySelectorAll(pressable)].filter(el => {
      const seen = this.#seen.get(el);
      const [what, at] = [look(el), el.getBoundingClientRect()];
      const stood = seen?.what === what;
      if (stood && same(seen.at, at)) return false;
      this.#seen.set(el, { what, at, since: Infinity, was: stood ? seen.at : null });
      return true;
    });
    if (!fresh.length) return;
    clearTimeout(this.#settled); // what appeared before may have settled earlier
    document.documentElement.classList.add('settling');
    // It is seen from the next frame on; a page in the background has none.
    let noted = false;
    const appeared = () => {
      if (noted) return;
      noted = true;
      const since = performance.now();
      for (const el of fresh) {
        const entry = this.#seen.get(el);
        if (entry?.since === Infinity) entry.since = since;
      }
      clearTimeout(this.#settled);
      this.#settled = window.setTimeout(() => document.documentElement.classList.remove('settling'), moment);
    };
    requestAnimationFrame(appeared);
    setTimeout(appeared, moment);
  }

  /** Stops a press that does not count. @param {MouseEvent} e */
  #check(e) {
    const el = pressed(e);
    if (!el) return;
    const when = e.detail ? this.#pointer : e.timeStamp; // keys have no pointer
    const again = e.detail > 1 && when - this.#sent < double;
    const seen = this.#seen.get(el);
    const soon = seen && when - seen.since < moment && !(seen.was && within(e, seen.was));
    if (!again && !soon) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (!again) this.tooSoon();
  }
}
