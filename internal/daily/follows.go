package daily

import (
	"context"
	"errors"
	"fmt"

	"ruhr/bot"
	"ruhr/record"
	"ruhr/rules"
)

// ErrOther: a game is no finished game of a day's deal, one person against its computer
// players.
var ErrOther = errors.New("not a game of this day's deal")

// Differs is a decision that a day's computer player would not have made.
type Differs struct{ Decision int } // counted from 1

func (d *Differs) Error() string {
	return fmt.Sprintf("decision %d is not that of the day's computer player", d.Decision)
}

// Follows checks that a game, no matter where it was played, has the deal that follows from
// the secret of a day, and that the computer players decided in it as they would here.
// bots makes computer players. Errors: ErrOther, *Differs, those of choose.
func Follows(ctx context.Context, played *record.Game, secret string, bots func(level string) (bot.Bot, error), choose Chooser) error {
	if !Whole(played, secret) {
		return ErrOther
	}
	for n, step := range played.Steps[1:] {
		if step.Seat == 0 || step.Forced {
			continue
		}
		p, err := bots(Level)
		if err != nil {
			return err
		}
		s := *played.After(n)
		a, err := choose(ctx, p, &s, played.Rules, bot.AlikeBudget(Level, Seats), Chance(secret, Opponents, n))
		if err != nil {
			return err
		}
		if a != step.Action {
			return &Differs{n + 1}
		}
	}
	return nil
}

// Whole reports whether a game is a finished one of a person in the first seat against
// computer players, with the deal that follows from the secret of a day.
func Whole(played *record.Game, secret string) bool {
	if !played.Over() || played.Entered || played.Rules.Variant() != (rules.Variant{}) || len(played.Players) != Seats {
		return false
	}
	for k, p := range played.Players {
		if (k == 0) != (p.Bot == "") {
			return false
		}
	}
	sh, err := ShuffleOf(secret)
	if err != nil {
		return false
	}
	checks, err := sh.Check(played)
	for _, c := range checks {
		if !c.OK {
			return false
		}
	}
	return err == nil
}
