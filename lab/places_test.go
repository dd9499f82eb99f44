package lab

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
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

// The page for a new table says what docs/strength.md has of the start player among Reeder.
func TestPlacesAsTold(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(data)
	}
	_, table, _ := strings.Cut(read("../docs/strength.md"), "## What a place is worth")
	_, row, _ := strings.Cut(table, "| Reeder |")
	var shares []int
	for _, first := range regexp.MustCompile(`(\d+\.\d) [\d. ]+\|`).FindAllStringSubmatch(row[:strings.Index(row, "\n")], -1) {
		x, _ := strconv.ParseFloat(first[1], 64)
		shares = append(shares, int(x+0.5))
	}
	if len(shares) != 3 {
		t.Fatalf("docs/strength.md has %v of Reeder", shares)
	}
	for _, language := range []string{"de", "en", "es", "fr"} {
		_, told, _ := strings.Cut(read("../lang/catalogue/"+language+"/page.json"), `"page.level_note.places": "`)
		told, _, _ = strings.Cut(told, `"`)
		for _, share := range shares {
			if !strings.Contains(told, strconv.Itoa(share)) {
				t.Errorf("%s: %q does not have %d", language, told, share)
			}
		}
	}
}
