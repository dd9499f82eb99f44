package web

import (
	"html/template"
	"net/http"
	"strconv"

	"ruhr/internal/table"
	"ruhr/view"
)

// replayView shows a game at any of its positions.
type replayView struct {
	scenery
	Link, Score string // addresses: of this game's positions, of its score sheet
	Record      string // of its record; "" for an opened one
	Table       string // of the table, "" for an opened record
	At, Len     int
	Over        bool
	Where       template.HTML
	Head        template.HTML
	Said        []template.HTML
	Thoughts    *thoughtView
	Steps       []stepLink
	Seats       []seatView
	Rounds      []logRound
	RoundLinks  []stepLink
	ViewBox     string
	Map, Spots  template.HTML
	Pieces      template.HTML
	Last        template.HTML
	Chart       template.HTML
	Players     []namedSeat
}

// stepLink leads to another position; N is -1 where there is none.
type stepLink struct {
	ID    string // first, round-back …, names the text and the key
	N     int
	Label template.HTML
}

// game is a finished or running game to look at.
type game struct {
	h                   *view.History
	names               []string
	signs               []int
	link, score, record string
	table               string
	considered          func(decision int) (table.Reasons, error) // nil for an opened record
}

func (s *server) replayTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.replay(w, r, gm)
	}
}

// tableGame is the game of a table; nil where it has answered.
func (s *server) tableGame(w http.ResponseWriter, r *http.Request) *game {
	id := r.PathValue("id")
	snap, err := s.service.Position(r.Context(), id, s.actor(r, id))
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	if snap.Game == nil || snap.Frozen != nil {
		s.showTable(w, r, snap, nil)
		return nil
	}
	h, err := s.told.of(snap)
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	names, signs := seatNames(snap)
	at := "/t/" + id
	considered := func(n int) (table.Reasons, error) { return s.service.Considered(r.Context(), id, n) }
	return &game{h, names, signs, at + "/replay", at + "/score", at + "/record", at, considered}
}

// replay writes the page of a game at the position the address names, the last
// one by default.
func (s *server) replay(w http.ResponseWriter, r *http.Request, gm *game) {
	h := gm.h
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		n = h.Len()
	}
	n = min(max(n, 0), h.Len())
	v := &replayView{Link: gm.link, Score: gm.score, Record: gm.record, Table: gm.table, At: n, Len: h.Len(), ViewBox: mapBox}
	v.scenery = s.newScenery(s.newBase(r, "table", "page.replay.title"), "", h.At(n), gm.names, gm.signs)
	v.Over = v.Pos.Over
	v.Styles = []string{"css/map.css", "css/table.css"}
	v.Scripts = []string{"js/replay.js"}
	v.Preload = []string{"js/page.js", "js/morph.js", "js/motion.js", "js/map.js"}
	m := s.mapOf(h.Game.Board())
	v.sight = sight{p: &v.Pos, m: m, signs: gm.signs, drawn: countriesOf(h.Steps[:n+1])}
	v.Map = s.groundOf(h.Game.Board(), m, v.tongue)
	v.Spots, v.Pieces = v.sight.spots(v.tongue), v.sight.pieces()
	step := &h.Steps[n]
	v.Last = v.sight.lastMoves(h.Steps[n : n+1])
	head := v.Headline(&v.Pos, func(int) bool { return false })
	v.Where, v.Head = head.Phase.HTML, v.tint(head.Turn.HTML)
	for _, e := range step.Events {
		line := v.Line(e)
		v.Said = append(v.Said, v.tint(line.HTML))
		v.Said = append(v.Said, v.tintAll(line.Details)...)
	}
	if gm.considered != nil && n > 0 {
		reasons, err := gm.considered(n - 1)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		v.Thoughts = v.thoughtsOn(h, n-1, reasons)
	}
	v.Seats = v.scenery.seats()
	shown := v.Pos.Decider
	if shown < 0 {
		shown = step.Seat // chance, or the end: who moved last
	}
	v.Seats[shownSeat(nil, shown)].Shown = true
	for k, name := range gm.names {
		v.Players = append(v.Players, namedSeat{name, gm.signs[k]})
	}
	v.Rounds = v.logOf(h, gm.link, len(h.Steps))
	v.steps(h)
	v.Chart = v.chart(h, v.At)
	s.show(w, r, http.StatusOK, "replay", v)
}

// steps are the links to the positions around.
func (v *replayView) steps(h *view.History) {
	rounds, turns := h.Rounds(), h.Turns()
	before := func(list []int) int {
		out := -1
		for _, n := range list {
			if n < v.At {
				out = n
			}
		}
		return out
	}
	after := func(list []int) int {
		for _, n := range list {
			if n > v.At {
				return n
			}
		}
		return -1
	}
	one := func(n int) int {
		if n < 0 || n > v.Len || n == v.At {
			return -1
		}
		return n
	}
	for _, l := range []stepLink{
		{ID: "first", N: one(0)}, {ID: "round_back", N: before(rounds)}, {ID: "turn_back", N: before(append([]int{0}, turns...))}, {ID: "back", N: one(v.At - 1)},
		{ID: "on", N: one(v.At + 1)}, {ID: "turn_on", N: after(turns)}, {ID: "round_on", N: after(rounds)}, {ID: "last", N: one(v.Len)},
	} {
		l.Label = v.T("page.step." + l.ID)
		v.Steps = append(v.Steps, l)
	}
	for k, n := range rounds {
		v.RoundLinks = append(v.RoundLinks, stepLink{N: n, ID: strconv.Itoa(k + 1)})
	}
}
