package page

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/coach"
	"ruhr/view"
)

// The size of the running chart.
const (
	chartWide, chartHigh = 640.0, 200.0
	chartEdge            = 26.0
	turnRoom             = 28.0 // between two numbered turns
)

// chart draws VP and Thaler of each seat, round by round, with a mark at a
// decision.
func (c *Context) chart(h *view.History, at int) template.HTML {
	points := h.Chart()
	most := 10
	for _, p := range points {
		for k := range p.VP {
			most = max(most, p.VP[k], p.Thaler[k], p.IfEnded[k])
		}
	}
	x := func(n int) float64 { return chartEdge + (chartWide-2*chartEdge)*float64(n)/float64(max(1, h.Len())) }
	var w strings.Builder
	y := pointsAxis(&w, most)
	for k, p := range points {
		if p.N < h.Len() && (k+1 == len(points) || points[k+1].N > p.N) { // not what a correction went past
			fmt.Fprintf(&w, `<text x="%s" y="%s">%d</text>`, num(x(p.N)), num(chartHigh-6), p.Round+1)
		}
	}
	fmt.Fprintf(&w, `<path class="at" d="M%s %sV%s"/>`, num(x(at)), num(chartEdge), num(chartHigh-chartEdge))
	for k := range c.Pos.Seats {
		var vp, thaler strings.Builder
		for _, p := range points {
			fmt.Fprintf(&vp, "%s,%s ", num(x(p.N)), num(y(p.VP[k])))
			fmt.Fprintf(&thaler, "%s,%s ", num(x(p.N)), num(y(p.Thaler[k])))
		}
		last := points[len(points)-1]
		fmt.Fprintf(&w, `<g class="seat-%d"><polyline class="thalers" points="%s"/><polyline class="vps" points="%s"/><use href="#sign-%d" x="%s" y="%s"/></g>`,
			c.Signs[k], strings.TrimSpace(thaler.String()), strings.TrimSpace(vp.String()), c.Signs[k], num(x(last.N)), num(y(last.VP[k])))
	}
	return template.HTML(w.String())
}

// pointsAxis draws the axis of points from 0 to most, and returns where they lie.
func pointsAxis(w *strings.Builder, most int) (y func(points int) float64) {
	y = func(n int) float64 { return chartHigh - chartEdge - (chartHigh-2*chartEdge)*float64(n)/float64(most) }
	for n := 0; n <= most; n += 10 {
		fmt.Fprintf(w, `<path class="grid" d="M%s %sH%s"/><text x="%s" y="%s" text-anchor="end">%d</text>`,
			num(chartEdge), num(y(n)), num(chartWide-chartEdge), num(chartEdge-4), num(y(n)+4), n)
	}
	return y
}

// num writes a coordinate with one decimal at most.
func num(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") }

// sharesChart draws the share of wins of each seat after every decision and every
// outcome of chance, on the axis of chart, and numbers the turns.
func (c *Context) sharesChart(h *view.History, r *coach.Review, turns []*coach.Step) template.HTML {
	x := func(n int) float64 { return chartEdge + (chartWide-2*chartEdge)*float64(n)/float64(max(1, h.Len())) }
	y := func(share int) float64 {
		return chartHigh - chartEdge - (chartHigh-2*chartEdge)*float64(share)/coach.Whole
	}
	var w strings.Builder
	for percent := 0; percent <= 100; percent += 25 {
		at := num(y(coach.Whole / 100 * percent))
		fmt.Fprintf(&w, `<path class="grid" d="M%s %sH%s"/><text x="%s" y="%s" text-anchor="end">%d</text>`,
			num(chartEdge), at, num(chartWide-chartEdge), num(chartEdge-4), num(y(coach.Whole/100*percent)+4), percent)
	}
	for _, l := range roundLinks(h) {
		fmt.Fprintf(&w, `<text x="%s" y="%s">%s</text>`, num(x(l.N)), num(chartHigh-6), l.ID)
	}
	for k, seat := range r.Seats {
		points := fmt.Sprintf("%s,%s", num(x(0)), num(y(r.Start[k])))
		for _, s := range r.Steps {
			points += fmt.Sprintf(" %s,%s", num(x(s.Decision)), num(y(s.Came[k])))
		}
		end := num(x(h.Len())) + "," + num(y(seat.Won))
		fmt.Fprintf(&w, `<g class="seat-%d"><polyline class="vps" points="%s %s"/><use href="#sign-%d" x="%s" y="%s"/></g>`,
			c.Signs[k], points, end, c.Signs[k], num(x(h.Len())), num(y(seat.Won)))
	}
	at := 0.0
	for i, s := range turns {
		at = max(at+turnRoom, x(s.Decision)) // beside the turn before, where that is near
		high := num(y(s.Came[max(0, s.Seat)]))
		fmt.Fprintf(&w, `<g class="turn"><circle cx="%s" cy="%s"/><text x="%s" y="%s" dy="0.34em">%d</text></g>`, num(at), high, num(at), high, i+1)
	}
	return template.HTML(w.String())
}
