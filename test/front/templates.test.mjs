// The formatter of templates: what it breaks and what it keeps together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from 'prettier';
import * as plugin from './templates.mjs';

const formatted = (source, printWidth = 40) => format(source, { parser: 'go-template', plugins: [plugin], printWidth });

for (const [name, source, want] of [
  ['what fits stands on one line', '<p>\n  {{.A}}\n</p>', '<p>{{.A}}</p>\n'],
  [
    'what does not is broken and indented',
    '<ul><li>{{.First}}</li><li>{{.Second}}</li></ul>',
    '<ul>\n  <li>{{.First}}</li>\n  <li>{{.Second}}</li>\n</ul>\n',
  ],
  [
    'a space where a line is broken is said',
    '<p><b>{{.Something}}</b> <i>{{.Something}}</i></p>',
    '<p>\n  <b>{{.Something}}</b>{{" "}}\n  <i>{{.Something}}</i>\n</p>\n',
  ],
  ['a space said where it need not be', '<p><b>a</b>{{" "}}\n  <i>b</i></p>', '<p><b>a</b> <i>b</i></p>\n'],
  [
    'attributes stand below each other, each with its actions',
    '<a class="x{{if .A}} y{{end}}" {{with .B}}title="{{.}}"{{end}} href="/">b</a>',
    '<a\n  class="x{{if .A}} y{{end}}"\n  {{with .B}}title="{{.}}"{{end}}\n  href="/">\n  b\n</a>\n',
  ],
  [
    'branches stand below their condition',
    '{{define "a"}}{{if .LongCondition}}<p>{{.A}}</p>{{else}}<p>{{.B}}</p>{{end}}{{end}}',
    '{{define "a"}}\n  {{if .LongCondition}}\n    <p>{{.A}}</p>\n  {{else}}\n    <p>{{.B}}</p>\n  {{end}}\n{{end}}\n',
  ],
  ['a tag whose partner is elsewhere', '{{define "a"}}<html>{{end}}', '{{define "a"}}\n  <html>\n{{end}}\n'],
  ["a drawing's own end stays", '<svg><use href="#a"/></svg>', '<svg><use href="#a"/></svg>\n'],
  ['quotes and braces in attributes', '<a title="{{.T "a>b"}} > c">d</a>', '<a title="{{.T "a>b"}} > c">d</a>\n'],
]) {
  test(name, async () => {
    const once = await formatted(source);
    assert.equal(once, want);
    assert.equal(await formatted(once), once, 'formatting again changes nothing');
  });
}

test('what cannot be read is refused', async () => {
  await assert.rejects(formatted('{{if .A}}a'), /without an end: \{\{if \.A\}\}/);
  await assert.rejects(formatted('<p>{{end}}</p>'), /out of place/);
  await assert.rejects(formatted('<p class="a'), /a tag without an end/);
});
