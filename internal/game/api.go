package game

import (
	"slices"
	"time"

	"ruhr/bot/analysis"
	"ruhr/internal/rating"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Kind is who a seat is for.
type Kind string

// The kinds of seat.
const (
	Person Kind = "person"
	Open   Kind = "open" // nobody has joined yet; a link leads there
	Bot    Kind = "bot"  // a computer player's from the start
)

// Colours are the colours of the seats, each with a sign of its own.
var Colours = [...]string{"blue", "vermilion", "green", "purple"}

// Limits on what people hand in.
const (
	MaxName      = 30 // characters in a name
	MaxTableName = 40 // characters in the name of a table
	MaxKey       = 80 // characters in an idempotency key
)

// NewTable is what a new table is started with.
type NewTable struct {
	ID         string    // from NewSecret, so that a repetition makes no second one; "" for any
	Name       string    // of the table, "" for none
	Seats      []NewSeat // 2 to 4, clockwise
	CalmWater  bool      // table option (SET-4)
	EveryShip  bool      // table option (SAIL-5)
	Hints      bool      // whether the table allows hints
	Public     bool      // whether it is in the lobby, and anyone may take an open seat
	Thinking   Thinking  // how long its computer players think
	Pace       Pace      // the clocks; the zero Pace for none
	Fill       int       // seconds until computer players take the seats still open, 0 for never
	StandIn    string    // the level of stand-ins; "" for that of Options
	Rated      bool      // whether the result counts; then there are no hints
	SameDeal   bool      // the other tables of its round have the same deal
	Tournament string    // the ID of the one that the table belongs to, "" for none
	Circle     string    // the ID of the circle that the table belongs to, which is then not public; "" for none
	Deal       Source    // Lesson for the game that teaches, Entered beside the box, else ""
	StartSeat  int       // beside the box
	Part       Part      // its maker's part in the shuffle
	Board      []byte    // a board file's bytes; nil for the board of Options
}

// Thinking is how long the computer players of a table think, against what their
// levels usually take. It changes nothing for those that do not search.
type Thinking string

// The lengths of thinking.
const (
	Usual Thinking = ""
	Short Thinking = "short" // a quarter
	Long  Thinking = "long"  // four times
)

// NewSeat is a seat of a new table.
type NewSeat struct {
	Kind   Kind   `json:"kind"`
	Name   string `json:"name"`            // spaces are tidied; only a Person's must not be empty
	Colour string `json:"colour"`          // of Colours; empty for the first that is free
	Level  string `json:"level,omitempty"` // of a Bot; of another seat that a computer player plays at first
	// Kept: an open seat that waits for who had it at the game before, or is invited.
	Kept bool `json:"kept,omitempty"`
	// Invited: it is kept for who is invited.
	Invited bool `json:"invited,omitempty"`
	// For is who is invited: the holder that an open seat is kept for. It is not stored
	// with the table.
	For string `json:"-"`
}

// Actor is who gives a command or looks at a table.
type Actor struct {
	// Seats are those that their browser holds at this table, none for somebody
	// who watches.
	Seats []int
	// Kept are the open seats that wait for their browser, and Freed those that
	// were taken from it.
	Kept, Freed []int
	// Owner: the table is theirs, with or without a seat.
	Owner bool
	// Watching: they hold a place to watch.
	Watching bool
	// Played: they have finished a game of the deal that others play as well (Common).
	Played bool
	// From is what visitors are told apart by where they take turns: computer
	// players think for each alike, however many tables one has. It is not stored.
	From string
	// Final: what they decide is their last word, so nothing of it waits to be
	// confirmed. It is not stored.
	Final bool
}

// Holds reports whether the actor holds a seat.
func (a Actor) Holds(seat int) bool {
	return slices.Contains(a.Seats, seat)
}

// undoes is the seat with which an actor takes back choices of a seat, -1 for none;
// beside the box everyone keeps the books.
func (a Actor) undoes(deal Source, seat int) int {
	switch {
	case deal == Entered && len(a.Seats) > 0:
		return a.Seats[0]
	case a.Holds(seat):
		return seat
	}
	return -1
}

// Watches reports whether the actor has nothing to do with any seat.
func (a Actor) Watches() bool { return len(a.Seats)+len(a.Kept)+len(a.Freed) == 0 }

// Stands reports whether an actor has the same seats as another one, those that
// are kept for it and were taken from it included.
func (a Actor) Stands(other Actor) bool {
	return slices.Equal(a.Seats, other.Seats) && slices.Equal(a.Kept, other.Kept) && slices.Equal(a.Freed, other.Freed)
}

// keepers are the seats that the keys of an actor's commands are kept with.
func (a Actor) keepers() []int {
	if len(a.Seats) == 0 {
		return []int{Nobody}
	}
	return a.Seats
}

// Snapshot is a table at one moment. Everything in it is public except You,
// which is about the viewer; For gives the same table for another viewer. It is
// shared: do not change what its slices hold.
type Snapshot struct {
	ID      string    `json:"id"`
	Name    string    `json:"name,omitempty"` // of the table, "" for none
	N       int64     `json:"n"`              // the log number; commands name it
	Last    time.Time `json:"-"`              // when the entry with this number was made
	Created time.Time `json:"created"`
	Hints   bool      `json:"hints"`
	Public  bool      `json:"public,omitempty"` // in the lobby
	Deal    Source    `json:"deal"`
	// Thinking is how long the computer players think.
	Thinking Thinking `json:"thinking,omitempty"`
	// Thinks is how long the computer player that is to decide now thinks about it
	// at most; 0 for one that decides at once, and for a person.
	Thinks time.Duration `json:"-"`
	// From is where the table was played on from; nil for a deal of its own.
	From *Origin `json:"from,omitempty"`
	// Common is the deal that others play as well; nil for one of the table's own. Hidden:
	// some of them may still play it.
	Common *Common `json:"common,omitempty"`
	Hidden bool    `json:"hidden,omitempty"`

	// Game is the rules of the table and State the position; Game is nil only
	// at a frozen table whose board or deal cannot be read.
	Game  *rules.Game   `json:"-"`
	Codec *record.Codec `json:"-"`
	State rules.State   `json:"-"`

	// Tournament is the ID of the one that the table belongs to, "" for none. SameDeal: the
	// other tables of its round have the same deal.
	Tournament string `json:"tournament,omitempty"`
	SameDeal   bool   `json:"sameDeal,omitempty"`
	// Circle is the ID of the circle that the table belongs to, "" for none. It is for the
	// circle's members alone.
	Circle string `json:"-"`

	Pace  Pace `json:"pace,omitzero"`
	Rated bool `json:"rated,omitempty"`
	// Shuffle is nil where it cannot be proven: for any source but Shuffled.
	Shuffle *Shuffle `json:"shuffle,omitempty"`
	// Clocks are the times of the seats, nil without clocks and after the end.
	Clocks []Clock `json:"clocks,omitempty"`
	// Fills is when computer players take the seats still open, and Ends when the
	// table ends if nobody does anything; zero for never.
	Fills time.Time `json:"fills,omitzero"`
	Ends  time.Time `json:"ends,omitzero"`

	Seats []Seat `json:"seats"`
	// ToAct is the seat the table waits for, by hand or by a computer player: the seat
	// whose turn waits to be confirmed, else the one to decide; -1 when over or
	// frozen.
	ToAct int  `json:"toAct"`
	Turn  Turn `json:"turn"`
	Over  bool `json:"over"`
	// Entering is what is entered beside the box; nil elsewhere.
	Entering *Entering `json:"-"`
	// Frozen says why the table cannot go on; nil for a table that can.
	Frozen *Frozen `json:"frozen,omitempty"`
	// Takeback is a request that waits for answers, nil for none.
	Takeback *Takeback `json:"takeback,omitempty"`
	// Rematch is the table that follows this one, "" while there is none.
	Rematch string `json:"again,omitempty"`

	// Steps are the decisions in the order taken, tentative ones last.
	Steps []Step `json:"steps"`
	// History has the position after each decision and what happened as events;
	// nil where Game is.
	History *view.History `json:"-"`
	// Events are what happened at the table besides the game, by log number.
	// Put among the steps by N they give the whole log.
	Events []Event `json:"events"`
	// Sat are who had seats before those who have them now, in the order they left.
	Sat []Sitting `json:"-"`

	// Redacted is the log number at which names before it were replaced last, 0 for
	// never: a client that has seen the table at a lower one gets it from the beginning.
	Redacted int64 `json:"-"`

	// Full reports whether the log takes nothing more but what brings the game to its end.
	Full bool `json:"-"`

	// Asked is how often each seat has asked for advice.
	Asked []int `json:"asked"`

	You You `json:"you"`

	advice   analysis.Analysis // for the seat to decide
	orders   [][]Order         // by seat, secret
	askAll   []bool
	undoSeat int // whose choices may be taken back, -1 for nobody's
	undoTo   []int
	mayTake  []int // seats that may ask to take back
	movable  bool  // the game may be taken along
	turnFrom int
	now      time.Time // of the snapshot
	moved    time.Time // when the table began to wait for what it waits for now
	short    *shortage // nil for none
}

// Origin is a position of another table: after so many of its decisions.
type Origin struct {
	Table     string `json:"table"`
	Decisions int    `json:"decisions"`
}

// Seat is a seat as it is now.
type Seat struct {
	Kind   Kind   `json:"kind"` // Open becomes Person when somebody joins
	Name   string `json:"name"`
	Colour string `json:"colour"`
	// Level is the computer player that plays the seat now, "" while it is played by
	// hand. A Person's seat with a level has been given away and can be taken back.
	Level   string `json:"level,omitempty"`
	Present bool   `json:"present"` // somebody has the table open with this seat
	// Kept: the seat is open, and waits for the person of that name, who had it at
	// the game before or is Invited.
	Kept    bool `json:"kept,omitempty"`
	Invited bool `json:"invited,omitempty"`
	// Rating is that of who has the seat, at a rated table; nil for none.
	Rating *rating.Rating `json:"-"`
}

// ByHand reports whether a person plays the seat, or will when they join.
func (s Seat) ByHand() bool { return s.Level == "" }

// Turn is the turn in progress, or the one that waits to be confirmed.
type Turn struct {
	Seat int `json:"seat"` // -1: no turn is open
	// From is the place in Steps of its first tentative decision; those from
	// there on may still be taken back.
	From int `json:"from"`
	// Waiting: what comes next would close it, so nobody else acts until the seat
	// confirms.
	Waiting bool `json:"waiting"`
	// Reveals: what closes it would reveal something.
	Reveals bool `json:"reveals,omitempty"`
	// Held is the decision, of the seat or of a computer player, that is made and
	// will be carried out then; rules.None for none.
	Held rules.Action `json:"held"`
}

// Step is a decision of the game with its entry in the log.
type Step struct {
	*record.Step
	N       int64 // its log number
	Time    time.Time
	Auto    bool   // nothing was to choose
	Bot     string // the computer player that decided; "" by hand or automatically
	Ordered bool   // a standing order decided
	Before  bool   // it was made in the game that the table goes on from
	byBot   bool   // a computer player had the seat
}

// Event is something that happened at the table besides the game.
type Event struct {
	N    int64     `json:"n"`
	Time time.Time `json:"time"`
	Kind string    `json:"kind"`           // EventUndo …
	Seat int       `json:"seat"`           // who did it; whose seat it is for EventLevel; -1 for EventRematch, EventName and EventEnd
	Text string    `json:"text,omitempty"` // the new name, or the level
	To   int       `json:"to,omitempty"`   // EventUndo: how many decisions were left; EventWait: a seat; EventRemove, EventReplace: that of who did it, -1 where unknown
}

// Sitting is that somebody had a seat, who has left it.
type Sitting struct {
	Seat  int
	Until int64  // the log number of the entry by which they left
	Name  string // as they were called last; "" for the computer player of an open seat
}

// The kinds of Event.
const (
	EventUndo    = "undo"    // Text: "agreed" where the others had to
	EventJoin    = "join"    // Text: the name
	EventGive    = "give"    // Text: the level
	EventTake    = "take"    //
	EventLevel   = "level"   // Text: the level
	EventRename  = "rename"  // Text: the new name
	EventName    = "name"    // Text: what the table is called now, "" for nothing
	EventHint    = "hint"    // advice was asked for
	EventRemove  = "remove"  // Text: who was removed
	EventDecline = "decline" // Text: who does not take the seat that was kept for them
	EventRematch = "again"
	EventTimeout = "timeout" // Text: the level of the computer player that plays on
	EventResign  = "resign"  // Text: the same
	EventReplace = "replace" // Text: the level of the computer player that plays on for who was silent
	EventFill    = "fill"    // Text: the level of the computer player that takes an open seat
	EventWait    = "wait"    // To: for which seat the seat wants to wait
	EventWaits   = "waits"   // everybody wants to wait for the seat
	EventAway    = "away"    // Text: until when the seat is on holiday (RFC 3339); "" for back again
	EventEnd     = "end"     // the table has ended for lack of action; Seat is -1

	EventTakeback = "takeback" // the seat asks to take back its last choice; To: how many decisions would stay
	EventAgree    = "agree"    // the seat agrees to that
	EventRefuse   = "refuse"   // it refuses, or, as the one that asked, asks no more
)

// You is what the viewer may do now.
type You struct {
	Seats []int `json:"seats"` // theirs
	// Kept are the open seats that wait for them, and Freed those that were taken
	// from them.
	Kept  []int `json:"kept,omitempty"`
	Freed []int `json:"freed,omitempty"`
	// Seat is the seat they may act for or whose turn they may undo or confirm
	// now, -1 for none.
	Seat int `json:"seat"`
	// Act: one of their seats is to decide; the choices are the legal actions of
	// State.
	Act bool `json:"act"`
	// Enter: they may enter what was drawn.
	Enter bool `json:"enter,omitempty"`
	// Confirm: their turn can be handed over.
	Confirm bool `json:"confirm"`
	// UndoTo are the numbers of decisions they may go back to (0 is the beginning
	// of the game), rising: the last is one step back. Empty for none.
	UndoTo []int `json:"undoTo,omitempty"`
	// Takeback are their seats that may ask to take back their last choice, and
	// Answer those that are asked and have not answered.
	Takeback []int `json:"takeback,omitempty"`
	Answer   []int `json:"answer,omitempty"`
	// TurnFrom is the one of UndoTo at which their turn began; -1 for none.
	TurnFrom int `json:"turnFrom"`
	// Orders are their standing orders by seat, and AskAll the seats of theirs that are
	// asked where they have no choice; nobody else gets to see them.
	Orders map[int][]Order `json:"orders,omitempty"`
	AskAll []int           `json:"askAll,omitempty"`
	// MayAsk: there is a decision on which they may ask for advice (Service.Hint).
	MayAsk bool `json:"mayAsk"`
	// Advice is what they were told about it; nothing where they have not asked.
	Advice analysis.Analysis `json:"advice,omitzero"`
}

// Asked reports whether the table waits for this viewer.
func (y You) Asked() bool { return y.Act || y.Confirm || y.Enter }

// Watches reports whether the viewer has nothing to do with any seat.
func (y You) Watches() bool { return len(y.Seats)+len(y.Kept)+len(y.Freed) == 0 }

// Awaited reports whether the table waits for this viewer to act or to sit down.
func (y You) Awaited() bool { return y.Asked() || len(y.Kept) > 0 }

// Frozen says why a table cannot go on. Key is the key of a sentence in the
// language catalogue; N is the log number it has to do with, 0 for none.
type Frozen struct {
	Key string `json:"key"`
	N   int64  `json:"n,omitempty"`
}

// Why a table is frozen.
const (
	FrozenLog   = "table.frozen_log"   // an entry is damaged or no longer replays
	FrozenBoard = "table.frozen_board" // the board is missing or not a board any more
	FrozenRules = "table.frozen_rules" // a newer program wrote it
	FrozenDeal  = "table.frozen_deal"  // what it was started with cannot be read
	FrozenEnded = "table.frozen_ended" // it has ended for lack of action
	FrozenAlong = "table.frozen_along" // the game was taken along (TakeAlong)
)

// Listed is a table in a browser's list.
type Listed struct {
	Mine  []int // the seats the browser holds
	Owner bool  // the table is the browser's
	*Snapshot
}
