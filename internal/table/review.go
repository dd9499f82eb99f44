package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"ruhr/coach"
	"ruhr/internal/analyst"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// ReviewPlayouts are the playouts for a decision of a review: a game of four seats
// takes a core about 30 s.
const ReviewPlayouts = 2000

// longestReview is how long another process is waited for that makes a review.
const longestReview = 10 * time.Minute

// Review begins to review a game that is over for a client, unless that is done or under
// way. The review of a table's game is stored with it; id is "" for one that was not played
// at a table, which the key names. Errors: game.ErrNotOver, game.ErrBusy, game.ErrClosed,
// and the store's.
func (v *Service) Review(ctx context.Context, client, key, id string, g *record.Game) error {
	if !g.Over() {
		return game.ErrNotOver
	}
	of := reviewOf(g)
	if p, err := v.analyst.Reviewed(cmp.Or(id, key) + of); err == nil && (p.Review != nil || p.Under) {
		return nil
	}
	if id != "" {
		r, _, err := v.stored(ctx, id, of, g)
		if err != nil {
			return err
		}
		if r != nil && r.Version == 0 { // it must not be lost
			v.analyst.KeepReview(id+of, r)
			return nil
		}
		if v.analyst.MayReview(client) != nil {
			return game.ErrBusy
		}
		if err := v.opt.Store.SaveReview(ctx, id, of, nil); err != nil {
			return err
		}
	}
	return v.makeReview(client, key, id, of, g)
}

// Reviewed returns how far the review of a game is. One that an older program made is shown
// until it is asked for again. One that was asked for and is not stored is begun again for
// the client, after a restart or by a newer program. The error is why there is none; it can
// be asked for again, unless it is game.ErrNotOver.
func (v *Service) Reviewed(ctx context.Context, client, key, id string, g *record.Game) (analyst.Progress, error) {
	if !g.Over() {
		return analyst.Progress{}, game.ErrNotOver
	}
	of := reviewOf(g)
	key = cmp.Or(id, key)
	p, err := v.analyst.Reviewed(key + of)
	if id == "" || p.Review != nil && !p.Under || err != nil {
		return p, err
	}
	r, asked, err := v.stored(ctx, id, of, g)
	switch {
	case err != nil:
		return analyst.Progress{}, err
	case r != nil && r.Version == 0: // another process may have made it
		v.analyst.KeepReview(key+of, r)
		return analyst.Progress{Review: r}, nil
	case p.Under:
		return p, nil
	case r != nil || !asked:
		return analyst.Progress{Review: r}, nil
	}
	if err := v.makeReview(client, key, id, of, g); err != nil && !errors.Is(err, game.ErrBusy) {
		return analyst.Progress{}, err
	}
	p, err = v.analyst.Reviewed(key + of)
	p.Under = p.Under || p.Review == nil && err == nil // where there is no room yet, it is begun later
	return p, err
}

// KeptReview returns the review of a table's game if it is done; nil otherwise. It begins
// none.
func (v *Service) KeptReview(ctx context.Context, id string, g *record.Game) (*coach.Review, error) {
	of := reviewOf(g)
	if p, _ := v.analyst.Reviewed(id + of); p.Review != nil && !p.Under {
		return p.Review, nil
	}
	r, _, err := v.stored(ctx, id, of, g)
	return r, err
}

// stored returns the review that is stored with a table, nil for none of this game that can
// be read, and whether it or another one was asked for here.
func (v *Service) stored(ctx context.Context, id, of string, g *record.Game) (r *coach.Review, asked bool, err error) {
	made, body, err := v.opt.Store.Review(ctx, id)
	if err != nil || made == "" {
		return nil, false, err
	}
	version, played, _ := strings.Cut(made, "/")
	n, _ := strconv.Atoi(version)
	_, want, _ := strings.Cut(of, "/")
	if played != want || n < coach.Readable || n > coach.Version || json.Unmarshal(body, &r) != nil || len(r.Seats) != g.Rules.Seats() {
		return nil, n <= coach.Version, nil
	}
	if n < coach.Version {
		r.Version = n
	}
	return r, true, nil
}

// makeReview begins to review a game for a client.
func (v *Service) makeReview(client, key, id, of string, g *record.Game) error {
	err := v.analyst.Review(cmp.Or(id, key)+of, client, g, v.opt.Reviewer(g.Rules), func(make func() (*coach.Review, error)) (*coach.Review, error) {
		if id == "" {
			return make()
		}
		return v.onceForAll(id, of, g, make)
	})
	if errors.Is(err, analyst.ErrFull) {
		return game.ErrBusy
	}
	return err
}

// onceForAll has a table's game reviewed by one of several processes, which stores the
// review with the table.
func (v *Service) onceForAll(id, of string, g *record.Game, make func() (*coach.Review, error)) (*coach.Review, error) {
	ctx, stop := context.WithTimeout(v.runner.all, longestReview)
	defer stop()
	release, mine := v.lease(ctx, id)
	if !mine {
		return nil, context.Cause(ctx)
	}
	defer release()
	r, _, err := v.stored(ctx, id, of, g)
	if err != nil || r != nil && r.Version == 0 {
		return r, err
	}
	if r, err = make(); err != nil {
		return nil, err
	}
	body, err := json.Marshal(r)
	if err == nil {
		err = v.opt.Store.SaveReview(v.runner.all, id, of, body)
	}
	if err != nil && !errors.Is(err, store.ErrNoTable) {
		v.opt.Log.Error("a review is not stored", "table", store.ShortID(id), "error", err)
	}
	return r, nil
}

// Try begins to compare an action with the best one of a decision of a reviewed game for a
// client, unless that is done or under way. Errors: game.ErrBusy, and why the service has ended.
func (v *Service) Try(client, key, id string, g *record.Game, s *coach.Step, action rules.Action) error {
	err := v.analyst.Try(tryOf(key, id, g, s, action), client, g, v.opt.Reviewer(g.Rules), s.Decision, s.Best, action)
	if errors.Is(err, analyst.ErrFull) {
		return game.ErrBusy
	}
	return err
}

// Tried returns what is known of an action that was tried, if it was.
func (v *Service) Tried(key, id string, g *record.Game, s *coach.Step, action rules.Action) (analyst.Tried, bool) {
	return v.analyst.Tried(tryOf(key, id, g, s, action))
}

func tryOf(key, id string, g *record.Game, s *coach.Step, action rules.Action) string {
	return fmt.Sprintf("%s%s/%d/%d", cmp.Or(id, key), reviewOf(g), s.Decision, action)
}

// reviewOf says what a review is of and how it is made: what was decided and drawn.
func reviewOf(g *record.Game) string {
	h := fnv.New64a()
	for _, s := range g.Steps {
		fmt.Fprint(h, " ", s.Action)
		for _, o := range s.Chance {
			fmt.Fprint(h, ",", o.Number)
			if o.Set != nil {
				fmt.Fprint(h, o.Set)
			}
		}
	}
	return fmt.Sprintf("%d/%d/%x", coach.Version, ReviewPlayouts, h.Sum64())
}
