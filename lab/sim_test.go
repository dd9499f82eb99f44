package lab

import (
	"ruhr/board"
	"ruhr/internal/require"
	"strings"
	"testing"
)

func sim(t testing.TB, games int, seed uint64, seats int, bots ...string) SimResult {
	r, err := Sim(t.Context(), SimConfig{Board: board.Default(), Seats: seats, Games: games, Seed: seed, Bots: bots})
	require.NoError(t, err)
	return r
}

// Greedy wins nearly every game against random, and among four of them the
// winner has more than 40 VP on average.
func TestGreedy(t *testing.T) {
	r := sim(t, 200, 1, 4, "greedy", "random", "random", "random")
	if r.Seats[0].Wins < 190 {
		t.Errorf("greedy won %v of 200 games against random", r.Seats[0].Wins)
	}
	r = sim(t, 1000, 2, 4, "greedy")
	if r.WinnerVP <= 40 {
		t.Errorf("the winners' mean is %.1f VP", r.WinnerVP)
	}
	t.Logf("%.1f VP, %.0f games/s", r.WinnerVP, r.GamesPerSecond)
}

// Decisions taken by a stand-in are counted, by seat and by name.
func TestFailuresAreCounted(t *testing.T) {
	r := sim(t, 2, 1, 2, "cmd:/nonexistent/mybot", "random")
	if r.Games != 2 {
		t.Errorf("%d games", r.Games)
	}
	if f := r.Seats[0].Failures; f.StoodIn == 0 || !strings.Contains(f.Why, "/nonexistent/mybot") || r.Seats[1].StoodIn != 0 {
		t.Errorf("failures reported: %+v", r.Seats)
	}
	m, err := Arena(t.Context(), ArenaConfig{Board: board.Default(), Seats: 2, Games: 2, Bots: []string{"cmd:/nonexistent/mybot", "random"}})
	require.NoError(t, err)
	if e := m.Entrants; e[0].StoodIn != e[0].Chosen || e[0].StoodIn == 0 || e[0].Why == "" || e[1].StoodIn != 0 {
		t.Errorf("failures reported: %+v", e)
	}
}
