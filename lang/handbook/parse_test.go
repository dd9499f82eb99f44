package handbook

import (
	"strings"
	"testing"

	"ruhr/internal/require"
)

func TestInline(t *testing.T) {
	for _, c := range []struct{ src, html, plain string }{
		{"plain", "plain", "plain"},
		{"**a** *b*", "<strong>a</strong> <em>b</em>", "a b"},
		{"see BUY-2.", `see <a href="/handbook#BUY-2">BUY-2</a>.`, "see BUY-2."},
		{"see EVENT-R.", `see <a href="/handbook#EVENT-R">EVENT-R</a>.`, "see EVENT-R."},
		{"{de:Große Ruhr}!", `<span lang="de">Große Ruhr</span>!`, "Große Ruhr!"},
		{`<script>&"'`, "&lt;script&gt;&amp;&#34;&#39;", `<script>&"'`},
		{`{de:<b>}`, `<span lang="de">&lt;b&gt;</span>`, "<b>"},
		{"*{de:Aktion}*", `<em><span lang="de">Aktion</span></em>`, "Aktion"},
	} {
		got, err := inline(c.src)
		require.True(t, err == nil && string(got.HTML) == c.html && got.Plain == c.plain, "%q: %q, %q, %v", c.src, got.HTML, got.Plain, err)
	}
	for _, bad := range []string{"", "  ", "**a", "*a", "{fr:a}", "{de:a", "a}", "**", "**a *b** c*"} {
		if got, err := inline(bad); err == nil {
			t.Errorf("%q: no error but %q", bad, got.HTML)
		}
	}
}

func TestParseBook(t *testing.T) {
	b, err := parseBook("en", "# T\nintro\n## SET Setup\nabout\n### SET-1 One · §4, §6.2\ntext\n- a\n- b\n> ruling")
	require.NoError(t, err)
	r := b.Sections[0].Rules[0]
	if len(b.Intro) != 1 || len(r.Blocks) != 3 || r.Blocks[1].HTML != "<ul><li>a</li><li>b</li></ul>" ||
		r.Blocks[0].Ruling || !r.Blocks[2].Ruling || len(r.Refs) != 2 {
		t.Errorf("%+v", b)
	}
	for name, src := range map[string]string{
		"empty":               "",
		"no title":            "## SET Setup\nabout",
		"text first":          "text\n# T",
		"list first":          "- text\n# T",
		"second title":        "# T\n# U\ntext",
		"empty section":       "# T\n## SET Setup\n",
		"section without id":  "# T\n## Setup\ntext",
		"empty rule":          "# T\n## SET Setup\nabout\n### SET-1 One · §4\n",
		"rule first":          "# T\n### SET-1 One · §4\ntext",
		"rule twice":          "# T\n## SET Setup\nabout\n### SET-1 One · §4\na\n### SET-1 One · §4\nb",
		"no rule id":          "# T\n## SET Setup\nabout\n### Set1 One · §4\na",
		"no section":          "# T\n## SET Setup\nabout\n### SET-1 One\na",
		"a bad section":       "# T\n## SET Setup\nabout\n### SET-1 One · 6.4\na",
		"too deep":            "# T\n#### SET-1 One\na",
		"an unclosed mark":    "# T\n## SET **Setup\nabout",
		"a list unclosed":     "# T\n## SET Setup\n- **a",
		"heading without gap": "#T\n",
	} {
		if _, err := parseBook("en", src); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestParseNotes(t *testing.T) {
	n, err := parseNotes("en", "# T\nintro\n## 1769 Coal\ntext\n## lock Locks\nmore")
	require.Must(t, err == nil && len(n.Notes) == 2 && n.Notes[1].Title.Plain == "Locks", "%+v, %v", n, err)
	for name, src := range map[string]string{
		"empty":      "",
		"no text":    "# T\n## 1769 Coal\n",
		"twice":      "# T\n## a A\nx\n## a A\ny",
		"rule level": "# T\n### SET-1 One · §4\nx",
	} {
		if _, err := parseNotes("en", src); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// An error names the line it is on, counted from 1.
func TestErrorsNameTheLine(t *testing.T) {
	for src, want := range map[string]string{
		"- an item\n":                           "line 1: ",
		"text\n":                                "line 1: ",
		"# Title\n\n#### deep\n":                "line 3: ",
		"# Title\n\ntext\n\n### START-1 none\n": "line 5: ",
	} {
		if _, err := parse(src); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", src, err, want)
		}
	}
	list, err := parse("# Title\n\ntext\n## id Second\n")
	if err != nil || len(list) != 2 || list[0].line != 1 || list[1].line != 4 {
		t.Errorf("headings %+v, %v, expected on lines 1 and 4", list, err)
	}
}
