package kernel

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"ruhr/internal/people/settings"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// The cookies. Browsers send a host's cookies to all its ports. So that servers on one host do not take
// them for their own, their names end with the database's mark where browsers see them;
// handlers see them without it (cookiesOf).
const (
	BrowserCookie  = "ruhr"         // the browser's secret
	SessionCookie  = "ruhr-session" // the session secret of a signed-in browser
	KnownCookie    = "ruhr-known"   // to which accounts a browser has signed in before
	SettingsCookie = "ruhr-settings"
	DraftCookie    = "ruhr-draft"         // the board in the workshop
	LessonCookie   = "ruhr-lesson"        // at one table, by its path: that the lesson was left there
	PuzzlesCookie  = "ruhr-puzzles"       // which puzzles were solved
	TriesCookie    = "ruhr-tries"         // how first tries at puzzles ended
	cookieLife     = 400 * 24 * time.Hour // the longest that browsers keep cookies
	secretLength   = table.SecretLength
)

// hostOnly begins the names of cookies that came over https: browsers take them
// from this host alone, not from another one of its domain.
const hostOnly = "__Host-"

type cookiesKey struct{}

// WithOwnCookies is a request with this server's cookies, by their plain names.
func WithOwnCookies(r *http.Request, own map[string]string) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), cookiesKey{}, own))
}

// cookiesOf are this server's cookies in a request, by their plain names.
func cookiesOf(r *http.Request) map[string]string {
	own, _ := r.Context().Value(cookiesKey{}).(map[string]string)
	return own
}

// Cookie is the value of a cookie of this server, "" for none.
func Cookie(r *http.Request, name string) string { return cookiesOf(r)[name] }

// sentCookie is the value of a cookie as a browser sent it, "" for none. Over https,
// one set over http counts as long as there is no other.
func sentCookie(r *http.Request, name string) string {
	for _, name := range []string{hostOnly + name, name} {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
	}
	return ""
}

// Browser is the holder of the seats of a request: the person who is signed
// in, otherwise the browser by its secret; "" if it has none yet.
func Browser(r *http.Request) string {
	if p := PersonOf(r); p != nil {
		return p.Holder()
	}
	return GuestOf(r)
}

// GuestOf is the secret of a request's browser, no matter who is signed in; "" if it
// has none yet.
func GuestOf(r *http.Request) string {
	if secret := Cookie(r, BrowserCookie); len(secret) == secretLength {
		return secret
	}
	return ""
}

// KnownBrowser is browser, but if nobody is signed in a browser without a
// valid secret gets one.
func (s *Kernel) KnownBrowser(w http.ResponseWriter, r *http.Request) string {
	if p := PersonOf(r); p != nil {
		return p.Holder()
	}
	secret := GuestOf(r)
	if secret == "" || !s.Alone() && !s.HoldsAny(r, secret) {
		secret = table.NewSecret()
	}
	s.SetCookie(w, r, BrowserCookie, secret)
	return secret
}

// HoldsAny reports whether a browser's secret holds a seat anywhere, or something else that
// a room keeps. One that holds nothing may have been planted by an attacker who knows it
// (session fixation).
func (s *Kernel) HoldsAny(r *http.Request, secret string) bool {
	known, err := s.Service.Known(r.Context(), secret)
	if err == nil && !known && s.AlsoHolds != nil {
		known, err = s.AlsoHolds(r.Context(), secret)
	}
	if err != nil {
		s.Fault(r, "tables of a browser", err)
	}
	return err != nil || known
}

// SetCookie keeps a value in the browser for as long as it can be.
func (s *Kernel) SetCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	s.SetCookieFor(w, r, name, value, cookieLife)
}

// SetCookieFor keeps a value in the browser for a while, with 0 until it is closed.
func (s *Kernel) SetCookieFor(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	https := CallerOf(r).HTTPS
	name += s.Mark
	if https {
		name = hostOnly + name
	}
	writeCookie(w, "/", name, value, https, life)
}

// SetCookieAt keeps a value in the browser for the addresses below a path, or drops it.
func (s *Kernel) SetCookieAt(w http.ResponseWriter, r *http.Request, path, name, value string, keep bool) {
	life := cookieLife
	if !keep {
		life = -time.Second
	}
	writeCookie(w, path, name+s.Mark, value, CallerOf(r).HTTPS, life)
}

// DropCookie removes a cookie under both of its names.
func (s *Kernel) DropCookie(w http.ResponseWriter, r *http.Request, name string) {
	DropUnmarked(w, r, name+s.Mark)
}

// DropUnmarked is DropCookie for one whose name has no mark, as earlier versions set them.
func DropUnmarked(w http.ResponseWriter, r *http.Request, name string) {
	writeCookie(w, "/", name, "", CallerOf(r).HTTPS, -time.Second)
	if CallerOf(r).HTTPS {
		writeCookie(w, "/", hostOnly+name, "", true, -time.Second)
	}
}

// plainName is the name of a cookie as handlers see it, "" for one that is not this
// server's.
func (s *Kernel) plainName(name string) string {
	plain, ours := strings.CutSuffix(strings.TrimPrefix(name, hostOnly), s.Mark)
	if !ours || !strings.HasPrefix(plain, BrowserCookie) {
		return ""
	}
	return plain
}

// unmarked are the cookies that count without the mark, too.
var unmarked = []string{BrowserCookie, SessionCookie, SettingsCookie, KnownCookie, DraftCookie, LessonCookie, ZoneCookie}

// ownCookies is a request with this server's cookies under their plain names. Those of
// earlier versions had no mark: a secret that holds something here is taken over, and
// settings count until they are changed.
func (s *Kernel) ownCookies(w http.ResponseWriter, r *http.Request) *http.Request {
	all := r.Cookies()
	if len(all) == 0 {
		return r
	}
	own := map[string]string{}
	for _, prefix := range []string{hostOnly, ""} {
		for _, c := range all {
			if name := s.plainName(c.Name); name != "" && c.Name == prefix+name+s.Mark && own[name] == "" {
				own[name] = c.Value
			}
		}
	}
	for _, name := range unmarked {
		if old := sentCookie(r, name); old != "" && own[name] == "" && s.takesOver(w, r, name, old) {
			own[name] = old
		}
	}
	return WithOwnCookies(r, own)
}

// takesOver reports whether a cookie without a mark is this server's, and gives a secret its
// name from now on.
func (s *Kernel) takesOver(w http.ResponseWriter, r *http.Request, name, value string) bool {
	switch name {
	case BrowserCookie:
		if len(value) != secretLength || !s.HoldsAny(r, value) {
			return false
		}
	case SessionCookie:
		if s.People == nil {
			return false
		}
		if _, err := s.People.Signed(r.Context(), value); err != nil {
			return !errors.Is(err, store.ErrSignedOut) // what fails here fails again where it is answered
		}
	default:
		return true
	}
	s.SetCookie(w, r, name, value)
	DropUnmarked(w, r, name)
	return true
}

// keepsCookies are the forms that are in vain where a browser keeps no cookies.
var keepsCookies = []string{
	"POST /play", "POST /learn", "POST /day/{date}", "POST /new", "POST /join/{token}", "POST /settings", "POST /language", "POST /account/new", "POST /account/in", "POST /account/recover/{code}",
	"POST /t/{id}/sit", "POST /t/{id}/on", "POST /open/on", "POST /game/{key}/on", "POST /game/{key}/day", "POST /box", "POST /tournaments/new", "POST /tournament/{id}/join",
}

// KeptCookie shows that a browser keeps cookies, before it has any other.
const (
	KeptCookie = "ruhr-kept"
	keptTime   = 10 * time.Minute
	askedParam = "cookies" // of an address to which a form is sent for the second time
)

// withCookies asks a browser without cookies to send a form again with one, and tells
// one that does not keep it, before anything is made.
func (s *Kernel) withCookies(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		again := *r.URL
		query := again.Query()
		switch {
		case len(cookiesOf(r)) > 0:
			next(w, r)
		case query.Has(askedParam):
			s.Fail(w, r, http.StatusForbidden, "page.error.cookies")
		default:
			s.SetCookieFor(w, r, KeptCookie, "yes", keptTime)
			query.Set(askedParam, "asked")
			again.RawQuery = query.Encode()
			http.Redirect(w, r, again.RequestURI(), http.StatusTemporaryRedirect)
		}
	}
}

func writeCookie(w http.ResponseWriter, path, name, value string, https bool, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: https,
	})
}

// ReadSettings returns the settings of who is signed in, else those of the
// browser: a change on one device, or by a program, holds on all.
func ReadSettings(r *http.Request) settings.Settings {
	if p := PersonOf(r); p != nil && p.Settings != "" {
		return settings.Read(p.Settings)
	}
	set := settings.Read("")
	if c := Cookie(r, SettingsCookie); len(c) < 300 {
		set = settings.Read(c)
	}
	if WasSignedIn(r) && Cookie(r, SessionCookie) != SignedOut { // the cookie has those of the person
		set = set.OfNobody()
	}
	return set
}

func OneOf(v string, among []string) string {
	if slices.Contains(among, v) {
		return v
	}
	return among[0]
}
