package page

import (
	"slices"
	"strings"
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

// What is laid out at the start is all there: a round of the timeline says what lies on it,
// and a column of the port nothing that lies elsewhere.
func TestLaidOutAtTheStart(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	snap := e.snapshot(0, 0)
	snap.Entering = &game.Entering{}
	s := e.shared("en", snap)
	faceDown, houses := 0, 0
	for _, part := range NewLaid(s).Parts {
		for _, line := range part.Lines {
			there := string(line.There)
			if part.Title == s.T("symbol.years.title") {
				faceDown += strings.Count(there, s.Plain("page.words.face_down"))
				houses += strings.Count(there, "warehouse of")
			}
			if part.Title == s.T("page.words.port") && strings.Contains(there, "country marker") {
				t.Errorf("country markers are to lie at %s: %s", line.Name, there)
			}
		}
	}
	if faceDown != 8 || houses != 5*3 {
		t.Errorf("%d country markers and %d warehouses on the timeline, want 8 and 15 (SET-2, SET-3)", faceDown, houses)
	}
}
