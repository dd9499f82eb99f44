package accounts

import (
	"errors"
	"net/http"

	"ruhr/internal/fair"
	"ruhr/internal/people"
	"ruhr/internal/web/kernel"
)

// passkeyCookie holds the ticket of the question that a browser was asked last.
const passkeyCookie = "ruhr-passkey"

// siteOf is the site at which the request's browser may use passkeys, the zero
// Site where it cannot.
func siteOf(r *http.Request) people.Site { return people.SiteOf(kernel.CallerOf(r).Public) }

// answerOf is what a form has of a passkey. The browser keeps the ticket until it is asked
// again or the time is up: it counts once anyway, and a form that failed may be sent again.
func answerOf(r *http.Request) people.Answer {
	return people.Answer{Site: siteOf(r), Ticket: kernel.Cookie(r, passkeyCookie), Response: r.PostForm.Get("credential")}
}

// proofOf is how a form shows that its person is still there: by a passkey, or by
// the password in a field.
func proofOf(r *http.Request, field string) people.Proof {
	return people.Proof{Password: r.PostForm.Get(field), Passkey: answerOf(r)}
}

// askPasskey gives a script what to ask the device.
func (s *Accounts) askPasskey(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	q, err := s.passkeyQuestion(w, r)
	if err != nil {
		l := kernel.LocalizerOf(r)
		status := s.StatusOf(err)
		if status >= http.StatusInternalServerError && !errors.Is(err, fair.ErrBusy) {
			s.Fault(r, "question for a passkey", err)
		}
		kernel.NoteWhy(w, s.Reason(err))
		s.SendJSON(w, r, status, struct {
			Error string `json:"error"`
		}{l.Plain(s.Reason(err))})
		return
	}
	s.SetCookieFor(w, r, passkeyCookie, q.Ticket, people.PasskeyTime)
	s.SendJSON(w, r, http.StatusOK, q.Options)
}

func (s *Accounts) passkeyQuestion(w http.ResponseWriter, r *http.Request) (q people.Question, err error) {
	ctx, site, p := r.Context(), siteOf(r), kernel.PersonOf(r)
	if !s.Limits.May(fair.Ask, kernel.CallerOf(r).Address, "") {
		return q, fair.ErrTries
	}
	purpose := people.Purpose(r.PostForm.Get("for"))
	if (purpose == people.ToAdd || purpose == people.ToConfirm) && p == nil {
		return q, people.ErrSignedOut
	}
	switch purpose {
	case people.ToSignIn:
		return s.people.AskToSignIn(ctx, site)
	case people.ToSignUp:
		return s.people.AskToSignUp(ctx, site, r.PostForm.Get("name"))
	case people.ToConfirm:
		return s.people.AskToConfirm(ctx, site, p)
	case people.ToAdd:
		err = s.checked(r, p, func() error {
			q, err = s.people.AskToAdd(ctx, site, p, proofOf(r, "old"))
			return err
		})
		return q, err
	}
	return q, people.ErrPasskey
}

// passkeyLine is a passkey with its days in words.
type passkeyLine struct {
	people.Passkey
	MadeOn, SeenOn string
}

// passkeys adds a passkey to the account, or removes one.
func (s *Accounts) passkeys(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil || !s.Parse(w, r) {
		return
	}
	what, do := "passkey added", func() error {
		return s.people.AddPasskey(r.Context(), p, answerOf(r), r.PostForm.Get("passkey"), r.UserAgent())
	}
	if r.PostForm.Get("do") == "drop" {
		what, do = "passkey removed", func() error {
			return s.people.DropPasskey(r.Context(), p, proofOf(r, "old"), r.PostForm.Get("id"))
		}
	}
	if err := s.checked(r, p, do); err != nil {
		s.refuseAccount(w, r, err)
		return
	}
	s.security(r, what, p)
	http.Redirect(w, r, "/account#passkeys", http.StatusSeeOther)
}

// signInWith signs in by whatever the form has.
func (s *Accounts) signInWith(r *http.Request, e people.Entry) (p *people.Person, secret string, err error) {
	from := kernel.CallerOf(r).Address
	if e.Passkey.Response != "" {
		err = s.try(fair.TryFrom(from), func() error {
			p, secret, err = s.people.SignInWithPasskey(r.Context(), e)
			return err
		})
		return p, secret, err
	}
	known, err := s.people.Known(r.Context(), kernel.Cookie(r, kernel.KnownCookie), e.Name)
	if err != nil {
		return nil, "", err
	}
	as := fair.TryAt(people.Key(e.Name), from)
	if known != "" {
		as = fair.TryOwn("browser " + known)
	}
	err = s.try(as, func() error {
		return s.hashed(r, func() error {
			p, secret, err = s.people.SignIn(r.Context(), e)
			return err
		})
	})
	return p, secret, err
}

// hashed does something that hashes passwords once there is time for it. Errors:
// fair.ErrBusy, and those of do.
func (s *Accounts) hashed(r *http.Request, do func() error) error {
	leave, err := s.Hashing.Enter(r.Context(), kernel.CallerOf(r).Address)
	if err != nil {
		return err
	}
	defer leave()
	return do()
}
