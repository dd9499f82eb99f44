package store

import (
	"errors"
	"strings"
	"testing"
)

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewID()
		if !ValidID(id) || seen[id] {
			t.Fatalf("NewID gave %q: not valid, or not new", id)
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
		if ValidID(id) != want {
			t.Errorf("ValidID(%q) = %v, want %v", id, !want, want)
		}
	}
}

func TestBoardSHA(t *testing.T) {
	// The test vector of FIPS 180 for "abc".
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got := BoardSHA([]byte("abc")); got != want {
		t.Errorf("BoardSHA = %s, want %s", got, want)
	}
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
		if !errors.Is(c.err, ErrBad) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %q, want ErrBad with %q", c.err, c.want)
		}
	}
	if err := errors.Join(CheckKey(""), CheckKey("k"), CheckSeat(Nobody), CheckSeat(MaxSeat), CheckEntries(nil)); err != nil {
		t.Error(err)
	}
}
