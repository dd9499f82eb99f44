package draw

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// The printed board is laid out and its ground drawn beforehand: that takes
// longer than all else the program does before its first page. A test draws
// both again and compares; it says how to rewrite them.
var (
	//go:embed printed.json
	printedPlans []byte
	//go:embed printed.svg
	printedLand string
)

// layoutFile is printed.json: where each of the map's things stands.
type layoutFile struct {
	Board  string      `json:"board"` // the digest of the board
	Places []placeFile `json:"places"`
}

// placeFile is a plan in printed.json.
type placeFile struct {
	Site  Box   `json:"site,omitzero"`
	Label Box   `json:"label,omitzero"`
	Mark  Point `json:"mark,omitzero"`
	Side  Point `json:"side,omitzero"`
	Flip  bool  `json:"flip,omitzero"`
	Size  int   `json:"size,omitzero"`
}

var printed = sync.OnceValue(func() (f layoutFile) {
	if err := json.Unmarshal(printedPlans, &f); err != nil {
		panic("draw: printed.json: " + err.Error()) // embedded, and tested
	}
	return f
})

// newLayoutFile keeps the plans that were chosen for the things of a board.
func newLayoutFile(digest string, picks []plan) layoutFile {
	f := layoutFile{Board: digest}
	for _, p := range picks {
		f.Places = append(f.Places, placeFile{p.site, p.label, p.mark, p.side, p.flip, p.size})
	}
	return f
}

func (f layoutFile) plans() (picks []plan) {
	for _, p := range f.Places {
		picks = append(picks, plan{site: p.Site, label: p.Label, mark: p.Mark, side: p.Side, flip: p.Flip, size: p.Size})
	}
	return picks
}
