// A small keyed merge: makes an element like a new one while keeping every
// child that is still there, so that focus, open panels and moving pieces
// survive an update.

/** State of the reader that an update must not undo. */
const own = new Set(['open', 'data-zoom']);

/**
 * Parses markup into elements, in the name space of where it will go.
 * @param {Element} like @param {string} html @returns {DocumentFragment}
 */
export function parse(like, html) {
  const t = document.createElement('template');
  if (like instanceof SVGElement) {
    t.innerHTML = `<svg>${html}</svg>`;
    const out = document.createDocumentFragment();
    out.append(...t.content.firstChild.childNodes);
    return out;
  }
  t.innerHTML = html;
  return t.content;
}

/** Makes an element's children like those of the markup. */
export function morphInside(el, html) { children(el, parse(el, html)); }

/** Makes an element like the first one of the markup. */
export function morph(el, html) {
  const next = parse(el, html).firstElementChild;
  if (next) node(el, next);
}

function node(from, to) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType === Node.TEXT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) return;
  for (const { name, value } of [...to.attributes]) if (from.getAttribute(name) !== value && !own.has(name)) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !own.has(name)) from.removeAttribute(name);
  if (from instanceof HTMLInputElement && from !== document.activeElement) from.value = to.getAttribute('value') ?? '';
  children(from, to);
}

function children(from, to) {
  const kept = new Map();
  for (const c of from.children) if (c.id) kept.set(c.id, c);
  const wanted = new Set([...to.children].map(c => c.id).filter(Boolean));
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    // What has a name and is not wanted any more goes first, so that what
    // follows it is not taken for changed.
    while (at?.id && !wanted.has(at.id)) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    const match = next.id ? kept.get(next.id) : at && !at.id && at.nodeName === next.nodeName ? at : null;
    if (!match) {
      from.insertBefore(next, at);
    } else {
      if (match === at) at = at.nextSibling;
      else from.insertBefore(match, at);
      node(match, next);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}
