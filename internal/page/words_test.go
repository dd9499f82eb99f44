package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/view"
)

// Somebody who reads the table in words knows all that the map shows: where the
// words of two positions are alike, so are the pieces on the map.
func TestWordsTellWhatTheMapShows(t *testing.T) {
	for _, name := range []string{"2-seats-thrifty", "4-seats-thrifty"} {
		e := exampleOf(t, name)
		shown := map[string]string{} // pieces by words
		told := map[string]bool{}
		for n := range e.Len() {
			p := e.page(e.snapshot(n, 0))
			words := fmt.Sprint(p.River, p.Words, p.Years)
			pieces := string(p.Map.Pieces)
			if other, ok := shown[words]; ok && other != pieces {
				t.Errorf("%s, decision %d: the map differs from another, and the words do not:\n%s\n%s", name, n, difference(other, pieces), difference(pieces, other))
			}
			require.Must(t, !strings.Contains(words, "‹"), "%s, decision %d: a text is missing: %s", name, n, words)
			shown[words] = pieces
			told[pieces] = true
		}
		require.True(t, len(told) >= 20, "%s has only %d different maps", name, len(told))
	}
}

// difference is what of a is not in b, tag by tag.
func difference(a, b string) string {
	var out []string
	for _, tag := range strings.SplitAfter(a, ">") {
		if !strings.Contains(b, tag) {
			out = append(out, tag)
		}
	}
	return strings.Join(out[:min(len(out), 5)], " ")
}

// A warehouse in the port is told with its owner, a free place without one; how
// many warehouses wait on a player board is told while any do.
func TestWarehousesInWords(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	n := e.first(t, "a warehouse in the port", func(p *view.Position) bool {
		return slices.ContainsFunc(p.Port.Columns, func(c view.PortColumn) bool { return c.Places[0].Owner >= 0 })
	})
	c := e.context(n)
	for i := range c.Pos.Port.Columns {
		col := &c.Pos.Port.Columns[i]
		var places []template.HTML
		for _, place := range col.Places {
			if place.Owner >= 0 {
				places = append(places, c.T("page.words.place_of", "n", place.Bonus, "seat", view.SeatRef(place.Owner)))
			} else {
				places = append(places, c.T("page.words.place", "n", place.Bonus))
			}
		}
		places = append(places, c.T("page.words.hidden", "n", col.Hidden))
		require.Equal(t, c.columnInWords(col, false, true).There, c.list(places), "column %s", col.ID)
	}
	waiting := map[bool]int{}
	for n := range e.Steps {
		c := e.context(n)
		for i, line := range c.seatsInWords() {
			s := &c.Pos.Seats[c.Pos.Order[i].Seat]
			for key, count := range map[string]int{"page.words.lock_field": s.LockField, "page.words.mark_field": s.MarkField} {
				waiting[count > 0]++
				if told := strings.Contains(string(line.There), string(c.T(key, "n", count))); told != (count > 0) {
					t.Fatalf("decision %d: %s tells of %d by %s: %v", n, line.There, count, key, told)
				}
			}
		}
	}
	require.True(t, waiting[true] != 0 && waiting[false] != 0, "%d times warehouses wait, %d times none do", waiting[true], waiting[false])
}

// What was pushed off the transport track is told where there is something of it,
// and that a barge is not on the river where it is not, also from its first space.
func TestWordsTellWhatIsElsewhere(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	counts := map[bool]int{}
	for n := range e.Steps {
		c := e.context(n)
		pushed := 0
		for _, col := range c.Pos.Track.Stages[c.Pos.Track.Stage].Columns {
			pushed += min(len(col.Leaving), 1)
		}
		told := 0
		for _, line := range c.trackInWords() {
			if line.Name == c.T("page.words.leaving") {
				told++
			}
		}
		if counts[pushed > 0]++; told != pushed {
			t.Fatalf("after %d decisions %d columns have pushed something off, and of %d it is told", n, pushed, told)
		}
	}
	require.True(t, counts[true] != 0, "nothing was ever pushed off the track")
	c := e.context(0)
	for at, off := range map[int]bool{-1: true, 0: false} {
		s := c.Pos.Seats[c.Pos.Order[0].Seat]
		s.Barge = at
		c.Pos.Seats[c.Pos.Order[0].Seat] = s
		require.Equal(t, strings.Contains(string(c.seatsInWords()[0].There), string(c.T("page.words.off_river"))), off, "a barge at %d is off the river", at)
	}
}

// The free spaces of a city or depot are told once, with all their prices.
func TestWordsTellFreeSpacesOnce(t *testing.T) {
	c := exampleOf(t, "2-seats-thrifty").context(0)
	for _, x := range []struct {
		slots []view.Slot
		want  string
	}{
		{[]view.Slot{{Owner: -1, Price: 3}, {Owner: -1, Price: 4}, {Owner: -1, Price: 4}, {Owner: -1, Price: 5}}, "free spaces at 3, 4, 4 and 5 Thaler"},
		{[]view.Slot{{Owner: 0, Price: 3}, {Owner: -1, Price: 4}}, "warehouse of Anna; a space for 4 Thaler"},
		{[]view.Slot{{Owner: 0, Price: 3}}, "warehouse of Anna"},
	} {
		var got []string
		for _, what := range c.row(&view.Row{Slots: x.slots}) {
			got = append(got, plain(what))
		}
		require.True(t, strings.Join(got, "; ") == x.want, "it is told as %q, want %q", got, x.want)
	}
}

// A seat's figures are read aloud with their number, which may be one.
func TestFiguresOfOne(t *testing.T) {
	for _, language := range lang.Languages {
		for _, figure := range []string{"vp", "supply", "debts"} {
			one, two := in(language).T("page.figure."+figure, "n", 1), in(language).T("page.figure."+figure, "n", 2)
			require.True(t, one != two, "%s: one is %q, two are %q", language, one, two)
		}
	}
}
