package web

import (
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
	"ruhr/internal/store"
)

// What would be too much is refused in the reader's words, and nothing is made.
func TestTooMany(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	id := v.alone(nil).path
	w.still()
	for w.server.Limits.MayMake("127.0.0.1") {
	}
	opened := 0
	for w.server.Limits.MayOpen("127.0.0.1") {
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
	var leave func()
	for { // until an address has as many as may watch
		next, ok := w.server.Limits.Open("", "127.0.0.1")
		if !ok {
			break
		}
		leave = next
	}
	other := w.visitor()
	if p := other.get(streamOf(id, 0)); p.status != http.StatusTooManyRequests || !strings.Contains(p.body, "Close a few") {
		t.Errorf("one stream more than may watch: status %d", p.status)
	}
	if _, ok := w.server.Limits.Open("somebody", "127.0.0.1"); !ok {
		t.Error("who plays is held up by those who watch")
	}
	leave()
	if _, ok := w.server.Limits.Open("", "127.0.0.1"); !ok {
		t.Error("the place of a stream that ended is not free")
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

func (l *line) WriteHeader(int) {}

func (l *line) Flush() {}

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
		open := 0
		w.server.Limits.Opened = func(by int) { open += by }
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
		if open != 1 {
			t.Errorf("%d streams are counted, want the swift one", open)
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

// still lets no time pass for what is counted.
func (w *world) still() {
	still := w.server.Limits.Now()
	w.server.Limits.Now = func() time.Time { return still }
}

// fillUploads takes the places that an address may have for files, and returns what
// gives each back.
func (w *world) fillUploads(from string) (places []func()) {
	for {
		r := httptest.NewRequestWithContext(w.t.Context(), http.MethodPost, "/open", nil)
		leave, err := w.server.Uploads.Receive(httptest.NewRecorder(), r, from, func(string) bool { return true })
		if err != nil {
			return places
		}
		places = append(places, leave)
	}
}
