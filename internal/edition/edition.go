// Package edition is the game for one person alone, without a server: the same tables,
// handlers and pages, on a disk that a browser has. cmd/edition runs it in browsers.
//
// A browser asks it like a server, below an address of any depth, such as /o/ or
// /games/ruhr/. Pages name addresses from the root; Edition puts the base before them.
// It also keeps the cookies, which what answers inside a browser can neither read nor
// set.
package edition

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/remote"
	"ruhr/coach"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/internal/store/memory"
	"ruhr/internal/table"
	"ruhr/internal/web"
	"ruhr/internal/web/kernel"
	"ruhr/rules"
	"ruhr/spec"
)

// Options configure New. Disk and Think are required.
type Options struct {
	Disk memory.Disk
	// Think has a program of the same build answer a question of remote.Client, one
	// program for each purpose. It returns when ctx ends.
	Think   func(ctx context.Context, purpose string, question []byte) ([]byte, error)
	Origin  string // of the browser's page, such as https://example.org
	Base    string // address below which it answers, with a slash at both ends; "" is "/"
	Version string // shown in the footer
	Zone    string // the browser's time zone
	Log     *slog.Logger
}

// Edition answers requests. It is safe for concurrent use.
type Edition struct {
	base    string
	disk    *split
	store   *memory.Store
	service *table.Service
	pages   http.Handler

	mu      sync.Mutex
	cookies map[string]string
	unkept  bool // they are not on the disk
}

// cacheBytes is the memory for folded tables, and again for rendered parts of pages.
const cacheBytes = 12 << 20

// moveTimeout is the longest that a decision may take. It is long because the clock goes
// on while the browser freezes a tab.
const moveTimeout = 365 * 24 * time.Hour

// New opens the games on a disk. It runs them until ctx ends.
func New(ctx context.Context, o Options) (*Edition, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	e := &Edition{base: strings.TrimSuffix(o.Base, "/"), disk: &split{o.Disk, map[string][]byte{}}, cookies: map[string]string{}}
	var err error
	if e.store, err = memory.Open(ctx, e.disk); err != nil {
		return nil, err
	}
	if err := e.readCookies(ctx, o.Zone); err != nil {
		return nil, err
	}
	hub := live.NewHub()
	thinker := func(purpose string) *remote.Client {
		return &remote.Client{Board: e.store.Board, Call: func(ctx context.Context, question []byte) ([]byte, error) {
			answer, err := o.Think(ctx, purpose, question)
			if err != nil && ctx.Err() == nil { // advice and pages go on without an answer
				o.Log.Error("a question was not answered", "purpose", purpose, "error", err)
			}
			return answer, err
		}}
	}
	// A review must not keep a computer player or advice waiting.
	plays, reviews := thinker("play"), thinker("review")
	e.service, err = table.NewAsking(table.Options{
		Store: e.store, Live: hub, Board: spec.Board, Bots: plays.Bot, Budget: bot.TableBudget,
		Advise:   plays.Advise(bot.Budget{Time: table.HintTime}),
		Reviewer: func(g *rules.Game) coach.Analyst { return reviews.Analyst(g, table.ReviewPlayouts) },
		Searches: func(level string) bool { return bot.TableBudget(level, 2) != bot.Budget{} },
		StandIn:  "hafenmeister", Thinkers: 1, MoveTimeout: moveTimeout, Cache: cacheBytes, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	e.pages, err = web.New(web.Config{Config: kernel.Config{Service: e.service, Board: board.Default(), Levels: bot.Levels(), Version: o.Version, Log: o.Log, Access: kernel.Access{Folder: o.Origin + e.base + "/"}}, Live: hub, Cache: cacheBytes, Alone: games{e.store}})
	if err != nil {
		return nil, err
	}
	go e.service.Run(ctx)
	return e, nil
}

// games are all tables, to be saved and restored.
type games struct{ *memory.Store }

// Restore implements [web.Alone].
func (g games) Restore(ctx context.Context, file []byte, browser string) (added, damaged int, err error) {
	sound := func(ctx context.Context, of *memory.Store, id string) error {
		time.Sleep(time.Millisecond) // leaves the only thread of a browser to others
		_, err := table.NewExaminer(of).Table(ctx, id)
		return err
	}
	out, err := g.Store.Restore(ctx, file, store.HashOf(browser), sound)
	switch {
	case errors.Is(err, store.ErrNewer):
		err = fmt.Errorf("%w: %w", web.ErrNewerGames, err)
	case errors.Is(err, store.ErrBad):
		err = fmt.Errorf("%w: %w", web.ErrBadGames, err)
	}
	return out.Tables, out.Unsound, err
}

// ServeHTTP implements [http.Handler]. It has the browser's cookies, and takes those
// that are set.
func (e *Edition) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path, below := strings.CutPrefix(r.URL.Path, e.base+"/"); below { // scripts ask without the base
		r.URL.Path, r.URL.RawPath = "/"+path, ""
	}
	r.Header.Del("Accept-Encoding") // what is not sent need not be small
	r.Header.Del("Cookie")
	e.mu.Lock()
	if e.unkept {
		e.writeCookies(r.Context())
	}
	for key, value := range e.cookies {
		if name, path, _ := strings.Cut(key, "/"); path == "" || strings.HasPrefix(r.URL.Path+"/", "/"+path+"/") {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
	}
	e.mu.Unlock()
	e.pages.ServeHTTP(&answer{ResponseWriter: w, edition: e, ctx: r.Context()}, r)
}

// answer is an answer on its way to the browser.
type answer struct {
	http.ResponseWriter
	edition *Edition
	ctx     context.Context
	begun   bool
	rebase  bool // it names addresses
}

func (a *answer) begin() {
	if a.begun {
		return
	}
	a.begun = true
	h := a.Header()
	for _, line := range h.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil {
			a.edition.setCookie(a.ctx, c)
		}
	}
	h.Del("Set-Cookie")
	if to := h.Get("Location"); strings.HasPrefix(to, "/") {
		h.Set("Location", a.edition.base+to)
	}
	// The pages are in a frame of the page that runs the program.
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	a.rebase = a.edition.base != "" && (kind == "text/html" || kind == "text/event-stream" || kind == "application/json")
	if a.rebase {
		h.Del("Content-Length")
	}
}

func (a *answer) WriteHeader(status int) {
	a.begin()
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.begin()
	out := p
	if a.rebase {
		out = rebased(p, a.edition.base)
	}
	if _, err := a.ResponseWriter.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// rebased puts the base before the addresses that attributes of HTML begin with, also
// where the HTML is in JSON, but not before what forms send back.
func rebased(p []byte, base string) []byte {
	for _, with := range [][2]string{
		{`="/`, `="` + base + `/`}, {`=\"/`, `=\"` + base + `/`}, {` value="` + base + `/`, ` value="/`}, {` value=\"` + base + `/`, ` value=\"/`},
	} {
		p = bytes.ReplaceAll(p, []byte(with[0]), []byte(with[1]))
	}
	return p
}

// setCookie keeps a cookie, or drops one that is over.
func (e *Edition) setCookie(ctx context.Context, c *http.Cookie) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key := c.Name + strings.TrimSuffix(c.Path, "/") // its name and where it holds
	if e.cookies[key] == c.Value && c.MaxAge >= 0 {
		return
	}
	if e.cookies[key] = c.Value; c.MaxAge < 0 {
		delete(e.cookies, key)
	}
	e.writeCookies(ctx)
}

// writeCookies writes the cookies to the disk. Where that fails they last as long as the
// program, and are written before its next answer.
func (e *Edition) writeCookies(ctx context.Context) {
	body, err := json.Marshal(e.cookies)
	if err == nil {
		err = e.disk.Disk.Write(context.WithoutCancel(ctx), map[string][]byte{cookiesKey: body})
	}
	e.unkept = err != nil
}

// readCookies reads the cookies from the disk, without those of tables that are gone.
func (e *Edition) readCookies(ctx context.Context, zone string) error {
	if body := e.disk.own[cookiesKey]; body != nil {
		if err := json.Unmarshal(body, &e.cookies); err != nil {
			return fmt.Errorf("%w: cookies: %w", store.ErrDamaged, err)
		}
		delete(e.cookies, kernel.LessonCookie) // an earlier version kept them without where they hold
		delete(e.cookies, kernel.DraftCookie)
	}
	for key := range e.cookies {
		if id, lesson := strings.CutPrefix(key, kernel.LessonCookie+"/t/"); lesson {
			if _, err := e.store.Table(ctx, id); errors.Is(err, store.ErrNoTable) {
				delete(e.cookies, key)
			}
		}
	}
	if zone != "" {
		e.cookies[kernel.ZoneCookie] = zone
	}
	if e.cookies[kernel.BrowserCookie] == "" { // who has the seats is known before there are any
		e.cookies[kernel.BrowserCookie] = table.NewSecret()
		e.writeCookies(ctx)
	}
	return nil
}

// The edition's own keys on the disk.
const (
	ownKeys    = "own/"
	cookiesKey = ownKeys + "cookies"
)

// split is a disk without the edition's own keys, which it has read apart.
type split struct {
	memory.Disk
	own map[string][]byte
}

func (s *split) Load(ctx context.Context, from, to string) (map[string][]byte, error) {
	all, err := s.Disk.Load(ctx, from, to)
	maps.DeleteFunc(all, func(key string, body []byte) bool {
		if !strings.HasPrefix(key, ownKeys) {
			return false
		}
		s.own[key] = body
		return true
	})
	return all, err
}
