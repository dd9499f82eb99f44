// Package web serves the game over HTTP: pages made on the server that can be
// read and played without scripts, and small scripts that keep an open page at
// the table's position.
//
// A page is a model of package page and a template (templates/); each handler
// has a file of its own. The parts of a table's page that change are regions
// with an id of their own. A frame is those regions at one position of one table
// for one viewer; it goes out with the whole page, as the answer to a command,
// and on the event stream. What all viewers of a table share is made and
// rendered once (shared.go).
//
// Every text comes from the language catalogue (keys page.*). Nothing hidden
// can be sent: everything shown is made by package view.
package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"ruhr/board"
	"ruhr/internal/chat"
	"ruhr/internal/draw"
	"ruhr/internal/live"
	"ruhr/internal/page"
	"ruhr/internal/people"
	"ruhr/internal/table"
)

// Config is what the pages are made from. Service, People, Live, Chat and Board
// must be given.
type Config struct {
	Service *table.Service
	People  *people.Service
	Live    live.Live
	Chat    *chat.Service
	Board   *board.Board // the board new tables are played on, and record files
	Levels  []string     // the levels of computer players on offer, the weakest first; nil is greedy alone
	Version string       // shown at the foot of the pages
	Log     *slog.Logger // nil is slog.Default()
	Access  Access       // how visitors reach the program
	Meter   Meter        // nil counts nothing
}

// Meter counts requests and streams.
type Meter interface {
	// Request counts an answered request: its route, its status, how long it took
	// and the key of the reason where it was refused.
	Request(route string, status int, took time.Duration, why string)
	// Stream counts open streams: 1 for one more, -1 for one fewer.
	Stream(by int)
}

type noMeter struct{}

func (noMeter) Request(string, int, time.Duration, string) {}
func (noMeter) Stream(int)                                 {}

// server holds what all handlers share.
type server struct {
	service   *table.Service
	people    *people.Service
	live      live.Live
	chat      *chat.Service
	board     *page.Board
	levels    []string
	version   string
	log       *slog.Logger
	access    Access
	assets    *assets
	templates pageTemplates
	limits    *limits
	uploads   *uploads
	meter     Meter
	heartbeat time.Duration
	caches
}

// New makes the handler of all pages. The error says what of the configuration
// or of the embedded files is wrong.
func New(c Config) (http.Handler, error) {
	s, err := newServer(c)
	if err != nil {
		return nil, err
	}
	return s.guard(s.routes()), nil
}

func newServer(c Config) (*server, error) {
	if c.Service == nil || c.People == nil || c.Live == nil || c.Chat == nil || c.Board == nil {
		return nil, fmt.Errorf("web: Service, People, Live, Chat and Board must be given")
	}
	s := &server{
		service: c.Service, people: c.People, live: c.Live, chat: c.Chat, board: page.NewBoard(c.Board), levels: c.Levels,
		version: c.Version, log: c.Log, access: c.Access, meter: c.Meter,
		limits: newLimits(time.Now), uploads: newUploads(), heartbeat: 25 * time.Second, caches: newCaches(),
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.meter == nil {
		s.meter = noMeter{}
	}
	if len(s.levels) == 0 {
		s.levels = []string{"greedy"}
	}
	var err error
	if s.assets, err = loadAssets(map[string][]byte{"css/map.css": []byte(draw.CSS)}); err != nil {
		return nil, err
	}
	if s.templates, err = loadTemplates(); err != nil {
		return nil, err
	}
	return s, nil
}
