package bot

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/internal/require"
	"ruhr/rules"
)

// The test binary is also the external program: if this variable is set, it
// plays in the way named instead of running the tests.
const asProgram = "RUHR_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if way := os.Getenv(asProgram); way != "" {
		program(way)
		return
	}
	os.Exit(m.Run())
}

func program(way string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for n := 0; in.Scan(); n++ {
		var q Ask
		if json.Unmarshal(in.Bytes(), &q) != nil || q.Format != BotFormat || q.Position.Decider != q.Seat {
			fmt.Println(`{"index": -7}`)
			continue
		}
		switch {
		case way == "silent":
			// It reads on and never answers.
		case way == "wrong":
			fmt.Printf("{\"index\": %d}\n", len(q.Legal))
		case way == "babble":
			fmt.Println("sell coal")
		case way == "dies" && n == 3:
			return
		default:
			fmt.Printf("{\"index\": %d}\n", len(q.Legal)-1)
		}
	}
}

// lastLegal is what the program plays when all goes well.
type lastLegal struct{ g *rules.Game }

func (p lastLegal) Pick(s *rules.State, _ *rng.Source) rules.Action {
	l := p.g.Legal(s)
	return l.Nth(l.Len() - 1)
}

func seated(t *testing.T, way string, limit time.Duration, fallback Bot) *External {
	t.Setenv(asProgram, way)
	b, err := NewExternal([]string{os.Args[0]}, limit, fallback)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	return b
}

// watched counts the decisions that a program leaves to its stand-in.
func watched(b Bot) (Bot, *Failures) {
	failed := new(Failures)
	return Watch(b, failed.Note), failed
}

// A policy in an external program plays the same game as the policy itself.
func TestExternalPlays(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	within := func() Bot { return &policyBot{make: func(g *rules.Game) policy.Policy { return lastLegal{g} }} }
	other, _ := New("random")
	play := func(b Bot) rules.State {
		d := NewDeal(g, 5)
		s, err := Play(t.Context(), g, []Seat{{Bot: b}, {Bot: other}, {Bot: other}}, &d, 9, nil)
		require.NoError(t, err)
		return s
	}
	b, failed := watched(seated(t, "last", time.Minute, nil))
	require.True(t, play(b) == play(within()), "the games differ")
	if *failed != (Failures{}) {
		t.Error(*failed)
	}
}

// If a program fails, the fallback plays the game to its end.
func TestExternalFails(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	for way, limit := range map[string]time.Duration{
		"silent": 20 * time.Millisecond, "wrong": time.Minute, "babble": time.Minute, "dies": time.Minute,
	} {
		t.Run(way, func(t *testing.T) {
			b, failed := watched(seated(t, way, limit, nil))
			other, _ := New("random")
			d := NewDeal(g, 1)
			s, err := Play(t.Context(), g, []Seat{{Bot: b}, {Bot: other}}, &d, 2, nil)
			require.True(t, err == nil && s.Decision() == rules.Over, "the game did not end: %v", err)
			require.True(t, failed.StoodIn != 0 && failed.Why != "", "no failure was noted")
			if what := "expected {\"index\": 0}"; way == "babble" && !strings.Contains(failed.Why, what) {
				t.Errorf("the failure is %q, which does not say %q", failed.Why, what)
			}
		})
	}
}

// A command that cannot run is an error when it is opened, or leaves the
// decision to the fallback.
func TestExternalMissing(t *testing.T) {
	if _, err := NewExternal(nil, 0, nil); err == nil {
		t.Error("no command was taken for one")
	}
	b, err := NewExternal([]string{"/nonexistent/mybot"}, 0, nil)
	require.NoError(t, err)
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	if th := b.Choose(t.Context(), g, choice(t, g), Budget{}, chance(1)); th.Failed == nil || !strings.Contains(th.Failed.Error(), "/nonexistent/mybot") {
		t.Errorf("nothing is said of a program that is not there: %+v", th)
	}
}

// After three failures in a row a program is not asked again, or not until its
// rest is over; an answer in between resets the count.
func TestExternalRests(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := choice(t, g)
	for _, c := range []struct {
		name  string
		wrong int
		rest  time.Duration
		back  bool
	}{
		{"twice wrong", 2, 0, true},
		{"for good", 3, 0, false},
		{"still resting", 3, time.Hour, false},
		{"rested", 3, time.Nanosecond, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := seated(t, "wrong", time.Minute, nil)
			b.Rest = c.rest
			choose := func() error { return b.Choose(t.Context(), g, s, Budget{}, rand.New(rand.NewPCG(1, 1))).Failed }
			for range c.wrong {
				require.Must(t, choose() != nil, "a wrong answer was taken")
			}
			t.Setenv(asProgram, "last")
			if err := choose(); (err == nil) != c.back || errors.Is(err, ErrResting) == c.back {
				t.Errorf("asked once more: %v", err)
			}
		})
	}
}

// After its rest a program has one try before it rests again.
func TestExternalHasOneTry(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := choice(t, g)
	b := seated(t, "wrong", time.Minute, nil)
	b.Rest = time.Hour
	choose := func() error { return b.Choose(t.Context(), g, s, Budget{}, rand.New(rand.NewPCG(1, 1))).Failed }
	for range mostFailures {
		if err := choose(); err == nil || errors.Is(err, ErrResting) {
			t.Fatalf("before it is left alone: %v", err)
		}
	}
	b.asleep = b.asleep.Add(-2 * b.Rest) // as if that much time had gone by
	if err := choose(); err == nil || errors.Is(err, ErrResting) {
		t.Errorf("after its rest: %v", err)
	}
	require.ErrorIs(t, choose(), ErrResting, "after its try")
}

// In a game that waits too long for a program that other games keep busy the stand-in
// decides, and the thought says why.
func TestExternalBusy(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := choice(t, g)
	standIn, err := New("schiffsjunge")
	require.NoError(t, err)
	b := seated(t, "last", time.Minute, nil)
	b.turn <- struct{}{} // another game's
	ended, end := context.WithCancel(t.Context())
	end()
	th := b.Choose(ended, g, s, Budget{}, rand.New(rand.NewPCG(1, 1)))
	want := standIn.Choose(t.Context(), g, s, Budget{}, rand.New(rand.NewPCG(1, 1)))
	if !errors.Is(th.Failed, context.Canceled) || th.Action != want.Action || b.failures != 0 {
		t.Errorf("%v, %d failures", th, b.failures)
	}
	<-b.turn
	if th := b.Choose(ended, g, s, Budget{}, rand.New(rand.NewPCG(1, 1))); th.Failed == nil || b.failures != 0 || !g.Legal(s).Has(th.Action) {
		t.Errorf("asked after the end: %v, %d failures", th, b.failures)
	}
}

// choice is a position that offers a choice.
func choice(t *testing.T, g *rules.Game) *rules.State {
	t.Helper()
	d := NewDeal(g, 1)
	s := d.Start(g)
	for g.Legal(&s).Len() < 2 {
		require.NoError(t, d.Apply(g, &s, g.Legal(&s).First()))
	}
	return &s
}

// The example in docs/bots plays a whole game without a failure, if Python is
// installed.
func TestExampleBot(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		skip(t, "no python3 here, which the example bot is written in")
	}
	if out, err := exec.Command(python, "-c", "import json, random, sys").CombinedOutput(); err != nil {
		skip(t, fmt.Sprintf("python3 does not run: %v: %.200s", err, out))
	}
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		b, err := NewExternal([]string{python, "../docs/bots/collier.py"}, time.Minute, nil)
		require.NoError(t, err)
		t.Cleanup(func() { b.Close() })
		example, failed := watched(b)
		table := []Seat{{Bot: example}}
		for len(table) < seats {
			table = append(table, quickly("schiffsjunge"))
		}
		d := NewDeal(g, 4)
		s, err := Play(t.Context(), g, table, &d, 1, nil)
		require.True(t, err == nil && s.Decision() == rules.Over, "%d seats: %v", seats, err)
		require.Equal(t, *failed, Failures{}, "%d seats", seats)
	}
}

// skip skips a test if what it needs is not installed; in CI, where it must
// be, it fails.
func skip(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}
