package page

import (
	"errors"
	"html/template"
	"slices"
	"strconv"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Box is what people beside the printed game are asked and told.
type Box struct {
	Faces []BoxFace // of what is to be entered; none for nothing
	Gone  []BoxFace // of which none is left
	Carry bool      // a computer player's turn waits for hands
	Hands []template.HTML
	Draws []BoxDraw // the newest first
	// Begin says that nothing has been entered yet, and Compare that a round begins: a good
	// moment to compare with the table.
	Begin, Compare bool
	Fixed          bool // nothing can be put right now
	// BackField and Back are the field and the value of the form that goes one step
	// back; "" and -1 where nothing was entered.
	BackField string
	Back      int
}

// BoxFace is a face that can be drawn.
type BoxFace struct {
	ID      string
	Name    template.HTML
	Short   template.HTML // in words for little room, beside the picture
	Picture template.HTML
	Left    int
	Was     []BoxDraw // where it was drawn
}

// Symbols are what the pictures of faces are drawn with.
func (Box) Symbols() template.HTML { return draw.FaceSymbols() }

// BoxDraw is something that was drawn, by its place among all.
type BoxDraw struct {
	Number int
	Name   template.HTML
}

// box is nil at other tables, and at positions that are only passed through.
func (s *Shared) box(you game.You) *Box {
	e := s.snap.Entering
	if e == nil || s.history == nil || s.snap.Frozen != nil {
		return nil
	}
	b := &Box{Hands: s.hands(e), Back: -1, Fixed: len(e.Fields) == 0}
	for k, o := range e.Outcomes {
		face := s.T("box.correction")
		if o.Face != "" {
			face = s.face(o.Face).Name
		}
		b.Draws = append(b.Draws, BoxDraw{k, s.T("box.draw", "round", o.Round, "face", lang.Text{HTML: face})})
	}
	if you.Enter {
		s.faces(b, e)
		b.Begin = e.Opens()
		b.Compare = !b.Begin && s.Pos.Round > 1 && !slices.ContainsFunc(e.Outcomes, func(o game.EnteredOutcome) bool { return o.Round == s.Pos.Round })
	}
	slices.Reverse(b.Draws)
	b.Carry = you.Confirm
	switch n := len(you.UndoTo); {
	case len(you.Seats) == 0:
		b.Draws = nil
	case e.Last:
		b.BackField, b.Back = "again", len(e.Outcomes)-1
	case n > 0:
		b.BackField, b.Back = "undo", you.UndoTo[n-1]
	}
	return b
}

// faces adds what may have been drawn.
func (s *Shared) faces(b *Box, e *game.Entering) {
	for _, f := range e.Faces {
		face := s.face(f.ID)
		face.Left = f.Left
		for k, o := range e.Outcomes {
			if o.Face == f.ID {
				face.Was = append(face.Was, b.Draws[k])
			}
		}
		if f.Left > 0 {
			b.Faces = append(b.Faces, face)
		} else {
			b.Gone = append(b.Gone, face)
		}
	}
}

// face shows the first marker of a face, or a country.
func (c *Context) face(id string) BoxFace {
	for _, m := range c.Pos.Bag.Unseen {
		if m.ID != id {
			continue
		}
		f := BoxFace{ID: id, Name: c.markerName(m), Picture: draw.Face(m)}
		switch f.Short = f.Name; {
		case m.Coal != 0:
			water := m
			water.Coal = 0
			f.Short = c.markerName(water) + template.HTML(" "+signed(m.Coal))
		case len(m.Of) == 1:
			f.Short = c.thing(m.Of[0])
		}
		return f
	}
	name := c.thing(view.ColumnThing(id))
	return BoxFace{ID: id, Name: name, Short: name, Picture: draw.Flag(id)}
}

// hands are what hands must do for the last choice or draw, and what followed.
func (s *Shared) hands(e *game.Entering) (out []template.HTML) {
	for n, from := e.Hands, e.HandsFact; n <= s.history.Len(); n, from = n+1, 0 {
		for _, line := range view.Hands(s.history.Rules, s.history.Steps[n].Facts[from:]) {
			out = append(out, s.tint(s.Printer.Hand(line)))
		}
	}
	return out
}

// boxHead is what stands above everything beside the box while the game goes on, "" for
// the usual.
func (s *Shared) boxHead(you game.You) template.HTML {
	switch e := s.snap.Entering; {
	case e == nil:
		return ""
	case s.snap.Turn.Waiting:
		return s.T("box.carry", "seat", view.SeatRef(s.snap.Turn.Seat))
	case e.Asks && !you.Enter:
		return s.T("box.ask.wait")
	case e.Asks && s.Pos.Decision == "reveal":
		return s.T("box.ask.country")
	case e.Asks:
		return s.T("box.ask.marker")
	}
	return ""
}

// Corrections are the amounts on a table, to put them right.
type Corrections struct {
	*Shared
	Key    string
	Parts  []CorrectionPart // none in the middle of something
	NotNow template.HTML    // why there are none
	Later  bool             // the game may go on from a later round
	Wrong  template.HTML    // why what was typed was refused, "" for nothing
	Rule   string           // that says so, "" for none
}

// CorrectionPart are those of a seat, or of the board.
type CorrectionPart struct {
	Title  template.HTML
	Note   template.HTML // "" for none
	Fields []CorrectionField
	Rare   bool // most tables that differ do not differ here
}

// CorrectionField is an amount and its name.
type CorrectionField struct {
	record.Field
	Typed   int // what the form shows: the value, or what was typed instead
	Name    template.HTML
	Choices []CorrectionChoice // nil for an amount
}

// CorrectionChoice is a value in words.
type CorrectionChoice struct {
	Value int
	Name  template.HTML
}

// NewCorrections lists what can be put right at a table beside the printed game, with what
// was typed and refused, if anything.
func NewCorrections(s *Shared, key string, typed record.Correction, refused error) *Corrections {
	c := &Corrections{Shared: s, Key: key, Later: s.snap.Entering.Opens()}
	c.Wrong, c.Rule = s.misplaced(refused)
	if c.NotNow = s.notNow(); c.NotNow != "" {
		c.Wrong = "" // it is the same
	}
	for _, f := range s.snap.Entering.Fields {
		title, note := s.correctionTitle(f)
		k := slices.IndexFunc(c.Parts, func(p CorrectionPart) bool { return p.Title == title })
		if k < 0 {
			k = len(c.Parts)
			c.Parts = append(c.Parts, CorrectionPart{Title: title, Note: note, Rare: true})
		}
		part := &c.Parts[k]
		value, changed := typed[f.Key]
		if !changed {
			value = f.Value
		}
		part.Rare = part.Rare && !changed && (f.Held() || f.Owner() || f.OfRound())
		part.Fields = append(part.Fields, CorrectionField{f, value, s.fieldName(f), s.fieldChoices(f)})
	}
	for _, part := range c.Parts { // barges seat by seat
		if part.Fields[0].OfTurn() {
			slices.SortStableFunc(part.Fields, func(a, b CorrectionField) int { return a.Seat - b.Seat })
		}
	}
	return c
}

// notNow says why nothing can be put right now, "" where something can.
func (s *Shared) notNow() template.HTML {
	if e := s.snap.Entering; e == nil || len(e.Fields) > 0 {
		return ""
	}
	if full := s.snap.Entering.Full; full != nil {
		return s.Refused(nil, full).Text
	}
	why, _ := s.misplaced(record.NotNow(&s.snap.State))
	return why
}

// misplaced says why a correction was refused, and by which rule.
func (s *Shared) misplaced(err error) (why template.HTML, rule string) {
	var m *record.Misplaced
	switch {
	case err == nil:
		return "", ""
	case !errors.As(err, &m):
		return s.T("page.refused.correction"), ""
	}
	if by := m.By(); by != rules.NoRule {
		rule = by.String()
	}
	name := template.HTML(template.HTMLEscapeString(m.Key))
	for _, f := range s.snap.Entering.Fields {
		if f.Key == m.Key {
			name = s.fieldName(f)
		}
	}
	return s.T("box.misplaced."+m.What, "n", m.Want, "field", lang.Text{HTML: name}, "seat", view.SeatRef(m.Seat)), rule
}

// correctionTitle is the part of the form that an amount stands in, with its note.
func (s *Shared) correctionTitle(f record.Field) (title, note template.HTML) {
	switch {
	case f.Held():
		return s.T("box.correct.markers", "seat", view.SeatRef(f.Seat)), ""
	case f.OfRound() && s.snap.Entering.Opens():
		return s.T("box.later"), ""
	case f.OfTurn():
		return s.T("box.correct.turns"), s.T("box.correct.turns_note")
	case f.Kind == "track":
		return s.T("box.correct.track"), ""
	case f.Kind == "marker" || f.Kind == "hidden":
		return s.T("box.correct.drawn"), ""
	case f.Seat >= 0:
		return s.T("box.laid.seat", "seat", view.SeatRef(f.Seat)), ""
	case f.Kind == "lock":
		return s.T("box.correct.locks"), ""
	case f.House():
		return s.T("box.correct.houses"), ""
	}
	return s.T("box.correct.board"), ""
}

// fieldChoices are the values that an amount may have in words, nil for a number.
func (s *Shared) fieldChoices(f record.Field) (out []CorrectionChoice) {
	switch {
	case f.Held():
		words := []string{"page.workshop.no", "page.workshop.yes", "box.field.used", "box.field.missed"}
		if f.At < board.FirstLimited {
			words[2] = "box.field.bought"
		}
		for n := range f.Most + 1 {
			out = append(out, CorrectionChoice{n, s.T(words[n])})
		}
	case f.Kind == "barge":
		return s.spaceChoices()
	case f.Kind == "option":
		return s.optionChoices()
	case f.Kind == "turn":
		return s.seatChoices(0)
	case f.Kind == "country":
		for k, c := range s.Pos.Port.Columns {
			out = append(out, CorrectionChoice{k, s.thing(view.ColumnThing(c.ID))})
		}
	case f.Owner():
		return append([]CorrectionChoice{{0, s.T("box.field.nobody")}}, s.seatChoices(1)...)
	}
	return out
}

// seatChoices are the seats, counted from a value.
func (s *Shared) seatChoices(from int) (out []CorrectionChoice) {
	for k := range s.Pos.Seats {
		out = append(out, CorrectionChoice{from + k, s.T("box.field.seat", "seat", view.SeatRef(k))})
	}
	return out
}

// spaceChoices are the spaces where a barge may lie; before a round it has sold.
func (s *Shared) spaceChoices() []CorrectionChoice {
	out := []CorrectionChoice{{0, s.T("box.field.nowhere")}}
	for k := range s.Pos.Spaces {
		sp := &s.Pos.Spaces[k]
		if s.snap.Game.Board().River[k].Sell >= 0 || sp.Kind == "storage" && !s.snap.Entering.Opens() {
			out = append(out, CorrectionChoice{k + 1, s.thing(sp.Thing())})
		}
	}
	return out
}

func (s *Shared) optionChoices() []CorrectionChoice {
	out := []CorrectionChoice{{0, s.T("box.field.unchosen")}}
	for o := range rules.Stranded {
		out = append(out, CorrectionChoice{int(o) + 1, s.thing(view.OptionThing(o.String()))})
	}
	return append(out, CorrectionChoice{int(rules.Stranded) + 1, s.T("box.field.stranded")})
}

func (s *Shared) fieldName(f record.Field) template.HTML {
	switch f.Kind {
	case "progress":
		return s.thing(view.ProgressThing(board.ProgressIDs[f.At]))
	case "lock":
		return s.thing(s.Pos.Spaces[f.At].Thing())
	case "city":
		return s.T("box.field.house", "place", s.Pos.Spaces[f.At].Thing(), "n", f.Place+1)
	case "depot":
		return s.T("box.field.house", "place", view.DepotThing(board.TerritoryIDs[f.At]), "n", f.Place+1)
	case "port":
		return s.T("box.field.house", "place", view.ColumnThing(s.Pos.Port.Columns[f.At].ID), "n", f.Place+1)
	case "tokens":
		return s.T("box.field.tokens", "area", view.AreaThing(s.Pos.Seats[f.Seat].Areas[f.At].ID))
	case "barge", "arrived", "years", "place", "option":
		return s.T("box.field."+f.Kind, "seat", view.SeatRef(f.Seat))
	case "hidden":
		return s.T("box.field.hidden", "country", view.ColumnThing(s.Pos.Port.Columns[f.At].ID))
	case "marker":
		return s.T("box.field.marker", "face", lang.Text{HTML: s.face(f.ID).Name})
	case "track":
		return s.T("box.field.track", "colour", view.Thing{Kind: "colour", ID: []string{"black", "white"}[f.At]}, "n", f.Place+1)
	case "die", "demand":
		return s.T("box.field."+f.Kind, "place", s.Pos.Spaces[f.At].Thing())
	}
	return s.T("box.field." + f.Kind)
}

// Laid is a list of what lies where, to compare with a table or to set it up.
type Laid struct {
	*Shared
	Start  bool          // nothing has been decided yet
	NotNow template.HTML // why nothing can be put right now, "" where something can
	Parts  []LaidPart
}

// LaidPart is a part of that list; each line is ticked off.
type LaidPart struct {
	Title template.HTML
	Lines []WordsLine
}

// NewLaid lists what lies where at a table.
func NewLaid(s *Shared) *Laid {
	l := &Laid{Shared: s, Start: len(s.snap.Steps) == 0, NotNow: s.notNow()}
	var river []WordsLine
	for i := range s.Pos.Spaces {
		if sp := &s.Pos.Spaces[i]; sp.Kind == "storage" || len(s.laidOn(sp)) > 0 {
			river = append(river, WordsLine{s.thing(sp.Thing()), s.list(s.laidOn(sp))})
		}
	}
	l.Parts = append(l.Parts, LaidPart{s.T("page.words.river"), river}, LaidPart{s.T("box.laid.hidden"), s.laidMarkers()})
	var years []WordsLine
	for i := range s.Pos.Years {
		y := &s.Pos.Years[i]
		if lies := s.yearLaid(y, s.mapView.Countries); len(lies) > 0 {
			years = append(years, WordsLine{template.HTML(strconv.Itoa(y.Year)), s.list(lies)})
		}
	}
	l.Parts = append(l.Parts, LaidPart{s.T("symbol.years.title"), years}, LaidPart{s.Words[0].Title, s.Words[0].Lines},
		LaidPart{s.Words[1].Title, s.portLaid(false)}, LaidPart{s.Words[2].Title, s.Words[2].Lines})
	for k := range s.Pos.Seats {
		l.Parts = append(l.Parts, LaidPart{s.T("box.laid.seat", "seat", view.SeatRef(k)), s.laidAt(k)})
	}
	return l
}

// laidOn is what lies on a river space and can be moved.
func (s *Shared) laidOn(sp *view.Space) (out []template.HTML) {
	switch {
	case sp.Die > 0:
		out = append(out, s.T("page.there.die", "n", sp.Die, "colour", view.Thing{Kind: "colour", ID: sp.Colour}))
	case sp.Kind == "storage":
		out = append(out, s.T("page.words.empty"))
	case sp.Builder >= 0:
		out = append(out, s.T("page.there.lock", "seat", view.SeatRef(sp.Builder)))
	}
	if sp.Thaler > 0 {
		out = append(out, s.T("page.there.thaler", "n", sp.Thaler))
	}
	if city := s.cityAt(sp); city != nil {
		houses, _ := s.houses(city)
		out = append(out, houses...)
	}
	for _, who := range sp.Barges {
		out = append(out, s.T("page.there.barge", "seat", view.SeatRef(who)))
	}
	return out
}

// laidMarkers are the markers that lie face down, and those in stock.
func (s *Shared) laidMarkers() (out []WordsLine) {
	line := func(key string, args ...any) { out = append(out, WordsLine{There: s.T(key, args...)}) }
	obstacles, countries := 0, 0
	for _, sp := range s.Pos.Spaces {
		if sp.Kind == "lock" && sp.Builder < 0 {
			obstacles++
		}
	}
	for _, col := range s.Pos.Port.Columns {
		countries += col.Hidden
	}
	line("box.laid.obstacles", "n", obstacles)
	line("box.laid.bag", "n", s.Pos.Bag.Count)
	if s.snap.Game.Variant().CalmWater {
		line("box.laid.calm")
	}
	line("box.laid.countries", "n", countries)
	for _, c := range s.Pos.Limited {
		line("box.laid.limited", "marker", view.ProgressThing(c.ID), "n", c.Left)
	}
	return out
}

// laidAt is what a seat has.
func (s *Shared) laidAt(k int) (out []WordsLine) {
	line := func(key string, args ...any) { out = append(out, WordsLine{There: s.T(key, args...)}) }
	seat := &s.Pos.Seats[k]
	line("box.laid.thaler", "n", seat.Thaler)
	line("box.laid.stock", "n", seat.Supply)
	if seat.Debts > 0 {
		line("box.laid.debts", "n", seat.Debts)
	}
	for _, text := range s.seatOnMap(seat) {
		out = append(out, WordsLine{There: text})
	}
	for _, a := range seat.Areas {
		if a.Tokens > 0 {
			line("box.laid.tokens", "n", a.Tokens, "area", view.AreaThing(a.ID))
		}
	}
	for _, m := range seat.Progress {
		if m.State == "held" {
			line("box.laid.marker", "marker", view.ProgressThing(m.ID))
		}
	}
	return out
}
