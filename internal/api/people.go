package api

import (
	"context"
	"net/http"
	"time"

	"ruhr/internal/people"
	"ruhr/internal/rating"
	"ruhr/internal/results"
)

// Person is somebody with an account: ratings and record.
type Person struct {
	Name    string         `json:"name"`
	Program bool           `json:"program" doc:"A program holds the account."`
	Ratings []PersonRating `json:"ratings" doc:"One for each pool with a rated game."`
	Games   []PersonGame   `json:"games" doc:"Finished games, the newest first: the account's own all, of others the rated ones."`
}

// PersonRating is a person's rating in a pool, with its history.
type PersonRating struct {
	Pool    string       `json:"pool" enum:"two,more" doc:"Games of two, or of three and four."`
	History []RatingStep `json:"history" doc:"After each of the last 300 rated games, the newest last."`
	RatingNow
}

// RatingNow is a rating.
type RatingNow struct {
	Points      int  `json:"points"`
	Deviation   int  `json:"deviation" doc:"The strength is within twice as much in 19 of 20 cases."`
	Provisional bool `json:"provisional" doc:"It is still uncertain."`
	Games       int  `json:"games" doc:"Rated games so far."`
}

// RatingStep is a rating after a game.
type RatingStep struct {
	Ended  time.Time `json:"ended"`
	Points int       `json:"points"`
}

// PersonGame is a finished game of a person.
type PersonGame struct {
	Table  string    `json:"table,omitempty" doc:"Of one's own games, and of those in the lobby."`
	Ended  time.Time `json:"ended"`
	Rated  bool      `json:"rated"`
	Seats  int       `json:"seats"`
	Place  int       `json:"place" doc:"A seat that resigned or ran out of time is last; where all did, none is first."`
	VP     int       `json:"vp"`
	Left   bool      `json:"left" doc:"A computer player decided for the person."`
	Levels []string  `json:"levels,omitempty" doc:"The computer players at the table."`
	Goals  []string  `json:"goals,omitempty" doc:"The progress markers that the person got."`
}

var errNobody = newProblem(http.StatusNotFound, "no_person", "There is nobody of this name here.")

// findPeople adds the operations about people.
func (a *api) findPeople() {
	get(a, "/people/{name}", "getPerson", "Somebody's ratings and record", a.person)
}

type personIn struct {
	Name string `path:"name" maxLength:"120" doc:"As it is shown."`
}

func (a *api) person(ctx context.Context, in *personIn) (*Person, error) {
	who, err := a.People.Named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	if who.Banned != 0 {
		return nil, people.ErrNobody
	}
	c, err := a.Service.Results().Career(ctx, who.Holder())
	if err != nil {
		return nil, err
	}
	own := who.ID == clientOf(ctx).ID
	p := &Person{Name: who.Name, Program: who.Program, Ratings: []PersonRating{}, Games: []PersonGame{}}
	for _, pool := range rating.Pools {
		if now, ok := c.Rating(pool); ok {
			r := PersonRating{Pool: string(pool), RatingNow: ratingNow(now)}
			for _, g := range c.Ratings[pool] {
				r.History = append(r.History, RatingStep{g.Ended.UTC(), g.Points()})
			}
			p.Ratings = append(p.Ratings, r)
		}
	}
	for _, g := range c.Games {
		if own || g.Pool != "" {
			p.Games = append(p.Games, gameOf(g, own))
		}
	}
	return p, nil
}

func ratingNow(r rating.Rating) RatingNow {
	return RatingNow{r.Points(), r.Margin(), r.Provisional(), r.Games}
}

func gameOf(g results.PlayedGame, own bool) PersonGame {
	seat := g.Outcome.Seats[g.Seats[0]]
	out := PersonGame{Ended: g.Ended.UTC(), Rated: g.Pool != "", Seats: len(g.Outcome.Seats), Place: seat.Place, VP: seat.VP, Left: seat.Left, Goals: seat.Goals}
	if own || g.Public {
		out.Table = g.Table
	}
	for _, s := range g.Outcome.Seats {
		if s.Level != "" {
			out.Levels = append(out.Levels, s.Level)
		}
	}
	return out
}
