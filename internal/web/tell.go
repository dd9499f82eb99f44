package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"sync"

	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// tales keeps the histories of the tables that were asked for last, so that
// every open page of a table is told the same one walk through the rules.
type tales struct {
	mu   sync.Mutex
	kept map[string]tale
}

type tale struct {
	n int64 // the log number it goes up to
	h *view.History
}

// maxTales bounds how many histories are kept.
const maxTales = 64

func newTales() *tales { return &tales{kept: map[string]tale{}} }

// of is the history of a table up to a snapshot; nil of one that is frozen.
func (t *tales) of(snap *table.Snapshot) (*view.History, error) {
	t.mu.Lock()
	k, ok := t.kept[snap.ID]
	t.mu.Unlock()
	if ok && k.n == snap.N {
		return k.h, nil
	}
	if snap.Frozen != nil {
		return nil, nil
	}
	h, err := historyOf(snap)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept) >= maxTales {
		clear(t.kept)
	}
	t.kept[snap.ID] = tale{snap.N, h}
	return h, nil
}

// historyOf walks a snapshot's decisions through the rules again, with the
// outcomes of chance that its facts tell.
func historyOf(snap *table.Snapshot) (*view.History, error) {
	g := snap.Game
	start := g.Start(startSeat(g, snap))
	h := &view.History{Game: g, Codec: snap.Codec}
	if err := settle(g, &start, snap.Opening); err != nil {
		return nil, err
	}
	h.Steps = append(h.Steps, view.Moment{Seat: -1, Action: -1, Round: 1, Phase: 1, Events: view.Events(g, nil, snap.Opening), State: start})
	s, turn := start, 0
	for i, step := range snap.Steps {
		before := s
		if err := g.Apply(&s, step.Action); err != nil {
			return nil, fmt.Errorf("decision %d: %w", i, err)
		}
		if err := settle(g, &s, step.Facts); err != nil {
			return nil, fmt.Errorf("decision %d: %w", i, err)
		}
		last := &h.Steps[i]
		if last.Seat != step.Seat || last.Phase != int(step.Phase) || last.Round != step.Round {
			turn++
		}
		h.Steps = append(h.Steps, view.Moment{N: i + 1, Seat: step.Seat, Action: int(step.Action), Round: step.Round, Phase: int(step.Phase),
			Turn: turn, Forced: step.Auto, Events: view.Events(g, &view.Decided{Before: &before, Action: step.Action}, step.Facts), State: s})
	}
	return h, nil
}

// startSeat is who was drawn to begin: the first of the first phase's order.
func startSeat(g *rules.Game, snap *table.Snapshot) int {
	for _, f := range snap.Opening {
		if f.Kind == rules.FPhase {
			return int(uint16(f.B) & 3)
		}
	}
	return 0
}

// settle hands in the outcomes of chance that the facts tell.
func settle(g *rules.Game, s *rules.State, facts []rules.Fact) error {
	for _, f := range facts {
		switch {
		case f.Kind == rules.FMarker && s.Decision() == rules.DrawMarker:
			if err := g.Draw(s, int(f.A)); err != nil {
				return err
			}
		case f.Kind == rules.FCountry && s.Decision() == rules.RevealCountry:
			if err := g.Reveal(s, int(f.A)); err != nil {
				return err
			}
		}
	}
	return nil
}

// logRound is a round of the log.
type logRound struct {
	Round int
	Title template.HTML
	Lines []logLine
}

// logLine is a line of the log; Link leads to its position.
type logLine struct {
	Text      template.HTML
	Sign      int
	Phase     bool
	Tentative bool
	Rule      string
	Link      string
	Details   []template.HTML
}

// tell fills the log, the newest round first, the marks of the last moves, and
// what the band has to tell: to who is asked what happened since the last
// decision, to who is not what happened lately, at the end the chart of it all.
func (v *tableView) tell(h *view.History) {
	if h == nil {
		return
	}
	open := len(h.Steps)
	if v.Snap.Turn.Seat >= 0 {
		open = v.Snap.Turn.From + 1
	}
	v.Rounds = v.logOf(h, fmt.Sprintf("/t/%s/replay", v.ID), open)
	v.interject()
	since := v.lastOwn(h)
	v.Last = v.sight.lastMoves(h.Steps[since:])
	switch {
	case v.Over:
		v.Chart = v.chart(h, h.Len())
		return
	case !v.You.Asked():
		v.Lately = v.lately(h.Steps, maxLately)
		return
	case len(v.Groups) == 0 && v.Snap.Turn.Seat >= 0: // only to hand over: what that is
		v.Lately = v.lately(h.Steps[open:], math.MaxInt)
	}
	if !v.moved(h) {
		return
	}
	for i := since; i < len(h.Steps); i++ {
		for _, e := range h.Steps[i].Events {
			if e.Heading == 0 {
				v.Recap = append(v.Recap, v.tint(v.Line(e).HTML))
			}
		}
	}
}

// moved says whether the one who is asked has taken a decision before.
func (v *tableView) moved(h *view.History) bool {
	return slices.ContainsFunc(h.Steps, func(m view.Moment) bool { return m.Seat == v.You.Seat && !m.Forced })
}

// lastOwn is the first step after the viewer's own last decision; one who has
// none sees the last turn of anybody.
func (v *tableView) lastOwn(h *view.History) int {
	for i := len(h.Steps) - 1; i > 0; i-- {
		if v.You.Asked() && h.Steps[i].Seat == v.You.Seat && !h.Steps[i].Forced {
			return i + 1
		}
		if !v.You.Asked() && h.Steps[i].Turn != h.Steps[len(h.Steps)-1].Turn {
			return i + 1
		}
	}
	return min(1, len(h.Steps)-1)
}

// logOf tells a history by rounds, the newest first. Steps from number open on
// are tentative.
func (sc *scenery) logOf(h *view.History, link string, open int) []logRound {
	var rounds []logRound
	for i := range h.Steps {
		step := &h.Steps[i]
		for _, e := range step.Events {
			said := sc.Line(e)
			if e.Heading == 1 || len(rounds) == 0 {
				rounds = append(rounds, logRound{Round: len(rounds) + 1, Title: said.HTML})
				if e.Heading == 1 {
					continue
				}
			}
			line := logLine{Text: sc.tint(said.HTML), Details: sc.tintAll(said.Details), Sign: -1, Phase: e.Heading == 2, Tentative: i >= open, Rule: e.Rule,
				Link: fmt.Sprintf("%s?n=%d", link, i)}
			if e.Seat >= 0 {
				line.Sign = sc.Signs[e.Seat]
			}
			r := &rounds[len(rounds)-1]
			r.Lines = append(r.Lines, line)
		}
	}
	for i, j := 0, len(rounds)-1; i < j; i, j = i+1, j-1 {
		rounds[i], rounds[j] = rounds[j], rounds[i]
	}
	return rounds
}

// interject adds what happened at the table besides the game to the newest
// round of the log.
func (v *tableView) interject() {
	if len(v.Rounds) == 0 {
		return
	}
	for _, e := range v.Snap.Events {
		if e.Kind == table.EventUndo || e.N < v.Snap.N-20 {
			continue
		}
		args := []any{"seat", view.Who(max(e.Seat, 0)), "text", e.Text}
		if e.Kind == table.EventGive || e.Kind == table.EventLevel {
			args[3] = lang.Text{Plain: e.Text, HTML: v.Level(e.Text)}
		}
		line := logLine{Text: v.T("page.event."+e.Kind, args...), Sign: -1}
		v.Rounds[0].Lines = append(v.Rounds[0].Lines, line)
	}
}
