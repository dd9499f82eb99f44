package bot

import (
	"context"
	"math/rand/v2"

	"ruhr/bot/rng"
	"ruhr/record"
	"ruhr/rules"
)

// Seat is who plays a seat in a match, and with what budget; the zero Budget
// is the level's own.
type Seat struct {
	Bot    Bot
	Budget Budget
}

// resetter is a computer player that can be told that a new game begins.
type resetter interface{ Reset() }

func Reset(b Bot) {
	if f, ok := b.(resetter); ok {
		f.Reset()
	}
}

// Play plays a whole game of a deal between computer players. The same deal, seed and
// computer players give the same game on every processor, unless a budget is a time.
// Forced steps are not asked about. note, where it is not nil, is told every
// action. When ctx ends, Play gives the position so far with the error of ctx.
func Play(ctx context.Context, g *rules.Game, seats []Seat, d *record.Deal, seed uint64, note func(rules.Action)) (rules.State, error) {
	var chance [4]*rand.Rand
	for i := range seats {
		chance[i] = rand.New(rand.NewPCG(seed, uint64(i)+1))
		Reset(seats[i].Bot)
	}
	s := d.Start(g)
	for n := 0; s.Decision() != rules.Over; n++ {
		if n%16 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		l := g.Legal(&s)
		a := l.First()
		if l.Len() > 1 {
			who := s.ToDecide()
			a = seats[who].Bot.Choose(ctx, g, &s, seats[who].Budget, chance[who]).Action
		}
		if ctx.Err() != nil {
			return s, ctx.Err()
		}
		if note != nil {
			note(a)
		}
		if err := d.Apply(g, &s, a); err != nil {
			return s, err
		}
	}
	return s, nil
}

// NewDeal is the deal of a seed: all chance of a game outside its computer players.
func NewDeal(g *rules.Game, seed uint64) record.Deal {
	r := rng.Seeded(seed, 0xdea1)
	return record.NewDeal(g, r.Below)
}
