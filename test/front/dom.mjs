// A document without a browser, for scripts that only need its tree: import
// this before the script.
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://localhost/' });
for (const name of [
  'document',
  'location',
  'Element',
  'SVGElement',
  'SVGPathElement',
  'HTMLInputElement',
  'Text',
  'Node',
]) {
  globalThis[name] = window[name];
}
globalThis.addEventListener ??= window.addEventListener.bind(window);

/** Where the scripts are. */
export const scripts = new URL('../../internal/web/static/js/', import.meta.url);

/** Shows markup and gives its first element. */
export function show(html) {
  document.body.innerHTML = html;
  return document.body.firstElementChild;
}
