// What every test file stands on: the program, the browser, and guests, each a
// browser profile of its own whose page is watched for errors.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { browser, hang, start } from './program.mjs';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const languages = ['en', 'de', 'fr', 'es'];
/** Whether what differs little is looked at all the same, which takes long. */
export const whole = !!process.env.RUHR_WHOLE;

/**
 * Sets up a file's stage: the program and the browser are there in its tests.
 * Guests leave after each test, which fails if one of their pages complained.
 * @param {(s: object) => Promise<void>} [prepare] what else there should be
 * @param {boolean} seeded whether the program's games repeat
 * @param {string[]} more flags of the program
 */
export function stage(prepare, seeded = true, more = []) {
  const s = { guests: [] };
  before(async () => {
    [s.program, s.browser] = await Promise.all([start(seeded, more), browser()]);
    await prepare?.(s);
  });
  after(async () => {
    await s.browser?.close();
    await s.program?.clean();
  });
  afterEach(async () => {
    const guests = s.guests.splice(0);
    for (const g of guests) await g.context.close();
    assert.deepEqual(
      guests.flatMap(g => g.complaints),
      [],
      'what the pages complained about',
    );
  });
  /**
   * A guest: options are those of a browser context, and settings of the page. The pages of one that is alone listen
   * each for itself, so that what a test does to a page's requests is done to its stream, too.
   */
  s.guest = async ({ settings = {}, alone = false, ...options } = {}) => {
    const context = await s.browser.newContext({
      viewport: desktop,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(hang);
    context.home = s.program.url;
    if (alone) await context.addInitScript(() => delete window.SharedWorker);
    await settle(context, settings);
    const page = await context.newPage();
    const g = { context, page, complaints: [], expected: [] };
    watch(g, new URL(s.program.url).origin);
    s.guests.push(g);
    return g;
  };
  return s;
}

/** Sets how a guest likes the pages: language, theme, pace, size. */
export function settle(context, settings) {
  const set = new URLSearchParams({
    lang: '',
    theme: 'light',
    pace: 'normal',
    size: 'normal',
    word: 'ask',
    ...settings,
  });
  return context.addCookies([{ name: 'ruhr-settings', value: set.toString(), url: context.home }]);
}

/** Notes whatever a guest's page should not do: errors, refused loads, requests to elsewhere. */
function watch(g, origin) {
  const complain = text => {
    if (!g.expected.some(e => e.test(text))) g.complaints.push(text);
  };
  g.page.on('console', m => {
    if (['error', 'warning'].includes(m.type())) complain(`console ${m.type()}: ${m.text()} ${m.location().url}`);
  });
  g.page.on('pageerror', e => complain(`uncaught: ${e.stack}`));
  g.page.on('request', r => {
    if (!r.url().startsWith(origin + '/') && !r.url().startsWith('data:')) complain(`request to ${r.url()}`);
  });
}

const folder = process.env.RUHR_SHOTS;

/** Takes a screenshot where RUHR_SHOTS names a folder for them. */
export async function shot(page, name, options = {}) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}

/** Numbers from 0 to below n, the same ones for the same seed. */
export function chance(seed) {
  let a = seed;
  return n => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
