package coach

import (
	"cmp"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/record"
	"ruhr/rules"
)

// Report is a review as programs read it, in millionths of a win.
type Report struct {
	Playouts int            `json:"playouts" doc:"of the search, for a decision; how often losses are real was measured with 2000"`
	Version  int            `json:"version" doc:"of the analyst; reviews of different versions cannot be compared"`
	Reached  int            `json:"reached,omitempty" doc:"only of a quick look, which has nothing but shares: the round that is thought about, or 13 while losses are checked"`
	Seats    []ReportedSeat `json:"seats"`
	Start    []int          `json:"start" doc:"the seats' shares of wins at the first decision"`
	Steps    []ReportedStep `json:"steps" doc:"decisions with a choice, and what was drawn"`
	Turns    []int          `json:"turns" doc:"the steps, from 0, where the game turned, in their order"`
}

// ReportedSeat says where a seat's result came from: won is the sum of all before it.
type ReportedSeat struct {
	Fair       int `json:"equal" doc:"an equal share"`
	Start      int `json:"start" doc:"from the place at the start"`
	Draws      int `json:"draws" doc:"from markers and countries"`
	Own        int `json:"own" doc:"from the seat's own decisions"`
	Others     int `json:"others" doc:"from the others' decisions"`
	Unforeseen int `json:"unforeseen" doc:"what the analyst only saw later"`
	Won        int `json:"won" doc:"the win, or the seat's part in it"`
	Accuracy   int `json:"accuracy" doc:"of the turns of who has the seat now, in millionths; 1000000 where none lost anything, -1 where there is none"`
}

// ReportedStep is a decision, or what was drawn after it.
type ReportedStep struct {
	Decision int              `json:"decision" doc:"its number, from 1"`
	Round    int              `json:"round"`
	Seat     int              `json:"seat" doc:"who decided, -1 for a draw"`
	Another  bool             `json:"another,omitempty" doc:"it was not who has the seat now: a computer player stood in, somebody else had the seat, or it was decided in the game that the table goes on from"`
	Shares   []int            `json:"shares" doc:"the seats' shares of wins after it"`
	Drawn    string           `json:"drawn,omitempty" doc:"the marker or country that was drawn"`
	Best     *record.Action   `json:"best,omitempty" doc:"the best action"`
	Lost     int              `json:"lost" doc:"what the decision lost of its seat's share; below 0 it seems to have been better than the best"`
	Wide     int              `json:"wide" doc:"half the 80 % interval of what was lost, before lost, low and high are held to what can be lost; 0 where there is no second estimate"`
	Low      int              `json:"low" doc:"the ends of the 80 % interval"`
	High     int              `json:"high"`
	Mark     string           `json:"mark,omitempty" enum:"mistake,blunder" doc:"how grave an established loss is: at least 10 or 20 of 100 wins, and at least 11 by the search alone"`
	Exact    bool             `json:"exact,omitempty" doc:"the end of the game was worked out: what was lost is sure if all go on to play their best"`
	Reasons  []ReportedReason `json:"reasons,omitempty" doc:"why the best action is better, of an established loss; at most two"`
	More     bool             `json:"more,omitempty" doc:"the reasons explain less than half of the VP"`
}

// ReportedReason is something that the best action brings, on average of games that were
// played on from both actions with the same chance.
type ReportedReason struct {
	Kind   string `json:"kind"`
	Seat   *int   `json:"seat,omitempty" doc:"the rival whom it is about"`
	What   string `json:"what,omitempty" doc:"the depot, progress marker, start, lock, or source of VP that it is about"`
	Best   int    `json:"best" doc:"in hundredths, after the best action: VP, Thaler, debts, a round, or how often of one time"`
	Played int    `json:"played" doc:"… after what was played"`
	Ranks  []int  `json:"ranks,omitempty" doc:"where the end was worked out: the seat's ranks after the two"`
	Wins   []int  `json:"wins,omitempty" doc:"… and its parts of the win, which ties divide"`
}

// Report reports a review of a game that was made with so many playouts a decision; own
// says which decisions are those of who has the seat, nil for all.
func (r *Review) Report(g *record.Game, playouts int, own func(decision int) bool) *Report {
	seats := len(r.Seats)
	out := &Report{Playouts: playouts, Version: cmp.Or(r.Version, Version), Reached: r.Reached, Seats: []ReportedSeat{}, Start: r.Start[:seats], Turns: []int{}}
	if r.Reached == 0 {
		for k, accuracy := range r.Accuracy(g, own) {
			out.Seats = append(out.Seats, ReportedSeat(r.Seats[k]))
			out.Seats[k].Accuracy = accuracy
		}
	}
	turns := map[*Step]bool{}
	for _, s := range r.Turns() {
		turns[s] = true
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		step := ReportedStep{Decision: s.Decision, Round: s.Round, Seat: s.Seat, Shares: s.Came[:seats]}
		if s.Seat >= 0 && r.Reached == 0 {
			step.Another = own != nil && !own(s.Decision)
			step.Lost, step.Low, step.High = s.Loss().Held()
			step.Wide, step.Mark = s.Wide, s.Mark().String()
			best := g.Codec.Encode(s.Best)
			step.Best = &best
			step.Exact, step.More = s.Exact, s.More
			for _, r := range s.Why() {
				step.Reasons = append(step.Reasons, r.report(g.Rules, s))
			}
		}
		if s.Seat < 0 {
			step.Drawn = s.drawn(g)
		}
		if turns[s] {
			out.Turns = append(out.Turns, i)
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

// report reports a reason of a step.
func (r *Reason) report(g *rules.Game, s *Step) ReportedReason {
	out := ReportedReason{Kind: r.Kind.String(), Best: r.Best, Played: r.Played, What: r.thing(g)}
	if r.Kind.rivals() {
		out.Seat = &r.Seat
	}
	if r.Kind == Exactly {
		out.Ranks, out.Wins = []int{r.What, r.Seat}, []int{s.Expected[s.Seat], s.Came[s.Seat]}
	}
	return out
}

// drawn is the id of the marker or the country that was drawn.
func (s *Step) drawn(g *record.Game) string {
	b := g.Rules.Board()
	for _, o := range g.Steps[s.Decision].Chance {
		if o.Set == nil && o.Number == s.Number && o.Before.Decision() == rules.RevealCountry && o.Before.Round() == s.Round {
			return b.Port.Columns[s.Number]
		}
	}
	return b.Markers[s.Number].ID
}

// thing is the id of what a reason is about, "" for nothing.
func (r *Reason) thing(g *rules.Game) string {
	b := g.Board()
	switch r.Kind {
	case ByMajority:
		return board.TerritoryIDs[r.What]
	case ByGain, BySooner:
		return board.ProgressIDs[r.What]
	case ByStartTaken:
		return b.River[r.What].ID
	case ByLockTaken:
		return b.River[b.At.Lock[r.What]].ID
	case ByDenialFrom:
		return analysis.Group(r.What).String()
	}
	return ""
}
