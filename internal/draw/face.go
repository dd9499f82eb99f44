package draw

import (
	"html/template"
	"strings"

	"ruhr/view"
)

// waters are low and high water: a river that falls and one that rises.
const waters = `` +
	`<path id="tide" class="m-tide" d="M-15 6q4-5 8 0t8 0 8 0 6-1M-15 13q4-5 8 0t8 0 8 0 6-1"/>` +
	`<path id="water-low" class="m-solid" d="M0 2L7-7H2.500v-8h-5v8H-7z"/>` +
	`<path id="water-high" class="m-solid" d="M0-15L7-6H2.500v8h-5v-8H-7z"/>`

// FaceSymbols are the definitions that pages which show faces need beside PieceSymbols.
func FaceSymbols() template.HTML { return `<defs>` + town + works + arms + waters + `</defs>` }

// Face shows what is on a marker, in 36 by 36.
func Face(m view.Marker) template.HTML {
	var w strings.Builder
	centre := Point{}
	switch m.Effect {
	case "industries_of_territory":
		w.WriteString(use("arms-"+m.Of[0].ID, centre))
	case "industries_of_type":
		w.WriteString(use("roundel", centre) + use(m.Of[0].ID, centre))
	case "cities":
		for k := range m.Of { // each lower than the one before it
			at := float64(2*k + 1 - len(m.Of))
			w.WriteString(scaled("town0", Point{4 * at, 9*at + 1}, .46))
		}
	default:
		w.WriteString(use("tide", centre))
		if m.Coal != 0 {
			centre.X = -8
			w.WriteString(text("m-figure", Point{18, -2}, map[bool]string{false: "−1", true: "+1"}[m.Coal > 0]))
		}
		w.WriteString(use("water-"+m.Water, centre))
	}
	return template.HTML(w.String())
}

// Flag shows what is on a country marker, in the same size.
func Flag(country string) template.HTML { return template.HTML(use("flag-"+country, Point{})) }
