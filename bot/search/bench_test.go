package search

import (
	"fmt"
	"runtime"
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

// BenchmarkGenerations is the whole budget of the first and of the present Bergrat
// at a decision early, in the middle and late in a game, in one thread. One playout
// is one evaluation: the first generation plays to the end of the game, the present
// one has a net estimate the end of the round.
func BenchmarkGenerations(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(bottest.DefaultBoard(b), seats, rules.Variant{})
		var positions []rules.State
		for _, s := range bottest.Positions(b, g, 1, 2) {
			if n := len(positions); n < 3 && s.Round() == 2+4*n {
				positions = append(positions, s)
			}
		}
		for _, of := range []struct {
			name     string
			tree     func() *Tree
			playouts int32
		}{
			{"first", func() *Tree {
				return NewTree(policy.NewTables(g), policy.Models1()[seats], nil, Standard1, 1)
			}, 60_000},
			{"present", func() *Tree {
				return NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, 1)
			}, 320_000},
		} {
			b.Run(fmt.Sprintf("%s, %d seats", of.name, seats), func(b *testing.B) {
				before, t := heap(), of.tree()
				played := 0
				for b.Loop() {
					for i := range positions {
						t.Begin(&positions[i], 9)
						for left := int(of.playouts); left > 0; {
							n := t.Run(left)
							left, played = left-n, played+n
						}
					}
				}
				b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "playouts/s")
				b.ReportMetric((heap()-before)/1e6, "MB")
				runtime.KeepAlive(t)
			})
		}
	}
}

// heap is how many bytes are in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
