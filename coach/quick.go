package coach

import (
	"context"

	"ruhr/record"
	"ruhr/rules"
)

// Checking is what a quick look has reached when the losses are checked: the round after
// the last.
const Checking = 13

// Quick has a quick look at a game that is over: the shares after every decision, without
// draws, losses, and where results came from. Of says something else, and better. The error
// is the analyst's.
func Quick(ctx context.Context, g *record.Game, by Analyst) (*Review, error) {
	r := reviewer{ctx: ctx, g: g.Rules, by: by, quick: map[rules.State]Shares{}}
	out := &Review{Start: r.value(g.After(0), true), Seats: make([]Account, g.Rules.Seats()), Reached: 1}
	for n := 1; n <= g.Len() && r.err == nil; n++ {
		if s := g.Steps[n]; !s.Forced || n == g.Len() {
			out.Steps = append(out.Steps, Step{Decision: n, Round: s.Round, Seat: s.Seat, Came: r.value(g.After(n), true)})
		}
	}
	for k, won := range r.value(g.After(g.Len()), true) {
		if k < len(out.Seats) {
			out.Seats[k].Won = won
		}
	}
	return out, r.err
}
