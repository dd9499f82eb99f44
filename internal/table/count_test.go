package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/rating"
	"ruhr/internal/require"
	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/record"
)

// member makes an account and returns how it holds seats.
func (d *den) member(name string) string {
	d.Helper()
	a := store.Account{ID: store.NewID(), Name: name, Key: strings.ToLower(name), Password: "x"}
	d.accounts.Store(a.ID, a)
	return a.Holder()
}

// rated starts a rated table in the lobby, at which accounts sit down in order.
func (d *den) rated(holders ...string) *game.Snapshot {
	d.Helper()
	t := game.NewTable{Rated: true, Hints: true, Public: true, Pace: blitz, Seats: []game.NewSeat{{Kind: game.Person, Name: "somebody else"}}}
	for range holders[1:] {
		t.Seats = append(t.Seats, game.NewSeat{Kind: game.Open})
	}
	c, err := d.CreateFor(d.Context(), holders[0], t)
	require.NoError(d, err)
	for k, h := range holders[1:] {
		require.NoError(d, d.Sit(d.Context(), h, c.ID, k+1, "a false name"))
	}
	return d.at(c.ID)
}

func (d *den) career(holder string) *results.Career {
	d.Helper()
	c, err := d.Results().Career(d.Context(), holder)
	require.NoError(d, err)
	return c
}

// A rated game changes the ratings of those who played it once: not again when it
// is due again, after a restart, or when all ratings are computed again.
func TestRatedGame(t *testing.T) {
	for n := 2; n <= 4; n++ {
		d, l := timedDen(t, uint64(200+n))
		var holders []string
		for _, name := range []string{"Anna", "Bert", "Carl", "Dora"}[:n] {
			holders = append(holders, d.member(name))
		}
		s := d.rated(holders...)
		require.Must(t, !s.Hints && s.Seats[0].Name == "Anna" && s.Seats[1].Name == "Bert", "hints %v, seats %+v", s.Hints, s.Seats)
		s = d.play(s, never)
		l.pass(time.Second)
		d.tick()
		pool := rating.PoolOf(n)
		result := s.Game.Result(&s.State)
		before := map[string]*results.Career{}
		for k, h := range holders {
			c := d.career(h)
			r, ok := c.Rating(pool)
			require.Must(t, ok && r.Games == 1 && len(c.Games) == 1 && c.Ratings[pool][0].Table == s.ID, "seat %d of %d has %+v", k, n, c)
			g := c.Games[0]
			if g.Pool != pool || !slices.Equal(g.Seats, []int{k}) || g.Outcome.Seats[k].VP != result.VP[k] || g.Outcome.Seats[k].Place != result.Rank[k] {
				t.Errorf("the game is kept as %+v, want VP %v and places %v", g, result.VP, result.Rank)
			}
			if up := r.Points() > rating.First(pool).Points(); result.Rank[k] == 1 && !up || result.Rank[k] == n && up {
				t.Errorf("place %d of %d makes %d", result.Rank[k], n, r.Points())
			}
			before[h] = c
			if got := d.at(s.ID).Seats[k].Rating; got == nil || *got != r {
				t.Errorf("beside seat %d stands %+v, want %+v", k, got, r)
			}
		}
		again := d.fresh()
		f, err := again.load(t.Context(), s.ID)
		require.NoError(t, err)
		for what, do := range map[string]func() error{
			"due again": func() error { return again.Tick(t.Context()) },
			"counted":   func() error { return again.count(t.Context(), f) },
			"version":   func() error { return again.rerateOnce(t.Context()) },
			"computed": func() error {
				games, err := again.Rerate(t.Context())
				if games != 1 {
					return fmt.Errorf("%d games, %w", games, err)
				}
				return err
			},
		} {
			require.ErrorIs(t, do(), nil, "%s", what)
			for k, h := range holders {
				if c := d.career(h); !reflect.DeepEqual(c, before[h]) {
					t.Errorf("%s: seat %d has %+v, not %+v", what, k, c, before[h])
				}
			}
		}
		d.close(again)
	}
}

// A result from before turns were kept is completed from the log of its table, and rated
// with the turns then.
func TestTurnsOfOldResults(t *testing.T) {
	d, l := timedDen(t, 207)
	anna := d.member("Anna")
	s := d.play(d.rated(anna, d.member("Bert"), d.member("Carl")), never)
	l.pass(time.Second)
	d.tick()
	outcome := d.career(anna).Games[0].Outcome
	for k, seat := range outcome.Seats {
		require.Equal(t, seat.Turn, 1+(k-s.History.StartSeat+3)%3, "the turn of seat %d", k)
	}
	after := d.career(anna)
	old := outcome
	old.Seats = slices.Clone(old.Seats)
	for k := range old.Seats {
		old.Seats[k].Turn = 0
	}
	body, err := json.Marshal(old)
	require.NoError(t, err)
	st := d.opts.Store
	require.NoError(t, st.Describe(t.Context(), s.ID, body))
	nothing := func(store.Result, store.Before) (map[store.Hash][]byte, error) { return nil, nil }
	require.Succeeds(t)(st.Rerate(t.Context(), "9", nothing))
	again := d.fresh()
	defer d.close(again)
	require.NoError(t, again.rerateOnce(t.Context()))
	if got := d.career(anna); !reflect.DeepEqual(got, after) {
		t.Errorf("Anna has %+v, want %+v", got, after)
	}
}

// rerated counts the programs that compute all ratings again.
type rerated struct {
	Store
	times *atomic.Int64
}

func (s rerated) Rerate(context.Context, string, store.Rater) (int, error) {
	return 0, errors.New("a start computes the ratings again whatever others do")
}

func (s rerated) RerateOnce(ctx context.Context, version string, rate store.Rater) (int, bool, error) {
	n, did, err := s.Store.RerateOnce(ctx, version, rate)
	if did {
		s.times.Add(1)
	}
	return n, did, err
}

// Of the programs that start with a newer version of the ratings, one computes them
// again, once; one that is older than the ratings leaves them as they are.
func TestRatingsAreComputedAgainOnce(t *testing.T) {
	d, l := timedDen(t, 220)
	anna := d.member("Anna")
	d.play(d.rated(anna, d.member("Bert")), never)
	l.pass(time.Second)
	d.tick()
	before := d.career(anna)
	nobody := func(store.Result, store.Before) (map[store.Hash][]byte, error) { return nil, nil }
	var times atomic.Int64
	all := d.opts.Store
	d.opts.Store = rerated{all, &times}
	for _, c := range []struct {
		by   string
		want int64
	}{{"", 1}, {"3", 1}, {rating.Version, 0}, {"1000000", 0}} {
		times.Store(0)
		require.Succeeds(t)(all.Rerate(t.Context(), c.by, nobody))
		for range 2 { // later ones find it done
			var programs sync.WaitGroup
			for range 4 {
				again := d.fresh()
				programs.Go(func() {
					if err := again.rerateOnce(t.Context()); err != nil {
						t.Error(err)
					}
					d.close(again)
				})
			}
			programs.Wait()
		}
		require.Equal(t, times.Load(), c.want, "how often ratings by version %q are computed again", c.by)
		if got := d.career(anna); c.want == 1 && !reflect.DeepEqual(got, before) {
			t.Errorf("after version %q Anna has %+v, want %+v", c.by, got, before)
		}
	}
}

// noResults is a store that cannot store results.
type noResults struct {
	Store
	err error
}

func (s noResults) AddResult(context.Context, store.Result, store.Rater) (bool, error) {
	return false, s.err
}

// The result of a finished game is stored before the end is announced.
func TestResultIsThereAtTheEnd(t *testing.T) {
	d, _ := timedDen(t, 210)
	anna := d.member("Anna")
	s := d.play(d.rated(anna, d.member("Bert")), never)
	if c := d.career(anna); len(c.Games) != 1 || c.Games[0].Table != s.ID {
		t.Errorf("at the end: %+v", c)
	}
}

// A finished game is due until its result is stored, so that no failure loses it.
func TestResultIsDue(t *testing.T) {
	d, l := timedDen(t, 210)
	anna := d.member("Anna")
	whole := d.opts.Store
	d.opts.Store = noResults{whole, errors.New("the disk is full")}
	d.close(d.Service)
	failing := d.fresh()
	d.Service = failing
	s := d.play(d.rated(anna, d.member("Bert")), never)
	d.opts.Store = whole
	d.Service = d.fresh()
	d.close(failing)
	if c := d.career(anna); len(c.Games) != 0 {
		t.Fatalf("stored by a store that cannot: %+v", c)
	}
	l.pass(time.Minute)
	d.tick()
	if c := d.career(anna); len(c.Games) != 1 || c.Games[0].Table != s.ID {
		t.Errorf("after a restart: %+v", c)
	}
}

// Friendly games stand in the record of those who played them, with an account or
// without, and change no rating; games played on from others stand nowhere, their rematches do.
func TestFriendlyGame(t *testing.T) {
	d, l := timedDen(t, 211)
	guest := NewSecret()
	c, err := d.CreateFor(t.Context(), guest, game.NewTable{Seats: append(persons[:1:1], bots(1)...)})
	require.NoError(t, err)
	s := d.play(d.at(c.ID), never)
	on, err := d.PlayOnFor(t.Context(), guest, s.ID, 3, 0, "random", "Zoe")
	require.NoError(t, err)
	rec, err := d.Record(t.Context(), s.ID, game.Actor{})
	require.NoError(t, err)
	played, err := record.Referee(rec, s.Game.Board())
	require.NoError(t, err)
	given, err := d.PlayOnGame(t.Context(), guest, played, played.Len()-1, 0, "random", "Zoe")
	require.NoError(t, err)
	d.play(d.at(on), never)
	d.play(d.at(given), never)
	again, err := d.RematchFor(t.Context(), guest, on, game.Part{})
	require.NoError(t, err)
	l.pass(time.Second)
	d.play(d.at(again), never)
	l.pass(time.Second)
	d.tick()
	got := d.career(guest)
	slices.Reverse(got.Games)
	if len(got.Games) != 2 || got.Games[0].Table != s.ID || got.Games[1].Table != again || got.Games[0].Pool != "" || len(got.Ratings) != 0 {
		t.Fatalf("%+v", got)
	}
	if seats := got.Games[0].Outcome.Seats; seats[0].Level != "" || seats[1].Level != "random" || seats[0].Left {
		t.Errorf("the seats are %+v", seats)
	}
}

// Who resigns or runs out of time comes last, however well the computer player
// does; who comes back before it has decided anything has not left.
func TestWhoLeavesIsLast(t *testing.T) {
	d, l := timedDen(t, 212)
	ctx := t.Context()
	holders := []string{d.member("Anna"), d.member("Bert"), d.member("Carl")}
	s := d.rated(holders...)
	resigned := (s.ToAct + 1) % 3
	s = d.ok(d.Do(ctx, s.ID, seat(resigned), s.N, "", game.Resign(resigned)))
	l.pass(blitzTime())
	d.tick() // the seat to act runs out of time
	s = d.settled(s.ID)
	d.play(s, never)
	l.pass(time.Second)
	d.tick()
	out := d.career(holders[0]).Games[0].Outcome
	places := map[int]int{}
	for k, seat := range out.Seats {
		places[seat.Place]++
		if stayed := k == 3-resigned-(resigned+2)%3; seat.Left == stayed || (seat.Place == 1) != stayed {
			t.Errorf("seat %d: %+v", k, seat)
		}
	}
	require.True(t, places[1] == 1 && places[2] == 2, "the places are %+v", out.Seats)

	dora := d.member("Dora")
	s = d.rated(dora, d.member("Emil"))
	other := 1 - s.ToAct
	s = d.ok(d.Do(ctx, s.ID, seat(other), s.N, "", game.Resign(other)))
	s = d.ok(d.Do(ctx, s.ID, seat(other), s.N, "", game.TakeBack(other)))
	d.play(s, never)
	l.pass(time.Second)
	d.tick()
	if got := d.career(dora).Games[0].Outcome.Seats[other]; got.Left {
		t.Errorf("who came back at once: %+v", got)
	}
}

// blitzTime is longer than the bank of blitz.
func blitzTime() time.Duration { return time.Duration(blitz.Bank+1) * time.Second }

// Where everybody has left their seat to a computer player, nobody has won.
func TestNobodyWinsWhereAllHaveLeft(t *testing.T) {
	d := newDen(t, 214)
	s := d.create(persons[:2]...)
	for k := range 2 {
		s = d.ok(d.Do(t.Context(), s.ID, seat(k), d.settled(s.ID).N, "", game.GiveToBot(k, "random")))
	}
	d.play(s, never)
	f, err := d.load(t.Context(), s.ID)
	require.NoError(t, err)
	n, _, over := f.Ended()
	require.Must(t, over, "the game goes on")
	for k, seat := range results.Ended(f, n).Seats {
		require.True(t, seat.Left && seat.Place == 2, "seat %d: %+v", k, seat)
	}
}

// A rated table that nobody goes on with ends automatically, and anyone who had a seat
// there by hand is last: losing cannot be put off.
func TestRatedTableEndsByItself(t *testing.T) {
	d, l := timedDen(t, 213)
	anna := d.member("Anna")
	c, err := d.CreateFor(t.Context(), anna, game.NewTable{Rated: true, Pace: blitz, Seats: append(persons[:1:1], game.NewSeat{Kind: game.Bot, Level: "random"})})
	require.NoError(t, err)
	s := d.settled(c.ID)
	d.ok(d.Do(t.Context(), s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	d.settled(c.ID)
	l.pass(liveEnds + time.Hour)
	d.tick()
	l.pass(time.Minute)
	d.tick()
	games := d.career(anna).Games
	require.True(t, len(games) == 1 && games[0].Broken && games[0].Outcome.Seats[0].Place == 2 && games[0].Outcome.Seats[0].Left, "%+v", games)
}

// What a rated table refuses.
func TestRatedTableRefuses(t *testing.T) {
	d, _ := timedDen(t, 214)
	ctx := t.Context()
	anna, bert := d.member("Anna"), d.member("Bert")
	open := []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}
	for _, c := range []struct {
		what   string
		holder string
		table  game.NewTable
		want   error
	}{
		{"made by a guest", NewSecret(), game.NewTable{Rated: true, Pace: blitz, Seats: open}, game.ErrRatedAccount},
		{"an account that is gone", store.Account{ID: store.NewID()}.Holder(), game.NewTable{Rated: true, Pace: blitz, Seats: open}, game.ErrRatedAccount},
		{"without clocks", anna, game.NewTable{Rated: true, Seats: open}, game.ErrRatedPace},
		{"two seats by hand", anna, game.NewTable{Rated: true, Pace: blitz, Seats: persons[:2]}, game.ErrRatedSeats},
		{"another board", anna, game.NewTable{Rated: true, Pace: blitz, Seats: open, Board: append([]byte(" "), d.opts.Board...)}, game.ErrRatedBoard},
	} {
		require.Fails(t, c.want, "%s", c.what)(d.CreateFor(ctx, c.holder, c.table))
	}
	c, err := d.CreateFor(ctx, anna, game.NewTable{Rated: true, Public: true, Pace: blitz, Seats: append(open, game.NewSeat{Kind: game.Open}, game.NewSeat{Kind: game.Bot, Level: "random"})})
	require.NoError(t, err)
	for what, c := range map[string]struct{ got, want error }{
		"a guest sits down":           {d.Sit(ctx, NewSecret(), c.ID, 1, "Zoe"), game.ErrRatedAccount},
		"who has a seat already":      {d.Sit(ctx, anna, c.ID, 1, "Anna"), game.ErrRatedSeats},
		"a guest comes by the link":   {entering(d.Enter(ctx, NewSecret(), c.Seats[1], new(string))), game.ErrRatedAccount},
		"another comes to her seat":   {entering(d.Enter(ctx, bert, c.Seats[0], nil)), game.ErrNotOpen},
		"she comes to her seat again": {entering(d.Enter(ctx, anna, c.Seats[0], nil)), nil},
		"he sits down":                {entering(d.Enter(ctx, bert, c.Seats[2], nil)), nil},
	} {
		require.True(t, errors.Is(c.got, c.want), "%s: %v, want %v", what, c.got, c.want)
	}
	require.NoError(t, d.Sit(ctx, d.member("Carl"), c.ID, 1, ""))
	s := d.settled(c.ID)
	d.want(game.ErrRated)(d.Do(ctx, s.ID, seat(0), s.N, "", game.Rename(0, "Zoe")))
	d.want(game.ErrRated)(d.Do(ctx, s.ID, seat(0), s.N, "", game.SetLevel(3, "other")))
	d.want(game.ErrNoHints)(d.Hint(ctx, s.ID, everybody, s.N, ""))
	require.True(t, s.MayRemove(game.Actor{Owner: true}, 1), "before the game has begun, nobody can be removed")
	s = d.ok(d.Do(ctx, s.ID, everybody, s.N, "", game.Act(legal(s)[0])))
	s = d.settled(s.ID)
	require.True(t, !s.MayRemove(game.Actor{Owner: true}, 1), "somebody may be removed from a rated game")
	d.want(game.ErrRated)(d.Remove(ctx, anna, s.ID, s.N, "", 1))
	require.ErrorIs(t, d.Leave(ctx, anna, s.ID), game.ErrRated, "leaving a rated game")
}

func entering(_ Place, err error) error { return err }

// A rematch of a rated game is rated, and who left is there again.
func TestRatedRematch(t *testing.T) {
	d, _ := timedDen(t, 215)
	anna, bert := d.member("Anna"), d.member("Bert")
	s := d.rated(anna, bert)
	s = d.ok(d.Do(t.Context(), s.ID, seat(1), s.N, "", game.Resign(1)))
	s = d.play(s, never)
	next, err := d.RematchFor(t.Context(), bert, s.ID, game.Part{})
	require.NoError(t, err)
	if s := d.at(next); !s.Rated || s.Seats[1].Level != "" || s.Hints {
		t.Errorf("the next table: rated %v, %+v", s.Rated, s.Seats[1])
	}
}

// All levels at tables are anchors, and only they.
func TestLevelsAreAnchors(t *testing.T) {
	for _, name := range bot.Names() {
		_, known := rating.Anchor(rating.Two, name)
		require.Equal(t, known, slices.Contains(bot.Levels(), name), "%s is an anchor", name)
	}
}

// unready is a store whose ratings cannot be computed again at first.
type unready struct {
	Store
	tries atomic.Int64
	done  chan struct{}
}

func (s *unready) RerateOnce(ctx context.Context, version string, rate store.Rater) (n int, did bool, err error) {
	switch s.tries.Add(1) {
	case 1:
		return 0, false, store.ErrUnreachable
	case 2:
		defer close(s.done)
	}
	return s.Store.RerateOnce(ctx, version, rate)
}

// A database that cannot be reached at the start does not leave old ratings until the next.
func TestRatingsAreComputedAgainLater(t *testing.T) {
	d := newDen(t, 221)
	st := &unready{Store: d.opts.Store, done: make(chan struct{})}
	d.opts.Store = st
	v := d.fresh()
	defer d.close(v)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { v.Run(ctx) })
	<-st.done
	stop()
	running.Wait()
	require.Equal(t, st.tries.Load(), 2, "tries")
}
