// Package spec embeds the specification: the numbered rules, the record format,
// the printed components and example games. Programs, tests and documentation
// all read these copies.
package spec

import "embed"

// Board is spec/board.json, the printed components as data. Its bytes are
// what a record's board digest is taken of.
//
//go:embed board.json
var Board []byte

// Rules is spec/rules.md, the rules with their ids.
//
//go:embed rules.md
var Rules string

// Examples holds the whole games and perft counts of spec/examples.
//
//go:embed examples
var Examples embed.FS
