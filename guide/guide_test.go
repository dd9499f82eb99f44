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
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

const (
	maxPrompts = 25
	maxWords   = 60
)

// The deal is one that a table can be started with, at any table (SET-3, SET-4).
func TestDealFitsEveryTable(t *testing.T) {
	two := newGame(t)
	for seats := 2; seats <= 4; seats++ {
		for _, calm := range []bool{false, true} {
			g := rules.NewGame(two.Board(), seats, rules.Variant{CalmWater: calm})
			data, err := json.Marshal(guide.Deal(g))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := record.ReadDeal(g, data); err != nil {
				t.Errorf("%d seats, calm water %v: %v", seats, calm, err)
			}
		}
	}
}

// Every prompt has a title and a text in every language, and the catalogue has
// none besides.
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
			if strings.ContainsAny(said, "‹{}[]") {
				t.Errorf("%s %s comes out as %q", language, key, said)
			}
		}
		data, err := os.ReadFile("../lang/catalogue/" + language + "/guide.json")
		if err != nil {
			t.Fatal(err)
		}
		var entries map[string]string
		if err := json.Unmarshal(data, &entries); err != nil {
			t.Fatal(err)
		}
		for key := range entries {
			if (strings.HasSuffix(key, ".title") || strings.HasSuffix(key, ".text")) && !slices.Contains(guide.Texts(), key) {
				t.Errorf("%s: %s belongs to no prompt", language, key)
			}
		}
	}
}

// Prompts address the reader as the glossary says.
func TestPromptsAddressTheReader(t *testing.T) {
	never := map[string][]string{"de": {"Sie", "Ihr", "Ihre", "Ihnen"}, "fr": {"tu", "ton", "ta", "tes", "toi"}, "es": {"usted", "ustedes", "vosotros"}}
	for language, words := range never {
		p := lang.For(language)
		for _, key := range guide.Texts() {
			for _, word := range strings.FieldsFunc(p.T(key, "n", 1), func(r rune) bool { return strings.ContainsRune(" ,.;:!?’()", r) }) {
				if slices.Contains(words, word) {
					t.Errorf("%s %s says %q", language, key, word)
				}
			}
		}
	}
}

// sensible are policies that play as a thinking beginner might.
var sensible = []string{"greedy", "lotse"}

// A sensible player meets most prompts in the first half of the game, and all
// there are but a few by its end.
func TestASensiblePlayerMeetsMost(t *testing.T) {
	g := newGame(t)
	for _, policy := range sensible {
		for seed := range uint64(5) {
			if _, half := play(t, g, policy, seed, 6); len(half) < 15 {
				t.Errorf("%s %d met %d prompts in six rounds, expected 15", policy, seed, len(half))
			}
			if _, all := play(t, g, policy, seed, 12); len(all) > maxPrompts || len(all) < 20 {
				t.Errorf("%s %d met %d prompts, expected 20 to %d", policy, seed, len(all), maxPrompts)
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
			if seen[m.Key] {
				t.Errorf("%s: %s came twice", policy, m.Key)
			}
			seen[m.Key] = true
			if m.N != i+1 {
				t.Errorf("%s: %s is number %d, expected %d", policy, m.Key, m.N, i+1)
			}
		}
		for n := range h.Steps {
			past := &view.History{Game: h.Game, Steps: h.Steps[:n+1]}
			if a, b := guide.Due(past, guide.Learner), guide.Due(past, guide.Learner); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: after %d decisions first %v, then %v", policy, n, a, b)
			}
		}
	}
}

// Nothing is said while the other seat decides, nor where there is no choice.
func TestOnlyTheLearnerIsPrompted(t *testing.T) {
	g := newGame(t)
	h, _ := play(t, g, "greedy", 0, 12)
	said, others := 0, 0 // prompts to the learner, choices of the other seat
	for n := range h.Steps {
		s := &h.Steps[n].State
		if s.Decision() != rules.Over && s.ToDecide() != guide.Learner && g.Legal(s).Len() > 1 {
			others++
		}
		past := &view.History{Game: h.Game, Steps: h.Steps[:n+1]}
		p := guide.Due(past, guide.Learner)
		if p == nil || s.Decision() == rules.Over {
			continue
		}
		if s.ToDecide() != guide.Learner || g.Legal(s).Len() < 2 {
			t.Errorf("after %d decisions %s is said, and the learner has no choice", n, p.Key)
		}
		said++
	}
	if said < 10 || others < 10 {
		t.Errorf("%d prompts while the other seat had %d choices: too few to show anything", said, others)
	}
}

// lies says for each prompt what of it must lie on the table when it is said.
var lies = map[string]func(g *rules.Game, s *rules.State, c []view.Choice) bool{
	"option":   func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 1 && !s.PilotBanned() },
	"start":    func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "start") },
	"sell":     func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return does(c, "sell") || s.Tokens(0) > 0 },
	"pay":      func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 3 && does(c, "pay") },
	"take":     func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "take") },
	"place":    func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "place") },
	"remove":   func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 11 && does(c, "remove") },
	"lock":     func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.LockField(0) && does(c, "lock") },
	"port":     func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "column") },
	"city":     func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return grouped(c, "city") },
	"depot":    func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "depot") },
	"end":      func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 12 },
	"water":    func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.PilotBanned() && does(c, "option") },
	"mark":     func(g *rules.Game, s *rules.State, c []view.Choice) bool { return loads(c, "white") },
	"obstacle": func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return loses(c) },
	"limited":  func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, true) },
	"pilot": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return !s.PilotBanned() && does(c, "option")
	},
	"demand": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return wanted(s) },
	"tokens": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Tokens(0) > 0 || does(c, "sell") },
	"hauling": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.BargeAt(0) != rules.OffRiver && does(c, "option")
	},
	"marker": func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, false) },
	"export": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Country() >= 0 },
	"wage":   func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, false) && s.Round() < 12 },
	"transport": func(g *rules.Game, s *rules.State, c []view.Choice) bool {
		return does(c, "transport") || g.ArrowDie(s, 0)+g.ArrowDie(s, 1) > 0
	},
	"debt": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Effect.Debts > 0 })
	},
}

func does(c []view.Choice, do string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Do == do })
}

func at(c []view.Choice, kind string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Do == "warehouse" && c.Target.Kind == kind })
}

func grouped(c []view.Choice, group string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Group == group })
}

func loads(c []view.Choice, colour string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Do == "start" && c.Effect.Colour == colour })
}

func loses(c []view.Choice) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Effect.PipsLost > 0 || c.Do == "sell" && c.Effect.Value == 1 })
}

func wanted(s *rules.State) bool {
	for k := range board.Sells {
		if s.Demand(k) > 0 {
			return true
		}
	}
	return false
}

// holds says whether the learner has a progress marker, limited or of any kind.
func holds(g *rules.Game, s *rules.State, limited bool) bool {
	for k, p := range g.Board().Progress {
		if s.Held(guide.Learner)>>k&1 != 0 && (p.Limited || !limited) {
			return true
		}
	}
	return false
}

// texts says for the texts that are one of two which of them holds.
var texts = map[string]func(s *rules.State, c []view.Choice) bool{
	"guide.lock.text":       func(s *rules.State, _ []view.Choice) bool { return s.Round() <= 5 },
	"guide.lock_late.text":  func(s *rules.State, _ []view.Choice) bool { return s.Round() > 5 },
	"guide.debt.text":       func(_ *rules.State, c []view.Choice) bool { return !early(c) },
	"guide.debt_early.text": func(_ *rules.State, c []view.Choice) bool { return early(c) },
}

// early says whether a choice takes a warehouse from the timeline (DEBT-4).
func early(c []view.Choice) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return len(c.Effect.Early) > 0 })
}

// A prompt speaks of what lies on the table, points at what is there, and its
// rules are in the handbook; its price is the one that is asked (START-5, BUY-2).
func TestPromptsSpeakOfWhatIsThere(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	book, err := handbook.Handbook("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range guide.Keys() {
		if lies[key] == nil {
			t.Errorf("it is not known what must lie on the table for %s", key)
		}
	}
	for _, policy := range []string{"greedy", "lotse", "schiffsjunge", "random"} {
		for seed := range uint64(3) {
			_, all := play(t, g, policy, seed, 12)
			for _, m := range all {
				choices := view.Choices(g, words, &m.state)
				if check := lies[m.Key]; check != nil && !check(g, &m.state, choices) {
					t.Errorf("%s %d: %s in round %d speaks of what is not there", policy, seed, m.Key, m.state.Round())
				}
				if holds := texts[m.Text()]; holds != nil && !holds(&m.state, choices) {
					t.Errorf("%s %d: in round %d %s is not the text that holds", policy, seed, m.state.Round(), m.Text())
				}
				for _, target := range m.Targets {
					if len(view.ActionsAt(g, &m.state, target)) == 0 {
						t.Errorf("%s points at %v, which is not on the board", m.Key, target)
					}
				}
				for _, id := range m.Rules {
					if _, ok := book.Rule(id); !ok {
						t.Errorf("%s names rule %s, which is not in the handbook", m.Key, id)
					}
				}
				if n, ok := m.Args["n"].(int); ok && !slices.ContainsFunc(choices, func(c view.Choice) bool { return c.Effect.Price == n }) {
					t.Errorf("%s says %d Thaler, and nothing costs that", m.Key, n)
				}
			}
		}
	}
}

// What cannot be avoided is explained before all else: debt where every choice
// brings some (DEBT-1), hauling where there is no other option (START-2).
func TestWhatCannotBeAvoidedComesFirst(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	came := map[string]int{}
	for seed := range uint64(12) {
		h, _ := play(t, g, "random", seed, 12)
		met := map[string]bool{}
		for n := range h.Steps {
			s := &h.Steps[n].State
			if s.Decision() >= rules.DrawMarker || s.ToDecide() != guide.Learner || g.Legal(s).Len() < 2 {
				continue
			}
			want, choices := "", view.Choices(g, words, s)
			switch {
			case !met["debt"] && all(choices, func(c view.Choice) bool { return c.Effect.Debts > 0 }):
				want = "debt"
			case !met["hauling"] && s.Decision() == rules.ChooseOption && all(choices, func(c view.Choice) bool {
				return c.Do != "option" || c.Group == "option" && strings.Contains(c.Target.ID, "hauling")
			}):
				want = "hauling"
			}
			p := guide.Due(&view.History{Game: g, Steps: h.Steps[:n+1]}, guide.Learner)
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
	if came["debt"] == 0 || came["hauling"] == 0 {
		t.Errorf("the games brought no such decision: %v", came)
	}
}

func all(c []view.Choice, is func(view.Choice) bool) bool {
	return !slices.ContainsFunc(c, func(c view.Choice) bool { return !is(c) })
}

// Selling is explained at the first sale that is asked about; where the first
// was a matter of course, at the beginning of the next round (SAIL-1, SAIL-3).
func TestSellingIsExplainedInAnyCase(t *testing.T) {
	g := newGame(t)
	d := guide.Deal(g)
	first := d.Start(g)
	forced, free := 0, 0
	for _, option := range g.Legal(&first).Append(nil) {
		s := first
		must(t, d.Apply(g, &s, option))
		if s.Decision() != rules.ChooseStart {
			continue // the die that is transported is not what this is about
		}
		for _, start := range g.Legal(&s).Append(nil) {
			h := &view.History{Game: g, Steps: []view.Moment{{Seat: -1, Action: -1, State: first}}}
			follow(t, &d, h, option)
			follow(t, &d, h, start)
			now := run(t, &d, h, rules.Sell)
			p := guide.Due(h, guide.Learner)
			if g.Legal(now).Len() > 1 {
				if free++; p == nil || p.Key != "sell" {
					t.Errorf("at the first sale %v is explained", p)
				}
				continue
			}
			if p != nil {
				t.Errorf("at a sale with one end %s is explained", p.Key)
			}
			follow(t, &d, h, g.Legal(now).First())
			run(t, &d, h, rules.ChooseOption)
			if p := guide.Due(h, guide.Learner); p != nil && p.Key != "hauling" { // where there is nothing but that
				if forced++; p.Key != "sell" {
					t.Errorf("after a sale with one end %s is explained first", p.Key)
				}
			}
		}
	}
	if forced == 0 || free == 0 {
		t.Errorf("%d first sales with one end, %d with several: expected both", forced, free)
	}
}

// The computer player answers the same decision in the same way.
func TestChanceIsFixed(t *testing.T) {
	if a, b := guide.Chance(7).Uint64(), guide.Chance(7).Uint64(); a != b {
		t.Errorf("decision 7 is drawn as %d and as %d", a, b)
	}
	if guide.Chance(7).Uint64() == guide.Chance(8).Uint64() {
		t.Error("decisions 7 and 8 are drawn alike")
	}
}
