package lab

import (
	"os"
	"path/filepath"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/value"
)

// A position's target mixes what a search expected there with the target of the
// next one, and in the end with the result.
func TestTargetsLookAhead(t *testing.T) {
	list := []boundary{{search: &[4]float64{60, 40}}, {}, {search: &[4]float64{50, 50}}}
	aim(list, [4]int8{70, 30})
	for i, want := range [][2]float32{{61.2, 38.8}, {62, 38}, {62, 38}} {
		for who, vp := range want {
			if d := list[i].target[who] - vp; d > 0.01 || d < -0.01 {
				t.Errorf("position %d, seat %d: the target is %.2f VP, expected %.2f", i, who, list[i].target[who], vp)
			}
		}
		if list[i].vp != [4]int8{70, 30} {
			t.Errorf("position %d: the game ended %v", i, list[i].vp)
		}
	}
}

// The same settings make the same file however many games are played at a time,
// whether the policy or searches play them.
func TestValueTrainingIsReproducible(t *testing.T) {
	train := func(workers int, nets func() [5]*value.Net) string {
		out := filepath.Join(t.TempDir(), "nets.json")
		c := TrainConfig{Board: bottest.DefaultBoard(t), Seats: []int{3}, Seed: 7, Games: 12, Epochs: 1, Playouts: 6,
			Workers: workers, Nets: nets, Out: out}
		if err := TrainValue(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	policy, searched := train(1, nil), train(1, value.Nets)
	if policy != train(3, nil) || searched != train(3, value.Nets) {
		t.Error("three workers made another file than one")
	}
	if policy == searched {
		t.Error("games of searches taught the same as games of the policy")
	}
}

// Nets for other numbers of seats stay in the file if training resumes.
func TestNetsAreTrainedOneByOne(t *testing.T) {
	out := filepath.Join(t.TempDir(), "nets.json")
	c := TrainConfig{Board: bottest.DefaultBoard(t), Seed: 7, Games: 10, Epochs: 1, Playouts: 1, Workers: 1, Out: out, Resume: true}
	for _, seats := range []int{2, 3} {
		c.Seats = []int{seats}
		if err := TrainValue(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	f, err := value.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if all := f.All(); all[2] == nil || all[3] == nil || all[4] != nil {
		t.Errorf("the file has nets for 2 to 4 seats: %t, %t, %t", all[2] != nil, all[3] != nil, all[4] != nil)
	}
	c.Resume = false
	if err := TrainValue(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(out); err != nil {
		t.Fatal(err)
	}
	if f, err = value.Read(data); err != nil || f.All()[2] != nil {
		t.Errorf("a new training kept an old net (%v)", err)
	}
}
