// The shared worker of all pages of a browser that show a table: it listens for them,
// as long as there is one of them.

import { Stream } from './stream.js';

const stream = new Stream();

/** @type {any} */ (self).onconnect = (/** @type {MessageEvent} */ e) => {
  const [port] = e.ports;
  /** @type {import('./stream.js').Page} */
  const page = { tell: m => port.postMessage(m) };
  port.onmessage = ({ data }) => (data ? stream.here(page, data) : stream.gone(page));
  port.addEventListener('close', () => stream.gone(page)); // not told by all browsers
};
