package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
)

// A decision that cannot be worked on in time is refused as busy and changes
// nothing; the same press again counts once. Asking for advice waits as well; what
// takes no work is served meanwhile.
func TestBusyLosesNothing(t *testing.T) {
	w := newWorld(t, 1)
	q := w.server.Work
	q.Wait = 10 * time.Millisecond
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	before := w.pageOf(p.path).N
	places := fill(q)
	for _, got := range []answer{v.press(f, f.buttons[0]), v.post(p.path+"/hint", f.fields), v.get(p.path)} {
		if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "2" {
			t.Errorf("status %d, again after %q", got.status, got.header.Get("Retry-After"))
		}
	}
	if got := v.get("/robots.txt"); got.status != http.StatusOK {
		t.Errorf("what robots read: status %d", got.status)
	}
	for _, leave := range places {
		leave()
	}
	if n := w.pageOf(p.path).N; n != before {
		t.Errorf("at %d, was at %d", n, before)
	}
	for range 2 {
		v.press(f, f.buttons[0])
	}
	if n := w.pageOf(p.path).N; n != before+1 {
		t.Errorf("at %d after one decision, was at %d", n, before)
	}
	if n := len(fill(q)); n != len(places) {
		t.Errorf("%d of %d places are free", n, len(places))
	}
}

// Anyone who reads slowly, or sends a body slowly, keeps no place.
func TestSlowVisitorsKeepNoPlace(t *testing.T) {
	w := newWorld(t, 1)
	q := w.server.Work
	places := free(q)
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	v.slowly(p.path+"/act", url.Values{"at": {f.fields.Get("at")}, "key": {"k"}, "action": {"1"}}, func() {
		if n := free(q); n != places {
			t.Errorf("while a body arrives %d of %d places are free", n, places)
		}
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, p.path, nil)
	read := 0
	w.site().ServeHTTP(&watched{httptest.NewRecorder(), func() {
		read++
		if n := free(q); n != places {
			t.Errorf("while an answer is sent %d of %d places are free", n, places)
		}
	}}, r)
	if read == 0 {
		t.Error("nothing was sent")
	}
}

// watched is an answer that somebody watches being sent.
type watched struct {
	*httptest.ResponseRecorder
	sending func()
}

func (w *watched) Write(p []byte) (int, error) {
	w.sending()
	return w.ResponseRecorder.Write(p)
}

// A decision that was refused and is pressed again is worked on before what others
// have asked for since; with a forged key it is not.
func TestPressedAgainKeepsItsPlace(t *testing.T) {
	for key, first := range map[string]bool{"": true, "forged": false} {
		w := newWorld(t, 1)
		v := w.visitor()
		p := v.alone(nil)
		f := p.form("/act")
		q := w.server.Work
		q.Wait = 10 * time.Millisecond
		places := fill(q)
		if got := v.press(f, f.buttons[0]); got.status != http.StatusServiceUnavailable {
			t.Fatalf("status %d", got.status)
		}
		q.Wait = time.Minute
		if key != "" {
			f.fields.Set("key", key)
		}
		id := strings.TrimPrefix(p.path, "/t/")
		before := w.snapshot(id).N
		decided, pressed := make(chan bool), make(chan struct{})
		go func() {
			leave, err := q.Await(t.Context(), "192.0.2.77")
			decided <- err == nil && w.snapshot(id).N > before // when its turn comes
			leave()
		}()
		waitFor(q, 1)
		go func() { v.press(f, f.buttons[0]); close(pressed) }()
		waitFor(q, 2)
		places[0]()
		if got := <-decided; got != first {
			t.Errorf("key %q: pressed again it is first: %v", key, got)
		}
		<-pressed
	}
}

// fill takes the free places of a queue and returns what gives each back.
func fill(q *fair.Queue) (places []func()) {
	ended, end := context.WithCancel(context.Background())
	end() // so that none is waited for
	for {
		leave, err := q.Await(ended, "others")
		if err != nil {
			return places
		}
		places = append(places, leave)
	}
}

// free is how many places of a queue are free.
func free(q *fair.Queue) int {
	places := fill(q)
	for _, leave := range places {
		leave()
	}
	return len(places)
}

// waitFor returns once so many addresses wait in a queue.
func waitFor(q *fair.Queue, addresses int) {
	for q.Waiting() != addresses {
		time.Sleep(time.Millisecond)
	}
}
