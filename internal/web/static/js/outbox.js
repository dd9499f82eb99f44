// What was pressed and is not answered yet. A press is sent until the program
// has answered it, whatever becomes of the line meanwhile: its key makes a
// repetition harmless, and the program says where it has been overtaken.

import { ask } from './ask.js';

/**
 * A command as it was pressed: where it goes, and what it says. What is aside, as
 * asking for advice, keeps no other press waiting, and is moot once another is made. One that the page makes by itself
 * may be overtaken without a word.
 * @typedef {{action: string, fields: URLSearchParams, button: HTMLElement | null, aside?: boolean, moot?: boolean,
 *   auto?: boolean}} Press
 */
/** How far the press that is sent now has come. @typedef {'sent' | 'slow' | 'kept'} Progress */

const slow = 600; // ms without an answer until that is shown
const waits = [500, 1000, 2000, 4000, 8000]; // ms until the next try; the last one from then on
// What a program that restarts or is busy answers, or a proxy for it. What does not pass
// without somebody's doing, as a full disk, has another status, and is said.
const passing = [502, 503, 504];

/** What a press asks for, without its key. @param {Press} press */
function wish({ action, fields }) {
  const rest = new URLSearchParams(fields);
  rest.delete('key');
  return `${action}?${rest}`;
}

export class Outbox {
  /** Presses without an answer, the oldest first. @type {Press[]} */
  waiting = [];
  /**
   * Fulfilled once the last press is seen to be marked. An answer may come sooner, and takes longer to show.
   * @type {Promise<unknown>}
   */
  marked = Promise.resolve();
  #busy = false; // whether presses are sent, one after another
  /** What ends the pauses before the next tries. @type {Set<() => void>} */
  #pauses = new Set();

  /**
   * @param {object} to
   * @param {() => Record<string, string>} to.headers to send with a press
   * @param {(news: import('./table.js').News) => void} to.answered with what the program answered
   * @param {(progress: Progress | null) => void} to.progress null once nothing waits
   * @param {() => Promise<unknown>} to.painted waits until what has changed is painted
   * @param {string} to.kept where the browser keeps what waits while the page is reloaded or discarded
   */
  constructor(to) {
    this.to = to;
  }

  /**
   * Takes a press. The same one that waits already is no other press.
   * @param {Press} press
   */
  async take(press) {
    if (this.waiting.some(p => wish(p) === wish(press))) return;
    this.waiting.push(press);
    this.#keep();
    this.marked = this.to.painted();
    if (press.aside) {
      await this.#settle(press);
      return;
    }
    for (const p of this.waiting) p.moot = p.aside;
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let p = this.#next(); p; p = this.#next()) await this.#settle(p);
    } finally {
      this.#busy = false; // what takes the answers may fail
    }
  }

  /** Keeps what waits. */
  #keep() {
    const presses = this.waiting.filter(p => !p.aside);
    const kept = presses.map(p => ({ ...p, fields: String(p.fields), button: p.button?.id }));
    try {
      sessionStorage.setItem(this.to.kept, JSON.stringify(kept));
    } catch {
      /* nothing may be kept */
    }
  }

  /** Takes what waited when the page was left. */
  resume() {
    let kept = [];
    try {
      kept = JSON.parse(sessionStorage.getItem(this.to.kept) ?? '[]');
    } catch {
      /* nothing was kept */
    }
    for (const p of kept)
      this.take({ ...p, fields: new URLSearchParams(p.fields), button: document.getElementById(p.button) });
  }

  /** The oldest press that goes in its turn. */
  #next() {
    return this.waiting.find(p => !p.aside);
  }

  /** Sends a press and passes its answer on. @param {Press} press */
  async #settle(press) {
    const news = await this.#deliver(press);
    await this.marked;
    this.waiting.splice(this.waiting.indexOf(press), 1);
    this.#keep();
    this.to.progress(this.waiting.length ? 'sent' : null);
    const overtaken = press.auto && (news.n ?? 0) > Number(press.fields.get('at'));
    this.to.answered(press.moot || overtaken ? { ...news, notice: undefined } : news);
  }

  /** Tries at once what waits for its next try: the line is there again. */
  retry() {
    for (const end of this.#pauses) end();
  }

  /** Sends a press until it is answered. @param {Press} press */
  async #deliver(press) {
    this.to.progress('sent');
    const late = setTimeout(() => this.to.progress('slow'), slow);
    for (let n = 0; ; n++) {
      const news = await this.#send(press);
      if (news) {
        clearTimeout(late);
        return news;
      }
      clearTimeout(late);
      this.to.progress('kept');
      await this.#pause(waits[Math.min(n, waits.length - 1)]);
    }
  }

  /** @param {number} ms until the next try, unless the line comes back before */
  async #pause(ms) {
    /** @type {() => void} */
    let end = () => {};
    await new Promise(done => {
      end = () => done(undefined);
      this.#pauses.add(end);
      setTimeout(end, ms);
    });
    this.#pauses.delete(end);
  }

  /**
   * Sends a press once; null where nobody has answered. What is no answer of the program's own does not change by asking again.
   * @param {Press} press
   * @returns {Promise<import('./table.js').News | null>}
   */
  async #send({ action, fields }) {
    let text;
    try {
      const r = await ask(action, { method: 'POST', headers: this.to.headers(), body: fields });
      if (passing.includes(r.status)) return null;
      text = await r.text();
    } catch {
      return null;
    }
    try {
      return JSON.parse(text);
    } catch {
      return { reload: true };
    }
  }
}
