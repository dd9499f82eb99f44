package page

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/coach"
	"ruhr/view"
)

// Beside is two finished games of the same deal side by side: where they parted, and how
// the same seat did in each.
type Beside struct {
	*Localizer
	Games  [2]BesideGame
	Where  template.HTML // the position in which other actions were chosen, "" for games that are alike
	Rounds []BesideRound
	Turned int // the round in which the difference in VP changed most, 0 for none
	Chart  template.HTML
}

// BesideGame is one of the two.
type BesideGame struct {
	SeatName
	VP     int
	Replay string // from where they parted
	Review string
	Who    SeatName // decided where they parted
	What   template.HTML
	Coach  template.HTML // what the coach says of it, "" without a review
}

// BesideRound is the VP of both after a round.
type BesideRound struct {
	Round int
	VP    [2]int
	Ahead string // by how much the first leads, with its sign
}

// NewBeside compares two games that have the same rules and deal, at a seat. A review is
// nil where there is none.
func NewBeside(l *Localizer, games [2]*Game, reviews [2]*coach.Review, seat int) *Beside {
	p := &Beside{Localizer: l}
	parted, apart := partedAt(games[0].History, games[1].History)
	for i, gm := range games {
		h := gm.History
		c, now := gm.context(l, parted)
		out := &p.Games[i]
		*out = BesideGame{SeatName: SeatName{gm.Names[seat], gm.Signs[seat]}, VP: h.Rules.Result(h.After(h.Len())).VP[seat], Replay: positionAt(gm.Link, parted), Review: gm.Review}
		if !apart {
			continue
		}
		p.Where = c.Printer.Headline(&c.Pos, func(int) bool { return false }).Phase.HTML
		step := h.Steps[parted+1]
		_, names := now.deciding(parted + 1)
		out.Who = SeatName{names[step.Seat], gm.Signs[step.Seat]}
		for _, choice := range view.Choices(h.Rules, h.Codec, h.After(parted)) {
			if choice.Action == int(step.Action) {
				out.What = c.tint(c.Printer.Choice(choice).HTML)
			}
		}
		out.Coach = c.coachOn(reviews[i], parted+1)
	}
	p.rounds(games, seat)
	return p
}

// partedAt is after how many decisions two games differ, false if they never do.
func partedAt(a, b *view.History) (n int, apart bool) {
	for n < min(a.Len(), b.Len()) {
		if a.Steps[n+1].Action != b.Steps[n+1].Action {
			return n, true
		}
		n++
	}
	return n, false
}

// coachOn is what a review says of a decision.
func (c *Context) coachOn(r *coach.Review, decision int) template.HTML {
	if r == nil || r.Reached != 0 {
		return ""
	}
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Decision == decision && s.Seat >= 0 && s.Missed() {
			return c.lost(s.Loss())
		}
	}
	return c.T("day.beside.even")
}

// rounds adds the VP after each round, and draws them.
func (p *Beside) rounds(games [2]*Game, seat int) {
	a, b := games[0].History.Chart(), games[1].History.Chart()
	ahead, widest := 0, 0
	for n := 1; n < min(len(a), len(b)); n++ {
		r := BesideRound{Round: n, VP: [2]int{a[n].VP[seat], b[n].VP[seat]}}
		now := r.VP[0] - r.VP[1]
		r.Ahead = p.Printer.Signed(now)
		if changed := max(now-ahead, ahead-now); changed > widest {
			widest, p.Turned = changed, n
		}
		ahead = now
		p.Rounds = append(p.Rounds, r)
	}
	p.chart(games, seat)
}

// chart draws the VP of both: the first with a solid line, the other with a dashed one.
func (p *Beside) chart(games [2]*Game, seat int) {
	most := 10
	for _, r := range p.Rounds {
		most = max(most, r.VP[0], r.VP[1])
	}
	var w strings.Builder
	y := pointsAxis(&w, most)
	x := func(round int) float64 {
		return chartEdge + (chartWide-2*chartEdge)*float64(round)/float64(max(1, len(p.Rounds)))
	}
	for i, class := range []string{"vps", "thalers"} {
		line := fmt.Sprintf("%s,%s", num(x(0)), num(y(0)))
		for _, r := range p.Rounds {
			line += fmt.Sprintf(" %s,%s", num(x(r.Round)), num(y(r.VP[i])))
		}
		fmt.Fprintf(&w, `<g class="seat-%d"><polyline class="%s" points="%s"/></g>`, games[i].Signs[seat], class, line)
	}
	for _, r := range p.Rounds {
		fmt.Fprintf(&w, `<text x="%s" y="%s">%d</text>`, num(x(r.Round)), num(chartHigh-6), r.Round)
	}
	p.Chart = template.HTML(w.String())
}
