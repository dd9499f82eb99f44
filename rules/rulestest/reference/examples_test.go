package reference

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// recordFile is the part of a record that the reference needs.
type recordFile struct {
	Variant struct {
		CalmWater       bool `json:"calmWater"`
		ExportEveryShip bool `json:"exportEveryShip"`
	} `json:"variant"`
	Players []struct{} `json:"players"`
	Chance  Chance     `json:"chance"`
	Actions []Action   `json:"actions"`
	Result  struct {
		VP        []int            `json:"vp"`
		Rank      []int            `json:"rank"`
		Breakdown []map[string]int `json:"breakdown"`
	} `json:"result"`
}

// example reads one file of spec/examples.
func example(t *testing.T, name string) []byte {
	t.Helper()
	data, err := spec.Examples.ReadFile(path.Join("examples", name))
	require.NoError(t, err)
	return data
}

// readRecord reads one example game.
func readRecord(t *testing.T, name string) recordFile {
	t.Helper()
	var r recordFile
	require.ErrorIs(t, json.Unmarshal(example(t, name), &r), nil, "%s", name)
	return r
}

// begin sets up the game of a record and feeds it up to its first decision.
func begin(t *testing.T, r recordFile) *Game {
	t.Helper()
	g, err := New(spec.Board, len(r.Players), r.Variant.CalmWater, r.Variant.ExportEveryShip, r.Chance.StartSeat)
	require.NoError(t, err)
	feed(t, g, r.Chance)
	return g
}

func feed(t *testing.T, g *Game, c Chance) {
	t.Helper()
	require.NoError(t, g.Feed(c))
}

// replay plays the record's actions up to number n, calling each before each.
func replay(t *testing.T, r recordFile, n int, each func(i int, g *Game)) *Game {
	t.Helper()
	g := begin(t, r)
	for i, a := range r.Actions[:n] {
		if each != nil {
			each(i, g)
		}
		require.ErrorIs(t, g.Apply(a), nil, "action %d", i)
		feed(t, g, r.Chance)
	}
	return g
}

// exampleNames lists the examples whose name ends so.
func exampleNames(t *testing.T, ending string) []string {
	t.Helper()
	entries, err := spec.Examples.ReadDir("examples")
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) {
			names = append(names, e.Name())
		}
	}
	require.Must(t, len(names) != 0, "no example ends in %q", ending)
	return names
}

// Every example game comes to the recorded result and breakdown (END).
func TestExampleResults(t *testing.T) {
	for _, name := range exampleNames(t, ".json") {
		if name != "perft.json" {
			checkResult(t, name)
		}
	}
}

func checkResult(t *testing.T, name string) {
	t.Run(name, func(t *testing.T) {
		r := readRecord(t, name)
		g := replay(t, r, len(r.Actions), nil)
		require.Must(t, g.Needs() == "over", "after the last action the game needs %q", g.Needs())
		vp, rank, breakdown := g.Scores()
		require.True(t, slices.Equal(vp, r.Result.VP), "VP %v, recorded %v", vp, r.Result.VP)
		require.True(t, slices.Equal(rank, r.Result.Rank), "rank %v, recorded %v", rank, r.Result.Rank)
		if !slices.EqualFunc(breakdown, r.Result.Breakdown, maps.Equal[map[string]int, map[string]int]) {
			t.Errorf("breakdown\n%v, recorded\n%v", breakdown, r.Result.Breakdown)
		}
	})
}

// legalLine is one line of a legal list file.
type legalLine struct {
	N     int      `json:"n"`
	Seat  int      `json:"seat"`
	Legal []Action `json:"legal"`
}

// At every decision of the listed games the legal set is the recorded one.
func TestExampleLegalLists(t *testing.T) {
	for _, name := range exampleNames(t, ".legal.jsonl") {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(string(example(t, name))), "\n")
			r := readRecord(t, strings.TrimSuffix(name, ".legal.jsonl")+".json")
			require.Must(t, len(lines) == len(r.Actions), "%d lines for %d actions", len(lines), len(r.Actions))
			replay(t, r, len(r.Actions), func(i int, g *Game) {
				var want legalLine
				require.NoError(t, json.Unmarshal([]byte(lines[i]), &want))
				if want.N != i || want.Seat != g.ToDecide() {
					t.Fatalf("line %d is for decision %d of seat %d; seat %d decides", i, want.N, want.Seat, g.ToDecide())
				}
				compareLegal(t, i, g.Legal(), want.Legal)
			})
		})
	}
}

// compareLegal compares two legal lists as sets.
func compareLegal(t *testing.T, i int, have, want []Action) {
	t.Helper()
	for _, a := range have {
		require.True(t, slices.Contains(want, a), "decision %d: %+v is legal here only", i, a)
	}
	for _, a := range want {
		require.True(t, slices.Contains(have, a), "decision %d: %+v is legal in the example only", i, a)
	}
	require.Equal(t, len(have), len(want), "decision %d: actions", i)
}

// The numbers of action sequences agree with perft.json.
func TestExamplePerft(t *testing.T) {
	var counts []struct {
		Record    string `json:"record"`
		At, Depth int
		Count     int
	}
	require.NoError(t, json.Unmarshal(example(t, "perft.json"), &counts))
	for _, c := range counts {
		r := readRecord(t, c.Record)
		g := replay(t, r, c.At, nil)
		require.Equal(t, perft(t, g, r.Chance, g.Round(), c.Depth), c.Count, "sequences of %s before action %d, depth %d", c.Record, c.At, c.Depth)
	}
}

// perft counts the sequences of so many actions within a round; one that ends
// the round or the game counts once.
func perft(t *testing.T, g *Game, c Chance, round, depth int) int {
	if depth == 0 || g.Needs() == "over" || g.Round() != round {
		return 1
	}
	n := 0
	for _, a := range g.Legal() {
		next := g.Clone()
		require.NoError(t, next.Apply(a))
		if next.Round() == round {
			feed(t, next, c)
		}
		n += perft(t, next, c, round, depth-1)
	}
	return n
}
