package table

import (
	"context"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// MaxCircle is how many tables of a circle CircleTables lists at most.
const MaxCircle = 60

// CircleTables lists the newest tables of a circle for a browser: those whose game has not
// ended, then those whose game has.
func CircleTables(ctx context.Context, v *Service, circle, browser string) ([]game.Listed, error) {
	var list []game.Listed
	for _, stages := range [][]store.Stage{{store.Open, store.Running}, {store.Over}} {
		some, err := v.list(ctx, store.CircleHolder(circle), store.Listing{Stages: stages, Limit: MaxCircle / 2})
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, v.listFor(ctx, browser, list)
}
