package api

import (
	"context"
	"errors"
	"net/http"

	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/table"
)

// Day is the deal of a day.
type Day struct {
	Date       string    `json:"date" doc:"In UTC, such as 2027-01-31."`
	Over       bool      `json:"over" doc:"The day has ended."`
	Commitment string    `json:"commitment" doc:"To the secret that the deal follows from."`
	Secret     string    `json:"secret,omitempty" doc:"Once the day has ended."`
	Players    string    `json:"players,omitempty" doc:"The version of the computer players."`
	Par        *int      `json:"par,omitempty" doc:"VP; not known at once."`
	Games      []DayGame `json:"games" doc:"The account's, newest first."`
	Better     *int      `json:"better,omitempty" doc:"The account's first game is better than so many percent of the others."`
	Streak     int       `json:"streak" doc:"For how many days in a row the account has played."`
	Others     []DayGame `json:"others,omitempty" doc:"The best first games, once the account has finished its own or the day has ended."`
	Ahead      []DaySeal `json:"ahead" doc:"Commitments to the deals of days to come."`
}

// DayGame is a game of the deal of a day.
type DayGame struct {
	Table   string `json:"table"`
	First   bool   `json:"first"`
	Over    bool   `json:"over"`
	Counted bool   `json:"counted" doc:"It is compared with the others."`
	VP      int    `json:"vp"`
	Name    string `json:"name,omitempty" doc:"Of who played; empty where the table has gone."`
}

// DaySeal is the commitment to a day's deal.
type DaySeal struct {
	Date       string `json:"date"`
	Commitment string `json:"commitment"`
}

// days adds the operations for the deal of the day.
func (a *api) days() {
	get(a, "/day", "getDay", "The deal of a day, by default today's, and what came of it", a.day)
	making(a, "/day", "playDay", "Start a game of the deal of a day, or find the one that is not finished", a.playDay)
}

var errNoDay = newProblem(http.StatusNotFound, "no_day", "There is no deal for this day.")

type dayIn struct {
	Date string `query:"date" doc:"Such as 2027-01-31; today where there is none."`
}

// dayAt is a day by its date, today without one.
func (a *api) dayAt(date string) (daily.Day, error) {
	if date == "" {
		return a.Service.Today(), nil
	}
	d, err := daily.Read(date)
	if err != nil {
		return 0, errNoDay
	}
	return d, nil
}

func (a *api) day(ctx context.Context, in *dayIn) (*Day, error) {
	d, err := a.dayAt(in.Date)
	if err != nil {
		return nil, err
	}
	seen, err := a.Service.Day(ctx, clientOf(ctx).Holder(), d)
	if err != nil {
		return nil, dayProblem(err)
	}
	ahead, err := a.Service.DaysAhead(ctx)
	if err != nil {
		return nil, err
	}
	out := &Day{Date: d.String(), Over: seen.Over, Commitment: seen.Commitment, Secret: seen.Secret, Players: seen.Players, Streak: seen.Streak, Games: []DayGame{}, Ahead: []DaySeal{}}
	if seen.HasPar {
		out.Par = &seen.Par
	}
	for _, g := range seen.Games {
		out.Games = append(out.Games, DayGame{g.Table, g.First, g.Ended > 0, g.Counted, g.VP, ""})
	}
	if p := daily.Percentile(seen.Rank.Below, seen.Rank.Equal, seen.Rank.All); p >= 0 {
		out.Better = &p
	}
	for _, g := range seen.Best {
		out.Others = append(out.Others, DayGame{g.Table, true, true, true, g.VP, g.Name})
	}
	for _, c := range ahead {
		out.Ahead = append(out.Ahead, DaySeal{c.Day.String(), c.Commitment})
	}
	return out, nil
}

type playDayIn struct {
	Body struct {
		Date string `json:"date,omitempty" doc:"Such as 2027-01-31; today where there is none."`
	}
}

func (a *api) playDay(ctx context.Context, in *playDayIn) (*Table, error) {
	c := clientOf(ctx)
	d, err := a.dayAt(in.Body.Date)
	if err != nil {
		return nil, err
	}
	name := []rune(c.Name)
	id, err := a.Service.PlayDay(ctx, c.Holder(), "", d, [daily.Seats]string{string(name[:min(len(name), game.MaxName)])})
	if err != nil {
		return nil, dayProblem(err)
	}
	return a.show(ctx, id)
}

// dayProblem explains errors of days.
func dayProblem(err error) error {
	if errors.Is(err, table.ErrNoDay) {
		return errNoDay
	}
	return err
}
