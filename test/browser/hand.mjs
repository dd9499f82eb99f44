// A hand that plays without a browser: it posts the same forms. For getting a
// table quickly to where a test begins, and for seeing the bare bytes.
import { hang } from './program.mjs';

/** A browser's cookies, and what it asks the program for. */
export class Hand {
  cookies = new Map();

  /** @param {string} url of the program */
  constructor(url) {
    this.url = url;
  }

  /** Fetches a path; redirects are followed by the caller. */
  async fetch(path, { form, ...options } = {}) {
    const headers = { Cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; '), ...options.headers };
    const body = form && new URLSearchParams(form);
    const r = await fetch(new URL(path, this.url), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      ...options,
      headers,
      body,
    });
    for (const c of r.headers.getSetCookie()) this.cookies.set(...c.split(';')[0].split('='));
    // A browser without cookies is asked to send a form again.
    if (r.status === 307) return this.fetch(r.headers.get('Location'), { form, ...options });
    return r;
  }

  /** Signs up, so that what this hand does is done with an account. */
  async signUp(name) {
    const r = await this.fetch('/account/new', { form: { name, password: 'correct horse' } });
    if (r.status !== 303) throw new Error(`no account: ${r.status}`);
  }

  /** Starts a table; who says for each seat: me, open or a computer player's level. */
  async newTable(who, more = {}) {
    const form = { ...more };
    who.forEach((w, k) =>
      Object.assign(form, {
        [`who${k}`]: w,
        [`name${k}`]: w === 'open' ? '' : ['Anna', 'Bert', 'Cleo', 'Dora'][k],
        [`colour${k}`]: '',
      }),
    );
    const r = await this.fetch('/new', { form });
    if (r.status !== 303) throw new Error(`no new table: ${r.status}`);
    this.id = r.headers.get('Location').split('/')[2];
    return this.id;
  }

  /** Starts the game that teaches. */
  async learn() {
    const r = await this.fetch('/learn', { form: {} });
    if (r.status !== 303) throw new Error(`no lesson: ${r.status}`);
    this.id = r.headers.get('Location').split('/')[2];
    return this.id;
  }

  /** What this hand is asked for at its table, or null. */
  async look() {
    this.html = await (await this.fetch(`/t/${this.id}`)).text();
    return this.asked(this.html);
  }

  /** Reads from the markup of the band what is asked for. */
  asked(html) {
    const [, mine, any] = /<section class="band( mine)?"([^]*?)<ul class="seats"/.exec(html) ?? [];
    const band = mine ? any : '';
    const where = /class="table-name"[^>]*>\s*<span[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
    return {
      over: /\/score"/.test(any ?? ''),
      round: +(/\d+/.exec(where)?.[0] ?? 0),
      phase: where.replace(/^.*?: /, ''),
      at: /name="at" value="(\d+)"/.exec(band)?.[1],
      key: /name="key" value="([^"]+)"/.exec(band)?.[1],
      actions: [...band.matchAll(/name="action" value="(\d+)"/g)].map(m => m[1]),
      confirm: /id="confirm"/.test(band),
    };
  }

  /** Does one thing: takes an action, or hands over where action is undefined. */
  async act(now, action) {
    const form = { at: now.at, key: now.key, ...(action === undefined ? { confirm: 'yes' } : { action }) };
    const r = await this.fetch(`/t/${this.id}/${action === undefined ? 'turn' : 'act'}`, {
      form,
      headers: { Accept: 'application/json' },
    });
    if (!r.ok) throw new Error(`refused: ${r.status} ${await r.text()}`);
    return r.json();
  }

  /**
   * Plays on until the test says so or the game is over.
   * @param {(now: object) => boolean} enough
   * @param {(n: number) => number} pick which of n choices
   */
  async play(enough, pick) {
    let deadline = Date.now() + hang;
    for (let now = await this.look(); ; now = await this.look()) {
      if (now.over || (now.at && enough(now))) return now;
      if (now.at) {
        await this.act(now, now.actions[now.actions.length ? pick(now.actions.length) : 0]);
        deadline = Date.now() + hang;
      } else if (Date.now() > deadline) throw new Error('the computer players never decide');
    }
  }

  /**
   * Starts tables where everybody gathers and nobody builds, until there is a purchase with many choices.
   * @param {string[]} who as for newTable
   * @param {number} least how many choices
   * @param {(n: number) => number} pick which of n choices, before purchases
   */
  async hoard(who, least, pick) {
    for (let tables = 0; tables < 12; tables++) {
      await this.newTable(who);
      for (let now = await this.look(); !now.over; now = await this.look()) {
        const done = /<ul class="outs">[^]*?name="action" value="(\d+)"/.exec(this.html)?.[1];
        if (done && now.actions.length >= least) return now;
        await this.act(now, done ?? now.actions[now.actions.length ? pick(now.actions.length) : 0]);
      }
    }
    throw new Error(`no purchase with ${least} choices`);
  }

  /**
   * Plays a whole game and stops at decisions of each kind, at those with far more
   * choices than any before, and at the end.
   * @param {(n: number) => number} pick which of n choices
   */
  async *tour(pick) {
    const seen = new Set();
    let most = 0;
    let deadline = Date.now() + hang;
    for (let now = await this.look(); ; now = await this.look()) {
      if (now.over) {
        yield now;
        return;
      }
      if (!now.at) {
        if (Date.now() > deadline) throw new Error('the computer players never decide');
        continue;
      }
      const kind = `${now.phase} ${Math.min(now.actions.length, 2)}`;
      if (!seen.has(kind) || now.actions.length > most + 2) {
        most = Math.max(most, now.actions.length);
        yield now;
      }
      seen.add(kind);
      await this.act(now, now.actions[now.actions.length ? pick(now.actions.length) : 0]);
      deadline = Date.now() + hang;
    }
  }

  /** Asks for advice on what there is to decide until the program, which may be busy, gives it. */
  async advise(now) {
    const deadline = Date.now() + hang;
    for (;;) {
      const answer = await this.fetch(`/t/${this.id}/hint`, { form: { at: now.at, key: now.key } });
      if (answer.status < 400) break;
      if (Date.now() > deadline) throw new Error(`no advice: ${answer.status}`);
      await new Promise(resolve => setTimeout(resolve, 1000));
      Object.assign(now, await this.look());
    }
    while (!/id="advice"/.test(this.html)) {
      if (Date.now() > deadline) throw new Error('advice never comes');
      Object.assign(now, await this.look());
    }
  }

  /** Brings this hand's cookies into a browser context, which then sits in its seats. */
  lend(context) {
    return context.addCookies([...this.cookies].map(([name, value]) => ({ name, value, url: this.url })));
  }
}
