// Package api lets programs do what people do in the browser: JSON over HTTP
// under /api/v1, described by OpenAPI at /api/v1/openapi.json.
//
// Each operation is a typed handler; the description and the input checks are
// derived from its types. Callers authenticate with an access token of an
// account. Cookies are ignored, so that no other site can make a browser act
// here. An operation that changes something needs a token that may play.
//
// Responses are built from snapshots, positions and facts, which contain nothing
// hidden.
package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/board"
	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/rules"
)

// Base is the path prefix of every operation.
const Base = "/api/v1"

// Config configures the API. All fields but Version and Log are required.
type Config struct {
	Service     *table.Service
	People      *people.Service
	Live        live.Live
	Chat        *chat.Service
	Notices     *notice.Service
	Tournaments *director.Service
	Circles     *circle.Service
	Board       *board.Board // to name the rule behind a refusal
	Levels      []string     // levels of computer players on offer, weakest first
	Limits      Limits
	Caller      func(*http.Request) Caller
	// Reason is the reason for an error of a service, as it counts for a page, "" for one
	// that pages have none for. It contains nothing that a visitor wrote.
	Reason func(error) string
	// Note notes why a response is a refusal, for the log and the metrics.
	Note    func(w http.ResponseWriter, why string)
	Version string
	Log     *slog.Logger
}

// Caller is the origin of a request.
type Caller struct {
	Address string // IPv4 address or IPv6 network, to count by
	Public  string // prefix of links
}

// Limits bound what one visitor creates and keeps open. Each call counts one use
// and reports whether it is within the limit.
type Limits interface {
	// May counts something done from an address and by an account, a browser or a seat.
	May(do fair.Doing, address, own string) bool
	// Open counts a stream until leave is called. The holder is "" without a
	// seat.
	Open(holder, address string) (leave func(), ok bool)
	// Receive waits until there is memory for a request's body from an address, which it
	// takes until leave is called, and counts it by may. Errors: fair.ErrTooMany,
	// fair.ErrBusy, and that of the request's context.
	Receive(w http.ResponseWriter, r *http.Request, address string, may func() bool) (leave func(), err error)
	// Enter waits for an address's turn to have something worked on, which it is until leave
	// is called. It gives up after a while with fair.ErrBusy. Who asks for it again in the
	// same words then keeps their turn.
	Enter(ctx context.Context, address string, words ...string) (leave func(), err error)
	// Await is Enter for as long as it takes.
	Await(ctx context.Context, address string) (leave func(), err error)
}

// api is the state shared by all operations.
type api struct {
	Config
	huma huma.API
	made *makings
	game *rules.Game // names the things on the board
}

// Register adds all operations to a mux.
func Register(mux *http.ServeMux, c Config) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	a := &api{Config: c, game: rules.NewGame(c.Board, 2, rules.Variant{})}
	a.made, _ = lru.New[[3]string, *made](maxMade) // fails below 1 only
	config := huma.DefaultConfig("Ruhr", c.Version)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema in responses
	config.Formats = map[string]huma.Format{"application/json": format, "json": format}
	config.Info.Description = description
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{scheme: {
		Type: "http", Scheme: "bearer", Description: "An access token, made on the account page. The scope play is for changes.",
	}}
	config.Transformers = append(config.Transformers, a.noteProblem)
	a.huma = humago.New(mux, config)
	a.huma.UseMiddleware(a.authorize)
	a.readTables()
	a.findTables()
	a.days()
	a.tournaments()
	a.circles()
	a.findPeople()
	a.playTables()
	a.besideTheBox()
	a.makeTables()
	a.sitAtTables()
	a.orderAhead()
	a.talk()
	a.aboutMe()
	a.aboutNotices()
	a.exportGames()
	a.streams()
	mux.HandleFunc("GET "+Base+"/openapi.json", a.describe())
	mux.HandleFunc(Base+"/", a.unknown)
}

const description = `Play Ruhr from a program.

Every request but this one needs an access token: ` + "`Authorization: Bearer ruhr_…`" + `. Commands name the number ` + "`at`" + ` of the log
they were made at, as the table gave it in ` + "`n`" + `, and a ` + "`key`" + ` of your own: repeating a command with its key does nothing and
answers like the first time. A command that means something else at the table as it is now is refused with status 409
and code ` + "`stale`" + `; fetch the table again. Where there is too much to do the answer is status 503 with code
` + "`busy`" + ` and Retry-After: nothing was done, and a repetition keeps its place in the queue.`

// describe serves the OpenAPI description, built once.
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

// unknown answers paths without an operation.
func (a *api) unknown(w http.ResponseWriter, r *http.Request) {
	p := newProblem(http.StatusNotFound, "no_operation", "There is no such operation. See "+Base+"/openapi.json.")
	a.Note(w, p.reason())
	p.write(w)
}

// Refuse answers a request that a server refuses before it comes here.
func Refuse(w http.ResponseWriter, status int, code, detail string) {
	newProblem(status, code, detail).write(w)
}

// route is the common part of an operation.
type route struct {
	method, path, id, summary string
	play                      bool // needs a token that may play
}

func (r route) operation() huma.Operation {
	scopes := []string{"read"}
	if r.play {
		scopes = []string{"play"}
	}
	return huma.Operation{
		Method: r.method, Path: Base + r.path, OperationID: r.id, Summary: r.summary,
		Security:        []map[string][]string{{scheme: scopes}},
		Errors:          []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable},
		MaxBodyBytes:    r.maxBody(),
		BodyReadTimeout: bodyTime,
	}
}

// Limits on bodies. Checking one takes some thirty times its size in memory.
const (
	bodyTime  = 30 * time.Second         // for a body to come
	smallBody = 32 << 10                 // bytes; the longest note fits, also as ASCII
	MaxBody   = board.MaxOwn + smallBody // bytes, with a board
)

// maxBody is the size of an operation's largest request in bytes.
func (r route) maxBody() int64 {
	if r.id == createTable {
		return MaxBody
	}
	return smallBody
}

// get and post add an operation that answers with JSON.
func get[I, O any](a *api, path, id, summary string, do func(context.Context, *I) (O, error)) {
	add(a, route{http.MethodGet, path, id, summary, false}, do)
}

func post[I, O any](a *api, path, id, summary string, do func(context.Context, *I) (O, error)) {
	add(a, route{http.MethodPost, path, id, summary, true}, do)
}

// making is post for what counts as making a table.
func making[I, O any](a *api, path, id, summary string, do func(context.Context, *I) (O, error)) {
	post(a, path, id, summary, func(ctx context.Context, in *I) (out O, err error) {
		if !a.Limits.May(fair.Make, clientOf(ctx).Address, "") {
			return out, errTooMany
		}
		return do(ctx, in)
	})
}

// answer is the form in which huma expects a response.
type answer[O any] struct{ Body O }

func add[I, O any](a *api, r route, do func(context.Context, *I) (O, error)) {
	huma.Register(a.huma, r.operation(), func(ctx context.Context, in *I) (*answer[O], error) {
		if r.waits() {
			leave, err := a.turn(ctx)
			if err != nil {
				return nil, a.problem(ctx, err)
			}
			defer leave()
		}
		if r.play { // the token may have ended while the body came
			if _, err := a.People.ByToken(ctx, clientOf(ctx).token); err != nil {
				return nil, a.problem(ctx, err)
			}
		}
		out, err := do(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return &answer[O]{out}, nil
	})
}

// waits reports whether an operation is worked on in the caller's turn: all that
// load tables, but what waits in the queue of those who think.
func (r route) waits() bool {
	return !strings.HasPrefix(r.path, "/me") && r.id != "askAdvice" && r.id != "sendDay"
}

// turn waits for the caller's turn. A retry after fair.ErrBusy keeps its place.
func (a *api) turn(ctx context.Context) (leave func(), err error) {
	c := clientOf(ctx)
	return a.Limits.Enter(ctx, c.Address, c.Holder()+" "+c.asked)
}

// nextTurn waits for the caller's turn for as long as it takes.
func (a *api) nextTurn(ctx context.Context) (leave func(), err error) {
	return a.Limits.Await(ctx, clientOf(ctx).Address)
}
