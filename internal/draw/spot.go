package draw

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/view"
)

// Tips provides the tooltips of the places on the map.
type Tips interface {
	Space(*view.Space) string
	Thing(view.Thing) string // a depot, port column, option or stage
	Year(*view.Year) string
	Export() string
}

// Spots are the places that can be asked about: invisible, under the pieces,
// each with a tooltip that says what it is.
func (v *MapView) Spots(tip Tips) template.HTML {
	var w strings.Builder
	spot := func(at int, kind, id, box, tip string) {
		fmt.Fprintf(&w, `<rect class="spot %s" data-at="%d" data-kind="%s" data-id="%s"><title>%s</title></rect>`,
			box, at, kind, template.HTMLEscapeString(id), template.HTMLEscapeString(tip))
	}
	for i := range v.Pos.Spaces {
		sp := &v.Pos.Spaces[i]
		spot(sp.Index, "space", sp.ID, fmt.Sprintf("box-space-%d", sp.Index), tip.Space(sp))
	}
	for k, d := range v.Pos.Depots {
		spot(-1, "depot", d.ID, fmt.Sprintf("box-depot-%d", k), tip.Thing(view.DepotThing(d.Territory)))
	}
	for c, col := range v.Pos.Port.Columns {
		spot(-1, "column", col.ID, fmt.Sprintf("box-column-%d", c), tip.Thing(view.ColumnThing(col.ID)))
	}
	for k, id := range OptionIDs {
		spot(-1, "option", id, fmt.Sprintf("box-option-%d", k), tip.Thing(view.OptionThing(id)))
	}
	for k, y := range v.Pos.Years {
		spot(-1, "year", fmt.Sprint(y.Year), fmt.Sprintf("box-year-%d", k), tip.Year(&y))
	}
	for k, stage := range v.Pos.Track.Stages {
		spot(-1, "stage", stage.ID, fmt.Sprintf("box-stage-%d", k), tip.Thing(view.Thing{Kind: "stage", ID: stage.ID}))
	}
	spot(-1, "export", "", "box-export", tip.Export())
	return template.HTML(w.String())
}

// square is a box about a point.
func square(p Point, side float64) Box { return around(p, side, side) }

// rowOf is the box about slots in a row or column.
func rowOf(points []Point) Box {
	first, last := square(points[0], Slot), square(points[len(points)-1], Slot)
	return Box{X: first.X, Y: first.Y, W: last.X + last.W - first.X, H: last.Y + last.H - first.Y}
}
