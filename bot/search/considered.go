package search

import "ruhr/rules"

// Considered is what a search expects of one action, per seat: the share of
// wins (0 to 1, ties split) and the mean final VP with an 80 % interval.
type Considered struct {
	Action   rules.Action
	Playouts int
	Rare     bool // tried too rarely to compare its figures with the others'
	Win      [4]float64
	VP       [4]float64
	Low      [4]float64
	High     [4]float64
}
