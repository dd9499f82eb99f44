package page

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/internal/draw"
	"ruhr/view"
)

// Legend is every symbol with its meaning.
type Legend struct {
	*Localizer
	Symbols template.HTML
	Groups  []LegendGroup
	Years   []Year
}

// LegendGroup is the symbols found in one place.
type LegendGroup struct {
	Title template.HTML
	Lines []LegendLine
}

// LegendLine is a symbol: its picture, what it is called, what it means, and
// the rule on it ("" for none).
type LegendLine struct {
	Pic        template.HTML
	Name, Text template.HTML
	Rule       string
}

// NewLegend makes the legend of a board.
func NewLegend(l *Localizer, b *Board) *Legend {
	start := &b.start
	p := &Legend{Localizer: l, Symbols: draw.Symbols()}
	for _, g := range legendGroups {
		group := LegendGroup{Title: p.T("symbol.group." + g.id)}
		for _, e := range g.symbols {
			group.Lines = append(group.Lines, LegendLine{e.pic, p.T("symbol." + e.id + ".name"), p.T("symbol." + e.id + ".text"), e.rule})
		}
		p.Groups = append(p.Groups, group)
	}
	p.add("options", p.options(start))
	p.add("areas", p.areas(start))
	black, limited := p.progress(start)
	p.add("progress", black)
	p.add("limited", limited)
	p.Years = l.years(start)
	return p
}

func (p *Legend) add(id string, lines []LegendLine) {
	p.Groups = append(p.Groups, LegendGroup{p.T("symbol.group." + id), lines})
}

func (p *Legend) options(pos *view.Position) (out []LegendLine) {
	for _, o := range pos.Options {
		if rule := optionRules[o.ID]; rule != "" {
			pic := inMap(24, draw.Price("legend-"+o.ID, here, o.Price))
			out = append(out, LegendLine{pic, p.thing(view.OptionThing(o.ID)), p.T("symbol.option." + o.ID + ".text"), rule})
		}
	}
	return out
}

func (p *Legend) areas(pos *view.Position) (out []LegendLine) {
	for _, a := range pos.Seats[0].Areas {
		pic := template.HTML(fmt.Sprintf(`<span class="area %s"><i class="kind">%s</i><i class="tok on"></i><i class="tok"></i></span>`, areaClasses[a.ID], areaLetters[a.ID]))
		out = append(out, LegendLine{pic, p.thing(view.AreaThing(a.ID)), p.T("symbol.area." + a.ID + ".text"), "SAIL-3"})
	}
	return out
}

func (p *Legend) progress(pos *view.Position) (black, limited []LegendLine) {
	for _, m := range pos.Seats[0].Progress {
		class, list := "held", &black
		if m.Limited {
			class, list = "held limited", &limited
		}
		*list = append(*list, LegendLine{markPic(class, m.ID), p.thing(view.ProgressThing(m.ID)), p.T("symbol.progress." + m.ID + ".text"), progressRules[m.ID]})
	}
	return black, limited
}

// markPic is a progress marker as the seats' lines show it.
func markPic(class, id string) template.HTML {
	return template.HTML(`<span class="mark ` + class + `"><svg viewBox="-10 -10 20 20"><use href="#m-` + id + `"/></svg></span>`)
}

// inMap shows the middle of a map drawing, with a width in units.
func inMap(size int, inner template.HTML) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class="map pic" viewBox="%d %d %d %d">%s</svg>`, -size/2, -size/2, size, size, inner))
}

// uses shows symbols of the map on top of each other.
func uses(size int, ids ...string) template.HTML {
	var w strings.Builder
	for _, id := range ids {
		w.WriteString(`<use href="#` + id + `"/>`)
	}
	return inMap(size, template.HTML(w.String()))
}

// icon shows a symbol of the seats' lines.
func icon(id string) template.HTML {
	return template.HTML(`<svg class="ico" viewBox="-10 -10 20 20"><use href="#` + id + `"/></svg>`)
}

// here is the middle of a picture.
const here = ""

// legendGroups are the symbols on the map and in the seats' lines, with the
// rules on them. Their words are symbol.<id>.name and symbol.<id>.text.
var legendGroups = []struct {
	id      string
	symbols []legendSymbol
}{
	{"river", []legendSymbol{
		{"storage", "START-1", uses(42, "stage")},
		{"pilot_only", "START-4", uses(24, "wheel")},
		{"city", "SAIL-6", uses(66, "town0")},
		{"forge", "SAIL-1", uses(36, "roundel", "forge")},
		{"hammer_mill", "SAIL-1", uses(36, "roundel", "hammer_mill")},
		{"gun_factory", "SAIL-1", uses(36, "roundel", "gun_factory")},
		{"ruhrort", "SAIL-5", uses(40, "crane")},
		{"obstacle", "SAIL-2", inMap(40, `<use href="#weir"/>`+draw.Obstacle("legend-obstacle", here))},
		{"lock", "BUY-2", inMap(44, draw.Lock("legend-lock", here, 0))},
	}},
	{"pieces", []legendSymbol{
		{"coal_black", "SET-5", inMap(30, draw.Die("legend-black", here, false, 4))},
		{"coal_white", "START-3", inMap(30, draw.Die("legend-white", here, true, 3))},
		{"barge", "SAIL-1", inMap(46, draw.Barge("legend-barge", here, 0))},
		{"thaler", "WATER-2", inMap(22, draw.Thaler("legend-thaler", here))},
		{"warehouse", "BUY-1", inMap(30, draw.House("legend-house", here, 1))},
		{"choice", "START-5", inMap(22, draw.Choice("legend-choice", here, 1))},
		{"export", "EXP-1", inMap(28, draw.ExportMarker("legend-export", here))},
	}},
	{"board", []legendSymbol{
		{"timeline", "ORDER-1", inMap(44, `<g class="piece now"><rect class="nowframe" x="-19" y="-13" width="38" height="26" rx="3"/></g>`)},
		{"waiting", "EVENT-W", inMap(20, draw.SmallHouse("legend-small", here, 0))},
		{"country_down", "SET-3", inMap(28, draw.Country("legend-down", here, ""))},
		{"country_up", "EXP-1", inMap(28, draw.Country("legend-up", here, "belgium"))},
		{"column", "BUY-6", uses(36, "flag-netherlands")},
		{"depot", "BUY-5", uses(52, "pit")},
		{"arrow", "TRACK-2", uses(26, "arrow")},
		{"arms", "EVENT-C", uses(36, "arms-essen")},
		{"price", "START-5", inMap(24, draw.Price("legend-price", here, 1))},
		{"closed", "WATER-3", inMap(24, draw.Closed("legend-closed", here))},
		{"can", "", inMap(48, draw.HaloBox("can", draw.Box{X: -18, Y: -18, W: 36, H: 36}))},
	}},
	{"seats", []legendSymbol{
		{"sign", "", signs()},
		{"own_thaler", "EXP-2", icon("i-thaler")},
		{"supply", "SET-2", icon("i-house")},
		{"debt", "DEBT-1", icon("i-debt")},
		{"here", "", `<span class="here"></span> <span class="here away"></span>`},
		{"token", "SAIL-3", `<span class="area black"><i class="tok on"></i><i class="tok"></i></span>`},
		{"mark_held", "PROG-1", markPic("held", "lock_building")},
		{"mark_near", "PROG-1", markPic("near", "lock_building")},
		{"mark_gone", "PROG-2", markPic("gone limited", "inn")},
		{"hollow", "SET-2", icon("i-hollow")},
	}},
	{"choices", []legendSymbol{
		{"reach", "START-4", icon("i-reach")},
		{"completes", "PROG-1", icon("m-lock_building") + "✓"},
		{"export_moves", "SAIL-5", icon("i-export")},
		{"off", "TRACK-3", icon("i-off")},
		{"early", "DEBT-4", icon("i-clock")},
	}},
}

// legendSymbol is a symbol with the rule on it and its picture.
type legendSymbol struct {
	id, rule string
	pic      template.HTML
}

// signs are the signs of all seats.
func signs() template.HTML {
	var w strings.Builder
	for k := range draw.MaxSeats {
		fmt.Fprintf(&w, `<svg class="sign seat-%d" viewBox="-7 -7 14 14"><use href="#sign-%d"/></svg>`, k, k)
	}
	return template.HTML(w.String())
}

// optionRules are the rules on what the options do.
var optionRules = map[string]string{
	"pilot": "SAIL-1", "transport": "START-7", "wage": "START-9", "supply": "START-9", "hauling": "START-2",
	"transport_pilot": "START-7", "hauling_pilot": "START-5", "hauling_transport": "START-8",
}

// progressRules are the rules on what the progress markers do.
var progressRules = map[string]string{
	"lock_building": "BUY-2", "essen_warehouse": "BUY-4", "mark_warehouse": "BUY-4", "coal_depot": "BUY-5", "port_ruhrort": "BUY-6",
	"grafschaft_mark": "START-3", "wage": "START-9", "supply": "START-9", "hauling_action": "START-11", "inn": "BUY-11",
	"mayor": "END-3", "coal_hauler": "START-10", "warehouse": "BUY-8", "ruhraake": "END-2", "ruhrtalbahn": "END-2",
}
