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
	Board  string `json:"board"` // the digest of the board
	Places []plan `json:"places"`
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
