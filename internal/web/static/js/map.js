// The map under the hand: zoom and pan by changing what of the picture is
// shown, so that everything on it stays sharp and in its place.

const whole = { x: 0, y: 0, w: 1440, h: 560 };
const least = 300; // the narrowest piece of map that is shown, in its units

/** Makes the map movable. @param {SVGSVGElement} svg */
export function movable(svg) {
  const valley = svg.parentElement, layers = valley.querySelectorAll('svg.map');
  let box = { ...whole }, frame = 0;

  // A picture that is not laid out yet counts as having the whole map's shape.
  const ratio = () => (svg.clientHeight / svg.clientWidth) || whole.h / whole.w;
  const small = () => svg.clientWidth < 760;

  function set(next) {
    const w = Math.min(Math.max(next.w, least), small() ? Math.max(whole.w, whole.h / ratio()) : whole.w);
    const h = w * (small() ? ratio() : whole.h / whole.w);
    const fit = (v, size, room) => (size >= room ? (room - size) / 2 : Math.min(Math.max(v, 0), room - size));
    box = { w, h, x: fit(next.x, w, whole.w), y: fit(next.y, h, whole.h) };
    for (const layer of layers) layer.setAttribute('viewBox', `${box.x} ${box.y} ${box.w} ${box.h}`);
    valley.classList.toggle('zoomed', box.w < whole.w - 1);
  }

  function glide(next, time) {
    cancelAnimationFrame(frame);
    if (!time) return set(next);
    const from = box, start = performance.now();
    const step = now => {
      const t = Math.min(1, (now - start) / time), e = t * t * (3 - 2 * t);
      set({ x: from.x + (next.x - from.x) * e, y: from.y + (next.y - from.y) * e, w: from.w + (next.w - from.w) * e });
      if (t < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  function zoom(by, cx = box.x + box.w / 2, cy = box.y + box.h / 2, time = 180) {
    const w = Math.min(Math.max(box.w * by, least), whole.w * 2), k = w / box.w;
    glide({ x: cx - (cx - box.x) * k, y: cy - (cy - box.y) * k, w }, time);
  }

  /**
   * Brings places into view on a small screen; where they lie too far apart for
   * that, what lies about the one to begin with.
   * @param {DOMRect[]} places @param {DOMRect} [first] @param {number} time
   */
  function show(places, first, time) {
    if (!small() || !places.length) return;
    const x0 = Math.min(...places.map(p => p.x)), x1 = Math.max(...places.map(p => p.x + p.width));
    const y0 = Math.min(...places.map(p => p.y)), y1 = Math.max(...places.map(p => p.y + p.height));
    const most = whole.h / ratio();
    const want = Math.max(x1 - x0 + 90, (y1 - y0 + 90) / ratio(), 480), w = Math.min(want, most);
    const mid = want > most && first ? first : { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    glide({ x: mid.x + mid.width / 2 - w / 2, y: mid.y + mid.height / 2 - (w * ratio()) / 2, w }, time);
  }

  const unit = () => box.w / (svg.clientWidth || whole.w);
  const point = e => { const r = svg.getBoundingClientRect(); return { x: box.x + (e.clientX - r.x) * unit(), y: box.y + (e.clientY - r.y) * unit() }; };

  const fingers = new Map();
  let dragged = 0;
  svg.addEventListener('pointerdown', e => { fingers.set(e.pointerId, e); dragged = 0; });
  svg.addEventListener('pointermove', e => {
    const was = fingers.get(e.pointerId);
    if (!was || (!small() && box.w >= whole.w)) return;
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], other = a.pointerId === e.pointerId ? b : a;
      const span = (p, q) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY) || 1;
      const mid = point({ clientX: (e.clientX + other.clientX) / 2, clientY: (e.clientY + other.clientY) / 2 });
      zoom(span(was, other) / span(e, other), mid.x, mid.y, 0);
    } else {
      set({ x: box.x - (e.clientX - was.clientX) * unit(), y: box.y - (e.clientY - was.clientY) * unit(), w: box.w });
    }
    dragged += Math.abs(e.clientX - was.clientX) + Math.abs(e.clientY - was.clientY);
    fingers.set(e.pointerId, e);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(end, e => fingers.delete(e.pointerId));
  svg.addEventListener('wheel', e => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    const p = point(e);
    zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, p.x, p.y, 0);
  }, { passive: false });
  svg.addEventListener('click', e => { if (dragged > 8) { e.stopPropagation(); e.preventDefault(); } }, true);
  document.getElementById('zoom-in')?.addEventListener('click', () => zoom(1 / 1.5));
  document.getElementById('zoom-out')?.addEventListener('click', () => zoom(1.5));
  document.getElementById('zoom-all')?.addEventListener('click', () => glide(small() ? { x: 0, y: 0, w: 2000 } : whole, 220));
  // A window that has become wide shows the whole map again.
  let was = small();
  addEventListener('resize', () => {
    const now = small();
    set(box.w >= whole.w - 1 || (was && !now) ? whole : box);
    was = now;
  });
  return { show, point };
}
