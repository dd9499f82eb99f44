package game

import (
	"encoding/json"
	"errors"
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
	KindForget  = "forget"
	kindHold    = "hold"
	kindHours   = "hours"
	kindOrders  = "orders"

	kindContribute = "add"
	kindEnter      = "enter"
	kindEnterAgain = "enteragain"
	kindCorrect    = "correct"
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
	Name  string         `json:"name,omitempty"` // join, rename, name
	By    int            `json:"by,omitempty"`   // remove, replace: one more than the seat of who does it, 0 for none
	Anew  bool           `json:"anew,omitempty"` // join, remove, decline: nothing of the person before stays; false in older logs
	Once  bool           `json:"once,omitempty"` // take, undo, hours: no time counts twice; false in older logs
	Level string         `json:"level,omitempty"`
	Table string         `json:"table,omitempty"` // again
	For   int            `json:"for,omitempty"`   // wait: the seat
	Hours *Hours         `json:"hours,omitempty"` // hours
	Until int64          `json:"until,omitempty"` // away, unix milliseconds
	Order bool           `json:"order,omitempty"` // act: by a standing order

	Orders []storedOrder `json:"orders,omitempty"` // orders, of which nobody else may know
	Ask    bool          `json:"ask,omitempty"`    // orders: the seat is asked where it has no choice

	Contribution string `json:"contribution,omitempty"` // add
	Face         string `json:"face,omitempty"`         // enter

	Set record.Correction `json:"set,omitempty"` // correct

	Seats  []int `json:"seats,omitempty"`  // takeback: of who asked, who agree with it
	Agreed bool  `json:"agreed,omitempty"` // undo: the others have agreed to it
}

// Setup is what a table was started with, kept as its meta.
type Setup struct {
	Rules      int       `json:"rules"`          // rules.Version of the program that made it
	Name       string    `json:"name,omitempty"` // of the table
	Seats      []NewSeat `json:"seats"`
	CalmWater  bool      `json:"calmWater"`
	EveryShip  bool      `json:"everyShip"`
	Hints      bool      `json:"hints"`
	Public     bool      `json:"public,omitempty"`
	Deal       Source    `json:"deal,omitempty"`
	StartSeat  int       `json:"startSeat,omitempty"` // chosen, where nothing was dealt
	Thinking   Thinking  `json:"thinking,omitempty"`
	From       *Origin   `json:"from,omitempty"`
	Pace       Pace      `json:"pace,omitzero"`
	Fill       int       `json:"fill,omitempty"`    // seconds until computer players take the open seats, 0 for never
	StandIn    string    `json:"standIn,omitempty"` // the level of stand-ins
	Rated      bool      `json:"rated,omitempty"`
	Strict     bool      `json:"strict,omitempty"`     // a turn is confirmed before computer players answer it, also of somebody alone with them
	Common     *Common   `json:"common,omitempty"`     // nil for a deal of the table's own
	Tournament string    `json:"tournament,omitempty"` // the ID of the one that the table belongs to
	Circle     string    `json:"circle,omitempty"`     // the ID of the circle that the table belongs to
	SameDeal   bool      `json:"sameDeal,omitempty"`   // other tables of its round have the same deal, hidden until it has ended (Disclose)
	Turned     bool      `json:"turned,omitempty"`     // a rematch whose seats are in reversed order
	Shuffle    *shuffled `json:"shuffle,omitempty"`    // nil for a deal that was not derived
}

func (s *Setup) Variant() rules.Variant {
	return rules.Variant{CalmWater: s.CalmWater, EveryShip: s.EveryShip}
}

// base is the immutable part of a table.
type base struct {
	ID      string
	created time.Time
	Setup   Setup
	Board   string // SHA-256
	Rules   *rules.Game
	words   *record.Codec
	deal    *record.Deal // from Game.fix on with all contributions; nil where chance is entered
	secret  string       // of the shuffle, "" for none
	first   *record.Step
}

// Game is a table's log folded up to entry N. A game that others can see must
// not change any more: clone it, then add.
type Game struct {
	*base
	N       int64
	last    Entry // the newest that was added, without its body
	Seats   []Seat
	Steps   []Step
	History view.History // of the same steps; empty where there is no game
	handed  int          // the last word on the decisions up to here was given
	held    *held        // nil for none
	Events  []Event
	Sat     []Sitting
	keys    []string // as stored
	length  int      // of the log, as MaxLog counts
	Rematch string
	name    string // of the table, "" for none
	// disclosed: no other table plays the same deal any more.
	disclosed bool
	// redacted is the number of the newest entry before which names were replaced,
	// 0 for none.
	redacted int64
	Hinted   bool  // advice was asked for at this decision
	asked    []int // by seat: how often
	Frozen   *Frozen
	Why      error     // why it is frozen, for the operator
	clock    *clock    // nil without clocks
	moved    time.Time // when the table began to wait for what it waits for now
	orders   [][]Order // by seat; a list is never changed, only replaced
	askAll   []bool    // by seat: it is asked where it has no choice, too
	orderedN []int64   // by seat: when its person last changed both, or left; a list never changed

	contributions []string // to the shuffle, by seat; never changed, only replaced
	fixed         bool     // whether they are all in the deal

	enteredN int64 // log number of the outcome entered last

	takeback *takeback // nil while none waits for answers
}

// newGame is the game of an empty log.
func newGame(b *base) *Game {
	f := &Game{base: b, name: b.Setup.Name, Seats: []Seat{}, Steps: []Step{}, Events: []Event{}, asked: make([]int, len(b.Setup.Seats)),
		orders: make([][]Order, len(b.Setup.Seats)), askAll: make([]bool, len(b.Setup.Seats)), orderedN: make([]int64, len(b.Setup.Seats))}
	for _, s := range b.Setup.Seats {
		f.Seats = append(f.Seats, Seat{Kind: s.Kind, Name: s.Name, Colour: s.Colour, Level: s.Level, Kept: s.Kept, Invited: s.Invited})
	}
	if b.Setup.Shuffle != nil {
		f.contributions = b.Setup.Shuffle.Start
	}
	if b.Rules != nil {
		f.History = *view.NewHistory(record.NewGame(b.Rules, b.words, b.startSeat(), b.first))
		f.History.Entered = b.entered()
		f.clock = newClock(b)
	}
	return f
}

// Clone is a game that can be added to: its slices have no spare capacity, so
// appending copies them.
func (f *Game) Clone() *Game {
	g := *f
	g.Seats = slices.Clone(f.Seats)
	g.keep(len(f.Steps))
	g.Events, g.Sat = slices.Clip(f.Events), slices.Clip(f.Sat)
	g.keys = slices.Clip(f.keys)
	g.asked = slices.Clone(f.asked)
	g.clock = f.clock.clone()
	return &g
}

// keep keeps the first n decisions, so that appending copies them.
func (f *Game) keep(n int) {
	f.Steps = slices.Clip(f.Steps[:n])
	if f.Rules != nil {
		f.History = f.History.Clip(n)
	}
}

// State is the position after all decisions.
func (f *Game) State() rules.State {
	if f.Rules == nil {
		return rules.State{}
	}
	return *f.History.After(len(f.Steps))
}

// played is the game so far with what everybody may know of it; nil where there is
// none.
func (f *Game) played() *view.History {
	if f.Rules == nil {
		return nil
	}
	h := f.History.Clip(len(f.Steps))
	h.Players = nil
	for _, s := range f.Seats {
		h.Players = append(h.Players, record.Player{Name: s.Name, Bot: s.Level})
	}
	if f.deal != nil {
		h.Disclose(f.deal)
	}
	return &h
}

// stepper plays decisions of the table.
func (b *base) stepper() *record.Stepper { return record.NewStepper(b.Rules, b.chance()) }

// add folds one more entry. The error says why it does not fit; the game is
// then unchanged except for the clocks.
func (f *Game) add(e Entry, p *record.Stepper) error {
	if e.N != f.N+1 {
		return fmt.Errorf("entry %d follows entry %d", e.N, f.N)
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
	if moves(e.Kind) {
		f.moved = time.UnixMilli(e.Time)
	}
	f.N, f.last = e.N, e
	f.last.Body = nil
	f.length += lengthOf(e.Body)
	if e.Key != "" {
		f.keys = append(f.keys, e.Key)
	}
	return nil
}

// IsLast reports whether an entry is the one that was added last. Its body may have been
// redacted meanwhile.
func (f *Game) IsLast(e Entry) bool {
	return e.N == f.last.N && e.Time == f.last.Time && e.Kind == f.last.Kind && e.Seat == f.last.Seat
}

func (f *Game) apply(e Entry, b body, p *record.Stepper) error {
	if (e.Kind == kindCreate) != (e.N == 1) {
		return fmt.Errorf("a log begins with %s, and nothing else is one", kindCreate)
	}
	switch e.Kind {
	case kindCreate:
		return nil
	case kindDisclose:
		f.disclosed = true
		return nil
	case EventRematch:
		if f.Rematch != "" || b.Table == "" {
			return fmt.Errorf("table %q follows, but %q did already", b.Table, f.Rematch)
		}
		f.Rematch = b.Table
		f.note(e, "", 0)
		return nil
	case EventName:
		f.name = b.Name
		f.note(e, b.Name, 0)
		return nil
	case kindEnter:
		return f.addEntered(e, b, p)
	case kindCorrect:
		return f.addCorrection(e, b, p)
	case kindEnterAgain:
		return f.addEnteredAgain(e, b)
	case kindAlong, kindReturn:
		f.addAlong(e)
		return nil
	case EventEnd:
		f.Frozen, f.takeback = &Frozen{Key: FrozenEnded, N: e.N}, nil
		f.note(e, "", 0)
		return nil
	}
	if e.Seat < 0 || e.Seat >= len(f.Seats) {
		return fmt.Errorf("seat %d, expected 0 to %d", e.Seat, len(f.Seats)-1)
	}
	return f.applyOf(e, b, p)
}

// applyOf adds an entry of a seat.
func (f *Game) applyOf(e Entry, b body, p *record.Stepper) error {
	switch e.Kind {
	case kindAct:
		return f.addAct(e, b, p)
	case kindHold:
		return f.addHold(e, b)
	case kindConfirm:
		f.handed = len(f.Steps)
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
		f.Hinted = true
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
		return f.addOrders(e, b)
	case kindContribute:
		return f.addContribution(e.Seat, b)
	}
	return f.addSeating(e, b)
}

// decision is the action of an entry's body.
func (f *Game) decision(b body) (rules.Action, error) {
	if b.Do == nil {
		return rules.None, errors.New("no decision in it")
	}
	return f.words.Decode(*b.Do)
}

func (f *Game) addAct(e Entry, b body, p *record.Stepper) error {
	a, err := f.decision(b)
	if err != nil {
		return err
	}
	s := f.State()
	if !s.Decides(e.Seat) {
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
	f.History.Add(step)
	f.Steps = append(f.Steps, Step{Step: step, N: e.N, Time: time.UnixMilli(e.Time), Auto: b.Auto, Bot: b.Bot, Ordered: b.Order, Before: f.before(e), byBot: f.Seats[e.Seat].Level != ""})
	f.Hinted, f.held = false, nil
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

// before reports whether the next decision was made in the game that the table goes on
// from. Where that was no table's, they are as old as the table and confirmed together.
func (f *Game) before(e Entry) bool {
	switch f.Setup.Deal {
	case Continued:
		return f.Setup.From != nil && len(f.Steps) < f.Setup.From.Decisions
	case Given:
		return f.handed == 0 && e.Time <= f.created.UnixMilli()
	}
	return false
}

func (f *Game) addHold(e Entry, b body) error {
	a, err := f.decision(b)
	if err != nil {
		return err
	}
	s := f.State()
	if !s.Decides(e.Seat) || f.held != nil || !f.Rules.Legal(&s).Has(a) {
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
func (b *base) isDone(a rules.Action) bool { return b.Rules.Move(a).Do == rules.DoDone }

func (f *Game) addUndo(e Entry, b body) error {
	if b.To < 0 || b.To > len(f.Steps) || b.To == len(f.Steps) && f.held == nil {
		return fmt.Errorf("back to %d of %d decisions", b.To, len(f.Steps))
	}
	for _, s := range f.Steps[b.To:] {
		f.dropOrders(s.Seat, s.Round, s.Phase) // they would be carried out again at once
	}
	text, open := "", b.To
	if b.Agreed && b.To < len(f.Steps) {
		text, open = "agreed", f.turnStart(b.To) // the whole turn may be thought over
	}
	f.keep(b.To)
	if f.clock != nil && b.Once {
		f.clock.once = true
	}
	f.handed = min(f.handed, open)
	f.Hinted, f.held, f.takeback = false, nil, nil
	f.note(e, text, b.To)
	return nil
}

// addSeating folds the entries about who sits where.
func (f *Game) addSeating(e Entry, b body) error {
	seat := &f.Seats[e.Seat]
	text := ""
	switch e.Kind {
	case EventJoin:
		f.endSitting(e)
		seat.Kind, seat.Name, seat.Level, seat.Kept, text = Person, b.Name, "", false, b.Name
		f.contributesAnew(e.Seat)
	case EventGive, EventLevel, EventFill:
		seat.Level, text = b.Level, b.Level
	case EventReplace:
		seat.Level, text = b.Level, b.Level
	case EventTimeout, EventResign:
		seat.Level, text = b.Level, b.Level
		f.leaves(e.Seat, e.Kind == EventTimeout)
	case EventTake:
		seat.Level = ""
		f.comesBack(e.Seat, b.Once)
	case EventRemove, EventDecline:
		f.endSitting(e)
		seat.Kind, seat.Name, seat.Kept, text = Open, "", false, seat.Name
	case EventRename:
		seat.Name, text = b.Name, b.Name
	case KindForget:
		f.redacted = e.N
		return nil
	default:
		return fmt.Errorf("no entry of this kind is known")
	}
	if b.Anew {
		f.beginAnew(e)
	}
	if e.Kind != EventRename {
		f.dropHeld(e.Seat)
		if f.takeback != nil && f.takeback.seat == e.Seat {
			f.takeback = nil
		}
	}
	to := 0
	if e.Kind == EventRemove || e.Kind == EventReplace {
		to = b.By - 1
	}
	f.note(e, text, to)
	return nil
}

// endSitting notes who leaves a seat. Where nobody has played yet nobody leaves:
// who comes next has the seat from the beginning.
func (f *Game) endSitting(e Entry) {
	if seat := &f.Seats[e.Seat]; seat.Kind != Open || !seat.ByHand() {
		f.Sat = append(f.Sat, Sitting{Seat: e.Seat, Until: e.N, Name: seat.Name})
	}
}

// beginAnew gives a seat whose person changes the clock, the orders and the answers of
// one where nobody has sat yet.
func (f *Game) beginAnew(e Entry) {
	f.replaceOrders(e, nil, false)
	if c := f.clock; c != nil {
		c.seats[e.Seat] = seatClock{left: seconds(f.Setup.Pace.Bank)}
		c.restart(e.Seat)
		if c.votes[e.Seat] = false; c.wanted == e.Seat {
			c.stopVoting()
		}
	}
	if f.takeback != nil {
		f.takeback = f.takeback.answered(e.Seat, false)
	}
}

// dropHeld drops a decision that waits to be confirmed if, now that a seat has
// changed hands, somebody else might have to confirm it.
func (f *Game) dropHeld(seat int) {
	if f.held != nil && (f.held.seat == seat || f.held.bot != "") {
		f.held = nil
	}
}

func (f *Game) note(e Entry, text string, to int) {
	f.Events = append(f.Events, Event{N: e.N, Time: time.UnixMilli(e.Time), Kind: e.Kind, Seat: e.Seat, Text: text, To: to})
}

// baseSize is about how many bytes a game takes besides its lists: seats, clock,
// deal, what computer players considered.
const baseSize = 8 << 10

// Size is about how many bytes a game takes.
func (f *Game) Size() int {
	const step, event, sitting, key = int(unsafe.Sizeof(Step{})), int(unsafe.Sizeof(Event{})), int(unsafe.Sizeof(Sitting{})), 40
	return baseSize + cap(f.Steps)*step + cap(f.Events)*event + cap(f.Sat)*sitting + cap(f.keys)*key + f.History.Size()
}
