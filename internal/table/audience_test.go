package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/rules"
)

// newHall opens a service at which the bots of the level "gate" search, and wait
// to be let through, and the others decide at once. Its time is that of the
// test's bubble.
func newHall(t *testing.T, seed uint64) (*den, *gateBot) {
	d := newDen(t, seed)
	b := newGate(d)
	d.opts.Bots = func(level string) (bot.Bot, error) {
		if level == "gate" {
			return b, nil
		}
		return testBots(level)
	}
	d.opts.Searches = func(level string) bool { return level == "gate" }
	d.opts.Clock, d.opts.MoveTimeout = time.Now, 24*time.Hour
	d.Service = d.fresh()
	return d, b
}

// askedNow counts the bots that have begun to think.
func (b *gateBot) askedNow() (n int) {
	for {
		synctest.Wait()
		select {
		case <-b.asked:
			n++
		default:
			return n
		}
	}
}

var gates = []game.NewSeat{{Kind: game.Bot, Level: "gate"}, {Kind: game.Bot, Level: "gate"}}

// However many tables of computer players that search there are, one that does
// not search decides at once and advice is given; of those that search no more
// think than may.
func TestSearchKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := newHall(t, 65)
		d.opts.Advise = func(_ context.Context, g *rules.Game, s *rules.State, _ []rules.Action) analysis.Analysis {
			return analysis.Of([]analysis.Candidate{{Action: g.Legal(s).First()}}, false)
		}
		thoughts := map[string]int{}
		var mu sync.Mutex
		d.opts.Meter = func(kind string, waited, took time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			thoughts[kind]++
		}
		d.Service = d.fresh()
		for range 250 {
			d.create(gates...)
		}
		if n := b.askedNow(); n != 2 {
			t.Fatalf("%d think at once, want 2", n)
		}
		began := time.Now()
		s := d.create(game.NewSeat{Kind: game.Bot, Level: "random"}, game.NewSeat{Kind: game.Bot, Level: "random"})
		if s = d.settled(s.ID); !s.Over {
			t.Error("the game of those that do not search is not over")
		}
		s = d.advised(persons[:2]...)
		if s = d.ok(d.Hint(t.Context(), s.ID, everybody, s.N, "")); len(s.You.Advice.Candidates) == 0 {
			t.Error("no advice")
		}
		require.Equal(t, time.Since(began), 0, "the wait")
		b.open <- true
		require.Equal(t, b.askedNow(), 1, "how many more think after one has finished")
		mu.Lock()
		defer mu.Unlock()
		require.True(t, thoughts["search"] == 1 && thoughts["advice"] == 1 && thoughts["quick"] >= 50, "counted %v", thoughts)
	})
}

// A visitor with one table comes next, no matter who else has how many.
func TestVisitorsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := newHall(t, 66)
		for range 20 {
			d.create(gates...)
		}
		b.askedNow()
		c, err := d.Create(t.Context(), game.NewTable{Seats: gates})
		require.NoError(t, err)
		d.ok(d.Position(t.Context(), c.ID, game.Actor{From: "anna"}))
		synctest.Wait()
		before := d.search.Waiting()
		for range 2 { // the second at the latest, since the others come in turn with her
			b.open <- true
			b.askedNow()
		}
		if d.runner.workers[c.ID].on == nil || before != 2 || d.search.Waiting() != 1 {
			t.Error("Anna's table waits for those of somebody who has twenty")
		}
	})
}

// Nobody thinks where nobody is; thinking goes on when somebody comes back, by a
// page that follows the table, by a look at it, and not by a list of tables.
func TestNobodyThinksUnseen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := newHall(t, 67)
		c, err := d.Create(t.Context(), game.NewTable{Seats: gates})
		require.NoError(t, err)
		require.True(t, b.askedNow() == 0, "somebody thinks at a table that nobody has seen")
		require.NoError(t, d.opts.Store.Grant(t.Context(), store.HashOf("anna"), Place{Table: c.ID, Seat: store.Nobody}))
		leave := d.Attend(c.ID, "anna")
		d.at(c.ID)
		time.Sleep(10 * lookLasts)
		for range 3 { // as long as she is there, however long
			if n := b.askedNow(); n > 1 {
				t.Fatalf("%d think at one table", n)
			}
			b.open <- true
			time.Sleep(10 * lookLasts)
		}
		b.askedNow()
		leave()
		b.open <- true // soon after
		require.True(t, b.askedNow() == 1, "she may come back at once, but the thinking has ended")
		time.Sleep(lookLasts)
		b.open <- true
		require.True(t, b.askedNow() == 0, "somebody thinks though everybody has left")
		require.True(t, len(d.runner.workers) == 0, "a worker is left at a table where nobody is")
		list, err := d.Tables(t.Context(), "anna", "", 10)
		require.Must(t, err == nil && len(list) == 1, "%d tables, %v", len(list), err)
		require.True(t, b.askedNow() == 0, "the list of tables makes somebody think")
		d.at(c.ID)
		require.True(t, b.askedNow() == 1, "nobody thinks though somebody looks")
	})
}

// Where everybody leaves before a table's turn comes, it is passed over.
func TestTurnOfAnEmptyTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := newHall(t, 68)
		for range 5 {
			d.create(gates...)
		}
		synctest.Wait() // so that the next one's turn comes last
		stays := d.create(gates...)
		defer d.Attend(stays.ID, "")()
		b.askedNow()
		time.Sleep(lookLasts)
		b.open <- true
		b.askedNow()
		require.True(t, d.runner.workers[stays.ID].on != nil && d.search.Waiting() == 0, "%d wait where nobody is", d.search.Waiting())
	})
}

// full is a store that refuses so many appends by computer players as on a full
// disk, and then so many readings of a log.
type full struct {
	Store
	mu            sync.Mutex
	appends, logs int
	at            []time.Duration // since the beginning, of each attempt
	began         time.Time
}

func (f *full) Append(ctx context.Context, id string, after int64, key string, list []store.Entry) (int64, error) {
	if f.refuses() {
		return 0, store.ErrFull
	}
	return f.Store.Append(ctx, id, after, key, list)
}

// refuses notes an attempt to append, and says whether it fails.
func (f *full) refuses() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = append(f.at, time.Since(f.began))
	f.appends--
	return f.appends >= 0
}

func (f *full) Log(ctx context.Context, id string, from int64) ([]store.Entry, error) {
	f.mu.Lock()
	f.logs--
	fails := f.logs >= 0
	f.mu.Unlock()
	if fails {
		return nil, errors.New("not now")
	}
	return f.Store.Log(ctx, id, from)
}

// failLogs makes so many readings fail from now on.
func (f *full) failLogs(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.logs = n
}

// attempts are the moments of all attempts to append, since the beginning.
func (f *full) attempts() []time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.at)
}

// onceBot decides once, and then thinks until it is told to stop.
type onceBot struct{ thought *atomic.Int32 }

func (b onceBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	if b.thought.Add(1) > 1 {
		<-ctx.Done()
	}
	return bot.Thought{Action: g.Legal(s).First()}
}

// A computer player's decision that cannot be stored is tried again, less and
// less often, until it can: nobody has to load a page, nothing is thought twice.
func TestDecisionIsStoredInTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := newHall(t, 69)
		disk := &full{Store: d.opts.Store, appends: 9, began: time.Now()}
		var thought atomic.Int32
		d.opts.Store = disk
		d.opts.Bots = func(string) (bot.Bot, error) { return onceBot{&thought}, nil }
		d.Service = d.fresh()
		s := d.create(gates...)
		synctest.Wait()
		if n := len(disk.attempts()); thought.Load() != 1 || n != 1 {
			t.Fatalf("thought %d times and tried %d times to store it", thought.Load(), n)
		}
		disk.failLogs(2) // the next look at the table fails, too
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		ms := time.Millisecond
		want := []time.Duration{0, 250 * ms, 750 * ms, 1750 * ms, 3750 * ms, 7750 * ms, 15750 * ms, 31750 * ms, 61750 * ms, 91750 * ms}
		require.Slices(t, disk.attempts(), want, "attempts")
		if log := d.log(s.ID); len(log) < 2 || thought.Load() != 1 {
			t.Errorf("%d entries in the log, thought %d times", len(log), thought.Load())
		}
		d.at(s.ID)
		synctest.Wait()
		require.Equal(t, thought.Load(), 2, "how often it thought after somebody came back")
	})
}

// As long as one page of several is open somebody is there; nothing is kept of
// a table that the last one has left.
func TestLastPageThatCloses(t *testing.T) {
	d := newDen(t, 68)
	first, second := d.Attend("table", "anna"), d.Attend("table", "bert")
	first()
	first() // closing again changes nothing
	if who, ok := d.attended("table"); who != "bert" || !ok {
		t.Errorf("%q is at the table: %v, expected bert", who, ok)
	}
	second()
	require.Equal(t, len(d.audience.open), 0, "tables with open pages after all have closed")
}
