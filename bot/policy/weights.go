package policy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"ruhr/rules"
)

// WeightsJSON holds the weights of Lotse and how they were trained, as Train
// writes them. Hafenmeister's searches follow them, too.
//
//go:embed weights.json
var WeightsJSON []byte

// Weights that learned from deeper searches with nets.
//
//go:embed search.json
var searchJSON []byte

// The weights of the frozen first generation. They never change.
//
//go:embed weights-1.json
var weights1JSON []byte

// WeightsFile is the format of a file of weights.
type WeightsFile struct {
	Format string                  `json:"format"`
	Made   Made                    `json:"made"`
	Models map[string]*storedModel `json:"models"` // by number of seats
}

// Made says how the weights were made. Measured is filled in by hand from
// lab/strength.md.
type Made struct {
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

// NewWeights is a file without a model yet.
func NewWeights(m Made) *WeightsFile {
	m.Features = int(features)
	return &WeightsFile{Format: weightsFormat, Models: map[string]*storedModel{}, Made: m}
}

// SameRun reports whether a file was begun with the same settings. The number
// of rounds may differ: a longer training begins like a shorter one.
func (w *WeightsFile) SameRun(o *WeightsFile) bool {
	a, b := w.Made, o.Made
	a.Command, b.Command, a.Measured, b.Measured = "", "", "", ""
	a.Rounds, b.Rounds = 0, 0
	return a == b
}

// ReadWeights reads a file and checks that it fits these parameters and features.
func ReadWeights(data []byte) (*WeightsFile, error) {
	var w WeightsFile
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if w.Format != weightsFormat {
		return nil, fmt.Errorf("weights: format is %q, expected %q", w.Format, weightsFormat)
	}
	var t Params
	for seats, m := range w.Models {
		if len(m.Weights) != int(features) || len(m.Params) != len(t.All()) {
			return nil, fmt.Errorf("weights: %d weights and %d constants for %s seats, expected %d and %d",
				len(m.Weights), len(m.Params), seats, int(features), len(t.All()))
		}
	}
	return &w, nil
}

// Model returns the model for a number of seats, or nil if there is none yet.
func (w *WeightsFile) Model(seats int) (m *Model, rounds int) {
	st := w.Models[strconv.Itoa(seats)]
	if st == nil {
		return nil, 0
	}
	t := HandMadeParams
	for i, c := range t.All() {
		*c = st.Params[i]
	}
	return &Model{Params: t, Weights: append([]int16(nil), st.Weights...)}, st.Rounds
}

// Put stores a model after a number of rounds of expert iteration.
func (w *WeightsFile) Put(seats int, m *Model, rounds int) {
	st := &storedModel{Rounds: rounds, Weights: m.Weights}
	t := m.Params
	for _, c := range t.All() {
		st.Params = append(st.Params, *c)
	}
	w.Models[strconv.Itoa(seats)] = st
}

// builtIn is a file of weights in the program, read when it is first asked for. The
// functions below name the files, so that a program that asks for none has none in it.
type builtIn struct {
	once   sync.Once
	models [5]*Model
}

func (b *builtIn) read(file []byte) [5]*Model {
	b.once.Do(func() { b.models = modelsIn(file) })
	return b.models
}

var learned, searched, first builtIn

// Models are the learned models by number of seats.
func Models() [5]*Model { return learned.read(WeightsJSON) }

// SearchModels are those that the searches above Hafenmeister's follow: they learned from searches
// with nets, and so agree better with what these find than Lotse's do at three and
// four seats. At two, Lotse follows them, too.
func SearchModels() [5]*Model { return searched.read(searchJSON) }

// Models1 are those of the frozen first generation.
func Models1() [5]*Model { return first.read(weights1JSON) }

func modelsIn(file []byte) [5]*Model {
	w, err := ReadWeights(file)
	if err != nil {
		w = &WeightsFile{}
	}
	return w.All()
}

// All returns the models of a file, with untrained ones for those it lacks.
func (w *WeightsFile) All() (all [5]*Model) {
	for seats := 2; seats <= 4; seats++ {
		if all[seats], _ = w.Model(seats); all[seats] == nil {
			all[seats] = NewModel(HandMadeParams)
		}
	}
	return all
}

// LotseSharp is Lotse's sharpness in 16ths.
const LotseSharp = 48

// OpeningSharp is the sharpness in 16ths, by number of seats, of the levels that vary
// their first round by the learned policy.
var OpeningSharp = [5]int32{2: 10, 3: 8, 4: 7}

// NewSteady makes Lotse's policy, but alike in every round, to play on what is compared.
func NewSteady(g *rules.Game) Policy {
	return NewLearned(NewTables(g), Models()[g.Seats()], LotseSharp)
}

// NewLotse makes a policy that follows the models in round 1 with one sharpness, by
// number of seats, and with another in the rest of the game.
func NewLotse(g *rules.Game, models [5]*Model, opening [5]int32, sharp int32) Policy {
	p := NewLearned(NewTables(g), models[g.Seats()], sharp)
	return Opening{First: p.Sharpened(opening[g.Seats()]), Later: p}
}
