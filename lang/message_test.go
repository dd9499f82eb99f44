package lang

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// A malformed text is refused when the catalogue is read, not when it is used.
func TestMalformedTexts(t *testing.T) {
	for _, text := range []string{"{n", "n}", "{}", "{N}", "{n|one}", "{n|one|two|three}", "{|a|b}", "{place:}x{place:IN}",
		"[Werden", "Werden]", "[[Werden]]", "]Werden["} {
		if m, err := parse(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

// Well-formed texts are printed as written.
func TestWellFormedTexts(t *testing.T) {
	given := view.Args{"n": 2, "place": view.Thing{Kind: "city", ID: "city-werden", Name: "Werden"}, "name": "<b>"}
	for text, want := range map[string]string{
		"{n|# pip|# pips} {place:in}": `2 pips in <span lang="de">Werden</span>`,
		"{n:+} & {name}":              "+2 &amp; &lt;b&gt;",
		"[Ruhr]":                      `<span lang="de">Ruhr</span>`,
		"{gone}":                      "‹gone›",
	} {
		m, err := parse(text)
		require.NoError(t, err)
		w := writer{p: For("en"), args: args{named: given}, markup: true}
		for _, p := range m {
			w.part(p)
		}
		require.Equal(t, w.String(), want, "what %q says", text)
	}
}

// A text speaks to one seat and of the others, alone and in a list.
func TestSpeakingToASeat(t *testing.T) {
	m, err := parse("{who|# pay|# pays}; {who|your|the} {all|you|#}")
	require.NoError(t, err)
	p := For("en").Seated([]string{"Anna", "<i>"}).To(0)
	for seat, want := range map[view.SeatRef]string{
		0: `<b class="who seat-0">You</b> pay; your you and <b class="who seat-1">&lt;i&gt;</b>`,
		1: `<b class="who seat-1">&lt;i&gt;</b> pays; the you and <b class="who seat-1">&lt;i&gt;</b>`,
	} {
		require.Equal(t, p.write(m, args{named: view.Args{"who": seat, "all": []view.SeatRef{0, 1}}}, true), want, "what it says of seat %d", seat)
	}
	for _, seat := range []int{-1, 0, 1} {
		require.True(t, p.SpeaksTo(seat) == (seat == 0) && !For("en").SpeaksTo(seat), "seat %d is spoken to wrongly", seat)
	}
	require.Equal(t, p.Seat(0)+p.Seat(1)+For("en").Seated([]string{"Anna"}).Seat(0), "You<i>Anna", "the names")
}

// One and minus one take the singular, in French also zero.
func TestSingular(t *testing.T) {
	for n, want := range map[int]string{-2: "nn", -1: "11", 0: "n1", 1: "11", 2: "nn"} {
		for i, language := range []string{"en", "fr"} {
			m, err := parse("{n|1|n}")
			require.NoError(t, err)
			w := writer{p: For(language), args: args{turns: []any{"n", n}}}
			w.part(m[0])
			require.Equal(t, w.String(), want[i:i+1], "%d in %s", n, language)
		}
	}
}

// An argument name without a value is ignored.
func TestArgumentsInPairs(t *testing.T) {
	got := argsOf([]any{"n", 1, "place"})
	if n, place := got.value("n"), got.value("place"); n != 1 || place != nil {
		t.Errorf("n is %v and place %v, expected 1 and nothing", n, place)
	}
}

// An entry that is neither a text nor an object of texts is refused.
func TestMalformedEntries(t *testing.T) {
	for _, line := range []string{`""`, `3`, `null`, `["a"]`, `{}`, `{"name": ""}`, `{"name": 1}`, `"a`, ``} {
		if forms, err := formsOf(line); err == nil {
			t.Errorf("%s is read as %v", line, forms)
		}
	}
}

// A rule's section is the first that the handbook gives for it.
func TestSectionsAreTheHandbooks(t *testing.T) {
	data, err := os.ReadFile("handbook/en.md")
	require.NoError(t, err)
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

// A sentence that ends with a name that has a full stop has no second one.
func TestOneFullStop(t *testing.T) {
	for _, l := range Languages {
		p := For(l).Seated([]string{"N. N.", "Ben"})
		for _, who := range []any{"N. N.", []view.SeatRef{1, 0}} {
			said := p.Text("notice.line.turn", "who", who, "round", 3)
			for _, text := range []string{said.Plain, string(said.HTML)} {
				require.True(t, !strings.Contains(regexp.MustCompile("<[^>]*>").ReplaceAllString(text, ""), ".."), "%s: %q", l, text)
			}
		}
		if said := p.T("notice.line.over", "who", "Ben"); strings.Contains(said, "..") || !strings.HasSuffix(said, ".") {
			t.Errorf("%s: %q", l, said)
		}
	}
}
