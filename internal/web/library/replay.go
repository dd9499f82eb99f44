package library

import (
	"net/http"
	"strconv"

	"ruhr/bot/analysis"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
)

// replayPage shows a game at any of its positions.
type replayPage struct {
	*page.Localizer
	kernel.Base
	*templates.Replay
}

// playOnAt is where a new table is started from a position, "" where none can be: at the
// end, and from a running table, whose deal is secret. A record of a running game has none.
func playOnAt(gm *page.Game, p *page.Replay) string {
	if p.Finished && p.At == p.Len || !p.Finished && p.Table != "" {
		return ""
	}
	return gm.PlayOn
}

// considered returns what a computer player considered at a decision (from 0).
type considered func(decision int) (analysis.Analysis, error)

// notConsidered is used for opened records, which have no such data.
func notConsidered(int) (analysis.Analysis, error) { return analysis.Analysis{}, nil }

// Replay shows a game at the position in the address, by default the last.
func (s *Library) Replay(w http.ResponseWriter, r *http.Request, gm *page.Game, of considered) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		n = gm.History.Len()
	}
	n = min(max(n, 0), gm.History.Len())
	var reasons analysis.Analysis
	if n > 0 {
		if reasons, err = of(n - 1); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	b := s.NewBase(r, "table", "page.replay.title")
	b.Styles = []string{"css/map.css", "css/table.css"}
	b.MapImage = s.Shown(gm.History.Rules.Board(), b.Localizer, b.Set)
	b.Scripts = append(b.Scripts, "js/replay.js")
	b.Preload = []string{"js/page.js", "js/morph.js", "js/motion.js", "js/facts.js", "js/map.js"}
	p := page.NewReplay(b.Localizer, gm, n, reasons)
	if seat, err := strconv.Atoi(r.URL.Query().Get("seat")); err == nil {
		p.ShowBoard(seat)
	}
	shown := &templates.Replay{Replay: p, PlayOn: playOnAt(gm, p), Levels: s.Levels, Proposed: gm.Level, Render: s.Region}
	if gm.Day != "" {
		shown.Lists, shown.Day = gm.Link+"/day", gm.Day
	}
	s.Show(w, r, http.StatusOK, "replay", &replayPage{p.Localizer, b, shown})
}
