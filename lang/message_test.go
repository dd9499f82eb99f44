package lang

import (
	"os"
	"regexp"
	"testing"

	"ruhr/rules"
	"ruhr/view"
)

// A malformed text is refused when it is read, not when it is said.
func TestMalformedTexts(t *testing.T) {
	for _, text := range []string{"{n", "n}", "{}", "{N}", "{n|one}", "{n|one|two|three}", "{|a|b}", "{place:}x{place:IN}",
		"[Werden", "Werden]", "[[Werden]]", "]Werden["} {
		if m, err := parse(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

// Texts are said as they are written.
func TestWellFormedTexts(t *testing.T) {
	args := view.Args{"n": 2, "place": view.Thing{Kind: "city", ID: "city-werden", Name: "Werden"}, "name": "<b>"}
	for text, want := range map[string]string{
		"{n|# pip|# pips} {place:in}": `2 pips in <span lang="de">Werden</span>`,
		"{n:+} & {name}":              "+2 &amp; &lt;b&gt;",
		"[Ruhr]":                      `<span lang="de">Ruhr</span>`,
		"{gone}":                      "‹gone›",
	} {
		m, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		w := writer{p: For("en"), args: args, markup: true}
		for _, p := range m {
			w.part(p)
		}
		if w.String() != want {
			t.Errorf("%q says %q, want %q", text, w.String(), want)
		}
	}
}

// An entry that is neither a text nor texts is refused.
func TestMalformedEntries(t *testing.T) {
	for _, v := range []any{"", 3.0, nil, []any{"a"}, map[string]any{}, map[string]any{"name": ""}, map[string]any{"name": 1.0}} {
		if e, err := entry(v); err == nil {
			t.Errorf("%v is read as %v", v, e)
		}
	}
}

// The section given with a rule is the first that the handbook gives for it.
func TestSectionsAreTheHandbooks(t *testing.T) {
	data, err := os.ReadFile("handbook/en.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^### (\S+) .*?· §([0-9.]+)`).FindAllStringSubmatch(string(data), -1) {
		sections[m[1]] = m[2]
	}
	for k, id := range rules.RuleIDs[1:] {
		if got, want := view.Section(rules.Rule(k+1)), sections[id]; got != want {
			t.Errorf("%s: section %q, the handbook has %q", id, got, want)
		}
	}
}
