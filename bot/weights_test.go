package bot

import "testing"

// The weights in the program are small, complete and say how they were made.
func TestWeights(t *testing.T) {
	if len(weightsJSON) >= 100_000 {
		t.Errorf("%d bytes, expected less than 100 kB", len(weightsJSON))
	}
	w, err := readWeights(weightsJSON)
	if err != nil {
		t.Fatal(err)
	}
	for seats := 2; seats <= 4; seats++ {
		if m, _ := w.model(seats); m == nil {
			t.Errorf("nothing for %d seats", seats)
		}
	}
	if w.Made.Command == "" || w.Made.Measured == "" {
		t.Errorf("made %+v", w.Made)
	}
	for _, bad := range []string{`{}`, `[]`, `{"format":"ruhr-weights/1","models":{"4":{"taste":[1],"weights":[]}}}`} {
		if _, err := readWeights([]byte(bad)); err == nil {
			t.Errorf("%s was taken for weights", bad)
		}
	}
}
