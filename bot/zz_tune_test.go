package bot

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"ruhr/rules"
)

var fSteps = flag.Int("steps", 0, "")

func TestTuneTool(t *testing.T) {
	if *fSteps == 0 {
		t.Skip()
	}
	g := rules.NewGame(defaultBoard(t), *fSeats, rules.Variant{})
	began := time.Now()
	ta := tune(t.Context(), g, handMade, 7, *fSteps, nil)
	fmt.Printf("%v\n%+v\n", time.Since(began), ta)
	l := newLore(g)
	a, b := 0.0, 0
	r := seeded(99)
	for range 3000 {
		a += duel(g, l, &ta, &handMade, &r)
		b++
	}
	fmt.Println("reward difference", a/float64(b))
}
