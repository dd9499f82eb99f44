package page

import (
	"fmt"
	"html/template"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Example shows a rule at work: a part of the map, and what happens there.
type Example struct {
	ID    string
	Cuts  []ExampleCut
	Needs []Need        // the combination of a progress marker it is about
	Alt   template.HTML // what the pictures show
	Text  template.HTML
}

// ExampleCut is a part of a board's map with a position on it, over the map's
// picture.
type ExampleCut struct {
	draw.Cut
	Picture string // address
}

// ViewBox is the part that is shown, as an SVG writes it.
func (c ExampleCut) ViewBox() string {
	return fmt.Sprintf("%.0f %.0f %.0f %.0f", c.View.X, c.View.Y, c.View.W, c.View.H)
}

// scene is an example before it is put into words: a position for a seat, and
// what that seat plays.
type scene struct {
	id, rule     string // its texts are example.<id>; the rule it stands beside
	seats, round int
	phase        rules.Phase
	barge        string         // where the seat's barge lies; "" for Ruhrort
	dice         map[string]int // on coal wharves
	option       rules.Option   // the seat's, in phase 4
	locks        []string       // built by the seat
	edit         func(b *board.Board, p *rules.Position)
	play         []step
	way          []string // of the barge: the spaces at both ends; a sale has its own
	show         []string // what is shown instead of the way: ids of spaces, "stage-" and its number, "quay"
	marker       string   // the progress marker whose combination is shown
	before       bool     // whether the position before the play is shown
	after        bool
}

// step is an action on a thing of the board, by its id.
type step struct {
	do rules.Do
	on string
}

// played is a scene that the rules have carried out.
type played struct {
	scene
	args view.Args
	cuts []draw.Cut
}

// playAll plays the scenes on a board. One whose figures are not those of the
// printed board is left out: its words might not fit.
func playAll(b *board.Board) (out []played) {
	printed := board.Default()
	m := draw.New(b, draw.Wide())
	for _, sc := range scenes {
		p, err := sc.on(b, m)
		if err != nil {
			continue
		}
		if b.SHA256 != printed.SHA256 {
			usual, err := sc.on(printed, m)
			if err != nil || !reflect.DeepEqual(usual.args, p.args) {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// on plays a scene. The error says what the board does not allow.
func (sc scene) on(b *board.Board, m *draw.Map) (played, error) {
	out := played{scene: sc}
	if err := sc.fits(b); err != nil {
		return out, err
	}
	g := rules.NewGame(b, sc.seats, rules.Variant{})
	s, err := sc.position(g)
	if err != nil {
		return out, err
	}
	words := record.NewCodec(g)
	before := view.Of(g, &s)
	var first view.Choice
	for k, st := range sc.play {
		a, next := g.Action(st.move(b)), s
		if err := g.Apply(&next, a); err != nil {
			return out, err
		}
		if k == 0 {
			first = view.ChoiceOf(g, words, &s, a)
		}
		s = next
	}
	after := view.Of(g, &s)
	way := first.Effect.Path
	for _, id := range sc.way {
		way = append(way, riverIndex(b, id))
	}
	out.args = exampleArgs(b, &before, &after, &first, way)
	for k, name := range []string{"on", "next"} {
		if k < len(sc.play) && riverIndex(b, sc.play[k].on) >= 0 {
			out.args[name] = view.SpaceThing(g, riverIndex(b, sc.play[k].on))
		}
	}
	if sc.show != nil {
		way = nil
	}
	for _, show := range []struct {
		on  bool
		pos *view.Position
	}{{sc.before, &before}, {sc.after, &after}} {
		if !show.on {
			continue
		}
		v := draw.MapView{Pos: show.pos, Signs: []int{0, 1, 2, 3}}
		cut, err := m.Cut(&v, sc.places(b), way)
		if err != nil {
			return out, err
		}
		out.cuts = append(out.cuts, cut)
	}
	return out, nil
}

// fits says which space of a scene a board does not have.
func (sc scene) fits(b *board.Board) error {
	ids := slices.Concat(sc.locks, sc.way, sc.show, slices.Sorted(maps.Keys(sc.dice)), []string{sc.barge})
	for _, st := range sc.play {
		ids = append(ids, st.on)
	}
	for _, id := range ids {
		kind, _, isSpace := strings.Cut(id, "-")
		if !isSpace || !slices.Contains(board.KindIDs[:], kind) {
			continue
		}
		if k := riverIndex(b, id); k < 0 || board.KindIDs[b.River[k].Kind] != kind {
			return fmt.Errorf("example %s: the board has no %s", sc.id, id)
		}
	}
	return nil
}

// position lays a scene out: the other seats lie upriver and have had their turn.
func (sc scene) position(g *rules.Game) (rules.State, error) {
	b, start := g.Board(), g.Start(0)
	p := g.Layout(&start)
	p.Round, p.Phase, p.Order, p.Turn = sc.round, sc.phase, nil, sc.seats-1
	for k := range p.Seats {
		c := &p.Seats[k]
		c.Barge, c.Arrived, c.Option = riverIndex(b, "city-witten"), k, rules.NoOption
		c.Timeline = slices.DeleteFunc(c.Timeline, func(r int) bool { return r <= sc.round })
		p.Order = append(p.Order, (k+1)%sc.seats)
	}
	me := &p.Seats[0]
	if me.Barge, me.Option = board.Spaces-1, sc.option; sc.barge != "" {
		me.Barge = riverIndex(b, sc.barge)
	}
	p.Dice, p.Track = [board.Storages]int{}, [2][board.MaxTrackBoxes]int{}
	for id, value := range sc.dice {
		p.Dice[b.River[riverIndex(b, id)].Index] = value
	}
	for _, id := range sc.locks {
		p.Locks[b.River[riverIndex(b, id)].Index] = 0
	}
	if sc.edit != nil {
		sc.edit(b, &p)
	}
	return g.Set(p)
}

func (st step) move(b *board.Board) rules.Move {
	m := rules.Move{Do: st.do}
	switch st.do {
	case rules.DoSell:
		m.At = b.River[riverIndex(b, st.on)].Sell
	case rules.DoLock, rules.DoStart:
		m.At = b.River[riverIndex(b, st.on)].Index
	case rules.DoOption:
		m.Option = rules.Option(slices.Index(rules.OptionIDs[:], st.on))
	}
	return m
}

// riverIndex is where a space lies on the river, -1 for one that the board lacks.
func riverIndex(b *board.Board, id string) int {
	return slices.IndexFunc(b.River[:], func(sp board.Space) bool { return sp.ID == id })
}

// exampleArgs are what the texts of an example may say, all of it from the positions
// before and after and the effect of what is played first.
func exampleArgs(b *board.Board, before, after *view.Position, did *view.Choice, way []int) view.Args {
	e, was, is := did.Effect, &before.Seats[0], &after.Seats[0]
	args := view.Args{
		"round": before.Round, "reach": board.PlainReach,
		"at": before.Spaces[was.Barge].Thing(), "second": before.Spaces[before.Seats[1].Barge].Thing(),
		"value": e.Value + e.PipsLost, "sold": e.Value, "lost": e.PipsLost, "token": view.AreaThing(e.Token),
		"had": was.Thaler, "price": e.Price, "raised": is.Thaler + e.Price - was.Thaler, "thaler": is.Thaler - was.Thaler, "left": is.Thaler,
		"debts": is.Debts - was.Debts, "supply": is.Supply - was.Supply,
		"vp": is.VP - was.VP, "other": after.Seats[1].VP - before.Seats[1].VP,
		"box": before.Port.Scale[before.Port.Box], "boxes": before.Port.Box - after.Port.Box, "bonus": b.Port.Bonus[0],
		"rows": trackRows(before), "then": trackRows(after),
	}
	if k := before.Country; k >= 0 {
		args["country"] = view.ColumnThing(b.Port.Columns[k])
	}
	for _, a := range was.Areas {
		if a.Tokens > 0 {
			args["owned"] = view.AreaThing(a.ID)
		}
	}
	for k, r := range e.Progress {
		if k == 0 {
			args["marker"] = view.ProgressThing(r.ID)
		}
	}
	if n := len(way); n > 1 {
		from, to := &before.Spaces[way[0]], &before.Spaces[way[n-1]]
		args["from"], args["to"], args["n"] = from.Thing(), to.Thing(), max(way[0]-way[n-1], way[n-1]-way[0])
		if to.Die > 0 { // it is what the barge goes there for
			args["value"] = to.Die
		}
	}
	return args
}

// trackRows are the values of the dice on the transport track, from the top.
func trackRows(pos *view.Position) (out []string) {
	for _, col := range pos.Track.Stages[pos.Track.Stage].Columns {
		for _, box := range col.Boxes {
			if box.Value > 0 {
				out = append(out, strconv.Itoa(box.Value))
			}
		}
	}
	return out
}

// Examples are a board's examples in a language and theme, by the rule that each
// stands beside.
func (b *Board) Examples(l *Localizer, theme string) map[string][]Example {
	you := l.AtTable(make([]string, draw.MaxSeats), nil).To(0)
	out := map[string][]Example{}
	for _, p := range b.examples() {
		e := Example{ID: p.id, Alt: you.Printer.H("example."+p.id+".alt", p.args), Text: you.Printer.H("example."+p.id+".text", p.args)}
		for _, cut := range p.cuts {
			e.Cuts = append(e.Cuts, ExampleCut{cut, MapAddress(b.Board) + PictureName(draw.Wide().Name, l.Printer.Lang(), theme)})
		}
		if p.marker != "" {
			e.Needs = b.combination(p.marker)
		}
		out[p.rule] = append(out[p.rule], e)
	}
	return out
}

// combination is the tokens that earn a progress marker, as a player board shows
// them.
func (b *Board) combination(id string) (out []Need) {
	for _, m := range b.Progress {
		if m.ID != id {
			continue
		}
		for a, n := range m.Needs {
			for range n {
				out = append(out, Need{areaClasses[board.AreaIDs[a]], areaLetters[board.AreaIDs[a]], true})
			}
		}
	}
	return out
}

// places are what a scene shows, as classes of boxes of the map.
func (sc scene) places(b *board.Board) (out []string) {
	for _, id := range sc.show {
		if k := riverIndex(b, id); k >= 0 {
			id = "space-" + strconv.Itoa(k)
		}
		out = append(out, "box-"+id)
	}
	return out
}
