package bot

import (
	"ruhr/bot/policy"
	"ruhr/rules"
)

// evaluating is a level that takes what looks best by an evaluator, in a game of so
// many seats.
type evaluating struct {
	learned  int             // the part of the way from the hand-made parameters to those of the first training, in 256ths
	handicap policy.Handicap // what it does not see
	noise    int             // how coarsely it values, in hundredths of a VP
	opening  int             // the same in round 1 (see policy.Opening)
}

// noHandicap lets an evaluator use everything it knows.
var noHandicap = policy.Handicap{Later: 256, Near: 7, Others: true}

// The three lowest levels by number of seats, set so that their steps are even: see
// lab/strength.md. The same difference wins more with more seats, so there they see
// more.
var (
	schiffsjunge = [5]evaluating{
		2: {0, policy.Handicap{Later: 0, Near: 1}, 70, 70},
		3: {0, policy.Handicap{Later: 32, Near: 1}, 40, 40},
		4: {0, policy.Handicap{Later: 80, Near: 1}, 24, 60},
	}
	schiffer = [5]evaluating{
		2: {0, policy.Handicap{Later: 96, Near: 7, Others: true}, 12, 100},
		3: {15, policy.Handicap{Later: 180, Near: 7, Others: true}, 12, 100},
		4: {40, noHandicap, 12, 100},
	}
	steuermann = [5]evaluating{
		2: {104, noHandicap, 16, 260},
		3: {117, noHandicap, 16, 200},
		4: {130, noHandicap, 16, 200},
	}
)

// byEvaluator makes a player of such a level.
func byEvaluator(level *[5]evaluating) func() Bot {
	return byPolicy(func(g *rules.Game) policy.Policy {
		by := level[g.Seats()]
		p := policy.HandMadeParams.Lerp(&policy.Models1()[g.Seats()].Params, by.learned).Restricted(by.handicap)
		l := policy.NewTables(g)
		return policy.Opening{First: policy.NewGreedy(l, &p, by.opening), Later: policy.NewGreedy(l, &p, by.noise)}
	})
}
