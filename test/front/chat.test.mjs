// What somebody says at a table is sent once; a refusal is told beside the field, and the
// text stays in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from './dom.mjs';

globalThis.HTMLFormElement ??= document.defaultView.HTMLFormElement;
globalThis.window ??= document.defaultView;
globalThis.FormData = document.defaultView.FormData;
document.documentElement.dataset.unreached = 'Nobody answered.';
const { parse } = await import('../../internal/web/static/js/morph.js');
assert.ok(parse);
document.body.innerHTML = `<button class="menubutton"></button><button popovertarget="chatpanel" id="open"></button>
  <button id="heard" popovertarget="chatpanel" hidden></button>
  <aside id="chatpanel"><ol id="chatlist" data-last="1"></ol><p id="writing" hidden></p></aside>`;
const [menu, open, heard, list, panel] = ['.menubutton', '#open', '#heard', '#chatlist', '#chatpanel'].map(x =>
  document.querySelector(x),
);
list.scrollIntoView = document.defaultView.Element.prototype.scrollIntoView = () => {};
const matches = document.defaultView.Element.prototype.matches;
document.defaultView.Element.prototype.matches = function (selector) {
  return selector === ':popover-open' ? false : matches.call(this, selector);
};
const { hear, writing } = await import('../../internal/web/static/js/chat.js');
const announce = document.getElementById('announce');

const markup = `<form action="/t/x/chat" data-say>
  <input type="hidden" name="key" value="one"><input type="hidden" name="do" value="say">
  <input type="hidden" name="room" value="table">
  <input type="text" name="text"><button>Say</button><span role="status"></span></form>`;

/** Sends a text; gives the form, and what was sent, as the answers come. */
async function say(text, times, answer) {
  const form = show(markup);
  const sent = [];
  globalThis.fetch = async (_, { body }) => {
    sent.push(String(body));
    return answer();
  };
  form.elements.namedItem('text').value = text;
  for (let i = 0; i < times; i++)
    form.dispatchEvent(new document.defaultView.Event('submit', { bubbles: true, cancelable: true }));
  await new Promise(done => setTimeout(done));
  return { form, sent, text: form.elements.namedItem('text'), told: form.querySelector('[role=status]').innerHTML };
}
const answer = (status, notice) => () => ({ ok: status === 200, status, json: async () => ({ notice }) });

test('what others say is shown and marked on the menu; what one says oneself is not', () => {
  const line = (n, own) =>
    `<li data-message="${n}" ${own ? 'data-yours' : ''}><time>18:05</time> <b>Anna</b> <span>Ready?</span></li>`;
  const marked = () => [menu, open].map(b => b.classList.contains('news'));
  hear(line(2, true));
  assert.deepEqual([...marked(), heard.hidden], [false, false, true]);
  hear(line(2, false));
  assert.deepEqual([...marked(), heard.hidden], [false, false, true], 'the page had it already');
  assert.equal(announce.textContent, '');
  hear(line(3, false));
  assert.deepEqual([...marked(), heard.hidden], [true, true, false]);
  assert.equal(heard.textContent, 'Anna: Ready?');
  assert.equal(announce.textContent, 'Anna: Ready?', 'read aloud, though its panel is closed');
  panel.dispatchEvent(new document.defaultView.Event('toggle'));
  assert.deepEqual([...marked(), heard.hidden], [false, false, true]);
  assert.equal(list.childElementCount, 2);
});

test('a message is sent once, and the next one has another key', async () => {
  const { form, sent, text, told } = await say('Hello', 3, answer(200));
  assert.deepEqual(sent, ['key=one&do=say&room=table&text=Hello']);
  assert.equal(text.value, '');
  assert.equal(told, '');
  assert.notEqual(form.elements.namedItem('key').value, 'one');
});

test('a refusal is told, and the text stays', async () => {
  for (const status of [403, 409, 422, 429]) {
    const { form, text, told } = await say('Hello', 1, answer(status, '<b>Why</b>'));
    assert.equal(told, '<b>Why</b>', `status ${status}`);
    assert.equal(text.value, 'Hello');
    assert.equal(form.elements.namedItem('key').value, 'one');
    assert.ok(form.querySelector('button') && !text.readOnly, 'the chat may be switched on again');
  }
});

test('where nobody answers it is said, and the text stays', async () => {
  const { text, told } = await say('Hello', 1, () => {
    throw new TypeError('no line');
  });
  assert.equal(told, 'Nobody answered.');
  assert.equal(text.value, 'Hello');
});

test('that somebody writes is shown until it ends, and what is said comes first', () => {
  const line = '<li data-message="4"><time>18:06</time> <b>Bert</b> <span>Yes</span></li>';
  writing('Anna is writing …');
  assert.deepEqual([heard.hidden, heard.textContent], [false, 'Anna is writing …']);
  hear(line);
  writing('Anna is writing …');
  assert.equal(heard.textContent, 'Bert: Yes');
  panel.dispatchEvent(new document.defaultView.Event('toggle'));
  assert.equal(heard.hidden, true, 'the message has been read');
  writing('Anna is writing …');
  assert.equal(heard.hidden, false);
  writing('');
  assert.equal(heard.hidden, true);
});

test('that one writes is told once in a while, and not among those who watch', () => {
  const told = [];
  globalThis.fetch = async (_, { body }) => told.push(String(body));
  const type = (html, text) => {
    const field = show(html).elements.namedItem('text');
    field.value = text;
    field.dispatchEvent(new document.defaultView.Event('input', { bubbles: true }));
  };
  type(markup.replace('value="table"', 'value="watch"'), 'H');
  type(markup, '');
  assert.deepEqual(told, []);
  for (const text of ['H', 'He', 'Hel']) type(markup, text);
  assert.deepEqual(told, ['do=writing']);
});
