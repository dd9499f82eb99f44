// Package webtest is the world of the tests of pages: the whole program behind a test server,
// visitors with browsers without scripts, and the documents they get. Each room of pages
// brings what serves its pages.
package webtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/api"
	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/accounts"
	"ruhr/internal/web/circles"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/tournaments"
	"ruhr/rules"
	"ruhr/spec"
)

// World is the whole program behind a test server.
type World struct {
	T        testing.TB
	File     string // of the store
	URL      string
	Service  *table.Service
	Store    store.Store
	Hub      *live.Hub
	Kernel   *kernel.Kernel
	People   *people.Service
	Notices  *notice.Service
	Chat     *chat.Service
	Accounts *accounts.Accounts
	Director *director.Service // of tournaments
	Cups     kernel.Handlers   // pages of tournaments
	Circle   *circle.Service   // of circles of friends
	Friends  kernel.Handlers   // pages of circles
	Config   kernel.Config
	pages    []kernel.Handlers // besides those of the kernel and of accounts
	build    build
}

// build makes the pages of a world but those of accounts.
type build func(*World, kernel.Config) (*kernel.Kernel, []kernel.Handlers, error)

// Rooms are all pages and forms that the program serves.
func (w *World) Rooms() []kernel.Handlers {
	accounts := w.Accounts.Routes()
	delete(accounts, api.Base+"/")
	return append(slices.Clip(w.pages), accounts, w.Cups, w.Friends, w.Kernel.Routes())
}

// Site is the handler of the whole program.
func (w *World) Site() http.Handler {
	return w.Kernel.Handler(append(slices.Clip(w.pages), w.Accounts.Routes(), w.Cups, w.Friends)...)
}

// Starts starts the program, again and with another configuration where it is changed.
func (w *World) Starts(c kernel.Config) {
	k, pages, err := w.build(w, c)
	require.NoError(w.T, err)
	var now time.Time // visitors of tests take their time, whatever they make
	k.Limits.Now = func() time.Time { now = now.Add(time.Hour); return now }
	if t, ok := w.T.(*testing.T); ok {
		compareRegions(t, k)
	}
	w.Config, w.Kernel, w.pages, w.URL = c, k, pages, ""
	w.Director = director.New(director.Options{Store: w.Store, Tables: w.Service})
	w.Circle = &circle.Service{Store: w.Store, Tables: w.Service, Chat: w.Chat, Clock: time.Now}
	w.Accounts = accounts.New(k, accounts.Config{People: w.People, Notices: w.Notices, Chat: w.Chat, Live: w.Hub, Director: w.Director, Circles: w.Circle})
	w.Cups = tournaments.Room(w.Director)(k)
	w.Friends = circles.Room(w.Circle)(k)
}

// Quick is a computer player that takes the first legal action: games with it are
// short to play and always the same.
type Quick struct{}

func (Quick) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	return bot.Thought{Action: g.Legal(s).Append(nil)[0]}
}

// New starts a program whose chance comes from a seed, with other options
// of its tables where they are changed.
func New(t testing.TB, seed uint64, build build, change ...func(*table.Options)) *World {
	t.Helper()
	st, file := sqlitetest.Open(t)
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := table.Options{Store: st, Account: st.Account, Live: hub, Board: spec.Board, Log: quiet,
		Bots: func(string) (bot.Bot, error) { return Quick{}, nil },
		Friends: func(ctx context.Context, id string, holders []store.Holder) (bool, error) {
			return circle.Friends(ctx, st, id, holders)
		}}
	table.Seed(&o, seed)
	for _, c := range change {
		c(&o)
	}
	service, err := table.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { service.Close(context.Background()) })
	b := board.Default()
	folk, err := people.New(people.Options{Store: st})
	require.NoError(t, err)
	told, err := notice.New(notice.Options{Store: st, Tables: service, Base: "http://ruhr.test", Log: quiet,
		Reach: func(netip.AddrPort) bool { return true }})
	require.NoError(t, err)
	log := quiet
	if t, ok := t.(*testing.T); ok {
		log = slog.New(reasons{quiet.Handler(), t})
	}
	w := &World{T: t, File: file, Service: service, Store: st, Hub: hub, People: folk, Notices: told, build: build,
		Chat: &chat.Service{Store: st, Tables: service, Live: hub, Clock: time.Now}}
	w.Starts(kernel.Config{Service: service, People: folk, Board: b, Levels: []string{"random", "greedy"}, Version: "test", Log: log})
	return w
}

// reasons fails a test where a request is refused and the log does not say why.
type reasons struct {
	slog.Handler
	T testing.TB
}

func (r reasons) WithAttrs(attrs []slog.Attr) slog.Handler {
	return reasons{r.Handler.WithAttrs(attrs), r.T}
}

func (r reasons) Handle(_ context.Context, rec slog.Record) error {
	said := map[string]string{}
	rec.Attrs(func(a slog.Attr) bool { said[a.Key] = a.Value.String(); return true })
	if why, ok := said["why"]; ok && why == "" {
		r.T.Errorf("refused without a reason: %v", said)
	}
	return nil
}

// compareRegions has each region of a test rendered by html/template as well: both
// must write the same.
func compareRegions(t *testing.T, s *kernel.Kernel) {
	var mu sync.Mutex
	var different string
	s.Rendered = func(name string, data any, html string, err error) {
		var want bytes.Buffer
		wantErr := s.Templates.Execute(&want, "table", name, data)
		if mu.Lock(); (err == nil) != (wantErr == nil) || err == nil && html != want.String() {
			different = fmt.Sprintf("region %s is\n%s (%v)\nand by html/template\n%s (%v)", name, html, err, want.String(), wantErr)
		}
		mu.Unlock()
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		if different != "" {
			t.Error(different)
		}
	})
}

// Patterns lists the pattern of every page's and form's route but streams,
// which have no end.
func (w *World) Patterns() []string {
	all := kernel.Handlers{}
	for _, part := range w.Rooms() {
		maps.Copy(all, part)
	}
	delete(all, "GET /stream")
	return slices.Sorted(maps.Keys(all))
}

// Created starts a table of two persons.
func (w *World) Created() (id string) {
	made, err := w.Service.Create(w.T.Context(), game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Bert"}}})
	require.NoError(w.T, err)
	return made.ID
}

// Still lets no time pass for what is counted.
func (w *World) Still() {
	still := w.Kernel.Limits.Now()
	w.Kernel.Limits.Now = func() time.Time { return still }
}

// FillUploads takes the places that an address may have for files, and returns what
// gives each back.
func (w *World) FillUploads(from string) (places []func()) {
	for {
		r := httptest.NewRequestWithContext(w.T.Context(), http.MethodPost, "/open", nil)
		leave, err := w.Kernel.Uploads.Receive(httptest.NewRecorder(), r, from, func() bool { return true })
		if err != nil {
			return places
		}
		places = append(places, leave)
	}
}

// PlayOut plays a table to its end by the service alone.
func (w *World) PlayOut(id string) {
	w.T.Helper()
	everybody := game.Actor{Seats: []int{0, 1}}
	s, err := w.Service.Position(w.T.Context(), id, everybody)
	for err == nil && !s.Over {
		if s.You.Confirm {
			s, err = w.Service.Do(w.T.Context(), id, everybody, s.N, "", game.Confirm())
			continue
		}
		s, err = w.Service.Do(w.T.Context(), id, everybody, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
	}
	if err == nil {
		err = w.Service.Tick(w.T.Context())
	}
	require.NoError(w.T, err)
}

// Fill takes the free places of a queue and returns what gives each back.
func Fill(q *fair.Queue) (places []func()) {
	ended, end := context.WithCancel(context.Background())
	end() // so that none is waited for
	for {
		leave, err := q.Await(ended, "others")
		if err != nil {
			return places
		}
		places = append(places, leave)
	}
}

// WaitFor returns once so many addresses wait in a queue.
func WaitFor(q *fair.Queue, addresses int) {
	for q.Waiting() != addresses {
		time.Sleep(time.Millisecond)
	}
}

// Must is a value where nothing is wrong.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Snapshot is the position of a table for somebody who watches.
func (w *World) Snapshot(id string) *game.Snapshot {
	return Must(w.Service.Position(w.T.Context(), id, game.Actor{}))
}

// Example is the record of a game of two.
func Example(t *testing.T) string {
	t.Helper()
	data, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	require.NoError(t, err)
	return string(data)
}
