// No press counts for what has only just appeared: it was meant for what stood
// there before. What stands where it stood, and says what it said, may be
// pressed at any time.

const moment = 300; // ms that something must have been seen
const double = 500; // ms within which clicks at one place are one press

const pressable = '[data-command] button, button[form], .target';

/** What can be pressed at an event's place. @param {Event} e */
const pressed = e => (e.target instanceof Element ? e.target.closest(pressable) : null);

/** What a reader sees of something that can be pressed. @param {Element} el */
function look(el) {
  const { x, y, width, height } = el.getBoundingClientRect();
  const value = el instanceof HTMLButtonElement ? `${el.name}=${el.value}` : el.getAttribute('data-acts');
  return [value, el.textContent, ...[x, y, width, height].map(Math.round)].join('|');
}

export class Guard {
  /** What was seen last, and since when. @type {WeakMap<Element, {look: string, since: number}>} */
  #seen = new WeakMap();
  #pointer = 0; // when a pointer last came down
  #sent = -Infinity; // when a press was last let through to the program
  #settled = 0; // timer

  /** @param {() => void} tooSoon tells the reader that a press did not count */
  constructor(tooSoon) {
    this.tooSoon = tooSoon;
    this.after();
    addEventListener('pointerdown', e => (this.#pointer = e.timeStamp), true);
    addEventListener('click', e => this.#check(e), true);
    addEventListener('keydown', e => e.repeat && pressed(e) && e.preventDefault(), true);
  }

  /** A press goes to the program. */
  sent() {
    this.#sent = performance.now();
  }

  /** Notes where everything is before the page changes: the reader may have moved it. */
  before() {
    for (const el of document.querySelectorAll(pressable)) {
      const was = this.#seen.get(el);
      if (was) was.look = look(el);
    }
  }

  /** Notes what has appeared since before, or is another thing or elsewhere now. */
  after() {
    const fresh = [...document.querySelectorAll(pressable)].filter(el => {
      const now = look(el);
      if (this.#seen.get(el)?.look === now) return false;
      this.#seen.set(el, { look: now, since: Infinity });
      return true;
    });
    if (!fresh.length) return;
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
    const soon = when - (this.#seen.get(el)?.since ?? -Infinity) < moment;
    if (!again && !soon) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (!again) this.tooSoon();
  }
}
