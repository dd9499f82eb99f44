package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

// players are the computer players by name: the levels from the weakest up, then
// the yardsticks.
var players = []struct {
	name string
	make func() Bot
}{
	{"random", byPolicy(func(g *rules.Game) policy.Policy { return policy.NewUniform(g) })},
	{"greedy", byPolicy(func(g *rules.Game) policy.Policy {
		return policy.NewGreedy(policy.NewTables(g), &policy.HandMadeParams, 0)
	})},
	{"heuristic", byPolicy(func(g *rules.Game) policy.Policy { return policy.NewHeuristic(g, 40) })},
	{"schiffsjunge", byEvaluator(&schiffsjunge)},
	{"schiffer", byEvaluator(&schiffer)},
	{"steuermann", byEvaluator(&steuermann)},
	{"lotse", standard.lotse},
	{"hafenmeister", func() Bot { return standard.searcher("hafenmeister", 1) }},
	{"kohlenhaendler", func() Bot { return standard.searcher("kohlenhaendler", 1) }},
	{"reeder", func() Bot { return standard.searcher("reeder", 1) }},
	{"bergrat", func() Bot { return standard.searcher("bergrat", 2) }},
	{"flat", func() Bot { return &flat{} }},
	{"denial", func() Bot { return &trick{aim: onlyDenial} }},
	{"depots", func() Bot { return &trick{aim: onlyDepots} }},
	{"exports", func() Bot { return &trick{aim: onlyExport} }},
	{"exporter", func() Bot { return &trick{aim: leaningToExport} }},
	{"vp", func() Bot { return &trick{aim: onlyVP} }},
	{"lotse-1", standard1.lotse},
	{"reeder-1", func() Bot { return standard1.searcher("reeder-1", 1) }},
	{"bergrat-1", func() Bot { return standard1.searcher("bergrat-1", 2) }},
}

// Names are the computer players that New knows: random, greedy and heuristic, then the levels
// of play from the weakest up, then the yardsticks of measurements: flat, the
// players of a single idea or of none, and the frozen first generation.
func Names() []string {
	var out []string
	for _, m := range players {
		out = append(out, m.name)
	}
	return out
}

// New makes a computer player by its name.
func New(name string) (Bot, error) {
	for _, m := range players {
		if m.name == name {
			return m.make(), nil
		}
	}
	return nil, fmt.Errorf("no computer player is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// Open makes a computer player for a match: a name as New takes it, perhaps
// with a number of playouts as in reeder@500 and with settings as in
// lotse:sharp=16 or reeder@500:explore=0.25:weights=old.json (see options), or
// an external program as in cmd:./mybot --fast (see External). Only
// measurements use it: nobody at a table may name a program to run.
func Open(name string) (Bot, Budget, error) {
	if command, ok := strings.CutPrefix(name, "cmd:"); ok {
		b, err := NewExternal(strings.Fields(command), 0, nil)
		return b, Budget{}, err
	}
	name, other, changed := strings.Cut(name, ":")
	name, after, cut := strings.Cut(name, "@")
	var budget Budget
	if cut {
		n, err := strconv.Atoi(after)
		if err != nil || n < 1 {
			return nil, budget, fmt.Errorf("%s@%s: playouts are %q, expected a number from 1", name, after, after)
		}
		budget.Playouts = n
	}
	if changed {
		b, err := standard.with(name, other)
		return b, budget, err
	}
	b, err := New(name)
	return b, budget, err
}

// policyBot is a computer player that follows a policy and never searches.
type policyBot struct {
	make func(g *rules.Game) policy.Policy
	g    *rules.Game
	p    policy.Policy
}

func byPolicy(make func(g *rules.Game) policy.Policy) func() Bot {
	return func() Bot { return &policyBot{make: make} }
}

func (b *policyBot) Choose(_ context.Context, g *rules.Game, s *rules.State, _ Budget, random *rand.Rand) Thought {
	r := rng.Source(random.Uint64())
	return Thought{Action: b.policyFor(g).Pick(s, &r)}
}

// policyFor makes the player's policy for a game.
func (b *policyBot) policyFor(g *rules.Game) policy.Policy {
	if b.g != g {
		b.g, b.p = g, b.make(g)
	}
	return b.p
}
