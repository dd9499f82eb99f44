package tables

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// padPage is the scoring pad. What is filled in is in its address, and nowhere else.
type padPage struct {
	*page.Localizer
	kernel.Base
	*page.Pad
	Markers []string
}

// Has reports whether a list has an element.
func (p *padPage) Has(list []string, one string) bool { return slices.Contains(list, one) }

// Counts are the numbers of people to choose from.
func (p *padPage) Counts() []int { return []int{2, 3, 4} }

func (s *Tables) pad(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "", "box.pad")
	b.Styles = append(b.Styles, "css/box.css")
	n := padNumber(r, "seats", 2, maxSeats)
	if !r.URL.Query().Has("seats") {
		n = 3
	}
	var seats []page.PadSeat
	for k := range n {
		field := func(name string) string { return fmt.Sprint(name, k) }
		typed := kernel.Brief(r.FormValue(field("name")))
		seat := page.PadSeat{Name: cmp.Or(typed, b.Printer.T("view.seat", "n", k+1)), Typed: typed, VP: padNumber(r, field("vp"), 0, 200), Thaler: padNumber(r, field("thaler"), 0, 200),
			Debt: padNumber(r, field("debts"), 0, 4), Ruhrort: r.FormValue(field("ruhrort")) != "",
			Cities: r.Form[field("city")], Markers: r.Form[field("marker")]}
		for d := range seat.Depots {
			seat.Depots[d] = padNumber(r, fmt.Sprintf("depot%d-%d", k, d), 0, 4)
		}
		seats = append(seats, seat)
	}
	p := page.NewPad(b.Localizer, s.Board.Board, seats)
	s.Show(w, r, http.StatusOK, "pad", &padPage{p.Localizer, b, p, page.PadMarkers})
}

// padNumber reads a number, as near to what was filled in as may be.
func padNumber(r *http.Request, name string, least, most int) int {
	n, err := strconv.Atoi(r.FormValue(name))
	if err != nil {
		n = least
	}
	return min(max(n, least), most)
}
