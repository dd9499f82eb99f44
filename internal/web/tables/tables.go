// Package tables serves the pages of tables: where one begins, what is seen and done at
// one, streams, chat and invitations.
//
// The parts of a table's page that change are regions with an id. A frame is the set of
// these regions at one position of one table for one viewer. It is part of the whole
// page, the answer to a command, and the content of the event stream. What all viewers
// of a table share is built and rendered once (shared.go).
package tables

import (
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
)

// Tables is the state shared by the handlers.
type Tables struct {
	*kernel.Kernel
	renderer
	library   *library.Library
	live      live.Live
	chat      *chat.Service // nil where nobody signs in
	heartbeat time.Duration
	caches
}

// New makes the pages of tables, which share so many bytes of caches with the library.
func New(k *kernel.Kernel, pages *library.Library, hub live.Live, talk *chat.Service, bytes int) *Tables {
	s := &Tables{Kernel: k, renderer: k.Region, library: pages, live: hub, chat: talk, heartbeat: 25 * time.Second, caches: newCaches(bytes)}
	for name, figures := range s.figures() {
		k.Meter.Cache(name, figures)
	}
	k.Explain(chatFailures...)
	k.Explain(dayFailures...)
	k.Explain(inviteFailures...)
	return s
}

// Routes are all of its handlers.
func (s *Tables) Routes() []kernel.Handlers {
	return []kernel.Handlers{s.homeRoutes(), s.tableRoutes(), s.boxRoutes()}
}

// homeRoutes are where a visit begins: tables to play at.
func (s *Tables) homeRoutes() kernel.Handlers {
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
func (s *Tables) tableRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /t/{id}":                s.Queued(s.table),
		"GET /t/{id}/frame":          s.Queued(s.frame),
		"GET /stream":                s.stream,
		"GET /t/{id}/stream":         s.outdated,
		"GET /t/{id}/why":            s.Queued(s.why),
		"GET /t/{id}/chat":           s.Queued(s.chatPage),
		"POST /t/{id}/chat":          s.Queued(s.say),
		"GET /t/{id}/share":          s.Queued(s.share),
		"POST /t/{id}/share":         s.Queued(s.LimitCreates(s.makeLink)),
		"POST /t/{id}/owner":         s.Queued(s.owner),
		"POST /t/{id}/sit":           s.Queued(s.LimitCreates(s.sit)),
		"POST /t/{id}/act":           s.Queued(s.act),
		"POST /t/{id}/turn":          s.Queued(s.turn),
		"POST /t/{id}/takeback":      s.Queued(s.takeback),
		"GET /t/{id}/seat":           s.Queued(s.mySeat),
		"POST /t/{id}/seat":          s.Queued(s.seat),
		"GET /t/{id}/orders":         s.Queued(s.orders),
		"POST /t/{id}/orders":        s.Queued(s.setOrders),
		"GET /t/{id}/plan":           ordersBefore,
		"POST /t/{id}/plan":          ordersBefore,
		"POST /t/{id}/sale":          s.Queued(s.orderSale),
		"POST /t/{id}/hint":          s.hint,
		"POST /t/{id}/guide":         s.Queued(s.lesson),
		"POST /t/{id}/leave":         s.Queued(s.leaveTable),
		"POST /t/{id}/again":         s.Queued(s.LimitCreates(s.rematch)),
		"POST /t/{id}/kept":          s.Queued(s.LimitCreates(s.keptSeats)),
		"GET /t/{id}/replay":         s.Queued(s.replayTable),
		"GET /t/{id}/try":            s.Queued(s.planTable),
		"POST /t/{id}/try":           s.Queued(s.planTable),
		"GET /t/{id}/fair":           s.Queued(s.fair),
		"POST /t/{id}/shuffle":       s.Queued(s.contribute),
		"GET /commitment":            s.commitment,
		"GET /t/{id}/score":          s.Queued(s.scoreTable),
		"GET /t/{id}/review":         s.Queued(s.reviewTable),
		"POST /t/{id}/review":        s.Queued(s.LimitCreates(s.reviewTable)),
		"GET /t/{id}/beside/{other}": s.Queued(s.besideTable),
		"GET /t/{id}/review/learn":   s.Queued(s.learnTable),
		"POST /t/{id}/review/learn":  s.Queued(s.LimitLearning(s.learnTable)),
	}
}
