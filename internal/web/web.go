// Package web serves the game over HTTP: pages rendered on the server that work
// without scripts, and small scripts that keep an open page up to date.
//
// A page is a model of package page and a template (templates/); each handler
// has its own file. The parts of a table's page that change are regions with an
// id. A frame is the set of these regions at one position of one table for one
// viewer. It is part of the whole page, the answer to a command, and the content
// of the event stream. What all viewers of a table share is built and rendered
// once (shared.go).
//
// All texts come from the language catalogue (keys page.*). Hidden information
// cannot leak, because everything shown comes from package view.
package web

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"ruhr/board"
	"ruhr/internal/cache"
	"ruhr/internal/chat"
	"ruhr/internal/draw"
	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/templates"
)

// Config configures New. Service, Live and Board are required, and unless Alone is
// set People, Chat and Notices.
type Config struct {
	Service *table.Service
	People  *peopleService
	Live    live.Live
	Chat    *chat.Service
	Notices *noticeService
	Board   *board.Board // for new tables and record files
	Levels  []string     // levels of computer players on offer, weakest first; nil is greedy alone
	Guests  []string     // programs on offer as well, however strong they are
	Version string       // shown in the footer
	Log     *slog.Logger // nil is slog.Default()
	Access  Access       // how visitors reach the program
	Meter   Meter        // nil counts nothing
	Legal   Legal        // texts of the operator
	Offline Offline      // what opens games in the browser
	Streams int          // open pages of everybody together; 0 is fair.Streams
	Cache   int          // bytes of pages kept in memory; 0 is the constant Cache
	// Alone is for a program that one person has to themselves, as in a browser:
	// without accounts, lobby, invitations, chat, notices and the operations for programs.
	Alone Alone
}

// Offline is cmd/offline as built for browsers, which opens the game of a link there.
// Without it a page asks before it sends the game to the server.
type Offline struct {
	Program []byte // WebAssembly, compressed by gzip; nil for none
	Exec    []byte // the script that runs it
	// Edition are the files of the offline edition by name, served below EditionPath;
	// nil for none.
	Edition map[string][]byte
}

// Meter counts requests and streams.
type Meter interface {
	// Request counts an answered request with its route, status and duration,
	// and the key of the reason if it was refused.
	Request(route string, status int, took time.Duration, why string)
	// Stream changes the number of open streams by 1 or -1.
	Stream(by int)
	// Cache has the figures of a cache read whenever they are asked for.
	Cache(name string, figures func() cache.Stats)
}

type noMeter struct{}

func (noMeter) Request(string, int, time.Duration, string) {}
func (noMeter) Stream(int)                                 {}
func (noMeter) Cache(string, func() cache.Stats)           {}

// server is the state shared by all handlers.
type server struct {
	service   *table.Service
	people    *peopleService
	live      live.Live
	chat      *chat.Service
	notices   *noticeService
	board     *page.Board
	levels    []string // and after them the guests
	guests    int
	version   string
	log       *slog.Logger
	access    Access
	assets    *assets
	templates *templates.Set
	mark      string                                              // ends the names of cookies
	rendered  func(name string, data any, html string, err error) // for tests, which see each region
	offline   bool                                                // browsers can open games by themselves
	edition   map[string][]byte                                   // the files of the offline edition
	alone     Alone                                               // nil where there are others
	limits    *fair.Limits
	work      *fair.Queue
	hashing   *fair.Queue // of passwords
	uploads   *fair.Uploads
	// recoveries has those who are being sent a mail to set a new password.
	recoveries chan struct{}
	meter      Meter
	legal      legal
	heartbeat  time.Duration
	caches
}

// Mails to set a new password that are sent at once; more are not sent.
const recoveriesAtOnce = 8

// New returns the handler of all pages. Errors name what is wrong with the
// configuration or the embedded files.
func New(c Config) (http.Handler, error) {
	s, err := newServer(c)
	if err != nil {
		return nil, err
	}
	return s.guard(s.routes()), nil
}

func newServer(c Config) (*server, error) {
	if c.Service == nil || c.Live == nil || c.Board == nil {
		return nil, fmt.Errorf("web: Service, Live and Board must be given")
	}
	if c.Alone == nil && (c.People == nil || c.Chat == nil || c.Notices == nil) {
		return nil, fmt.Errorf("web: People, Chat and Notices must be given")
	}
	s := &server{
		service: c.Service, people: c.People, live: c.Live, chat: c.Chat, notices: c.Notices, board: page.NewBoard(c.Board),
		levels: slices.Concat(c.Levels, c.Guests), guests: len(c.Guests),
		alone: c.Alone, edition: c.Offline.Edition, version: c.Version, log: c.Log, access: c.Access, meter: c.Meter,
		limits: fair.NewLimits(cmp.Or(c.Streams, fair.Streams)), work: fair.NewQueue(fair.Workers()), hashing: fair.NewQueueOf(hashesAtOnce, hashesWaiting, hashWait), uploads: fair.NewUploads(), recoveries: make(chan struct{}, recoveriesAtOnce), heartbeat: 25 * time.Second, caches: newCaches(cmp.Or(c.Cache, Cache)),
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.meter == nil {
		s.meter = noMeter{}
	}
	s.limits.Opened = s.meter.Stream
	for name, figures := range s.figures() {
		s.meter.Cache(name, figures)
	}
	if len(c.Levels) == 0 {
		s.levels = slices.Concat([]string{"greedy"}, c.Guests)
	}
	var err error
	if err = s.load(c.Offline); err != nil {
		return nil, err
	}
	if s.templates, err = templates.Load(); err != nil {
		return nil, err
	}
	if s.mark, err = s.cookieMark(context.Background()); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if s.legal, err = readLegal(c.Legal); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return s, nil
}

// load makes the static files, with those that open games in the browser.
func (s *server) load(o Offline) (err error) {
	extra := map[string][]byte{"css/map.css": []byte(draw.CSS)}
	if s.offline = o.Program != nil; s.offline {
		extra[offlineProgram+zipped], extra[offlineExec], extra[offlineBoard] = o.Program, o.Exec, s.service.UsualBoard()
	}
	s.assets, err = loadAssets(extra)
	return err
}
