// An update keeps what is still there, and what the reader has done to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from './dom.mjs';

const { morph, morphInside } = await import('../../internal/web/static/js/morph.js');

/** Every element by its id. */
const named = el => new Map([...el.querySelectorAll('[id]')].map(e => [e.id, e]));

for (const [name, before, after] of [
  ['text and attributes change', '<p id="a" class="x">old <b>b</b></p>', '<p id="a" title="y">new <b>c</b></p>'],
  ['an element comes', '<ul><li id="a">a</li></ul>', '<ul><li id="b">b</li><li id="a">a</li></ul>'],
  ['an element goes', '<ul><li id="a">a</li><li id="b">b</li></ul>', '<ul><li id="b">b</li></ul>'],
  [
    'elements change places',
    '<ul><li id="a">a</li><li id="b">b</li><li id="c">c</li></ul>',
    '<ul><li id="c">c</li><li id="a">a</li><li id="b">b</li></ul>',
  ],
  ['one without a name gives way to one with', '<div><p>a</p></div>', '<div><p id="a">a</p><p>b</p></div>'],
  ['another element stands in its place', '<div><p>a</p></div>', '<div><ul><li>a</li></ul></div>'],
  ['all goes', '<div><p>a</p>b</div>', '<div></div>'],
]) {
  test(name, () => {
    const el = show(before);
    const was = named(el);
    morph(el, after);
    assert.equal(el.outerHTML, after);
    for (const [id, e] of named(el)) if (was.has(id)) assert.equal(e, was.get(id), `#${id} is the same element`);
  });
}

test('what stays as it is is not touched, what a script has changed is set back', () => {
  const el = show('<ul><li id="a" class="x"><b>a</b></li><li id="b">b</li></ul>');
  const [a, inner] = [document.getElementById('a'), el.querySelector('b')];
  document.getElementById('b').classList.add('lit');
  morph(el, '<ul><li id="a" class="x"><b>a</b></li><li id="b">b</li></ul>');
  assert.equal(el.querySelector('b'), inner);
  assert.equal(document.getElementById('a'), a);
  assert.equal(document.getElementById('b').className, '');
});

test('what the reader has opened stays open', () => {
  const el = show('<div><details id="recap"><summary>s</summary>old</details></div>');
  el.firstChild.setAttribute('open', '');
  morph(el, '<div><p>first</p><details id="recap"><summary>s</summary>new</details></div>');
  const recap = document.getElementById('recap');
  assert.ok(recap.hasAttribute('open'));
  assert.match(recap.textContent, /new/);
});

test('what is being written is not overwritten, other fields follow', () => {
  const el = show('<form><input id="a" value="1"><input id="b" value="1"></form>');
  const [a, b] = el.children;
  a.focus();
  a.value = 'mine';
  b.value = 'theirs';
  morph(el, '<form><input id="a" value="2"><input id="b" value="2"></form>');
  assert.deepEqual([a.value, b.value], ['mine', '2']);
});

test('the inside of a drawing stays in its name space', () => {
  show('<svg><g id="pieces"><circle id="a" r="1"></circle></g></svg>');
  const layer = document.getElementById('pieces');
  const [a] = layer.children;
  morphInside(layer, '<circle id="a" r="2"/><path id="b" d="M0 0"/>');
  assert.equal(layer.children.length, 2);
  assert.equal(layer.children[0], a);
  assert.equal(a.getAttribute('r'), '2');
  assert.equal(layer.children[1].namespaceURI, 'http://www.w3.org/2000/svg');
});
