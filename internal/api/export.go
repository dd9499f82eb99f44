package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ruhr/internal/game"
	"ruhr/record"
)

// Game is one line of the export: a table and its record.
type Game struct {
	Table  string         `json:"table"`
	Seats  []int          `json:"seats" doc:"The account's."`
	Record *record.Record `json:"record"`
}

// slowExport is how long an export of many games may take to read.
const slowExport = 10 * time.Minute

// exportGames adds the export of the account's games.
func (a *api) exportGames() {
	op := route{http.MethodGet, "/games", "exportGames", "The records of the account's games, one JSON object a line", false}.operation()
	op.Responses = map[string]*huma.Response{"200": {
		Description: "One game a line",
		Content:     map[string]*huma.MediaType{"application/x-ndjson": {Schema: a.schema(Game{})}},
	}}
	huma.Register(a.huma, op, func(ctx context.Context, in *exportIn) (*huma.StreamResponse, error) {
		places, err := a.People.Seats(ctx, clientOf(ctx).Account)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		seats := map[string][]int{}
		var order []string
		for _, p := range places {
			if p.Seat < 0 {
				continue
			}
			if seats[p.Table] == nil {
				order = append(order, p.Table)
			}
			seats[p.Table] = append(seats[p.Table], p.Seat)
		}
		return &huma.StreamResponse{Body: func(out huma.Context) {
			_, w := humago.Unwrap(out)
			http.NewResponseController(w).SetWriteDeadline(time.Now().Add(slowExport))
			out.SetHeader("Content-Type", "application/x-ndjson")
			out.SetHeader("Cache-Control", "no-store")
			lines := json.NewEncoder(w)
			for _, id := range order {
				if err := a.exportGame(ctx, lines, in, Game{Table: id, Seats: seats[id]}); err != nil {
					a.problem(ctx, err)
					panic(http.ErrAbortHandler) // a truncated export must not look complete
				}
			}
		}}, nil
	})
}

type exportIn struct {
	Running bool `query:"running" doc:"Games that are not over, too, as far as they have been seen."`
}

// exportGame writes one record at a time, to bound memory.
func (a *api) exportGame(ctx context.Context, out *json.Encoder, in *exportIn, g Game) (err error) {
	leave, err := a.nextTurn(ctx)
	if err != nil {
		return err
	}
	g.Record, err = a.record(ctx, g.Table)
	leave()
	if game.NoRecord(err) || err == nil && g.Record.Result == nil && !in.Running {
		return nil
	}
	if err != nil {
		return err
	}
	return out.Encode(g)
}
