package guide_test

import (
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/guide"
	"ruhr/internal/require"
	"ruhr/lang/handbook"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// lies checks for each prompt that what it talks about is on the table.
var lies = map[string]func(g *rules.Game, s *rules.State, c []view.Choice) bool{
	"aim":  func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "option") },
	"load": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "start") },
	"sell": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "sell") },
	"upriver": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.BargeAt(0) != rules.OffRiver && s.Round() == 2
	},
	"pay":    func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 3 && does(c, "pay") },
	"take":   func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "take") },
	"place":  func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "place") },
	"remove": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 11 },
	"lock":   func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "lock") },
	"second": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return does(c, "lock") && s.SecondLock(0) },
	"port":   func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "column") },
	"city":   func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return grouped(c, "city") },
	"depot":  func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "depot") },
	"end": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool {
		return s.Round() >= 6 && s.Decision() == rules.Buy
	},
	"warehouses": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Decision() == rules.Buy },
	"collect": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return does(c, "option") || s.Decision() == rules.Buy
	},
	"last": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 12 },
	"track": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.Decision() == rules.ChooseTransport || s.Round() == 3 && (s.Decision() == rules.Sell || transports(c))
	},
	"demand": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return wanted(s) },
	"water":  func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.PilotBanned() && does(c, "option") },
	"white": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool {
		return s.Round() >= 5 || s.Held(0)>>board.GrafschaftMark&1 != 0
	},
	"once":   func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, true) },
	"export": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Country() >= 0 },
	"wage":   func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, false) && s.Round() < 12 },
	"debt": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.Round() >= 6 || slices.ContainsFunc(c, func(c view.Choice) bool { return c.Effect.Debts > 0 })
	},
}

func transports(c []view.Choice) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool {
		return c.Do == "option" && strings.HasPrefix(c.Target.ID, "transport")
	})
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

func wanted(s *rules.State) bool {
	for k := range board.Sells {
		if s.Demand(k) > 0 {
			return true
		}
	}
	return false
}

// holds reports whether the learner has a progress marker, limited or of any kind.
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
	"guide.pay.text":        func(s *rules.State, c []view.Choice) bool { return s.Thaler(0)+s.VP(0) > 0 },
	"guide.pay_debt.text":   func(s *rules.State, c []view.Choice) bool { return s.Thaler(0)+s.VP(0) == 0 },
	"guide.debt.text":       func(_ *rules.State, c []view.Choice) bool { return !early(c) },
	"guide.debt_early.text": func(_ *rules.State, c []view.Choice) bool { return early(c) },
}

// early reports whether a choice takes a warehouse from the timeline (DEBT-4).
func early(c []view.Choice) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return len(c.Effect.Early) > 0 })
}

// A prompt talks about what is on the table and points at it, its rules are in
// the handbook, and its price is the current one (START-5, BUY-2).
func TestPromptsSpeakOfWhatIsThere(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	book, err := handbook.Handbook("de")
	require.NoError(t, err)
	for _, key := range guide.Keys() {
		require.True(t, lies[key] != nil, "it is not known what must lie on the table for %s", key)
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
				targets := m.Targets
				if m.Try != nil {
					targets = append(slices.Clip(targets), m.Try.Targets...)
				}
				for _, target := range targets {
					require.True(t, len(view.ActionsAt(g, &m.state, target)) != 0, "%s points at %v, which is not on the board", m.Key, target)
				}
				for _, id := range m.Rules {
					if _, ok := book.Rule(id); !ok {
						t.Errorf("%s names rule %s, which is not in the handbook", m.Key, id)
					}
				}
				if n, ok := m.Args["n"].(int); ok && does(choices, "lock") && m.Key == "lock" && !slices.ContainsFunc(choices, func(c view.Choice) bool { return c.Effect.Price == n }) {
					t.Errorf("%s says %d Thaler, and nothing costs that", m.Key, n)
				}
			}
		}
	}
}
