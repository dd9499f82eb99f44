// Command playgames plays uniformly random four-seat games and does nothing
// else: it is what is counted under callgrind and timed for
// docs/performance.md.
package main

import (
	"flag"
	"fmt"
	"log"
	"time"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/rules/random"
)

func main() {
	games := flag.Int("games", 1000, "how many games")
	playout := flag.Bool("playout", false, "the internal playout instead of the public interface")
	seed := flag.Uint64("seed", 7, "of the generator")
	flag.Parse()
	b, err := board.Default()
	if err != nil {
		log.Fatal(err)
	}
	g := rules.NewGame(b, 4, rules.Variant{})
	r := random.New(*seed)
	var p random.Player
	start := time.Now()
	decisions := 0
	for range *games {
		s := g.Start(r.Below(g.Seats()))
		if *playout {
			decisions += p.Finish(g, &s, &r)
		} else {
			decisions += p.Play(g, &s, &r)
		}
	}
	d := time.Since(start)
	fmt.Printf("%d games, %d decisions, %.0f games/s, %.1f ns a decision\n",
		*games, decisions, float64(*games)/d.Seconds(), float64(d.Nanoseconds())/float64(decisions))
}
