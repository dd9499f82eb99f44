// Package web is the whole program in the browser: pages made on the server
// that can be read and played without scripts, and small scripts on top that
// keep an open page at the table's position.
//
// A page is a Go value and a template (templates/); the parts of a table's page
// that change are regions with an id of their own (regions.html). A frame is
// those regions at one position of one table for one viewer; it goes out with
// the whole page, as the answer to a command, and along the stream of news.
//
// Every text comes from the language catalogue (keys page.*). Nothing hidden
// can be sent: everything shown is made by package view.
package web

import (
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/rules"
)

// Config is what the pages are made from. Service, Live, Store and Board must
// be given.
type Config struct {
	Service *table.Service
	Live    live.Live
	Store   store.Store
	Board   *board.Board // the board new tables are played on, and record files
	Levels  []string     // the opponents on offer, the weakest first; nil is greedy alone
	Version string       // shown at the foot of the pages
	Log     *slog.Logger // nil is slog.Default()
}

// server holds what all handlers share.
type server struct {
	service   *table.Service
	live      live.Live
	store     store.Store
	board     *board.Board
	judge     *rules.Game // names things on the board
	levels    []string
	version   string
	log       *slog.Logger
	assets    *assets
	templates map[string]*template.Template
	opened    *shelf // record files people have opened
	told      *tales // the tables' histories as told last
	limits    *limits
	heartbeat time.Duration

	mu     sync.Mutex
	maps   map[string]*draw.Map        // by the board's digest
	ground map[[2]string]template.HTML // by digest and language
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
	if c.Service == nil || c.Live == nil || c.Store == nil || c.Board == nil {
		return nil, fmt.Errorf("web: Service, Live, Store and Board must be given")
	}
	s := &server{
		service: c.Service, live: c.Live, store: c.Store, board: c.Board, judge: rules.NewGame(c.Board, 2, rules.Variant{}), levels: c.Levels,
		version: c.Version, log: c.Log,
		opened: newShelf(), told: newTales(), limits: newLimits(time.Now), heartbeat: 25 * time.Second,
		maps: map[string]*draw.Map{}, ground: map[[2]string]template.HTML{},
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	go s.mapOf(c.Board) // drawn before the first page asks for it
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

// maxMaps bounds how many boards are kept drawn.
const maxMaps = 16

// mapOf is the drawn map of a board.
func (s *server) mapOf(b *board.Board) *draw.Map {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.maps[b.SHA256]
	if m == nil {
		if len(s.maps) >= maxMaps {
			clear(s.maps)
			clear(s.ground)
		}
		m = draw.New(b)
		s.maps[b.SHA256] = m
	}
	return m
}

// groundOf is the unchanging part of a board's map in a language.
func (s *server) groundOf(b *board.Board, m *draw.Map, t *tongue) template.HTML {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := [2]string{b.SHA256, t.Lang()}
	h, ok := s.ground[key]
	if !ok {
		h = m.Static(t.mapWord)
		s.ground[key] = h
	}
	return h
}
