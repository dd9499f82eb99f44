package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/view"
)

// Review says where the results of a game came from.
type Review struct {
	*Localizer
	Link, Score string // of the game's positions and its score sheet
	Making
	Older         bool          // an earlier version of the program made it
	Reached       template.HTML // what is thought about while there is only a quick look; empty when that is over
	Players       []SeatName
	Shares        template.HTML // chart of the shares of wins
	Points        template.HTML // chart of VP and Thaler
	Accounts      []ShareLine   // where the results came from; nil while there is no review
	Won, Accuracy []string
	Rounds        []ShareLine    // after each round
	Turns         []ReviewedStep // where the game turned
	Marked        bool           // some losses are marked
	Caveats       []template.HTML
	Learn         []LearnSeat    // who can learn from mistakes, the viewer first
	Mistakes      []ReviewedStep // those of them that are not among the turns, the viewer's first
}

// Making is how far a review is.
type Making struct {
	Under, Failed bool // it is being made, or that failed
	Before        int  // games that are reviewed before this one
}

// ReviewedStep is a decision or a draw that changed much.
type ReviewedStep struct {
	Own    bool   // the viewer decided
	Open   bool   // it is what the viewer reads first
	Link   string // of the position before a decision, or after a draw
	Round  int
	Player *SeatName // who decided; nil for a draw
	What   template.HTML
	Better template.HTML   // what would have been better; empty for a draw
	Mark   string          // the name of the mark, "" for none
	Lost   template.HTML   // what a decision lost, with its interval
	Why    []template.HTML // the reasons of an established loss
	Shares []string        // by how much the seats' shares changed, in hundredths
	lost   int             // in millionths of a win
}

// ShareLine is a line of shares of wins, or of parts of them, in hundredths by seat.
type ShareLine struct {
	Name   template.HTML
	Shares []string
}

// LearnSeat is the address of the first lesson of a seat.
type LearnSeat struct {
	SeatName
	Own  bool // the viewer's
	Link string
}

// NewReview is the page of a game's review, or of one that is yet to be made.
func NewReview(l *Localizer, gm *Game, r *coach.Review, m Making) *Review {
	h := gm.History
	c := gm.now(l, h.Len())
	p := &Review{Localizer: c.Localizer, Link: gm.Link, Score: gm.Score, Making: m}
	for k, name := range gm.Names {
		p.Players = append(p.Players, SeatName{name, gm.Signs[k]})
	}
	if r == nil {
		return p
	}
	turns := r.Turns()
	p.Shares, p.Points = c.sharesChart(h, r, turns), c.chart(h, h.Len())
	p.rounds(c, h, r)
	switch {
	case r.Reached == coach.Checking:
		p.Reached = c.T("page.review.checking")
		return p
	case r.Reached > 0:
		p.Reached = c.T("page.review.reached", "n", r.Reached)
		return p
	}
	p.Older = r.Version != 0
	c.accounts(p, gm, r)
	for _, key := range coach.Caveats(&h.Game) {
		p.Caveats = append(p.Caveats, c.T(key))
	}
	for k := range r.Seats {
		if list := r.Lessons(k, gm.Own); len(list) > 0 {
			p.Learn = append(p.Learn, LearnSeat{p.Players[k], gm.mine(k), lessonAt(gm, list[0])})
		}
	}
	slices.SortStableFunc(p.Learn, func(a, b LearnSeat) int { return first(a.Own, b.Own) })
	for _, s := range turns {
		p.Turns = append(p.Turns, c.reviewed(gm, r, s))
	}
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Mark() != coach.NoMark {
			if p.Marked = true; !slices.Contains(turns, s) {
				p.Mistakes = append(p.Mistakes, c.reviewed(gm, r, s))
			}
		}
	}
	slices.SortStableFunc(p.Mistakes, func(a, b ReviewedStep) int {
		return cmp.Or(first(a.Own, b.Own), cmp.Compare(b.lost, a.lost))
	})
	p.open()
	return p
}

// first puts what is the viewer's before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// open has the viewer read first what they lost most by; without mistakes of their own,
// what somebody lost most by.
func (p *Review) open() {
	var worst *ReviewedStep
	for _, list := range [][]ReviewedStep{p.Turns, p.Mistakes} {
		for i := range list {
			if s := &list[i]; worst == nil || cmp.Or(first(s.Own, worst.Own), cmp.Compare(worst.lost, s.lost)) < 0 {
				worst = s
			}
		}
	}
	if worst != nil {
		worst.Open = true
	}
}

// OwnMistakes reports whether the viewer has mistakes that are not among the turns.
func (p *Review) OwnMistakes() bool { return len(p.Mistakes) > 0 && p.Mistakes[0].Own }

// Turned says of a table's game which decision cost most by its review, "" where none is
// marked.
func Turned(l *Localizer, snap *game.Snapshot, r *coach.Review) template.HTML {
	gm := GameOf(l, snap)
	c := gm.now(l, gm.History.Len())
	var most *coach.Step
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Mark() != coach.NoMark && (most == nil || s.Lost > most.Lost) {
			most = s
		}
	}
	if most == nil {
		return ""
	}
	x := c.reviewed(gm, r, most)
	cost, _, _ := most.Loss().Held()
	l, _ = c.deciding(most.Decision)
	return l.T("page.over.turned", "n", most.Round, "seat", view.SeatRef(most.Seat), "played", lang.Text{HTML: x.What}, "better", lang.Text{HTML: x.Better}, "cost", coach.Hundredths(cost))
}

// rounds adds the shares after each round that was played, the last one with who won.
func (p *Review) rounds(c *Context, h *view.History, r *coach.Review) {
	for _, round := range coach.Rounds(&h.Game) {
		line := ShareLine{Name: template.HTML(strconv.Itoa(round))}
		if round == 0 {
			line.Name = c.T("page.review.start")
		}
		shares := r.After(round)
		for k := range p.Players {
			line.Shares = append(line.Shares, strconv.Itoa(coach.Hundredths(shares[k])))
		}
		p.Rounds = append(p.Rounds, line)
	}
	last := ShareLine{Name: template.HTML(strconv.Itoa(board.Rounds))}
	for k := range p.Players {
		last.Shares = append(last.Shares, strconv.Itoa(coach.Hundredths(r.Seats[k].Won)))
	}
	p.Rounds = append(p.Rounds, last)
}

// accounts adds what the results came from, and the results.
func (c *Context) accounts(p *Review, gm *Game, r *coach.Review) {
	equal := ShareLine{Name: c.T("page.review.equal")}
	for k := range r.Seats {
		equal.Shares = append(equal.Shares, strconv.Itoa(coach.Hundredths(r.Seats[k].Fair)))
		p.Won = append(p.Won, strconv.Itoa(coach.Hundredths(r.Seats[k].Won)))
	}
	for _, x := range r.Accuracy(&gm.History.Game, gm.Own) {
		text := "–"
		if x >= 0 {
			text = strconv.Itoa(coach.Hundredths(x))
		}
		p.Accuracy = append(p.Accuracy, text)
	}
	p.Accounts = append(p.Accounts, equal)
	for i, id := range []string{"start", "draws", "own", "others", "unforeseen"} {
		line := ShareLine{Name: c.T("page.review." + id)}
		for k := range r.Seats {
			line.Shares = append(line.Shares, c.Printer.Signed(r.Seats[k].Rounded()[i]))
		}
		p.Accounts = append(p.Accounts, line)
	}
}

// reviewed puts a step into words.
func (c *Context) reviewed(gm *Game, r *coach.Review, s *coach.Step) ReviewedStep {
	h := gm.History
	out := ReviewedStep{Link: positionAt(gm.Link, s.Decision), Round: s.Round, Mark: s.Mark().String()}
	change := s.Shown(len(r.Seats))
	for k := range r.Seats {
		out.Shares = append(out.Shares, c.Printer.Signed(coach.Hundredths(change[k])))
	}
	if s.Seat < 0 {
		out.What = c.drawn(h, r, s)
		return out
	}
	l, names := c.deciding(s.Decision)
	out.Link, out.Player = positionAt(gm.Link, s.Decision-1), &SeatName{names[s.Seat], gm.Signs[s.Seat]}
	for _, choice := range view.Choices(h.Rules, h.Codec, h.After(s.Decision-1)) {
		switch choice.Action {
		case int(h.Steps[s.Decision].Action):
			out.What = c.tint(c.Printer.Choice(choice).HTML)
		case int(s.Best):
			out.Better = c.tint(c.Printer.Choice(choice).HTML)
		}
	}
	out.Own, out.lost = gm.mine(s.Seat) && gm.Own(s.Decision), s.Lost
	out.Lost = c.lost(s.Loss())
	for _, phrase := range s.Explained(h.Rules, c.Printer.Tenths) {
		out.Why = append(out.Why, l.T(phrase.Key, phrase.Args...))
	}
	return out
}

// lost says what an action lost, with its interval unless the end was worked out.
func (c *Context) lost(l coach.Loss) template.HTML {
	lost, low, high := l.Held()
	if l.Wide == 0 {
		return c.T("page.review.lost_exactly", "n", coach.Hundredths(lost))
	}
	return c.T("page.review.lost", "n", coach.Hundredths(lost), "low", coach.Hundredths(low), "high", coach.Hundredths(high))
}

// drawn is the line of the log about an outcome of chance.
func (c *Context) drawn(h *view.History, r *coach.Review, s *coach.Step) template.HTML {
	before := 0 // outcomes after the same decision
	for i := range r.Steps {
		if o := &r.Steps[i]; o == s {
			break
		} else if o.Decision == s.Decision && o.Seat < 0 {
			before++
		}
	}
	for _, e := range h.Events(s.Decision) {
		if strings.HasPrefix(e.Key, "marker.") || e.Key == "country" {
			if before == 0 {
				text, _ := c.line(s.Decision, e)
				return text
			}
			before--
		}
	}
	return c.T("page.review.draws")
}
