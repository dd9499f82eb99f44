package page

import (
	"html/template"
	"slices"
	"strings"

	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// Note is a hint on the current choices: their later cost, what is missing and
// why, what is about to be lost.
type Note struct {
	Text template.HTML
	Rule string
}

// notes returns the notes on the viewer's choices.
func (s *Shared) notes(you game.You) (out []Note) {
	if !s.mayChoose(you) {
		return nil
	}
	groups, _ := s.groups()
	me := &s.Pos.Seats[you.Seat]
	add := func(rule, key string, args ...any) { out = append(out, Note{s.T(key, args...), rule}) }
	if s.table != nil && s.table.Full {
		add("", "page.refused.full_log", "value", game.MaxLog)
	}
	if no := s.noneRefused(groups); no != nil {
		out = append(out, Note{s.Printer.H("page.note.required", "why", lang.Text{HTML: s.tint(no.Why.HTML)}), no.Rule})
	}
	if owes(groups) {
		add("DEBT-1", "page.note.debt")
	}
	if s.Pos.Decision == "buy" {
		if !slices.ContainsFunc(groups, func(g ChoiceGroup) bool { return g.ID != waysOut }) {
			add("BUY-1", "page.note.nothing")
		}
		if me.Supply == 0 {
			add("BUY-12", "page.note.supply")
		}
		if me.Thaler > maxKept {
			add("EXP-2", "page.note.cap", "n", me.Thaler-maxKept)
		}
	}
	if !slices.Contains([]string{"option", "start", "sell"}, s.Pos.Decision) {
		return out // nothing that is chosen now leads to a token
	}
	for missing, key := range []string{"page.note.last_full", "page.note.last"} {
		for seat, markers := range s.rivals(you.Seat, missing) {
			if len(markers) > 0 {
				add("PROG-2", key, "seat", view.SeatRef(seat), "markers", markers)
			}
		}
	}
	return out
}

// maxKept is the most Thaler a seat keeps at the end of a round (EXP-2).
const maxKept = 10

// owes reports whether a choice takes a debt.
func owes(groups []ChoiceGroup) bool {
	return slices.ContainsFunc(groups, func(g ChoiceGroup) bool {
		return slices.ContainsFunc(g.Cards, func(c Card) bool { return c.Owes })
	})
}

// noneRefused explains why declining all options is not allowed at a decision
// about options; nil if it is allowed.
func (s *Shared) noneRefused(groups []ChoiceGroup) *lang.Refused {
	if !slices.ContainsFunc(groups, func(g ChoiceGroup) bool { return g.ID == "option" }) {
		return nil
	}
	none := view.Target{Kind: "option", ID: rules.NoOption.String()}
	actions := view.ActionsAt(s.snap.Game, &s.snap.State, none)
	if len(actions) == 0 {
		return nil
	}
	no := view.WhyNot(s.snap.Game, &s.snap.State, actions[0])
	if no == nil {
		return nil
	}
	said := s.Printer.Refusal(no)
	return &said
}

// rivals lists, by seat, the limited progress markers that the viewer could
// still earn but of which that seat gets the last copy with so many more tokens
// (PROG-2).
func (c *Context) rivals(seat, missing int) [][]view.Thing {
	open := func(k int, id string, least, most int) bool {
		return slices.ContainsFunc(c.Pos.Seats[k].Progress, func(p view.Progress) bool {
			return p.ID == id && p.State == "open" && least <= p.Missing && p.Missing <= most
		})
	}
	out := make([][]view.Thing, len(c.Pos.Seats))
	for _, copies := range c.Pos.Limited {
		for k := range c.Pos.Seats {
			if copies.Left == 1 && k != seat && open(k, copies.ID, missing, missing) && open(seat, copies.ID, 0, lastChance) {
				out[k] = append(out[k], view.ProgressThing(copies.ID))
			}
		}
	}
	return out
}

// lastChance is the most tokens that may be missing for a last copy to count as
// within reach.
const lastChance = 2

// arrowDice lists the dice on the arrow boxes, which transport can bring.
func (c *Context) arrowDice() string {
	t := &c.Pos.Track
	w := chips{c: c}
	stage := &t.Stages[t.Stage]
	for _, column := range stage.Columns {
		if box := column.Boxes[stage.Arrow]; box.Value > 0 {
			w.WriteString(cube(box.Colour, box.Value))
		}
	}
	return strings.TrimSpace(w.String())
}
