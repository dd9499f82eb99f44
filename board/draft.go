package board

import "slices"

// Draft is a board file with corrections that need not make a board yet.
type Draft struct {
	File   []byte   // with each correction whose value is possible
	Board  *Board   // nil while something is wrong
	Faults []*Error // all that is wrong
}

// NewDraft corrects a board file as far as possible. It returns an error if the file itself
// is none.
func NewDraft(data []byte, changes map[string]string) (*Draft, error) {
	file, faults, err := apply(data, changes)
	if err != nil {
		return nil, err
	}
	b, more, err := load(file)
	if err != nil {
		return nil, err
	}
	d := &Draft{File: file, Faults: append(faults, more...)}
	if len(d.Faults) == 0 {
		d.Board = b
	}
	return d, nil
}

// placeField is the field of a space's place along the river.
const placeField = "place"

// order is the order of the river in the facts of a board.
func order(facts []Fact) (out []string) {
	for _, f := range facts {
		if f.Field == placeField {
			out = append(out, f.Subject)
		}
	}
	return out
}

// Moved are the places, counted from 1, of the fewest spaces that have to move for one order
// of the river to become another.
func Moved(from, to []string) map[string]int {
	at := make([]int, len(from))
	for i, id := range from {
		at[i] = slices.Index(to, id)
	}
	kept := make([]int, len(from)) // the next space that stays, -1 for none
	length := make([]int, len(from))
	first := -1
	for i := len(from) - 1; i >= 0; i-- {
		kept[i], length[i] = -1, 1
		for j := i + 1; j < len(from); j++ {
			if at[j] > at[i] && length[j] >= length[i] {
				kept[i], length[i] = j, length[j]+1
			}
		}
		if first < 0 || length[i] >= length[first] {
			first = i
		}
	}
	out := map[string]int{}
	for i, id := range from {
		if i == first {
			first = kept[i]
		} else if at[i] >= 0 {
			out[id] = at[i] + 1
		}
	}
	return out
}

// Place moves spaces of the river to places counted from 1; the others keep their order. It
// returns the fewest moves that give this order from the usual one.
func Place(usual, shown []Fact, places map[string]int) map[string]int {
	f := file{places: places}
	for _, id := range order(shown) {
		f.River = append(f.River, riverSpace{ID: id})
	}
	f.reorder(func(move func()) { _ = caught(move) })
	var now []string
	for _, s := range f.River {
		now = append(now, s.ID)
	}
	return Moved(order(usual), now)
}
