// Package library serves what is read and looked back at: the handbook, the board and the
// workshop, records and games that were played.
package library

import (
	"net/http"

	"ruhr/internal/cache"
	"ruhr/internal/daily"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// Library is the state shared by the handlers.
type Library struct {
	*kernel.Kernel
	opened *cache.Cache[string, *page.Game] // games of record files, by their key in the store
}

// New makes the library of a site, which keeps so many bytes of games.
func New(k *kernel.Kernel, bytes int) *Library {
	k.Large("/open", maxUpload)
	k.Large(workshopPath+"/open", maxUpload)
	s := &Library{Kernel: k, opened: cache.New[string, *page.Game](bytes)}
	k.Explain(kernel.Failure{Err: daily.ErrOther, Status: http.StatusUnprocessableEntity, Key: "day.list.other"})
	k.Meter.Cache("records", s.opened.Stats)
	return s
}

// Routes are all of its handlers.
func (s *Library) Routes() []kernel.Handlers {
	return []kernel.Handlers{s.recordRoutes(), s.readingRoutes(), s.boardRoutes(), s.puzzleRoutes()}
}

// recordRoutes are games to look back at, of tables and from files.
func (s *Library) recordRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /t/{id}/record":            s.Queued(s.record),
		"POST /t/{id}/on":               s.Queued(s.LimitCreates(s.playOn)),
		"GET /t/{id}/board":             s.Queued(s.tableBoard),
		"GET /open":                     s.Queued(s.openPage),
		"POST /open":                    s.openRecord,
		"POST /open/link":               s.LimitUploads(s.openLink),
		"POST /open/on":                 s.Queued(s.LimitUploads(s.LimitCreates(s.playOnLink))),
		"GET /game/{key}":               s.ofOpened(s.replayOpened),
		"GET /game/{key}/score":         s.ofOpened(s.Score),
		"GET /game/{key}/review":        s.ofOpened(s.reviewOpened),
		"POST /game/{key}/review":       s.LimitCreates(s.ofOpened(s.reviewOpened)),
		"GET /game/{key}/review/learn":  s.ofOpened(s.learnOpened),
		"POST /game/{key}/review/learn": s.LimitLearning(s.ofOpened(s.learnOpened)),
		"POST /game/{key}/on":           s.playOnOpened,
		"POST /game/{key}/day":          s.LimitUploads(s.LimitCreates(s.listOpened)),
	}
}

// readingRoutes are pages to read.
func (s *Library) readingRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /handbook":           s.Queued(s.handbook),
		"GET /handbook/history":   s.Queued(s.history),
		"GET /handbook/reference": s.Queued(s.reference),
		"GET /handbook/sheet":     s.Queued(s.sheet),
		"GET /handbook/tests":     s.Queued(s.ledger),
		"GET /legend":             s.Queued(s.legend),
	}
}

func (s *Library) boardRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /board":                s.Queued(s.aboutBoard),
		"GET /workshop":             s.InTurn(s.Drawing, s.workshop),
		"POST /workshop":            s.Queued(s.saveWorkshop),
		"POST /workshop/open":       s.openBoard,
		"GET /workshop/file":        s.Queued(s.boardFile),
		"GET /workshop/checklist":   s.Queued(s.checklist),
		"GET /workshop/differences": s.Queued(s.differences),
	}
}
