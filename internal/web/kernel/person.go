package kernel

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/store"
)

type personKey struct{}

// PersonOf returns who is signed in, nil for a guest.
func PersonOf(r *http.Request) *store.Person {
	p, _ := r.Context().Value(personKey{}).(*store.Person)
	return p
}

// WithPerson adds the signed-in person to the request's context; static files
// skip the lookup. If the lookup fails, the caller must answer with the error:
// treating the person as a guest would be wrong.
func (s *Kernel) WithPerson(r *http.Request) (*http.Request, error) {
	secret := Cookie(r, SessionCookie)
	if secret == "" || s.People == nil || strings.HasPrefix(r.URL.Path, "/s/") {
		return r, nil
	}
	p, err := s.People.Signed(r.Context(), secret)
	if err != nil && !errors.Is(err, store.ErrSignedOut) {
		return r, err
	}
	return r.WithContext(context.WithValue(r.Context(), personKey{}, p)), nil
}

// AccountOf tells pages apart by who was signed in when they were made: the account,
// "-" for nobody.
func AccountOf(r *http.Request) string {
	if p := PersonOf(r); p != nil {
		return DigestOf(p.ID)[:8]
	}
	return "-"
}

// AccountName is the name of the account if it suits a seat; empty for a guest.
func AccountName(r *http.Request) string {
	if p := PersonOf(r); p != nil && len([]rune(p.Name)) <= game.MaxName {
		return p.Name
	}
	return ""
}

// DayNames are the names of the seats of somebody's game of the deal of a day.
func DayNames(r *http.Request) [daily.Seats]string {
	l := LocalizerOf(r)
	// Strangers see it: what friends call a guest is not for them.
	return [daily.Seats]string{cmp.Or(AccountName(r), l.Plain("page.name.me")), l.Plain("page.name.bot1"), l.Plain("page.name.bot2"), l.Plain("page.name.bot3")}
}

// SignedOut is what a session's cookie has after its end; no session has this secret.
const SignedOut = "out"

// WasSignedIn reports whether a request comes from a browser whose session has ended.
func WasSignedIn(r *http.Request) bool {
	return PersonOf(r) == nil && Cookie(r, SessionCookie) != ""
}

// changeSettings changes the settings in the browser and in the account, if signed in,
// and returns them.
func (s *Kernel) changeSettings(w http.ResponseWriter, r *http.Request, change func(*settings.Settings)) (set settings.Settings, err error) {
	set = ReadSettings(r)
	if p := PersonOf(r); p == nil {
		change(&set)
	} else {
		err = s.People.ChangeSettings(r.Context(), p, func(now string) (string, error) {
			if now != "" {
				set = settings.Read(now)
			}
			change(&set)
			return set.Encode(), nil
		})
	}
	if err == nil {
		s.SetCookie(w, r, SettingsCookie, set.Encode())
	}
	return set, err
}
