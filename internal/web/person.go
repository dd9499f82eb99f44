package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"ruhr/internal/people/settings"
)

// sessionCookie holds the session secret of a signed-in browser.
const sessionCookie = "ruhr-session"

// knownCookie says to which accounts a browser has signed in before.
const knownCookie = "ruhr-known"

type personKey struct{}

// personOf returns who is signed in, nil for a guest.
func personOf(r *http.Request) *person {
	p, _ := r.Context().Value(personKey{}).(*person)
	return p
}

// withPerson adds the signed-in person to the request's context; static files
// skip the lookup. If the lookup fails, the caller must answer with the error:
// treating the person as a guest would be wrong.
func (s *server) withPerson(r *http.Request) (*http.Request, error) {
	secret := cookie(r, sessionCookie)
	if secret == "" || strings.HasPrefix(r.URL.Path, "/s/") {
		return r, nil
	}
	p, err := s.signed(r.Context(), secret) // nil for nobody
	if err != nil && !errors.Is(err, errSignedOut) {
		return r, err
	}
	return r.WithContext(context.WithValue(r.Context(), personKey{}, p)), nil
}

// accountOf tells pages apart by who was signed in when they were made: the account,
// "-" for nobody.
func accountOf(r *http.Request) string {
	if p := personOf(r); p != nil {
		return digestOf(p.ID)[:8]
	}
	return "-"
}

// leave signs a browser out. Until it is closed it remembers that it was signed in, so
// that its other pages, which were made before, can be told why they are refused.
func (s *server) leave(w http.ResponseWriter, r *http.Request) {
	s.dropCookie(w, r, sessionCookie)
	s.setCookieFor(w, r, sessionCookie, signedOut, 0)
	s.setCookie(w, r, settingsCookie, settings.Settings{Lang: readSettings(r).Lang}.Encode())
}

// signedOut is what a session's cookie has after its end; no session has this secret.
const signedOut = "out"

// wasSignedIn reports whether a request comes from a browser whose session has ended.
func wasSignedIn(r *http.Request) bool {
	return personOf(r) == nil && cookie(r, sessionCookie) != ""
}

// changeSettings changes the settings in the browser and in the account, if signed in,
// and returns them.
func (s *server) changeSettings(w http.ResponseWriter, r *http.Request, change func(*settings.Settings)) (set settings.Settings, err error) {
	set = readSettings(r)
	if p := personOf(r); p == nil {
		change(&set)
	} else {
		err = s.changeSettingsOf(r.Context(), p, func(now string) (string, error) {
			if now != "" {
				set = settings.Read(now)
			}
			change(&set)
			return set.Encode(), nil
		})
	}
	if err == nil {
		s.setCookie(w, r, settingsCookie, set.Encode())
	}
	return set, err
}
