// What a player can read and reach at a table: how large the map's letters are,
// what lies over what, what is cut or has to be scrolled, which targets are small.

/** The windows that a table is looked at in; kind is how its parts are set in them (see css/windows.css). */
export const windows = [
  { width: 1280, height: 720 },
  { width: 1366, height: 640 },
  { width: 1200, height: 560 },
  { width: 1440, height: 900 },
  { width: 1536, height: 730 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180, phone: true },
  { width: 390, height: 844, phone: true },
  { width: 844, height: 390, phone: true },
];
/** A laptop at 200 %, where an explanation leaves the choices no room. */
export const magnified = { width: 683, height: 320, phone: true };
export const sizeOf = w => `${w.width}×${w.height}`;

/**
 * A box in pixels or units of the map.
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 */
/**
 * What stands on the engraved map, in its units: words, signs and the edges of panels.
 * @typedef {{wide: number, words: {text: string, kind: string, size: number, box: Box}[], signs: {name: string, box: Box}[], edges: {name: string, box: Box}[]}} Engraving
 */
/**
 * @typedef {object} Look
 * @property {number[]} letters sizes of all that is written on the map, in px, where it is not made small to show all places
 * @property {string[]} collisions words and signs of the map that lie over each other
 * @property {string[]} scrolls parts that show only some of what is in them
 * @property {string[]} cut words that are not shown whole
 * @property {string[]} hidden what has to be seen for a decision and is not
 * @property {string[]} small targets under 24 px
 * @property {string[]} covered places to choose from that something lies over
 * @property {string[]} unseen places to choose from that are out of sight, and not counted beside the map
 * @property {string[]} low choices and the ways on that are lower than a finger is wide, 44 px
 * @property {boolean} grown whether the dock took from the map what its choices need
 * @property {string} map the size of the part of the page that shows the map
 * @property {string[]} apart choices on a line that begins before their title, and titles that do not begin a line
 * @property {string[]} halved choices cut by the edge below which they scroll, and how far they do where that is more than all that shows
 * @property {string[]} uneven cards with explanations in a row that differ in height, or whose figures are not on one line
 * @property {number} mapCut px of the map's height and width that are out of sight, where it is not zoomed
 */

/** Reads engravings, each once. */
export class Looker {
  #known = new Map();

  /** @param {import('playwright-core').BrowserContext} context */
  constructor(context) {
    this.context = context;
  }

  /** @returns {Promise<Engraving>} */
  async #engraving(url) {
    if (!this.#known.has(url)) {
      const page = await this.context.newPage();
      await page.goto(url);
      this.#known.set(url, await page.evaluate(readEngraving));
      await page.close();
    }
    return this.#known.get(url);
  }

  /**
   * Sets a page's window and looks at it.
   * @returns {Promise<Look>}
   */
  async look(page, window) {
    await page.setViewportSize({ width: window.width, height: window.height });
    await page.evaluate(still);
    const url = await page.evaluate(() => document.querySelector('.picture img').currentSrc);
    const engraving = await this.#engraving(url);
    return {
      ...(await page.evaluate(seeMap, engraving)),
      ...(await page.evaluate(seeParts)),
      ...(await page.evaluate(seeDecision, !!window.phone)),
      ...(await page.evaluate(seeRows)),
    };
  }
}

/** Waits until the page is set for its window and its map has come. */
export async function still() {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const img = document.querySelector('.picture img');
  while (!img.complete || !img.naturalWidth) await frame();
  await frame();
}

/** @returns {Engraving} */
function readEngraving() {
  const root = document.documentElement;
  const back = root.getScreenCTM().inverse();
  const boxOf = e => {
    const r = e.getBoundingClientRect();
    const [a, b] = [new DOMPoint(r.left, r.top), new DOMPoint(r.right, r.bottom)].map(p => p.matrixTransform(back));
    return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
  };
  const words = [...root.querySelectorAll('text')].map(t => {
    const size = parseFloat(getComputedStyle(t).fontSize);
    const text = t.textContent;
    const box = boxOf(t);
    if (!t.hasAttribute('transform')) {
      // What is inked of a line: from its capitals' height to its descenders, if it has any.
      const line = t.y.baseVal[0].value;
      box.y = line - size * 0.72;
      box.h = size * (/[gjpqyQJ,;()]/.test(text) ? 0.94 : 0.72);
    }
    return { text, kind: t.classList[0], size, box };
  });
  const signs = [...root.querySelectorAll('.ground > use[href], .furniture use, .furniture circle.hole')]
    .filter(
      e =>
        e.tagName === 'circle' ||
        /^#(arms|town|pit|stage|wheel|roundel|flag|sheds|crane|scale|arrow|weir)/.test(e.getAttribute('href')),
    )
    .map(e => ({ name: e.getAttribute('href')?.slice(1) ?? 'hole', box: boxOf(e) }));
  const edges = [...root.querySelectorAll('rect.panel, rect.tile, rect.slot, path.rule')].map(e => ({
    name: e.classList[0],
    box: boxOf(e),
  }));
  return { wide: root.viewBox.baseVal.width, words, signs, edges };
}

/** How large the map's letters are, and what of it lies over what. */
function seeMap({ wide, words, signs, edges }) {
  const img = document.querySelector('.picture img').getBoundingClientRect();
  const k = img.width / wide;
  // A map that is made small to show all places to choose from is a look at where they are: a touch shows each large.
  const small = Math.min(1, parseFloat(document.querySelector('.mapsheet').style.getPropertyValue('--zoom')) || 1);
  const letters = words.map(w => (w.size * k) / small);
  const collisions = [];
  const collide = (a, b) => collisions.push(`${a} on ${b}`);
  const across = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = (a, b) => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  const over = (a, b, slack = 1) => across(a, b) > slack && down(a, b) > slack;
  const holds = (a, b) => across(a, b) > b.w - 0.5 && down(a, b) > b.h - 0.5;
  words.forEach((w, n) => {
    for (const v of words.slice(n + 1)) if (over(w.box, v.box)) collide(`“${w.text}”`, `“${v.text}”`);
    const numeral = ['price', 'cost'].includes(w.kind);
    for (const s of signs) if (!(numeral && s.name === 'hole') && over(w.box, s.box)) collide(`“${w.text}”`, s.name);
    for (const e of edges) {
      const line = e.box.w < 1 ? { ...e.box, x: e.box.x - 0.5, w: 1 } : e.box;
      if (over(w.box, line, 0.3) && !holds(line, w.box)) collide(`“${w.text}”`, `the edge of a ${e.name}`);
    }
  });
  // The pieces without their shadows. The frame about the current round lies over nothing.
  const pieces = [...document.querySelectorAll('#pieces .piece:not(.now)')].map(e => {
    const { x, y, width: w, height: h } = e.getBoundingClientRect();
    const kind = e.classList.contains('cargo') ? 'cargo' : e.classList[1];
    return { id: e.id, kind, box: { x: x + w * 0.12, y: y + h * 0.12, w: w * 0.76, h: h * 0.76 } };
  });
  // A warehouse stands on the price of its place, a loaded die on its barge.
  const kept = words.filter(w => !['price', 'cost', 'rhine', 'region'].includes(w.kind));
  const fine = new Set(['closed optionprice', 'barge barge', 'barge cargo']);
  pieces.forEach((p, n) => {
    const on = { x: (p.box.x - img.x) / k, y: (p.box.y - img.y) / k, w: p.box.w / k, h: p.box.h / k };
    for (const w of kept) if (over(on, w.box, 1.5)) collide(p.id, `“${w.text}”`);
    for (const q of pieces.slice(n + 1)) {
      const common = over(p.box, q.box, 0) ? across(p.box, q.box) * down(p.box, q.box) : 0;
      const least = Math.min(p.box.w * p.box.h, q.box.w * q.box.h);
      if (!fine.has([p.kind, q.kind].sort().join(' ')) && common > 0.25 * least) collide(p.id, q.id);
    }
  });
  for (const t of document.querySelectorAll('#map text')) {
    const m = t.getScreenCTM();
    if (t.textContent) letters.push((parseFloat(getComputedStyle(t).fontSize) * Math.hypot(m.a, m.b)) / small);
  }
  return { letters, collisions };
}

/** What of the page's parts scrolls or is cut, and what is small to press. */
function seeParts() {
  const scrolls = [];
  const all = q =>
    [...document.querySelectorAll(q)].filter(e => {
      const r = e.getBoundingClientRect();
      return r.width > 1 && r.height > 1 && e.checkVisibility({ visibilityProperty: true }) && !e.closest('.out');
    });
  const name = e =>
    `${e.id || e.classList[0] || e.tagName} “${e.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  const more = e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight];
  for (const e of all('.choosing, .band, .seats, .strip, .bar, .lesson, .advice, .seats > li')) {
    const [wide, high] = more(e);
    const style = getComputedStyle(e);
    if (high > 1 && style.overflowY !== 'visible') scrolls.push(`${e.id || e.classList[0]} by ${high}`);
    if (wide > 1 && style.overflowX !== 'visible') scrolls.push(`${e.id || e.classList[0]} sideways by ${wide}`);
  }
  const [wide, high] = more(document.scrollingElement);
  const beyond = e =>
    e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().bottom > innerHeight + 1;
  if (wide > 1 || high > 1) scrolls.push(`the page, by ${all('body > :not(aside) *').filter(beyond).map(name).at(-1)}`);
  const written =
    'h1, .because, .warn, .card .name, .card .what, .seats .name b, .phases .now span, .tools *, .strip .opens, .strip .mname, .maptools *, .board .mname';
  const cut = all(written).filter(e => {
    const [w, h] = more(e);
    return getComputedStyle(e).overflowX !== 'visible' && (w > 1 || h > 2);
  });
  const zoom = parseFloat(document.querySelector('.mapsheet').style.getPropertyValue('--zoom')) || 1;
  const pressed = 'button, a[href], summary, input:not([type=hidden]), select' + (zoom < 1 ? '' : ', .target .hit');
  const small = all(pressed)
    .filter(e => e.tagName !== 'A' || getComputedStyle(e).display !== 'inline') // a word within a sentence
    .map(e => ({ e, r: e.getBoundingClientRect() }))
    .filter(({ r }) => r.width < 23.5 || r.height < 23.5)
    .map(({ e, r }) => `${name(e)} ${Math.round(r.width)}×${Math.round(r.height)}`);
  return { scrolls, cut: cut.map(name), small };
}

/**
 * What has to be seen for a decision and is not, whether an explanation stands beside it, and how much of the map is cut.
 * @param {boolean} phone where the choices may scroll in their part
 */
function seeDecision(phone) {
  const visible = e => e.getBoundingClientRect().width > 1 && e.checkVisibility({ visibilityProperty: true });
  const name = e => `${e.id || e.classList[0] || e.tagName} “${e.textContent.trim().slice(0, 40)}”`;
  const choosing = document.querySelector('.choosing');
  const inside = e => {
    const r = e.getBoundingClientRect();
    if (r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1) return false;
    const at = document.elementFromPoint(r.x + r.width / 2, r.bottom - 3);
    return !at || e.contains(at) || (at.contains(e) && !at.contains(choosing)) || !!at.closest('.head')?.contains(e);
  };
  const cards = [...document.querySelectorAll('.choosing .card')].filter(visible);
  const must = [...document.querySelectorAll('#headline, .because, .turn button, .count tfoot td')].filter(visible);
  const some = phone || document.querySelector('.lesson > details[open]');
  const hidden = [...must, ...(some ? cards.slice(0, 1) : cards)].filter(e => !inside(e)).map(name);
  // A figure at a place on the map touches the place.
  for (const corner of document.querySelectorAll('#map .corner')) {
    const [a, b] = [corner.firstElementChild, document.querySelector(`.target .${corner.classList[2]}`)].map(e =>
      e.getBoundingClientRect(),
    );
    if (a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top) hidden.push(name(corner));
  }
  const view = document.getElementById('mapview').getBoundingClientRect();
  const shown = document.getElementById('viewport').getBoundingClientRect();
  const covered = [];
  const unseen = [];
  for (const place of document.querySelectorAll('.target .hit')) {
    const r = place.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    const whole =
      r.left > shown.left - 1 && r.right < shown.right + 1 && r.top > shown.top - 1 && r.bottom < shown.bottom + 1;
    const over = whole ? document.elementFromPoint(x, y) : null;
    if (over?.closest('.maptools')) unseen.push(place.getAttribute('class'));
    else if (over && !over.closest('#map')) covered.push(`${place.getAttribute('class')} by ${name(over)}`);
    // Options stand among the choices, too: a phone shows the river instead.
    if (!whole && !(phone && /box-option/.test(place.getAttribute('class')))) unseen.push(place.getAttribute('class'));
  }
  for (const said of document.querySelectorAll('.beyond:not([hidden]) b')) unseen.splice(0, +said.textContent);
  const low = [...document.querySelectorAll('.choosing .card, .turn button')]
    .filter(e => visible(e) && e.getBoundingClientRect().height < 43.5)
    .map(name);
  // What happened leaves the map of a phone its room.
  const least = phone && innerHeight > 559 && document.querySelector('.lately') ? 0.4 * innerHeight : 120;
  if (view.height < least || view.top < -1 || view.top > innerHeight / 2) hidden.push('the map');
  const part = document.getElementById('viewport');
  const beyond = Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth);
  return {
    hidden,
    grown: !!document.querySelector('.band.scrolls'),
    map: `${Math.round(view.width)}×${Math.round(view.height)}`,
    covered,
    unseen,
    low,
    mapCut: beyond > 1 ? beyond : 0,
  };
}

/** Whether titles, choices and figures stand in rows, and none is cut in half. */
function seeRows() {
  const name = e => `${e.id || e.tagName} “${e.textContent.trim().slice(0, 40)}”`;
  const left = e => e.getBoundingClientRect().left;
  const groups = [...document.querySelectorAll('.listed')];
  const columns = new Set(groups.map(group => Math.round(left(group))));
  const flows = document.querySelector('.band[data-tight~="6"]'); // where nothing else fits
  const apart = groups.flatMap(group => {
    if (flows) return [];
    const title = group.querySelector('h2');
    const early = [...group.querySelectorAll('.card')].filter(c => left(c) < left(title) - 2).map(name);
    return columns.size > 2 || left(title) > left(group) + 2 ? [...early, `title ${name(title)}`] : early;
  });
  const [band, choosing] = ['.band', '.choosing'].map(q => document.querySelector(q));
  const scroller = [choosing, band].find(e => e && getComputedStyle(e).overflowY === 'auto');
  const shows = scroller?.getBoundingClientRect() ?? { bottom: innerHeight };
  const edge = scroller === band ? document.querySelector('.tools').getBoundingClientRect().top : shows.bottom;
  const cards = [...document.querySelectorAll('.choosing .card')].filter(e => e.getBoundingClientRect().width > 1);
  const halved = cards
    .filter(e => e.getBoundingClientRect().top < edge - 1 && e.getBoundingClientRect().bottom > edge + 1)
    .map(name);
  const [low, part] = [document.querySelector('.tools'), choosing].map(e => e.getBoundingClientRect());
  if (scroller === band && low.width && low.left > part.left + 1) halved.push('choices beside the buttons below them');
  if (scroller && scroller.scrollHeight > 2 * scroller.clientHeight)
    halved.push(`${scroller.scrollHeight} px of choices`);
  const uneven = [...document.querySelectorAll('.choosing .cards:has(.what, .then)')].flatMap(list => {
    const boxes = [...list.querySelectorAll('.card')].map(e => {
      const { top, bottom } = e.getBoundingClientRect();
      return { e, top, bottom, figures: e.querySelector(':scope > :is(.chips, .then)')?.getBoundingClientRect().top };
    });
    const off = (a, b) => Math.abs(a - b) > 2;
    return boxes.flatMap((a, n) => {
      const b = boxes.slice(n + 1).find(c => c.top < a.bottom && a.top < c.bottom);
      return b && (off(a.top, b.top) || off(a.bottom, b.bottom) || off(a.figures, b.figures)) ? [name(b.e)] : [];
    });
  });
  return { apart, halved, uneven };
}

/** @param {number[]} list */
export const median = list => list.toSorted((a, b) => a - b)[list.length >> 1];
