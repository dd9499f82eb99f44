package people

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"ruhr/internal/store"
)

// Why something about passkeys is refused; compare with errors.Is.
var (
	// ErrPasskey: a passkey's answer is not accepted. It does not say why: whether
	// a passkey or an account exists is nobody's business.
	ErrPasskey = errors.New("passkey not accepted")
	// ErrKnownPasskey: somebody has this passkey already.
	ErrKnownPasskey = errors.New("passkey known")
	// ErrManyPasskeys: the account has as many passkeys as it may.
	ErrManyPasskeys = errors.New("too many passkeys")
	// ErrLastWay: without it nobody could sign in to the account.
	ErrLastWay = store.ErrLastWay
)

const (
	// PasskeyTime is how long a person has to answer with a passkey.
	PasskeyTime = 5 * time.Minute
	// maxAnswer is the most bytes in an answer.
	maxAnswer = 16 << 10
)

// Site is where passkeys are used: browsers keep one for a host name, and say at
// which origin it was used.
type Site struct {
	Host   string // "" where there can be no passkeys
	Origin string
}

// HostPort is the host with its port, as pages compare it, "" where there can be no
// passkeys.
func (s Site) HostPort() string {
	_, at, _ := strings.Cut(s.Origin, "://")
	return at
}

// SiteOf returns the site of an origin, the zero Site where browsers allow no
// passkeys: they need https and a host name, or localhost.
func SiteOf(origin string) Site {
	u, err := url.Parse(origin)
	if err != nil {
		return Site{}
	}
	host := strings.ToLower(u.Hostname())
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if host == "" || net.ParseIP(host) != nil || u.Scheme != "https" && (u.Scheme != "http" || !local) || protocol.ValidateRPID(host) != nil {
		return Site{}
	}
	return Site{host, u.Scheme + "://" + strings.ToLower(u.Host)}
}

// Purpose is what a passkey is asked for.
type Purpose string

// What a passkey is asked for.
const (
	ToSignIn  Purpose = "in"
	ToSignUp  Purpose = "up"
	ToAdd     Purpose = "add"
	ToConfirm Purpose = "confirm" // that it is still the same person
)

// Question is what a browser is to ask a device.
type Question struct {
	Options any    // for navigator.credentials, as JSON
	Ticket  string // goes with the answer; no page may read it
}

// Answer is a device's answer to a Question.
type Answer struct {
	Site     Site
	Ticket   string
	Response string // JSON; "" for no answer
}

// ticket is what a question was about. It is signed, so that questions need no
// storage; only used ones are stored.
type ticket struct {
	Purpose   Purpose `json:"p"`
	Challenge string  `json:"c"`
	Account   string  `json:"a,omitempty"` // that the answer is for; "" for any
	Until     int64   `json:"u"`           // unix milliseconds
}

// holder is an account as the library wants it.
type holder struct {
	id, name string
	keys     []store.Passkey
}

func (h *holder) WebAuthnID() []byte          { return []byte(h.id) }
func (h *holder) WebAuthnName() string        { return h.name }
func (h *holder) WebAuthnDisplayName() string { return h.name }

// WebAuthnCredentials are the account's passkeys.
func (h *holder) WebAuthnCredentials() (out []webauthn.Credential) {
	for _, k := range h.keys {
		out = append(out, webauthn.Credential{
			ID: []byte(k.ID), PublicKey: k.Key, Flags: webauthn.NewCredentialFlags(protocol.AuthenticatorFlags(k.Flags)),
			Authenticator: webauthn.Authenticator{SignCount: uint32(k.Count)},
		})
	}
	return out
}

// relying is the library for a site. Errors: ErrPasskey where there can be no
// passkeys.
func relying(site Site) (*webauthn.WebAuthn, error) {
	if site.Host == "" {
		return nil, ErrPasskey
	}
	limit := webauthn.TimeoutConfig{Timeout: PasskeyTime, TimeoutUVD: PasskeyTime}
	return webauthn.New(&webauthn.Config{
		RPID: site.Host, RPDisplayName: "Ruhr", RPOrigins: []string{site.Origin},
		AttestationPreference:  protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationPreferred},
		Timeouts:               webauthn.TimeoutsConfig{Login: limit, Registration: limit},
	})
}

// AskToSignIn returns a question that any passkey of this site answers. Errors:
// ErrPasskey.
func (s *Service) AskToSignIn(ctx context.Context, site Site) (Question, error) {
	w, err := relying(site)
	if err != nil {
		return Question{}, err
	}
	options, session, err := w.BeginDiscoverableLogin()
	if err != nil {
		return Question{}, err
	}
	return s.question(ctx, options.Response, ticket{Purpose: ToSignIn, Challenge: session.Challenge})
}

// AskToConfirm returns a question that only a person's own passkeys answer.
// Errors: ErrPasskey, also if they have none.
func (s *Service) AskToConfirm(ctx context.Context, site Site, p *Person) (Question, error) {
	w, err := relying(site)
	if err != nil {
		return Question{}, err
	}
	h, err := s.holder(ctx, p.Account)
	if err != nil {
		return Question{}, err
	}
	if len(h.keys) == 0 {
		return Question{}, ErrPasskey
	}
	options, session, err := w.BeginLogin(h)
	if err != nil {
		return Question{}, err
	}
	return s.question(ctx, options.Response, ticket{Purpose: ToConfirm, Challenge: session.Challenge, Account: p.ID})
}

// AskToSignUp returns a question that a new passkey answers, for a new account.
// Errors: ErrPasskey, ErrClosed, ErrBadName, ErrTaken.
func (s *Service) AskToSignUp(ctx context.Context, site Site, wanted string) (Question, error) {
	if s.Registration == Closed {
		return Question{}, ErrClosed
	}
	n, err := readName(wanted)
	if err != nil {
		return Question{}, err
	}
	// The device makes the passkey before the account is made: better to say now
	// that the name is taken.
	switch _, err := s.Store.AccountByKey(ctx, n.key); {
	case err == nil:
		return Question{}, ErrTaken
	case !errors.Is(err, store.ErrNoAccount):
		return Question{}, err
	}
	return s.askForNew(ctx, site, ToSignUp, &holder{id: store.NewID(), name: n.shown})
}

// AskToAdd returns a question that a new passkey answers, for a person who proves
// that they are still there. Errors: ErrPasskey, ErrManyPasskeys, those of
// [Service.Delete].
func (s *Service) AskToAdd(ctx context.Context, site Site, p *Person, proof Proof) (Question, error) {
	if err := s.Prove(ctx, p, proof); err != nil {
		return Question{}, err
	}
	h, err := s.holder(ctx, p.Account)
	if err != nil {
		return Question{}, err
	}
	if len(h.keys) >= store.MaxPasskeys {
		return Question{}, ErrManyPasskeys
	}
	return s.askForNew(ctx, site, ToAdd, h)
}

func (s *Service) askForNew(ctx context.Context, site Site, purpose Purpose, h *holder) (Question, error) {
	w, err := relying(site)
	if err != nil {
		return Question{}, err
	}
	options, session, err := w.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return Question{}, err
	}
	return s.question(ctx, options.Response, ticket{Purpose: purpose, Challenge: session.Challenge, Account: h.id})
}

func (s *Service) question(ctx context.Context, options any, t ticket) (Question, error) {
	t.Until = s.now() + PasskeyTime.Milliseconds()
	text, err := json.Marshal(t)
	if err != nil {
		return Question{}, err
	}
	sealed, err := s.seal(ctx, "passkey", string(text))
	return Question{options, sealed}, err
}

func (s *Service) holder(ctx context.Context, a Account) (*holder, error) {
	keys, err := s.Store.PasskeysOf(ctx, a.ID)
	return &holder{a.ID, a.Name, keys}, err
}

// ticketOf reads the ticket of an answer. Errors: ErrPasskey if it is for
// something else or too old.
func (s *Service) ticketOf(ctx context.Context, a Answer, purpose Purpose) (t ticket, err error) {
	text, err := s.unseal(ctx, "passkey", a.Ticket)
	if errors.Is(err, errSeal) {
		err = ErrPasskey
	}
	if err != nil {
		return t, err
	}
	if json.Unmarshal([]byte(text), &t) != nil || t.Purpose != purpose || s.now() >= t.Until || len(a.Response) > maxAnswer {
		return t, ErrPasskey
	}
	return t, nil
}

// spent is what is stored of a ticket, which counts once.
func (t ticket) spent() store.Spent {
	return store.Spent{Hash: store.HashOf("passkey " + t.Challenge), Expires: t.Until}
}

// spend lets a ticket count once. Errors: ErrPasskey.
func (s *Service) spend(ctx context.Context, t ticket) error {
	err := s.Store.Spend(ctx, t.spent(), s.now())
	if errors.Is(err, store.ErrSpent) {
		err = ErrPasskey
	}
	return err
}

// register returns the new passkey of an answer with the account that it was asked for, and
// its ticket, which is still to be spent. Errors: ErrPasskey.
func (s *Service) register(ctx context.Context, a Answer, purpose Purpose, name string) (k store.Passkey, t ticket, err error) {
	w, err := relying(a.Site)
	if err != nil {
		return k, t, err
	}
	if t, err = s.ticketOf(ctx, a, purpose); err != nil {
		return k, t, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(a.Response))
	if err != nil {
		return k, t, ErrPasskey
	}
	made, err := w.CreateCredential(&holder{id: t.Account}, webauthn.SessionData{
		Challenge: t.Challenge, UserID: []byte(t.Account), RelyingPartyID: a.Site.Host, UserVerification: protocol.VerificationPreferred,
		CredParams: webauthn.CredentialParametersDefault(),
	}, parsed)
	if err != nil {
		return k, t, ErrPasskey
	}
	now := s.now()
	k = store.Passkey{
		ID: string(made.ID), Account: t.Account, Name: name, Key: made.PublicKey, Flags: int(made.Flags.ProtocolValue()),
		Count: int64(made.Authenticator.SignCount), Created: now, Seen: now,
	}
	if store.CheckPasskey(k) != nil {
		return k, t, ErrPasskey
	}
	return k, t, nil
}

// verify returns whose passkey has answered. Errors: ErrPasskey.
func (s *Service) verify(ctx context.Context, a Answer, purpose Purpose) (who Account, err error) {
	w, err := relying(a.Site)
	if err != nil {
		return who, err
	}
	t, err := s.ticketOf(ctx, a, purpose)
	if err != nil {
		return who, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(a.Response))
	if err != nil {
		return who, ErrPasskey
	}
	var trouble error // of the store
	_, used, err := w.ValidatePasskeyLogin(func(_, user []byte) (webauthn.User, error) {
		id := string(user)
		if t.Account != "" && id != t.Account {
			return nil, ErrPasskey
		}
		who, err = s.Store.Account(ctx, id)
		if err != nil {
			if !errors.Is(err, store.ErrNoAccount) {
				trouble = err
			}
			return nil, err
		}
		h, err := s.holder(ctx, who)
		trouble = err
		return h, err
	}, webauthn.SessionData{Challenge: t.Challenge, RelyingPartyID: a.Site.Host, UserVerification: protocol.VerificationPreferred}, parsed)
	if err != nil {
		return Account{}, cmp.Or(trouble, ErrPasskey)
	}
	if used.Authenticator.CloneWarning || who.Banned != 0 {
		return Account{}, ErrPasskey
	}
	if err := s.spend(ctx, t); err != nil {
		return Account{}, err
	}
	err = s.Store.UsePasskey(ctx, store.Passkey{ID: string(used.ID), Account: who.ID, Flags: int(used.Flags.ProtocolValue()), Count: int64(used.Authenticator.SignCount), Seen: s.now()})
	if errors.Is(err, store.ErrNoPasskey) || errors.Is(err, store.ErrCounter) {
		err = ErrPasskey
	}
	return who, err
}

// SignInWithPasskey signs a browser in. The secret is for its cookie. Errors:
// ErrPasskey.
func (s *Service) SignInWithPasskey(ctx context.Context, e Entry) (p *Person, secret string, err error) {
	a, err := s.verify(ctx, e.Passkey, ToSignIn)
	if err != nil {
		return nil, "", err
	}
	return s.enter(ctx, a, e)
}

// Proof shows that a request for something grave comes from the person who signed in.
type Proof struct {
	Password string
	Passkey  Answer // to a question of [Service.AskToConfirm]; counts instead of a password
}

// Prove checks a proof. Errors: ErrWrong, ErrPasskey.
func (s *Service) Prove(ctx context.Context, p *Person, proof Proof) error {
	if proof.Passkey.Response == "" {
		return s.check(ctx, p.Account, proof.Password)
	}
	a, err := s.verify(ctx, proof.Passkey, ToConfirm)
	if err == nil && a.ID != p.ID {
		err = ErrPasskey
	}
	return err
}

// Passkey is a passkey as its person sees it.
type Passkey struct {
	ID      string    `json:"-"` // to remove it by; no secret
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

// Passkeys lists a person's passkeys, the oldest first.
func (s *Service) Passkeys(ctx context.Context, p *Person) ([]Passkey, error) {
	list, err := s.Store.PasskeysOf(ctx, p.ID)
	out := []Passkey{}
	for _, k := range list {
		out = append(out, Passkey{passkeyID(k), k.Name, moment(k.Created), moment(k.Seen)})
	}
	return out, err
}

// AddPasskey adds the passkey that answers a question of AskToAdd, under a name;
// "" is that of the browser. Errors: ErrPasskey, ErrKnownPasskey,
// ErrManyPasskeys, ErrBadTokenName.
func (s *Service) AddPasskey(ctx context.Context, p *Person, answer Answer, name, agent string) error {
	name, err := passkeyName(name, agent)
	if err != nil {
		return err
	}
	k, t, err := s.register(ctx, answer, ToAdd, name)
	if err != nil {
		return err
	}
	if k.Account != p.ID {
		return ErrPasskey
	}
	if err := s.spend(ctx, t); err != nil {
		return err
	}
	err = s.Store.AddPasskey(ctx, k)
	switch {
	case errors.Is(err, store.ErrExists):
		err = ErrKnownPasskey
	case errors.Is(err, store.ErrBad):
		err = ErrManyPasskeys
	}
	return err
}

// passkeyID is what a passkey is called on pages.
func passkeyID(k store.Passkey) string {
	hash := store.HashOf(k.ID)
	return hex.EncodeToString(hash[:])
}

// passkeyName is the name of a passkey. Errors: ErrBadTokenName.
func passkeyName(name, agent string) (string, error) {
	if strings.TrimSpace(name) == "" {
		return Agent(agent), nil
	}
	return readTokenName(name)
}

// DropPasskey removes a passkey of a person who proves that they are still there,
// if it exists. Errors: ErrLastWay, those of [Service.Delete].
func (s *Service) DropPasskey(ctx context.Context, p *Person, proof Proof, id string) error {
	if err := s.Prove(ctx, p, proof); err != nil {
		return err
	}
	list, err := s.Store.PasskeysOf(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, k := range list {
		if passkeyID(k) == id {
			err = s.Store.DropPasskey(ctx, p.ID, k.ID)
		}
	}
	if errors.Is(err, store.ErrNoPasskey) { // removed meanwhile
		err = nil
	}
	return err
}

// DropPassword removes the password of a person with a passkey and ends all other
// sessions. Errors: ErrLastWay, ErrSignedOut, those of [Service.Delete].
func (s *Service) DropPassword(ctx context.Context, p *Person, proof Proof) error {
	if err := s.Prove(ctx, p, proof); err != nil {
		return err
	}
	return replaced(s.Store.SetPassword(ctx, *p, ""))
}
