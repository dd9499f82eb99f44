package page

import (
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
)

// What the usual board file says about its sources is said in every language:
// each fact, and each source that is not a mere section of the rulebook.
func TestSourcesAreSaidInEveryLanguage(t *testing.T) {
	b := board.Default()
	for _, code := range lang.Languages {
		words := NewLocalizer(lang.For(code))
		for _, src := range b.Src {
			line := words.sourceOf(src)
			if line.Raw || strings.ContainsAny(string(line.Fact+line.Source), "‹›") {
				t.Errorf("%s: no words for %q, %q", code, src.Fact, src.Source)
			}
			if id := sourceIDs[src.Fact]; !sections.MatchString(src.Source) && src.Source != "reconstructed" && !words.Printer.Has("page.src.from."+id) {
				t.Errorf("%s: the source of %q is shown as %q, the file says %q", code, src.Fact, line.Source, src.Source)
			}
		}
	}
	own := NewLocalizer(lang.For("de")).sourceOf(board.Source{Fact: "depots: <my box>", Source: "counted & checked"})
	require.Equal(t, own, (SourceLine{"depots: &lt;my box&gt;", "counted &amp; checked", true}), "a fact of another file is shown as")
}
