package tables

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/require"
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
	require.Equal(t, w.pageOf(p.Path).N, before, "the log number")
	for range 2 {
		v.Press(f, f.Buttons[0])
	}
	require.Equal(t, w.pageOf(p.Path).N, before+1, "the log number after one decision, before it %d", before)
	require.Equal(t, len(webtest.Fill(q)), len(places), "free places")
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
		require.Equal(t, free(q), places, "free places while a body arrives")
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, p.Path, nil)
	read := 0
	w.Site().ServeHTTP(&watched{httptest.NewRecorder(), func() {
		read++
		require.Equal(t, free(q), places, "free places while an answer is sent")
	}}, r)
	require.True(t, read != 0, "nothing was sent")
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
		require.Equal(t, <-decided, first, "key %q: whether what is pressed again is first", key)
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
