package web

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/view"
)

// referencePage is the board's facts in tables: what a player otherwise sees
// only on the map or on a player board, and what goes back where.
type referencePage struct {
	base
	Board   *board.Board
	Years   []referenceYear
	Prices  []referenceRow // cities, depots, port: prices of the spaces from the left
	Areas   []referenceRow // development areas: tokens they hold
	Marks   []referenceMark
	Tracks  []referenceTrack
	Columns []referenceRow // port columns: country markers
	Faces   []referenceRow // obstacle/demand markers: how many of each
	Export  string         // victory points of the export track's boxes
	Bonus   string         // victory points of the port's places from the top
	Back    []referenceLine
	Worth   []referenceLine
}

// referenceYear is a round of the timeline with the territory that black coal
// returns to (EVENT-C).
type referenceYear struct {
	legendYear
	Returns template.HTML
}

// referenceRow is a thing and what the board says of it.
type referenceRow struct {
	ID    string // of the row, for links
	Name  template.HTML
	Value string
}

// referenceMark is a progress marker with the tokens that earn it.
type referenceMark struct {
	ID, Rule string
	Name     template.HTML
	Limited  bool
	Needs    []template.HTML
	Worth    template.HTML
}

// referenceTrack is a stage of the transport track.
type referenceTrack struct {
	ID, Columns  string
	Name         template.HTML
	From         int
	Above, Below int
}

// referenceLine is a sentence and the rules behind it.
type referenceLine struct {
	Text  template.HTML
	Rules []string
}

// reference shows the facts of the board that is played on, in tables.
func (s *server) reference(w http.ResponseWriter, r *http.Request) {
	p := referencePage{base: s.newBase(r, "handbook", "page.ref.title"), Board: s.board}
	p.Styles = []string{"css/site.css", "css/guide.css"}
	start := s.judge.Start(0)
	pos := view.Of(s.judge, &start)
	for i, y := range yearsOf(p.tongue, &pos) {
		p.Years = append(p.Years, referenceYear{y, p.thing(view.TerritoryThing(pos.Years[i].Returns))})
	}
	p.addPrices()
	p.addMarks()
	p.addTracks()
	b := s.board
	for k, id := range b.Port.Columns {
		p.Columns = append(p.Columns, referenceRow{id, p.thing(view.ColumnThing(id)), strconv.Itoa(b.CountryMarkers[k])})
	}
	for _, m := range pos.Bag.Unseen {
		p.Faces = append(p.Faces, referenceRow{m.ID, p.markerName(m), strconv.Itoa(m.Total)})
	}
	p.Export, p.Bonus = p.numbers(b.Export, p.Number), p.numbers(b.Port.Bonus, p.Signed)
	p.addBack()
	p.addWorth()
	s.show(w, r, http.StatusOK, "reference", &p)
}

// numbers puts figures side by side.
func (p *referencePage) numbers(list []int, form func(int) string) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = form(n)
	}
	return strings.Join(out, " · ")
}

func (p *referencePage) addPrices() {
	b := p.Board
	for k, c := range b.Cities {
		sp := b.River[b.At.City[k]]
		p.Prices = append(p.Prices, referenceRow{sp.ID, p.thing(view.Thing{Kind: "city", ID: sp.ID, Name: sp.Name}), p.numbers(c.Costs, p.Number)})
	}
	for _, d := range b.Depots {
		p.Prices = append(p.Prices, referenceRow{d.ID, p.thing(view.DepotThing(board.TerritoryIDs[d.Territory])), p.numbers(d.Costs, p.Number)})
	}
	port := b.River[board.Spaces-1]
	p.Prices = append(p.Prices, referenceRow{port.ID, p.thing(view.Thing{Kind: "harbour", ID: port.ID, Name: port.Name}), p.numbers(b.Port.Costs, p.Number) + " …"})
	for k, id := range board.AreaIDs {
		p.Areas = append(p.Areas, referenceRow{"area-" + id, p.thing(view.AreaThing(id)), strconv.Itoa(b.AreaSize[k])})
	}
}

func (p *referencePage) addMarks() {
	for _, m := range p.Board.Progress {
		row := referenceMark{ID: m.ID, Rule: progressRules[m.ID], Name: p.thing(view.ProgressThing(m.ID)), Limited: m.Limited, Worth: p.T("symbol.progress." + m.ID + ".text")}
		for a, n := range m.Needs {
			if n > 0 {
				row.Needs = append(row.Needs, p.T("page.ref.need", "n", n, "area", view.AreaThing(board.AreaIDs[a])))
			}
		}
		p.Marks = append(p.Marks, row)
	}
}

func (p *referencePage) addTracks() {
	for _, t := range p.Board.Tracks {
		columns := "page.ref.one_column"
		if t.TwoColumns {
			columns = "page.ref.two_columns"
		}
		p.Tracks = append(p.Tracks, referenceTrack{ID: t.ID, Columns: p.plain(columns), Name: p.thing(stageThing(t.ID)), From: t.FromRound, Above: t.Above, Below: t.Below})
	}
}

// addBack says what goes back where, and when.
func (p *referencePage) addBack() {
	for _, line := range []struct{ id, rules string }{
		{"dice", "TRACK-3 TRACK-4"}, {"transport", "START-7"}, {"tokens", "PROG-1"}, {"lock", "BUY-2"}, {"drawn", "WATER-1"},
		{"warehouse", "BUY-10"}, {"limited", "PROG-2"}, {"export", "EXP-1"}, {"thaler", "EXP-2"},
	} {
		p.Back = append(p.Back, referenceLine{p.T("page.ref.back." + line.id), strings.Fields(line.rules)})
	}
}

// addWorth says what a Thaler is worth.
func (p *referencePage) addWorth() {
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
		countries = append(countries, strconv.Itoa(p.Board.CountryMarkers[k])+" "+p.Thing(view.ColumnThing(id), "name").Plain)
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
		p.Worth = append(p.Worth, referenceLine{p.T("page.ref.worth."+line.id, line.args...), strings.Fields(line.rules)})
	}
}
