package bot

import (
	"context"

	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/rules"
)

// Estimator compares two actions further ahead than a search of one position looks:
// both are played on by small searches with the same chance.
type Estimator struct {
	g     *rules.Game
	small Bot
	look  *search.Outlook
}

// estimatePlayouts are the playouts of an estimator's searches.
const estimatePlayouts = 32

// NewEstimator makes an estimator for a game.
func NewEstimator(g *rules.Game) *Estimator {
	b, _ := New("reeder")
	return &Estimator{g, b, search.NewOutlook(g, value.Nets()[g.Seats()])}
}

// Pair plays both actions on with the chance of a seed, and appends, for the end of
// this round, of the next and so on up to the last of so many, by how much larger a
// share of wins the deciding seat may expect after the first action. When the game
// is over, that is the share it has. The error is that of ctx.
func (e *Estimator) Pair(ctx context.Context, s *rules.State, a, b rules.Action, seed uint64, rounds int) ([]float64, error) {
	x, err := e.after(ctx, s, a, seed, rounds)
	if err != nil {
		return nil, err
	}
	y, err := e.after(ctx, s, b, seed, rounds)
	if err != nil {
		return nil, err
	}
	for i := range x {
		x[i] -= y[i]
	}
	return x, nil
}

// after is what the deciding seat may expect at the end of each of so many rounds.
func (e *Estimator) after(ctx context.Context, s *rules.State, a rules.Action, seed uint64, rounds int) (shares []float64, err error) {
	who, next := s.ToDecide(), *s
	e.g.Play(&next, a)
	if next.Round() > s.Round() { // the action ended the round
		shares = append(shares, e.look.Win(&next)[who])
	}
	last := next
	if len(shares) < rounds {
		last, err = PlayOn(ctx, e.g, next, e.small, Budget{Playouts: estimatePlayouts}, seed, func(s *rules.State) bool {
			shares = append(shares, e.look.Win(s)[who])
			return len(shares) == rounds
		})
	}
	for len(shares) < rounds {
		shares = append(shares, e.look.Win(&last)[who])
	}
	return shares, err
}
