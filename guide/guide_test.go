package guide_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/guide"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

const (
	maxPrompts = 25
	maxWords   = 60
)

// Every prompt has a title and a text in every language, and the catalogue has
// no others.
func TestThereAreFewAndShortPrompts(t *testing.T) {
	if n := len(guide.Keys()); n > maxPrompts {
		t.Errorf("%d prompts, at most %d are wanted", n, maxPrompts)
	}
	for _, language := range lang.Languages {
		p := lang.For(language)
		for _, key := range guide.Texts() {
			if !p.Has(key) {
				t.Errorf("%s: no text for %s", language, key)
				continue
			}
			said := p.T(key, "n", 3)
			if n := len(strings.Fields(said)); n > maxWords {
				t.Errorf("%s %s has %d words, at most %d are wanted: %s", language, key, n, maxWords, said)
			}
			require.True(t, !strings.ContainsAny(said, "‹{}[]"), "%s %s comes out as %q", language, key, said)
		}
		data, err := os.ReadFile("../lang/catalogue/" + language + "/guide.json")
		require.NoError(t, err)
		var entries map[string]string
		require.NoError(t, json.Unmarshal(data, &entries))
		for key := range entries {
			if (strings.HasSuffix(key, ".title") || strings.HasSuffix(key, ".text")) && !slices.Contains(guide.Texts(), key) {
				t.Errorf("%s: %s belongs to no prompt", language, key)
			}
		}
	}
}

// Every prompt comes up in some game, in each of its wordings.
func TestEveryPromptComesUp(t *testing.T) {
	g := newGame(t)
	left := map[string]bool{}
	for _, key := range guide.Texts() {
		left[key] = true
	}
	// The two rarest wordings come up in less than one game in a hundred.
	for seed := uint64(0); seed < 300 && len(left) > 0; seed++ {
		for _, policy := range []string{"greedy", "lotse", "schiffsjunge", "random"} {
			_, all := play(t, g, policy, seed, 12)
			for _, m := range all {
				delete(left, m.Title())
				delete(left, m.Text())
			}
		}
	}
	for key := range left {
		t.Errorf("%s came up in no game", key)
	}
}

// Whatever the learner does: no prompt comes twice, each belongs to one
// decision, asking again gives the same, and N counts them.
func TestPromptsPassAndDoNotReturn(t *testing.T) {
	g := newGame(t)
	for _, policy := range []string{"greedy", "schiffsjunge", "random"} {
		h, all := play(t, g, policy, 1, 12)
		seen := map[string]bool{}
		for i, m := range all {
			require.True(t, !seen[m.Key], "%s: %s came twice", policy, m.Key)
			seen[m.Key] = true
			require.Equal(t, m.N, i+1, "%s: the number of %s", policy, m.Key)
		}
		for n := range h.Steps {
			past := &record.Game{Rules: h.Rules, Steps: h.Steps[:n+1]}
			if a, b := guide.Due(past, guide.Learner), guide.Due(past, guide.Learner); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: after %d decisions first %v, then %v", policy, n, a, b)
			}
		}
	}
}

// After round 1 a phase has one prompt, apart from what must not be decided silently.
func TestAPhaseHasOnePrompt(t *testing.T) {
	must := []string{"sell", "second", "pay", "take", "place", "remove", "debt", "track", "last", "export", "upriver"}
	for _, policy := range []string{"greedy", "schiffsjunge", "random"} {
		_, all := play(t, newGame(t), policy, 2, 12)
		for i := 1; i < len(all); i++ {
			a, b := &all[i-1].state, &all[i].state
			if b.Round() > 1 && a.Round() == b.Round() && a.Phase() == b.Phase() && !slices.Contains(must, all[i].Key) {
				t.Errorf("%s: round %d, phase %v: %s, then %s", policy, b.Round(), b.Phase(), all[i-1].Key, all[i].Key)
			}
		}
	}
}

// There is no prompt while the other seat decides.
func TestOnlyTheLearnerIsPrompted(t *testing.T) {
	g := newGame(t)
	h, _ := play(t, g, "greedy", 0, 12)
	said, others := 0, 0 // prompts to the learner, choices of the other seat
	for n := range h.Steps {
		s := &h.Steps[n].State
		p := guide.Due(&record.Game{Rules: h.Rules, Steps: h.Steps[:n+1]}, guide.Learner)
		switch mine := s.Decision() != rules.Over && s.ToDecide() == guide.Learner; {
		case !mine && p != nil:
			t.Errorf("after %d decisions %s is said, and the learner has nothing to decide", n, p.Key)
		case p != nil:
			said++
		case !mine && s.Decision() != rules.Over && g.Legal(s).Len() > 1:
			others++
		}
	}
	require.True(t, said >= 10 && others >= 10, "%d prompts while the other seat had %d choices: too few to show anything", said, others)
}

// silent are the decisions that may have one legal action only, and the idea to
// have been explained by then.
var silent = map[rules.Decision]string{rules.Sell: "selling", rules.Pay: "events", rules.Place: "returning", rules.Remove: "removal",

	rules.ChooseStart: "loading", rules.ChooseOption: "hauling"}

// Nothing is decided silently before it was explained: neither a sale with one
// buyer nor a payment without a choice.
func TestNothingIsDecidedSilently(t *testing.T) {
	g := newGame(t)
	forced := map[rules.Decision]int{}
	for _, policy := range []string{"random", "greedy", "schiffsjunge"} {
		for seed := range uint64(40) {
			h, all := play(t, g, policy, seed, 12)
			told := map[string]int{}
			for _, m := range all {
				for _, idea := range m.Ideas {
					if _, ok := told[idea]; !ok {
						told[idea] = m.At
					}
				}
			}
			for n := range h.Len() {
				s := &h.Steps[n].State
				idea := silent[s.Decision()]
				if s.ToDecide() != guide.Learner || !h.Steps[n+1].Forced || idea == "" || s.Decision() == rules.ChooseOption && s.Round() == 1 {
					continue
				}
				forced[s.Decision()]++
				if at, ok := told[idea]; !ok || at > n {
					t.Fatalf("%s %d: decision %d of round %d is taken silently, and %s was not explained", policy, seed, n, s.Round(), idea)
				}
			}
		}
	}
	for _, d := range []rules.Decision{rules.Sell, rules.Pay} {
		require.True(t, forced[d] != 0, "no game forced a %v: %v", d, forced)
	}
}

// What cannot be avoided is explained first: debt if every choice brings some
// (DEBT-1), hauling if there is no other option (START-2).
func TestWhatCannotBeAvoidedComesFirst(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	came := map[string]int{}
	for seed := range uint64(12) {
		h, _ := play(t, g, "random", seed, 12)
		met := map[string]bool{}
		for n := range h.Steps {
			s := &h.Steps[n].State
			if s.Decision() >= rules.DrawMarker || s.ToDecide() != guide.Learner {
				continue
			}
			want, choices := "", view.Choices(g, words, s)
			switch {
			case !met["debt"] && s.Decision() != rules.Pay && all(choices, func(c view.Choice) bool { return c.Effect.Debts > 0 }):
				want = "debt"
			case !met["upriver"] && s.Decision() == rules.ChooseOption && all(choices, func(c view.Choice) bool {
				return c.Do != "option" || c.Group == "option" && strings.Contains(c.Target.ID, "hauling")
			}):
				want = "upriver"
			}
			p := guide.Due(&record.Game{Rules: g, Steps: h.Steps[:n+1]}, guide.Learner)
			if want != "" {
				if came[want]++; p == nil || p.Key != want {
					t.Errorf("game %d, decision %d: %v is explained, and there is nothing but %s", seed, n, p, want)
				}
			}
			if p != nil {
				met[p.Key] = true
			}
		}
	}
	require.True(t, came["debt"] != 0 && came["upriver"] != 0, "the games brought no such decision: %v", came)
}

func all(c []view.Choice, is func(view.Choice) bool) bool {
	return !slices.ContainsFunc(c, func(c view.Choice) bool { return !is(c) })
}

func must(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}

// Any table can be started with the deal (SET-3, SET-4).
func TestDealFitsEveryTable(t *testing.T) {
	two := newGame(t)
	for seats := 2; seats <= 4; seats++ {
		for _, calm := range []bool{false, true} {
			g := rules.NewGame(two.Board(), seats, rules.Variant{CalmWater: calm})
			data, err := json.Marshal(guide.Deal(g))
			require.NoError(t, err)
			require.Fails(t, nil, "%d seats, calm water %v", seats, calm)(record.ReadDeal(g, data))
		}
	}
}

// The computer player answers the same decision in the same way.
func TestChanceIsFixed(t *testing.T) {
	if a, b := guide.Chance(7).Uint64(), guide.Chance(7).Uint64(); a != b {
		t.Errorf("decision 7 is drawn as %d and as %d", a, b)
	}
	require.True(t, guide.Chance(7).Uint64() != guide.Chance(8).Uint64(), "decisions 7 and 8 are drawn alike")
}

// The next step names what was left undone, and suggests a stronger level only
// after a victory.
func TestTheNextStepFitsTheGame(t *testing.T) {
	g := newGame(t)
	undone := map[string]func(s *rules.State) bool{
		"debts": func(s *rules.State) bool { return s.Debts(0) > 0 },
		"locks": func(s *rules.State) bool {
			built := 0
			for k := range board.Obstacles {
				built += map[int]int{0: 1}[s.LockBuilder(k)]
			}
			return built < 4
		},
		"white":   func(s *rules.State) bool { return !s.LockField(0) && s.Held(0)>>board.GrafschaftMark&1 == 0 },
		"port":    func(s *rules.State) bool { return s.PortSeats(0)|s.PortSeats(1)|s.PortSeats(2) < 2 },
		"stock":   func(s *rules.State) bool { return s.Supply(0) >= 2 },
		"limited": func(s *rules.State) bool { return s.Supply(0) < 2 && s.Debts(0) == 0 },
		"depots":  func(s *rules.State) bool { return s.DepotOf(0, 0)*s.DepotOf(1, 0)*s.DepotOf(2, 0)*s.DepotOf(3, 0) == 0 },
		"cities":  func(s *rules.State) bool { return s.CitiesOf(0) < 7 },
	}
	tried, won := map[string]int{}, map[bool]int{}
	for _, policy := range []string{"random", "greedy", "lotse"} {
		for seed := range uint64(10) {
			h, _ := play(t, g, policy, seed, 12)
			s := &h.Steps[h.Len()].State
			next := guide.Next(h, guide.Learner)
			vp := g.Result(s).VP
			tried[next.Try]++
			won[next.Won]++
			require.True(t, undone[next.Try] != nil && undone[next.Try](s), "%s %d: the next step is %q", policy, seed, next.Try)
			require.Equal(t, next.Won, vp[0] >= vp[1], "%s %d: whether %d wins against %d", policy, seed, vp[0], vp[1])
			for _, language := range lang.Languages {
				if key := "guide.next." + next.Try; !lang.For(language).Has(key) {
					t.Errorf("%s: no text for %s", language, key)
				}
			}
		}
	}
	require.True(t, len(tried) >= 3 && len(won) >= 2, "too few kinds of game to show anything: %v, won %v", tried, won)
}
