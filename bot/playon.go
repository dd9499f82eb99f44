package bot

import (
	"context"
	"math/rand/v2"

	"ruhr/bot/rng"
	"ruhr/rules"
)

// PlayOn plays a position on, one computer player deciding for all seats, and returns
// the last position: the end of the game, or the first beginning of a round, before
// chance decides anything of it, at which stop reports true. A nil stop never does.
//
// What is played on from two positions with the same seed can be compared: as long as
// the bags hold the same, the same is drawn from them. The error is that of ctx, or
// says that an action is not legal.
func PlayOn(ctx context.Context, g *rules.Game, s rules.State, b Bot, budget Budget, seed uint64, stop func(*rules.State) bool) (rules.State, error) {
	Reset(b)
	chance := paired(seed)
	var decisions [4]uint64 // of the seats in this round
	for round := s.Round(); ; {
		if s.Round() > round || s.Decision() == rules.Over {
			round, decisions = s.Round(), [4]uint64{}
			if s.Decision() == rules.Over || stop != nil && stop(&s) {
				return s, nil
			}
		}
		if g.Legal(&s).Mask == 0 {
			if err := g.Settle(&s, chance); err != nil {
				return s, err
			}
			continue
		}
		l, who := g.Legal(&s), s.ToDecide()
		a := l.First()
		if l.Mask&(l.Mask-1) != 0 {
			r := rng.Seeded(seed, uint64(round), uint64(who), decisions[who])
			decisions[who]++
			a = b.Choose(ctx, g, &s, budget, rand.New(rand.NewPCG(r.Next(), r.Next()))).Action
			if err := ctx.Err(); err != nil {
				return s, err
			}
			if !l.Has(a) {
				return s, g.Why(&s, a)
			}
		}
		g.Play(&s, a)
	}
}

// paired draws, in every round, the piece that comes first in an order of all pieces
// which follows from a seed and the round: from two bags the same, unless it is
// missing in one of them.
type paired uint64

// Marker implements [rules.Chance].
func (p paired) Marker(s *rules.State) (int, error) {
	best, first := -1, uint64(0)
	for m := range 32 {
		if s.Unseen()>>m&1 == 1 {
			if at := p.at(s, m, 0); best < 0 || at < first {
				best, first = m, at
			}
		}
	}
	return best, nil
}

// Country implements [rules.Chance].
func (p paired) Country(s *rules.State) (int, error) {
	best, first := -1, uint64(0)
	for column, n := range s.HiddenCountries() {
		for k := range n {
			if at := p.at(s, 32+column, k); best < 0 || at < first {
				best, first = column, at
			}
		}
	}
	return best, nil
}

// at is where a piece is in the order of a round.
func (p paired) at(s *rules.State, piece, copy int) uint64 {
	r := rng.Seeded(uint64(p), uint64(s.Round()), uint64(piece), uint64(copy))
	return r.Next()
}
