// Package api is what a program can do instead of a person with a browser: JSON
// over HTTP under /api/v1, described by OpenAPI at /api/v1/openapi.json.
//
// Each operation is a typed handler; the description and the checks of what
// comes in are made from its types. Who asks is told by an access token, which
// stands for an account; cookies count for nothing here, so that no other site
// can have a browser ask. An operation that changes something needs a token that
// may play.
//
// What goes out is made of snapshots, positions and facts, which hold nothing
// hidden.
package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ruhr/board"
	"ruhr/internal/live"
	"ruhr/internal/people"
	"ruhr/internal/table"
	"ruhr/rules"
)

// Base begins the path of every operation.
const Base = "/api/v1"

// Config is what the API works with. All but Version and Log must be given.
type Config struct {
	Service *table.Service
	People  *people.Service
	Live    live.Live
	Board   *board.Board // to say by which rule an action is refused
	Levels  []string     // of the computer players on offer, the weakest first
	Limits  Limits
	Caller  func(*http.Request) Caller
	Version string
	Log     *slog.Logger
}

// Caller is where a request comes from.
type Caller struct {
	Address string // a household's
	Public  string // what links begin with
}

// Limits bound what one visitor makes and holds open. Each counts one more, and
// says whether that is still within bounds.
type Limits interface {
	// MayMake: something is made that is kept, from an address.
	MayMake(address string) bool
	// MayChange: something besides the game is done at a table.
	MayChange(table string) bool
	// MayUndo: a step back is taken at a table.
	MayUndo(table string) bool
	// Open: a stream is open until leave is called. The holder is "" for one
	// without a seat.
	Open(holder, address string) (leave func(), ok bool)
}

// api holds what all operations share.
type api struct {
	Config
	huma  huma.API
	calls *calls
	game  *rules.Game // names things on the board
}

// Register adds all operations to a mux.
func Register(mux *http.ServeMux, c Config) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	a := &api{Config: c, calls: newCalls(), game: rules.NewGame(c.Board, 2, rules.Variant{})}
	config := huma.DefaultConfig("Ruhr", c.Version)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema in what goes out
	config.Info.Description = description
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{scheme: {
		Type: "http", Scheme: "bearer", Description: "An access token, made on the account page. The scope play is for changes.",
	}}
	a.huma = humago.New(mux, config)
	a.huma.UseMiddleware(a.authorize)
	a.readTables()
	a.findTables()
	a.playTables()
	a.makeTables()
	a.sitAtTables()
	a.takeAway()
	a.streams()
	mux.HandleFunc("GET "+Base+"/openapi.json", a.describe())
	mux.HandleFunc(Base+"/", a.unknown)
}

const description = `Play Ruhr from a program.

Every request but this one needs an access token: ` + "`Authorization: Bearer ruhr_…`" + `. Commands name the number ` + "`at`" + ` of the log
they were made at, as the table gave it in ` + "`n`" + `, and a ` + "`key`" + ` of your own: repeating a command with its key does nothing and
answers like the first time. A command that means something else at the table as it is now is refused with status 409
and code ` + "`stale`" + `; fetch the table again.`

// describe serves the description, made once.
func (a *api) describe() http.HandlerFunc {
	spec := sync.OnceValues(func() ([]byte, error) { return json.Marshal(a.huma.OpenAPI()) })
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := spec()
		if err != nil {
			a.Log.Error("description of the API", "err", err)
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/openapi+json")
		w.Write(body)
	}
}

// unknown answers where there is no operation.
func (a *api) unknown(w http.ResponseWriter, r *http.Request) {
	p := newProblem(http.StatusNotFound, "no_operation", "There is no such operation. See "+Base+"/openapi.json.")
	body, err := json.Marshal(p)
	if err != nil {
		http.Error(w, p.Detail, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", problemType)
	w.WriteHeader(p.Status)
	w.Write(body)
}

// route is the part of an operation that all share.
type route struct {
	method, path, id, summary string
	play                      bool // it needs a token that may play
}

func (r route) operation() huma.Operation {
	scopes := []string{"read"}
	if r.play {
		scopes = []string{"play"}
	}
	return huma.Operation{
		Method: r.method, Path: Base + r.path, OperationID: r.id, Summary: r.summary,
		Security:     []map[string][]string{{scheme: scopes}},
		Errors:       []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests},
		MaxBodyBytes: maxBody,
		// The server bounds the time to read a body.
		BodyReadTimeout: -1,
	}
}

// maxBody is how many bytes a request may have: a board file is the largest thing
// in one. Whoever serves the mux may allow fewer.
const maxBody = 4 << 20

// get and post add an operation that answers with JSON.
func get[I, O any](a *api, path, id, summary string, do func(context.Context, *I) (O, error)) {
	add(a, route{http.MethodGet, path, id, summary, false}, do)
}

func post[I, O any](a *api, path, id, summary string, do func(context.Context, *I) (O, error)) {
	add(a, route{http.MethodPost, path, id, summary, true}, do)
}

// answer is what huma makes a response of.
type answer[O any] struct{ Body O }

func add[I, O any](a *api, r route, do func(context.Context, *I) (O, error)) {
	huma.Register(a.huma, r.operation(), func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := do(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return &answer[O]{out}, nil
	})
}
