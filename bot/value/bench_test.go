package value

import (
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/rules"
)

func BenchmarkEstimate(b *testing.B) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	list := bottest.Positions(b, g, 3, 3)
	t := NewTables(g)
	e := NewEstimator(t, NewLearner(t, 1).Net())
	k := 0
	for b.Loop() {
		e.Estimate(&list[k%len(list)])
		k++
	}
}

func BenchmarkLearn(b *testing.B) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	list := bottest.Positions(b, g, 3, 3)
	l := NewLearner(NewTables(g), 1)
	k := 0
	for b.Loop() {
		l.Learn(&list[k%len(list)], &[4]float32{50, 60, 70, 80}, 0.1)
		k++
	}
}
