package accounts

import (
	"context"
	"errors"
	"net/http"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// recoverFor is how long such a mail may take.
const recoverFor = time.Minute

// recoverPage is where somebody asks for a mail to set a new password, or sets it.
type recoverPage struct {
	kernel.Base
	Mail     bool   // the server sends mail
	Sent     bool   // if there is such an account, a mail is on its way
	Name     string // as entered
	Address  string
	MaxName  int
	MinWords int
	Minutes  int    // that a link works
	Of       string // whose password is to be set, "" on the page that asks for a mail
}

func (s *Accounts) recoverPage(r *http.Request, title string) *recoverPage {
	return &recoverPage{Base: s.NewBase(r, "account", title), Mail: s.notices.SendsMail(), Name: r.PostForm.Get("name"), Address: r.PostForm.Get("address"),
		MaxName: people.MaxName, MinWords: people.MinPassword, Minutes: int(people.RecoverFor / time.Minute)}
}

func (s *Accounts) askRecovery(w http.ResponseWriter, r *http.Request) {
	s.Show(w, r, http.StatusOK, "recover", s.recoverPage(r, "people.recover.title"))
}

// sendRecovery sends a mail to a confirmed address of an account. It answers
// alike and as soon whether there is such an account and address or not: all
// that depends on it happens afterwards. It asks to try again while too many wait.
func (s *Accounts) sendRecovery(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	p := s.recoverPage(r, "people.recover.title")
	if !p.Mail {
		s.Refuse(w, r, notice.ErrNoMail)
		return
	}
	if !s.Limits.May(fair.Recover, kernel.CallerOf(r).Address, "") {
		kernel.NoteWhy(w, "page.error.many")
		w.Header().Set("Retry-After", kernel.RetryAfter[http.StatusTooManyRequests])
		p.Notice = p.Trouble("page.error.many")
		s.Show(w, r, http.StatusTooManyRequests, "recover", p)
		return
	}
	select {
	case s.recoveries <- struct{}{}:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), recoverFor)
		log, lang := s.LogOf(r).With("from", kernel.CallerOf(r).Address), p.Printer.Lang()
		go func() {
			defer func() { cancel(); <-s.recoveries }()
			id, err := s.mailRecovery(ctx, p.Name, p.Address, lang)
			switch {
			case errors.Is(err, people.ErrNobody), errors.Is(err, notice.ErrNoChannel), errors.Is(err, notice.ErrManyMails):
				log.Info("recovery refused", "account", table.ShortID(id), "why", err)
			case err != nil:
				log.Warn("recovery not mailed", "account", table.ShortID(id), "err", err)
			default:
				log.Info("recovery mailed", "account", table.ShortID(id))
			}
		}()
	default:
		s.Show(w, r, s.Refused(w, &p.Base, fair.ErrBusy), "recover", p)
		return
	}
	p.Sent = true
	s.Show(w, r, http.StatusOK, "recover", p)
}

// mailRecovery returns the account's ID, "" for nobody. Errors:
// people.ErrNobody, notice.ErrNoChannel, notice.ErrManyMails, notice.ErrFailed.
func (s *Accounts) mailRecovery(ctx context.Context, name, address, lang string) (id string, err error) {
	a, err := s.people.Named(ctx, name)
	if err != nil {
		return "", err
	}
	if a.Banned != 0 {
		return a.ID, people.ErrNobody
	}
	code, err := s.people.RecoveryCode(ctx, a, people.RecoverFor)
	if err != nil {
		return a.ID, err
	}
	return a.ID, s.notices.MailRecovery(ctx, a, address, "/account/recover/"+code, lang, func() bool { return s.Limits.May(fair.SendRecovery, "", a.ID) })
}

// newPassword asks for a new password, for the person with the code.
func (s *Accounts) newPassword(w http.ResponseWriter, r *http.Request) {
	s.showNewPassword(w, r, nil)
}

func (s *Accounts) showNewPassword(w http.ResponseWriter, r *http.Request, refused error) {
	w.Header().Set("Referrer-Policy", "strict-origin") // the code stays here
	a, err := s.people.Recoverable(r.Context(), r.PathValue("code"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := s.recoverPage(r, "people.recover.set")
	p.Of = a.Name
	s.Show(w, r, s.Refused(w, &p.Base, refused), "recover", p)
}

// setRecovered sets the new password and signs this browser in.
func (s *Accounts) setRecovered(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	var p *people.Person
	var secret string
	err := s.try(fair.TryFrom(kernel.CallerOf(r).Address), func() error {
		return s.hashed(r, func() (err error) {
			p, secret, err = s.people.Recover(r.Context(), r.PathValue("code"), people.Entry{Password: r.PostForm.Get("password"), Agent: r.UserAgent()})
			return err
		})
	})
	if errors.Is(err, people.ErrBadPassword) || errors.Is(err, people.ErrCommon) || errors.Is(err, fair.ErrBusy) || errors.Is(err, fair.ErrTries) {
		s.showNewPassword(w, r, err)
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.security(r, "password recovered", p)
	s.enter(w, r, p, secret)
	http.Redirect(w, r, "/account?done=recovered", http.StatusSeeOther)
}
