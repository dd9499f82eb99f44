package bot

import (
	"ruhr/bot/policy"
	"ruhr/rules"
)

// evaluating is a level that takes what looks best by an evaluator, in a game of so
// many seats.
type evaluating struct {
	learned int          // the part of the way from the hand-made parameters to those of the first training, in 256ths
	sight   policy.Sight // what it sees
	noise   int          // how coarsely it values, in hundredths of a VP
}

// fullSight is everything that an evaluator knows of.
var fullSight = policy.Sight{Later: 256, Near: 7, Others: true}

// The three lowest levels by number of seats, set so that their steps are even: see
// lab/strength.md. The same difference wins more with more seats, so there they see
// more.
var (
	schiffsjunge = [5]evaluating{
		2: {0, policy.Sight{Later: 0, Near: 1}, 70},
		3: {0, policy.Sight{Later: 32, Near: 1}, 40},
		4: {0, policy.Sight{Later: 80, Near: 1}, 24},
	}
	schiffer = [5]evaluating{
		2: {0, policy.Sight{Later: 96, Near: 7, Others: true}, 12},
		3: {15, policy.Sight{Later: 180, Near: 7, Others: true}, 12},
		4: {40, fullSight, 12},
	}
	steuermann = [5]evaluating{
		2: {104, fullSight, 16},
		3: {117, fullSight, 16},
		4: {130, fullSight, 16},
	}
)

// byEvaluator makes a player of such a level.
func byEvaluator(level *[5]evaluating) func() Bot {
	return byPolicy(func(g *rules.Game) policy.Policy {
		by := level[g.Seats()]
		p := policy.HandMadeParams.Towards(&policy.Models1()[g.Seats()].Params, by.learned).Seen(by.sight)
		return policy.NewGreedy(policy.NewTables(g), &p, by.noise)
	})
}
