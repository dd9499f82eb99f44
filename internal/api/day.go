package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/record"
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
	Later      []DayGame `json:"later,omitempty" doc:"Then the best games of those who played after the day, elsewhere or once more."`
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
	making(a, "/day/games", "sendDay", "List a game that was played elsewhere with the day that has ended whose deal it had", a.sendDay)
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
	others := func(list []table.DayLine) (out []DayGame) {
		for _, g := range list {
			out = append(out, DayGame{g.Table, g.First, true, g.Counted, g.VP, g.Name})
		}
		return out
	}
	out.Others, out.Later = others(seen.Best), others(seen.Later)
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
	id, err := a.Service.PlayDay(ctx, c.Holder(), "", d, dayNames(c))
	if err != nil {
		return nil, dayProblem(err)
	}
	return a.show(ctx, id)
}

// dayNames are the names of the seats of an account's game of a day.
func dayNames(c *client) [daily.Seats]string {
	name := []rune(c.Name)
	return [daily.Seats]string{string(name[:min(len(name), game.MaxName)])}
}

type sendDayIn struct {
	Body struct {
		Link string `json:"link" maxLength:"8000" doc:"The finished game: an address, or what follows #g= in it."`
	}
}

func (a *api) sendDay(ctx context.Context, in *sendDayIn) (*Day, error) {
	played, err := record.ReadLink(in.Body.Link, a.Board)
	if err != nil {
		return nil, unprocessable("bad_link", err.Error())
	}
	c := clientOf(ctx)
	d, err := a.Service.SendDay(ctx, c.Holder(), played, dayNames(c))
	if err != nil {
		return nil, dayProblem(err)
	}
	return a.day(ctx, &dayIn{d.String()})
}

// dayProblem explains errors of days.
func dayProblem(err error) error {
	differs, other := errors.AsType[*daily.Differs](err)
	switch {
	case errors.Is(err, table.ErrNoDay):
		return errNoDay
	case errors.Is(err, daily.ErrOther):
		return unprocessable("other_deal", fmt.Sprintf("This is no finished game of a deal of the %d days before today, one person against three computer players.", table.OldDays))
	case other:
		return unprocessable("other_players", fmt.Sprintf("Decision %d is not what this server's computer player would have chosen.", differs.Decision))
	}
	return err
}
