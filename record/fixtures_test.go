package record

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/rules/rulestest/rare"
)

var update = flag.Bool("update", false, "play the games of testdata again")

// fixtures are whole games in testdata, with every kind of player, number of
// seats and combination of options.
var fixtures = []struct {
	name    string
	seats   int
	variant rules.Variant
	habit   string // of all seats, or mixed
}{
	{"2-seats-docker", 2, rules.Variant{}, "docker"},
	{"2-seats-calm-spender", 2, rules.Variant{CalmWater: true}, "spender"},
	{"3-seats-every-ship-gatherer", 3, rules.Variant{EveryShip: true}, "gatherer"},
	{"3-seats-calm-every-ship-idler", 3, rules.Variant{CalmWater: true, EveryShip: true}, "idler"},
	{"4-seats-mixed", 4, rules.Variant{}, "mixed"},
	{"4-seats-calm-every-ship-mixed", 4, rules.Variant{CalmWater: true, EveryShip: true}, "mixed"},
}

// between is the number of actions between two digests.
const between = 20

// playFixture plays the k-th game.
func playFixture(t *testing.T, k int) []byte {
	f := fixtures[k]
	g := rules.NewGame(board.Default(), f.seats, f.variant)
	rng := rand.New(rand.NewPCG(uint64(k), 17))
	d := NewDeal(g, rng.IntN)
	s := d.Start(g)
	var played []rules.Action
	var players []Player
	for seat := range f.seats {
		players = append(players, Player{Name: habitOf(f.habit, seat).Name})
	}
	for s.Decision() != rules.Over {
		list := g.Legal(&s).Append(nil)
		a := habitOf(f.habit, s.ToDecide()).Pick(g, &s, list, rng.IntN)
		require.NoError(t, d.Apply(g, &s, a))
		played = append(played, a)
	}
	r, err := Export(g, &d, players, played)
	require.NoError(t, err)
	data, err := r.Write()
	require.NoError(t, err)
	return data
}

func habitOf(name string, seat int) *rare.Habit {
	for k := range rare.Habits {
		if rare.Habits[k].Name == name {
			return &rare.Habits[k]
		}
	}
	return &rare.Habits[(1+seat)%len(rare.Habits)]
}

// TestFixtures checks whole games of 2, 3 and 4 seats in testdata: same result
// and breakdown (END-1 to END-6), and same digest of the position after every
// twentieth action and at the end.
func TestFixtures(t *testing.T) {
	digests := map[string][]string{}
	for k, f := range fixtures {
		path := filepath.Join("testdata", f.name+".json")
		if *update {
			require.NoError(t, os.WriteFile(path, playFixture(t, k), 0o644))
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		r, err := Read(data)
		if err != nil {
			t.Fatal(f.name, err)
		}
		if len(r.Players) != f.seats || r.Variant.Rules() != f.variant || r.Result == nil {
			t.Errorf("%s: %d seats, options %v, result %v", f.name, len(r.Players), r.Variant, r.Result)
		}
		digests[f.name] = digestsOf(refereed(t, r))
	}
	path := filepath.Join("testdata", "digests.json")
	if *update {
		data, err := json.MarshalIndent(digests, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(data, '\n'), 0o644))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var want map[string][]string
	require.NoError(t, json.Unmarshal(data, &want))
	for name, got := range digests {
		for i, d := range got {
			if i >= len(want[name]) || len(got) != len(want[name]) || d != want[name][i] {
				t.Errorf("%s: the digest after action %d is %s, expected another of %d; -args -update rewrites them",
					name, i*between, d, len(want[name]))
				break
			}
		}
	}
}

// digestsOf returns the digests of a game's positions.
func digestsOf(g *Game) (out []string) {
	for n, s := range g.Steps {
		if n%between == 0 || n == g.Len() {
			out = append(out, fmt.Sprintf("%016x", s.State.Hash()))
		}
	}
	return out
}

// An invalid game is refused, naming the action and the rule (START-1, ORDER-1,
// WATER-1, SET-3, SET-4, SET-6, END-6 and the action's rule).
func TestRefereeFaults(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "4-seats-mixed.json"))
	require.NoError(t, err)
	five := 5
	for _, c := range []struct {
		name string
		harm func(r *Record)
		says string
	}{
		{"another board", func(r *Record) { r.Board.SHA256 = "00" }, "played on board"},
		{"SET-6: no such start seat", func(r *Record) { r.Chance.StartSeat = 4 }, "SET-6: startSeat is 4, expected 0 to 3"},
		{"SET-4: too few obstacles", func(r *Record) { r.Chance.Obstacles = r.Chance.Obstacles[:13] }, "SET-4"},
		{"SET-4: an obstacle twice", func(r *Record) { r.Chance.Obstacles[1] = r.Chance.Obstacles[0] }, "SET-4"},
		{"SET-4: no obstacles", func(r *Record) { r.Chance.Obstacles = nil }, "SET-4"},
		{"SET-4: obstacles hidden", func(r *Record) { r.Chance.Obstacles = make([]*string, board.Obstacles) }, "SET-4"},
		{"SET-9: some obstacles told", func(r *Record) { r.Chance.Obstacles[1] = nil }, "SET-9"},
		{"SET-3: too few countries", func(r *Record) { r.Chance.Countries = r.Chance.Countries[:7] }, "SET-3"},
		{"SET-3: a country too often", func(r *Record) {
			for k := range r.Chance.Countries {
				r.Chance.Countries[k] = r.Chance.Countries[0]
			}
		}, "SET-3"},
		{"WATER-1: a marker not in the bag", func(r *Record) { r.Chance.Draws[0] = *r.Chance.Obstacles[0] }, "WATER-1"},
		{"WATER-1: a draw too few", func(r *Record) { r.Chance.Draws = r.Chance.Draws[:3] }, "WATER-1"},
		{"WATER-1: a draw too few in the middle of a running game", func(r *Record) { r.Chance.Draws, r.Result = r.Chance.Draws[:3], nil },
			"WATER-1: draws has no marker for this round"},
		{"WATER-1: a draw too many", func(r *Record) { r.Chance.Draws = append(r.Chance.Draws, r.Chance.Draws[0]) }, "WATER-1"},
		{"ORDER-1: another seat", func(r *Record) { r.Actions[3].Seat = &five }, "action 3: ORDER-1"},
		{"ORDER-1: another round", func(r *Record) { r.Actions[3].Round = &five }, "action 3: ORDER-1"},
		{"ORDER-1: no seat", func(r *Record) { r.Actions[3].Seat = nil }, "action 3: ORDER-1: seat is missing"},
		{"ORDER-1: no round", func(r *Record) { r.Actions[3].Round = nil }, "action 3: ORDER-1: round is missing"},
		{"no such action", func(r *Record) { r.Actions[5].Do = "swim" }, "action 5: record"},
		{"not legal now", func(r *Record) { r.Actions[0] = Action{Seat: r.Actions[0].Seat, Round: r.Actions[0].Round, Do: "done"} }, "action 0: BUY-1"},
		{"END-6: an action left out", func(r *Record) { r.Actions = r.Actions[:len(r.Actions)-1] }, "END-6"},
		{"END-6: an action too many", func(r *Record) { r.Actions = append(r.Actions, r.Actions[0]) }, "END-6"},
		{"END-6: no result", func(r *Record) { r.Result = nil }, "END-6"},
		{"END-6: other VP", func(r *Record) { r.Result.VP[1]++ }, "END-6: result: vp of seat 1"},
		{"END-6: other rank", func(r *Record) { r.Result.Rank[2] = 9 }, "END-6: result: rank of seat 2"},
		{"END-5: another line", func(r *Record) { r.Result.Breakdown[0]["debts"] = 7 }, "END-5: result: breakdown.debts of seat 0"},
		{"a line missing", func(r *Record) { delete(r.Result.Breakdown[3], "mayor") }, "breakdown.mayor of seat 3"},
		{"seats missing in the result", func(r *Record) { r.Result.VP = r.Result.VP[:2] }, "END-6"},
	} {
		r, err := Read(data)
		require.NoError(t, err)
		c.harm(r)
		if _, err := Referee(r, board.Default()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, expected a fault that says %q", c.name, err, c.says)
		}
	}
}
