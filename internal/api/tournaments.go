package api

import (
	"context"
	"slices"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/tournament"
	"ruhr/internal/tournament/director"
)

// Tournament is several rounds among the same people.
type Tournament struct {
	ID        string             `json:"id" doc:"Anyone who knows it may see the tournament and join."`
	Name      string             `json:"name"`
	Seats     int                `json:"seats" doc:"At a table."`
	Rounds    int                `json:"rounds"`
	SameDeal  bool               `json:"sameDeal" doc:"All tables of a round have the same deal, hidden from the others until it has ended; places are compared."`
	Solo      bool               `json:"solo,omitempty" doc:"Everyone plays alone against computer players: with the same deal, and at the same place in a round."`
	Pace      string             `json:"pace"`
	Level     string             `json:"level" doc:"Of the computer players that fill tables and stand in."`
	State     string             `json:"state" enum:"open,running,over,cancelled"`
	Mine      bool               `json:"mine" doc:"The account made it."`
	You       *int               `json:"you,omitempty" doc:"The account's number among the players."`
	Begins    *time.Time         `json:"begins,omitempty" doc:"When the first round is planned to begin."`
	Started   *time.Time         `json:"started,omitempty"`
	Ended     *time.Time         `json:"ended,omitempty"`
	Players   []TournamentPlayer `json:"players" doc:"By number, which changes until the first round begins."`
	Standings []TournamentRank   `json:"standings,omitempty" doc:"The best first. Not in lists."`
	Played    [][]TournamentGame `json:"played,omitempty" doc:"The tables of each round so far. Not in lists."`
}

// TournamentPlayer is somebody who plays in a tournament.
type TournamentPlayer struct {
	Name string `json:"name" doc:"Empty for somebody who has deleted their account."`
	Gone bool   `json:"gone" doc:"Plays in no further round."`
}

// TournamentRank is a line of the standings.
type TournamentRank struct {
	Player int     `json:"player"`
	Rank   int     `json:"rank" doc:"Shared where nothing tells players apart."`
	Points float64 `json:"points"`
	Met    float64 `json:"met" doc:"The average of the points of those they met; counts after points."`
	VP     int     `json:"vp" doc:"Of all their games; counts last."`
	Games  int     `json:"games"`
}

// TournamentGame is a table of a round.
type TournamentGame struct {
	Table   string             `json:"table,omitempty" doc:"Empty while it is being made."`
	Players []int              `json:"players" doc:"By seat; -1 for a computer player. The first seat starts."`
	Results []TournamentResult `json:"results,omitempty" doc:"By seat, once the game has ended; of other tables with the same deal, once the round has."`
}

// TournamentResult is what a seat's game gave.
type TournamentResult struct {
	VP       int     `json:"vp"`
	Points   float64 `json:"points"`
	Replaced bool    `json:"replaced" doc:"A computer player decided for the person, who gets half of the points."`
}

// NewTournament describes a tournament to make.
type NewTournament struct {
	Name     string     `json:"name" minLength:"1" maxLength:"60"`
	Seats    int        `json:"seats" minimum:"2" maximum:"4"`
	Rounds   int        `json:"rounds" minimum:"1" maximum:"7"`
	Pace     string     `json:"pace" enum:"quick,evening,day,days,weeks"`
	Level    string     `json:"level" doc:"Of the computer players that fill tables and stand in."`
	SameDeal bool       `json:"sameDeal,omitempty" doc:"All tables of a round have the same deal."`
	Solo     bool       `json:"solo,omitempty" doc:"Everyone plays alone against computer players, with the same deal and place."`
	Plays    bool       `json:"plays,omitempty" doc:"The account plays, too."`
	Begins   *time.Time `json:"begins,omitempty" doc:"When the first round begins if two have joined by then, within 60 days; without it, when the account starts it."`
	Key      string     `json:"key,omitempty" maxLength:"80" doc:"Your own; asking again with it gives the same tournament."`
}

// TournamentAt names a tournament.
type TournamentAt struct {
	ID string `path:"id" minLength:"22" maxLength:"22" doc:"The tournament."`
}

type joinTournamentIn struct {
	TournamentAt
	Body struct {
		Name string `json:"name,omitempty" doc:"The account's where there is none."`
	}
}

// tournaments adds the operations for tournaments.
func (a *api) tournaments() {
	get(a, "/tournaments", "listTournaments", "The tournaments that the account has made or plays in, newest first", a.listTournaments)
	making(a, "/tournaments", "createTournament", "Make a tournament", a.createTournament)
	get(a, "/tournaments/{id}", "getTournament", "A tournament: players, tables, standings", func(ctx context.Context, in *TournamentAt) (*Tournament, error) {
		return a.tournament(ctx, in.ID)
	})
	making(a, "/tournaments/{id}/join", "joinTournament", "Play in a tournament that has not begun", func(ctx context.Context, in *joinTournamentIn) (*Tournament, error) {
		return a.doTournament(ctx, in.ID, func(who string) error {
			return a.Tournaments.Join(ctx, who, in.ID, named(clientOf(ctx), in.Body.Name))
		})
	})
	for _, op := range []struct {
		path, id, summary string
		do                func(ctx context.Context, who, id string) error
	}{
		{"withdraw", "withdraw", "Take part in no further round of a tournament; a running game goes on", a.Tournaments.Leave},
		{"start", "startTournament", "Start the first round of the account's own tournament", a.startTournament},
		{"cancel", "cancelTournament", "End the account's own tournament; running games go on but do not count", a.Tournaments.Cancel},
	} {
		post(a, "/tournaments/{id}/"+op.path, op.id, op.summary, func(ctx context.Context, in *TournamentAt) (*Tournament, error) {
			return a.doTournament(ctx, in.ID, func(who string) error { return op.do(ctx, who, in.ID) })
		})
	}
}

func (a *api) startTournament(ctx context.Context, who, id string) error {
	if !a.Limits.May(fair.Make, clientOf(ctx).Address, "") {
		return errTooMany
	}
	return a.Tournaments.Start(ctx, who, id)
}

func (a *api) listTournaments(ctx context.Context, _ *struct{}) ([]*Tournament, error) {
	list, err := a.Tournaments.Of(ctx, clientOf(ctx).Holder())
	out := []*Tournament{}
	for _, t := range list {
		t.Played = nil
		out = append(out, shownTournament(t))
	}
	return out, err
}

func (a *api) createTournament(ctx context.Context, in *struct{ Body NewTournament }) (*Tournament, error) {
	c, b := clientOf(ctx), in.Body
	if !slices.Contains(a.Levels, b.Level) {
		return nil, director.ErrFormat
	}
	pace, _ := game.PaceNamed(b.Pace) // the description admits no others
	id, player := "", ""
	if b.Key != "" {
		id = c.tableID(b.Key)
	}
	if b.Plays {
		player = named(c, "")
	}
	wish := director.Settings{Name: b.Name, Format: tournament.Format{Seats: b.Seats, Rounds: b.Rounds, SameDeal: b.SameDeal, Solo: b.Solo}, Pace: pace, Level: b.Level}
	if b.Begins != nil {
		wish.Begins = b.Begins.UnixMilli()
	}
	id, err := a.Tournaments.Create(ctx, c.Holder(), id, wish, player)
	if err != nil {
		return nil, err
	}
	return a.tournament(ctx, id)
}

// doTournament does something at a tournament and shows it afterwards.
func (a *api) doTournament(ctx context.Context, id string, do func(who string) error) (*Tournament, error) {
	if err := do(clientOf(ctx).Holder()); err != nil {
		return nil, err
	}
	return a.tournament(ctx, id)
}

func (a *api) tournament(ctx context.Context, id string) (*Tournament, error) {
	t, err := a.Tournaments.Tournament(ctx, clientOf(ctx).Holder(), id)
	if err != nil {
		return nil, err
	}
	return shownTournament(t), nil
}

func shownTournament(t *director.Tournament) *Tournament {
	out := &Tournament{ID: t.ID, Name: t.Name, Seats: t.Seats, Rounds: t.Rounds, SameDeal: t.SameDeal, Solo: t.Solo, Pace: t.Pace.Name(), Level: t.Level, State: "running", Mine: t.Mine, Players: []TournamentPlayer{}}
	switch {
	case t.Cancelled:
		out.State = "cancelled"
	case !t.Ended.IsZero():
		out.State = "over"
	case t.Open():
		out.State = "open"
	}
	if t.Me >= 0 {
		out.You = &t.Me
	}
	if t.Begins != 0 {
		out.Begins = new(time.UnixMilli(t.Begins))
	}
	if !t.Started.IsZero() {
		out.Started = &t.Started
	}
	if !t.Ended.IsZero() {
		out.Ended = &t.Ended
	}
	for _, p := range t.Players {
		out.Players = append(out.Players, TournamentPlayer{p.Name, p.Gone})
	}
	for _, s := range t.Standings {
		out.Standings = append(out.Standings, TournamentRank{s.Player, s.Rank, pointsOf(s.Points), pointsOf(s.Met), s.VP, s.Games})
	}
	for _, r := range t.Played {
		out.Played = append(out.Played, gamesOf(t.Format, &r))
	}
	return out
}

// gamesOf are the tables of a round.
func gamesOf(f tournament.Format, r *tournament.Round) (out []TournamentGame) {
	for i, t := range r.Tables {
		g := TournamentGame{Players: t.Players}
		if r.Made {
			g.Table = t.ID
		}
		points := f.Points(r, i)
		for k, result := range t.Results {
			shown := TournamentResult{VP: result.VP, Replaced: result.Left}
			if points != nil {
				shown.Points = pointsOf(points[k])
			}
			g.Results = append(g.Results, shown)
		}
		out = append(out, g)
	}
	return out
}

func pointsOf(n int) float64 { return float64(n) / tournament.Point }
