package page

import (
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"ruhr/bot/analysis"
	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/view"
)

// Game is a finished or running game to look at, with the addresses of its
// pages.
type Game struct {
	History *view.History
	Names   []string
	Signs   []int
	Link    string // of its positions
	Score   string // of its score sheet
	Record  string // of its record; "" for an opened one
	Review  string // of its review; "" where there is none
	Table   string // of its table; "" for an opened record
	PlayOn  string // where it is played on from, if it is finished; "" for nowhere
	Level   string // of the computer players at its table; "" where it has none
	Day     string // in words, the day that has ended with whose deal it can be listed; "" for none

	// Hidden: others may still play its deal, who must not get it by a link.
	Hidden bool

	table *game.Snapshot // nil for an opened record
}

// GameOf is the game of a table.
func GameOf(l *Localizer, snap *game.Snapshot) *Game {
	_, names, signs := seated(l, snap)
	at := "/t/" + snap.ID
	on := at + "/on"
	if snap.Deal == game.Entered || snap.Hidden {
		on = "" // no deal to play on with, or none yet
	}
	return &Game{History: snap.History, Names: names, Signs: signs, Link: at + "/replay", Score: at + "/score", Record: at + "/record", Review: at + "/review", Table: at, PlayOn: on,
		Level: LevelAt(snap), Hidden: snap.Hidden, table: snap}
}

// mine reports whether the viewer has a seat of the game's table.
func (gm *Game) mine(seat int) bool {
	return gm.table != nil && slices.Contains(gm.table.You.Seats, seat)
}

// Own reports whether decision n, from 1, is of who is named at its seat now.
func (gm *Game) Own(n int) bool { return gm.table == nil || gm.table.Own(n) }

// context is the game after n decisions, with the names of who had the seats then,
// and with those of now.
func (gm *Game) context(l *Localizer, n int) (then, now *Context) {
	now = gm.now(l, n)
	return NewContext(now.Localizer, now.Pos, now.namesAt(now.number(n+1)), gm.Signs), now
}

// now is the game after n decisions, with the names of those who have the seats now.
func (gm *Game) now(l *Localizer, n int) *Context {
	if gm.table != nil {
		l, _, _ = seated(l, gm.table)
	}
	c := NewContext(l, gm.History.At(n), gm.Names, gm.Signs)
	c.table = gm.table
	return c
}

// Replay is a game at one of its positions.
type Replay struct {
	*Localizer
	Link, Score, Record, Table string // see Game
	At, Len                    int    // decisions taken, and of the whole game
	Over                       bool
	Finished                   bool // the whole game is
	Where, Head                template.HTML
	Events                     []template.HTML // what led there
	Facts                      []Fact          // the same for scripts
	Considered                 *Considered     // of the decision that led there, nil if nothing is known
	Steps                      []StepLink
	Seats                      []Seat
	Rounds                     []LogRound
	RoundLinks                 []StepLink
	Map                        MapLayers
	Chart                      template.HTML
	Board                      int // the seat whose board the reader wants to see, -1 for the acting one
}

// ShowBoard shows the board of one seat at every position, if there is such a seat.
func (r *Replay) ShowBoard(seat int) {
	if seat < 0 || seat >= len(r.Seats) {
		return
	}
	r.Board = seat
	for k := range r.Seats {
		r.Seats[k].Shown = k == seat
	}
}

// Position is the address of a position, with the board that is shown.
func (r *Replay) Position(n int) string {
	at := positionAt(r.Link, n)
	if r.Board >= 0 {
		at += "&seat=" + strconv.Itoa(r.Board)
	}
	return at
}

// positionAt is the address of a position of a game. A game that is in the fragment
// of its address has the position there, too.
func positionAt(link string, n int) string {
	join := "?"
	if strings.Contains(link, "#") {
		join = "&"
	}
	return link + join + "n=" + strconv.Itoa(n)
}

// FactsJSON are the facts as a page holds them for its script.
func (r *Replay) FactsJSON() (string, error) {
	out, err := json.Marshal(r.Facts)
	return string(out), err
}

// Own is the seat whose board is shown.
func (r *Replay) Own() Seat {
	return r.Seats[max(0, slices.IndexFunc(r.Seats, func(s Seat) bool { return s.Shown }))]
}

// StepLink leads to another position; N is -1 if there is none.
type StepLink struct {
	ID    string // first, round_back …, names the text and the key
	N     int
	Label template.HTML
}

// NewReplay shows a game after n decisions, with what a computer player
// considered of the last one.
func NewReplay(l *Localizer, gm *Game, n int, of analysis.Analysis) *Replay {
	h := gm.History
	c, now := gm.context(l, n)
	r := &Replay{Localizer: c.Localizer, Link: gm.Link, Score: gm.Score, Record: gm.Record, Table: gm.Table, At: n, Len: h.Len(), Over: c.Pos.Over, Finished: h.At(h.Len()).Over, Board: -1}
	v := draw.MapView{Pos: &c.Pos, Signs: gm.Signs, Countries: h.Countries(n)}
	r.Map = MapLayers{Pieces: v.Pieces(), Last: v.LastMoves(h.Events(n))}
	head := c.Printer.Headline(&c.Pos, func(int) bool { return false })
	r.Where, r.Head = c.where(), c.tint(head.Turn.HTML)
	r.Facts = factsAt(h, n)
	for _, e := range h.Events(n) {
		text, details := now.line(n, e)
		r.Events = append(append(r.Events, text), details...)
	}
	if n > 0 {
		r.Considered = now.consideredOf(h, n-1, of)
	}
	r.Seats = c.seats()
	shown := c.Pos.Decider
	if shown < 0 {
		shown = h.Steps[n].Seat // chance, or the end: who moved last
	}
	r.Seats[shownSeat(nil, shown)].Shown = true
	r.Rounds = now.log(h, gm.Link, len(h.Steps), 1)
	r.Steps, r.RoundLinks = c.steps(h, n), roundLinks(h)
	r.Chart = c.chart(h, n)
	return r
}

// neighbours of n in an ascending list, -1 if there is none.
func neighbours(list []int, n int) (before, after int) {
	before, after = -1, -1
	for _, m := range list {
		switch {
		case m < n:
			before = m
		case m > n && after < 0:
			after = m
		}
	}
	return before, after
}

// steps are the links to the positions around position n.
func (t *Localizer) steps(h *view.History, n int) (out []StepLink) {
	roundBack, roundOn := neighbours(h.Rounds(), n)
	turnBack, turnOn := neighbours(append([]int{0}, h.Turns()...), n)
	other := func(m int) int {
		if m < 0 || m > h.Len() || m == n {
			return -1
		}
		return m
	}
	for _, l := range []StepLink{
		{ID: "first", N: other(0)}, {ID: "round_back", N: roundBack}, {ID: "turn_back", N: turnBack}, {ID: "back", N: other(n - 1)},
		{ID: "on", N: other(n + 1)}, {ID: "turn_on", N: turnOn}, {ID: "round_on", N: roundOn}, {ID: "last", N: other(h.Len())},
	} {
		l.Label = t.T("page.step." + l.ID)
		out = append(out, l)
	}
	return out
}

// roundLinks lead to the beginnings of the rounds, except those that a correction went past.
func roundLinks(h *view.History) (out []StepLink) {
	rounds := h.Rounds()
	for k, n := range rounds {
		if k+1 == len(rounds) || rounds[k+1] > n {
			out = append(out, StepLink{N: n, ID: strconv.Itoa(k + 1)})
		}
	}
	return out
}
