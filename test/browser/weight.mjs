// What the pages weigh and how still they stand, measured in a real browser.
import { hang } from './program.mjs';
import { asked, press } from './table.mjs';
import { Hand } from './hand.mjs';

/** Counts the bytes that cross the wire to a page: all of them, and by stream. */
export async function scales(page) {
  const cdp = await page.context().newCDPSession(page);
  const kinds = new Map();
  const bytes = new Map();
  const add = (id, n) => bytes.set(id, (bytes.get(id) ?? 0) + n);
  let events = 0;
  let frames = 0;
  cdp.on('Network.requestWillBeSent', e => kinds.set(e.requestId, e.type));
  cdp.on('Network.responseReceived', e => {
    if (e.type === 'EventSource') add(e.requestId, e.response.encodedDataLength);
  });
  cdp.on('Network.dataReceived', e => {
    if (kinds.get(e.requestId) === 'EventSource') add(e.requestId, e.encodedDataLength);
  });
  cdp.on('Network.loadingFinished', e => {
    if (kinds.get(e.requestId) !== 'EventSource') add(e.requestId, e.encodedDataLength);
  });
  cdp.on('Network.eventSourceMessageReceived', e => {
    if (e.eventName === 'frames') {
      events++;
      frames += JSON.parse(e.data).frames.length;
    }
  });
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  return {
    /** @returns {number} bytes since the beginning, headers included */
    total: () => [...bytes.values()].reduce((a, b) => a + b, 0),
    requests: () => bytes.size,
    /** @returns {number} news that came by stream */
    events: () => events,
    /** @returns {number} positions shown: one for each action, the forced ones that follow included */
    frames: () => frames,
  };
}

/** Has a page sum up its layout shifts and its slowest interactions from its beginning on. */
export function watchStillness(page) {
  return page.addInitScript(() => {
    window.shifted = 0;
    window.slow = [];
    new PerformanceObserver(list => {
      for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifted += e.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver(list => {
      for (const e of list.getEntries()) if (e.interactionId) window.slow.push(e.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
}

/**
 * Makes a page's window higher than the page. The browser counts its own bars into a window that is not shown, and what
 * changes below them is painted only when something above changes, too.
 * @param {import('playwright-core').Page} page
 */
async function showWhole(page) {
  const cdp = await page.context().newCDPSession(page);
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  const { width, height } = page.viewportSize();
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height: height + 200 } });
}

/** Reloads a page with an empty cache: bytes, requests, layout shift. */
export async function firstLoad(guest, url) {
  const { page } = guest;
  await watchStillness(page);
  const scale = await scales(page);
  await page.goto(url, { waitUntil: 'load' });
  if (await page.locator('#band').count())
    await page.waitForFunction(() => document.documentElement.classList.contains('script'));
  await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
  return { bytes: scale.total(), requests: scale.requests(), shift: await page.evaluate(() => window.shifted) };
}

/** A table of four near its end, where the log is longest and the map fullest. */
export async function lateTable(url) {
  const hand = new Hand(url);
  await hand.newTable(['me', 'me', 'me', 'me']);
  let n = 0;
  await hand.play(
    now => now.round === 11,
    of => n++ % of,
  );
  return hand;
}

/**
 * Takes decisions in a page, another page watching.
 * @returns {Promise<{actor: {bytes: number, frames: number}[], watcher: {bytes: number, frames: number}[], shift: number, slow: number[]}>}
 *   bytes for each decision and the positions shown for it, layout shift of the watching page, milliseconds to
 *   the next paint of interactions (those above 16)
 */
export async function updates(actor, watcher, url, decisions) {
  const pages = [actor.page, watcher.page];
  const weighed = [];
  for (const page of pages) {
    await showWhole(page);
    await watchStillness(page);
    weighed.push(await scales(page));
    await page.goto(url);
  }
  const news = n => Promise.all(weighed.map(w => until(() => w.events() >= n)));
  await news(1);
  const loaded = await watcher.page.evaluate(() => window.shifted);
  const out = { actor: [], watcher: [] };
  let now = await asked(actor.page);
  for (let n = 0; n < decisions && !now.over; n++) {
    const before = weighed.map(w => w.total());
    const heard = weighed.map(w => w.events());
    const shown = weighed.map(w => w.frames());
    await press(actor.page, now, n % Math.max(1, now.cards.length));
    now = await asked(actor.page, now.at);
    await Promise.all(weighed.map((w, k) => until(() => w.events() > heard[k])));
    const each = k => ({ bytes: weighed[k].total() - before[k], frames: weighed[k].frames() - shown[k] });
    out.actor.push(each(0));
    out.watcher.push(each(1));
  }
  out.shift = (await watcher.page.evaluate(() => window.shifted)) - loaded;
  out.slow = await actor.page.evaluate(() => window.slow);
  return out;
}

/** Waits for something that the browser reports to this program. */
async function until(yes) {
  const deadline = Date.now() + hang;
  while (!yes()) {
    if (Date.now() > deadline) throw new Error('the browser never reported it');
    await new Promise(setImmediate);
  }
}

/** Bytes for each position shown: one for each action, the forced ones that follow a decision included. */
export function perAction(decisions) {
  const sum = what => decisions.reduce((n, d) => n + d[what], 0);
  return Math.round(sum('bytes') / sum('frames'));
}

/** What the thread of a page does, one within the other. */
const work = new Set(
  'EventDispatch FunctionCall UpdateLayoutTree Layout PrePaint Paint Layerize Commit ParseHTML TimerFire FireAnimationFrame RunMicrotasks'.split(
    ' ',
  ),
);

/**
 * Presses choices and adds up the processor time of the page's thread: until the picture with the pressed thing
 * marked is done, and for all that follows until the next press. It depends little on what else the machine does.
 * @param {import('playwright-core').Page} page
 * @param {number} presses
 * @param {(now: object) => Promise<void>} [before] what to do at a decision before it is pressed
 * @returns {Promise<{paint: number, rest: number}[]>} milliseconds
 */
export async function pressCosts(page, presses, before = async () => {}) {
  const browser = page.context().browser();
  const out = [];
  let now = await asked(page);
  for (let n = 0; n < presses && !now.over; n++) {
    await before(now);
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await press(page, now, n % Math.max(1, now.cards.length));
    now = await asked(page, now.at);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const click = traceEvents.find(e => e.name === 'EventDispatch' && e.args.data?.type === 'click');
    if (click) out.push(costs(traceEvents, click)); // else the page has given the last word itself
  }
  return out;
}

/**
 * Presses choices: the milliseconds from each press to the next paint, of those of at least 16.
 * @param {import('playwright-core').Page} page
 * @param {number} presses
 * @param {(now: object) => Promise<void>} [before] what to do at a decision before it is pressed
 * @returns {Promise<number[]>}
 */
export async function pressTimes(page, presses, before = async () => {}) {
  await showWhole(page);
  await watchStillness(page);
  await page.reload();
  let now = await asked(page);
  for (let n = 0; n < presses && !now.over; n++) {
    await before(now);
    await press(page, now, n % Math.max(1, now.cards.length));
    now = await asked(page, now.at);
  }
  return page.evaluate(() => window.slow);
}

/**
 * @param {Event[]} trace
 * @param {Event} click the press
 * @typedef {{name: string, ph: string, ts: number, dur?: number, tdur?: number, tid: number, pid: number, args: any}} Event
 */
function costs(trace, click) {
  const main = trace
    .filter(e => e.ph === 'X' && e.tid === click.tid && e.pid === click.pid && work.has(e.name))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const painted = main.find(e => e.name === 'Commit' && e.ts > click.ts)?.ts ?? Infinity;
  const cost = { paint: 0, rest: 0 };
  let end = 0;
  for (const e of main) {
    if (e.ts < end) continue; // within the one before
    end = e.ts + (e.dur ?? 0);
    cost[e.ts <= painted ? 'paint' : 'rest'] += (e.tdur ?? 0) / 1000;
  }
  return cost;
}

/**
 * How long the offline edition takes to show itself once it is in the browser, without a network and with no other
 * tab that runs its program: ms until it says that it starts, until its first page and until a table is painted, and
 * from a press until the page shows what came of it.
 * @param {import('playwright-core').Browser} chromium @param {string} url of the edition @param {number} times
 */
export async function editionStarts(chromium, url, times) {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    const { top } = window;
    const sign = window === top ? '#said:not(:empty)' : '#board, main h1';
    const look = () => {
      const there = document.querySelector(sign);
      requestAnimationFrame(
        there ? () => setTimeout(() => ((top.painted ??= {})[sign] ??= top.performance.now())) : look,
      );
    };
    look();
  });
  const page = await context.newPage();
  const painted = async () =>
    (await page.waitForFunction(() => Object.keys(window.painted ?? {}).length > 1 && window.painted)).jsonValue();
  const frame = () => page.frames().at(-1);
  await page.goto(url);
  await painted();
  await context.setOffline(true);
  await frame().click('#play');
  await page.waitForURL('**/t/*');
  await asked(frame());
  const found = { shell: [], page: [], table: [], press: [] };
  for (let n = 0; n < times; n++) {
    const table = page.url();
    for (const [what, address] of Object.entries({ page: url, table })) {
      await page.goto('about:blank'); // the program ends
      await page.goto(address);
      const [shell, shown] = Object.values(await painted());
      found.shell.push(shell);
      found[what].push(shown);
    }
    const now = await asked(frame());
    const shown = frame().evaluate(at => {
      const pressed = new Promise(done =>
        document.addEventListener('click', event => done(event.timeStamp), { capture: true, once: true }),
      );
      const painted = new Promise(done => {
        const look = () => {
          const waits = document.querySelector(`input[name=at][value="${at}"]`);
          requestAnimationFrame(waits ? look : () => setTimeout(() => done(performance.now())));
        };
        look();
      });
      return Promise.all([pressed, painted]).then(([from, to]) => to - from);
    }, now.at);
    await press(frame(), now);
    found.press.push(await shown);
    await asked(frame(), now.at);
  }
  await context.close();
  return found;
}
