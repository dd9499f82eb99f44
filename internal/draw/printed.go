package draw

import (
	"embed"
	"encoding/json"
)

// The printed board is laid out and its ground drawn in advance, in every
// shape: that takes longer than everything else before the first page. A test
// does both again and compares; it says how to update the files.
//
//go:embed printed
var printedFiles embed.FS

// layoutFile is printed/SHAPE.json: the place of everything on the map.
type layoutFile struct {
	Board  string      `json:"board"` // the digest of the board
	Places []placeFile `json:"places"`
}

// placeFile is a plan in a layoutFile.
type placeFile struct {
	Site  Box   `json:"site,omitzero"`
	Label Box   `json:"label,omitzero"`
	Mark  Point `json:"mark,omitzero"`
	Side  Point `json:"side,omitzero"`
	Flip  bool  `json:"flip,omitzero"`
	Size  int   `json:"size,omitzero"`
}

func printedFile(s *Shape, ext string) []byte {
	data, err := printedFiles.ReadFile("printed/" + s.Name + ext)
	if err != nil {
		panic("draw: " + err.Error()) // embedded, and tested
	}
	return data
}

// printed is the printed board's layout in a shape.
func printed(s *Shape) (f layoutFile) {
	if err := json.Unmarshal(printedFile(s, ".json"), &f); err != nil {
		panic("draw: the printed board's layout: " + err.Error()) // embedded, and tested
	}
	return f
}

// printedLand is the printed board's ground in a shape.
func printedLand(s *Shape) string { return string(printedFile(s, ".svg")) }

// newLayoutFile makes a file of the plans that were chosen for a board.
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
