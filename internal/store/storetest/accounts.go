package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// account is one that the store takes, with a look of its own.
func account(name string) (store.Account, []string) {
	return store.Account{
		ID: store.NewID(), Created: 1_700_000_000_000, Name: strings.ToUpper(name), Key: name,
		Password: "hash of " + name, Settings: "lang=de",
	}, []string{"look of " + name}
}

func (s *suite) signUp(name string) store.Account {
	s.Helper()
	a, looks := account(name)
	require.NoError(s.T, s.CreateAccount(s.ctx, a, looks))
	return a
}

// signIn starts a session that was seen at some moment.
func (s *suite) signIn(a store.Account, secret string, seen int64) store.Session {
	s.Helper()
	n := store.Session{Hash: store.HashOf(secret), Account: a.ID, Agent: "browser of " + secret, Created: 5, Seen: seen}
	require.NoError(s.T, s.StartSession(s.ctx, n, a.Password))
	return n
}

// signedIn is an account in a new session.
func (s *suite) signedIn(a store.Account) store.Person {
	s.Helper()
	return store.Person{Account: a, Session: s.signIn(a, store.NewID(), 1).Hash}
}

func accounts(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	for _, a := range []store.Account{anna, bert} {
		require.Returns(s.T, a, "Account")(s.Account(s.ctx, a.ID))
		require.Returns(s.T, a, "AccountByKey")(s.AccountByKey(s.ctx, a.Key))
	}
	require.NoError(s.T, s.ChangeSettings(s.ctx, anna.ID, always("lang=fr")))
	s.want("settings that may not change", s.ChangeSettings(s.ctx, anna.ID, func(string) (string, error) { return "x", errKept }), errKept)
	if got, _ := s.Account(s.ctx, anna.ID); got.Settings != "lang=fr" {
		s.Errorf("settings %q, want lang=fr", got.Settings)
	}
	if got, _ := s.Account(s.ctx, bert.ID); got != bert {
		s.Errorf("another account has become %+v", got)
	}
	s.fails("an unknown account", store.ErrNoAccount)(s.Account(s.ctx, store.NewID()))
	s.fails("an unknown key", store.ErrNoAccount)(s.AccountByKey(s.ctx, "ANNA")) // the name, not the key
	s.want("settings of nobody", s.ChangeSettings(s.ctx, store.NewID(), always("")), store.ErrNoAccount)
	s.want("password of nobody", s.SetPassword(s.ctx, store.Person{Account: store.Account{ID: store.NewID()}}, "x"), store.ErrNoAccount)
	s.want("nobody goes", s.DeleteAccount(s.ctx, store.NewID()), store.ErrNoAccount)
}

// accountsRefuse: two accounts differ in ID, key and every look, and a refusal
// leaves nothing behind.
func accountsRefuse(s *suite) {
	anna := s.signUp("anna")
	long := strings.Repeat("x", store.MaxAccountText+1)
	for what, c := range map[string]struct {
		change func(*store.Account, *[]string)
		want   error
	}{
		"ID taken":        {func(a *store.Account, _ *[]string) { a.ID = anna.ID }, store.ErrExists},
		"key taken":       {func(a *store.Account, _ *[]string) { a.Key = anna.Key }, store.ErrExists},
		"look taken":      {func(_ *store.Account, l *[]string) { *l = []string{"fresh", "look of anna"} }, store.ErrExists},
		"one look twice":  {func(_ *store.Account, l *[]string) { *l = []string{"same", "same"} }, store.ErrExists},
		"no ID":           {func(a *store.Account, _ *[]string) { a.ID = "" }, store.ErrBad},
		"no name":         {func(a *store.Account, _ *[]string) { a.Name = "" }, store.ErrBad},
		"no password":     {func(a *store.Account, _ *[]string) { a.Password = "" }, store.ErrBad},
		"no look":         {func(_ *store.Account, l *[]string) { *l = nil }, store.ErrBad},
		"too many looks":  {func(_ *store.Account, l *[]string) { *l = make([]string, store.MaxLooks+1) }, store.ErrBad},
		"a long name":     {func(a *store.Account, _ *[]string) { a.Name = long }, store.ErrBad},
		"a long look":     {func(_ *store.Account, l *[]string) { *l = []string{long} }, store.ErrBad},
		"name not UTF-8":  {func(a *store.Account, _ *[]string) { a.Name = "\xff" }, store.ErrBad},
		"before all time": {func(a *store.Account, _ *[]string) { a.Created = -1 }, store.ErrBad},
	} {
		a, looks := account("other")
		c.change(&a, &looks)
		s.want(what, s.CreateAccount(s.ctx, a, looks), c.want)
	}
	other, looks := account("other")
	if err := s.CreateAccount(s.ctx, other, append(looks, "fresh", "same")); err != nil {
		s.Errorf("after refusals: %v", err)
	}
	s.want("long settings", s.ChangeSettings(s.ctx, anna.ID, always(long)), store.ErrBad)
	s.want("no new password", s.SetPassword(s.ctx, s.signedIn(anna), ""), store.ErrLastWay)
	require.Returns(s.T, anna, "after refusals the account")(s.Account(s.ctx, anna.ID))
}

// errKept: a change is not wanted.
var errKept = errors.New("kept as it is")

// always is a change of any text to one.
func always(text string) func(string) (string, error) {
	return func(string) (string, error) { return text, nil }
}

// changedAtOnce: of what several change at once nothing is lost.
func (s *suite) changedAtOnce(change func(func(string) (string, error)) error, now func() (string, error)) {
	s.Helper()
	const n = 8
	before, err := now()
	require.NoError(s.T, err)
	for _, err := range atOnce(n, func(int) error {
		return change(func(text string) (string, error) { return text + "x", nil })
	}) {
		require.NoError(s.T, err)
	}
	require.Returns(s.T, before+strings.Repeat("x", n), "%q has become by %d changes", before, n)(now())
}

func settingsAtOnce(s *suite) {
	a := s.signUp("anna")
	s.changedAtOnce(func(change func(string) (string, error)) error { return s.ChangeSettings(s.ctx, a.ID, change) },
		func() (string, error) {
			now, err := s.Account(s.ctx, a.ID)
			return now.Settings, err
		})
}

// accountsAtOnce: of several that want one name at once exactly one gets it.
func accountsAtOnce(s *suite) {
	s.oneAtOnce(8, store.ErrExists, func(k int) error {
		a, _ := account(fmt.Sprint("anna", k))
		return s.CreateAccount(s.ctx, a, []string{"one look"})
	})
}

func accountGoes(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	s.signIn(anna, "one", 1)
	s.signIn(bert, "two", 1)
	require.NoError(s.T, s.DeleteAccount(s.ctx, anna.ID))
	s.fails("the account", store.ErrNoAccount)(s.AccountByKey(s.ctx, anna.Key))
	_, _, err := s.Session(s.ctx, store.HashOf("one"))
	s.want("its session", err, store.ErrNoSession)
	if got, a, err := s.Session(s.ctx, store.HashOf("two")); err != nil || got.Account != bert.ID || a != bert {
		s.Errorf("another account's session is %+v of %+v, %v", got, a, err)
	}
	s.signUp("anna") // the name is free again
	s.want("a session of nobody", s.StartSession(s.ctx, store.Session{Hash: store.HashOf("x"), Account: anna.ID}, ""), store.ErrNoAccount)
}

func sessions(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	first, second, third := s.signIn(anna, "1", 10), s.signIn(anna, "2", 30), s.signIn(anna, "3", 20)
	other := s.signIn(bert, "4", 40)
	s.wantSessions(anna, second, third, first)
	if got, a, err := s.Session(s.ctx, first.Hash); err != nil || got != first || a != anna {
		s.Errorf("Session = %+v of %+v, %v; want %+v", got, a, err, first)
	}
	require.NoError(s.T, s.SeeSession(s.ctx, first.Hash, 50))
	first.Seen = 50
	s.wantSessions(anna, first, second, third)
	s.want("another's session", s.EndSession(s.ctx, anna.ID, other.Hash), store.ErrNoSession)
	require.NoError(s.T, s.EndSession(s.ctx, anna.ID, third.Hash))
	s.want("ended before", s.EndSession(s.ctx, anna.ID, third.Hash), store.ErrNoSession)
	s.want("seen after its end", s.SeeSession(s.ctx, third.Hash, 60), store.ErrNoSession)
	_, _, err := s.Session(s.ctx, third.Hash)
	s.want("an ended session", err, store.ErrNoSession)
	s.wantSessions(anna, first, second)
	require.Returns(s.T, 1, "EndSessions")(s.EndSessions(s.ctx, anna.ID, first.Hash))
	s.wantSessions(anna, first)
	s.wantSessions(bert, other)
	s.signIn(anna, "5", 70)
	ended := store.Person{Account: anna, Session: third.Hash}
	s.want("a password by an ended session", s.SetPassword(s.ctx, ended, "another"), store.ErrSignedOut)
	me := store.Person{Account: anna, Session: first.Hash}
	require.NoError(s.T, s.SetPassword(s.ctx, me, "another"))
	s.wantSessions(anna, first)
	s.want("a password after another one", s.SetPassword(s.ctx, me, "a third"), store.ErrNoAccount)
	late := store.Session{Hash: store.HashOf("late"), Account: anna.ID}
	s.want("a session by the password before", s.StartSession(s.ctx, late, anna.Password), store.ErrNoAccount)
	s.wantSessions(anna, first)
	if got, _ := s.Account(s.ctx, anna.ID); got.Password != "another" {
		s.Errorf("the password is %q after it was changed", got.Password)
	}
	s.want("a secret that is taken", s.StartSession(s.ctx, store.Session{Hash: other.Hash, Account: anna.ID}, "another"), store.ErrExists)
	long := store.Session{Hash: store.HashOf("6"), Account: anna.ID, Agent: strings.Repeat("x", store.MaxAccountText+1)}
	s.want("a long agent", s.StartSession(s.ctx, long, "another"), store.ErrBad)
}

// sessionsGo: of too many sessions the one seen longest ago goes, and never the new one.
func sessionsGo(s *suite) {
	anna := s.signUp("anna")
	var want []store.Session
	for i := range store.MaxSessions {
		want = append(want, s.signIn(anna, fmt.Sprint(i), int64(100+i)))
	}
	newest := s.signIn(anna, "newest", 1) // by a clock that went wrong
	slices.Reverse(want)
	s.wantSessions(anna, append(want[:store.MaxSessions-1], newest)...)
}

func (s *suite) wantSessions(a store.Account, want ...store.Session) {
	s.Helper()
	got, err := s.Sessions(s.ctx, a.ID)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Sessions = %+v, %v\nwant %+v", got, err, want)
	}
}

// recovers: a code sets a password once, and only instead of the one it was made for; it ends every access token.
func recovers(s *suite) {
	anna := s.signUp("anna")
	before := s.signIn(anna, "before", 100)
	token, other := s.access(anna, "hers", 100), s.access(s.signUp("bert"), "another's", 100)
	r := store.Recovery{
		Was: anna.Password, Password: "new", Code: store.Spent{Hash: store.HashOf("code"), Expires: 300},
		Session: store.Session{Hash: before.Hash, Account: anna.ID, Created: 200, Seen: 200},
	}
	refused := func(what string, r store.Recovery, want error) {
		s.Helper()
		s.want(what, s.Recover(s.ctx, r), want)
		if got, _ := s.Account(s.ctx, anna.ID); got.Password != anna.Password {
			s.Errorf("%s: the password is %q", what, got.Password)
		}
		s.wantSessions(anna, before)
		require.Returns(s.T, []store.Access{token}, what)(s.AccessOf(s.ctx, anna.ID))
	}
	another := r
	another.Was = "another"
	refused("another password", another, store.ErrSpent)
	r.Session.Hash = store.HashOf("fresh")
	long := r
	long.Session.Agent = strings.Repeat("x", store.MaxAccountText+1)
	refused("a long agent", long, store.ErrBad)
	none := r
	none.Password = ""
	refused("no password", none, store.ErrBad)
	nobody := r
	nobody.Session.Account = store.NewID()
	refused("nobody", nobody, store.ErrSpent)
	require.NoError(s.T, s.Recover(s.ctx, r))
	s.wantSessions(anna, r.Session)
	require.Returns(s.T, []store.Access(nil), "access tokens after it")(s.AccessOf(s.ctx, anna.ID))
	require.Returns(s.T, []store.Access{other}, "those of somebody else")(s.AccessOf(s.ctx, other.Account))
	if got, _ := s.Account(s.ctx, anna.ID); got.Password != "new" {
		s.Errorf("the password is %q", got.Password)
	}
	now, err := s.Account(s.ctx, anna.ID)
	require.NoError(s.T, errors.Join(err, s.SetPassword(s.ctx, store.Person{Account: now, Session: r.Session.Hash}, anna.Password)))
	s.want("the code again", s.Recover(s.ctx, r), store.ErrSpent)
}
