package page

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
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

// Every face that may have been drawn has a picture of what its page draws, and words; its
// short words tell it from all others, too.
func TestFacesHavePicturesAndWords(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	drawn := string(Box{}.Symbols() + draw.PieceSymbols())
	used := regexp.MustCompile(`href="#([^"]+)"`)
	for _, language := range lang.Languages {
		s := e.shared(language, e.snapshot(0, 0))
		var ids []string
		for _, m := range s.Pos.Bag.Unseen {
			ids = append(ids, m.ID)
		}
		for _, c := range s.Pos.Port.Columns {
			ids = append(ids, c.ID)
		}
		shorts := map[template.HTML]string{}
		for _, id := range ids {
			f := s.face(id)
			symbols := used.FindAllStringSubmatch(string(f.Picture), -1)
			for _, use := range symbols {
				require.True(t, strings.Contains(drawn, `id="`+use[1]+`"`), "the picture of %s uses %s, which the page does not have", id, use[1])
			}
			if len(symbols) == 0 || f.Name == "" || f.Short == "" || shorts[f.Short] != "" {
				t.Errorf("%s: %s is %q, in short %q as %s, with %d symbols", language, id, f.Name, f.Short, shorts[f.Short], len(symbols))
			}
			shorts[f.Short] = id
		}
	}
}
