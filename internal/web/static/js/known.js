// What a page has of the regions that frames leave out when they have not changed,
// or bring as a change.

export class Known {
  /**
   * By the region's id, once all frames taken are shown: the digest that the program
   * has told with it.
   * @type {Map<string, {digest: string, html: string}>}
   */
  #regions = new Map();

  /** As a header of requests that frames are the answer to. */
  header() {
    return { 'X-Has': [...this.#regions].map(([id, { digest }]) => `${id}=${digest}`).join() };
  }

  /**
   * Notes what a frame brings, and makes its changes whole regions. False where it
   * builds on what the page does not have, as when it answers a request from before
   * other frames came: then the page must ask for all.
   * @param {import('./table.js').Frame} f
   */
  note(f) {
    let whole = true;
    for (const [id, { base, from, rest, html }] of Object.entries(f.changes ?? {})) {
      const old = this.#regions.get(id);
      if (old?.digest === base) {
        f.regions[id] = old.html.slice(0, from) + html + old.html.slice(old.html.length - rest);
      } else {
        whole = false;
      }
    }
    for (const [id, digest] of Object.entries(f.has ?? {})) {
      const old = this.#regions.get(id);
      if (id in f.regions) this.#regions.set(id, { digest, html: f.regions[id] });
      else if (old) whole &&= old.digest === digest;
    }
    if (!whole) this.#regions.clear();
    return whole;
  }
}
