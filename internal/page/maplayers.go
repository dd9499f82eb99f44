package page

import (
	"html/template"

	"ruhr/internal/draw"
)

// Ground is a board's map, laid out, and its picture in one language.
type Ground struct {
	Map     *draw.Map
	Picture template.HTML
}

// MapLayers are the layers of the map: the ground, the places one may ask
// about, what was done last, the pieces, and what can be clicked.
type MapLayers struct {
	ViewBox                              string
	Ground, Spots, Last, Pieces, Targets template.HTML
}

// mapLayers draws a position on its ground, without what was done last and
// what can be clicked.
func mapLayers(g *Ground, v *draw.MapView, l *Localizer) MapLayers {
	return MapLayers{ViewBox: draw.ViewBox, Ground: g.Picture, Spots: v.Spots(tips{l}), Pieces: v.Pieces()}
}
