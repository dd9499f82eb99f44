// The map under the hand: zoom by making the sheet larger than the scene that
// shows it, pan by scrolling the scene, which browsers do by finger, wheel and
// keys without help.

const most = 4; // times as large as the whole map fits
const pace = 1.4; // of a press on a button or a key

/** @typedef {{clientX: number, clientY: number}} Place of the window */

/** The id of the river's course in the shape that the map has in this window. */
export function streamID() {
  const sheet = document.querySelector('.mapsheet');
  return 'stream-' + (sheet ? getComputedStyle(sheet).getPropertyValue('--shape').trim() : '');
}

/** A map that can be zoomed and moved. */
export class MovableMap {
  #zoom = 1;

  /** @param {HTMLElement} scene */
  constructor(scene) {
    this.scene = scene;
    this.sheet = /** @type {HTMLElement} */ (scene.querySelector('.mapsheet'));
    new ResizeObserver(() => this.#tell()).observe(scene);
  }

  /** Whether there is more of the map than the scene shows. */
  get pans() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.scene;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  get zoomed() {
    return this.#zoom > 1.01;
  }

  /** Lets style sheets and keys know whether there is anything to pan. */
  #tell() {
    this.scene.classList.toggle('pans', this.pans);
    this.scene.classList.toggle('zoomed', this.zoomed);
    if (this.pans) this.scene.tabIndex = 0;
    else this.scene.removeAttribute('tabindex');
  }

  /**
   * Shows the map so many times as large, a point of the window staying where it is.
   * @param {number} by
   * @param {Place} [about] the middle where it is left out
   */
  zoom(by, about) {
    const { scene, sheet } = this;
    const r = scene.getBoundingClientRect();
    const x = about?.clientX ?? r.x + r.width / 2;
    const y = about?.clientY ?? r.y + r.height / 2;
    const was = sheet.getBoundingClientRect();
    this.#zoom = Math.min(Math.max(this.#zoom * by, 1), most);
    sheet.style.setProperty('--zoom', String(this.#zoom));
    const is = sheet.getBoundingClientRect();
    const k = is.width / was.width;
    scene.scrollBy({ left: is.x + (x - was.x) * k - x, top: is.y + (y - was.y) * k - y, behavior: 'instant' });
    this.#tell();
  }

  /** Shows all of it. */
  showAll() {
    this.zoom(1 / most);
  }

  /**
   * Brings places into view where not all of the map is shown; where they lie
   * too far apart for that, what lies about the one to begin with.
   * @param {Element[]} places
   * @param {Element | null | undefined} first
   * @param {number} time in ms; without any at once
   */
  show(places, first, time) {
    if (!places.length || !this.pans) return;
    const { scene } = this;
    const view = scene.getBoundingClientRect();
    const all = union(places.map(p => p.getBoundingClientRect()));
    const fits = all.right - all.left < view.width && all.bottom - all.top < view.height;
    const to = fits || !first ? all : union([first.getBoundingClientRect()]);
    const air = 24;
    if (
      to.left > view.left + air &&
      to.right < view.right - air &&
      to.top > view.top + air &&
      to.bottom < view.bottom - air
    )
      return;
    scene.scrollBy({
      left: (to.left + to.right) / 2 - (view.left + view.right) / 2,
      top: (to.top + to.bottom) / 2 - (view.top + view.bottom) / 2,
      behavior: time ? 'smooth' : 'instant',
    });
  }
}

/** The least box about several. @param {DOMRect[]} boxes */
const union = boxes => ({
  left: Math.min(...boxes.map(b => b.left)),
  right: Math.max(...boxes.map(b => b.right)),
  top: Math.min(...boxes.map(b => b.top)),
  bottom: Math.max(...boxes.map(b => b.bottom)),
});

/** Makes the map on a page movable by mouse, finger, buttons and keyboard. */
export function movable() {
  const map = new MovableMap(/** @type {HTMLElement} */ (document.getElementById('scene')));
  followMouse(map);
  followFingers(map);
  followWheel(map);
  const press = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    document.getElementById(id)?.addEventListener('click', act);
  press('zoom-in', () => map.zoom(pace));
  press('zoom-out', () => map.zoom(1 / pace));
  press('zoom-all', () => map.showAll());
  addEventListener('keydown', e => {
    const elsewhere = e.target instanceof Element && e.target.closest('input, select, textarea, [popover]');
    if (elsewhere || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === '+' || e.key === '=') map.zoom(pace);
    else if (e.key === '-' || e.key === '−') map.zoom(1 / pace);
    else if (e.key === '0') map.showAll();
  });
  return map;
}

/**
 * The wheel zooms where the map fits the scene unless zoomed; where it does not,
 * as on a phone, it scrolls, and zooms with the control key.
 * @param {MovableMap} map
 */
function followWheel(map) {
  map.scene.addEventListener(
    'wheel',
    e => {
      const scrolls = (map.pans && !map.zoomed) || document.documentElement.scrollHeight > innerHeight + 1;
      if (!e.ctrlKey && (scrolls || Math.abs(e.deltaX) > Math.abs(e.deltaY))) return;
      e.preventDefault();
      map.zoom(Math.exp(-Math.sign(e.deltaY) * Math.min(Math.abs(e.deltaY), 60) * 0.0025), e);
    },
    { passive: false },
  );
}

/** Moves the map with the mouse. @param {MovableMap} map */
function followMouse(map) {
  const { scene } = map;
  /** @type {PointerEvent | null} */
  let from = null;
  let dragged = 0; // pixels since the button went down
  scene.addEventListener('pointerdown', e => {
    from = e.pointerType === 'mouse' && e.button === 0 && map.pans ? e : null;
    dragged = 0;
  });
  addEventListener('pointermove', e => {
    if (!from) return;
    if (!e.buttons) {
      from = null;
      return;
    }
    const [dx, dy] = [e.clientX - from.clientX, e.clientY - from.clientY];
    dragged += Math.abs(dx) + Math.abs(dy);
    if (dragged > 4) scene.scrollBy({ left: -dx, top: -dy, behavior: 'instant' });
    from = e;
  });
  addEventListener('pointerup', () => {
    from = null;
  });
  scene.addEventListener('dragstart', e => e.preventDefault());
  // The end of a drag is no click.
  scene.addEventListener(
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
  map.scene.addEventListener(
    'touchmove',
    e => {
      const [a, b] = e.touches;
      if (!b) {
        apart = 0;
        return;
      }
      e.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      if (apart) map.zoom(now / apart, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
      apart = now;
    },
    { passive: false },
  );
  map.scene.addEventListener('touchend', () => {
    apart = 0;
  });
}
