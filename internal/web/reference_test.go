package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/spec"
	"ruhr/view"
)

// The reference page agrees with the board file: prices, sizes of areas, what
// earns each progress marker, the routes, the export track, where black coal
// returns in each round, and how many markers there are of each kind.
func TestReferenceIsTheBoard(t *testing.T) {
	var b struct {
		Timeline []struct {
			Round, Year        int
			BlackCoalReturnsTo string
		}
		TransportTracks []struct {
			ID                      string
			FromRound, Above, Below int
		}
		ExportTrack []int
		Harbour     struct {
			Costs, PositionBonus []int
		}
		CountryMarkers map[string]int
		CityWarehouses map[string][]int
		Depots         []struct {
			ID    string
			Costs []int
		}
		DevelopmentAreas map[string]int
		Progress         []struct {
			ID    string
			Needs map[string]int
		}
		Markers []struct{ ID string }
	}
	require.NoError(t, json.Unmarshal(spec.Board, &b))
	v := newWorld(t, 1).Visitor()
	for _, code := range webtest.LanguageCodes {
		v.Lang = code
		p := v.Get("/handbook/reference")
		webtest.CheckPage(t, code+" /handbook/reference", p)
		words := lang.For(code)
		name := func(kind, id string) string { return words.Thing(view.Thing{Kind: kind, ID: id}, "name").Plain }
		row := rowsOf(p)
		has := func(id string, want ...any) {
			t.Helper()
			for _, w := range want {
				require.True(t, strings.Contains(row[id]+" ", " "+fmt.Sprint(w)+" "), "%s: the row %s says %q, expected %v in it", code, id, row[id], w)
			}
		}
		for _, y := range b.Timeline {
			has(fmt.Sprint("round-", y.Round), y.Round, y.Year, name("territory", y.BlackCoalReturnsTo))
		}
		for _, x := range b.TransportTracks {
			has(x.ID, x.FromRound, fmt.Sprint(x.Above, " ", x.Below))
		}
		for id, costs := range b.CityWarehouses {
			has(id, side(costs))
		}
		for _, d := range b.Depots {
			has(d.ID, side(d.Costs))
		}
		has("ruhrort", side(b.Harbour.Costs))
		for id, n := range b.CountryMarkers {
			has(id, name("column", id), n)
		}
		for id, n := range b.DevelopmentAreas {
			has("area-"+id, n)
		}
		for _, m := range b.Progress {
			for area, n := range m.Needs {
				has(m.ID, words.T("page.ref.need", "n", n, "area", view.AreaThing(area)))
			}
			require.Equal(t, strings.Count(row[m.ID], "×"), len(m.Needs), "%s: kinds of token in the row %s, %q", code, m.ID, row[m.ID])
		}
		if !p.Says(side(b.ExportTrack)) {
			t.Errorf("%s: the boxes of the export track, %s, are nowhere", code, side(b.ExportTrack))
		}
		total := 0
		for _, m := range b.Markers {
			var n int
			if words := strings.Fields(row[m.ID]); len(words) > 0 {
				n, _ = strconv.Atoi(words[len(words)-1])
			}
			total += n
		}
		require.Equal(t, total, len(b.Markers), "%s: obstacle/demand markers", code)
		checkRules(t, code, p)
	}
}

// side formats numbers next to each other as the page does.
func side(list []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", " · ")
}

// rowsOf returns the text of a page's table rows by row id.
func rowsOf(p webtest.Answer) map[string]string {
	out := map[string]string{}
	for _, tr := range p.Document().All("tr", "", "") {
		for _, cell := range append(tr.All("th", "", ""), tr.All("td", "", "")...) {
			out[tr.Value("id")] += " " + cell.Text()
		}
	}
	return out
}

// checkRules checks that every rule and history note a page links to exists.
func checkRules(t *testing.T, code string, p webtest.Answer) {
	t.Helper()
	book, err := handbook.Handbook(code)
	require.NoError(t, err)
	links := p.Links("/handbook#")
	require.True(t, len(links) >= 30, "%s: only %d rules are linked", code, len(links))
	notes, err := handbook.History(code)
	require.NoError(t, err)
	history := p.Links("/handbook/history#")
	require.True(t, len(history) >= 30, "%s: only %d notes of history are linked", code, len(history))
	for _, link := range history {
		if _, ok := notes.Note(strings.TrimPrefix(link, "/handbook/history#")); !ok {
			t.Errorf("%s: %s leads to no note", code, link)
		}
	}
	for _, link := range links {
		if _, ok := book.Rule(strings.TrimPrefix(link, "/handbook#")); !ok {
			t.Errorf("%s: %s leads to no rule", code, link)
		}
	}
}

// A long search is cut between words, and never within a character.
func TestLongSearchOfTheHandbook(t *testing.T) {
	v := newWorld(t, 14).Visitor()
	long := strings.Repeat("Mülheim ", 12)
	for typed, want := range map[string]string{
		"x" + strings.Repeat("ü", 60): "x" + strings.Repeat("ü", 60), long + "Mülheim": strings.TrimSpace(long), strings.Repeat("ü", 120): strings.Repeat("ü", 100),
		strings.Repeat("ü", 100) + " x": strings.Repeat("ü", 100), strings.Repeat("ab ", 33) + "c dd": strings.Repeat("ab ", 33) + "c",
	} {
		field := v.Get("/handbook?q="+url.QueryEscape(typed)).Document().Find(t, "input", "name", "q")
		if got := field.Value("value"); got != want {
			t.Errorf("of %q %q is searched", typed, got)
		}
	}
}

// Where the server's board is not the printed one, whose figures the rules have, they say so.
func TestRulesSayWhoseFiguresTheyHave(t *testing.T) {
	w := newWorld(t, 1)
	other, err := board.Load(bytes.Replace(spec.Board, []byte(`"startingThaler": 0`), []byte(`"startingThaler": 7`), 1))
	require.NoError(t, err)
	for _, c := range []struct {
		board *board.Board
		says  bool
	}{{board.Default(), false}, {other, true}} {
		w.Config.Board = c.board
		w.Starts(w.Config)
		for _, path := range []string{"/handbook", "/handbook/sheet"} {
			p := w.Visitor().Get(path)
			require.Equal(t, strings.Contains(p.Text(), lang.For("en").T("page.handbook.other")), c.says, "%s says so", path)
		}
	}
}
