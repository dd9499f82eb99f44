package bot

import (
	"testing"

	"ruhr/board"
)

func defaultBoard(t testing.TB) *board.Board {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sim(t testing.TB, games int, seed uint64, seats int, bots ...string) SimResult {
	r, err := Sim(t.Context(), SimConfig{Board: defaultBoard(t), Seats: seats, Games: games, Seed: seed, Bots: bots})
	if err != nil {
		t.Fatal(err)
	}
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
