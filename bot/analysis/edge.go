package analysis

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
