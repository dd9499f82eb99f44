// The map under the hand: zoom by making the sheet larger than the viewport that
// shows it, pan by scrolling the viewport, which browsers do by finger, wheel and
// keys without help.

import { motionTime } from './page.js';
import { boxOf, placeOf } from './turned.js';

const most = 4; // times as large as the whole map fits
const edge = 8; // px between the places to choose from and the edge of what is shown
const least = 0.65; // of its width that a map must fill which is made smaller to show them all
const readable = 0.75; // of its size as it comes, at which a map can still be read
const pace = 1.4; // of a press on a button or a key
const kept = 'ruhr-maps'; // where browsers keep how the maps of tables were set
const keptTables = 20;

/** @typedef {{clientX: number, clientY: number}} Place of the window */

/** The id of the river's course in the shape that the map has in this window. */
export function streamID() {
  const sheet = document.querySelector('.mapsheet');
  return 'stream-' + (sheet ? getComputedStyle(sheet).getPropertyValue('--shape').trim() : '');
}

/**
 * How a map was set: how large, and which point of it is in the middle, in shares of its width and height.
 * @typedef {{table: string, zoom: number, x: number, y: number}} Setting
 */

/** @param {number} a @param {number} b both are zooms */
const same = (a, b) => Math.abs(a - b) < 0.01;

/** The settings of the tables that were zoomed last. @returns {Setting[]} */
function settings() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '[]');
  } catch {
    return []; // kept by something else, or nothing may be kept
  }
}

/** A map that can be zoomed and moved. It remembers for each table how it was set. */
export class MovableMap {
  #zoom = 1;
  /** How large the map comes by itself: 1, or what shows all places to choose from. */
  #comes = 1;
  /** How large it comes to show all places of this decision. */
  #fits = 1;
  #keeping = 0;
  /** Frames the decision again, null where something else is looked at. @type {(() => void) | null} */
  #again = null;
  /** The places to choose from. @type {Element[]} */
  #offered = [];
  /** What was brought into view last. @type {{places: Element[], first?: Element | null}} */
  #shown = { places: [] };

  /** @param {HTMLElement} viewport @param {string} table */
  constructor(viewport, table) {
    this.viewport = viewport;
    this.table = table;
    this.sheet = /** @type {HTMLElement} */ (viewport.querySelector('.mapsheet'));
    this.#restore();
    new ResizeObserver(() => {
      this.#tell();
      if (this.#again) this.#again();
      else
        this.show(
          this.#shown.places.filter(p => p.isConnected),
          this.#shown.first,
          0,
        );
    }).observe(viewport);
    viewport.addEventListener('scroll', () => {
      this.#keep();
      this.#count();
    });
  }

  /** Whether there is more of the map than the viewport shows. */
  get pans() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.viewport;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  get zoomed() {
    return this.#zoom > 1.01;
  }

  get asItComes() {
    return same(this.#zoom, this.#comes);
  }

  /** The zoom that shows all of the map; 1, at which it can be read, may show less. */
  get #whole() {
    const { viewport, sheet } = this;
    const at = this.#zoom;
    const high = viewport.clientHeight - parseFloat(getComputedStyle(viewport).paddingTop);
    return Math.min(1, (viewport.clientWidth * at) / sheet.offsetWidth, (high * at) / sheet.offsetHeight);
  }

  /** Lets style sheets and keys know whether there is anything to pan. */
  #tell() {
    this.viewport.classList.toggle('pans', this.pans);
    this.viewport.classList.toggle('zoomed', this.zoomed);
    if (this.pans) this.viewport.tabIndex = 0;
    else this.viewport.removeAttribute('tabindex');
    this.#count();
  }

  /** Sets the map as it was left. */
  #restore() {
    const was = settings().find(s => s.table === this.table);
    if (!was) return;
    this.#set(was.zoom);
    const { viewport, sheet } = this;
    viewport.scrollTo({
      left: was.x * sheet.offsetWidth - viewport.clientWidth / 2,
      top: was.y * sheet.offsetHeight - viewport.clientHeight / 2,
      behavior: 'instant',
    });
  }

  /** Remembers how the map is set, once it stands still; as it comes it need not be remembered. */
  #keep() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => {
      const { viewport, sheet, table } = this;
      const others = settings().filter(s => s.table !== table);
      const now = {
        table,
        zoom: this.#zoom,
        x: (viewport.scrollLeft + viewport.clientWidth / 2) / sheet.offsetWidth,
        y: (viewport.scrollTop + viewport.clientHeight / 2) / sheet.offsetHeight,
      };
      const all = this.asItComes ? others : [now, ...others].slice(0, keptTables);
      try {
        localStorage.setItem(kept, JSON.stringify(all));
      } catch {
        /* nothing may be kept */
      }
    }, 200);
  }

  /** @param {number} zoom */
  #set(zoom) {
    this.#zoom = zoom;
    this.sheet.style.setProperty('--zoom', String(zoom));
  }

  /**
   * Shows the map so many times as large, a point of the window staying where it is.
   * @param {number} by
   * @param {Place} [about] the middle where it is left out
   */
  zoom(by, about) {
    const { viewport, sheet } = this;
    const r = boxOf(viewport);
    const x = about?.clientX ?? r.x + r.width / 2;
    const y = about?.clientY ?? r.y + r.height / 2;
    const was = boxOf(sheet);
    this.#set(Math.min(Math.max(this.#zoom * by, this.#whole), most));
    const is = boxOf(sheet);
    const k = is.width / was.width;
    viewport.scrollBy({ left: is.x + (x - was.x) * k - x, top: is.y + (y - was.y) * k - y, behavior: 'instant' });
    this.#tell();
    this.#keep();
  }

  /** Shows all places to choose from, as it does when they are offered; where it does so, all of the map. */
  reset() {
    const whole = this.#whole;
    const fitted = same(this.#zoom, this.#fits);
    this.#comes = fitted ? 1 : this.#fits;
    this.zoom((!fitted ? this.#fits : same(whole, this.#fits) ? 1 : whole) / this.#zoom);
    if (!fitted) this.show(this.#offered, null, 0);
  }

  /**
   * Shows all places to choose from, if need be on a smaller map, unless they could no longer be made out on it or it is
   * zoomed by hand. Then it shows those that the player is pointed at, or as many as it can.
   * @param {Element[]} offered
   * @param {Element[]} pointed
   * @param {Element | null} first
   * @param {number} time in ms; without any at once
   */
  frame(offered, pointed, first, time) {
    const still = (/** @type {Element[]} */ places) => places.filter(p => p.isConnected);
    this.#again = offered.length + pointed.length ? () => this.frame(still(offered), still(pointed), first, 0) : null;
    // Options stand among the choices, too; where not all of the map shows, the river is more to the point, unless
    // the player is pointed at options alone.
    const river = (/** @type {Element} */ p) => this.#whole > 0.99 || !/box-option/.test(p.getAttribute('class') ?? '');
    if (pointed.some(river)) pointed = pointed.filter(river);
    this.#offered = [...offered.filter(river), ...pointed];
    const asItComes = this.asItComes;
    const fits = this.#fitting();
    this.#fits = fits ?? 1;
    if (asItComes) {
      this.#comes = this.#fits;
      this.#set(this.#fits);
      this.#tell();
    }
    const shown = (asItComes && fits) || !pointed.length ? this.#offered : pointed;
    this.show(shown.length || !first ? shown : [first], first, time);
  }

  /** How large the map may be, at most 1, for all places to choose from to show whole; null where that is too small. */
  #fitting() {
    if (!this.#offered.length) return 1;
    const all = union(this.#offered.map(boxOf));
    const view = this.#clear();
    const across = (view.right - view.left - 2 * edge) / (all.right - all.left);
    const down = (view.bottom - view.top - 2 * edge) / (all.bottom - all.top);
    const zoom = Math.max(this.#zoom * Math.min(across, down), this.#whole);
    const wide = (this.sheet.offsetWidth / this.#zoom) * zoom;
    if (zoom >= 1) return 1;
    return wide > least * this.viewport.clientWidth ? zoom : null;
  }

  /** Shows where a choice is, on a map that can be read. @param {Element[]} places @param {number} time in ms */
  closeUp(places, time) {
    if (!places.length) return;
    this.#again = null;
    if (this.asItComes && this.#zoom < readable) {
      this.#comes = 1;
      const { x, y, width, height } = boxOf(places[0]);
      this.zoom(1 / this.#zoom, { clientX: x + width / 2, clientY: y + height / 2 });
    }
    this.show(places, null, time);
  }

  /**
   * The places to choose from that are out of sight upriver (above or to the right) or downriver, the nearest first.
   * @param {boolean} above
   */
  #beyond(above) {
    const { left, right, top, bottom } = this.#clear();
    const by = (/** @type {DOMRect} */ b) =>
      above ? Math.max(top - b.top, b.right - right) : Math.max(b.bottom - bottom, left - b.left);
    const boxes = this.#offered.filter(p => p.isConnected).map(boxOf);
    return boxes.filter(b => by(b) > 2).toSorted((a, b) => by(a) - by(b));
  }

  /** Says how many places to choose from are out of sight. */
  #count() {
    // All is asked before anything is written, and only what changed is: each question after a change lays the page out again.
    const counts = { 'more-above': this.#beyond(true).length, 'more-below': this.#beyond(false).length };
    for (const [id, n] of Object.entries(counts)) {
      const button = document.getElementById(id);
      const said = button?.lastElementChild;
      if (!button || !said || said.textContent === String(n)) continue;
      button.hidden = !n;
      said.textContent = String(n);
    }
  }

  /** Goes on to the places to choose from that are out of sight. @param {boolean} above */
  more(above) {
    const view = this.#clear();
    const [next, ...others] = this.#beyond(above);
    if (!next) return;
    const room = view.bottom - view.top - 2 * edge;
    const shown = others.filter(b => union([next, b]).bottom - union([next, b]).top < room);
    this.viewport.scrollBy({ ...shift(union([next, ...shown]), view), behavior: motionTime() ? 'smooth' : 'instant' });
  }

  /**
   * Brings places into view where not all of the map is shown; where they lie
   * too far apart for that, as many as can be, or what lies about the one to begin with.
   * @param {Element[]} places
   * @param {Element | null | undefined} first
   * @param {number} time in ms; without any at once
   */
  show(places, first, time) {
    this.#shown = { places, first };
    this.#count();
    if (!places.length || !this.pans) return;
    const { viewport } = this;
    const view = this.#clear();
    const boxes = places.map(boxOf);
    const all = union(boxes);
    const fits = all.right - all.left < view.right - view.left && all.bottom - all.top < view.bottom - view.top;
    const to = fits ? all : this.#most(first ? [boxOf(first), ...boxes] : boxes, boxes, view);
    const air = 24;
    if (
      to.left > view.left + air &&
      to.right < view.right - air &&
      to.top > view.top + air &&
      to.bottom < view.bottom - air
    )
      return;
    viewport.scrollBy({ ...shift(to, view), behavior: time ? 'smooth' : 'instant' });
  }

  /**
   * The box about which most others show whole.
   * @param {DOMRect[]} about
   * @param {DOMRect[]} boxes
   * @param {Box} view the part of the window to bring them into
   */
  #most(about, boxes, view) {
    const { scrollTop, scrollHeight, clientHeight } = this.viewport;
    const whole = (/** @type {Box} */ to) => {
      const by = Math.min(Math.max(shift(to, view).top, -scrollTop), scrollHeight - clientHeight - scrollTop);
      return boxes.filter(b => b.top - by >= view.top && b.bottom - by <= view.bottom).length;
    };
    return about.toSorted((a, b) => whole(b) - whole(a))[0];
  }

  /** The part of the window in which the map shows without the buttons over its top. */
  #clear() {
    const { left, right, top, bottom } = boxOf(this.viewport);
    const row = document.querySelector('.maptools');
    const tools = row && boxOf(row);
    const above = tools && tools.width >= tools.height && tools.bottom < (top + bottom) / 2;
    return { left, right, top: above ? tools.bottom : top, bottom };
  }
}

/**
 * What a player is pointed at: by the lesson, or by the first of what is advised.
 * @param {Element} svg the layer over the map
 * @returns {Element[]}
 */
export function pointedAt(svg) {
  const taught = [...svg.querySelectorAll('.halo.guide .over')];
  if (taught.length) return taught;
  const first = document.querySelector('#advice a[href^="#act-"]')?.getAttribute('href')?.slice(5);
  const target = first && svg.querySelector(`.target[data-acts~="${first}"] .hit`);
  return target ? [target] : [];
}

/** Edges in the window. @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/** How far to scroll for a box to stand in the middle of another one. @param {Box} to @param {Box} view */
const shift = (to, view) => ({
  left: (to.left + to.right) / 2 - (view.left + view.right) / 2,
  top: (to.top + to.bottom) / 2 - (view.top + view.bottom) / 2,
});

/** The least box about several. @param {DOMRect[]} boxes */
const union = boxes => ({
  left: Math.min(...boxes.map(b => b.left)),
  right: Math.max(...boxes.map(b => b.right)),
  top: Math.min(...boxes.map(b => b.top)),
  bottom: Math.max(...boxes.map(b => b.bottom)),
});

/** Makes the map on a page movable by mouse, finger, buttons and keyboard. */
export function movable() {
  const map = new MovableMap(
    /** @type {HTMLElement} */ (document.getElementById('viewport')),
    location.pathname, // a table, or its replay
  );
  followMouse(map);
  followFingers(map);
  followWheel(map);
  const press = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    document.getElementById(id)?.addEventListener('click', act);
  press('zoom-in', () => map.zoom(pace));
  press('zoom-out', () => map.zoom(1 / pace));
  press('zoom-all', () => map.reset());
  press('more-above', () => map.more(true));
  press('more-below', () => map.more(false));
  addEventListener('keydown', e => {
    const elsewhere = e.target instanceof Element && e.target.closest('input, select, textarea, [popover]');
    if (elsewhere || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === '+' || e.key === '=') map.zoom(pace);
    else if (e.key === '-' || e.key === '−') map.zoom(1 / pace);
    else if (e.key === '0') map.reset();
  });
  return map;
}

/**
 * The wheel zooms where the map fits the viewport unless zoomed; where it does not,
 * as on a phone, it scrolls, and zooms with the control key.
 * @param {MovableMap} map
 */
function followWheel(map) {
  map.viewport.addEventListener(
    'wheel',
    e => {
      const scrolls = (map.pans && map.asItComes) || document.documentElement.scrollHeight > innerHeight + 1;
      if (!e.ctrlKey && (scrolls || Math.abs(e.deltaX) > Math.abs(e.deltaY))) return;
      e.preventDefault();
      map.zoom(Math.exp(-Math.sign(e.deltaY) * Math.min(Math.abs(e.deltaY), 60) * 0.0025), placeOf(e));
    },
    { passive: false },
  );
}

/** Moves the map with the mouse. @param {MovableMap} map */
function followMouse(map) {
  const { viewport } = map;
  /** @type {PointerEvent | null} */
  let from = null;
  let dragged = 0; // pixels since the button went down
  viewport.addEventListener('pointerdown', e => {
    from = e.pointerType === 'mouse' && e.button === 0 && map.pans ? e : null;
    dragged = 0;
  });
  addEventListener('pointermove', e => {
    if (!from) return;
    if (!e.buttons) {
      from = null;
      return;
    }
    const [is, was] = [placeOf(e), placeOf(from)];
    const [dx, dy] = [is.clientX - was.clientX, is.clientY - was.clientY];
    dragged += Math.abs(dx) + Math.abs(dy);
    if (dragged > 4) viewport.scrollBy({ left: -dx, top: -dy, behavior: 'instant' });
    from = e;
  });
  addEventListener('pointerup', () => {
    from = null;
  });
  viewport.addEventListener('dragstart', e => e.preventDefault());
  // The end of a drag is no click.
  viewport.addEventListener(
    'click',
    e => {
      if (dragged <= 8) return;
      e.stopPropagation();
      e.preventDefault();
    },
    true,
  );
}

/** Zooms the map with two fingers; one moves it without help. @param {MovableMap} map */
function followFingers(map) {
  let apart = 0; // pixels between the fingers
  map.viewport.addEventListener(
    'touchmove',
    e => {
      const [a, b] = e.touches;
      if (!b) {
        apart = 0;
        return;
      }
      if (e.cancelable) e.preventDefault(); // not while the page scrolls already
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (apart) map.zoom(now / apart, placeOf(middle));
      apart = now;
    },
    { passive: false },
  );
  map.viewport.addEventListener('touchend', () => {
    apart = 0;
  });
}
