package puzzle

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Puzzle is a position at the beginning of a turn, and what is known of it.
type Puzzle struct {
	Game   string `json:"game"`  // in a link
	After  int    `json:"after"` // so many decisions
	Seats  int    `json:"seats"`
	Theme  string `json:"theme"`  // one of Themes
	Missed int    `json:"missed"` // of Levels that do not find the best plan
	Lead   int    `json:"lead"`   // that the best plan guarantees
	Next   int    `json:"next"`   // … that the next best does
	Rating int    `json:"rating"` // in points
}

// Levels are the computer players that tried each puzzle.
var Levels = []string{"schiffer", "steuermann", "lotse", "hafenmeister"}

// A puzzle has as many plans at least, and as many VP between the best and the next.
const (
	LeastPlans  = 5
	LeastMargin = 1
)

// MostPositions is how many positions a solver visits at most for a puzzle, so that an
// answer takes some hundredths of a second.
const MostPositions = 20_000

//go:embed puzzles.jsonl
var file []byte

// All are the puzzles; a puzzle's number is its place, from 1. They do not change.
var All = sync.OnceValue(func() []Puzzle {
	var list []Puzzle
	for line := range bytes.Lines(file) {
		var p Puzzle
		if err := json.Unmarshal(line, &p); err != nil {
			panic(fmt.Sprintf("puzzle %d: %v", len(list)+1, err)) // a test reads the file
		}
		list = append(list, p)
	}
	return list
})

// Hard is how hard a puzzle is, from 1 to 3.
func (p *Puzzle) Hard() int { return 1 + min(2, (p.Missed-1)/2+p.Missed/len(Levels)) }

// Read returns the game of a puzzle, played on the printed board.
func (p *Puzzle) Read(b *board.Board) (*record.Game, error) { return record.ReadLink(p.Game, b) }

// Themes are what the best plan gains most from, compared with what a computer player
// does that misses it: in a purchase a source of VP, or that a rival gets less; elsewhere
// the phase.
var Themes = []string{"start", "sale", "locks", "cities", "depots", "port", "debts", "thaler", "markers", "rivals"}

// Gain is by how many VP a theme makes a difference at the end.
type Gain [10]int

// sources says to which theme the sources of VP and the lines of the score sheet belong.
var (
	sources = map[string]string{"locks": "locks", "cities": "cities", "depots": "depots", "port": "port", "inn": "thaler", "early": "debts", "towed": "start", "export": "port", "events": "thaler"}
	lines   = [rules.Lines]string{"cities", "cities", "cities", "depots", "depots", "thaler", "thaler", "cities", "markers", "debts"}
)

// Book says what a seat gains from a position to the end of the game, by theme, if these
// actions are played, and the final VP of all seats.
func Book(g *rules.Game, s rules.State, seat int, actions []rules.Action) (gain Gain, vp [4]int) {
	var facts []rules.Fact
	with := g.WithFacts(&facts)
	for _, a := range actions {
		with.Play(&s, a)
	}
	for i, n := range view.SourcesOf(facts, seat) {
		gain[themeAt(sources[view.SourceIDs[i]])] += n
	}
	end := g.Result(&s)
	for i, n := range end.Breakdown[seat] {
		gain[themeAt(lines[i])] += n
	}
	return gain, end.VP
}

func themeAt(id string) int {
	for i, x := range Themes {
		if x == id {
			return i
		}
	}
	panic("no theme " + id)
}

// ThemeOf says what the seat to decide gains most from if a turn and the rest of the game
// go one way and not another.
func ThemeOf(g *rules.Game, s *rules.State, best, other []rules.Action) string {
	switch s.Phase() {
	case rules.Start:
		return "start"
	case rules.Sale:
		return "sale"
	}
	seat := s.ToDecide()
	a, vp := Book(g, *s, seat, best)
	b, otherVP := Book(g, *s, seat, other)
	most, at := 0, themeAt("rivals")
	for k := range g.Seats() {
		if k != seat {
			most = max(most, otherVP[k]-vp[k])
		}
	}
	for i := range a {
		if n := a[i] - b[i]; n > most {
			most, at = n, i
		}
	}
	return Themes[at]
}

// Answer is what a plan for a puzzle's turn leads to, and what the best one does, if all
// others then play against the seat.
type Answer struct {
	Lead, Most     int // in VP, of the plan and of the best one
	Gain, BestGain Gain
	VP, BestVP     [4]int
	Best           []rules.Action // for the turn
	Others         bool           // others still choose after it
}

// Judge says what a plan leads to.
func Judge(g *rules.Game, s *rules.State, plan []rules.Action) Answer {
	seat := s.ToDecide()
	v := NewSolver(g, seat, 10*MostPositions) // a plan may begin with actions that a solver leaves out
	end, a := *s, Answer{Most: v.Lead(s)}
	for _, x := range plan {
		g.Play(&end, x)
	}
	line := v.Line(end)
	a.Lead = v.Lead(&end)
	a.Gain, a.VP = Book(g, *s, seat, slices.Concat(plan, line))
	best := v.Line(*s)
	a.BestGain, a.BestVP = Book(g, *s, seat, best)
	now := *s
	for _, x := range best {
		if SameTurn(s, &now) {
			a.Best = append(a.Best, x)
		} else if _, forced := g.Forced(&now); !forced {
			a.Others = true
		}
		g.Play(&now, x)
	}
	return a
}
