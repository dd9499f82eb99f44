package web

import (
	"context"
	"errors"
	"html/template"
	"math"
	"net/http"
	"slices"
	"time"

	"ruhr/bot"
	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/view"
)

// hintWait is how long a hint may wait for its turn to be thought about.
const hintWait = 10 * time.Second

const (
	mostHints = 3   // choices that are shown, two at least
	fewTries  = 15  // with fewer playouts the figures would say nothing
	manyTries = 400 // with fewer the share of wins is told in steps of five
)

// hintView is the advice on a decision.
type hintView struct {
	Lines []hintLine
	Note  template.HTML // what the figures mean; empty where there are none
}

// hintLine is a choice that is advised, the best first.
type hintLine struct {
	Rank, Action int
	Name         template.HTML
	Group, Short template.HTML // in brief; Group is empty where it says nothing
	Says         template.HTML
}

// hint thinks about the decision of whoever asks.
func (s *server) hint(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), hintWait)
	defer cancel()
	snap, err := s.service.Hint(ctx, c.id, c.who, c.at, c.key)
	if errors.Is(err, context.Canceled) {
		return // the reader has gone
	}
	if err == nil && snap.N == c.at {
		r.Header.Del("X-Stream") // nothing new is in the log, so no stream brings it
	}
	s.answer(w, r, c, snap, err)
}

// MayAsk says whether to offer advice.
func (v *tableView) MayAsk() bool {
	return v.You.MayAsk && v.You.Advice == nil && len(v.Groups) > 0
}

// Company says whether other people sit at the table, who will see that advice
// was asked for.
func (v *tableView) Company() bool {
	for k, seat := range v.Snap.Seats {
		if seat.Kind != table.Bot && !slices.Contains(v.You.Seats, k) {
			return true
		}
	}
	return false
}

// Hints is the advice that the viewer asked for, nil for none; it is put into
// words once, though every card asks for it.
func (v *tableView) Hints() *hintView {
	if v.advice == nil {
		v.advice = v.adviceInWords()
	}
	return v.advice
}

func (v *tableView) adviceInWords() *hintView {
	if len(v.You.Advice) == 0 || len(v.Groups) == 0 {
		return nil
	}
	out, playouts := &hintView{}, 0
	told := figuresOf(v.You.Advice)
	for _, c := range v.You.Advice {
		playouts += c.Playouts
		l := v.named(int(c.Action))
		if n := len(out.Lines); l == nil || n >= mostHints || n >= 2 && told.rare(c) {
			continue
		}
		l.Rank = len(out.Lines) + 1
		l.Says = v.expected(c, v.You.Seat, told, "page.hint.")
		out.Lines = append(out.Lines, *l)
	}
	out.Note = v.explained(told, "page.hint.note", playouts)
	return out
}

// figures say how far what was considered can be told in figures.
type figures struct {
	sure bool // it was worked out instead of tried
	few  bool // even the best was tried too rarely
}

// figuresOf looks at what was considered, the best first.
func figuresOf(list []bot.Considered) figures {
	for _, c := range list {
		if c.Playouts > 1 || c.Low != c.High {
			return figures{few: list[0].Playouts < fewTries}
		}
	}
	return figures{sure: true}
}

// rare says whether a choice was tried too rarely for figures.
func (f figures) rare(c bot.Considered) bool { return c.Playouts < fewTries && !f.sure }

// explained says what the figures mean; noteKey is of those that were tried.
func (sc *scenery) explained(told figures, noteKey string, playouts int) template.HTML {
	switch {
	case told.sure:
		return sc.T("page.hint.sure")
	case told.few:
		return "" // there are none
	}
	return sc.T(noteKey, "n", playouts)
}

// expected puts what is expected of a choice for a seat into words; how it ends
// for sure is told by the catalogue's keys that begin with sureKeys.
func (sc *scenery) expected(c bot.Considered, seat int, told figures, sureKeys string) template.HTML {
	switch {
	case told.few:
		return sc.T("page.hint.few")
	case told.rare(c):
		return sc.T("page.hint.rare")
	}
	round := func(x float64) int { return int(math.Round(x)) }
	vp, low, high, win := c.VP[seat], c.Low[seat], c.High[seat], c.Win[seat]
	if told.sure {
		key := "lose"
		switch {
		case win == 1:
			key = "win"
		case win > 0:
			key = "share"
		}
		return sc.T(sureKeys+key, "vp", round(vp))
	}
	share := round(100 * win)
	if c.Playouts < manyTries {
		share = 5 * round(20*win)
	}
	share = min(max(share, 1), 99) // nothing that was tried out is certain
	return sc.T("page.hint.line", "vp", round(vp), "low", round(low), "high", round(high), "win", share)
}

// named begins the line of a choice with what it is called on its card; nil
// where there is none.
func (v *tableView) named(action int) *hintLine {
	for _, g := range v.Groups {
		for _, c := range g.Cards {
			if c.Action != action {
				continue
			}
			l := &hintLine{Action: action, Name: c.Name, Short: c.Short}
			if c.Short != c.Name && len(v.Groups) > 1 {
				l.Group = g.Title
			}
			return l
		}
	}
	return nil
}

// Badge is the place of a choice in the advice, 0 for none.
func (v *tableView) Badge(action int) int {
	if h := v.Hints(); h != nil {
		for _, l := range h.Lines {
			if l.Action == action {
				return l.Rank
			}
		}
	}
	return 0
}

// sayHint is what is read aloud of advice that was given after a log number;
// at the same number it was thought up anew.
func (v *tableView) sayHint(after int64) []template.HTML {
	h := v.Hints()
	if h == nil {
		return nil
	}
	for _, e := range v.Snap.Events {
		if e.Kind == table.EventHint && e.N > after || after >= v.N {
			out := []template.HTML{v.T("page.hint.title")}
			for _, l := range h.Lines {
				out = append(out, v.H("page.hint.said", "n", l.Rank, "choice", lang.Text{HTML: l.Name}, "figures", lang.Text{HTML: l.Says}))
			}
			if h.Note != "" {
				out = append(out, h.Note)
			}
			return out
		}
	}
	return nil
}

// Advised says at the end who asked for advice, and how often; "" where nobody
// did.
func (v *tableView) Advised() template.HTML {
	var parts []template.HTML
	for k, n := range v.Snap.Asked {
		if n > 0 {
			parts = append(parts, v.T("page.hint.times", "seat", view.Who(k), "n", n))
		}
	}
	if parts == nil {
		return ""
	}
	return v.H("page.hint.used", "who", lang.Text{HTML: v.list(parts)})
}
