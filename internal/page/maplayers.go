package page

import (
	"html/template"
	"sync"

	"ruhr/internal/draw"
)

// MapLayers are what lies over the picture of the map, the same for every shape
// it is shown in: the places one may ask about, what was done last, the pieces,
// and what can be clicked.
type MapLayers struct {
	Last, Pieces, Targets template.HTML

	spots func() template.HTML // only whole pages have them
}

// Spots are the places one may ask about, "" where only the pieces are drawn.
func (m MapLayers) Spots() template.HTML {
	if m.spots == nil {
		return ""
	}
	return m.spots()
}

// Symbols are what the pieces are drawn with.
func (MapLayers) Symbols() template.HTML { return draw.PieceSymbols() }

// mapLayers draws a position, without what was done last and what can be
// clicked.
func mapLayers(v *draw.MapView, l *Localizer) MapLayers {
	return MapLayers{spots: sync.OnceValue(func() template.HTML { return v.Spots(tips{l}) }), Pieces: v.Pieces()}
}
