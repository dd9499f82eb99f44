package page

import (
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"ruhr/internal/game"
	"ruhr/rules"
	"ruhr/view"
)

// Headline is what stands above everything: where the game is, who is asked for
// what and why, and what else counts this round.
type Headline struct {
	Where    template.HTML // the round and the phase
	Round    template.HTML // the round and its year
	Who      *SeatName     // the seat that is asked, nil for none
	Head     template.HTML
	Because  template.HTML // why it is that seat's turn
	Waiting  template.HTML // for whom the others wait
	Thinks   int           // ms that a computer player thinks at most, 0 where that is hardly seen
	Warnings []Warning
	TabTitle string        // title of the browser's tab, "" for the page's own
	Trouble  template.HTML // why the table cannot go on, or ""
}

// Status is where the game is: the round and its phases.
type Status struct {
	Where, Round template.HTML
	Phases       []Phase
}

// Status is the part of the headline that all viewers share.
func (t *Table) Status() Status { return Status{t.Where, t.Round, t.Phases} }

// Warning is something that changes what can be done, for example in this round.
type Warning struct {
	Text template.HTML
	Rule string // "" for none
}

// headline says what a table waits for, for a viewer. It speaks to one who has a single seat.
// For whom it waits is of now, not of the log number: holidays and quiet hours begin and end.
func (s *Shared) headline(now *game.Snapshot, you game.You) (h Headline) {
	p, asked, words := &s.Pos, s.snap.ToAct, s.Localizer
	if len(you.Seats) == 1 {
		words = words.To(you.Seats[0])
	}
	said := words.Printer.Headline(p, func(int) bool { return false }) // the person who acts is told what to do instead
	h.Where = said.Phase.HTML
	h.Round = s.T("page.table.round", "round", p.Round, "year", s.Printer.Year(p.Year))
	if asked >= 0 && !s.Over {
		h.Who = &SeatName{s.Names[asked], s.Signs[asked]}
	}
	box := s.boxHead(you)
	switch {
	case s.snap.Frozen != nil:
		h.Head, h.Trouble = s.T("page.table.frozen"), s.FrozenText(s.snap.Frozen)
		if s.snap.Frozen.Key == game.FrozenAlong {
			h.Head = s.T("page.table.along")
		}
		return h
	case s.Over:
		h.Head, h.TabTitle = words.winners(view.SheetOf(s.snap.Game, &s.snap.State)), s.tabTitle("page.table.over")
		return h
	case box != "":
		h.Head, h.Who = box, nil
	case you.Confirm && s.snap.Turn.Reveals:
		h.Head = words.T("page.table.ask_reveal", "seat", view.SeatRef(you.Seat))
	case you.Confirm:
		h.Head = words.T("page.table.ask_confirm", "seat", view.SeatRef(you.Seat))
	case you.Act:
		h.Head = s.asks(said.What.HTML)
	case asked >= 0 && (asked != p.Decider || s.snap.Turn.Waiting):
		h.Head = s.T("page.table.waits_confirm", "seat", view.SeatRef(asked))
	default:
		h.Head = s.tint(said.Turn.HTML)
	}
	if you.Asked() {
		h.TabTitle = s.tabTitle("page.table.your_turn")
	}
	if asked >= 0 && asked == p.Decider && !you.Confirm && !s.snap.Turn.Waiting {
		h.Because = s.tint(said.Because.HTML)
	}
	h.Waiting = s.waiting(now, asked)
	if thinksLong(now) {
		h.Thinks = int(now.Thinks.Milliseconds())
	}
	h.Warnings = s.warnings(s.waterOnCoal())
	if you.Confirm && s.table != nil && s.table.Full {
		h.Warnings = append(h.Warnings, Warning{Text: s.T("page.refused.full_log", "value", game.MaxLog)})
	}
	return h
}

// asks says what the seat that is asked can do; general is what may be done at such a
// decision.
func (s *Shared) asks(general template.HTML) template.HTML {
	groups, _ := s.groups()
	has := func(ids ...string) bool {
		return slices.ContainsFunc(groups, func(g ChoiceGroup) bool { return slices.Contains(ids, g.ID) })
	}
	switch {
	case s.noneRefused(groups) != nil:
		return s.T("page.table.need_option")
	case s.Pos.Decision == "buy" && !has("shift", "repay") && has("lock", "city", "depot", "port", "any"):
		return s.T("page.table.only_buy")
	}
	return s.tint(general)
}

// tabTitle is what a browser's tab says of the table, by its key.
func (s *Shared) tabTitle(key string) string {
	title := s.Plain(key)
	if s.Named != "" {
		title += " · " + s.Named
	}
	return title + " · Ruhr"
}

// FrozenText says why a table cannot go on.
func (t *Localizer) FrozenText(f *game.Frozen) template.HTML {
	return t.T("page.refused."+strings.TrimPrefix(f.Key, "table."), "n", int(f.N))
}

// thinksLong reports whether a table waits for a computer player so long that
// it is worth saying.
func thinksLong(now *game.Snapshot) bool { return now.Thinks >= time.Second }

// waiting says for whom the table waits, "" if for nobody.
func (s *Shared) waiting(now *game.Snapshot, asked int) template.HTML {
	switch {
	case asked < 0:
		return ""
	case thinksLong(now):
		return s.T("page.table.wait_most", "seat", view.SeatRef(asked), "n", int(math.Ceil(now.Thinks.Seconds())))
	case now.Seats[asked].Level != "":
		return s.T("page.table.wait_bot", "seat", view.SeatRef(asked))
	case now.Seats[asked].Kept:
		return s.T("page.table.wait_kept", "seat", view.SeatRef(asked))
	case now.Seats[asked].Kind == game.Open:
		return s.T("page.table.wait_open")
	case now.Clocks == nil:
	case !now.Clocks[asked].Away.IsZero():
		return s.T("page.table.wait_away", "seat", view.SeatRef(asked), "day", s.Printer.Date(now.Clocks[asked].Away))
	case now.Clocks[asked].Rests:
		return s.T("page.table.wait_quiet", "seat", view.SeatRef(asked))
	}
	return s.T("page.table.wait_person", "seat", view.SeatRef(asked))
}

// waterOnCoal is how this round's marker changed the dice on the coal wharves (WATER-3).
func (s *Shared) waterOnCoal() (n int) {
	if s.history == nil || !s.Pos.PilotBanned {
		return 0
	}
	for _, step := range slices.Backward(s.history.Steps) {
		for _, f := range slices.Backward(step.Facts) {
			switch {
			case f.Kind == rules.FMarker:
				n = s.snap.Game.Board().Markers[f.A].Coal
			case f.Kind == rules.FRound && int(f.A) <= s.Pos.Round:
				return n
			case f.Kind == rules.FRound: // a later one, of a position that is passed through
				n = 0
			}
		}
	}
	return n
}

// warnings say what high or low water and the round's event changed, as long as it counts;
// coal is how the dice on the coal wharves changed.
func (c *Context) warnings(coal int) (out []Warning) {
	switch {
	case !c.Pos.PilotBanned || c.Pos.Phase > 4:
	case coal == 0:
		out = append(out, Warning{c.T("page.warn.pilot"), "WATER-3"})
	default:
		out = append(out, Warning{c.T("page.warn.pilot_coal", "n", coal), "WATER-3"})
	}
	if c.Pos.Duty && c.Pos.Phase <= 6 {
		out = append(out, Warning{c.T("page.warn.duty"), "WATER-4"})
	}
	for _, dearer := range []struct {
		event, rule string
		until       int // the phase
	}{{"options_dear", "EVENT-7", 3}, {"locks_dear", "EVENT-5", 6}} {
		if c.Pos.Phase <= dearer.until && slices.ContainsFunc(c.Pos.Years, func(y view.Year) bool {
			return y.Round == c.Pos.Round && slices.Contains(y.Events, dearer.event)
		}) {
			out = append(out, Warning{c.T("view.event." + dearer.event), dearer.rule})
		}
	}
	return out
}
