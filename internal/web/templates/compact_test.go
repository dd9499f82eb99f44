package templates

import (
	"html/template"
	"strings"
	"testing"

	"ruhr/internal/require"
)

func TestCompact(t *testing.T) {
	for _, c := range []struct{ name, source, page string }{
		{"a break between elements", "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"},
		{"a space within a line", "<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"},
		{"a space said at a line's end", "<b>a</b>{{\" \"}}\n  <i>b</i>", "<b>a</b> <i>b</i>"},
		{"attributes on lines of their own", "<a\n  class=\"x\"\n  href=\"/\">b</a>", `<a class="x" href="/">b</a>`},
		{"an attribute an action makes", "<a\n  {{if .}}class=\"x\"{{end}}>b</a>", `<a class="x">b</a>`},
		{"blanks within an attribute", "<a title=\"a  >\n b\">c</a>", "<a title=\"a  >\n b\">c</a>"},
		{"quotes in text", "\"a\"\n<b>\"c\"</b>", `"a"<b>"c"</b>`},
		{"a break about an action", "<b>\n  {{if .}}\n    x\n  {{end}}\n</b>", "<b>x</b>"},
	} {
		page, err := template.New("").Parse(compact(c.source, nil))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var out strings.Builder
		if err := page.Execute(&out, true); err != nil || out.String() != c.page {
			t.Errorf("%s: %q renders %q, %v; want %q", c.name, c.source, out.String(), err, c.page)
		}
	}
}

// An error in a template names the line of the source it stands on.
func TestCompactKeepsLines(t *testing.T) {
	page := template.Must(template.New("page.html").Parse(compact("<ul>\n  <li\n    class=\"x\">\n    {{.Missing}}\n  </li>\n</ul>", nil)))
	err := page.Execute(&strings.Builder{}, struct{}{})
	require.True(t, err != nil && strings.Contains(err.Error(), "page.html:4:"), "the error is %v, want one on line 4 of page.html", err)
}

// A text without arguments or markup is written into the source.
func TestCompactWritesConstantTexts(t *testing.T) {
	say := func(key string, args ...any) template.HTML { return template.HTML(strings.TrimPrefix(key, "k.")) }
	for source, want := range map[string]string{
		`<a title="{{.T "k.a"}}">{{$.P.T "k.b"}}</a>`: `<a title="a">b</a>`,
		`{{.T "k.<b>"}}`:               `{{.T "k.<b>"}}`,
		`{{.T "k.n" "n" .N}}`:          `{{.T "k.n" "n" .N}}`,
		`{{$.T (print "k." .N)}}`:      `{{$.T (print "k." .N)}}`,
		`{{$note := .T "k.a"}}`:        `{{$note := .T "k.a"}}`,
		`{{template "x" (.T "k.a")}}`:  `{{template "x" (.T "k.a")}}`,
		`{{if .A}}{{.T "k.a"}}{{end}}`: `{{if .A}}a{{end}}`,
	} {
		require.Equal(t, compact(source, say), want, "%s", source)
	}
}
