package view

import (
	"strconv"

	"ruhr/board"
	"ruhr/rules"
)

// spaceThing names a space of the river; a lock space by its lock.
func spaceThing(b *board.Board, at int) Thing {
	sp := &b.River[at]
	kind := board.KindIDs[sp.Kind]
	if sp.Kind == board.Industry {
		kind = board.TradeIDs[sp.Trade]
	}
	return Thing{Kind: kind, ID: sp.ID, Name: sp.Name}
}

// SpaceThing names a space of the river by its index; a lock space by its lock.
func SpaceThing(g *rules.Game, at int) Thing { return spaceThing(g.Board(), at) }

// obstacleThing names lock k as the obstacle it still is.
func obstacleThing(b *board.Board, k int) Thing {
	t := spaceThing(b, b.At.Lock[k])
	t.Kind = "obstacle"
	return t
}

func storageThing(b *board.Board, k int) Thing { return spaceThing(b, b.At.Storage[k]) }

func sellThing(b *board.Board, k int) Thing { return spaceThing(b, b.At.Sell[k]) }

func territory(t board.Territory) Thing {
	return Thing{Kind: "territory", ID: board.TerritoryIDs[t]}
}

func columnThing(b *board.Board, k int) Thing { return Thing{Kind: "column", ID: b.Port.Columns[k]} }

// depotThing names a depot by its territory.
func depotThing(k int) Thing { return Thing{Kind: "depot", ID: board.TerritoryIDs[k]} }

func optionThing(o rules.Option) Thing { return Thing{Kind: "option", ID: o.String()} }

func progressThing(kind int) Thing { return Thing{Kind: "progress", ID: board.ProgressIDs[kind]} }

func areaThing(a int) Thing { return Thing{Kind: "area", ID: board.AreaIDs[a]} }

// PhaseThing names a phase, 1 to 7.
func PhaseThing(p int) Thing { return Thing{Kind: "phase", ID: strconv.Itoa(p)} }

// AreaThing names a development area by its id, for pages.
func AreaThing(id string) Thing { return Thing{Kind: "area", ID: id} }

// ProgressThing names a progress marker by its id.
func ProgressThing(id string) Thing { return Thing{Kind: "progress", ID: id} }

// OptionThing names an option by its id.
func OptionThing(id string) Thing { return Thing{Kind: "option", ID: id} }

// TerritoryThing names a territory by its id.
func TerritoryThing(id string) Thing { return Thing{Kind: "territory", ID: id} }

// ColumnThing names a port column by its id.
func ColumnThing(id string) Thing { return Thing{Kind: "column", ID: id} }

// DepotThing names the depot of a territory by the territory's id.
func DepotThing(territory string) Thing { return Thing{Kind: "depot", ID: territory} }

// Thing names a space of the river.
func (sp *Space) Thing() Thing {
	kind := sp.Kind
	switch {
	case sp.Trade != "":
		kind = sp.Trade
	case sp.Kind == "lock" && sp.Builder < 0:
		kind = "obstacle"
	}
	return Thing{Kind: kind, ID: sp.ID, Name: sp.Name}
}
