package policy

import "testing"

// The built-in weights are small and complete, and say how they were made.
func TestWeights(t *testing.T) {
	if len(WeightsJSON) >= 100_000 {
		t.Errorf("%d bytes, expected less than 100 kB", len(WeightsJSON))
	}
	w, err := ReadWeights(WeightsJSON)
	if err != nil {
		t.Fatal(err)
	}
	for seats := 2; seats <= 4; seats++ {
		if m, _ := w.Model(seats); m == nil {
			t.Errorf("nothing for %d seats", seats)
		}
	}
	if w.Made.Command == "" || w.Made.Measured == "" {
		t.Errorf("made %+v", w.Made)
	}
	for _, bad := range []string{`{}`, `[]`, `{"format":"ruhr-weights/1","models":{"4":{"taste":[1],"weights":[]}}}`} {
		if _, err := ReadWeights([]byte(bad)); err == nil {
			t.Errorf("%s was taken for weights", bad)
		}
	}
}
