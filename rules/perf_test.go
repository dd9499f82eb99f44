package rules_test

import (
	"testing"
	"unsafe"

	"ruhr/rules"
	"ruhr/rules/random"
)

// A search copies positions all the time; half a cache line more is a decision,
// not an accident.
func TestStateSize(t *testing.T) {
	const most = 256
	if n := unsafe.Sizeof(rules.State{}); n > most {
		t.Errorf("a State has %d bytes, expected at most %d", n, most)
	}
}

// No game allocates, from its start to its score, through either interface.
func TestNoAllocation(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := newGame(t, seats, rules.Variant{})
		r := random.New(uint64(seats))
		var p random.Player
		for name, play := range map[string]func(*rules.Game, *rules.State, *random.Source){
			"public": p.Play, "playout": p.Finish,
		} {
			var s rules.State
			if n := testing.AllocsPerRun(20, func() {
				s = g.Start(r.Below(seats))
				play(g, &s, &r)
				_ = g.Result(&s)
			}); n != 0 {
				t.Errorf("%d seats, %s: %v allocations a game, expected none", seats, name, n)
			}
		}
	}
}
