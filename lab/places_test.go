package lab

import (
	"fmt"
	"testing"
)

// Among equals no place from the drawn start seat wins more than 1.4 times its share, at
// two seats 1.2 times. The levels that search are measured in lab/strength.md.
func TestNoPlaceDecides(t *testing.T) {
	const games = 1000
	for _, level := range []string{"schiffsjunge", "schiffer", "steuermann", "lotse"} {
		for seats := 2; seats <= 4; seats++ {
			t.Run(fmt.Sprintf("%s/%d", level, seats), func(t *testing.T) {
				most := 1.4 / float64(seats)
				if seats == 2 {
					most = 1.2 / 2
				}
				for place, p := range sim(t, games, 4400, seats, level).Places {
					if share := p.Wins / games; share > most {
						t.Errorf("place %d won %.1f %% of %d games, expected at most %.1f %%", place, 100*share, games, 100*most)
					}
				}
			})
		}
	}
}
