// Package analysis has what searches expect of the actions of a position: figures
// alone, for whoever shows them, without the searches.
package analysis

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
	Edge     Edge // of the best: what mainly sets it apart from the next; zero where nothing is known
}

// Edge is what one action brings more than another on average: victory points of
// a kind at the end of the game, or Thaler or tokens at the end of the round.
type Edge struct {
	Kind   EdgeKind
	Amount float64
}

// EdgeKind is where points come from, or what leads to them.
type EdgeKind int

// The kinds: of points, those that count for nothing in particular first; what a
// rival is kept from; and what leads to points.
const (
	EdgeOther EdgeKind = iota
	EdgeLocks
	EdgeWarehouses
	EdgeExport
	EdgeMarkers
	EdgeDebts
	EdgeDenial
	EdgeThaler
	EdgeTokens
	EdgeKinds = 9
)

// String is the name of the kind in the catalogues.
func (k EdgeKind) String() string { return edgeIDs[k] }

var edgeIDs = [EdgeKinds]string{"other", "locks", "warehouses", "export", "markers", "debts", "denial", "thaler", "tokens"}
