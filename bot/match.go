package bot

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/record"
	"ruhr/rules"
)

// Seat is the computer player of a seat in a match, and its budget; the zero
// Budget is the level's own.
type Seat struct {
	Bot    Bot
	Budget Budget
}

// resetter is a computer player that keeps state between decisions.
type resetter interface{ Reset() }

// Reset prepares a computer player for a new game.
func Reset(b Bot) {
	if r, ok := b.(resetter); ok {
		r.Reset()
	}
}

// Play plays a whole game of a deal between computer players. The same deal,
// seed and players give the same game on every processor, unless a budget is a
// time. Forced actions are taken without asking. note, if not nil, gets every
// action. If ctx ends while a player thinks, Play returns the position so far
// with the error of ctx.
func Play(ctx context.Context, g *rules.Game, seats []Seat, d *record.Deal, seed uint64, note func(rules.Action)) (rules.State, error) {
	players := make([]player, len(seats))
	for i := range seats {
		players[i].sit(g, &seats[i], seed, i)
	}
	s := d.Start(g)
	for s.Decision() != rules.Over {
		l := g.Legal(&s)
		k := bits.TrailingZeros64(l.Mask) & 63
		if l.Mask&(l.Mask-1) != 0 {
			p := &players[s.ToDecide()]
			if p.uniform {
				r := rng.Source(p.chance.Uint64())
				k = policy.AnyOf(l.Mask, &r)
			} else {
				var err error
				if k, err = p.choose(ctx, g, &s); err != nil {
					return s, err
				}
			}
		}
		if note != nil {
			note(l.Base + rules.Action(k))
		}
		g.PlayNumber(&s, k)
		if g.Legal(&s).Mask == 0 { // chance decides, or the game is over
			if err := g.Settle(&s, d); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// player plays a seat of one game with its own random generator. Players that do
// not search are called directly: they play some ten thousand games a second.
type player struct {
	seat    *Seat
	chance  rand.PCG
	random  *rand.Rand    // the same chance, for those that search
	policy  policy.Policy // of those that do not
	uniform bool          // it is the policy of picking anything
	r       rng.Source
}

// sit begins a game at a seat.
func (p *player) sit(g *rules.Game, seat *Seat, seed uint64, number int) {
	p.seat = seat
	p.chance.Seed(seed, uint64(number)+1)
	if b, ok := seat.Bot.(*policyBot); ok {
		p.policy = b.policyFor(g)
		_, p.uniform = p.policy.(policy.Uniform)
		return
	}
	p.random = rand.New(&p.chance)
	Reset(seat.Bot)
}

// choose returns the index in the legal set of the action that a player takes. The
// error is that of ctx, or says that the action is not legal.
func (p *player) choose(ctx context.Context, g *rules.Game, s *rules.State) (int, error) {
	l := g.Legal(s)
	if p.policy != nil {
		p.r = rng.Source(p.chance.Uint64())
		return int(p.policy.Pick(s, &p.r) - l.Base), nil
	}
	a := p.seat.Bot.Choose(ctx, g, s, p.seat.Budget, p.random).Action
	if ctx.Err() == nil && !l.Has(a) {
		return 0, g.Why(s, a)
	}
	return int(a - l.Base), ctx.Err()
}

// NewDeal is the deal of a seed: all chance of a game outside its computer players.
func NewDeal(g *rules.Game, seed uint64) record.Deal {
	r := rng.Seeded(seed, 0xdea1)
	return record.NewDeal(g, r.Below)
}
