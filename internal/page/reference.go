package page

import (
	"html/template"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/view"
)

// Reference is the board's facts in tables: what players otherwise see only on
// the map or a player board, and what returns where.
type Reference struct {
	*Localizer
	Board   *board.Board
	Years   []ReferenceYear
	Options []ReferenceRow // special options, and the lock: prices in the order of the rounds
	Prices  []ReferenceRow // cities, depots, port: prices of the spaces from the left
	Areas   []ReferenceRow // development areas: tokens they hold
	Marks   []ReferenceMark
	Tracks  []ReferenceTrack
	Columns []ReferenceRow // port columns: country markers
	Faces   []ReferenceRow // obstacle/demand markers: how many of each
	Export  string         // victory points of the export track's boxes
	Bonus   string         // victory points of the port's places from the top
	Back    []ReferenceLine
	Worth   []ReferenceLine
}

// ReferenceYear is a round of the timeline with the territory that black coal
// returns to (EVENT-C).
type ReferenceYear struct {
	Year
	Returns   template.HTML
	Territory string // id of the territory, and of the note of history on it
}

// ReferenceRow is a thing and what the board says of it.
type ReferenceRow struct {
	ID    string // of the row, for links
	Rule  string // by which one pays a price
	Name  template.HTML
	Value string
}

// ReferenceMark is a progress marker with the tokens that earn it.
type ReferenceMark struct {
	ID, Rule string
	Note     string // id of the note of history on it, "" for none
	Name     template.HTML
	Limited  bool
	Needs    []template.HTML
	Squares  []Need
	Worth    template.HTML
}

// ReferenceTrack is a stage of the transport track.
type ReferenceTrack struct {
	ID, Columns  string
	Name         template.HTML
	From         int
	Above, Below int
}

// ReferenceLine is a sentence and the rules behind it.
type ReferenceLine struct {
	Text  template.HTML
	Rules []string
}

// NewReference puts the facts of a board into tables.
func NewReference(l *Localizer, b *Board) *Reference {
	p, start := &Reference{Localizer: l, Board: b.Board}, &b.start
	for i, y := range l.years(start) {
		p.Years = append(p.Years, ReferenceYear{y, p.thing(view.TerritoryThing(start.Years[i].Returns)), start.Years[i].Returns})
	}
	p.addOptions()
	p.addPrices()
	p.addMarks(b)
	p.addTracks()
	for k, id := range b.Port.Columns {
		p.Columns = append(p.Columns, ReferenceRow{ID: id, Name: p.thing(view.ColumnThing(id)), Value: strconv.Itoa(b.CountryMarkers[k])})
	}
	for _, m := range start.Bag.Unseen {
		p.Faces = append(p.Faces, ReferenceRow{ID: m.ID, Name: p.markerName(m), Value: strconv.Itoa(m.Total)})
	}
	p.Export, p.Bonus = p.numbers(b.Export, p.Printer.Number), p.numbers(b.Port.Bonus, p.Printer.Signed)
	p.addBack()
	p.addWorth()
	return p
}

// numbers puts figures side by side.
func (p *Reference) numbers(list []int, form func(int) string) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = form(n)
	}
	return strings.Join(out, " · ")
}

// addOptions lists what the special options and a lock cost, a price for each
// time that it changes.
func (p *Reference) addOptions() {
	prices := func(first int, of func(round int) int) string {
		list := []int{of(first)}
		for round := first + 1; round <= board.Rounds; round++ {
			if n := of(round); n != list[len(list)-1] {
				list = append(list, n)
			}
		}
		return p.numbers(list, p.Printer.Number)
	}
	for k, id := range rules.OptionIDs {
		price := func(round int) int { return rules.OptionPrice(round, rules.Option(k)) }
		p.Options = append(p.Options, ReferenceRow{"option-" + id, "START-5", p.thing(view.OptionThing(id)), prices(1, price)})
	}
	const lock = "lock_building"
	p.Options = append(p.Options, ReferenceRow{"option-" + lock, progressRules[lock], p.thing(view.ProgressThing(lock)), prices(2, rules.LockPrice)})
}

// Dearer is the round from which options cost more, and the one from which locks do.
func (p *Reference) Dearer() (rounds struct{ Options, Locks int }) {
	rounds.Options, rounds.Locks = 1, 2
	for rules.OptionPrice(rounds.Options, rules.Hauling) == rules.OptionPrice(1, rules.Hauling) {
		rounds.Options++
	}
	for rules.LockPrice(rounds.Locks) == rules.LockPrice(2) {
		rounds.Locks++
	}
	return rounds
}

// At returns what one pays where, by the rule on buying there.
func (p *Reference) At() map[string][]ReferenceRow {
	out := map[string][]ReferenceRow{}
	for _, row := range p.Prices {
		out[row.Rule] = append(out[row.Rule], row)
	}
	return out
}

func (p *Reference) addPrices() {
	b := p.Board
	for k, c := range b.Cities {
		sp, rule := b.River[b.At.City[k]], "BUY-4"
		if sp.ID == board.Muelheim {
			rule = "" // it has no price of its own (BUY-8)
		}
		p.Prices = append(p.Prices, ReferenceRow{sp.ID, rule, p.thing(view.Thing{Kind: "city", ID: sp.ID, Name: sp.Name}), p.numbers(c.Costs, p.Printer.Number)})
	}
	for _, d := range b.Depots {
		p.Prices = append(p.Prices, ReferenceRow{d.ID, "BUY-5", p.thing(view.DepotThing(board.TerritoryIDs[d.Territory])), p.numbers(d.Costs, p.Printer.Number)})
	}
	port := b.River[board.Spaces-1]
	p.Prices = append(p.Prices, ReferenceRow{port.ID, "BUY-6", p.thing(view.Thing{Kind: "harbour", ID: port.ID, Name: port.Name}), p.numbers(b.Port.Costs, p.Printer.Number) + " …"})
	for k, id := range board.AreaIDs {
		p.Areas = append(p.Areas, ReferenceRow{ID: "area-" + id, Name: p.thing(view.AreaThing(id)), Value: strconv.Itoa(b.AreaSize[k])})
	}
}

func (p *Reference) addMarks(b *Board) {
	for _, m := range b.Progress {
		row := ReferenceMark{ID: m.ID, Rule: progressRules[m.ID], Note: markNotes[m.ID], Name: p.thing(view.ProgressThing(m.ID)), Limited: m.Limited, Squares: b.combination(m.ID), Worth: p.T("symbol.progress." + m.ID + ".text")}
		for a, n := range m.Needs {
			if n > 0 {
				row.Needs = append(row.Needs, p.T("page.ref.need", "n", n, "area", view.AreaThing(board.AreaIDs[a])))
			}
		}
		p.Marks = append(p.Marks, row)
	}
}

func (p *Reference) addTracks() {
	for _, t := range p.Board.Tracks {
		columns := "page.ref.one_column"
		if t.TwoColumns {
			columns = "page.ref.two_columns"
		}
		p.Tracks = append(p.Tracks, ReferenceTrack{ID: t.ID, Columns: p.Plain(columns), Name: p.thing(stageThing(t.ID)), From: t.FromRound, Above: t.Above, Below: t.Below})
	}
}

// addBack says what returns where, and when.
func (p *Reference) addBack() {
	for _, line := range []struct{ id, rules string }{
		{"dice", "TRACK-3 TRACK-4"}, {"transport", "START-7"}, {"tokens", "PROG-1"}, {"lock", "BUY-2"}, {"drawn", "WATER-1"},
		{"warehouse", "BUY-10"}, {"limited", "PROG-2"}, {"export", "EXP-1"}, {"thaler", "EXP-2"},
	} {
		p.Back = append(p.Back, ReferenceLine{p.T("page.ref.back." + line.id), strings.Fields(line.rules)})
	}
}

// addWorth says what a Thaler is worth.
func (p *Reference) addWorth() {
	low, high := 1<<30, 0
	costs := append([]int(nil), p.Board.Port.Costs...)
	for _, c := range p.Board.Cities {
		costs = append(costs, c.Costs...)
	}
	for _, d := range p.Board.Depots {
		costs = append(costs, d.Costs...)
	}
	for _, n := range costs {
		low, high = min(low, n), max(high, n)
	}
	var countries []string
	for k, id := range p.Board.Port.Columns {
		countries = append(countries, strconv.Itoa(p.Board.CountryMarkers[k])+" "+p.Printer.Thing(view.ColumnThing(id), "for").Plain)
	}
	for _, line := range []struct {
		id, rules string
		args      []any
	}{
		{"sale", "SAIL-3", nil},
		{"build", "BUY-2 BUY-4 BUY-5", []any{"low", low, "high", high}},
		{"city", "SAIL-6", nil},
		{"port", "EXP-1", []any{"list", countries}},
		{"debt", "DEBT-1 BUY-10 END-5", nil},
		{"cap", "EXP-2", nil},
		{"limit", "SET-2 BUY-12", nil},
		{"end", "END-3 END-4", nil},
	} {
		p.Worth = append(p.Worth, ReferenceLine{p.T("page.ref.worth."+line.id, line.args...), strings.Fields(line.rules)})
	}
}

// markNotes are the notes of history on what progress markers stand for.
var markNotes = map[string]string{
	"lock_building": "lock", "grafschaft_mark": "grafschaft-mark", "port_ruhrort": "ruhrort", "coal_hauler": "coal-hauler",
	"hauling_action": "hauling", "mayor": "mayor", "ruhraake": "ruhraake", "ruhrtalbahn": "ruhrtalbahn",
}
