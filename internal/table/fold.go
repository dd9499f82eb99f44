package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unsafe"

	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// The kinds of log entry that are not Events.
const (
	kindCreate  = "create"
	kindAct     = "act"
	kindConfirm = "confirm"
	kindForget  = "forget"
	kindHold    = "hold"
	kindHours   = "hours"
	kindOrders  = "orders"

	kindContribute = "add"
)

// Nobody is the seat of an entry that is no seat's.
const Nobody = -1

// Entry is one line of a table's log.
type Entry struct {
	N    int64  // 1, 2, 3 …
	Time int64  // unix milliseconds
	Kind string // EventUndo …
	Seat int    // or Nobody
	Body []byte // JSON
	Key  string // of the command whose last entry this is, "" for none
	News bool   // of the last of new entries: somebody may have to hear of them
}

// body is the content of an entry; its kind determines which fields count.
type body struct {
	Do    *record.Action `json:"do,omitempty"`   // act and hold, in the words of records
	Auto  bool           `json:"auto,omitempty"` // act
	Bot   string         `json:"bot,omitempty"`  // act, hold
	To    int            `json:"to,omitempty"`   // undo
	Name  string         `json:"name,omitempty"` // join, rename
	By    int            `json:"by,omitempty"`   // remove: one more than the owner's seat, 0 for none
	Level string         `json:"level,omitempty"`
	Table string         `json:"table,omitempty"` // again
	For   int            `json:"for,omitempty"`   // wait: the seat
	Hours *Hours         `json:"hours,omitempty"` // hours
	Until int64          `json:"until,omitempty"` // away, unix milliseconds
	Order bool           `json:"order,omitempty"` // act: by a standing order

	Orders []storedOrder `json:"orders,omitempty"` // orders, of which nobody else may know
	Ask    bool          `json:"ask,omitempty"`    // orders: the seat is asked where it has no choice

	Contribution string `json:"contribution,omitempty"` // add

	Seats  []int `json:"seats,omitempty"`  // takeback: of who asked, who agree with it
	Agreed bool  `json:"agreed,omitempty"` // undo: the others have agreed to it
}

// setup is what a table was started with, kept as its meta.
type setup struct {
	Rules     int       `json:"rules"` // rules.Version of the program that made it
	Seats     []NewSeat `json:"seats"`
	CalmWater bool      `json:"calmWater"`
	EveryShip bool      `json:"everyShip"`
	Hints     bool      `json:"hints"`
	Public    bool      `json:"public,omitempty"`
	Guided    bool      `json:"guided,omitempty"`
	Thinking  Thinking  `json:"thinking,omitempty"`
	From      *Origin   `json:"from,omitempty"`
	Pace      Pace      `json:"pace,omitzero"`
	Fill      int       `json:"fill,omitempty"`    // seconds until computer players take the open seats, 0 for never
	StandIn   string    `json:"standIn,omitempty"` // the level of computer players that come by themselves
	Rated     bool      `json:"rated,omitempty"`
	Turned    bool      `json:"turned,omitempty"`  // a rematch whose seats are in reversed order
	Shuffle   *shuffled `json:"shuffle,omitempty"` // nil for a deal that was not derived
}

func (s *setup) variant() rules.Variant {
	return rules.Variant{CalmWater: s.CalmWater, EveryShip: s.EveryShip}
}

// base is the immutable part of a table.
type base struct {
	id      string
	created time.Time
	setup   setup
	board   string // SHA-256
	game    *rules.Game
	words   *record.Codec
	deal    record.Deal // from fold.fix on with all contributions
	secret  string      // of the shuffle, "" for none
	first   *record.Step
}

// fold is a table's log folded up to entry n. A fold that others can see must
// not change any more: clone it, then add.
type fold struct {
	*base
	n       int64
	seats   []Seat
	steps   []Step
	history view.History // of the same steps; empty where there is no game
	handed  int          // the last word on the decisions up to here was given
	held    *held        // nil for none
	events  []Event
	keys    []string // as stored
	rematch string
	// redacted is the number of the newest entry before which names were replaced,
	// 0 for none.
	redacted int64
	hinted   bool  // advice was asked for at this decision
	asked    []int // by seat: how often
	frozen   *Frozen
	why      error     // why it is frozen, for the operator
	clock    *clock    // nil without clocks
	orders   [][]Order // by seat; a list is never changed, only replaced
	askAll   []bool    // by seat: it is asked where it has no choice, too

	contributions []string // to the shuffle, by seat; never changed, only replaced
	fixed         bool     // whether they are all in the deal

	takeback *takeback // nil while none waits for answers
}

// newFold is the fold of an empty log.
func newFold(b *base) *fold {
	f := &fold{base: b, seats: []Seat{}, steps: []Step{}, events: []Event{}, asked: make([]int, len(b.setup.Seats)),
		orders: make([][]Order, len(b.setup.Seats)), askAll: make([]bool, len(b.setup.Seats))}
	for _, s := range b.setup.Seats {
		f.seats = append(f.seats, Seat{Kind: s.Kind, Name: s.Name, Colour: s.Colour, Level: s.Level, Kept: s.Kept})
	}
	if b.setup.Shuffle != nil {
		f.contributions = b.setup.Shuffle.Start
	}
	if b.game != nil {
		f.history = *view.NewHistory(record.NewGame(b.game, b.words, b.deal.StartSeat, b.first))
		f.clock = newClock(b)
	}
	return f
}

// clone is a fold that can be added to: its slices have no spare capacity, so
// appending copies them.
func (f *fold) clone() *fold {
	g := *f
	g.seats = slices.Clone(f.seats)
	g.keep(len(f.steps))
	g.events = slices.Clip(f.events)
	g.keys = slices.Clip(f.keys)
	g.asked = slices.Clone(f.asked)
	g.clock = f.clock.clone()
	return &g
}

// keep keeps the first n decisions, so that appending copies them.
func (f *fold) keep(n int) {
	f.steps = slices.Clip(f.steps[:n])
	if f.game != nil {
		f.history = f.history.Clip(n)
	}
}

// state is the position after all decisions.
func (f *fold) state() rules.State {
	if f.game == nil {
		return rules.State{}
	}
	return *f.history.After(len(f.steps))
}

// played is the game so far with what everybody may know of it; nil where there is
// none.
func (f *fold) played() *view.History {
	if f.game == nil {
		return nil
	}
	h := f.history.Clip(len(f.steps))
	h.Players = nil
	for _, s := range f.seats {
		h.Players = append(h.Players, record.Player{Name: s.Name, Bot: s.Level})
	}
	h.Disclose(&f.deal)
	return &h
}

// stepper plays decisions of the table.
func (b *base) stepper() *record.Stepper { return record.NewStepper(b.game, &b.deal) }

// add folds one more entry. The error says why it does not fit; the fold is
// then unchanged except for the clocks.
func (f *fold) add(e Entry, p *record.Stepper) error {
	if e.N != f.n+1 {
		return fmt.Errorf("entry %d follows entry %d", e.N, f.n)
	}
	var b body
	if err := json.Unmarshal(e.Body, &b); err != nil {
		return fmt.Errorf("entry %d (%s): %w", e.N, e.Kind, err)
	}
	f.countTo(time.UnixMilli(e.Time))
	if err := f.apply(e, b, p); err != nil {
		return fmt.Errorf("entry %d (%s): %w", e.N, e.Kind, err)
	}
	f.updateClock(e, b)
	f.n = e.N
	if e.Key != "" {
		f.keys = append(f.keys, e.Key)
	}
	return nil
}

func (f *fold) apply(e Entry, b body, p *record.Stepper) error {
	if e.Kind == kindCreate || e.N == 1 {
		if e.Kind != kindCreate || e.N != 1 {
			return fmt.Errorf("a log begins with %s, and nothing else is one", kindCreate)
		}
		return nil
	}
	if e.Kind == EventRematch {
		if f.rematch != "" || b.Table == "" {
			return fmt.Errorf("table %q follows, but %q did already", b.Table, f.rematch)
		}
		f.rematch = b.Table
		f.note(e, "", 0)
		return nil
	}
	if e.Kind == EventEnd {
		f.frozen = &Frozen{Key: FrozenEnded, N: e.N}
		f.note(e, "", 0)
		return nil
	}
	if e.Seat < 0 || e.Seat >= len(f.seats) {
		return fmt.Errorf("seat %d, expected 0 to %d", e.Seat, len(f.seats)-1)
	}
	switch e.Kind {
	case kindAct:
		return f.addAct(e, b, p)
	case kindHold:
		return f.addHold(e, b)
	case kindConfirm:
		f.handed = len(f.steps)
		if f.held != nil {
			due := *f.held
			due.due = true
			f.held = &due
		}
		return nil
	case EventUndo:
		return f.addUndo(e, b)
	case EventTakeback:
		return f.addTakeback(e, b)
	case EventAgree, EventRefuse:
		return f.addAnswer(e)
	case EventHint:
		f.hinted = true
		f.asked[e.Seat]++
		f.note(e, "", 0)
		return nil
	case EventWait:
		return f.addWait(e, b)
	case EventAway:
		return f.addAway(e, b)
	case kindHours:
		return f.addHours(e, b)
	case kindOrders:
		return f.addOrders(e.Seat, b)
	case kindContribute:
		return f.addContribution(e.Seat, b)
	}
	return f.addSeating(e, b)
}

func (f *fold) addAct(e Entry, b body, p *record.Stepper) error {
	if b.Do == nil {
		return fmt.Errorf("no decision in it")
	}
	a, err := f.words.Decode(*b.Do)
	if err != nil {
		return err
	}
	s := f.state()
	if s.Decision() == rules.Over || s.ToDecide() != e.Seat {
		return fmt.Errorf("seat %d decides, but seat %d is to", e.Seat, s.ToDecide())
	}
	step, err := p.Step(&s, a)
	if err == nil && !f.fixed && step.Reveals() {
		if err = f.fix(p); err == nil {
			step, err = p.Step(&s, a)
		}
	}
	if err != nil {
		return err
	}
	made := e.N
	if f.held != nil {
		made = f.held.n
	}
	f.history.Add(step)
	f.steps = append(f.steps, Step{Step: step, N: e.N, Time: time.UnixMilli(e.Time), Auto: b.Auto, Bot: b.Bot, Ordered: b.Order, made: made})
	f.hinted, f.held = false, nil
	if !b.Auto && b.Bot == "" || step.Reveals() {
		f.takeback = nil
	}
	switch {
	case b.Order:
		f.carriedOut(step.Seat, a, step.Round, step.Phase)
	case !b.Auto && b.Bot == "":
		f.dropOrders(step.Seat, step.Round, step.Phase)
	}
	return nil
}

func (f *fold) addHold(e Entry, b body) error {
	if b.Do == nil {
		return fmt.Errorf("no decision in it")
	}
	a, err := f.words.Decode(*b.Do)
	if err != nil {
		return err
	}
	s := f.state()
	if s.Decision() == rules.Over || s.ToDecide() != e.Seat || f.held != nil || !f.game.Legal(&s).Has(a) {
		return fmt.Errorf("action %d of seat %d cannot be held", a, e.Seat)
	}
	f.held = &held{n: e.N, seat: e.Seat, action: a, bot: b.Bot}
	if b.Bot == "" {
		f.takeback = nil
		f.dropOrders(e.Seat, s.Round(), s.Phase())
	}
	return nil
}

// isDone reports whether an action ends a seat's phase 6.
func (b *base) isDone(a rules.Action) bool { return b.game.Move(a).Do == rules.DoDone }

func (f *fold) addUndo(e Entry, b body) error {
	if b.To < 0 || b.To > len(f.steps) || b.To == len(f.steps) && f.held == nil {
		return fmt.Errorf("back to %d of %d decisions", b.To, len(f.steps))
	}
	for _, s := range f.steps[b.To:] {
		f.dropOrders(s.Seat, s.Round, s.Phase) // they would be carried out again at once
	}
	text, open := "", b.To
	if b.Agreed && b.To < len(f.steps) {
		text, open = "agreed", f.turnStart(b.To) // the whole turn may be thought over
	}
	f.keep(b.To)
	f.handed = min(f.handed, open)
	f.hinted, f.held, f.takeback = false, nil, nil
	f.note(e, text, b.To)
	return nil
}

// addSeating folds the entries about who sits where.
func (f *fold) addSeating(e Entry, b body) error {
	seat := &f.seats[e.Seat]
	text := ""
	switch e.Kind {
	case EventJoin:
		seat.Kind, seat.Name, seat.Level, seat.Kept, text = Person, b.Name, "", false, b.Name
		f.contributesAnew(e.Seat)
	case EventGive, EventLevel, EventFill:
		seat.Level, text = b.Level, b.Level
	case EventTimeout, EventResign:
		seat.Level, text = b.Level, b.Level
		f.leaves(e.Seat, e.Kind == EventTimeout)
	case EventTake:
		seat.Level = ""
		f.comesBack(e.Seat)
	case EventRemove, EventDecline:
		seat.Kind, seat.Name, seat.Kept, text = Open, "", false, seat.Name
	case EventRename:
		seat.Name, text = b.Name, b.Name
	case kindForget:
		f.redacted = e.N
		return nil
	default:
		return fmt.Errorf("no entry of this kind is known")
	}
	if e.Kind != EventRename {
		f.dropHeld(e.Seat)
		if f.takeback != nil && f.takeback.seat == e.Seat {
			f.takeback = nil
		}
	}
	to := 0
	if e.Kind == EventRemove {
		to = b.By - 1
	}
	f.note(e, text, to)
	return nil
}

// dropHeld drops a decision that waits to be confirmed if, now that a seat has
// changed hands, somebody else might have to confirm it.
func (f *fold) dropHeld(seat int) {
	if f.held != nil && (f.held.seat == seat || f.held.bot != "") {
		f.held = nil
	}
}

func (f *fold) note(e Entry, text string, to int) {
	f.events = append(f.events, Event{N: e.N, Time: time.UnixMilli(e.Time), Kind: e.Kind, Seat: e.Seat, Text: text, To: to})
}

// foldSize is about how many bytes a fold takes besides its lists: seats, clock,
// deal, what computer players considered.
const foldSize = 8 << 10

// size is about how many bytes a fold takes.
func (f *fold) size() int {
	const step, event, key = int(unsafe.Sizeof(Step{})), int(unsafe.Sizeof(Event{})), 40
	return foldSize + cap(f.steps)*step + cap(f.events)*event + cap(f.keys)*key + f.history.Size()
}
