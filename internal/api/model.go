package api

import (
	"time"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Table is a table as shown to programs.
type Table struct {
	ID        string         `json:"id"`
	Name      string         `json:"name,omitempty" doc:"What its owner calls it."`
	N         int64          `json:"n" doc:"The number of the newest entry of its log; commands name it."`
	Created   time.Time      `json:"created"`
	Changed   time.Time      `json:"changed" doc:"When the last decision was taken."`
	Hints     bool           `json:"hints" doc:"Whether advice is to be had."`
	Public    bool           `json:"public" doc:"Whether it is in the lobby."`
	CalmWater bool           `json:"calmWater" doc:"Table option (SET-4)."`
	EveryShip bool           `json:"everyShip" doc:"Table option (SAIL-5)."`
	Pace      string         `json:"pace" enum:",quick,evening,day,days,weeks,own" doc:"Its clocks."`
	Clock     *TableClock    `json:"clock,omitempty" doc:"What the pace means; absent without clocks."`
	Fills     *time.Time     `json:"fills,omitempty" doc:"When computer players take the seats still open."`
	Ends      *time.Time     `json:"ends,omitempty" doc:"When the table ends if nobody does anything."`
	Rated     bool           `json:"rated" doc:"Whether the result counts."`
	Thinking  string         `json:"thinking" enum:",short,long" doc:"How long its computer players think."`
	Seats     []TableSeat    `json:"seats" doc:"Clockwise."`
	ToAct     int            `json:"toAct" doc:"The seat that the table waits for; -1 when the game is over."`
	Waiting   bool           `json:"waiting" doc:"It waits for the last word on a turn, not for a decision."`
	Entered   bool           `json:"entered,omitempty" doc:"It is played beside the printed game, and what is drawn is entered."`
	Entering  *Entering      `json:"entering,omitempty" doc:"What is entered there. Not in lists."`
	Decisions int            `json:"decisions" doc:"How many have been taken."`
	Over      bool           `json:"over"`
	Frozen    string         `json:"frozen,omitempty" doc:"Why the table cannot go on."`
	Rematch   string         `json:"rematch,omitempty" doc:"The table that follows this one."`
	You       TableYou       `json:"you"`
	Takeback  *game.Takeback `json:"takeback,omitempty" doc:"A request to take back a choice that waits for answers."`
	Position  *view.Position `json:"position,omitempty" doc:"Everything on the table. Not in lists."`
	Legal     []LegalAction  `json:"legal,omitempty" doc:"What the seat to decide can do. Not in lists."`
	Result    *record.Result `json:"result,omitempty" doc:"Of a game that is over. Not in lists."`
	Shuffle   *TableShuffle  `json:"shuffle,omitempty" doc:"What the deal follows from, but for the secret; absent where that cannot be proven. Not in lists."`
}

// TableShuffle is what a table's deal follows from (spec/record.md), but for the
// secret.
type TableShuffle game.Shuffle

// TableSeat is a seat of a table.
type TableSeat struct {
	Kind    string `json:"kind" enum:"person,open,bot"`
	Name    string `json:"name"`
	Colour  string `json:"colour"`
	Level   string `json:"level,omitempty" doc:"The computer player that plays it now."`
	Present bool   `json:"present" doc:"Somebody has the table open with this seat."`
	Kept    bool   `json:"kept,omitempty" doc:"Open, but kept for the person of that name, who had it at the game before."`
	// Clock is nil without clocks, and after the end.
	Clock *SeatClock `json:"clock,omitempty"`
	// Rating is nil at a friendly table.
	Rating *RatingNow `json:"rating,omitempty" doc:"Of who has the seat, at a rated table."`
}

// TableYou is what the account may do at a table now.
type TableYou struct {
	Seats   []int `json:"seats" doc:"Yours."`
	Kept    []int `json:"kept,omitempty" doc:"Open seats that are kept for you, as of a rematch or by an invitation (takeKept, decline)."`
	Owner   bool  `json:"owner" doc:"The table is yours."`
	Act     bool  `json:"act" doc:"One of your seats is to decide."`
	Enter   bool  `json:"enter,omitempty" doc:"What was drawn is to be entered (enter)."`
	Confirm bool  `json:"confirm" doc:"Your turn can be ended; beside the printed game, hands have carried out that of a computer player."`
	UndoTo  []int `json:"undoTo,omitempty" doc:"The numbers of decisions you may go back to."`
	MayAsk  bool  `json:"mayAsk" doc:"You may ask for advice."`
	AskBack []int `json:"askBack,omitempty" doc:"Your seats that may ask to take back their last choice (takeback)."`
	Answer  []int `json:"answer,omitempty" doc:"Your seats that are asked to agree to that (agree, refuse)."`
	WaitFor []int `json:"waitFor,omitempty" doc:"The seats that you may vote to wait for (wait)."`
	Replace []int `json:"replace,omitempty" doc:"The seat of a person for whom a table without clocks has waited a week: you may let a computer player go on (replace)."`
	Shuffle []int `json:"shuffle,omitempty" doc:"Your seats that may add to the shuffle (contribute)."`
	Leave   bool  `json:"leave" doc:"You may leave the table."`
	// Advice is nil unless requested.
	Advice []Advice `json:"advice,omitempty" doc:"What a search expects of your choices, the best first: by share of wins in whole hundredths, then by VP. If you follow earlier advice of the turn, its next step stays first where it is about as good."`
}

// TableClock is the time that each seat has. It is counted while the table waits
// for the seat.
type TableClock struct {
	Bank      int  `json:"bank" doc:"Seconds to begin with."`
	Increment int  `json:"increment" doc:"Seconds that a finished turn brings."`
	Cap       int  `json:"cap" doc:"The most seconds that a seat can have."`
	Days      bool `json:"days" doc:"By correspondence: quiet hours and holidays stop the clock."`
}

// SeatClock is the clock of a seat.
type SeatClock struct {
	Left   int        `json:"left" doc:"Seconds left."`
	Until  *time.Time `json:"until,omitempty" doc:"When the clock runs out, while it runs."`
	Rests  bool       `json:"rests,omitempty" doc:"It would run but for quiet hours or a holiday."`
	Away   *time.Time `json:"away,omitempty" doc:"When the person's holiday ends."`
	RanOut int        `json:"ranOut,omitempty" doc:"How often it has run out."`
	Votes  []int      `json:"votes,omitempty" doc:"The seats that have voted to wait for this one."`
}

// clockOf returns the clock of a seat, nil for none.
func clockOf(s *game.Snapshot, seat int) *SeatClock {
	if s.Clocks == nil {
		return nil
	}
	c := s.Clocks[seat]
	return &SeatClock{int(c.Left / time.Second), moment(c.Until), c.Rests, moment(c.Away), c.RanOut, c.Votes}
}

// moment returns a time as it is shown, nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// LegalAction is a legal action of the seat to decide.
type LegalAction struct {
	Action record.Action `json:"action" doc:"As it is sent to act."`
	Text   string        `json:"text" doc:"In plain English."`
	Then   []string      `json:"then,omitempty" doc:"The seat's decisions that follow at once, with nothing to choose, in plain English."`
}

// Advice is a search's estimate for an action.
type Advice struct {
	Action   record.Action `json:"action"`
	Playouts int           `json:"playouts"`
	Rare     bool          `json:"rare,omitempty" doc:"Tried too rarely to compare its figures with those of others; listed after them."`
	Win      []float64     `json:"win" doc:"Expected share of wins by seat."`
	VP       []float64     `json:"vp" doc:"Expected VP by seat."`
	Then     []string      `json:"then,omitempty" doc:"What you would do next this turn, in plain English; only of the first."`
}

// TableStep is a decision that was carried out.
type TableStep struct {
	N       int64         `json:"n" doc:"Its log number."`
	Time    time.Time     `json:"time"`
	Seat    int           `json:"seat"`
	Round   int           `json:"round"`
	Action  record.Action `json:"action"`
	Auto    bool          `json:"auto,omitempty" doc:"Nothing was to choose."`
	Bot     string        `json:"bot,omitempty" doc:"The computer player that decided."`
	Reveals bool          `json:"reveals,omitempty" doc:"Chance spoke after it."`
	Events  []view.Event  `json:"events" doc:"What happened."`
}

// TableEvent is an event at a table outside the game.
type TableEvent struct {
	N    int64     `json:"n"`
	Time time.Time `json:"time"`
	Kind string    `json:"kind"`
	Seat int       `json:"seat"`
	Text string    `json:"text,omitempty"`
	To   int       `json:"to,omitempty"`
}

// youAt is what an account may do at a table.
func youAt(s *game.Snapshot, owner bool) TableYou {
	who := game.Actor{Seats: s.You.Seats, Owner: owner}
	y := TableYou{Seats: s.You.Seats, Kept: s.You.Kept, Owner: owner, Act: s.You.Act, Enter: s.You.Enter, Confirm: s.You.Confirm, UndoTo: s.You.UndoTo, MayAsk: s.You.MayAsk,
		AskBack: s.You.Takeback, Answer: s.You.Answer, Shuffle: s.Contributes(who), Leave: (owner || len(s.You.Seats) > 0) && s.MayLeave(who) == nil}
	for k := range s.Seats {
		if s.MayWait(s.You.Seats, k) {
			y.WaitFor = append(y.WaitFor, k)
		}
	}
	if k, _ := s.Replaceable(who); k >= 0 {
		y.Replace = []int{k}
	}
	return y
}

// brief is a table as shown in lists.
func brief(s *game.Snapshot, owner bool) *Table {
	t := &Table{
		ID: s.ID, Name: s.Name, N: s.N, Created: s.Created.UTC(), Changed: s.Since().UTC(), Hints: s.Hints, Public: s.Public, Thinking: string(s.Thinking), Pace: s.Pace.Name(), Rated: s.Rated,
		ToAct: s.ToAct, Waiting: s.Turn.Waiting, Entered: s.Deal == game.Entered, Decisions: len(s.Steps), Over: s.Over, Rematch: s.Rematch, Takeback: s.Takeback,
		You: youAt(s, owner), Fills: moment(s.Fills), Ends: moment(s.Ends),
	}
	if p := s.Pace; p.Timed() {
		t.Clock = &TableClock{p.Bank, p.Increment, p.Cap, p.Days}
	}
	for k, seat := range s.Seats {
		out := TableSeat{Kind: string(seat.Kind), Name: seat.Name, Colour: seat.Colour, Level: seat.Level, Present: seat.Present, Kept: seat.Kept, Clock: clockOf(s, k)}
		if seat.Rating != nil {
			now := ratingNow(*seat.Rating)
			out.Rating = &now
		}
		t.Seats = append(t.Seats, out)
	}
	if s.Frozen != nil {
		t.Frozen = s.Frozen.Key
	}
	if s.Game != nil {
		v := s.Game.Variant()
		t.CalmWater, t.EveryShip = v.CalmWater, v.EveryShip
	}
	return t
}

// whole is a table with its position.
func whole(s *game.Snapshot, owner bool) *Table {
	t := brief(s, owner)
	t.Shuffle, t.Entering = (*TableShuffle)(s.Shuffle), enteringOf(s)
	if s.Game == nil {
		return t
	}
	pos := view.Of(s.Game, &s.State)
	t.Position = &pos
	if s.Over {
		t.Result = record.ResultOf(s.Game, s.Game.Result(&s.State))
		return t
	}
	t.Legal = legalAt(s, &s.State)
	for _, c := range s.You.Advice.Candidates {
		t.You.Advice = append(t.You.Advice, adviceOf(s, c))
	}
	if list := t.You.Advice; len(list) > 0 {
		for _, c := range view.Line(s.Game, s.Codec, &s.State, s.You.Advice.Candidates[0].Action, s.You.Advice.Plan) {
			list[0].Then = append(list[0].Then, words().Choice(c).Plain)
		}
	}
	return t
}

func adviceOf(s *game.Snapshot, c analysis.Candidate) Advice {
	n := len(s.Seats)
	return Advice{s.Codec.Encode(c.Action), c.Playouts, c.Rare, c.Win[:n], c.VP[:n], nil}
}

// stepsAfter returns a table's decisions after a log number.
func stepsAfter(s *game.Snapshot, after int64) []TableStep {
	out := []TableStep{}
	if s.Game == nil {
		return out
	}
	for k, step := range s.Steps {
		if step.N <= after {
			continue
		}
		out = append(out, TableStep{
			step.N, step.Time.UTC(), step.Seat, step.Round, s.Codec.Encode(step.Action), step.Auto, step.Bot, step.Reveals(),
			s.History.Events(k + 1),
		})
	}
	return out
}

// eventsAfter returns a table's events after a log number.
func eventsAfter(s *game.Snapshot, after int64) []TableEvent {
	out := []TableEvent{}
	for _, e := range s.Events {
		if e.N > after {
			out = append(out, TableEvent{e.N, e.Time.UTC(), e.Kind, e.Seat, e.Text, e.To})
		}
	}
	return out
}

// legalAt is what the seat to decide can do at a position of a table's game.
func legalAt(s *game.Snapshot, at *rules.State) (out []LegalAction) {
	for _, c := range view.Choices(s.Game, s.Codec, at) {
		legal := LegalAction{Action: c.Words, Text: words().Choice(c).Plain}
		for _, next := range c.Then {
			legal.Then = append(legal.Then, words().Choice(next).Plain)
		}
		out = append(out, legal)
	}
	return out
}
