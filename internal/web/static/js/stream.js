// The stream that brings a browser the news of all tables that its pages show. There
// is one for all of them, because browsers open only six connections to a server that
// speaks HTTP/1.1, and what is pressed needs one, too.

/** Where a page is: its table, its language, who was signed in when it was made, its log number and its last message.
 * @typedef {{table: string, lang: string, me: string, at: number, said: number, seen?: boolean}} Place */
/**
 * What a page is told: events of the stream; ping, which it answers by saying where it
 * is; and lost, that no news come, because too many pages listen where it is crowded.
 * @typedef {import('./table.js').News & {kind: string, me?: string, said?: string, writing?: string, crowded?: boolean}} Message
 */
/** A page that listens. @typedef {{tell: (m: Message) => void}} Page */

const soon = 3000; // ms until the next try
const later = 60_000; // the same where the program has said that there are too many
const patience = 5000; // ms for an answer to why there is no stream
const together = 200; // ms in which pages that come together get one stream
const pingEvery = 20_000; // ms
const silent = 70_000; // ms without an event, nearly three heartbeats, after which a stream is broken
const dead = 120_000; // ms after which a page that does not answer is gone
const most = 64; // pages that a stream may be for

/** Whether the program refuses a stream because too many pages are open here. @param {string} address */
async function refused(address) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), patience);
  try {
    return (await fetch(address, { signal: stop.signal })).status === 429;
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}

/** Pages with the same table and language get the same news. @param {string} table @param {string} lang */
const keyOf = (table, lang) => `${table} ${lang}`;

export class Stream {
  /** The pages, where they are, and when they said so; the one looked at last is the last. @type {Map<Page, Place & {heard: number}>} */
  #pages = new Map();
  /** How far the news have come, by key. @type {Map<string, {at: number, said: number}>} */
  #reached = new Map();
  /** The keys that the stream has begun to bring news for. @type {Set<string>} */
  #begun = new Set();
  /** @type {EventSource | null} */
  #source = null;
  #timer = 0; // opens the next one
  #me = ''; // who is signed in for this one, '' before it is known
  #heard = 0; // when the last event came

  constructor() {
    setInterval(() => this.#ping(), pingEvery);
  }

  /** A page says where it is. @param {Page} page @param {Place} place */
  here(page, place) {
    const known = this.#pages.has(page);
    if (place.seen) this.#pages.delete(page);
    this.#pages.set(page, { ...place, heard: performance.now() });
    if (known) return;
    const key = keyOf(place.table, place.lang);
    const { at = Infinity, said = Infinity } = this.#reached.get(key) ?? {};
    this.#reached.set(key, { at: Math.min(at, place.at), said: Math.min(said, place.said) });
    if (this.#me && place.me !== this.#me) {
      this.#open(); // somebody has signed in or out since this one was opened
    } else if (!this.#begun.has(key) || place.at < at || place.said < said) {
      this.#openIn(together);
    } else {
      page.tell({ kind: 'beat', me: this.#me });
    }
  }

  /** A page does not listen any longer. @param {Page} page */
  gone(page) {
    if (this.#pages.delete(page)) this.#openIn(together);
  }

  /** The keys of the pages that the stream is for. */
  #keys() {
    return new Set([...this.#pages.values()].slice(-most).map(p => keyOf(p.table, p.lang)));
  }

  /** @param {number} ms */
  #openIn(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), ms);
  }

  /** Opens the stream for the pages that there are. */
  #open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#me = '';
    this.#begun.clear();
    const keys = this.#keys();
    for (const key of this.#reached.keys()) if (!keys.has(key)) this.#reached.delete(key);
    for (const [page, place] of this.#pages)
      if (!keys.has(keyOf(place.table, place.lang))) page.tell({ kind: 'lost', crowded: true });
    if (!keys.size) return;
    const query = [...this.#reached].map(([key, { at, said }]) => {
      const [table, lang] = key.split(' ');
      return `t=${table}~${at}~${said}~${lang}`;
    });
    const source = new EventSource(`/stream?${query.join('&')}`);
    this.#source = source;
    this.#heard = performance.now();
    for (const kind of ['beat', 'frames', 'chat', 'reload', 'lost'])
      source.addEventListener(kind, e => this.#take(kind, JSON.parse(e.data)));
    source.onerror = () => this.#broke(source);
  }

  /**
   * Passes an event on to the pages that it is for.
   * @param {string} kind
   * @param {import('./table.js').News & {t: string, lang: string, me?: string, last?: number}} event
   */
  #take(kind, event) {
    this.#heard = performance.now();
    const key = keyOf(event.t, event.lang);
    const reached = this.#reached.get(key);
    if (kind === 'beat') {
      this.#me = event.me ?? '';
      this.#begun.add(key);
    }
    if (kind === 'lost') this.#openIn(later); // there is no room for this page
    if (reached && kind === 'frames') reached.at = Math.max(reached.at, event.n ?? 0);
    if (reached && kind === 'chat') reached.said = Math.max(reached.said, event.last ?? 0);
    for (const [page, place] of this.#pages) if (keyOf(place.table, place.lang) === key) page.tell({ ...event, kind });
  }

  /** Opens another stream after one that has ended. @param {EventSource} source */
  async #broke(source) {
    const ended = source.readyState === EventSource.CLOSED;
    source.close(); // the browser itself would ask for what the pages have by now
    if (this.#source !== source) return;
    this.#source = null;
    this.#begun.clear();
    const lost = (/** @type {boolean} */ crowded) => {
      for (const page of this.#pages.keys()) page.tell({ kind: 'lost', crowded });
    };
    lost(false);
    const crowded = ended && (await refused(source.url));
    if (this.#source) return; // a page has come meanwhile
    if (crowded) lost(true);
    this.#openIn(crowded ? later : soon);
  }

  /** Finds out which pages are still there, and whether the stream is. */
  #ping() {
    const now = performance.now();
    for (const [page, { heard }] of this.#pages) {
      if (now - heard > dead) this.gone(page);
      else page.tell({ kind: 'ping' });
    }
    if (this.#source && now - this.#heard > silent) this.#broke(this.#source);
  }
}
