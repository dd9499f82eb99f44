package notice

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// stuck is a receiver that does not answer until it is told to.
type stuck struct {
	*httptest.Server
	answer    chan struct{}
	mu        sync.Mutex
	now, most int
	came      int
	arrived   chan struct{}
}

func newStuck(t *testing.T) *stuck {
	s := &stuck{answer: make(chan struct{}), arrived: make(chan struct{}, 100)}
	s.Server = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		s.mu.Lock()
		s.now, s.came = s.now+1, s.came+1
		s.most = max(s.most, s.now)
		s.mu.Unlock()
		s.arrived <- struct{}{}
		<-s.answer
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	}))
	t.Cleanup(s.Close)
	return s
}

// While the receivers of one account, or the receiver of several accounts, do not
// answer, others hear as usual; of one account and to one host few messages go at
// the same time, and all go in the end.
func TestSlowReceiversHoldUpNobodyElse(t *testing.T) {
	w := newWorld(t)
	annas, shared := newStuck(t), newStuck(t)
	w.http = client{&http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		for name, s := range map[string]*stuck{"annas.test:80": annas, "shared.test:80": shared} {
			if address == name {
				address = s.Listener.Addr().String()
			}
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}}}}
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	hooks := func(a store.Account, host string, n int) {
		for range n {
			address := "http://" + host + "/" + store.NewID()
			require.NoError(t, w.AddHook(w.ctx, a, address, Wishes{Begin: true}))
		}
	}
	hooks(anna, "annas.test", store.MaxChannels)
	w.sit(game.Pace{}, anna, bert)
	others := []string{"Carl", "Dora", "Emil", "Fritz"} // all with one slow host
	for _, name := range others {
		a := w.person(name, "")
		hooks(a, "shared.test", 3)
		w.sit(game.Pace{}, a, bert)
	}
	w.passed.Add(int64(soon))
	require.NoError(t, w.collectAll(w.ctx))
	w.passed.Add(int64(soon))
	start := func(want int) {
		t.Helper()
		if n, err := w.start(w.ctx); n != want || err != nil {
			t.Fatalf("%d begun, %v; want %d", n, err, want)
		}
	}
	start(accountAtOnce + hostAtOnce)
	for range accountAtOnce {
		<-annas.arrived
	}
	for range hostAtOnce {
		<-shared.arrived
	}
	start(0)
	gerd := w.person("Gerd", "")
	quick := w.hooked(gerd, Wishes{Begin: true})
	w.sit(game.Pace{}, gerd, bert)
	w.passed.Add(int64(soon))
	require.NoError(t, w.collectAll(w.ctx))
	w.passed.Add(int64(soon))
	start(1)
	<-w.sending.ended
	require.Equal(t, quick.take(), "begin", "what Gerd hears")
	close(annas.answer)
	close(shared.answer)
	w.pass(0)
	if annas.came != store.MaxChannels || annas.most > accountAtOnce {
		t.Errorf("%d messages came for Anna, %d at once; want %d, and at most %d", annas.came, annas.most, store.MaxChannels, accountAtOnce)
	}
	if want := 3 * len(others); shared.came != want || shared.most > hostAtOnce {
		t.Errorf("%d messages came to one host, %d at once; want %d, and at most %d", shared.came, shared.most, want, hostAtOnce)
	}
	require.True(t, len(w.sending.of) == 0 && w.sending.n == 0, "places are not given back: %d, %v", w.sending.n, w.sending.of)
}

// The mail server, however slow, leaves places for the other ways.
func TestMailLeavesPlaces(t *testing.T) {
	s := newSending()
	for n := range 2 * sendAtOnce {
		c := store.Channel{Account: store.NewID(), Kind: KindMail, Address: "a@b.test"}
		if got, want := s.enter(c), n < mailAtOnce; got != want {
			t.Fatalf("mail %d: %v, want %v", n, got, want)
		}
	}
	push := store.Channel{Account: store.NewID(), Kind: KindPush, Address: `{"endpoint":"https://push.test/1"}`}
	if !s.enter(push) || hostOf(push) != "host:push.test" {
		t.Errorf("a push message to %s finds no place", hostOf(push))
	}
}

// A receiver that takes long has the message once, and rests like one that fails; but not
// where it is this server that takes long to look it up and to connect.
func TestSlowReceiversRest(t *testing.T) {
	w := newWorld(t)
	var came int
	dials := slow + time.Millisecond
	late := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		came++
		if dials == 0 {
			w.passed.Add(int64(slow + time.Millisecond))
		}
	}))
	t.Cleanup(late.Close)
	w.http = client{&http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		w.passed.Add(int64(dials))
		return new(net.Dialer).DialContext(ctx, network, address)
	}}}}
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	require.NoError(t, w.AddHook(w.ctx, anna, late.URL, Wishes{Begin: true}))
	sit := func() {
		for range MaxFailed + 2 {
			w.sit(correspondence(), anna, bert)
			w.pass(soon)
			w.pass(soon)
		}
	}
	sit()
	if list, err := w.Channels(context.Background(), anna.ID); err != nil || came != MaxFailed+2 || list[0].Rest {
		t.Errorf("slow connections: %d messages, %+v, %v", came, list, err)
	}
	came, dials = 0, 0
	sit()
	list, err := w.Channels(context.Background(), anna.ID)
	if err != nil || came != MaxFailed || !list[0].Rest {
		t.Errorf("%d messages, %+v, %v; want %d and that the channel rests", came, list, err, MaxFailed)
	}
}

// What was sent when the program ended is noted: nobody sends it again.
func TestTheEndNotesWhatWasSent(t *testing.T) {
	w := newWorld(t)
	ctx, end := context.WithCancel(w.ctx)
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { end() }))
	t.Cleanup(hook.Close)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	require.NoError(t, w.AddHook(w.ctx, anna, hook.URL, Wishes{Begin: true}))
	w.sit(game.Pace{}, anna, bert)
	w.passed.Add(int64(soon))
	require.NoError(t, w.collectAll(w.ctx))
	w.passed.Add(int64(soon))
	w.Service.Run(ctx)
	require.Returns(t, map[string]int{}, "to be sent")(w.store.Pending(w.ctx))
}
