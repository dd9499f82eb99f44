package daily

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ruhr/bot"
	"ruhr/rules"
)

// ParLevel is whose games make par, and ParGames how many.
const (
	ParLevel = "reeder"
	ParGames = 20
)

// Chooser asks a computer player for its decision.
type Chooser func(ctx context.Context, p bot.Bot, s *rules.State, g *rules.Game, b bot.Budget, random *rand.Rand) (rules.Action, error)

// ParGame plays the n-th of the games that make par and returns the VP of the person's
// seat. bots makes computer players.
func ParGame(ctx context.Context, g *rules.Game, secret string, n int, bots func(level string) (bot.Bot, error), choose Chooser) (int, error) {
	sh, err := ShuffleOf(secret)
	if err != nil {
		return 0, err
	}
	deal, err := sh.Deal(g)
	if err != nil {
		return 0, err
	}
	hero, err := bots(ParLevel)
	if err != nil {
		return 0, err
	}
	s := deal.Start(g)
	for decision := 0; s.Decision() != rules.Over; decision++ {
		a, forced := g.Forced(&s)
		if !forced {
			player, p, level := Opponents, bot.Bot(nil), Level
			if s.ToDecide() == 0 {
				player, p, level = fmt.Sprint("par ", n), hero, ParLevel
			} else if p, err = bots(level); err != nil {
				return 0, err
			}
			before := s
			if a, err = choose(ctx, p, &before, g, bot.AlikeBudget(level, Seats), Chance(secret, player, decision)); err != nil {
				return 0, err
			}
		}
		if err := deal.Apply(g, &s, a); err != nil {
			return 0, err
		}
	}
	return g.Result(&s).VP[0], nil
}
