package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/store"
)

// One address makes so much at once and then one thing after another; others
// are not held up by it.
func TestCreatesAreLimited(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimits(func() time.Time { return now })
	for n := range makeAtOnce {
		if !l.mayMake("a") {
			t.Fatalf("refused after %d", n)
		}
	}
	if l.mayMake("a") || !l.mayMake("b") {
		t.Error("a may go on, or b may not begin")
	}
	if now = now.Add(makeEvery); !l.mayMake("a") || l.mayMake("a") {
		t.Error("after the wait a may not make exactly one more")
	}
}

// What is counted is kept within bounds, and what is full again goes first: of those
// who have used theirs up nobody gets it back sooner, no matter who comes meanwhile.
func TestLimitsAreKeptWithinBounds(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimits(func() time.Time { return now })
	use := func(who string) bool { return l.take(by(who, attempts, time.Hour, 1)) }
	for n := range 2 * maxCounted {
		if n == maxCounted/2 {
			now = now.Add(time.Hour) // the first are full again
			use("me")
		}
		use(fmt.Sprint(n))
		l.mayMake(fmt.Sprint(n))
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
	l := newLimits(func() time.Time { return now })
	as := fromStranger("192.0.2.7", "anna")
	tries := func(from string) (n int) {
		for l.take(append(fromAddress(from), by("name anna", attempts, triesEvery, triesName))...) {
			n++
		}
		return n
	}
	tries("192.0.2.7")
	for n := range 65536 {
		l.mayCommit(fmt.Sprintf("2001:db8:1:%x::/64", n))
	}
	if len(l.addresses.kept) > makeAtOnce*wider+10 {
		t.Errorf("a /48 is kept as %d addresses", len(l.addresses.kept))
	}
	tries("2001:db8:1:1::/64")
	if l.take(as...) {
		t.Error("a name that was tried too often may be tried again")
	}
	made := 0
	for n := range 1000 {
		for l.mayMake(fmt.Sprintf("2001:db8:2:%x::/64", n)) {
			made++
		}
	}
	if made != makeAtOnce*wider {
		t.Errorf("a /48 makes %d things at once, want %d", made, makeAtOnce*wider)
	}
	if !l.mayMake("2001:db8:3:1::/64") {
		t.Error("another network is held up")
	}
	open := 0
	for n := range 1000 {
		for {
			if _, ok := l.open(guest{address: fmt.Sprintf("2001:db8:2:%x::/64", n)}); !ok {
				break
			}
			open++
		}
	}
	if open != streamsWatching*wider {
		t.Errorf("a /48 has %d streams, want %d", open, streamsWatching*wider)
	}
}

// Whatever a stranger does, nobody else's limit is used up: each is counted by what
// strangers cannot have.
func TestNobodyUsesUpAnothersLimit(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimits(func() time.Time { return now })
	for what, c := range map[string]struct{ stranger, own func() bool }{
		"changes at a table": {func() bool { return l.mayChange("t", game.Actor{Seats: []int{1}}) }, func() bool { return l.mayChange("t", game.Actor{Seats: []int{0}}) }},
		"its owner's":        {func() bool { return l.mayChange("t", game.Actor{Seats: []int{1}}) }, func() bool { return l.mayChange("t", game.Actor{Owner: true}) }},
		"steps back":         {func() bool { return l.mayUndo("t", game.Actor{Seats: []int{1}}) }, func() bool { return l.mayUndo("t", game.Actor{Seats: []int{0}}) }},
		"messages":           {func() bool { return l.maySay("a", "stranger") }, func() bool { return l.maySay("b", "me") }},
		"mails":              {func() bool { return l.mayNotify("a", "stranger") }, func() bool { return l.mayNotify("b", "me") }},
		"mails to recover":   {func() bool { return l.mayRecover("a") }, func() bool { return l.mayRecover("b") && l.maySendRecovery("me") }},
		"a known browser":    {func() bool { return l.take(fromStranger("a", "anna")...) }, func() bool { return l.take(fromOwn("browser b")...) }},
		"a session":          {func() bool { return l.take(fromStranger("a", "anna")...) }, func() bool { return l.take(fromOwn("session s")...) }},
		"passkeys":           {func() bool { return l.take(fromAddress("a")...) }, func() bool { return l.take(fromAddress("b")...) }},
	} {
		for n := 0; c.stranger(); n++ {
			if n > 1000 {
				t.Fatalf("%s: no limit", what)
			}
		}
		if !c.own() {
			t.Errorf("%s: a stranger has used it up", what)
		}
	}
	// What succeeds does not count.
	for range 10 * triesAddress {
		if err := l.try(fromStranger("c", "bert"), func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for n := range triesHere + 1 {
		err := l.try(fromStranger("c", "bert"), func() error { return people.ErrWrong })
		if want := map[bool]error{true: people.ErrWrong, false: errTries}[n < triesHere]; !errors.Is(err, want) {
			t.Errorf("wrong try %d: %v, want %v", n, err, want)
		}
	}
}

// An IPv6 network counts as one address, however its addresses are written.
func TestAddresses(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234": "192.0.2.7", "[::ffff:192.0.2.7]:9": "192.0.2.7", "[2001:db8:1:2::1]:80": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::9]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64", "pipe": "pipe",
	} {
		if got := address(&http.Request{RemoteAddr: remote}); got != want {
			t.Errorf("%s is %s, want %s", remote, got, want)
		}
	}
}

// What would be too much is refused in the reader's words, and nothing is made.
func TestTooMany(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	id := v.alone(nil).path
	w.server.limits.now = func() time.Time { return time.Unix(0, 0) }
	clear(w.server.limits.addresses.kept)
	for w.server.limits.mayMake("127.0.0.1") {
	}
	opened := 0
	for w.server.limits.mayOpen("127.0.0.1") {
		opened++
	}
	if opened >= store.KeptRecords {
		t.Errorf("one address opens %d records at once and so pushes out everybody's", opened)
	}
	for path, form := range map[string]url.Values{"/play": nil, "/learn": nil, "/new": {"who0": {"me"}}, id + "/share": {"seat": {"0"}}, id + "/again": nil, "/join/x": {"name": {"Bert"}}} {
		p := v.post(path, form)
		if p.status != http.StatusTooManyRequests || p.header.Get("Retry-After") == "" || !strings.Contains(p.body, "Wait a minute") {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
	if p := v.upload("{}"); p.status != http.StatusTooManyRequests {
		t.Errorf("a record: status %d", p.status)
	}
	watching := guest{address: "127.0.0.1"}
	var leave func()
	for n := range streamsWatching {
		var ok bool
		if leave, ok = w.server.limits.open(watching); !ok {
			t.Fatalf("stream %d is refused", n)
		}
	}
	other := w.visitor()
	if p := other.get(streamOf(id, 0)); p.status != http.StatusTooManyRequests || !strings.Contains(p.body, "Close a few") {
		t.Errorf("one stream more than may watch: status %d", p.status)
	}
	if _, ok := w.server.limits.open(guest{"somebody", "127.0.0.1"}); !ok {
		t.Error("who plays is held up by those who watch")
	}
	leave()
	if _, ok := w.server.limits.open(watching); !ok {
		t.Error("the place of a stream that ended is not free")
	}
}

// One address has no more streams than a home needs, however many
// browsers' secrets it has; all end as they began.
func TestStreamsOfManySecrets(t *testing.T) {
	l := newLimits(time.Now)
	var leave []func()
	for n := range l.most {
		if end, ok := l.open(guest{fmt.Sprint(n), "a"}); ok {
			leave = append(leave, end)
		}
	}
	if len(leave) != streamsAddress {
		t.Errorf("one address has %d streams, want %d", len(leave), streamsAddress)
	}
	for n := range streamsPlaying + 1 {
		end, ok := l.open(guest{"one", fmt.Sprint("b", n)})
		if ok != (n < streamsPlaying) {
			t.Errorf("stream %d of a browser: %v", n, ok)
		}
		if ok {
			leave = append(leave, end)
		}
	}
	for _, end := range leave {
		end()
	}
	if l.all != 0 || len(l.streams) != 0 {
		t.Errorf("%d streams are left, counted in %d places", l.all, len(l.streams))
	}
}

// Some addresses that have all the streams they may have leave some to others
// who hold a seat.
func TestStreamsAreReservedForSeats(t *testing.T) {
	l := newLimits(time.Now)
	if l.most != Streams {
		t.Errorf("%d streams in all, want %d", l.most, Streams)
	}
	l.most = 4000
	for n := 0; ; n++ {
		greedy := fmt.Sprint("greedy ", n/streamsAddress)
		if _, ok := l.open(guest{fmt.Sprint(n), greedy}); ok {
			continue
		}
		if _, ok := l.open(guest{address: greedy + " who watches"}); !ok {
			break
		}
	}
	if l.all != 3000 {
		t.Errorf("%d streams without a seat, want 3,000", l.all)
	}
	if _, ok := l.open(guest{address: "another"}); ok {
		t.Error("the reserve went to somebody who watches")
	}
	for n := range streamsFew + 1 {
		if _, ok := l.open(guest{"seated", "another"}); ok != (n < streamsFew) {
			t.Errorf("stream %d of an address with a seat: %v", n, ok)
		}
	}
}

// line is a reader's connection: it keeps what it gets until it is full, and
// then nothing moves any more until the deadline.
type line struct {
	header http.Header
	mu     sync.Mutex
	got    strings.Builder
	room   int
	until  time.Time
}

func (l *line) Header() http.Header { return l.header }
func (l *line) WriteHeader(int)     {}
func (l *line) Flush()              {}

func (l *line) SetWriteDeadline(t time.Time) error { l.until = t; return nil }

func (l *line) Write(p []byte) (int, error) {
	l.mu.Lock()
	full := l.got.Len() >= l.room
	if !full {
		l.got.Write(p)
	}
	l.mu.Unlock()
	if full {
		time.Sleep(time.Until(l.until))
		return 0, os.ErrDeadlineExceeded
	}
	return len(p), nil
}

func (l *line) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

// listens opens a stream of a table on a line; ended is closed with it.
func (w *world) listens(id string, room int) (l *line, ended chan struct{}) {
	l, ended = &line{header: http.Header{}, room: room}, make(chan struct{})
	r := httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, streamOf(id, 0), nil)
	go func() {
		defer close(ended)
		w.server.stream(l, r)
	}()
	return l, ended
}

// created starts a table of two persons.
func (w *world) created() (id string) {
	made, err := w.service.Create(w.t.Context(), game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Bert"}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return made.ID
}

// acts takes the first choice there is.
func (w *world) acts(id string) {
	all := game.Actor{Seats: []int{0, 1, 2, 3}}
	s, err := w.service.Position(w.t.Context(), id, all)
	if err == nil && s.You.Act {
		_, err = w.service.Do(w.t.Context(), id, all, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
	} else if err == nil {
		_, err = w.service.Do(w.t.Context(), id, all, s.N, "", game.Confirm())
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// A reader who takes nothing is dropped after a while; meanwhile neither the
// table nor its other readers wait, and afterwards nothing of it is left.
func TestSlowReaderIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 8)
		id := w.created()
		slow, dropped := w.listens(id, 1)
		swift, _ := w.listens(id, 1<<30)
		synctest.Wait()
		began := time.Now()
		for range 3 {
			w.acts(id)
			synctest.Wait()
		}
		if time.Since(began) > 0 {
			t.Errorf("the table waited %v for a slow reader", time.Since(began))
		}
		if n := strings.Count(swift.text(), "event: frames"); n < 4 {
			t.Errorf("the swift reader got %d pieces of news, want 4", n)
		}
		<-dropped
		if took := time.Since(began); took > writeTime {
			t.Errorf("dropped after %v, want within %v", took, writeTime)
		}
		if strings.Contains(slow.text(), "event: frames") {
			t.Error("the slow reader was not slow")
		}
		if l := w.server.limits; l.all != 1 {
			t.Errorf("%d streams are counted, want the swift one", l.all)
		}
		w.hub.Close()
	})
}

var newsNumber = regexp.MustCompile(`data: {"n":(\d+)`)

// A page hears of its own table alone.
func TestStreamsDoNotMix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 9)
		mine, other := w.created(), w.created()
		l, _ := w.listens(mine, 1<<30)
		synctest.Wait()
		before := l.text()
		for range 4 {
			w.acts(other)
			synctest.Wait()
		}
		if got := strings.TrimPrefix(l.text(), before); got != "" {
			t.Errorf("news of another table: %.200s", got)
		}
		w.acts(mine)
		synctest.Wait()
		got := strings.TrimPrefix(l.text(), before)
		if strings.Contains(got, other) || strings.Count(got, "event: ") != 1 || !strings.Contains(got, mine) {
			t.Errorf("after a decision: %.300s", got)
		}
		s, err := w.service.Position(t.Context(), mine, game.Actor{})
		if err != nil {
			t.Fatal(err)
		}
		if m := newsNumber.FindStringSubmatch(got); m == nil || m[1] != fmt.Sprint(s.N) {
			t.Errorf("news at %v, want %d", m, s.N)
		}
		w.hub.Close()
	})
}
