package web

import (
	"net/http"
	"slices"
	"strings"
)

// anyRoute matches addresses that no other route matches.
const anyRoute = "/"

// handlers are request handlers by the pattern of their requests.
type handlers map[string]http.HandlerFunc

// routes registers all routes.
func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	all := []handlers{
		s.homeRoutes(), s.accountRoutes(), s.tableRoutes(), s.recordRoutes(), s.readingRoutes(), s.boardRoutes(), s.fileRoutes(),
		{anyRoute: s.unknown(mux)},
	}
	if s.alone != nil {
		s.withoutOthers(all)
		all = append(all, s.aloneRoutes())
	}
	for _, part := range all {
		for pattern, handler := range part {
			if strings.HasPrefix(pattern, http.MethodPost+" ") {
				handler = s.once(handler)
			}
			if slices.Contains(keepsCookies, pattern) {
				handler = s.withCookies(handler)
			}
			mux.HandleFunc(pattern, handler)
		}
	}
	if s.alone == nil {
		s.serveAPI(mux)
	}
	return trimmed(mux)
}

// trimmed leads from addresses that were copied with more of the text around them to
// the pages that they mean.
func trimmed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := trimEnd(r.URL.Path)
		meant := *r.URL
		meant.Path, meant.RawPath = path, ""
		switch {
		case path == "" || path == r.URL.Path || strings.HasPrefix(path, apiBase+"/"):
		case strings.HasPrefix(path, "/people/"): // names may end with a dot
		case strings.HasPrefix(r.URL.Path, EditionPath): // a folder, which is named with its slash
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
		default:
			probe := *r
			probe.URL = &meant
			if _, pattern := mux.Handler(&probe); pattern != anyRoute {
				http.Redirect(w, r, meant.RequestURI(), http.StatusFound)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
}

// trimEnd removes from the end of an address what no address ends with.
func trimEnd(address string) string {
	return strings.TrimRight(address, " \t\r\n./,;:!?'\"*)]}>«»“”‘’…、。")
}

// homeRoutes are where a visit begins: tables to play at, and settings.
func (s *server) homeRoutes() handlers {
	return handlers{
		"GET /{$}":           s.queued(s.home),
		"POST /play":         s.queued(s.limitCreates(s.play)),
		"POST /learn":        s.queued(s.limitCreates(s.learn)),
		"GET /new":           s.queued(s.newForm),
		"POST /new":          s.queued(s.limitCreates(s.newTable)),
		"GET /tables":        s.queued(s.tables),
		"GET /lobby":         s.queued(s.lobby),
		"GET /waiting":       s.queued(s.waiting),
		"GET /next":          s.queued(s.next),
		"GET /join/{token}":  s.queued(s.joinPage),
		"POST /join/{token}": s.queued(s.limitCreates(s.join)),
		"GET /settings":      s.queued(s.settingsPage),
		"POST /settings":     s.queued(s.saveSettings),
		"POST /language":     s.queued(s.saveLanguage),
	}
}

// tableRoutes are what is seen and done at a table.
func (s *server) tableRoutes() handlers {
	return handlers{
		"GET /t/{id}":           s.queued(s.table),
		"GET /t/{id}/frame":     s.queued(s.frame),
		"GET /stream":           s.stream,
		"GET /t/{id}/stream":    s.outdated,
		"GET /t/{id}/why":       s.queued(s.why),
		"GET /t/{id}/chat":      s.queued(s.chatPage),
		"POST /t/{id}/chat":     s.queued(s.say),
		"GET /t/{id}/share":     s.queued(s.share),
		"POST /t/{id}/share":    s.queued(s.limitCreates(s.makeLink)),
		"POST /t/{id}/owner":    s.queued(s.owner),
		"POST /t/{id}/sit":      s.queued(s.limitCreates(s.sit)),
		"POST /t/{id}/act":      s.queued(s.act),
		"POST /t/{id}/turn":     s.queued(s.turn),
		"POST /t/{id}/takeback": s.queued(s.takeback),
		"GET /t/{id}/seat":      s.queued(s.mySeat),
		"POST /t/{id}/seat":     s.queued(s.seat),
		"GET /t/{id}/orders":    s.queued(s.orders),
		"POST /t/{id}/orders":   s.queued(s.setOrders),
		"GET /t/{id}/plan":      ordersBefore,
		"POST /t/{id}/plan":     ordersBefore,
		"POST /t/{id}/sale":     s.queued(s.orderSale),
		"POST /t/{id}/hint":     s.hint,
		"POST /t/{id}/guide":    s.queued(s.lesson),
		"POST /t/{id}/leave":    s.queued(s.leaveTable),
		"POST /t/{id}/again":    s.queued(s.limitCreates(s.rematch)),
		"POST /t/{id}/kept":     s.queued(s.limitCreates(s.keptSeats)),
		"POST /t/{id}/on":       s.queued(s.limitCreates(s.playOn)),
		"GET /t/{id}/board":     s.queued(s.tableBoard),
	}
}

// recordRoutes are games to look back at, of tables and from files.
func (s *server) recordRoutes() handlers {
	return handlers{
		"GET /t/{id}/replay":      s.queued(s.replayTable),
		"GET /t/{id}/fair":        s.queued(s.fair),
		"POST /t/{id}/shuffle":    s.queued(s.contribute),
		"GET /commitment":         s.commitment,
		"GET /t/{id}/score":       s.queued(s.scoreTable),
		"GET /t/{id}/record":      s.queued(s.record),
		"GET /t/{id}/review":      s.queued(s.reviewTable),
		"POST /t/{id}/review":     s.queued(s.limitCreates(s.reviewTable)),
		"GET /open":               s.queued(s.openPage),
		"POST /open":              s.openRecord,
		"POST /open/link":         s.limitUploads(s.openLink),
		"POST /open/on":           s.queued(s.limitUploads(s.limitCreates(s.playOnLink))),
		"GET /game/{key}":         s.replayOpened,
		"GET /game/{key}/score":   s.scoreOpened,
		"GET /game/{key}/review":  s.reviewOpened,
		"POST /game/{key}/review": s.limitCreates(s.reviewOpened),
		"POST /game/{key}/on":     s.playOnOpened,
	}
}

// readingRoutes are pages to read.
func (s *server) readingRoutes() handlers {
	return handlers{
		"GET /handbook":           s.queued(s.handbook),
		"GET /handbook/history":   s.queued(s.history),
		"GET /handbook/reference": s.queued(s.reference),
		"GET /handbook/sheet":     s.queued(s.sheet),
		"GET /handbook/tests":     s.queued(s.ledger),
		"GET /legend":             s.queued(s.legend),
	}
}

func (s *server) boardRoutes() handlers {
	return handlers{
		"GET /board":                s.queued(s.aboutBoard),
		"GET /workshop":             s.inTurn(s.maps.drawing, s.workshop),
		"POST /workshop":            s.queued(s.saveWorkshop),
		"POST /workshop/open":       s.openBoard,
		"GET /workshop/file":        s.queued(s.boardFile),
		"GET /workshop/differences": s.queued(s.differences),
	}
}

// fileRoutes are what pages load, and what machines ask for.
func (s *server) fileRoutes() handlers {
	return handlers{
		"GET /s/{hash}/{file...}":          s.assets.serve,
		"GET " + EditionPath + "{file...}": s.editionFile,
		"GET /map/{board}/{file}":          s.mapFile,
		"GET /imprint":                     s.showLegal("page.foot.imprint", s.legal.imprint),
		"GET /privacy":                     s.showLegal("page.foot.privacy", s.legal.privacy),
		"GET /favicon.ico":                 s.favicon,
		"GET /robots.txt":                  s.robots,
		"GET /healthz":                     s.healthy,
		"GET /readyz":                      s.ready,
	}
}
