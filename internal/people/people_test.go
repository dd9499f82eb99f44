package people

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
)

// world is a service on an empty store, with a clock of its own and cheap hashes.
type world struct {
	*testing.T
	*Service
	store store.Store
	now   time.Time
}

var cheap = cost{memory: 64, rounds: 1, threads: 1}

func newWorld(t *testing.T) *world {
	st, _ := sqlitetest.Open(t)
	w := &world{T: t, store: st, now: time.UnixMilli(1_700_000_000_000)}
	var err error
	if w.Service, err = New(Options{Store: st, Clock: func() time.Time { return w.now }}); err != nil {
		t.Fatal(err)
	}
	w.passwords = newHasher(cheap, 2)
	return w
}

const good = "correct horse"

func (w *world) signUp(name string) (*Person, string) {
	w.Helper()
	p, secret, err := w.SignUp(w.Context(), Entry{Name: name, Password: good})
	require.NoError(w, err)
	return p, secret
}

func (w *world) want(what string, err, want error) {
	w.Helper()
	require.ErrorIs(w, err, want, "%s", what)
}

func TestSignUpAndIn(t *testing.T) {
	w := newWorld(t)
	p, secret := w.signUp("Anna")
	if got, err := w.Signed(t.Context(), secret); err != nil || *got != *p {
		t.Errorf("signed in is %+v, %v; want %+v", got, err, p)
	}
	again, other, err := w.SignIn(t.Context(), Entry{Name: " ANNA", Password: good})
	require.Must(t, err == nil && again.ID == p.ID && other != secret, "signing in gives %+v, %v", again, err)
	for what, e := range map[string]Entry{
		"wrong password": {Name: "Anna", Password: good + "!"}, "no password": {Name: "Anna"},
		"unknown name": {Name: "Bert", Password: good}, "no name": {Password: good},
		"a look-alike": {Name: "Аnna", Password: good},
		"the hash":     {Name: "Anna", Password: p.Password},
	} {
		_, _, err := w.SignIn(t.Context(), e)
		w.want(what, err, ErrWrong)
	}
	for what, c := range map[string]struct {
		e    Entry
		want error
	}{
		"the name":       {Entry{Name: "anna", Password: good}, ErrTaken},
		"a look-alike":   {Entry{Name: "Аnna", Password: good}, ErrTaken},
		"no name":        {Entry{Name: "!", Password: good}, ErrBadName},
		"short password": {Entry{Name: "Bert", Password: strings.Repeat("ä", MinPassword-1)}, ErrBadPassword},
		"long password":  {Entry{Name: "Bert", Password: strings.Repeat("x", MaxPassword+1)}, ErrBadPassword},
		"name as such":   {Entry{Name: "Bertbertbert", Password: "bertBertbert"}, ErrBadPassword},
	} {
		_, _, err := w.SignUp(t.Context(), c.e)
		w.want("signing up with "+what, err, c.want)
	}
	w.Registration = Closed
	_, _, err = w.SignUp(t.Context(), Entry{Name: "Bert", Password: good})
	w.want("closed", err, ErrClosed)
}

// By invitation there is one account for each code, until it expires; a refused
// name leaves the code as it was.
func TestInvitations(t *testing.T) {
	w := newWorld(t)
	w.signUp("Anna")
	w.Registration = Invited
	code, err := w.Invite(t.Context(), time.Hour)
	require.NoError(t, err)
	for _, c := range []struct {
		what, name, code string
		want             error
	}{
		{"no code", "Bert", "", ErrNoInvite},
		{"another code", "Bert", store.NewID(), ErrNoInvite},
		{"a name that is taken", "anna", code, ErrTaken},
		{"the code", "Bert", " " + code + "\n", nil},
		{"the code again", "Carl", code, ErrNoInvite},
	} {
		_, _, err := w.SignUp(t.Context(), Entry{Name: c.name, Password: good, Invite: c.code})
		w.want(c.what, err, c.want)
	}
	if code, err = w.Invite(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Hour)
	_, _, err = w.SignUp(t.Context(), Entry{Name: "Carl", Password: good, Invite: code})
	w.want("an expired code", err, ErrNoInvite)
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	w.want("signing in", err, nil)
}

// A password is the same however it is typed.
func TestPasswordsAreNormalized(t *testing.T) {
	w := newWorld(t)
	if _, _, err := w.SignUp(t.Context(), Entry{Name: "Anna", Password: "Schlüssel wort"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: "Schlu\u0308ssel\u00a0wort"}); err != nil {
		t.Error(err)
	}
}

func TestGuestsSeatsComeAlong(t *testing.T) {
	w := newWorld(t)
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	require.NoError(t, w.store.CreateTable(t.Context(), table, board, nil))
	at := store.Place{Table: table.ID, Seat: 1}
	require.NoError(t, w.store.Grant(t.Context(), store.HashOf("guest"), at))
	p, _, err := w.SignUp(t.Context(), Entry{Name: "Anna", Password: good, Guest: "guest", Settings: "lang=fr"})
	require.NoError(t, err)
	d, err := w.Export(t.Context(), p)
	if err != nil || len(d.Seats) != 1 || d.Seats[0] != (SeatData{table.ID, 1}) || d.Settings != "lang=fr" {
		t.Errorf("the account has %+v, %v", d, err)
	}
	if text, _ := json.Marshal(d); strings.Contains(string(text), "argon2") {
		t.Error("the export has the password's hash")
	}
	// A failure in between leaves the account; then it goes, and the name is free.
	broken := errors.New("broken")
	w.want("broken", w.Delete(t.Context(), p, "N. N.", func(Sat, func(string) string) error { return broken }), broken)
	w.want("wrong password", w.Prove(t.Context(), p, Proof{Password: "another one"}), ErrWrong)
	var forgotten []store.Place
	meanwhile := store.Place{Table: table.ID, Seat: at.Seat + 1}
	if err := w.store.Grant(t.Context(), store.HashOf(p.Holder()), store.Place{Table: table.ID, Seat: store.Nobody}); err != nil {
		t.Fatal(err) // to watch: there is no name
	}
	if err := w.Delete(t.Context(), p, "N. N.", func(at Sat, as func(string) string) error {
		if forgotten = append(forgotten, at.Place); !at.Held || as("Mum") != "N. N." {
			t.Errorf("at %+v, Mum becomes %q", at, as("Mum"))
		}
		if len(forgotten) == 1 { // another browser of theirs sits down meanwhile
			return w.store.Grant(t.Context(), store.HashOf(p.Holder()), meanwhile)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(forgotten) != 3 || forgotten[0] != at || !slices.Contains(forgotten, meanwhile) {
		t.Errorf("forgotten at %+v, want %+v, and after that %+v, too", forgotten, at, meanwhile)
	}
	w.signUp("Anna")
}

func TestSessions(t *testing.T) {
	w := newWorld(t)
	p, first := w.signUp("Anna")
	w.now = w.now.Add(time.Minute)
	_, second, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: good, Agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"})
	require.NoError(t, err)
	list, err := w.Sessions(t.Context(), p)
	if err != nil || len(list) != 2 || list[0].Agent != "Firefox, Linux" || !list[1].This || list[0].This {
		t.Fatalf("sessions %+v, %v", list, err)
	}
	require.Returns(t, 1, "sessions ended")(w.EndOthers(t.Context(), p))
	_, err = w.Signed(t.Context(), second)
	w.want("ended", err, ErrSignedOut)
	_, err = w.Signed(t.Context(), first)
	w.want("this one", err, nil)
	for range 2 {
		w.want("signing out", w.SignOut(t.Context(), p), nil)
	}
	_, err = w.Signed(t.Context(), first)
	w.want("signed out", err, ErrSignedOut)
	_, err = w.Signed(t.Context(), "account:"+p.ID)
	w.want("no secret", err, ErrSignedOut)
}

// A session lasts as long as it is used now and then.
func TestSessionsEndByThemselves(t *testing.T) {
	w := newWorld(t)
	_, secret := w.signUp("Anna")
	for range 3 {
		w.now = w.now.Add(Idle)
		require.Succeeds(t)(w.Signed(t.Context(), secret))
	}
	w.now = w.now.Add(Idle + time.Second)
	for range 2 {
		_, err := w.Signed(t.Context(), secret)
		w.want("after a long while", err, ErrSignedOut)
	}
}

func TestSetPassword(t *testing.T) {
	w := newWorld(t)
	p, first := w.signUp("Anna")
	_, second, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	require.NoError(t, err)
	w.want("wrong old one", w.SetPassword(t.Context(), p, Proof{Password: "another one"}, "a new password"), ErrWrong)
	w.want("short new one", w.SetPassword(t.Context(), p, Proof{Password: good}, "short"), ErrBadPassword)
	w.want("good", w.SetPassword(t.Context(), p, Proof{Password: good}, "a new password"), nil)
	_, err = w.Signed(t.Context(), second)
	w.want("another session", err, ErrSignedOut)
	_, err = w.Signed(t.Context(), first)
	w.want("this session", err, nil)
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	w.want("the old password", err, ErrWrong)
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: "a new password"})
	w.want("the new password", err, nil)
}

// meanwhile is a store to which something happens before a session starts.
type meanwhile struct {
	Store
	do func()
}

func (s meanwhile) StartSession(ctx context.Context, n store.Session, password string) error {
	s.do()
	return s.Store.StartSession(ctx, n, password)
}

// A password that has been replaced opens nothing, even if it was checked before: it
// neither signs in nor replaces the new one.
func TestPasswordReplacedMeanwhile(t *testing.T) {
	w := newWorld(t)
	p, secret := w.signUp("Anna")
	before := *p
	w.Store = meanwhile{w.store, func() {
		w.want("Anna's change", w.SetPassword(t.Context(), p, Proof{Password: good}, "a new password"), nil)
	}}
	_, _, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	w.want("signing in", err, ErrWrong)
	w.Store = w.store
	w.want("another change", w.SetPassword(t.Context(), &before, Proof{Password: good}, "of a thief"), ErrWrong)
	now, err := w.Signed(t.Context(), secret)
	require.NoError(t, err)
	require.NoError(t, w.SignOut(t.Context(), p))
	w.want("a change after signing out", w.SetPassword(t.Context(), now, Proof{Password: "a new password"}, "of a thief"), ErrSignedOut)
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: "a new password"})
	w.want("the new password", err, nil)
}

// Few hashes are made at once; the others wait for as long as somebody is
// interested.
func TestHashesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(cheap, 2)
		release := make(chan struct{})
		var running, most atomic.Int64
		errs := make(chan error, 3)
		for range 3 {
			go func() {
				errs <- h.do(t.Context(), func() {
					most.Store(max(most.Load(), running.Add(1)))
					<-release
					running.Add(-1)
				})
			}()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, h.do(ctx, func() {}), context.Canceled, "one who has gone")
		close(release)
		for range 3 {
			require.NoError(t, <-errs)
		}
		require.Equal(t, most.Load(), 2, "at once")
	})
}

// A hash says how it was made, and one that is damaged is refused.
func TestHashes(t *testing.T) {
	h := newHasher(cheap, 1)
	hash, err := h.hash(t.Context(), good)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=64,t=1,p=1$") || strings.Contains(hash, good) {
		t.Fatalf("the hash is %q, %v", hash, err)
	}
	dear := newHasher(cost{memory: 128, rounds: 2, threads: 1}, 1)
	if ok, err := dear.verify(t.Context(), hash, good); !ok || err != nil {
		t.Errorf("a hash of other cost: %v, %v", ok, err)
	}
	if ok, err := h.verify(t.Context(), "", ""); ok || err != nil {
		t.Errorf("no hash: %v, %v", ok, err)
	}
	parts := strings.Split(hash, "$")
	for _, bad := range []string{"x", strings.Join(parts[:5], "$"), strings.Replace(hash, "v=19", "v=16", 1), strings.Replace(hash, "m=64", "m=99999999", 1),
		strings.Replace(hash, "t=1", "t=0", 1), strings.Replace(hash, "p=1", "p=0", 1), strings.Replace(hash, parts[4], "", 1), strings.Replace(hash, parts[5], "!", 1),
		strings.Replace(hash, "argon2id", "argon2i", 1)} {
		if ok, err := h.verify(t.Context(), bad, good); ok || err == nil {
			t.Errorf("%q: %v, %v; want an error", bad, ok, err)
		}
	}
	require.True(t, usual.memory >= 19<<10 && usual.rounds >= 2, "hashes cost %+v, less than OWASP recommends", usual)
}

func TestAgent(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "curl/8.1": "",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":    "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                  "Chrome, Android",
	} {
		require.Equal(t, Agent(header), want, "Agent(%q)", header)
	}
}
