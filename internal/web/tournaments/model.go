package tournaments

import (
	"html/template"
	"slices"
	"time"

	"ruhr/internal/tournament"
	"ruhr/internal/tournament/director"
	"ruhr/internal/visible"
	"ruhr/internal/web/kernel"
)

// state is how far a tournament is.
type state struct {
	Open, Over, Cancelled bool
	Round, Of             int // while it runs
}

func stateOf(t *director.Tournament) state {
	return state{Open: t.Open(), Over: !t.Ended.IsZero(), Cancelled: t.Cancelled, Round: len(t.Played), Of: t.Rounds}
}

// tournamentPage is the page of a tournament.
type tournamentPage struct {
	kernel.Base
	ID     string
	Name   string
	Rounds int
	Seats  int
	Pace   string        // its name
	Begins template.HTML // when the first round does, "" once it has and where that is not planned
	Missed bool          // it did not, for want of players
	Mine   bool          // the viewer made it
	State  state
	Link   string // to the tournament, for others
	Given  string // the name to join with
	Fills  string // the level of computer players
	Plays  bool   // the viewer takes part, also in the rounds to come
	Left   bool   // the viewer has taken part
	Seat   string // the table at which the viewer plays in this round, "" once its game has ended
	Waits  bool   // the viewer's game of this round has ended, others have not
	Making bool   // the tables of this round are being made
	Most   int    // how often somebody may have a place
	Names  []name
	Rows   []row
	Shown  []round // the newest first
	Same   bool    // all tables of a round have the same deal
	Solo   bool    // everyone plays it alone
	Hidden bool    // that of the last round is, to those at other tables
	format tournament.Format
}

// Full reports whether nobody can join any more.
func (p *tournamentPage) Full() bool { return len(p.Names) >= director.MaxPlayers }

// name is a player's.
type name struct {
	Text     string
	Gone, Me bool
}

// row is a line of the standings.
type row struct {
	tournament.Standing
	name
	Score, Others string // points, and the average of those met
}

// round is a round as it is shown.
type round struct {
	Number int
	Tables []tableOf
	Place  int    // of everyone, where each plays alone
	Alone  []seat // then these, the best first
}

// tableOf is a table of a round.
type tableOf struct {
	ID    string // "" while it is being made
	Seats []seat
}

// seat is who plays at a place.
type seat struct {
	name
	Computer bool
	Over     bool
	Replaced bool
	VP       int
	Score    string
	Table    string // "" while it is hidden or being made
	Beside   string // where the viewer's game of the same deal and place is compared with it; "" for nowhere
}

func newTournament(b kernel.Base, t *director.Tournament, public string) *tournamentPage {
	p := &tournamentPage{Base: b, ID: t.ID, Name: t.Name, Rounds: t.Rounds, Seats: t.Seats, Pace: t.Pace.Name(), Mine: t.Mine, State: stateOf(t), Link: public + "/tournament/" + t.ID, Most: t.MostOfPlace(), Fills: b.LevelName(t.Level), Same: t.SameDeal, Solo: t.Solo, Hidden: t.Hidden, format: t.Format}
	if t.Begins > 0 && t.Open() {
		at := time.UnixMilli(t.Begins)
		p.Begins = b.T("tournament.begins_at", "at", b.Printer.Moment(at), "zone", zoneName(b.Printer.Zone(), at))
	}
	p.Missed = t.Missed && t.Open()
	var names []string
	for k, player := range t.Players {
		names = append(names, player.Name)
		p.Names = append(p.Names, name{"", player.Gone, k == t.Me})
	}
	for k, told := range visible.Apart(names) {
		p.Names[k].Text = told
	}
	if t.Me >= 0 {
		p.Left = t.Players[t.Me].Gone
		p.Plays = !p.Left && !p.State.Over
	}
	for _, s := range t.Standings {
		who := p.Names[s.Player]
		who.Gone = who.Gone && !(p.State.Over && s.Games >= t.Rounds) // banned later, for example
		p.Rows = append(p.Rows, row{s, who, p.points(s.Points), p.points(s.Met)})
	}
	for n := len(t.Played) - 1; n >= 0; n-- {
		p.Shown = append(p.Shown, p.round(n, &t.Played[n], n == len(t.Played)-1 && (!p.State.Over || p.State.Cancelled)))
	}
	return p
}

// points writes points with one decimal place.
func (p *tournamentPage) points(n int) string {
	return p.Printer.Tenths(float64(n) / tournament.Point)
}

// round shows a round, and finds the viewer's table if it runs.
func (p *tournamentPage) round(n int, r *tournament.Round, runs bool) round {
	out := round{Number: n + 1, Place: n%p.Seats + 1}
	p.Making = p.Making || runs && !r.Made
	hidden := runs && p.Hidden
	mine, place := p.mine(r)
	for i := range r.Tables {
		t := &r.Tables[i]
		shown := tableOf{}
		if r.Made && (!hidden || t == mine) {
			shown.ID = t.ID
		}
		points := p.format.Points(r, i)
		for k, player := range t.Players {
			s := seat{Computer: player == tournament.Computer, Over: t.Results != nil, Table: shown.ID}
			if !s.Computer {
				s.name = p.Names[player]
			}
			if s.Over {
				s.VP, s.Replaced = t.Results[k].VP, t.Results[k].Left
			}
			if points != nil && s.Over {
				s.Score = p.points(points[k])
			}
			if p.Same && !hidden && mine != nil && t != mine && k == place {
				s.Beside = "/t/" + mine.ID + "/beside/" + t.ID
			}
			shown.Seats = append(shown.Seats, s)
			if p.Solo && !s.Computer {
				out.Alone = append(out.Alone, s)
			}
		}
		if !p.Solo {
			out.Tables = append(out.Tables, shown)
		}
	}
	if runs && r.Made && mine != nil {
		if p.Waits = mine.Results != nil; !p.Waits {
			p.Seat = mine.ID
		}
	}
	slices.SortStableFunc(out.Alone, func(a, b seat) int { return b.VP - a.VP })
	return out
}

// mine is the table at which the viewer plays in a round, and the place; nil for none.
func (p *tournamentPage) mine(r *tournament.Round) (*tournament.Table, int) {
	for i := range r.Tables {
		for k, player := range r.Tables[i].Players {
			if player != tournament.Computer && p.Names[player].Me {
				return &r.Tables[i], k
			}
		}
	}
	return nil, 0
}
