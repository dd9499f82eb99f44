package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"ruhr/internal/people"
)

// sessionCookie has the secret of a browser that is signed in.
const sessionCookie = "ruhr-session"

type personKey struct{}

// personOf is who is signed in in the browser that asks, nil for nobody.
func personOf(r *http.Request) *people.Person {
	p, _ := r.Context().Value(personKey{}).(*people.Person)
	return p
}

// withPerson notes who is signed in. Static files are for everybody. Where it
// cannot be read who that is, nobody may be taken for a guest: the error is to be
// answered.
func (s *server) withPerson(r *http.Request) (*http.Request, error) {
	secret := cookie(r, sessionCookie)
	if secret == "" || strings.HasPrefix(r.URL.Path, "/s/") {
		return r, nil
	}
	p, err := s.people.Signed(r.Context(), secret)
	if errors.Is(err, people.ErrSignedOut) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	return r.WithContext(context.WithValue(r.Context(), personKey{}, p)), nil
}

// enter lets a browser be signed in from now on, with the person's settings.
func (s *server) enter(w http.ResponseWriter, r *http.Request, p *people.Person, secret string) {
	s.setCookie(w, r, sessionCookie, secret)
	if p.Settings != "" {
		s.setCookie(w, r, settingsCookie, p.Settings)
	}
}

// leave lets a browser be signed in no longer.
func (s *server) leave(w http.ResponseWriter, r *http.Request) {
	s.dropCookie(w, r, sessionCookie)
}

// keepSettings remembers the settings of this browser, and of who is signed in.
func (s *server) keepSettings(w http.ResponseWriter, r *http.Request, set settings) {
	s.setCookie(w, r, settingsCookie, set.encode())
	if p := personOf(r); p != nil {
		if err := s.people.SetSettings(r.Context(), p, set.encode()); err != nil {
			s.fault(r, "settings of a person", err)
		}
	}
}
