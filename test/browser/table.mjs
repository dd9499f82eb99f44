// A table's page as a test sees it: what it asks for, and doing it.

/** The level of the computer players in tests: the quickest. */
export const quick = 'schiffsjunge';

/**
 * Starts a table through the form for new ones.
 * @param {string[]} seats who sits where: me, open, or a computer player's level
 */
export async function newTable(page, url, seats) {
  await page.goto(url + 'new?with=own');
  for (let k = 0; k < 4; k++) await page.selectOption(`[name=who${k}]`, seats[k] ?? 'none');
  for (let k = 0; k < seats.length; k++)
    await page.fill(`[name=name${k}]`, seats[k] === 'open' ? '' : ['Anna', 'Bert', 'Cleo', 'Dora'][k]);
  await Promise.all([page.waitForURL('**/t/**'), page.click('form[action="/new"] button')]);
  const id = new URL(page.url()).pathname.split('/')[2];
  if (page.url().endsWith('/share')) await page.goto(`${url}t/${id}`);
  return id;
}

/** What the page asks for now: its log number, the choices, or that all is over. */
const asks = before => {
  if (document.readyState !== 'complete') return null; // its scripts may not listen yet
  const band = document.getElementById('band');
  if (band?.querySelector('a[href$="/score"]')) return { over: true };
  // What has only just appeared cannot be pressed yet.
  if (document.documentElement.matches('.settling')) return null;
  const painted = performance.getEntriesByType('paint')[0]?.startTime;
  if (painted === undefined ? !document.hidden : performance.now() < painted + 300) return null;
  if (band?.querySelector('.card.picked, #confirm.picked')) return null; // a press is not answered yet
  const at = band?.matches('.mine') && band.querySelector('input[name=at]')?.value;
  // The log only grows: a page that lags behind may still ask what was decided long ago.
  if (!at || (before && +at <= +before)) return null;
  // The page itself is about to give the last word.
  if (band.querySelector('#confirm[data-moment="0"]')) return null;
  const cards = [...band.querySelectorAll('.card')].map(c => ({
    action: c.value,
    name: c.innerText,
    target: !!document.querySelector(`.target[data-acts="${c.value}"]`),
  }));
  return {
    at,
    cards,
    confirm: !!band.querySelector('#confirm'),
    undo: !!band.querySelector('#undo'),
    phase: document.querySelector('.table-name .out').textContent.trim(),
  };
};

/**
 * Waits until the page asks this person for a decision at a later log number
 * than before, or the game is over.
 */
export async function asked(page, before = '') {
  try {
    return await (await page.waitForFunction(asks, before)).jsonValue();
  } catch (e) {
    if (page.isClosed?.() ?? page.isDetached()) throw e;
    const stands = await page.evaluate(() =>
      [document.documentElement.className, document.title, document.getElementById('band')?.innerText].join(' | '),
    );
    throw new Error(`nothing is asked after ${before || 'the page came'}: ${stands}`, { cause: e });
  }
}

/**
 * Takes a choice by its card, or hands over where there is none. Where the page gives the last word after a moment it
 * may be the first to do so.
 */
export async function press(page, now, pick = 0) {
  const card = now.cards[pick];
  if (card) {
    await page.click(`#act-${card.action}`);
    return;
  }
  const word = page.locator(`form:has(input[name=at][value="${now.at}"]) #confirm`);
  await Promise.race([word.click(), word.waitFor({ state: 'detached' })]);
}

/**
 * The same, and waits for what is asked then. News may change the log number before the press, as that of a browser's
 * part in the shuffle.
 */
export async function choose(page, now, pick) {
  await page.evaluate(() => {
    const note = e => (window.pressedAt = new FormData(e.target).get('at'));
    addEventListener('submit', note, { capture: true, once: true });
  });
  await press(page, now, pick);
  const at = await page.evaluate(() => window.pressedAt).catch(() => null); // of a page that has gone elsewhere
  return asked(page, at ?? now.at);
}

/**
 * Presses a button of the table as a person does: once more where the page says that it had only just appeared. A page
 * that went elsewhere says nothing.
 */
export async function pressed(page, button) {
  const tooSoon = () => {
    const toast = document.querySelector('.toast:not([id])');
    if (!toast || toast.innerHTML !== document.getElementById('sending')?.dataset.soon) return false;
    toast.remove();
    return true;
  };
  do await button.click();
  while (await page.evaluate(tooSoon).catch(() => false));
}
