package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// No more are worked on than there are places; addresses take turns, and the
// requests of each keep their order, also where some give up.
func TestQueueIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		q.free = 2
		first, _ := q.enter(t.Context(), "a", q.wait)
		second, _ := q.enter(t.Context(), "a", q.wait)
		var served []string
		working, most := 2, 2
		impatient, giveUp := context.WithCancel(t.Context())
		for _, x := range []struct {
			name, address string
			ctx           context.Context
		}{
			{"a1", "a", t.Context()}, {"a2", "a", t.Context()}, {"a3", "a", t.Context()}, {"gone", "b", impatient},
			{"b1", "b", t.Context()}, {"gone", "c", impatient}, {"d1", "d", t.Context()}, {"b2", "b", t.Context()},
		} {
			go func() {
				leave, err := q.enter(x.ctx, x.address, q.wait)
				if x.name == "gone" {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("whoever gives up gets %v", err)
					}
					return
				}
				if err != nil {
					t.Errorf("%s: %v", x.name, err)
					return
				}
				served = append(served, x.name)
				working++
				most = max(most, working)
				time.Sleep(time.Millisecond)
				working--
				leave()
				leave() // once more changes nothing
			}()
			synctest.Wait()
		}
		giveUp()
		synctest.Wait()
		working--
		first()
		time.Sleep(time.Second)
		synctest.Wait()
		if want := []string{"a1", "b1", "d1", "a2", "b2", "a3"}; !slices.Equal(served, want) {
			t.Errorf("served %v, want %v", served, want)
		}
		second()
		if most != 2 || q.free != 2 || q.turns.Len() != 0 || len(q.waiting) != 0 {
			t.Errorf("%d at the same time, at the end %d of 2 places free, %d wait", most, q.free, q.turns.Len())
		}
	})
}

// A request waits for longestWait, a stream for as long as it takes.
func TestQueueWaitsNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		q.free = 1
		leave, _ := q.enter(t.Context(), "a", q.wait)
		went := make(chan struct{})
		go func() {
			defer close(went)
			done, err := q.enter(t.Context(), "b", 0)
			if err != nil {
				t.Error(err)
				return
			}
			done()
		}()
		synctest.Wait()
		began := time.Now()
		if _, err := q.enter(t.Context(), "c", q.wait); !errors.Is(err, errBusy) || time.Since(began) != longestWait {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		time.Sleep(time.Minute)
		leave()
		<-went
		if q.free != 1 || q.turns.Len() != 0 {
			t.Errorf("%d places free, %d wait", q.free, q.turns.Len())
		}
	})
}

// A decision that cannot be worked on in time is refused as busy and changes
// nothing; the same press again counts once. Other pages are served meanwhile.
func TestBusyLosesNothing(t *testing.T) {
	w := newWorld(t, 1)
	w.server.work.wait = 10 * time.Millisecond
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	before := w.pageOf(p.path).N
	places := w.server.work.free
	w.server.work.free = 0
	for _, got := range []answer{v.press(f, f.buttons[0]), v.get(p.path)} {
		if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != busyAgain {
			t.Errorf("status %d, again after %q", got.status, got.header.Get("Retry-After"))
		}
	}
	if got := v.get("/handbook"); got.status != http.StatusOK {
		t.Errorf("the handbook: status %d", got.status)
	}
	w.server.work.free = places
	if n := w.pageOf(p.path).N; n != before {
		t.Errorf("at %d, was at %d", n, before)
	}
	for range 2 {
		v.press(f, f.buttons[0])
	}
	if n := w.pageOf(p.path).N; n != before+1 {
		t.Errorf("at %d after one decision, was at %d", n, before)
	}
	if w.server.work.free != places {
		t.Errorf("%d of %d places are free", w.server.work.free, places)
	}
}

// Whoever reads slowly, or sends a body slowly, keeps no place.
func TestSlowVisitorsKeepNoPlace(t *testing.T) {
	w := newWorld(t, 1)
	q := w.server.work
	places := q.free
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	v.slowly(p.path+"/act", url.Values{"at": {f.fields.Get("at")}, "key": {"k"}, "action": {"1"}}, func() {
		if q.free != places {
			t.Errorf("while a body arrives %d of %d places are free", q.free, places)
		}
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, p.path, nil)
	read := 0
	w.server.guard(w.server.routes()).ServeHTTP(&watched{httptest.NewRecorder(), func() {
		if read++; q.free != places {
			t.Errorf("while an answer is sent %d of %d places are free", q.free, places)
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
