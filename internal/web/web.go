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
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
)

//go:embed static
var static embed.FS

// Config configures New. Live is required, and Chat unless nobody signs in.
type Config struct {
	kernel.Config
	Live  live.Live
	Chat  *chat.Service
	Cache int // bytes of pages kept in memory; 0 is the constant Cache
	// Alone keeps the games of a program that one person has to themselves, without
	// accounts, lobby, invitations, chat, notices and the operations for programs.
	Alone Alone
}

// Room adds what a room serves to a site.
type Room func(*kernel.Kernel) kernel.Handlers

// server is the state shared by the handlers of tables.
type server struct {
	*kernel.Kernel
	renderer
	library   *library.Library
	live      live.Live
	chat      *chat.Service
	alone     Alone // nil where there are others
	heartbeat time.Duration
	caches
}

// New returns the handler of all pages, with further rooms. Errors name what is wrong
// with the configuration or the embedded files.
func New(c Config, more ...Room) (http.Handler, error) {
	s, err := newServer(c)
	if err != nil {
		return nil, err
	}
	return s.site(more...), nil
}

func newServer(c Config) (*server, error) {
	if c.Live == nil || (c.Alone == nil) != (c.People != nil && c.Chat != nil) {
		return nil, fmt.Errorf("web: Live must be given, and either Alone or People and Chat")
	}
	var err error
	if c.Static, err = fs.Sub(static, "static"); err != nil {
		return nil, err
	}
	k, err := kernel.New(c.Config)
	if err != nil {
		return nil, err
	}
	bytes := cmp.Or(c.Cache, Cache)
	s := &server{Kernel: k, renderer: k.Region, library: library.New(k, bytes/16*shareOfOpened), live: c.Live, chat: c.Chat, alone: c.Alone, heartbeat: 25 * time.Second, caches: newCaches(bytes)}
	for name, figures := range s.figures() {
		k.Meter.Cache(name, figures)
	}
	k.Explain(chatFailures...)
	if c.Alone != nil {
		k.Explain(aloneFailures...)
	}
	k.Explain(dayFailures...)
	return s, nil
}

// site serves the tables and the library with further rooms.
func (s *server) site(more ...Room) http.Handler { return s.Handler(s.rooms(more)...) }

// rooms are all that a site serves but the files that every page needs.
func (s *server) rooms(more []Room) []kernel.Handlers {
	rooms := append(s.library.Routes(), s.homeRoutes(), s.tableRoutes(), s.boxRoutes())
	for _, room := range more {
		rooms = append(rooms, room(s.Kernel))
	}
	if s.alone != nil {
		s.Large(gamesPath, maxGames)
		for _, part := range rooms {
			s.withoutOthers(part)
		}
		rooms = append(rooms, s.aloneRoutes())
	}
	return rooms
}

// homeRoutes are where a visit begins: tables to play at.
func (s *server) homeRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /{$}":           s.Queued(s.home),
		"POST /play":         s.Queued(s.LimitCreates(s.play)),
		"GET /day":           s.Queued(s.day),
		"GET /day/{date}":    s.Queued(s.day),
		"POST /day/{date}":   s.Queued(s.LimitCreates(s.playDay)),
		"POST /learn":        s.Queued(s.LimitCreates(s.learn)),
		"GET /new":           s.Queued(s.newForm),
		"POST /new":          s.Queued(s.LimitCreates(s.newTable)),
		"GET /tables":        s.Queued(s.tables),
		"GET /lobby":         s.Queued(s.lobby),
		"GET /waiting":       s.Queued(s.waiting),
		"GET /next":          s.Queued(s.next),
		"GET /join/{token}":  s.Queued(s.joinPage),
		"POST /join/{token}": s.Queued(s.LimitCreates(s.join)),
	}
}

// tableRoutes are what is seen and done at a table.
func (s *server) tableRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /t/{id}":               s.Queued(s.table),
		"GET /t/{id}/frame":         s.Queued(s.frame),
		"GET /stream":               s.stream,
		"GET /t/{id}/stream":        s.outdated,
		"GET /t/{id}/why":           s.Queued(s.why),
		"GET /t/{id}/chat":          s.Queued(s.chatPage),
		"POST /t/{id}/chat":         s.Queued(s.say),
		"GET /t/{id}/share":         s.Queued(s.share),
		"POST /t/{id}/share":        s.Queued(s.LimitCreates(s.makeLink)),
		"POST /t/{id}/owner":        s.Queued(s.owner),
		"POST /t/{id}/sit":          s.Queued(s.LimitCreates(s.sit)),
		"POST /t/{id}/act":          s.Queued(s.act),
		"POST /t/{id}/turn":         s.Queued(s.turn),
		"POST /t/{id}/takeback":     s.Queued(s.takeback),
		"GET /t/{id}/seat":          s.Queued(s.mySeat),
		"POST /t/{id}/seat":         s.Queued(s.seat),
		"GET /t/{id}/orders":        s.Queued(s.orders),
		"POST /t/{id}/orders":       s.Queued(s.setOrders),
		"GET /t/{id}/plan":          ordersBefore,
		"POST /t/{id}/plan":         ordersBefore,
		"POST /t/{id}/sale":         s.Queued(s.orderSale),
		"POST /t/{id}/hint":         s.hint,
		"POST /t/{id}/guide":        s.Queued(s.lesson),
		"POST /t/{id}/leave":        s.Queued(s.leaveTable),
		"POST /t/{id}/again":        s.Queued(s.LimitCreates(s.rematch)),
		"POST /t/{id}/kept":         s.Queued(s.LimitCreates(s.keptSeats)),
		"GET /t/{id}/replay":        s.Queued(s.replayTable),
		"GET /t/{id}/try":           s.Queued(s.planTable),
		"POST /t/{id}/try":          s.Queued(s.planTable),
		"GET /t/{id}/fair":          s.Queued(s.fair),
		"POST /t/{id}/shuffle":      s.Queued(s.contribute),
		"GET /commitment":           s.commitment,
		"GET /t/{id}/score":         s.Queued(s.scoreTable),
		"GET /t/{id}/review":        s.Queued(s.reviewTable),
		"POST /t/{id}/review":       s.Queued(s.LimitCreates(s.reviewTable)),
		"GET /t/{id}/review/learn":  s.Queued(s.learnTable),
		"POST /t/{id}/review/learn": s.Queued(s.LimitLearning(s.learnTable)),
	}
}
