package director

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/tournament"
)

const (
	// tickEvery is how often due tournaments are looked up.
	tickEvery = time.Second
	// claimFor is how long a due tournament is reserved for one process, and after which
	// the tables of a live round are looked at again.
	claimFor = 10 * time.Second
	// daysFor is the same for a round by correspondence.
	daysFor = time.Minute
	// claimAtOnce is the number of tournaments claimed at a time.
	claimAtOnce = 20
)

// Run handles what is due at tournaments until ctx ends: tables to be made, results, and
// the next rounds.
func (s *Service) Run(ctx context.Context) {
	table.Beat(ctx, tickEvery, s.Tick, func(err error) { s.Log.Error("what is due at tournaments cannot be done", "error", err) })
}

// Tick handles what is due now. Of several processes on one store, only one gets each
// tournament.
func (s *Service) Tick(ctx context.Context) error {
	for {
		now := s.Clock()
		ids, err := s.Store.ClaimTournaments(ctx, now.UnixMilli(), now.Add(claimFor).UnixMilli(), claimAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.advance(ctx, id); err != nil {
				s.Log.Error("a tournament cannot go on", "tournament", store.ShortID(id), "error", err)
			}
		}
		if len(ids) < claimAtOnce {
			return ctx.Err()
		}
	}
}

// Look does now what would be done at a tournament soon, for a player who comes from a
// game that has just ended. What fails is done when it is due.
func (s *Service) Look(ctx context.Context, id string) {
	if err := s.advance(ctx, id); err != nil {
		s.Log.Error("a tournament cannot go on", "tournament", store.ShortID(id), "error", err)
	}
}

// advance does what can be done at a tournament, step by step, each stored before the
// next. Where another process was faster, it goes on from there.
func (s *Service) advance(ctx context.Context, id string) (err error) {
	for more := true; more && err == nil; {
		err = s.change(ctx, id, func(t *store.Tournament, b *body) (err error) {
			more, err = s.step(ctx, t, b)
			return err
		})
	}
	return err
}

// step does the next step at a tournament and reports whether another one can follow at
// once. Errors: errNothing if there is nothing to be stored.
func (s *Service) step(ctx context.Context, t *store.Tournament, b *body) (more bool, err error) {
	now := s.Clock()
	if b.Started == 0 || b.Ended > 0 {
		switch {
		case !b.Off || b.Shown == len(b.Deals):
		case now.Before(moment(b.Ended).Add(claimFor)):
			return false, errNothing // another process may still be making tables
		default:
			return false, s.discloseLast(ctx, t, b)
		}
		return s.planned(t, b)
	}
	round := &b.Played[len(b.Played)-1]
	if !round.Made {
		for i := range round.Tables {
			if err := s.makeTable(ctx, t, b, &round.Tables[i]); err != nil {
				return false, err
			}
		}
		round.Made = true
		t.Due = now.Add(claimFor).UnixMilli()
		return false, nil
	}
	changed, err := s.readResults(ctx, round)
	if err != nil {
		return false, err
	}
	if round.Over() {
		if err := s.disclose(ctx, b); err != nil {
			return false, err
		}
		s.pair(t, b)
		return b.Ended == 0, nil
	}
	if !changed && (!b.Pace.Days || t.Due > now.Add(claimFor).UnixMilli()) {
		return false, errNothing // the claim, or a step before, has set when to look again
	}
	wait := claimFor
	if b.Pace.Days {
		wait = daysFor
	}
	t.Due = now.Add(wait).UnixMilli()
	return false, nil
}

// planned begins a tournament at the time that was planned. With too few players it waits
// for its maker from then on, as all others do.
func (s *Service) planned(t *store.Tournament, b *body) (more bool, err error) {
	due, missed := int64(0), false
	if b.Ended == 0 && b.Begins > 0 {
		if due = b.Begins; due <= s.Clock().UnixMilli() {
			if err := s.begin(t, b); !errors.Is(err, ErrFew) {
				return true, err
			}
			b.Begins, b.Missed, due, missed = 0, true, 0, true
		}
	}
	if t.Due == due && !missed {
		return false, errNothing
	}
	t.Due = due
	return false, nil
}

// pair begins the next round, or ends a tournament that has none: all have been played,
// or fewer than two players are left. Its tables are made afterwards.
func (s *Service) pair(t *store.Tournament, b *body) {
	now := s.Clock().UnixMilli()
	var active []bool
	left := 0
	for _, p := range t.Players {
		if active = append(active, !p.Gone); !p.Gone {
			left++
		}
	}
	if len(b.Played) == b.Rounds || left < MinPlayers {
		b.Ended, t.Due = now, 0
		return
	}
	round := tournament.Round{Tables: tournament.Pair(b.Format, b.Played, active)}
	for i := range round.Tables {
		round.Tables[i].ID = store.NewID()
	}
	if b.Played, t.Due = append(b.Played, round), now; b.SameDeal {
		b.Deals = append(b.Deals, rand.Text())
	}
}

// disclose lets everyone see the tables of the last round, whose deal was hidden.
func (s *Service) disclose(ctx context.Context, b *body) error {
	if !b.SameDeal {
		return nil
	}
	for _, t := range b.Played[len(b.Played)-1].Tables {
		if err := table.Disclose(ctx, s.Tables, t.ID); err != nil {
			return err
		}
	}
	b.Shown = len(b.Played)
	return nil
}

// discloseLast does so at a cancelled tournament once its running games have ended.
func (s *Service) discloseLast(ctx context.Context, t *store.Tournament, b *body) error {
	for _, at := range b.Played[len(b.Played)-1].Tables {
		if _, over, err := table.EndOf(ctx, s.Tables, at.ID); err != nil {
			return err
		} else if !over {
			t.Due = s.Clock().Add(daysFor).UnixMilli()
			return nil
		}
	}
	t.Due = 0
	return s.disclose(ctx, b)
}

// makeTable makes a table of a round, unless it exists.
func (s *Service) makeTable(ctx context.Context, t *store.Tournament, b *body, of *tournament.Table) error {
	n := game.NewTable{ID: of.ID, Tournament: t.ID, Pace: b.Pace, StandIn: b.Level}
	holders := make([]store.Hash, len(of.Players))
	bots := 0
	for k, p := range of.Players {
		if p == tournament.Computer {
			n.Seats = append(n.Seats, game.NewSeat{Kind: game.Bot, Name: b.Bots[bots], Level: b.Level})
			bots++
			continue
		}
		holders[k] = t.Players[p].Holder
		n.Seats = append(n.Seats, game.NewSeat{Kind: game.Person, Name: cmp.Or(t.Players[p].Name, "–")})
	}
	secret := ""
	if b.SameDeal {
		secret = b.Deals[len(b.Deals)-1]
	}
	if err := table.StartSeated(ctx, s.Tables, n, holders, secret); err != nil {
		return err
	}
	return s.replaceGone(ctx, t, of)
}

// replaceGone has computer players play at a new table for those who have left the tournament
// since the round was paired, and takes from it the names of those who were forgotten.
func (s *Service) replaceGone(ctx context.Context, t *store.Tournament, of *tournament.Table) error {
	for k, p := range of.Players {
		if p == tournament.Computer || !t.Players[p].Gone {
			continue
		}
		if t.Players[p].Name == "" {
			if err := s.Tables.Redact(ctx, of.ID, k, func(string) string { return game.Nameless }); err != nil {
				return err
			}
		}
		if err := s.Tables.Abandon(ctx, of.ID, []int{k}); err != nil {
			return err
		}
	}
	return nil
}

// readResults adds the results of the tables of a round whose games have ended, and
// reports whether there are new ones.
func (s *Service) readResults(ctx context.Context, round *tournament.Round) (changed bool, err error) {
	for i := range round.Tables {
		t := &round.Tables[i]
		if t.Results != nil {
			continue
		}
		end, over, err := table.EndOf(ctx, s.Tables, t.ID)
		if err != nil {
			return false, err
		}
		if !over {
			continue
		}
		changed = true
		for _, seat := range end.Seats {
			t.Results = append(t.Results, tournament.Result{VP: seat.VP, Left: seat.Left, Absent: seat.Absent})
		}
		if t.Results == nil { // nobody can say any more who won
			t.Results = slices.Repeat([]tournament.Result{{Left: end.Broken}}, len(t.Players))
		}
	}
	return changed, nil
}
