package kernel

import (
	"net/http"
	"slices"
	"strings"
)

// anyRoute matches addresses that no other route matches.
const anyRoute = "/"

// Handlers are request handlers by the pattern of their requests.
type Handlers map[string]http.HandlerFunc

// Handler serves what rooms add to the files that every page needs. Forms that make
// something happen once.
func (s *Kernel) Handler(rooms ...Handlers) http.Handler {
	mux := http.NewServeMux()
	for _, part := range append(rooms, s.Routes(), Handlers{anyRoute: s.unknown(mux)}) {
		for pattern, handler := range part {
			if strings.HasPrefix(pattern, http.MethodPost+" ") {
				handler = s.once(s.asMade(handler))
			}
			if slices.Contains(keepsCookies, pattern) {
				handler = s.withCookies(handler)
			}
			mux.HandleFunc(pattern, handler)
		}
	}
	return s.guard(trimmed(mux))
}

// forAnyone are the beginnings of the addresses of forms that act for nobody, or say for whom.
var forAnyone = []string{"/settings", "/language", "/account", "/notices/", "/workshop", "/open/link", "/puzzles/"}

// asMade refuses, once, the form of a page that was made for somebody whose session has
// ended since: it would be done for a guest. Scripts are refused where somebody was entitled
// (Cause).
func (s *Kernel) asMade(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		session, path := Cookie(r, SessionCookie), r.URL.Path
		if PersonOf(r) != nil || session == "" || session == SignedOut || WantsFrames(r) || path == "/open" ||
			slices.ContainsFunc(forAnyone, func(p string) bool { return strings.HasPrefix(path, p) }) {
			next(w, r)
			return
		}
		s.SetCookie(w, r, SettingsCookie, ReadSettings(r).Encode()) // from now on those of the browser
		s.SetCookieFor(w, r, SessionCookie, SignedOut, 0)
		s.Refuse(w, r, ErrSessionOver)
	}
}

// trimmed leads from addresses that were copied with more of the text around them to
// the pages that they mean.
func trimmed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := TrimEnd(r.URL.Path)
		meant := *r.URL
		meant.Path, meant.RawPath = path, ""
		switch {
		case path == "" || path == r.URL.Path || strings.HasPrefix(path, "/api/"):
		case strings.HasPrefix(path, "/people/"): // names may end with a dot
		case strings.HasPrefix(r.URL.Path, EditionPath): // a folder, which is named with its slash
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
		default:
			probe := *r
			probe.URL = &meant
			if _, pattern := mux.Handler(&probe); pattern != anyRoute {
				http.Redirect(w, r, OwnPath(meant.RequestURI()), http.StatusFound)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
}

// TrimEnd removes from the end of an address what no address ends with.
func TrimEnd(address string) string {
	return strings.TrimRight(address, " \t\r\n./,;:!?'\"*)]}>«»“”‘’…、。")
}

// Routes are what pages load, what machines ask for, and settings.
func (s *Kernel) Routes() Handlers {
	return Handlers{
		"GET /s/{hash}/{file...}":          s.assets.serve,
		"GET " + EditionPath + "{file...}": s.editionFile,
		"GET /map/{board}/{file}":          s.mapFile,
		"GET /settings":                    s.Queued(s.settingsPage),
		"POST /settings":                   s.Queued(s.saveSettings),
		"POST /language":                   s.Queued(s.saveLanguage),
		"GET /imprint":                     s.showLegal("page.foot.imprint", s.Legal.Imprint),
		"GET /privacy":                     s.showLegal("page.foot.privacy", s.Legal.Privacy),
		"GET /favicon.ico":                 s.favicon,
		"GET /robots.txt":                  s.robots,
		"GET /healthz":                     s.healthy,
		"GET /readyz":                      s.ready,
	}
}
