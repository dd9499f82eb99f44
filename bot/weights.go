package bot

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
)

// weightsJSON is what Lotse, Reeder and Bergrat have learned, with how it was
// made, as Train writes it.
//
//go:embed weights.json
var weightsJSON []byte

// weightsFile is the form of a file of weights.
type weightsFile struct {
	Format string                  `json:"format"`
	Made   made                    `json:"made"`
	Models map[string]*storedModel `json:"models"` // by number of seats
}

// made is how the weights came about. Measured is filled in by hand from
// docs/strength.md.
type made struct {
	Command  string `json:"command"`
	Seed     uint64 `json:"seed"`
	Steps    int    `json:"steps"`
	Rounds   int    `json:"rounds"`
	Games    int    `json:"games"`
	Playouts int    `json:"playouts"`
	Features int    `json:"features"`
	Measured string `json:"measured,omitempty"`
}

type storedModel struct {
	Rounds  int     `json:"rounds"` // of expert iteration so far
	Params  []int   `json:"taste"`
	Weights []int16 `json:"weights"`
}

const weightsFormat = "ruhr-weights/1"

// newWeights is a file without a model yet.
func newWeights(m made) *weightsFile {
	m.Features = int(features)
	return &weightsFile{Format: weightsFormat, Models: map[string]*storedModel{}, Made: m}
}

// sameRun says whether a file was begun with the same numbers. More rounds may
// follow later: a longer training begins as a shorter one does.
func (w *weightsFile) sameRun(o *weightsFile) bool {
	a, b := w.Made, o.Made
	a.Command, b.Command, a.Measured, b.Measured = "", "", "", ""
	a.Rounds, b.Rounds = 0, 0
	return a == b
}

// readWeights reads a file and checks that it fits these parameters and features.
func readWeights(data []byte) (*weightsFile, error) {
	var w weightsFile
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if w.Format != weightsFormat {
		return nil, fmt.Errorf("weights: format is %q, expected %q", w.Format, weightsFormat)
	}
	var t params
	for seats, m := range w.Models {
		if len(m.Weights) != int(features) || len(m.Params) != len(t.all()) {
			return nil, fmt.Errorf("weights: %d weights and %d constants for %s seats, expected %d and %d",
				len(m.Weights), len(m.Params), seats, int(features), len(t.all()))
		}
	}
	return &w, nil
}

// model gives what is stored for a number of seats; nil for nothing yet.
func (w *weightsFile) model(seats int) (m *model, rounds int) {
	st := w.Models[strconv.Itoa(seats)]
	if st == nil {
		return nil, 0
	}
	t := handMadeParams
	for i, c := range t.all() {
		*c = st.Params[i]
	}
	return &model{params: t, weights: append([]int16(nil), st.Weights...)}, st.Rounds
}

// put notes a model's state after so many rounds of expert iteration.
func (w *weightsFile) put(seats int, m *model, rounds int) {
	st := &storedModel{Rounds: rounds, Weights: m.weights}
	t := m.params
	for _, c := range t.all() {
		st.Params = append(st.Params, *c)
	}
	w.Models[strconv.Itoa(seats)] = st
}

// models are the learned models by number of seats.
var models = sync.OnceValue(func() [5]*model {
	w, err := readWeights(weightsJSON)
	if err != nil {
		w = &weightsFile{}
	}
	return w.all()
})

// all gives the models of a file, where one is lacking one that learned nothing.
func (w *weightsFile) all() (all [5]*model) {
	for seats := 2; seats <= 4; seats++ {
		if all[seats], _ = w.model(seats); all[seats] == nil {
			all[seats] = newModel(handMadeParams)
		}
	}
	return all
}

// lotseSharp is how strictly Lotse follows what it learned, in 16ths.
const lotseSharp = 48

// modelFor is what was learned for a number of seats.
func modelFor(seats int) *model { return models()[seats] }
