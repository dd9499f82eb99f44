package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/remote"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/rules/random"
	"ruhr/spec"
)

// pair is a client and the server that answers it.
func pair() *remote.Client {
	server := remote.NewServer()
	return &remote.Client{
		Call:  server.Answer,
		Board: func(context.Context, string) ([]byte, error) { return nil, errors.New("only the printed board") },
	}
}

func game(t *testing.T, seats int) *rules.Game {
	t.Helper()
	b := board.Default()
	return rules.NewGame(b, seats, rules.Variant{CalmWater: seats == 3})
}

// decide plays on with an action and what chance brings, to the next decision of more
// than one action. It reports whether there is one.
func decide(g *rules.Game, s *rules.State, a rules.Action, chance *random.Source) bool {
	if a != rules.None {
		g.Play(s, a)
	}
	for g.Legal(s).Len() < 2 {
		switch {
		case s.Decision() == rules.Over:
			return false
		case g.Legal(s).Len() == 1:
			g.Play(s, g.Legal(s).First())
		default:
			chance.Chance(g, s)
		}
	}
	return true
}

// A computer player of each level decides alike here and there, with what it keeps
// between its decisions.
func TestPlayersDecideAlike(t *testing.T) {
	for n, level := range bot.Levels() {
		t.Run(level, func(t *testing.T) {
			g := game(t, 2+n%3)
			here, err := bot.New(level)
			require.NoError(t, err)
			there, err := pair().Bot(level)
			require.NoError(t, err)
			chance := random.New(uint64(n))
			s := g.Start(0)
			a := rules.None
			for k := range uint64(25) {
				if !decide(g, &s, a, &chance) {
					break
				}
				b := bot.Budget{Playouts: 40}
				x := here.Choose(t.Context(), g, &s, b, rand.New(rand.NewPCG(k, 5)))
				y := there.Choose(t.Context(), g, &s, b, rand.New(rand.NewPCG(k, 5)))
				require.Must(t, reflect.DeepEqual(x, y), "decision %d: here %+v, there %+v", k, x, y)
				a = x.Action
			}
		})
	}
}

// Advice and the figures of reviews are the same here and there.
func TestAnalysesAreAlike(t *testing.T) {
	g, c, chance := game(t, 3), pair(), random.New(4)
	here, there := bot.NewAnalyst(g, 200), c.Analyst(g, 200)
	budget := bot.Budget{Playouts: 60}
	s := g.Start(1)
	var planned []rules.Action
	a := rules.None
	for k := range 8 {
		if !decide(g, &s, a, &chance) {
			break
		}
		legal := g.Legal(&s)
		x, y := legal.Nth(0), legal.Nth(legal.Len()-1)
		same(t, "advice", bot.Hint(t.Context(), g, &s, budget, planned), c.Advise(budget)(t.Context(), g, &s, planned))
		one, err := here.Position(t.Context(), &s, k%2 == 0)
		two, err2 := there.Position(t.Context(), &s, k%2 == 0)
		same(t, "position", one, two, err, err2)
		v, err := here.Value(t.Context(), &s, x)
		w, err2 := there.Value(t.Context(), &s, x)
		same(t, "value", v, w, err, err2)
		more, deviation, err := here.Further(t.Context(), &s, x, y)
		more2, deviation2, err2 := there.Further(t.Context(), &s, x, y)
		same(t, "further", [2]float64{more, deviation}, [2]float64{more2, deviation2}, err, err2)
		l, err := here.Ledger(t.Context(), &s, x, y)
		m, err2 := there.Ledger(t.Context(), &s, x, y)
		same(t, "ledger", l, m, err, err2)
		a, planned = one.Candidates[0].Action, one.Plan
	}
}

func same(t *testing.T, what string, here, there any, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil || !reflect.DeepEqual(here, there) {
		t.Fatalf("%s: here %+v, there %+v (%v)", what, here, there, err)
	}
}

// A board of one's own goes along with the question.
func TestBoardsOfOnesOwn(t *testing.T) {
	file := bytes.Replace(spec.Board, []byte(`"id": "ruhr-1769"`), []byte(`"id": "ours"`), 1)
	b, err := board.Load(file)
	require.Must(t, err == nil && !bytes.Equal(file, spec.Board), "no board of one's own: %v", err)
	g, c := rules.NewGame(b, 2, rules.Variant{}), pair()
	c.Board = func(_ context.Context, sha string) ([]byte, error) {
		require.Equal(t, sha, b.SHA256, "the board asked for")
		return file, nil
	}
	chance := random.New(1)
	s := g.Start(0)
	decide(g, &s, rules.None, &chance)
	if a, err := c.Analyst(g, 20).Position(t.Context(), &s, false); err != nil || len(a.Candidates) == 0 {
		t.Errorf("a position on a board of one's own: %+v, %v", a, err)
	}
	c.Board = func(context.Context, string) ([]byte, error) { return spec.Board, nil }
	if _, err := c.Analyst(rules.NewGame(b, 3, rules.Variant{}), 20).Position(t.Context(), &s, false); err == nil {
		t.Error("another board than that of the game is taken")
	}
}

// What fails there is an error here, and no decision.
func TestFailures(t *testing.T) {
	g, c, chance := game(t, 2), pair(), random.New(2)
	s := g.Start(0)
	decide(g, &s, rules.None, &chance)
	if _, err := c.Bot("admiral"); err == nil {
		t.Error("there is a level called admiral")
	}
	broken := errors.New("it ended")
	call := c.Call
	c.Call = func(context.Context, []byte) ([]byte, error) { return nil, broken }
	over, end := context.WithCancel(t.Context())
	end()
	b, err := c.Bot("lotse")
	require.NoError(t, err)
	if got := b.Choose(over, g, &s, bot.Budget{}, rand.New(rand.NewPCG(1, 2))); got.Action != rules.None || !errors.Is(got.Failed, broken) {
		t.Errorf("a computer player that cannot be asked decides %+v", got)
	}
	if a := c.Advise(bot.Budget{Playouts: 9})(t.Context(), g, &s, nil); len(a.Candidates) > 0 {
		t.Errorf("advice that cannot be asked for is %+v", a)
	}
	for name, change := range map[string]func(map[string]any){
		"kind":     func(q map[string]any) { q["Kind"] = "guess" },
		"seats":    func(q map[string]any) { q["Seats"] = 5 },
		"level":    func(q map[string]any) { q["Kind"], q["Level"] = "choose", "admiral" },
		"position": func(q map[string]any) { q["State"] = "AAAA" },
	} {
		c.Call = func(ctx context.Context, ask []byte) ([]byte, error) {
			var q map[string]any
			require.NoError(t, json.Unmarshal(ask, &q))
			change(q)
			ask, _ = json.Marshal(q)
			return call(ctx, ask)
		}
		if _, err := c.Analyst(g, 20).Position(t.Context(), &s, false); err == nil {
			t.Errorf("a question with another %s is answered", name)
		}
	}
	if _, err := remote.NewServer().Answer(t.Context(), []byte("{")); err == nil {
		t.Error("half a question is answered")
	}
}

// A decision is asked for again, and no failure becomes another decision; what always fails is
// not asked for without end.
func TestFailuresAreAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := pair()
		answers, failures := c.Call, 5
		c.Call = func(ctx context.Context, ask []byte) ([]byte, error) {
			if failures--; failures >= 0 {
				return nil, errors.New("the worker ended")
			}
			return answers(ctx, ask)
		}
		g := game(t, 2)
		s := g.Start(0)
		chance := random.New(1)
		decide(g, &s, rules.None, &chance)
		p, err := c.Bot(bot.Levels()[0])
		require.NoError(t, err)
		choose := func(ctx context.Context) bot.Thought {
			return p.Choose(ctx, g, &s, bot.Budget{}, rand.New(rand.NewPCG(1, 1)))
		}
		if x := choose(t.Context()); x.Failed != nil || !g.Legal(&s).Has(x.Action) {
			t.Errorf("after failures it decides %v, %v", x.Action, x.Failed)
		}
		failures = math.MaxInt
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if x := choose(ctx); x.Failed == nil || x.Action != rules.None || ctx.Err() != nil {
			t.Errorf("without an answer it decides %v, %v", x.Action, ctx.Err())
		}
	})
}
