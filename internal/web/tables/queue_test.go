package tables

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/web/webtest"
)

// A decision that cannot be worked on in time is refused as busy and changes
// nothing; the same press again counts once. Asking for advice waits as well; what
// takes no work is served meanwhile.
func TestBusyLosesNothing(t *testing.T) {
	w := newWorld(t, 1)
	q := w.Kernel.Work
	q.Wait = 10 * time.Millisecond
	v := w.Visitor()
	p := v.Alone(nil)
	f := p.Form("/act")
	before := w.pageOf(p.Path).N
	places := webtest.Fill(q)
	for _, got := range []webtest.Answer{v.Press(f, f.Buttons[0]), v.Post(p.Path+"/hint", f.Fields), v.Get(p.Path)} {
		if got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") != "2" {
			t.Errorf("status %d, again after %q", got.Status, got.Header.Get("Retry-After"))
		}
	}
	v.Get("/robots.txt").WantStatus(t, http.StatusOK, "what robots read")
	for _, leave := range places {
		leave()
	}
	if n := w.pageOf(p.Path).N; n != before {
		t.Errorf("at %d, was at %d", n, before)
	}
	for range 2 {
		v.Press(f, f.Buttons[0])
	}
	if n := w.pageOf(p.Path).N; n != before+1 {
		t.Errorf("at %d after one decision, was at %d", n, before)
	}
	if n := len(webtest.Fill(q)); n != len(places) {
		t.Errorf("%d of %d places are free", n, len(places))
	}
}

// Anyone who reads slowly, or sends a body slowly, keeps no place.
func TestSlowVisitorsKeepNoPlace(t *testing.T) {
	w := newWorld(t, 1)
	q := w.Kernel.Work
	places := free(q)
	v := w.Visitor()
	p := v.Alone(nil)
	f := p.Form("/act")
	slowly(v, p.Path+"/act", url.Values{"at": {f.Fields.Get("at")}, "key": {"k"}, "action": {"1"}}, func() {
		if n := free(q); n != places {
			t.Errorf("while a body arrives %d of %d places are free", n, places)
		}
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, p.Path, nil)
	read := 0
	w.Site().ServeHTTP(&watched{httptest.NewRecorder(), func() {
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
		v := w.Visitor()
		p := v.Alone(nil)
		f := p.Form("/act")
		q := w.Kernel.Work
		q.Wait = 10 * time.Millisecond
		places := webtest.Fill(q)
		if got := v.Press(f, f.Buttons[0]); got.Status != http.StatusServiceUnavailable {
			t.Fatalf("status %d", got.Status)
		}
		q.Wait = time.Minute
		if key != "" {
			f.Fields.Set("key", key)
		}
		id := strings.TrimPrefix(p.Path, "/t/")
		before := w.Snapshot(id).N
		decided, pressed := make(chan bool), make(chan struct{})
		go func() {
			leave, err := q.Await(t.Context(), "192.0.2.77")
			decided <- err == nil && w.Snapshot(id).N > before // when its turn comes
			leave()
		}()
		webtest.WaitFor(q, 1)
		go func() { v.Press(f, f.Buttons[0]); close(pressed) }()
		webtest.WaitFor(q, 2)
		places[0]()
		if got := <-decided; got != first {
			t.Errorf("key %q: pressed again it is first: %v", key, got)
		}
		<-pressed
	}
}

// free is how many places of a queue are free.
func free(q *fair.Queue) int {
	places := webtest.Fill(q)
	for _, leave := range places {
		leave()
	}
	return len(places)
}
