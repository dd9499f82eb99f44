// Formats the pages' templates: a Prettier plugin for HTML with Go's template
// actions. A template says by a space, or by {{" "}} at the end of a line, where
// the page has one; line breaks and indentation are layout of the source and
// never reach a page (internal/web/templates/compact.go). So lines may be broken anywhere.
import { doc } from 'prettier';

const { group, indent, softline, hardline, line, fill, ifBreak, join } = doc.builders;

const voids = new Set('area base br col hr img input link meta'.split(' '));
const inline = new Set('a abbr b br button code i img input label select small span strong svg time use'.split(' '));

// ---- reading --------------------------------------------------------------

/**
 * What a source consists of. A break with the blanks about it is nothing, every
 * other run of blanks one space.
 * @param {string} source
 */
function tokens(source) {
  const out = [];
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    let m;
    if ((m = /^\{\{" "\}\}/.exec(rest))) out.push({ type: 'space' });
    else if ((m = /^\{\{\/\*[^]*?\*\/\}\}/.exec(rest))) out.push({ type: 'comment', text: m[0] });
    else if ((m = /^\{\{[^]*?\}\}/.exec(rest))) out.push(action(m[0]));
    else if ((m = /^<\/([\w-]+)>/.exec(rest))) out.push({ type: 'close', name: m[1], text: m[0] });
    else if ((m = /^<!doctype html>/.exec(rest))) out.push({ type: 'doctype', text: m[0] });
    else if (rest[0] === '<') {
      m = [rest.slice(0, tagEnd(rest))];
      out.push(tag(m[0]));
    } else if ((m = /^\s+/.exec(rest))) {
      if (!m[0].includes('\n')) out.push({ type: 'space' });
    } else {
      m = /^(?:(?!\{\{)[^<\s])+/.exec(rest);
      out.push({ type: 'text', text: m[0] });
    }
    at += m[0].length;
  }
  return out;
}

/** @param {string} text an action with its braces */
function action(text) {
  const word = /^\{\{-?\s*(\w*)/.exec(text)[1];
  if (['define', 'block', 'if', 'with', 'range'].includes(word)) return { type: 'begin', word, text };
  if (word === 'else' || word === 'end') return { type: word, text };
  return { type: 'action', word, text };
}

/** Where a tag ends: at the first > outside of quotes and actions. */
function tagEnd(s) {
  for (let i = 0, quoted = false; i < s.length; i++) {
    if (s.startsWith('{{', i)) i = s.indexOf('}}', i) + 1;
    else if (s[i] === '"') quoted = !quoted;
    else if (s[i] === '>' && !quoted) return i + 1;
  }
  throw new Error(`a tag without an end: ${s.slice(0, 60)}`);
}

/** A tag's name and attributes; what an action makes of an attribute stays one piece with it. */
function tag(text) {
  const inner = text.slice(1, text.endsWith('/>') ? -2 : -1);
  const pieces = [''];
  for (let i = 0, quoted = false, depth = 0; i < inner.length; i++) {
    if (inner.startsWith('{{', i)) {
      const end = inner.indexOf('}}', i) + 2;
      const act = action(inner.slice(i, end));
      if (act.type === 'begin') depth++;
      if (act.type === 'end') depth--;
      pieces[pieces.length - 1] += act.text;
      i = end - 1;
    } else if (/\s/.test(inner[i]) && !quoted && depth === 0) {
      if (pieces.at(-1)) pieces.push('');
    } else {
      if (inner[i] === '"') quoted = !quoted;
      pieces[pieces.length - 1] += inner[i];
    }
  }
  const [first, ...attributes] = pieces.filter(Boolean);
  const name = /^[\w-]+/.exec(first)[0];
  const end = text.endsWith('/>') ? '/>' : '>';
  return { type: 'open', name, first, attributes, end, closed: end === '/>' || voids.has(name) };
}

/**
 * Reads the list of nodes up to something that does not belong to it. A tag
 * whose partner stands elsewhere is a node of its own.
 */
function nodes(list, at) {
  const out = [];
  const open = []; // elements not closed yet: where each began in out
  for (; at < list.length; at++) {
    const t = list[at];
    if (t.type === 'else' || t.type === 'end') break;
    if (t.type === 'open' && !t.closed) open.push(out.length);
    if (t.type === 'close') {
      const from = open.findLastIndex(k => out[k].name === t.name);
      if (from >= 0) {
        const begin = open[from];
        open.length = from;
        const [head, ...children] = out.splice(begin);
        out.push({ ...head, type: 'element', children });
        continue;
      }
    }
    if (t.type !== 'begin') {
      out.push(t);
      continue;
    }
    const branches = [];
    let head = t.text;
    do {
      const [children, next] = nodes(list, at + 1);
      if (next >= list.length) throw new Error(`without an end: ${t.text}`);
      branches.push({ head, children });
      at = next;
      head = list[at].text;
    } while (list[at].type === 'else');
    out.push({ type: 'control', word: t.word, branches });
  }
  return [out, at];
}

export const parsers = {
  'go-template': {
    astFormat: 'go-template',
    locStart: () => 0,
    locEnd: () => 0,
    parse(text) {
      const list = tokens(text);
      const [children, at] = nodes(list, 0);
      if (at < list.length) throw new Error(`out of place: ${list[at].text}`);
      return { type: 'file', children };
    },
  },
};

// ---- printing -------------------------------------------------------------

/** Whether something flows with the text about it. */
function flows(n) {
  if (n.type === 'control') return n.branches.every(b => b.children.every(flows));
  if (n.type === 'element' || n.type === 'open') return inline.has(n.name);
  return ['text', 'action', 'space'].includes(n.type);
}

/** A space: where the line is broken it has to be said. */
const space = ifBreak('{{" "}}', ' ');

function opening(n) {
  return group(['<', n.first, indent(n.attributes.map(a => [line, a])), n.end]);
}

/** Whether words flow here: then lines are filled, else each thing has a line of its own. */
const wordy = n => n.type === 'text' || n.type === 'space' || (n.type === 'action' && n.word !== 'template');

/** Children, which begin and end on the parent's line or on lines of their own. */
function inside(children) {
  const rows = [];
  for (let k = 0; k < children.length; k++) {
    const run = [];
    while (k < children.length && flows(children[k])) run.push(children[k++]);
    if (run.some(wordy)) rows.push(filled(run));
    else rows.push(...run.map(print));
    if (k < children.length) rows.push(print(children[k]));
  }
  return join(softline, rows);
}

/** What flows, as many things on a line as it holds. Spaces stay with the line they end, at the edge with their neighbour. */
function filled(run) {
  const head = run[0].type === 'space' ? space : '';
  const parts = [];
  for (const n of run) {
    const before = parts.length % 2;
    if (n.type !== 'space') parts.push(...(before ? [softline] : []), print(n));
    else if (before) parts.push([space, softline]);
  }
  const tail = parts.length % 2 === 0 ? (parts.pop(), space) : '';
  return [head, fill(parts), tail];
}

function print(n) {
  switch (n.type) {
    case 'element':
      if (!n.children.length) return [opening(n), `</${n.name}>`];
      return group([opening(n), indent([softline, inside(n.children)]), softline, `</${n.name}>`]);
    case 'open':
      return opening(n);
    case 'control': {
      const brk = n.word === 'define' ? hardline : softline;
      const parts = n.branches.map(b => [b.head, indent(b.children.length ? [brk, inside(b.children)] : '')]);
      return group([join(softline, parts), brk, '{{end}}']);
    }
    default:
      return n.text;
  }
}

export const printers = {
  'go-template': {
    print: path => [
      join([hardline, hardline], path.node.children.filter(n => n.type !== 'space').map(print)),
      hardline,
    ],
  },
};

export const languages = [{ name: 'Go template', parsers: ['go-template'], extensions: ['.html'] }];
