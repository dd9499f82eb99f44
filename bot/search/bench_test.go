package search

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/rules"
)

// BenchmarkSearch is a game's decisions of four seats, each with 1,000 playouts
// in a tree that keeps what it can of the one before: in a fresh tree, as after
// memory was given back, and in one that has its memory.
func BenchmarkSearch(b *testing.B) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
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
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
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

// generations are the first and the present Bergrat.
var generations = []struct {
	name     string
	playouts int32 // whole budget
	tree     func(g *rules.Game, threads int) *Tree
}{
	{"first", 60_000, func(g *rules.Game, threads int) *Tree {
		return NewTree(policy.NewTables(g), policy.Models1()[g.Seats()], nil, Standard1, threads)
	}},
	{"present", 320_000, func(g *rules.Game, threads int) *Tree {
		return NewTree(policy.NewTables(g), policy.SearchModels()[g.Seats()], value.Nets()[g.Seats()], Standard, threads)
	}},
}

// BenchmarkGenerations is the whole budget of the first and of the present Bergrat
// at a decision early, in the middle and late in a game, in one thread. One playout
// is one evaluation: the first generation plays to the end of the game, the present
// one has a net estimate the end of the round.
func BenchmarkGenerations(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		positions := firstOfRounds(b, g, 2, 6, 10)
		for _, of := range generations {
			b.Run(fmt.Sprintf("%s, %d seats", of.name, seats), func(b *testing.B) {
				before, t := heap(), of.tree(g, 1)
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

// BenchmarkTurn is how many playouts both have in the 1.5 s of a turn at a table, in a
// new tree in two threads, at the first decision of each round. A turn that is decided
// earlier counts by the time it took.
func BenchmarkTurn(b *testing.B) {
	const turn = 1500 * time.Millisecond
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		positions := firstOfRounds(b, g, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
		for _, of := range generations {
			b.Run(fmt.Sprintf("%s, %d seats", of.name, seats), func(b *testing.B) {
				t := of.tree(g, 2)
				played := 0
				for b.Loop() {
					for i := range positions {
						t.Begin(&positions[i], 9)
						t.Think(b.Context(), Clock(time.Now(), turn, 0, 0))
						played += int(t.Visits())
					}
				}
				b.ReportMetric(float64(played)*turn.Seconds()/b.Elapsed().Seconds(), "playouts/turn")
			})
		}
	}
}

// firstOfRounds are the first positions of some rounds of a game, in order.
func firstOfRounds(b *testing.B, g *rules.Game, rounds ...int) (list []rules.State) {
	for _, s := range bottest.Positions(b, g, 1, 2) {
		if n := len(list); n < len(rounds) && s.Round() == rounds[n] {
			list = append(list, s)
		}
	}
	return list
}

// heap is how many bytes are in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
