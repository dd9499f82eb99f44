package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"ruhr/internal/rating"
	"ruhr/internal/store"
	"ruhr/rules"
	"ruhr/view"
)

// Outcome is how a game ended, as it is stored for ratings and personal records.
type Outcome struct {
	Seats     []OutcomeSeat `json:"seats"`
	CalmWater bool          `json:"calmWater,omitempty"`
	EveryShip bool          `json:"everyShip,omitempty"`
	Days      bool          `json:"days,omitempty"`   // played by correspondence
	Public    bool          `json:"public,omitempty"` // the table was in the lobby
	Broken    bool          `json:"broken,omitempty"` // it ended by itself
}

// OutcomeSeat is how a game ended for a seat.
type OutcomeSeat struct {
	Level string   `json:"level,omitempty"` // of the computer player whose seat it was; "" for a person's
	VP    int      `json:"vp"`
	Place int      `json:"place"`           // 1 is best; whoever left is last
	Left  bool     `json:"left,omitempty"`  // a computer player decided for the person
	Mixed bool     `json:"mixed,omitempty"` // several had the seat, so that the result is nobody's
	Goals []string `json:"goals,omitempty"` // the progress markers it got
}

// ended returns the log number and the time of the game's end, false while it
// goes on.
func (f *fold) ended() (n int64, at time.Time, ok bool) {
	if f.frozen != nil && f.frozen.Key == FrozenEnded {
		for _, e := range f.events {
			if e.N == f.frozen.N {
				return e.N, e.Time, true
			}
		}
	}
	if f.frozen != nil || f.game == nil || len(f.steps) == 0 {
		return 0, time.Time{}, false
	}
	if s := f.state(); s.Decision() != rules.Over {
		return 0, time.Time{}, false
	}
	last := f.steps[len(f.steps)-1]
	return last.N, last.Time, true
}

// tenure is who had a seat until the end of the game.
type tenure struct {
	kind  Kind
	level string // of the computer player that had it at the end
	since int64  // the log number at which its person joined, or was waited for
	fresh int64  // the log number at which its person joined
	mixed bool
}

// tenures returns who had the seats at log number n.
func (f *fold) tenures(n int64) []tenure {
	out := make([]tenure, len(f.seats))
	for k, s := range f.setup.Seats {
		out[k] = tenure{kind: s.Kind, level: s.Level}
	}
	for _, e := range f.events {
		if e.N > n || e.Seat < 0 {
			continue
		}
		switch t := &out[e.Seat]; e.Kind {
		case EventJoin:
			*t = tenure{kind: Person, since: e.N, fresh: e.N}
		case EventGive, EventLevel, EventFill, EventTimeout, EventResign:
			t.level = e.Text
		case EventTake:
			t.level = ""
		case EventWaits:
			t.level, t.since = "", e.N
		case EventRemove:
			t.kind = Open
		}
	}
	for _, s := range f.steps {
		t := &out[s.Seat]
		switch {
		case s.Auto:
		case t.kind == Person:
			t.mixed = t.mixed || s.N < t.fresh
		default:
			t.mixed = t.mixed || s.Bot != t.level
		}
	}
	return out
}

// left reports whether a computer player had a person's seat at the end, or
// decided for the person.
func (t *tenure) left(steps []Step, seat int) bool {
	for _, s := range steps {
		if s.Seat == seat && s.Bot != "" && s.N > t.since {
			return true
		}
	}
	return t.level != ""
}

// Left reports whether a computer player decided for the person at a seat, who
// comes last at a rated table by that.
func (s *Snapshot) Left(seat int) bool {
	return s.Seats[seat].Kind == Person &&
		(s.Seats[seat].Level != "" || slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Seat == seat && step.Bot != "" }))
}

// StoodIn reports whether a computer player made the last decision for the
// person at a seat, so that the result of a finished game is not the person's.
func (s *Snapshot) StoodIn(seat int) bool {
	if s.Seats[seat].Kind != Person {
		return false
	}
	for _, step := range slices.Backward(s.Steps) {
		if step.Seat == seat && !step.Auto {
			return step.Bot != ""
		}
	}
	return false
}

// outcome returns how the game ended. The places are those of the rules (END-6),
// but whoever left comes last, as does whoever let a table end by itself.
func (f *fold) outcome(n int64) Outcome {
	s := f.state()
	result, sheet := f.game.Result(&s), view.Of(f.game, &s)
	out := Outcome{CalmWater: f.setup.CalmWater, EveryShip: f.setup.EveryShip, Days: f.setup.Pace.Days, Public: f.setup.Public, Broken: f.frozen != nil}
	for k, t := range f.tenures(n) {
		seat := OutcomeSeat{VP: result.VP[k], Mixed: t.mixed || t.kind == Open && t.level == ""}
		if t.kind == Person {
			seat.Left = out.Broken || t.left(f.steps, k)
		} else {
			seat.Level = t.level
		}
		for _, m := range sheet.Seats[k].Progress {
			if m.State == "held" || m.State == "used" {
				seat.Goals = append(seat.Goals, m.ID)
			}
		}
		out.Seats = append(out.Seats, seat)
	}
	for k := range out.Seats {
		out.Seats[k].Place = 1
		for _, other := range out.Seats {
			if other.before(out.Seats[k]) {
				out.Seats[k].Place++
			}
		}
	}
	return out
}

// before reports whether a seat finished before another one.
func (s OutcomeSeat) before(other OutcomeSeat) bool {
	if s.Left || other.Left {
		return !s.Left
	}
	return s.VP > other.VP
}

// count stores the result of a finished game, once, with the ratings that
// follow. A table that has ended by itself has a result only if it is rated.
func (v *Service) count(ctx context.Context, f *fold) error {
	n, at, ok := f.ended()
	if !ok {
		return nil
	}
	r := store.Result{Table: f.id, N: n, Ended: at.UnixMilli(), Body: []byte(`{}`)}
	own := f.setup.From == nil && !f.setup.Guided // from the beginning, on a deal that nobody knew
	if own && (f.frozen == nil || f.setup.Rated && f.game != nil && len(f.steps) > 0) {
		if err := v.describe(ctx, f, &r); err != nil {
			return err
		}
	}
	fresh, err := v.opt.Store.AddResult(ctx, r, rate)
	if err != nil {
		return err
	}
	if fresh && r.Pool != "" {
		v.ratings.drop(f.id)
		v.lookAgain(f.id, 0) // the ratings beside the seats have changed
	}
	return nil
}

// describe completes a result with how the game ended and who played it.
func (v *Service) describe(ctx context.Context, f *fold, r *store.Result) (err error) {
	out := f.outcome(r.N)
	if r.Body, err = json.Marshal(out); err != nil {
		return err
	}
	holders, err := v.opt.Store.Holders(ctx, f.id)
	if err != nil {
		return err
	}
	tenures := f.tenures(r.N)
	for _, h := range holders {
		if h.Seat < len(tenures) && tenures[h.Seat].kind == Person {
			r.Holders = append(r.Holders, h)
		}
	}
	pool := rating.PoolOf(len(out.Seats))
	if players, _ := rated(out, r.Holders, pool); f.setup.Rated && players != nil {
		r.Pool = string(pool)
	}
	return nil
}

// rated returns the players of a game that are compared with each other, and
// their holders, zero for a computer player's: people who had their one seat for
// themselves, and computer players of measured strength. Both are nil where
// there is nobody to rate.
func rated(o Outcome, holders []store.Holder, pool rating.Pool) (players []rating.Player, who []store.Hash) {
	bySeat, byHolder := map[int][]store.Hash{}, map[store.Hash]int{}
	for _, h := range holders {
		bySeat[h.Seat] = append(bySeat[h.Seat], h.Browser)
		byHolder[h.Browser]++
	}
	people := 0
	for k, seat := range o.Seats {
		p := rating.Player{Rank: seat.Place}
		var holder store.Hash
		switch held := bySeat[k]; {
		case seat.Mixed:
			continue
		case seat.Level != "":
			var known bool
			if p.Rating, known = rating.Anchor(pool, seat.Level); !known {
				continue
			}
			p.Anchor = true
		case len(held) == 1 && byHolder[held[0]] == 1:
			p.Rating, holder = rating.First(pool), held[0]
			people++
		default:
			continue
		}
		players, who = append(players, p), append(who, holder)
	}
	if people == 0 || len(players) < 2 {
		return nil, nil
	}
	return players, who
}

// rate is the [store.Rater] of all games.
func rate(r store.Result, before map[store.Hash][]byte) (map[store.Hash][]byte, error) {
	var o Outcome
	if err := json.Unmarshal(r.Body, &o); err != nil {
		return nil, fmt.Errorf("result of table %s: %w", store.ShortID(r.Table), err)
	}
	pool := rating.Pool(r.Pool)
	players, who := rated(o, r.Holders, pool)
	for i, p := range players {
		if body, ok := before[who[i]]; ok && !p.Anchor {
			if err := json.Unmarshal(body, &players[i].Rating); err != nil {
				return nil, fmt.Errorf("rating before table %s: %w", store.ShortID(r.Table), err)
			}
		}
	}
	out := map[store.Hash][]byte{}
	for i, after := range rating.Rate(pool, players, r.Ended) {
		if players[i].Anchor {
			continue
		}
		body, err := json.Marshal(after)
		if err != nil {
			return nil, err
		}
		out[who[i]] = body
	}
	return out, nil
}

// Rerate computes all ratings again from the results of all games, and returns
// how many games are rated. First it adds the results of finished tables that
// have none yet.
func (v *Service) Rerate(ctx context.Context) (int, error) {
	if err := v.countAll(ctx); err != nil {
		return 0, err
	}
	return v.opt.Store.Rerate(ctx, rating.Version, rate)
}

// countAll adds the results of finished tables that have none.
func (v *Service) countAll(ctx context.Context) error {
	for after := ""; ; {
		ids, err := v.opt.Store.IDs(ctx, after, store.MaxList)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := v.countOnce(ctx, id); err != nil {
				return err
			}
		}
		if len(ids) < store.MaxList {
			return nil
		}
		after = ids[len(ids)-1]
	}
}

// countOnce adds a table's result if the game is over, without caching the
// table.
func (v *Service) countOnce(ctx context.Context, id string) error {
	f := v.cache.get(id)
	if f == nil {
		t, err := v.opt.Store.Table(ctx, id)
		if errors.Is(err, ErrNoTable) || errors.Is(err, store.ErrDamaged) {
			return nil
		}
		if err != nil {
			return err
		}
		if f, err = v.begun(ctx, t); err != nil {
			return err
		}
	}
	log, err := v.opt.Store.Log(ctx, id, f.n+1)
	if errors.Is(err, ErrNoTable) || errors.Is(err, store.ErrDamaged) {
		return nil
	}
	if err != nil {
		return err
	}
	if f.frozen == nil {
		f = f.clone()
		f.addLog(folded(log))
	}
	return v.count(ctx, f)
}

// rerateOnce computes the ratings again if an older version did so last. Of several
// programs one does. One that is older than that version leaves them as they are:
// otherwise, each that starts while servers are exchanged would compute them anew.
func (v *Service) rerateOnce(ctx context.Context) error {
	by, err := v.opt.Store.RatedBy(ctx)
	if err != nil || !olderVersion(by, rating.Version) {
		return err
	}
	if by == "" { // from before there were results; later ones are due until they are stored
		if err := v.countAll(ctx); err != nil {
			return err
		}
	}
	n, did, err := v.opt.Store.RerateOnce(ctx, rating.Version, rate)
	if err == nil && did && n > 0 {
		v.opt.Log.Info("ratings computed again", "version", rating.Version, "before", cmp.Or(by, "none"), "games", n)
	}
	return err
}

// olderVersion reports whether a version of the ratings is before another one. They are
// numbers; anything else is from before there were versions.
func olderVersion(a, b string) bool {
	m, _ := strconv.Atoi(a)
	n, _ := strconv.Atoi(b)
	return m < n
}
