package bot

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
)

var (
	fBots   = flag.String("bots", "", "")
	fSeats  = flag.Int("seats", 4, "")
	fGames  = flag.Int("games", 400, "")
	fSeed   = flag.Uint64("seed", 1, "")
	fDivide = flag.Int("divide", 1, "")
)

func TestTool(t *testing.T) {
	if *fBots == "" {
		t.Skip()
	}
	last := time.Now()
	show := func(r ArenaResult) {
		fmt.Printf("%d games %.0f s", r.Games, r.Seconds)
		for _, e := range r.Entrants {
			fmt.Printf(" | %s win %.3f [%.3f %.3f] margin %.2f [%.2f %.2f] vp %.1f elo %.0f  %.3f/%.3f ms n=%d", e.Bot, e.Win.Mean, e.Win.Low, e.Win.High, e.Margin.Mean, e.Margin.Low, e.Margin.High, e.VP.Mean, e.Rating, e.Median, e.P99, e.Chosen/max(1, r.Games))
		}
		fmt.Println()
	}
	r, err := Arena(t.Context(), ArenaConfig{Board: defaultBoard(t), Seats: *fSeats, Games: *fGames, Seed: *fSeed, Bots: strings.Split(*fBots, ","), Divide: *fDivide, Workers: 1,
		Progress: func(r ArenaResult) {
			if time.Since(last) > 20*time.Second {
				last = time.Now()
				show(r)
			}
		}})
	show(r)
	if err != nil {
		t.Fatal(err)
	}
}
