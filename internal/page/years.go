package page

import (
	"fmt"
	"html/template"

	"ruhr/lang/handbook"
	"ruhr/view"
)

// Year is a round of the timeline in words.
type Year struct {
	Round  int
	Year   string
	Name   template.HTML
	Events []template.HTML
	Note   bool // there is a historical note on the year
}

// years is the timeline of a position.
func (t *Localizer) years(pos *view.Position) (out []Year) {
	notes, err := handbook.History(t.Printer.Lang())
	for _, y := range pos.Years {
		line := Year{Round: y.Round, Year: fmt.Sprint(y.Year), Name: t.thing(eventThing(y.Round))}
		for _, e := range y.Events {
			line.Events = append(line.Events, t.T("view.event."+e))
		}
		if err == nil {
			_, line.Note = notes.Note(line.Year)
		}
		out = append(out, line)
	}
	return out
}
