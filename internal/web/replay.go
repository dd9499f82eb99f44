package web

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// replayPage shows a game at any of its positions.
type replayPage struct {
	*page.Localizer
	base
	*page.Replay
	Levels []string // levels of computer players to play on against

	server *server
}

// SeatRegion renders a region of a seat.
func (p *replayPage) SeatRegion(name string, seat page.Seat) (template.HTML, error) {
	html, err := p.server.region(name, seatPart{place: p.place(), P: p, V: seat})
	return template.HTML(html), err
}

// LogRegion renders the rounds of the log.
func (p *replayPage) LogRegion() (template.HTML, error) {
	var out strings.Builder
	for i, round := range p.Rounds {
		html, err := p.server.region("round", logRound{p.place(), round, i == 0})
		if err != nil {
			return "", err
		}
		out.WriteString(html)
	}
	return template.HTML(out.String()), nil
}

// place keeps nothing: another position is asked for each time.
func (p *replayPage) place() place { return place{Localizer: p.Localizer, server: p.server} }

// MayPlayOn reports whether a new table can start from this position. That needs
// a finished game at a table: the deal of a running one is secret.
func (p *replayPage) MayPlayOn() bool { return p.Table != "" && p.Finished && p.At < p.Len }

// considered returns what a computer player considered at a decision (from 0).
type considered func(decision int) (table.Reasons, error)

// notConsidered is used for opened records, which have no such data.
func notConsidered(int) (table.Reasons, error) { return table.Reasons{}, nil }

func (s *server) replayTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		id := r.PathValue("id")
		s.replay(w, r, gm, func(n int) (table.Reasons, error) { return s.service.Considered(r.Context(), id, n) })
	}
}

// tableGame returns the game of a table; nil if it has already answered.
func (s *server) tableGame(w http.ResponseWriter, r *http.Request) *page.Game {
	id := r.PathValue("id")
	snap, err := s.position(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	if snap.Game == nil || snap.Frozen != nil {
		s.showTable(w, r, snap, nil)
		return nil
	}
	names, signs := page.SeatNames(snap)
	at := "/t/" + id
	return &page.Game{History: snap.History, Names: names, Signs: signs, Link: at + "/replay", Score: at + "/score", Record: at + "/record", Table: at}
}

// replay shows a game at the position in the address, by default the last.
func (s *server) replay(w http.ResponseWriter, r *http.Request, gm *page.Game, of considered) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		n = gm.History.Len()
	}
	n = min(max(n, 0), gm.History.Len())
	var reasons table.Reasons
	if n > 0 {
		if reasons, err = of(n - 1); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	b := s.newBase(r, "table", "page.replay.title")
	b.Styles = []string{"css/map.css", "css/table.css"}
	b.Valley = s.maps.shown(gm.History.Game.Board(), b.Localizer, b.Set)
	b.Scripts = []string{"js/replay.js"}
	b.Preload = []string{"js/page.js", "js/morph.js", "js/motion.js", "js/facts.js", "js/map.js"}
	p := page.NewReplay(b.Localizer, gm, n, reasons)
	if seat, err := strconv.Atoi(r.URL.Query().Get("seat")); err == nil {
		p.ShowBoard(seat)
	}
	s.show(w, r, http.StatusOK, "replay", &replayPage{p.Localizer, b, p, s.levels, s})
}
