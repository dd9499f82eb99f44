package coach

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// Study is what Reeder chose in games against itself, and what came of it.
type Study struct {
	Seats    int        `json:"seats"`
	Playouts int        `json:"playouts"` // for a decision
	Games    int        `json:"games"`
	Places   []int      `json:"places"` // of 1,000 games how many each place won, clockwise from the start seat
	Rows     []StudyRow `json:"rows"`
}

// Choice is something that was chosen: an option, the storage of round 1, or the progress
// marker that a seat gained first.
type Choice struct {
	Of   string `json:"of"`             // option, storage or marker
	From int    `json:"from,omitempty"` // the first of StudyRounds rounds; 0 for storages and markers
	ID   string `json:"id"`
}

// StudyRow is a choice with what came of it.
type StudyRow struct {
	Choice
	Seats int `json:"n"`     // that made it, at least LeastStudied
	Turns int `json:"turns"` // in which they did
	// Above is how many more of 1,000 games those seats won than the mean of their place,
	// and Wide half of its 99 % interval.
	Above int `json:"above"`
	Wide  int `json:"wide"`
}

const (
	StudyRounds  = 3   // are summed up together
	LeastStudied = 100 // of seats, for a choice to be reported
)

//go:embed study.jsonl
var study []byte

// Studies are what was found with 2, 3 and 4 seats. cmd/ruhr-lab writes them.
var Studies = sync.OnceValue(func() []Study {
	var list []Study
	for line := range bytes.Lines(study) {
		var s Study
		if err := json.Unmarshal(line, &s); err != nil {
			panic(fmt.Sprintf("study %d: %v", len(list)+1, err)) // a test reads the file
		}
		list = append(list, s)
	}
	return list
})

// Clear reports whether those who made the choice certainly won more or fewer games than
// their place does.
func (r *StudyRow) Clear() bool { return max(r.Above, -r.Above) > r.Wide }

// Turns is how many decisions of a kind there were: for options, those of some rounds.
func (s *Study) Turns(of string) int {
	if of == "option" {
		return s.Games * s.Seats * StudyRounds
	}
	return s.Games * s.Seats
}
