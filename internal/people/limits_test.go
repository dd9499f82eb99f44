package people

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// What is just within a limit is taken, and what is just beyond it refused.
func TestLimits(t *testing.T) {
	name := func(text string) error {
		_, err := readName(text)
		return err
	}
	password := func(text, name string) error {
		_, err := readPassword(text, name)
		return err
	}
	tidy := func(text string) error {
		_, err := tidyPassword(text)
		return err
	}
	sum := base64.RawStdEncoding.EncodeToString
	hash := func(c cost, salt, size int) error {
		_, _, _, err := decode(c.encode(make([]byte, salt), make([]byte, size)))
		return err
	}
	least, most := cost{memory: 0, rounds: 1, threads: 1}, dearest
	dearer := func(change func(*cost)) cost {
		c := dearest
		change(&c)
		return c
	}
	for _, c := range []struct {
		what           string
		within, beyond error
		want           error // of the one beyond; nil for any
	}{
		{"characters of a name, at least", name("Al"), name("A"), ErrBadName},
		{"characters of a name, at most", name(strings.Repeat("ä", MaxName)), name(strings.Repeat("ä", MaxName+1)), ErrBadName},
		{"marks over a letter", name("q\u0301\u0302x"), name("q\u0301\u0302\u0303x"), ErrBadName},
		{"marks over two letters", name("q\u0301\u0302q\u0301\u0302"), name("q-\u0301"), ErrBadName},
		{"characters of a password, at least", tidy(strings.Repeat("ä", MinPassword)), tidy(strings.Repeat("ä", MinPassword-1)), ErrBadPassword},
		{"characters of a password, at most", tidy(strings.Repeat("ä", MaxPassword)), tidy(strings.Repeat("ä", MaxPassword+1)), ErrBadPassword},
		{"a password that is not the name", password("Mathilde mine", "mathilde"), password("Mathilde", "mathilde"), ErrBadPassword},
		{"a password where there is no name", password("Mathilde", ""), password("Mathilde", "MATHILDE"), ErrBadPassword},
		{"memory of a hash", hash(most, saltSize, hashSize), hash(dearer(func(c *cost) { c.memory++ }), saltSize, hashSize), nil},
		{"rounds of a hash, at most", hash(most, saltSize, hashSize), hash(dearer(func(c *cost) { c.rounds++ }), saltSize, hashSize), nil},
		{"rounds of a hash, at least", hash(least, saltSize, hashSize), hash(cost{0, 0, 1}, saltSize, hashSize), nil},
		{"threads of a hash, at most", hash(most, saltSize, hashSize), hash(dearer(func(c *cost) { c.threads++ }), saltSize, hashSize), nil},
		{"threads of a hash, at least", hash(least, saltSize, hashSize), hash(cost{0, 1, 0}, saltSize, hashSize), nil},
		{"bytes of salt", hash(least, saltSize, hashSize), hash(least, saltSize+1, hashSize), nil},
		{"bytes of a hash", hash(least, saltSize, hashSize), hash(least, saltSize, hashSize-1), nil},
	} {
		if c.within != nil || c.beyond == nil || c.want != nil && !errors.Is(c.beyond, c.want) {
			t.Errorf("%s: within %v, beyond %v; want nil and %v", c.what, c.within, c.beyond, c.want)
		}
	}
	if text := "$argon2id$v=19$m=64,t=1,p=1$" + sum(make([]byte, saltSize)) + "$" + sum(make([]byte, hashSize)); hash(cheap, saltSize, hashSize) != nil || cheap.encode(make([]byte, saltSize), make([]byte, hashSize)) != text {
		t.Errorf("a hash is written %q, want %q", cheap.encode(make([]byte, saltSize), make([]byte, hashSize)), text)
	}
}

// full is a store whose disk is full, or that fails otherwise.
type full struct {
	Store
	why error
}

func (f full) SeeSession(context.Context, store.Hash, int64) error { return f.why }
func (f full) SeeAccess(context.Context, store.Hash, int64) error  { return f.why }

// The last use of a session and of a token is noted to the hour; a full disk,
// where that cannot be noted, shuts nobody out.
func TestLastUse(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p, secret := w.signUp("Anna")
	token, err := w.NewToken(ctx, p, strings.Repeat("x", MaxTokenName), true)
	require.NoError(t, err)
	began := w.now.UTC()
	use := func(session, byToken error) {
		t.Helper()
		_, err := w.Signed(ctx, secret)
		w.want("the session", err, session)
		_, err = w.ByToken(ctx, token)
		w.want("the token", err, byToken)
	}
	seen := func(want time.Time) {
		t.Helper()
		sessions, err := w.Sessions(ctx, p)
		tokens, more := w.Tokens(ctx, p)
		require.NoError(t, errors.Join(err, more))
		if !sessions[0].Seen.Equal(want) || !tokens[0].Seen.Equal(want) || !tokens[0].Created.Equal(began) {
			t.Errorf("seen at %v and %v, want %v", sessions[0].Seen, tokens[0].Seen, want)
		}
	}
	w.now = w.now.Add(seenEvery)
	use(nil, nil)
	seen(began)
	w.now = w.now.Add(time.Millisecond)
	sound, broken := w.Store, errors.New("broken")
	for _, passing := range []error{store.ErrFull, store.ErrGone, store.ErrUnreachable} {
		w.Store = full{sound, passing}
		use(nil, nil)
	}
	w.Store = full{sound, broken}
	use(broken, broken)
	w.Store = sound
	seen(began)
	use(nil, nil)
	seen(began.Add(seenEvery + time.Millisecond))
}

// What somebody likes is remembered, and who asks for everything gets it.
func TestExport(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p, _ := w.signUp("Anna")
	require.Succeeds(t)(w.NewToken(ctx, p, "script", true))
	require.NoError(t, errors.Join(w.ChangeSettings(ctx, p, func(string) (string, error) { return "lang=es", nil }), w.SetProgram(ctx, p, true)))
	_, secret, err := w.SignIn(ctx, Entry{Name: "Anna", Password: good, Agent: "Firefox/1 Linux"})
	require.NoError(t, err)
	if p, err = w.Signed(ctx, secret); err != nil {
		t.Fatal(err)
	}
	d, err := w.Export(ctx, p)
	if err != nil || d.Name != "Anna" || d.Settings != "lang=es" || !d.Program || len(d.Sessions) != 2 || len(d.Tokens) != 1 || d.Tokens[0].Name != "script" || !d.Tokens[0].Play || !d.Created.Equal(w.now) {
		t.Errorf("the export is %+v, %v", d, err)
	}
	if _, err := New(Options{}); err == nil {
		t.Error("a service without a store")
	}
	if s, err := New(Options{Store: w.store}); err != nil || s.Clock().IsZero() {
		t.Errorf("a service by the usual clock: %v", err)
	}
}
