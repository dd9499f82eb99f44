package draw

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/board"
)

// Facts are links over the map from what is printed there to where its facts stand: subjects
// as board.Fact has them, as "river/city-witten". Those that are wrong bear a cross.
func (m *Map) Facts(address func(subject string) string, wrong func(subject string) bool) template.HTML {
	var w strings.Builder
	fmt.Fprintf(&w, `<svg class="facts" viewBox="0 0 %s %s" aria-hidden="true">`, num(m.Width), num(m.Height))
	m.subjects(func(subject string, b Box) {
		b = b.Grow(1)
		fmt.Fprintf(&w, `<a href="%s" tabindex="-1"><rect x="%s" y="%s" width="%s" height="%s"/>`,
			template.HTMLEscapeString(address(subject)), num(b.X), num(b.Y), num(b.W), num(b.H))
		if wrong(subject) {
			fmt.Fprintf(&w, `<path d="M%s %sl%s %sm0 -%sl-%s %s"/>`, num(b.X), num(b.Y), num(b.W), num(b.H), num(b.H), num(b.W), num(b.H))
		}
		w.WriteString(`</a>`)
	})
	w.WriteString(`</svg>`)
	return template.HTML(w.String())
}

// subjects are the boxes of what is printed, larger things before those that lie on them.
func (m *Map) subjects(put func(subject string, b Box)) {
	for i, sp := range m.b.River {
		put("river/"+sp.ID, m.Spaces[i].Touch)
		if slots := m.Spaces[i].Slots; len(slots) > 0 {
			put("city/"+sp.ID, rowOf(slots))
		}
		if sp.Kind == board.Storage {
			put("setup/"+sp.ID, square(m.Spaces[i].Die, dieSize))
		}
	}
	for t, d := range m.Depots {
		put("depot/"+board.TerritoryIDs[t], d.Site)
	}
	for c, id := range m.b.Port.Columns {
		put("country/"+id, square(m.Port.Flags[c], Slot))
	}
	for r, cell := range m.Timeline {
		put(fmt.Sprintf("timeline/%d", r+1), cell.Box)
	}
	for k, stage := range m.Track {
		put("track/"+m.b.Tracks[k].ID, stage.Box)
	}
	put("export/scale", rowOf(m.Export))
}
