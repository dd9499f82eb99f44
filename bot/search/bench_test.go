package search

import (
	"fmt"
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

// BenchmarkThreads is 16 decisions of a game, each with 8,000 playouts in one or
// two threads.
func BenchmarkThreads(b *testing.B) {
	for _, seats := range []int{2, 4} {
		g := rules.NewGame(bottest.DefaultBoard(b), seats, rules.Variant{})
		positions := bottest.Positions(b, g, 9, 1)[:16]
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d seats, %d threads", seats, threads), func(b *testing.B) {
				t := NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, threads)
				for b.Loop() {
					for i := range positions {
						t.ContinueAt(&positions[i], 9)
						t.Think(b.Context(), Limit{Playouts: 8000})
					}
				}
			})
		}
	}
}
