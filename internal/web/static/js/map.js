// The map under the hand: zoom and pan by changing what of the picture is
// shown, so that everything on it stays sharp and in its place.

const whole = { x: 0, y: 0, w: 1440, h: 560 };
const least = 300; // the narrowest piece of map that is shown, in its units

/** @typedef {{x: number, y: number, w: number}} Piece a piece of the map; its height follows from the picture's shape */
/** @typedef {{x: number, y: number, width: number, height: number}} Place */

/** A map that can be zoomed and moved. */
export class MovableMap {
  /** What is shown, in the map's units. */
  box = { ...whole };
  #frame = 0;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.valley = /** @type {HTMLElement} */ (svg.parentElement);
    this.layers = this.valley.querySelectorAll('svg.map');
  }

  /** Height to width of the picture; one that is not laid out yet counts as having the whole map's shape. */
  get ratio() {
    return this.svg.clientHeight / this.svg.clientWidth || whole.h / whole.w;
  }

  /** Whether the picture is too small to show the whole map. */
  get small() {
    return this.svg.clientWidth < 760;
  }

  get zoomed() {
    return this.box.w < whole.w - 1;
  }

  /** Units of the map that a pixel shows. */
  get unit() {
    return this.box.w / (this.svg.clientWidth || whole.w);
  }

  /** Shows a piece of the map, as far as there is map. @param {Piece} piece */
  set(piece) {
    const w = Math.min(Math.max(piece.w, least), this.small ? Math.max(whole.w, whole.h / this.ratio) : whole.w);
    const h = w * (this.small ? this.ratio : whole.h / whole.w);
    const within = (/** @type {number} */ v, /** @type {number} */ size, /** @type {number} */ room) =>
      size >= room ? (room - size) / 2 : Math.min(Math.max(v, 0), room - size);
    this.box = { w, h, x: within(piece.x, w, whole.w), y: within(piece.y, h, whole.h) };
    for (const layer of this.layers) layer.setAttribute('viewBox', `${this.box.x} ${this.box.y} ${w} ${h}`);
    this.valley.classList.toggle('zoomed', this.zoomed);
  }

  /**
   * Goes over to a piece of the map.
   * @param {Piece} to
   * @param {number} time in ms
   */
  glide(to, time) {
    cancelAnimationFrame(this.#frame);
    if (!time) {
      this.set(to);
      return;
    }
    const from = this.box;
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - start) / time);
      const e = t * t * (3 - 2 * t);
      this.set({ x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e, w: from.w + (to.w - from.w) * e });
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /**
   * Shows by times as much of the map, a point of it staying where it is.
   * @param {number} by
   * @param {{x: number, y: number}} [about] the middle where it is left out
   * @param {number} [time] in ms
   */
  zoom(by, about, time = 180) {
    const { x, y, w: was, h } = this.box;
    const { x: cx, y: cy } = about ?? { x: x + was / 2, y: y + h / 2 };
    const w = Math.min(Math.max(was * by, least), whole.w * 2);
    const k = w / was;
    this.glide({ x: cx - (cx - x) * k, y: cy - (cy - y) * k, w }, time);
  }

  /** Shows all of it. @param {number} time in ms */
  showAll(time) {
    this.glide(this.small ? { x: 0, y: 0, w: 2000 } : whole, time);
  }

  /**
   * Brings places into view on a small screen; where they lie too far apart for
   * that, what lies about the one to begin with.
   * @param {Place[]} places
   * @param {Place | null | undefined} first
   * @param {number} time in ms
   */
  show(places, first, time) {
    if (!this.small || !places.length) return;
    const x0 = Math.min(...places.map(p => p.x));
    const x1 = Math.max(...places.map(p => p.x + p.width));
    const y0 = Math.min(...places.map(p => p.y));
    const y1 = Math.max(...places.map(p => p.y + p.height));
    const most = whole.h / this.ratio;
    const want = Math.max(x1 - x0 + 90, (y1 - y0 + 90) / this.ratio, 480);
    const w = Math.min(want, most);
    const mid = want > most && first ? first : { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    this.glide({ x: mid.x + mid.width / 2 - w / 2, y: mid.y + mid.height / 2 - (w * this.ratio) / 2, w }, time);
  }

  /** The point of the map below one of the window. @param {{clientX: number, clientY: number}} e */
  point(e) {
    const r = this.svg.getBoundingClientRect();
    return { x: this.box.x + (e.clientX - r.x) * this.unit, y: this.box.y + (e.clientY - r.y) * this.unit };
  }
}

/**
 * Makes the map on a page movable by mouse, finger, buttons and keyboard.
 * @param {SVGSVGElement} svg
 */
export function movable(svg) {
  const map = new MovableMap(svg);
  followFingers(map);
  svg.addEventListener(
    'wheel',
    e => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      map.zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, map.point(e), 0);
    },
    { passive: false },
  );
  document.getElementById('zoom-in')?.addEventListener('click', () => map.zoom(1 / 1.5));
  document.getElementById('zoom-out')?.addEventListener('click', () => map.zoom(1.5));
  document.getElementById('zoom-all')?.addEventListener('click', () => map.showAll(220));
  // A window that has become wide shows the whole map again.
  let wasSmall = map.small;
  addEventListener('resize', () => {
    map.set(!map.zoomed || (wasSmall && !map.small) ? whole : map.box);
    wasSmall = map.small;
  });
  return map;
}

/** Moves the map with one finger and zooms it with two. @param {MovableMap} map */
function followFingers(map) {
  const { svg } = map;
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let dragged = 0; // pixels since the last finger came down
  svg.addEventListener('pointerdown', e => {
    fingers.set(e.pointerId, e);
    dragged = 0;
  });
  svg.addEventListener('pointermove', e => {
    const was = fingers.get(e.pointerId);
    if (!was || (!map.small && map.box.w >= whole.w)) return;
    const other = [...fingers.values()].find(f => f.pointerId !== e.pointerId);
    if (other && fingers.size === 2) {
      const mid = { clientX: (e.clientX + other.clientX) / 2, clientY: (e.clientY + other.clientY) / 2 };
      map.zoom(span(was, other) / span(e, other), map.point(mid), 0);
    } else {
      const { x, y, w } = map.box;
      map.set({ x: x - (e.clientX - was.clientX) * map.unit, y: y - (e.clientY - was.clientY) * map.unit, w });
    }
    dragged += Math.abs(e.clientX - was.clientX) + Math.abs(e.clientY - was.clientY);
    fingers.set(e.pointerId, e);
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel', 'pointerleave'])) {
    svg.addEventListener(end, e => fingers.delete(e.pointerId));
  }
  // The end of a drag is no click.
  svg.addEventListener(
    'click',
    e => {
      if (dragged <= 8) return;
      e.stopPropagation();
      e.preventDefault();
    },
    true,
  );
}

/** Pixels between two fingers. @param {PointerEvent} p @param {PointerEvent} q */
const span = (p, q) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY) || 1;
