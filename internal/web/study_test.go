package web

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/coach"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// What strong players do is told for each number of seats, in every language, and of a
// choice that may have made no difference nothing else.
func TestStudyPage(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	require.True(t, v.Get("/puzzles").LeadsTo("/study"), "the puzzles do not lead there")
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		webtest.CheckPage(t, lang+" study", v.Get("/study"))
	}
	v.Lang = "en"
	for _, s := range coach.Studies() {
		p := v.Get("/study?seats=" + strconv.Itoa(s.Seats))
		rows := p.Document().All("tr", "", "")
		rows = slices.DeleteFunc(rows, func(e webtest.Element) bool { return len(e.All("td", "", "")) == 0 })
		require.Must(t, len(rows) == len(s.Rows), "%d seats: %d rows, not %d", s.Seats, len(rows), len(s.Rows))
		for i, row := range rows {
			if told := !strings.Contains(row.Text(), "about what the seat usually wins"); told != s.Rows[i].Clear() {
				t.Errorf("%d seats: %+v is told as %q", s.Seats, s.Rows[i], row.Text())
			}
		}
	}
	require.True(t, v.Get("/study?seats=x").Text() == v.Get("/study?seats=4").Text(), "an unknown number of seats is not that of four")
}
