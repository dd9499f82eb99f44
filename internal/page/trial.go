package page

import (
	"html/template"
	"strconv"
	"strings"

	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Trial is a position at which actions are tried. No table knows of them: they are in the
// address.
type Trial struct {
	*Localizer
	Link         string // of the position as it was before anything was tried
	From         int    // decisions before it
	Tried        string // what was tried, as the address has it
	Where, Head  template.HTML
	Map          MapLayers
	Seats        []Seat
	Groups       []ChoiceGroup
	Faces        []TrialFace     // what chance may decide, where it does
	Steps        []template.HTML // what was tried last, in words
	Back         string          // the address without the last thing tried, "" if nothing was tried
	You          int             // the seat whose plan it is
	Over, Closed bool            // the game is over; nothing more is to be chosen

	c *Context
}

// TrialFace is something that chance may decide.
type TrialFace struct {
	Value string // as the address has it
	Name  template.HTML
	Left  int
}

// SendsTo is where choices are sent.
func (t *Trial) SendsTo() string {
	to, _, _ := strings.Cut(t.Link, "?")
	return to
}

// MayTry reports whether the viewer may try what the table may come to.
func (t *Table) MayTry() bool { return t.snap.MayTry() }

// NewTrial is the page of a game's history whose decisions after the first n were tried for
// a seat, by the words of the address. Nothing is chosen any more if it is closed.
func NewTrial(l *Localizer, gm *Game, n int, tried []string, seat int, closed bool) *Trial {
	h := gm.History
	c, _ := gm.context(l, h.Len())
	t := &Trial{Localizer: c.Localizer, Link: gm.Link, From: n, Tried: strings.Join(tried, game.TrialSeparator), You: seat, Over: c.Pos.Over, Closed: closed || c.Pos.Over, c: c}
	v := draw.MapView{Pos: &c.Pos, Signs: gm.Signs, Countries: h.Countries(h.Len())}
	t.Map = mapLayers(&v, c.Localizer)
	head := c.Printer.Headline(&c.Pos, func(int) bool { return false })
	t.Where, t.Head = c.where(), c.tint(head.Turn.HTML)
	t.Seats = c.seats()
	t.Seats[shownSeat(nil, c.Pos.Decider)].Shown = true
	if len(tried) > 0 {
		t.Back = TrialAt(t.Link, tried[:len(tried)-1])
		t.Map.Last = v.LastMoves(h.Events(h.Len()))
	}
	for k := n + 1; k <= h.Len(); k++ {
		t.Steps = append(t.Steps, c.triedStep(h, k)...)
	}
	t.Steps = t.Steps[max(0, len(t.Steps)-maxLately):]
	now := h.After(h.Len())
	switch {
	case t.Closed:
	case record.Waits(now):
		t.Faces = c.trialFaces(h.Rules, now)
	default:
		choices := view.Choices(h.Rules, h.Codec, now)
		t.Groups = c.choices(choices)
		t.Map.Targets = v.Targets(choices) + v.Extras(choices, figure)
	}
	return t
}

// triedStep is what a decision that was tried is called, and what chance decided then.
func (c *Context) triedStep(h *view.History, k int) (out []template.HTML) {
	for _, e := range h.Events(k) {
		text, _ := c.line(k, e)
		out = append(out, text)
	}
	return out
}

// trialFaces are what chance may decide at a position.
func (c *Context) trialFaces(g *rules.Game, s *rules.State) (out []TrialFace) {
	for _, f := range record.Faces(g, s) {
		if f.Left > 0 {
			out = append(out, TrialFace{game.TrialMark + strconv.Itoa(f.Number), c.face(f.ID).Name, f.Left})
		}
	}
	return out
}

// TrialAt is the address of a position with what was tried from there.
func TrialAt(link string, tried []string) string {
	if len(tried) == 0 {
		return link
	}
	join := "?"
	if strings.Contains(link, "?") {
		join = "&"
	}
	return link + join + "try=" + strings.Join(tried, game.TrialSeparator)
}

// Offered are the groups of choices that do not end the turn, as at a table.
func (t *Trial) Offered() []ChoiceGroup { return (&Table{Groups: t.Groups}).Offered() }

// WaysOut are the choices that end the turn.
func (t *Trial) WaysOut() []Card { return (&Table{Groups: t.Groups}).WaysOut() }

// Badge is none: nothing is advised.
func (t *Trial) Badge(int) int { return 0 }

// Own is the seat whose board is shown.
func (t *Trial) Own() Seat { return t.Seats[t.You] }
