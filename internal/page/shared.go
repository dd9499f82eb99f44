package page

import (
	"html/template"
	"sync"

	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/rules"
	"ruhr/view"
)

// Shared is the part of a table's page that is the same for everybody, at one log
// number, in one language and time zone. It is immutable and may be cached: it depends
// neither on the viewer nor on who is present. What belongs to a viewer is in
// Table.
type Shared struct {
	*Context
	ID    string // of the table
	Named string // the name of the table, "" for none
	N     int64  // the log number
	Over  bool

	Odds
	InWords
	Phases []Phase   // none after the end
	Map    MapLayers // without what belongs to a viewer
	End    *End      // nil while the game goes on

	snap    *game.Snapshot // without You and who is present
	history *view.History  // nil of a frozen table
	mapView draw.MapView
	seats   []Seat
	groups  func() ([]ChoiceGroup, []view.Choice) // of the seat to decide
	step    int                                   // the decision that led here, if the position is only passed through
}

// Is reports whether it was made of the table as it is now.
func (s *Shared) Is(snap *game.Snapshot) bool {
	return s.N == snap.N && s.snap.Last.Equal(snap.Last)
}

// NewShared makes the shared part of a table's page. The history is the
// table's up to the snapshot, nil if the table is frozen.
func NewShared(l *Localizer, snap *game.Snapshot, h *view.History) *Shared {
	c := ofTable(l.For(""), snap)
	s := &Shared{Context: c, ID: snap.ID, Named: snap.Name, N: snap.N, Over: snap.Over, snap: snap, history: h}
	s.mapView = draw.MapView{Pos: &c.Pos, Signs: c.Signs}
	if h != nil {
		s.mapView.Countries = h.Countries(h.Len())
	}
	s.Map = mapLayers(&s.mapView, c.Localizer)
	s.Odds, s.River, s.Words = c.odds(), c.river(), c.inWords()
	s.Years = c.onTimeline(c.years(&c.Pos), s.mapView.Countries)
	s.seats = c.tableSeats(snap)
	switch {
	case snap.Over:
		s.End = c.end(snap, h)
	case snap.Frozen == nil:
		s.Phases = c.phases(snap.ToAct)
	}
	s.groups = sync.OnceValues(func() ([]ChoiceGroup, []view.Choice) {
		choices := view.Choices(snap.Game, snap.Codec, &snap.State)
		return c.choices(choices), choices
	})
	return s
}

// Passed is the same table at an earlier position that a page only passes
// through: the one after decision step, counted from 0.
func (s *Shared) Passed(step int) *Shared {
	at := *s.snap
	at.State, at.Over, at.Thinks, at.Entering = *s.history.After(step + 1), false, 0, nil
	c := &Context{s.Localizer, view.Of(at.Game, &at.State), s.Names, s.Signs, s.snap}
	at.ToAct, at.Turn = c.Pos.Decider, game.Turn{Seat: -1, Held: rules.None}
	p := &Shared{Context: c, ID: s.ID, N: at.Steps[step].N, snap: &at, history: s.history, step: step}
	p.mapView = draw.MapView{Pos: &c.Pos, Signs: s.Signs, Countries: s.mapView.Countries}
	p.Map.Pieces = p.mapView.Pieces()
	p.Map.Last = p.mapView.LastMoves(s.history.Events(step + 1))
	p.Phases = c.phases(at.ToAct)
	p.seats = c.tableSeats(&at)
	return p
}

// Events are the events of a step, counted from 0, one line each, to be read
// aloud.
func (s *Shared) Events(step int) (out []template.HTML) {
	for _, e := range s.history.Events(step + 1) {
		text, _ := s.line(step+1, e)
		out = append(out, text)
	}
	return out
}

// Facts are what happened in a step, counted from 0.
func (s *Shared) Facts(step int) []Fact {
	return factsAt(s.history, step+1)
}

// Steps is the number of decisions at the table, 0 if it is frozen.
func (s *Shared) Steps() int {
	if s.history == nil {
		return 0
	}
	return s.history.Len()
}

// firstTentative is the first step that may still be taken back.
func firstTentative(snap *game.Snapshot, h *view.History) int {
	if snap.Turn.Seat >= 0 {
		return snap.Turn.From + 1
	}
	return len(h.Steps)
}
