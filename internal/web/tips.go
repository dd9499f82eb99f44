package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/view"
)

// tip is a tooltip: what a thing is called, and below what it means.
func (t *tongue) tip(thing view.Thing, texts ...string) string {
	lines := []string{t.Thing(thing, "name").Plain}
	for _, key := range texts {
		lines = append(lines, t.plain(key))
	}
	return strings.Join(lines, "\n")
}

// spaceTip is the tooltip of a river space. It says what does not change during
// a game: at a weir both what it is and what it may become.
func (t *tongue) spaceTip(sp *view.Space) string {
	switch {
	case sp.Kind == "lock":
		return t.tip(view.Thing{Kind: "lock", ID: sp.ID, Name: sp.Name}, "symbol.obstacle.text", "symbol.lock.text")
	case sp.PilotOnly:
		return t.tip(sp.Thing(), "symbol.storage.text", "symbol.pilot_only.text")
	case sp.Kind == "harbour":
		return t.tip(sp.Thing(), "symbol.ruhrort.text")
	}
	return t.tip(sp.Thing(), "symbol."+kindOf(sp)+".text")
}

// yearTip is the tooltip of a round of the timeline.
func (t *tongue) yearTip(y *view.Year) string {
	lines := []string{fmt.Sprint(y.Year), t.Thing(eventThing(y.Round), "name").Plain}
	for _, e := range y.Events {
		lines = append(lines, t.plain("view.event."+e))
	}
	return strings.Join(lines, "\n")
}

func stageThing(id string) view.Thing { return view.Thing{Kind: "stage", ID: id} }

func eventThing(round int) view.Thing { return view.Thing{Kind: "event", ID: fmt.Sprint(round)} }

// explain fills the page for what lies around the river and is no choice: what
// it is called, what it means, and the year whose note tells more.
func (p *whyPage) explain(target view.Target) {
	switch target.Kind {
	case "year":
		k := slices.IndexFunc(p.Pos.Years, func(y view.Year) bool { return fmt.Sprint(y.Year) == target.ID })
		if k < 0 {
			return
		}
		y := yearsOf(p.tongue, &p.Pos)[k]
		p.Head, p.Texts = y.Name, y.Events
		if y.Note {
			p.Year = y.Year
		}
	case "stage":
		if slices.ContainsFunc(p.Pos.Track.Stages, func(s view.Stage) bool { return s.ID == target.ID }) {
			p.Head, p.Texts = p.thing(stageThing(target.ID)), []template.HTML{p.T("symbol.arrow.text")}
		}
	case "export":
		p.Head, p.Texts = p.T("symbol.export.name"), []template.HTML{p.T("symbol.export.text")}
	}
}
