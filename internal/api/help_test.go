package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/rules"
	"ruhr/spec"
)

// world is the API on an empty store.
type world struct {
	testing.TB
	handler http.Handler
	url     string
	store   store.Store
	service *table.Service
	people  *people.Service
	host    *director.Service
	hub     *live.Hub
	limits  *bounds
	log     *journal // of the API
}

// journal is a log that tests read.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// bounds are limits that allow everything until none is set, or all but calls,
// changes or undoing.
type bounds struct {
	none, noChange, noUndo bool
	noCalls                bool
	busy                   bool         // nobody's turn comes
	working                atomic.Int64 // turns that have come and are not over
	opened                 chan string  // the holders of the streams that were opened; nil for nobody to listen
}

func (b *bounds) May(do fair.Doing, _, _ string) bool {
	switch do {
	case fair.Decide, fair.Bring:
		return true
	case fair.Call:
		return !b.noCalls
	}
	return !b.none && !(do == fair.Change && b.noChange) && !(do == fair.Undo && b.noUndo)
}

func (b *bounds) Open(holder, _ string) (func(), bool) {
	if b.opened != nil {
		b.opened <- holder
	}
	return func() {}, !b.none
}

func (b *bounds) Receive(http.ResponseWriter, *http.Request, string, func() bool) (func(), error) {
	if b.busy {
		return nil, fair.ErrTooMany
	}
	b.working.Add(1)
	return func() { b.working.Add(-1) }, nil
}

func (b *bounds) Enter(ctx context.Context, address string, _ ...string) (func(), error) {
	if b.busy {
		return nil, fair.ErrBusy
	}
	return b.Await(ctx, address)
}

func (b *bounds) Await(ctx context.Context, _ string) (func(), error) {
	b.working.Add(1)
	return func() { b.working.Add(-1) }, ctx.Err()
}

// quick is a bot that takes the first legal action, after 7 playouts.
type quick struct{}

func (quick) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	first := g.Legal(s).First()
	return bot.Thought{Action: first, Analysis: analysis.Of([]analysis.Candidate{
		{Action: first, Playouts: 7, Win: [4]float64{0.25, 0.75}, VP: [4]float64{30, 40}},
		{Action: first, Playouts: 2, Rare: true},
	}, false)}
}

func newWorld(t testing.TB, seed uint64) *world {
	t.Helper()
	st, _ := sqlitetest.Open(t)
	w := &world{TB: t, store: st, hub: live.NewHub(), limits: &bounds{}, log: &journal{}}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := table.Options{Store: st, Account: st.Account, Live: w.hub, Board: spec.Board, Log: quiet,
		Bots:     func(level string) (bot.Bot, error) { return quick{}, nil },
		Reviewer: func(g *rules.Game) coach.Analyst { return &firstIsBest{g} }}
	table.Seed(&o, seed)
	var err error
	if w.service, err = table.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.service.Close(context.Background()) })
	if w.people, err = people.New(people.Options{Store: st}); err != nil {
		t.Fatal(err)
	}
	b := board.Default()
	mux := http.NewServeMux()
	talk := &chat.Service{Store: st, Tables: w.service, Live: w.hub, Clock: time.Now}
	notices, err := notice.New(notice.Options{Store: st, Tables: w.service, Base: "http://ruhr.example", Log: quiet})
	require.NoError(t, err)
	w.host = director.New(director.Options{Store: st, Tables: w.service})
	Register(mux, Config{Service: w.service, Tournaments: w.host, Circles: &circle.Service{Store: st, Tables: w.service, Chat: talk, Clock: time.Now}, People: w.people, Live: w.hub, Chat: talk, Notices: notices, Board: b, Levels: []string{"random", "greedy"}, Limits: w.limits, Reason: func(error) string { return "" }, Note: func(http.ResponseWriter, string) {}, // TestMeterOfPrograms of the pages has them

		Log:    slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Caller: func(r *http.Request) Caller { return Caller{"192.0.2.1", "http://ruhr.example"} }})
	w.handler = mux
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	t.Cleanup(func() { w.hub.Close() }) // closes open streams before the server waits for them
	w.url = server.URL + Base
	return w
}

// program is a client with a token; "" for none.
type program struct {
	*world
	token string
}

// account creates an account with an access token.
func (w *world) account(name string, play bool) *program {
	w.Helper()
	a := store.Account{ID: store.NewID(), Name: name, Key: strings.ToLower(name), Password: "none"}
	require.NoError(w, w.store.CreateAccount(w.Context(), a, []string{name}))
	return w.another(a, play)
}

// another is another program of the same account.
func (w *world) another(a store.Account, play bool) *program {
	w.Helper()
	token, err := w.people.NewToken(w.Context(), &people.Person{Account: a}, "test", play)
	require.NoError(w, err)
	return &program{w, token}
}

// reply is the answer to a request.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (p *program) send(method, path, body string) reply {
	p.Helper()
	req, err := http.NewRequestWithContext(p.Context(), method, p.url+path, strings.NewReader(body))
	require.NoError(p, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(p, err)
	defer res.Body.Close()
	var out bytes.Buffer
	if _, err := out.ReadFrom(res.Body); err != nil {
		p.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, out.Bytes()}
}

func (p *program) post(path string, body any) reply {
	p.Helper()
	data, err := json.Marshal(body)
	require.NoError(p, err)
	return p.send(http.MethodPost, path, string(data))
}

// read decodes the JSON of an answer with status 200.
func read[T any](p *program, r reply) T {
	p.Helper()
	var out T
	if r.status != http.StatusOK {
		p.Fatalf("status %d: %.300s", r.status, r.body)
	}
	if err := json.Unmarshal(r.body, &out); err != nil {
		p.Fatalf("%v in %.300s", err, r.body)
	}
	return out
}

// refused checks that the answer is a certain problem.
func (p *program) refused(what string, r reply, status int, code string) Problem {
	p.Helper()
	var out Problem
	if err := json.Unmarshal(r.body, &out); err != nil || r.status != status || out.Code != code || out.Detail == "" || out.Status != status ||
		r.header.Get("Content-Type") != problemType {
		p.Errorf("%s: status %d, %.300s (%s); want %d and %s", what, r.status, r.body, r.header.Get("Content-Type"), status, code)
	}
	return out
}

func (p *program) table(id string) Table {
	p.Helper()
	return read[Table](p, p.send(http.MethodGet, "/tables/"+id, ""))
}

// start creates a table for one person and one more seat.
func (p *program) start(seats ...NewSeat) Table {
	p.Helper()
	if seats == nil {
		seats = []NewSeat{{Kind: "person"}, {Kind: "bot", Level: "random"}}
	}
	return read[Table](p, p.post("/tables", NewTable{Seats: seats, Hints: true, Public: true}))
}

// act takes the k-th legal action.
func (p *program) act(t Table, k int, key string) reply {
	p.Helper()
	return p.post("/tables/"+t.ID+"/act", map[string]any{"at": t.N, "key": key, "action": t.Legal[k%len(t.Legal)].Action, "final": true})
}
