package search

import (
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/rules"
)

// BenchmarkSearch is a game's decisions of four seats, each with 1,000 playouts
// in a tree that keeps what it can of the one before: in a fresh tree, as after
// memory was given back, and in one that has its memory.
func BenchmarkSearch(b *testing.B) {
	g := rules.NewGame(bottest.DefaultBoard(b), 4, rules.Variant{})
	positions := bottest.Positions(b, g, 9, 1)[:40]
	play := func(tr *Tree) {
		for i := range positions {
			tr.ContinueAt(&positions[i], 9)
			tr.Think(b.Context(), Limit{Playouts: 1000})
		}
	}
	fresh := func() *Tree {
		return NewTree(policy.NewTables(g), policy.SearchModels()[4], value.Nets()[4], Standard, 1)
	}
	b.Run("fresh", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			play(fresh())
		}
	})
	b.Run("kept", func(b *testing.B) {
		tr := fresh()
		play(tr)
		b.ReportAllocs()
		for b.Loop() {
			play(tr)
		}
	})
}
