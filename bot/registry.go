package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

type named struct {
	name string
	make func() Bot
}

// players are the computer players by name, the levels from the weakest up. This is no
// variable, so that a program that makes none has none in it.
func players() []named {
	return []named{
		{"random", byPolicy(func(g *rules.Game) policy.Policy { return policy.NewUniform(g) })},
		{"greedy", byPolicy(func(g *rules.Game) policy.Policy {
			return policy.NewGreedy(policy.NewTables(g), &policy.HandMadeParams, 0)
		})},
		{"heuristic", byPolicy(func(g *rules.Game) policy.Policy { return policy.NewHeuristic(g, 40) })},
		{"schiffsjunge", byEvaluator(&schiffsjunge)},
		{"schiffer", byEvaluator(&schiffer)},
		{"steuermann", byEvaluator(&steuermann)},
		{"lotse", byPolicy(func(g *rules.Game) policy.Policy {
			return policy.NewLotse(g, policy.Models(), policy.OpeningSharp, policy.LotseSharp)
		})},
		{"hafenmeister", bySearch("hafenmeister")},
		{"kohlenhaendler", bySearch("kohlenhaendler")},
		{"reeder", bySearch("reeder")},
		{"bergrat", bySearch("bergrat")},
	}
}

// Names are the computer players that New knows: random, greedy and heuristic, then the levels
// of play from the weakest up.
func Names() []string {
	var out []string
	for _, m := range players() {
		out = append(out, m.name)
	}
	return out
}

// New makes a computer player by its name.
func New(name string) (Bot, error) {
	for _, m := range players() {
		if m.name == name {
			return m.make(), nil
		}
	}
	return nil, fmt.Errorf("no computer player is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// policyBot is a computer player that follows a policy and never searches.
type policyBot struct {
	make func(g *rules.Game) policy.Policy
	g    *rules.Game
	p    policy.Policy
}

func byPolicy(make func(g *rules.Game) policy.Policy) func() Bot {
	return func() Bot { return ByPolicy(make) }
}

// ByPolicy makes a player that follows a policy, which is made for each game.
func ByPolicy(make func(g *rules.Game) policy.Policy) Bot { return &policyBot{make: make} }

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
