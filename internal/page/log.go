package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/lang/handbook"
	"ruhr/view"
)

// LogRound is a round of the log.
type LogRound struct {
	Round int
	Title template.HTML
	Year  string        // of the timeline
	Note  template.HTML // how the historical note on the year begins, "" where there is none
	Lines []LogLine
}

// LogLine is a line of the log; Link leads to its position.
type LogLine struct {
	Text      template.HTML
	Sign      int
	Phase     bool
	Tentative bool
	Rule      string
	Link      string
	Details   []template.HTML
}

// log is a history by rounds from a round on, the newest first, with what happened at the
// table besides the game where it did. Steps from number tentative on may still be taken
// back; link leads to the positions.
func (c *Context) log(h *view.History, link string, tentative, from int) []LogRound {
	var rounds []LogRound
	round := 0
	for i := range h.Steps {
		now := h.Steps[i].State.Round()
		if round > 0 && now < from {
			round = now
			continue
		}
		addBeside(rounds, c.beforeStep(i))
		corrected := round > 0 && round != now && h.Steps[i].RoundsBegun() == 0
		ordered := c.ordered(i)
		for _, e := range h.Events(i) {
			begins := e.Heading == 1 || round == 0 || corrected
			if begins && !corrected {
				round++
			} else if corrected { // by hand, to another round
				round, corrected = now, false
			}
			if round < from {
				continue
			}
			text, details := c.line(i, e)
			if ordered && e.Seat >= 0 {
				ordered = false
				text += ` <i>(` + c.T("pace.orders.done") + `)</i>`
			}
			if begins {
				rounds = append(rounds, LogRound{Round: round, Title: text})
				c.addNote(&rounds[len(rounds)-1])
				if e.Heading == 1 {
					continue
				}
			}
			line := LogLine{Text: text, Details: details, Sign: -1, Phase: e.Heading == 2, Tentative: i >= tentative, Rule: e.Rule,
				Link: positionAt(link, i)}
			if e.Seat >= 0 {
				line.Sign = c.Signs[e.Seat]
			}
			r := &rounds[len(rounds)-1]
			r.Lines = append(r.Lines, line)
		}
	}
	addBeside(rounds, c.beforeStep(len(h.Steps)))
	slices.Reverse(rounds)
	return rounds
}

// maxBeside is the most lines between two decisions about what happened besides the game.
const maxBeside = 20

// addBeside adds lines about what happened besides the game to the last round, where there
// is one.
func addBeside(rounds []LogRound, texts []template.HTML) {
	if len(rounds) == 0 {
		return
	}
	r := &rounds[len(rounds)-1]
	for _, text := range texts {
		r.Lines = append(r.Lines, LogLine{Text: text, Sign: -1})
	}
}

// beforeStep is what happened besides the game between a step and the one before, of these
// kinds or, without any, of all: the last maxBeside lines.
func (c *Context) beforeStep(step int, kinds ...string) []template.HTML {
	if c.table == nil || step == 0 {
		return nil
	}
	texts := c.besides(c.number(step-1), c.number(step), kinds...)
	return texts[max(0, len(texts)-maxBeside):]
}

// ordered reports whether a standing order made the decision of a step, which its
// first event about a seat tells.
func (c *Context) ordered(step int) bool {
	return c.table != nil && step > 0 && step <= len(c.table.Steps) && c.table.Steps[step-1].Ordered
}

// addNote adds what the historical notes say of a round's year.
func (c *Context) addNote(r *LogRound) {
	i := slices.IndexFunc(c.Pos.Years, func(y view.Year) bool { return y.Round == r.Round })
	notes, err := handbook.History(c.Printer.Lang())
	if i < 0 || err != nil {
		return
	}
	r.Year = fmt.Sprint(c.Pos.Years[i].Year)
	if note, ok := notes.Note(r.Year); ok {
		r.Note = note.Opening()
	}
}

// Rounds is the last round in the log, 0 for an empty one.
func (s *Shared) Rounds() int {
	if s.history == nil || len(s.history.Steps) == 0 {
		return 0
	}
	return s.history.Steps[len(s.history.Steps)-1].State.Round()
}

// Log is the log from a round on, the newest round first.
func (s *Shared) Log(from int) []LogRound {
	if s.history == nil {
		return nil
	}
	return s.log(s.history, "/t/"+s.ID+"/replay", firstTentative(s.snap, s.history), from)
}

// besides is what happened at the table besides the game after one log number and up to
// another, of these kinds or, without any, of all.
func (c *Context) besides(after, to int64, kinds ...string) (out []template.HTML) {
	first, _ := slices.BinarySearchFunc(c.table.Events, after+1, func(e game.Event, n int64) int { return cmp.Compare(e.N, n) })
	for _, e := range c.table.Events[first:] {
		if e.N > to {
			break
		}
		if e.Kind == game.EventUndo && e.Text == "" || len(kinds) > 0 && !slices.Contains(kinds, e.Kind) {
			continue
		}
		var text any = e.Text
		key := "page.event." + e.Kind
		switch e.Kind {
		case game.EventGive, game.EventLevel, game.EventFill, game.EventTimeout, game.EventResign, game.EventReplace:
			text = c.levelText(e.Text)
			if e.Kind == game.EventReplace && e.To < 0 {
				key = "page.event.replace_owner"
			}
		case game.EventRemove:
			if e.To >= 0 && e.To != e.Seat {
				key = "page.event.freed"
			}
		case game.EventName:
			if e.Text == "" {
				key = "page.event.unnamed"
			}
		case game.EventAway:
			if until, err := time.Parse(time.RFC3339, e.Text); err == nil {
				text = c.Printer.Date(until)
			} else {
				key = "page.event.back"
			}
		}
		out = append(out, c.at(e.N).T(key, "seat", view.SeatRef(max(e.Seat, 0)), "text", text, "other", view.SeatRef(max(e.To, 0))))
	}
	return out
}
