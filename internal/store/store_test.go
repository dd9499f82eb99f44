package store

import (
	"context"
	"errors"
	"ruhr/internal/require"
	"strings"
	"testing"
)

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewID()
		require.Must(t, ValidID(id) && !seen[id] && id[0] != '-', "NewID gave %q: not valid, not new, or like a flag", id)
		seen[id] = true
	}
}

// A table is followed by one table, whose ID is as good as a new one.
func TestIDAfter(t *testing.T) {
	seen := map[string]bool{}
	for id := "a"; len(seen) < 1000; id = IDAfter(id) {
		if seen[id] || !ValidID(IDAfter(id)) || IDAfter(id)[0] == '-' {
			t.Fatalf("%q follows %q", IDAfter(id), id)
		}
		seen[id] = true
	}
}

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{
		"AAAAAAAAAAAAAAAAAAAAAA":   true,
		"abcdefghijklmnopqr-_0w":   true,
		"AAAAAAAAAAAAAAAAAAAAAB":   false, // a bit beyond the 128
		"AAAAAAAAAAAAAAAAAAAAA":    false,
		"AAAAAAAAAAAAAAAAAAAAAAA":  false,
		"AAAAAAAAAAAAAAAAAAAAAA==": false,
		"AAAAAAAAAAAAAAAAAAAAA\n":  false,
		"AAAAAAAAAAAAAAAAAAAAA/":   false,
		"":                         false,
	} {
		require.Equal(t, ValidID(id), want, "ValidID(%q)", id)
	}
}

func TestBoardSHA(t *testing.T) {
	// The test vector of FIPS 180 for "abc".
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	require.Equal(t, BoardSHA([]byte("abc")), want, "BoardSHA")
}

func TestChecksNameTheValue(t *testing.T) {
	e := Entry{Kind: "Act", Body: []byte(`{}`)}
	for _, c := range []struct {
		err  error
		want string
	}{
		{CheckEntries([]Entry{{Kind: "act", Body: []byte(`{}`)}, e}), `entry 2 of 2: not storable: kind "Act"`},
		{CheckKey("a b"), `key "a b"`},
		{CheckSeat(16), "seat 16, want 0 to 15"},
		{CheckTable(Table{ID: "x"}, nil), `table ID "x"`},
		{CheckMeta([]byte("{")), "meta is not JSON"},
	} {
		require.True(t, errors.Is(c.err, ErrBad) && strings.Contains(c.err.Error(), c.want), "error %q, want ErrBad with %q", c.err, c.want)
	}
	require.NoError(t, errors.Join(CheckKey(""), CheckKey("k"), CheckSeat(Nobody), CheckSeat(MaxSeat), CheckEntries(nil)))
}

// jsonOf is a JSON string of n bytes.
func jsonOf(n int) []byte { return []byte(`"` + strings.Repeat("x", n-2) + `"`) }

// What is just within a limit is taken, and what is just beyond it refused.
func TestLimits(t *testing.T) {
	board := func(n int, change func(*Table)) error {
		data := make([]byte, n)
		table := Table{ID: NewID(), Meta: []byte(`{}`), Deal: []byte(`{}`), Board: BoardSHA(data)}
		if change != nil {
			change(&table)
		}
		return CheckTable(table, data)
	}
	entry := func(change func(*Entry)) error {
		e := Entry{Kind: "act", Body: []byte(`{}`)}
		change(&e)
		return CheckEntries([]Entry{e})
	}
	account := func(looks int, change func(*Account)) error {
		a := Account{ID: NewID(), Name: "n", Key: "k", Password: "p"}
		change(&a)
		return CheckAccount(a, make([]string, looks), nil)
	}
	same := func(*Account) {}
	full := make([]Entry, MaxBatch+1)
	for i := range full {
		full[i] = Entry{Kind: "act", Body: []byte(`{}`)}
	}
	for _, c := range []struct {
		what           string
		within, beyond error
	}{
		{"bytes of a board, at least", board(1, nil), board(0, nil)},
		{"bytes of a board, at most", board(MaxBoard, nil), board(MaxBoard+1, nil)},
		{"a table made in 1970", board(1, func(t *Table) { t.Created = 0 }), board(1, func(t *Table) { t.Created = -1 })},
		{"bytes of a deal", board(1, func(t *Table) { t.Deal = jsonOf(MaxDeal) }), board(1, func(t *Table) { t.Deal = jsonOf(MaxDeal + 1) })},
		{"bytes of meta", CheckMeta(jsonOf(MaxMeta)), CheckMeta(jsonOf(MaxMeta + 1))},
		{"entries at once", CheckEntries(full[:MaxBatch]), CheckEntries(full)},
		{"characters of a kind, at least", entry(func(e *Entry) { e.Kind = "k" }), entry(func(e *Entry) { e.Kind = "" })},
		{"characters of a kind, at most", entry(func(e *Entry) { e.Kind = strings.Repeat("k", MaxKind) }), entry(func(e *Entry) { e.Kind = strings.Repeat("k", MaxKind+1) })},
		{"letters of a kind, from a", entry(func(e *Entry) { e.Kind = "a" }), entry(func(e *Entry) { e.Kind = "`" })},
		{"letters of a kind, to z", entry(func(e *Entry) { e.Kind = "z" }), entry(func(e *Entry) { e.Kind = "{" })},
		{"digits of a kind, from 0", entry(func(e *Entry) { e.Kind = "0" }), entry(func(e *Entry) { e.Kind = "/" })},
		{"digits of a kind, to 9", entry(func(e *Entry) { e.Kind = "9" }), entry(func(e *Entry) { e.Kind = ":" })},
		{"signs of a kind", entry(func(e *Entry) { e.Kind = "a-_." }), entry(func(e *Entry) { e.Kind = "a," })},
		{"the time of an entry", entry(func(e *Entry) { e.Time = 0 }), entry(func(e *Entry) { e.Time = -1 })},
		{"when a table is due", entry(func(e *Entry) { e.Due = 0 }), entry(func(e *Entry) { e.Due = -1 })},
		{"bytes of a body", entry(func(e *Entry) { e.Body = jsonOf(MaxBody) }), entry(func(e *Entry) { e.Body = jsonOf(MaxBody + 1) })},
		{"bytes of a key", CheckKey(strings.Repeat("k", MaxKey)), CheckKey(strings.Repeat("k", MaxKey+1))},
		{"characters of a key, from !", CheckKey("!"), CheckKey(" ")},
		{"characters of a key, to ~", CheckKey("~"), CheckKey("\x7f")},
		{"seats, from nobody's", CheckSeat(Nobody), CheckSeat(Nobody - 1)},
		{"seats, to the last", CheckSeat(MaxSeat), CheckSeat(MaxSeat + 1)},
		{"grants, from the last seat that is kept", CheckGrant(Kept(MaxSeat)), CheckGrant(Kept(MaxSeat) - 1)},
		{"grants, to the last seat", CheckGrant(MaxSeat), CheckGrant(MaxSeat + 1)},
		{"an account made in 1970", account(1, func(a *Account) { a.Created = 0 }), account(1, func(a *Account) { a.Created = -1 })},
		{"an account's name", account(1, same), account(1, func(a *Account) { a.Name = "" })},
		{"an account's key", account(1, same), account(1, func(a *Account) { a.Key = "" })},
		{"an account's password", account(1, same), account(1, func(a *Account) { a.Password = "" })},
		{"an account's looks, at least", account(1, same), account(0, same)},
		{"an account's looks, at most", account(MaxLooks, same), account(MaxLooks+1, same)},
		{"bytes of an account's text", CheckText(strings.Repeat("x", MaxAccountText)), CheckText(strings.Repeat("x", MaxAccountText+1))},
		{"letters of an account's text", CheckText("ü"), CheckText("\xfc")},
	} {
		require.True(t, c.within == nil && errors.Is(c.beyond, ErrBad), "%s: within %v, beyond %v; want nil and ErrBad", c.what, c.within, c.beyond)
	}
}

// An ID is cut where it is logged.
func TestShortID(t *testing.T) {
	for id, want := range map[string]string{"": "", "abcdef": "abcdef", "abcdefg": "abcdef…"} {
		require.Equal(t, ShortID(id), want, "%q as it is logged", id)
	}
}

// doubtful is a store whose first answer is an error beside a secret, as of a transaction
// that was not committed.
type doubtful struct{ calls int }

func (d *doubtful) Secret(_ context.Context, _, fresh string) (string, error) {
	if d.calls++; d.calls == 1 {
		return "lost", ErrUnreachable
	}
	return "kept", nil
}

func TestKeptSecret(t *testing.T) {
	var secret KeptSecret
	st := &doubtful{}
	if got, err := secret.Read(t.Context(), st, "x"); got != "" || !errors.Is(err, ErrUnreachable) {
		t.Errorf("after an error: %q, %v", got, err)
	}
	for range 2 {
		if got, err := secret.Read(t.Context(), st, "x"); got != "kept" || err != nil {
			t.Errorf("afterwards: %q, %v", got, err)
		}
	}
	require.Equal(t, st.calls, 2, "how often the store is asked")
}
