package fair

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// One address makes so much at once and then one thing after another; others
// are not held up by it.
func TestCreatesAreLimited(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimits(Streams)
	l.Now = func() time.Time { return now }
	for n := range limits[Make].address {
		require.Must(t, l.May(Make, "a", ""), "refused after %d", n)
	}
	require.True(t, !l.May(Make, "a", "") && l.May(Make, "b", ""), "a may go on, or b may not begin")
	if now = now.Add(limits[Make].every); !l.May(Make, "a", "") || l.May(Make, "a", "") {
		t.Error("after the wait a may not make exactly one more")
	}
}

// What is counted is kept within bounds, and what is full again goes first: of those
// who have used theirs up nobody gets it back sooner, no matter who comes meanwhile.
func TestLimitsAreKeptWithinBounds(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimits(Streams)
	l.Now = func() time.Time { return now }
	use := func(who string) bool { return l.take(by(who, try, 1)) }
	for n := range 2 * maxCounted {
		if n == maxCounted/2 {
			now = now.Add(time.Hour) // the first are full again
			use("me")
		}
		use(fmt.Sprint(n))
		l.May(Make, fmt.Sprint(n), "")
		if len(l.others.kept) > maxCounted || len(l.addresses.kept) > maxCounted {
			t.Fatalf("%d addresses and %d others are kept", len(l.addresses.kept), len(l.others.kept))
		}
		if n == maxCounted+maxCounted/3 && use("me") {
			t.Error("who used it up was forgotten before those who did not")
		}
	}
}

// An IPv6 /48 may have more than a /64, but not as much as it has of them; and no
// addresses give anyone back what they have used up.
func TestNetworksCountTogether(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimits(Streams)
	l.Now = func() time.Time { return now }
	as := TryAt("anna", "192.0.2.7")
	tries := func(from string) (n int) {
		for l.take(append(TryFrom(from), by("name anna", try, triesName))...) {
			n++
		}
		return n
	}
	tries("192.0.2.7")
	for n := range 65536 {
		l.May(Commit, fmt.Sprintf("2001:db8:1:%x::/64", n), "")
	}
	require.True(t, len(l.addresses.kept) <= limits[Make].address*wider+10, "a /48 is kept as %d addresses", len(l.addresses.kept))
	tries("2001:db8:1:1::/64")
	require.True(t, !l.take(as...), "a name that was tried too often may be tried again")
	made := 0
	for n := range 1000 {
		for l.May(Make, fmt.Sprintf("2001:db8:2:%x::/64", n), "") {
			made++
		}
	}
	require.Equal(t, made, limits[Make].address*wider, "things that a /48 makes at once")
	require.True(t, l.May(Make, "2001:db8:3:1::/64", ""), "another network is held up")
	open := 0
	for n := range 1000 {
		for {
			if _, ok := l.Open("", fmt.Sprintf("2001:db8:2:%x::/64", n)); !ok {
				break
			}
			open++
		}
	}
	require.Equal(t, open, streamsWatching*wider, "streams of a /48")
}

var errWrong = errors.New("wrong")

func wrong(err error) bool { return errors.Is(err, errWrong) }

// Whatever a stranger does, nobody else's limit is used up: each is counted by what
// strangers cannot have.
func TestNobodyUsesUpAnothersLimit(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimits(Streams)
	l.Now = func() time.Time { return now }
	for what, c := range map[string]struct{ stranger, own func() bool }{
		"changes at a table": {func() bool { return l.May(Change, "", PlaceOf("t", game.Actor{Seats: []int{1}})) }, func() bool { return l.May(Change, "", PlaceOf("t", game.Actor{Seats: []int{0}})) }},
		"its owner's":        {func() bool { return l.May(Change, "", PlaceOf("t", game.Actor{Seats: []int{1}})) }, func() bool { return l.May(Change, "", PlaceOf("t", game.Actor{Owner: true})) }},
		"steps back":         {func() bool { return l.May(Undo, "", PlaceOf("t", game.Actor{Seats: []int{1}})) }, func() bool { return l.May(Undo, "", PlaceOf("t", game.Actor{Seats: []int{0}})) }},
		"messages":           {func() bool { return l.May(Say, "a", "stranger") }, func() bool { return l.May(Say, "b", "me") }},
		"calls":              {func() bool { return l.May(Call, "", "stranger") }, func() bool { return l.May(Call, "", "me") }},
		"invitations":        {func() bool { return l.May(Invite, "", "stranger") }, func() bool { return l.May(Invite, "", "me") }},
		"mails":              {func() bool { return l.May(Notify, "a", "stranger") }, func() bool { return l.May(Notify, "b", "me") }},
		"mails to recover":   {func() bool { return l.May(Recover, "a", "") }, func() bool { return l.May(Recover, "b", "") && l.May(SendRecovery, "", "me") }},
		"a known browser":    {func() bool { return l.take(TryAt("anna", "a")...) }, func() bool { return l.take(TryOwn("browser b")...) }},
		"a session":          {func() bool { return l.take(TryAt("anna", "a")...) }, func() bool { return l.take(TryOwn("session s")...) }},
		"passkeys":           {func() bool { return l.take(TryFrom("a")...) }, func() bool { return l.take(TryFrom("b")...) }},
	} {
		for n := 0; c.stranger(); n++ {
			require.Must(t, n <= 1000, "%s: no limit", what)
		}
		require.True(t, c.own(), "%s: a stranger has used it up", what)
	}
	// What succeeds does not count.
	for range 10 * limits[try].address {
		require.NoError(t, l.Try(TryAt("bert", "c"), func() error { return nil }, wrong))
	}
	for n := range limits[try].own + 1 {
		err := l.Try(TryAt("bert", "c"), func() error { return errWrong }, wrong)
		if want := map[bool]error{true: errWrong, false: ErrTries}[n < limits[try].own]; !errors.Is(err, want) {
			t.Errorf("wrong try %d: %v, want %v", n, err, want)
		}
	}
}

// One address has no more streams than a home needs, however many
// browsers' secrets it has; all end as they began.
func TestStreamsOfManySecrets(t *testing.T) {
	l := NewLimits(Streams)
	var leave []func()
	for n := range l.Most {
		if end, ok := l.Open(fmt.Sprint(n), "a"); ok {
			leave = append(leave, end)
		}
	}
	require.Equal(t, len(leave), streamsAddress, "streams of one address")
	for n := range streamsPlaying + 1 {
		end, ok := l.Open("one", fmt.Sprint("b", n))
		require.Equal(t, ok, n < streamsPlaying, "stream %d of a browser", n)
		if ok {
			leave = append(leave, end)
		}
	}
	for _, end := range leave {
		end()
	}
	require.True(t, l.all == 0 && len(l.streams) == 0, "%d streams are left, counted in %d places", l.all, len(l.streams))
}

// Some addresses that have all the streams they may have leave some to others
// who hold a seat.
func TestStreamsAreReservedForSeats(t *testing.T) {
	l := NewLimits(Streams)
	require.Equal(t, l.Most, Streams, "streams in all")
	l.Most = 4000
	for n := 0; ; n++ {
		greedy := fmt.Sprint("greedy ", n/streamsAddress)
		if _, ok := l.Open(fmt.Sprint(n), greedy); ok {
			continue
		}
		if _, ok := l.Open("", greedy+" who watches"); !ok {
			break
		}
	}
	require.Equal(t, l.all, 3000, "streams without a seat")
	if _, ok := l.Open("", "another"); ok {
		t.Error("the reserve went to somebody who watches")
	}
	for n := range streamsFew + 1 {
		if _, ok := l.Open("seated", "another"); ok != (n < streamsFew) {
			t.Errorf("stream %d of an address with a seat: %v", n, ok)
		}
	}
}
