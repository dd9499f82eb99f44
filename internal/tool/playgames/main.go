// Command playgames plays uniformly random four-seat games and does nothing else.
// Its instructions are counted under callgrind, and lab/performance.md gives its
// time. With -count it counts the decisions of the same games.
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
	count := flag.Bool("count", false, "count decisions, choices and outcomes of chance")
	seed := flag.Uint64("seed", 7, "of the generator")
	flag.Parse()
	b := board.Default()
	g := rules.NewGame(b, 4, rules.Variant{})
	r := random.New(*seed)
	if *count {
		countGames(g, &r, *games)
		return
	}
	var p random.Player
	start := time.Now()
	for range *games {
		s := g.Start(r.Below(g.Seats()))
		if *playout {
			p.Finish(g, &s, &r)
		} else {
			p.Play(g, &s, &r)
		}
	}
	d := time.Since(start)
	fmt.Printf("%d games, %.0f games/s, %.0f ns a game\n",
		*games, float64(*games)/d.Seconds(), float64(d.Nanoseconds())/float64(*games))
}

// countGames plays the games of a random.Player with the same source, slowly.
func countGames(g *rules.Game, r *random.Source, games int) {
	var decisions, choices, actions, chances int
	for range games {
		s := g.Start(r.Below(g.Seats()))
		for s.Decision() != rules.Over {
			legal := g.Legal(&s)
			n := legal.Len()
			if n == 0 {
				chances++
				r.Chance(g, &s)
				continue
			}
			decisions++
			if n > 1 {
				choices++
				actions += n
			}
			if err := g.Apply(&s, r.Action(legal)); err != nil {
				log.Fatal(err)
			}
		}
	}
	mean := func(n, of int) float64 { return float64(n) / float64(of) }
	fmt.Printf("a game: %.1f decisions, %.1f of them choices among %.1f on average, %.1f outcomes of chance\n",
		mean(decisions, games), mean(choices, games), mean(actions, choices), mean(chances, games))
}
