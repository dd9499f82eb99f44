package page

import (
	"fmt"
	"strings"

	"ruhr/view"
)

// tips are the tooltips on the map: the name of a thing, and below it what it
// means.
type tips struct{ *Localizer }

// lines is a tooltip of a thing and texts of the catalogue.
func (t tips) lines(thing view.Thing, texts ...string) string {
	out := []string{t.Localizer.Printer.Thing(thing, "name").Plain}
	for _, key := range texts {
		out = append(out, t.Plain(key))
	}
	return strings.Join(out, "\n")
}

// Space is the tooltip of a river space. It does not depend on the position:
// for a weir it says what it is and what it may become.
func (t tips) Space(sp *view.Space) string {
	switch {
	case sp.Kind == "lock":
		return t.lines(view.Thing{Kind: "lock", ID: sp.ID, Name: sp.Name}, "symbol.obstacle.text", "symbol.lock.text")
	case sp.PilotOnly:
		return t.lines(sp.Thing(), "symbol.storage.text", "symbol.pilot_only.text")
	case sp.Kind == "harbour":
		return t.lines(sp.Thing(), "symbol.ruhrort.text")
	}
	return t.lines(sp.Thing(), "symbol."+kindOf(sp)+".text")
}

// Thing is the tooltip of a depot, port column, option or stage of the track.
func (t tips) Thing(thing view.Thing) string {
	switch thing.Kind {
	case "option":
		return t.lines(thing, "symbol.option."+thing.ID+".text")
	case "stage":
		return t.lines(thing, "symbol.arrow.text")
	}
	return t.lines(thing, "symbol."+thing.Kind+".text")
}

// Year is the tooltip of a round of the timeline.
func (t tips) Year(y *view.Year) string {
	out := []string{fmt.Sprint(y.Year), t.Localizer.Printer.Thing(eventThing(y.Round), "name").Plain}
	for _, e := range y.Events {
		out = append(out, t.Plain("view.event."+e))
	}
	return strings.Join(out, "\n")
}

// Export is the tooltip of the export boxes.
func (t tips) Export() string {
	return t.Plain("symbol.export.name") + "\n" + t.Plain("symbol.export.text")
}

func stageThing(id string) view.Thing { return view.Thing{Kind: "stage", ID: id} }

func eventThing(round int) view.Thing { return view.Thing{Kind: "event", ID: fmt.Sprint(round)} }
