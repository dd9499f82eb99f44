package people

import (
	"context"
	"crypto/hmac"
	"errors"
	"strconv"
	"strings"
	"time"

	"ruhr/internal/store"
)

// ErrCode: the code to set a new password is wrong, used or too old.
var ErrCode = errors.New("no such code")

// RecoverFor is how long a link sent by mail lets somebody set a new password.
const RecoverFor = time.Hour

// RecoveryCode returns a code with which somebody can set a new password for an
// account, once, within a time, and only as long as the password stays the same.
func (s *Service) RecoveryCode(ctx context.Context, a Account, lasts time.Duration) (string, error) {
	return s.recoveryCode(ctx, a, s.now()+lasts.Milliseconds())
}

func (s *Service) recoveryCode(ctx context.Context, a Account, until int64) (string, error) {
	text := a.ID + "." + strconv.FormatInt(until, 36)
	proof, err := s.sign(ctx, "recover", text+" "+a.Password)
	return text + "." + proof, err
}

// Recoverable returns the account that a code is for. Errors: ErrCode.
func (s *Service) Recoverable(ctx context.Context, code string) (Account, error) {
	a, _, err := s.recoverable(ctx, code)
	return a, err
}

// recoverable returns also until when a code works, in unix milliseconds.
func (s *Service) recoverable(ctx context.Context, code string) (a Account, until int64, err error) {
	parts := strings.Split(code, ".")
	if len(parts) != 3 || !store.ValidID(parts[0]) {
		return a, 0, ErrCode
	}
	until, err = strconv.ParseInt(parts[1], 36, 64)
	if err != nil || s.now() >= until {
		return a, 0, ErrCode
	}
	a, err = s.Store.Account(ctx, parts[0])
	if errors.Is(err, store.ErrNoAccount) || err == nil && a.Banned != 0 {
		return Account{}, 0, ErrCode
	}
	if err != nil {
		return a, 0, err
	}
	want, err := s.recoveryCode(ctx, a, until)
	if err == nil && !hmac.Equal([]byte(want), []byte(code)) {
		return Account{}, 0, ErrCode
	}
	return a, until, err
}

// Recover sets a new password by a code, signs this browser in and ends all other
// sessions of the account. The secret is for its cookie. Errors: ErrCode,
// ErrBadPassword, ErrCommon.
func (s *Service) Recover(ctx context.Context, code string, e Entry) (p *Person, secret string, err error) {
	a, until, err := s.recoverable(ctx, code)
	if err != nil {
		return nil, "", err
	}
	password, err := readPassword(e.Password, a.Name)
	if err != nil {
		return nil, "", err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return nil, "", err
	}
	secret, session := s.session(a, e)
	err = s.Store.Recover(ctx, store.Recovery{Was: a.Password, Password: hash, Code: store.Spent{Hash: store.HashOf("recover " + code), Expires: until}, Session: session})
	if errors.Is(err, store.ErrSpent) {
		err = ErrCode
	}
	if err != nil {
		return nil, "", err
	}
	a.Password = hash
	return &Person{Account: a, Session: session.Hash}, secret, nil
}
