package page

import (
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/view"
)

// What has been revealed does not stand under what has not been drawn, but on the board,
// which is the last part as without it.
func TestCorrectingTheCountryRevealed(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	n := e.first(t, "a country", func(p *view.Position) bool { return p.Round == 5 && p.Decision == "option" })
	snap := e.snapshot(n, 0)
	snap.Entering = &game.Entering{Fields: record.Fields(snap.Game, &snap.State)}
	s := e.shared("en", snap)
	c := NewCorrections(s, "K", nil, nil)
	of := func(kind string) int {
		return slices.IndexFunc(c.Parts, func(p CorrectionPart) bool {
			return slices.ContainsFunc(p.Fields, func(f CorrectionField) bool { return f.Kind == kind })
		})
	}
	if k := of("country"); k < 0 || k != of("die") || k != of("export") || k == of("hidden") || k < of("thaler") {
		t.Errorf("the country revealed stands in part %d, what is hidden in %d, the dice in %d, the Thaler in %d", k, of("hidden"), of("die"), of("thaler"))
	}
	if k := of("hidden"); k < 0 || c.Parts[k].Title != s.T("box.correct.drawn") {
		t.Errorf("what is hidden stands in part %d", k)
	}
}
