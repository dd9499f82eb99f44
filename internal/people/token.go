package people

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"ruhr/internal/store"
	"ruhr/internal/visible"
)

// Why an access token is refused; compare with errors.Is.
var (
	// ErrNoToken: there is no such access token, or no longer.
	ErrNoToken = errors.New("no such access token")
	// ErrBadTokenName: the name of a token or a passkey has 1 to MaxTokenName visible characters.
	ErrBadTokenName = errors.New("not a name for a token")
	// ErrManyTokens: the account has as many access tokens as it may.
	ErrManyTokens = errors.New("too many access tokens")
)

const (
	// TokenPrefix begins every access token, so that scanners find leaked ones.
	TokenPrefix = "ruhr_"
	// MaxTokenName is the most characters in the name of a token.
	MaxTokenName = 40
	MaxTokens    = store.MaxAccess   // of an account
	MaxPasskeys  = store.MaxPasskeys // of an account
)

// Token is an access token as its owner sees it; the token itself is shown only
// once.
type Token struct {
	ID      string    `json:"-"` // to end it by; no secret
	Name    string    `json:"name"`
	Play    bool      `json:"play"` // it may play; else only read
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

// Bearer is the account that an access token acts for.
type Bearer struct {
	store.Account
	Play bool
}

// NewToken makes an access token for a person. Errors: ErrBadTokenName,
// ErrManyTokens.
func (s *Service) NewToken(ctx context.Context, p *Person, name string, play bool) (token string, err error) {
	if name, err = readTokenName(name); err != nil {
		return "", err
	}
	token = TokenPrefix + store.NewID()
	now := s.now()
	err = s.Store.AddAccess(ctx, store.Access{Hash: store.HashOf(token), Account: p.ID, Name: name, Play: play, Created: now, Seen: now})
	if errors.Is(err, store.ErrBad) {
		err = ErrManyTokens
	}
	if err != nil {
		return "", err
	}
	return token, nil
}

// readTokenName reads the name of a token or a passkey. Errors: ErrBadTokenName.
func readTokenName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > MaxTokenName || !visible.All(name) {
		return "", ErrBadTokenName
	}
	return name, nil
}

// Tokens lists a person's access tokens, the newest first.
func (s *Service) Tokens(ctx context.Context, p *Person) ([]Token, error) {
	list, err := s.Store.AccessOf(ctx, p.ID)
	out := []Token{}
	for _, t := range list {
		out = append(out, Token{hex.EncodeToString(t.Hash[:]), t.Name, t.Play, moment(t.Created), moment(t.Seen)})
	}
	return out, err
}

// EndToken ends one of a person's access tokens. A missing one is no error.
func (s *Service) EndToken(ctx context.Context, p *Person, id string) error {
	return endBy(id, store.ErrNoAccess, func(hash store.Hash) error { return s.Store.EndAccess(ctx, p.ID, hash) })
}

// ByToken returns the account that an access token acts for. Errors: ErrNoToken.
func (s *Service) ByToken(ctx context.Context, token string) (*Bearer, error) {
	secret, ok := strings.CutPrefix(token, TokenPrefix)
	if !ok || !store.ValidID(secret) {
		return nil, ErrNoToken
	}
	t, a, err := s.Store.AccessByHash(ctx, store.HashOf(token))
	if err == nil && time.Duration(s.now()-t.Seen)*time.Millisecond > seenEvery {
		if err = s.Store.SeeAccess(ctx, t.Hash, s.now()); store.Unwritable(err) {
			err = nil // a full disk must not lock people out
		}
	}
	if errors.Is(err, store.ErrNoAccess) {
		return nil, ErrNoToken
	}
	if err == nil && a.Banned != 0 {
		err = ErrNoToken
	}
	if err != nil {
		return nil, err
	}
	return &Bearer{a, t.Play}, nil
}

// SetProgram sets whether a program holds a person's account.
func (s *Service) SetProgram(ctx context.Context, p *Person, program bool) error {
	return s.Store.SetProgram(ctx, p.ID, program)
}

// Seats lists the seats that an account holds, by table.
func (s *Service) Seats(ctx context.Context, a Account) ([]store.Place, error) {
	return s.Store.Places(ctx, store.HashOf(a.Holder()))
}

// endBy ends what an ID names, a hash in hexadecimal digits, if it exists.
func endBy(id string, none error, end func(store.Hash) error) error {
	raw, err := hex.DecodeString(id)
	if err != nil || len(raw) != len(store.Hash{}) {
		return nil
	}
	if err := end(store.Hash(raw)); !errors.Is(err, none) {
		return err
	}
	return nil
}
