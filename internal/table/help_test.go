package table

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/memory"
	"ruhr/rules"
	"ruhr/spec"
)

// den is a service under test with the store below it.
type den struct {
	*testing.T
	*Service
	opts     Options
	rng      *rand.Rand // of the test
	accounts sync.Map   // by ID
}

// account returns an account that the test has made.
func (d *den) account(_ context.Context, id string) (store.Account, error) {
	if a, ok := d.accounts.Load(id); ok {
		return a.(store.Account), nil
	}
	return store.Account{}, store.ErrNoAccount
}

// newDen opens a service on an empty store, the same games for the same seed.
func newDen(t *testing.T, seed uint64) *den {
	hub := live.NewHub()
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &den{T: t, rng: rand.New(rand.NewPCG(seed, 2)), opts: Options{
		Store: memory.New(), Live: hub, Board: spec.Board, Bots: testBots, StandIn: "random", Thinkers: 2,
		Clock: func() time.Time { return time.UnixMilli(1_700_000_000_000) },
		// A computer player's chance comes from its place in the game: how often
		// one begins to think again depends on how goroutines are scheduled.
		DecisionRandom: func(decisions int) *rand.Rand { return rand.New(rand.NewPCG(seed, 3+uint64(decisions))) },
		Random: func(n int) int {
			mu.Lock()
			defer mu.Unlock()
			return rng.IntN(n)
		},
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}}
	d.opts.Account = d.account
	d.Service = d.fresh()
	t.Cleanup(func() {
		d.close(d.Service)
		hub.Close()
	})
	return d
}

// fresh returns another service on the same store that knows nothing yet, as
// after the program was killed.
func (d *den) fresh() *Service {
	v, err := New(d.opts)
	require.NoError(d, err)
	return v
}

func (d *den) close(v *Service) {
	if err := v.Close(context.Background()); err != nil {
		d.Error(err)
	}
}

// randomBot chooses evenly; the others do what computer players should not.
type randomBot struct{}

func (randomBot) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, rng *rand.Rand) bot.Thought {
	legal := g.Legal(s).Append(nil)
	return bot.Thought{Action: legal[rng.IntN(len(legal))]}
}

type brokenBot struct{}

func (brokenBot) Choose(context.Context, *rules.Game, *rules.State, bot.Budget, *rand.Rand) bot.Thought {
	panic("broken")
}

// thinkingBot takes the first legal action and has considered them all, each
// with one playout fewer than the one before.
type thinkingBot struct{}

func (thinkingBot) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) (t bot.Thought) {
	var list []analysis.Candidate
	for n, a := range g.Legal(s).Append(nil) {
		list = append(list, analysis.Candidate{Action: a, Playouts: 100 - n})
	}
	return bot.Thought{Action: list[0].Action, Analysis: analysis.Of(list, false)}
}

// absentBot is a program that failed: another decides in its place.
type absentBot struct{ randomBot }

func (b absentBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget bot.Budget, rng *rand.Rand) bot.Thought {
	t := b.randomBot.Choose(ctx, g, s, budget, rng)
	t.Failed = errors.New("the program ended")
	return t
}

// silentBot cannot be asked.
type silentBot struct{}

func (silentBot) Choose(context.Context, *rules.Game, *rules.State, bot.Budget, *rand.Rand) bot.Thought {
	return bot.Thought{Action: rules.None, Failed: errors.New("the program ended")}
}

// endlessBot thinks until it is stopped.
type endlessBot struct{}

func (endlessBot) Choose(ctx context.Context, _ *rules.Game, _ *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	<-ctx.Done()
	return bot.Thought{Action: rules.None}
}

type cheatBot struct{}

func (cheatBot) Choose(context.Context, *rules.Game, *rules.State, bot.Budget, *rand.Rand) bot.Thought {
	return bot.Thought{Action: rules.None}
}

func testBots(level string) (bot.Bot, error) {
	switch level {
	case "random", "other":
		return randomBot{}, nil
	case "silent":
		return silentBot{}, nil
	case "broken":
		return brokenBot{}, nil
	case "thinking":
		return thinkingBot{}, nil
	case "absent":
		return absentBot{}, nil
	case "cheat":
		return cheatBot{}, nil
	}
	return nil, errors.New("no such bot")
}

// past is a table's position after n of its decisions, and what it comes from.
func (d *den) past(v *Service, id string, n int) (rules.State, *game.Game) {
	d.Helper()
	f, err := v.load(d.Context(), id)
	require.NoError(d, err)
	return *f.History.After(n), f
}

// Times in seconds, as a pace has them, and how long a live table waits for its end.
const (
	minutes  = 60
	hour     = 60 * minutes
	day      = 24 * hour
	liveEnds = 7 * 24 * time.Hour
)

// chosen reports whether a person chose a step.
func chosen(s *game.Step) bool { return !s.Auto && s.Bot == "" }

var persons = []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Ben"}, {Kind: game.Person, Name: "Cleo"}, {Kind: game.Person, Name: "Dora"}}

// create starts a table of these seats and gives its position.
func (d *den) create(seats ...game.NewSeat) *game.Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), game.NewTable{Seats: seats})
	require.NoError(d, err)
	return d.at(c.ID)
}

func bots(n int) (out []game.NewSeat) {
	for range n {
		out = append(out, game.NewSeat{Kind: game.Bot, Level: "random"})
	}
	return out
}

// at returns a position for somebody who holds all seats.
func (d *den) at(id string) *game.Snapshot {
	d.Helper()
	s, err := d.Position(d.Context(), id, everybody)
	require.NoError(d, err)
	return s
}

var everybody = game.Actor{Seats: []int{0, 1, 2, 3}}

func seat(k ...int) game.Actor { return game.Actor{Seats: k} }

// settled waits until no computer player is to decide.
func (d *den) settled(id string) *game.Snapshot {
	d.Helper()
	sub := d.opts.Live.Subscribe(id)
	defer sub.Close()
	for {
		s := d.at(id)
		if s.ToAct < 0 || s.Turn.Waiting || s.Seats[s.ToAct].ByHand() {
			return s
		}
		<-sub.C()
	}
}

// ok fails the test on an error of a command.
func (d *den) ok(s *game.Snapshot, err error) *game.Snapshot {
	d.Helper()
	require.NoError(d, err)
	return s
}

// want fails the test unless a command was refused like this.
func (d *den) want(refusal error) func(*game.Snapshot, error) {
	d.Helper()
	return func(s *game.Snapshot, err error) {
		d.Helper()
		if !errors.Is(err, refusal) || s == nil {
			d.Fatalf("refused with %v and position %v, want %v and a position", err, s != nil, refusal)
		}
	}
}

func legal(s *game.Snapshot) []rules.Action { return s.Game.Legal(&s.State).Append(nil) }

// play lets everybody act and confirm at random until stop; the computer players'
// decisions are waited for.
func (d *den) play(s *game.Snapshot, stop func(*game.Snapshot) bool) *game.Snapshot {
	d.Helper()
	for {
		s = d.settled(s.ID)
		if s.Over || stop(s) {
			return s
		}
		if s.You.Confirm {
			s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Confirm()))
			continue
		}
		l := legal(s)
		s = d.ok(d.Do(d.Context(), s.ID, everybody, s.N, "", game.Act(l[d.rng.IntN(len(l))])))
	}
}

func never(*game.Snapshot) bool { return false }

// same fails the test unless two positions are the same to everybody.
func (d *den) same(what string, a, b *game.Snapshot) {
	d.Helper()
	if x, y := text(d, a), text(d, b); x != y || a.State != b.State {
		i := 0
		for i < min(len(x), len(y)) && x[i] == y[i] {
			i++
		}
		d.Fatalf("%s: the positions differ (states equal: %v)\n%.200s\n%.200s", what, a.State == b.State, x[max(i-50, 0):], y[max(i-50, 0):])
	}
}

func text(t testing.TB, v any) string {
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

// log reads a table's log as it is stored.
func (d *den) log(id string) []store.Entry {
	d.Helper()
	log, err := d.opts.Store.Log(d.Context(), id, 1)
	require.NoError(d, err)
	return log
}

func kinds(log []store.Entry) (out []string) {
	for _, e := range log {
		if !slices.Contains(out, e.Kind) {
			out = append(out, e.Kind)
		}
	}
	return out
}
