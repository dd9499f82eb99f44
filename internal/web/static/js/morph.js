// A small keyed merge: makes an element like a new one while keeping every
// child that is still there, so that focus, open panels and moving pieces
// survive an update.

/** State of the reader that an update must not undo. */
const kept = new Set(['open', 'data-zoom', 'data-touched']);

/**
 * Parses markup into elements, in the name space of where it will go.
 * @param {Element} like
 * @param {string} html
 * @returns {DocumentFragment}
 */
export function parse(like, html) {
  const t = document.createElement('template');
  if (!(like instanceof SVGElement)) {
    t.innerHTML = html;
    return t.content;
  }
  t.innerHTML = `<svg>${html}</svg>`;
  const out = document.createDocumentFragment();
  out.append(...(t.content.firstChild?.childNodes ?? []));
  return out;
}

/**
 * Makes an element's children like those of the markup.
 * @param {Element} el
 * @param {string} html
 */
export function morphInside(el, html) {
  mergeChildren(el, parse(el, html));
}

/**
 * Makes an element like the first one of the markup.
 * @param {Element} el
 * @param {string} html
 */
export function morph(el, html) {
  const next = parse(el, html).firstElementChild;
  if (next) mergeNode(el, next);
}

/**
 * @param {ChildNode} from
 * @param {ChildNode} to
 */
function mergeNode(from, to) {
  if (from.isEqualNode(to)) return; // most of a page stays as it is
  if (from.nodeName !== to.nodeName) {
    from.replaceWith(to);
  } else if (from instanceof Text) {
    if (from.data !== to.textContent) from.data = to.textContent ?? '';
  } else if (from instanceof Element && to instanceof Element) {
    mergeAttributes(from, to);
    mergeChildren(from, to);
  }
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function mergeAttributes(from, to) {
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value && !kept.has(name)) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept.has(name)) from.removeAttribute(name);
  }
  if (from instanceof HTMLInputElement && from !== document.activeElement) from.value = to.getAttribute('value') ?? '';
}

/**
 * @param {Element} from
 * @param {Element | DocumentFragment} to
 */
function mergeChildren(from, to) {
  const named = new Map([...from.children].filter(c => c.id).map(c => [c.id, c]));
  const wanted = new Set([...to.children].map(c => c.id).filter(Boolean));
  /** @type {ChildNode | null} */
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    // What has a name and is not wanted any more goes first, so that what
    // follows it is not taken for changed.
    while (at && idOf(at) && !wanted.has(idOf(at))) at = removed(at);
    const id = idOf(next);
    const match = id ? named.get(id) : at && !idOf(at) && at.nodeName === next.nodeName ? at : null;
    if (!match) {
      from.insertBefore(next, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else from.insertBefore(match, at);
    mergeNode(match, next);
  }
  while (at) at = removed(at);
}

/** @param {ChildNode} node */
const idOf = node => (node instanceof Element ? node.id : '');

/** Removes a node and gives the one that followed it. @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
