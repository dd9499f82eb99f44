package page

import (
	"html/template"
	"strconv"

	"ruhr/board"
	"ruhr/coach"
)

// Review says where the results of a game came from.
type Review struct {
	*Localizer
	Link, Score string // of the game's positions and its score sheet
	Under       bool   // it is being made
	Failed      bool   // making it failed
	Players     []SeatName
	Shares      template.HTML // chart of the shares of wins
	Points      template.HTML // chart of VP and Thaler
	Accounts    []ShareLine   // where the results came from; nil while there is no review
	Won         []string
	Rounds      []ShareLine // after each round
}

// ShareLine is a line of shares of wins, or of parts of them, in hundredths by seat.
type ShareLine struct {
	Name   template.HTML
	Shares []string
}

// NewReview is the page of a game's review, or of one that is yet to be made.
func NewReview(l *Localizer, gm *Game, r *coach.Review, under, failed bool) *Review {
	h := gm.History
	c := NewContext(l, h.At(h.Len()), gm.Names, gm.Signs)
	p := &Review{Localizer: c.Localizer, Link: gm.Link, Score: gm.Score, Under: under, Failed: failed}
	for k, name := range gm.Names {
		p.Players = append(p.Players, SeatName{name, gm.Signs[k]})
	}
	if r == nil {
		return p
	}
	p.Shares, p.Points = c.sharesChart(h, r), c.chart(h, h.Len())
	c.accounts(p, r)
	for round := range board.Rounds {
		line := ShareLine{Name: template.HTML(strconv.Itoa(round))}
		if round == 0 {
			line.Name = c.T("page.review.start")
		}
		shares := r.After(round)
		for k := range p.Players {
			line.Shares = append(line.Shares, strconv.Itoa(coach.Hundredths(shares[k])))
		}
		p.Rounds = append(p.Rounds, line)
	}
	return p
}

// accounts adds what the results came from, and the results.
func (c *Context) accounts(p *Review, r *coach.Review) {
	parts := func(a *coach.Account) []int { return []int{a.Start, a.Draws, a.Own, a.Others, a.Unforeseen} }
	equal := ShareLine{Name: c.T("page.review.equal")}
	for k := range r.Seats {
		equal.Shares = append(equal.Shares, strconv.Itoa(coach.Hundredths(r.Seats[k].Fair)))
		p.Won = append(p.Won, strconv.Itoa(coach.Hundredths(r.Seats[k].Won)))
	}
	p.Accounts = append(p.Accounts, equal)
	for i, id := range []string{"start", "draws", "own", "others", "unforeseen"} {
		line := ShareLine{Name: c.T("page.review." + id)}
		for k := range r.Seats {
			line.Shares = append(line.Shares, c.Signed(coach.Hundredths(parts(&r.Seats[k])[i])))
		}
		p.Accounts = append(p.Accounts, line)
	}
}
