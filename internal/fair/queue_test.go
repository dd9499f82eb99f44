package fair

import (
	"context"
	"errors"
	"ruhr/internal/require"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// No more are worked on than there are places; addresses take turns, and the
// requests of each keep their order, also where some give up.
func TestQueueIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Workers())
		q.free = 2
		first, _ := q.enter(t.Context(), "a", 0, q.Wait)
		second, _ := q.enter(t.Context(), "a", 0, q.Wait)
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
				leave, err := q.enter(x.ctx, x.address, 0, q.Wait)
				if x.name == "gone" {
					require.True(t, errors.Is(err, context.Canceled), "a request given up gets %v", err)
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
		require.Slices(t, served, []string{"a1", "b1", "d1", "a2", "b2", "a3"}, "served")
		second()
		if most != 2 || q.free != 2 || q.turns.Len() != 0 || len(q.waiting) != 0 {
			t.Errorf("%d at the same time, at the end %d of 2 places free, %d wait", most, q.free, q.turns.Len())
		}
	})
}

// A request waits for longestWait, a stream for as long as it takes.
func TestQueueWaitsNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Workers())
		q.free = 1
		leave, _ := q.enter(t.Context(), "a", 0, q.Wait)
		went := make(chan struct{})
		go func() {
			defer close(went)
			done, err := q.enter(t.Context(), "b", 0, 0)
			if err != nil {
				t.Error(err)
				return
			}
			done()
		}()
		synctest.Wait()
		began := time.Now()
		if _, err := q.enter(t.Context(), "c", 0, q.Wait); !errors.Is(err, ErrBusy) || time.Since(began) != longestWait {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		time.Sleep(time.Minute)
		leave()
		<-went
		require.True(t, q.free == 1 && q.turns.Len() == 0, "%d places free, %d wait", q.free, q.turns.Len())
	})
}

// lineUp lets requests wait for the places of a queue, one after another, and notes who
// is served.
type lineUp struct {
	*testing.T
	*Queue

	mu     sync.Mutex
	served []string
}

func (l *lineUp) note(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.served = append(l.served, name)
}

// comes has a request wait, one after another counted from 1, and returns once it does.
func (l *lineUp) comes(name string, what identity) {
	go func() {
		leave, err := l.enter(l.Context(), name[:1], what, l.Wait)
		if err != nil {
			l.note("no " + name)
			return
		}
		l.note(name)
		time.Sleep(time.Millisecond)
		leave()
	}()
	synctest.Wait()
	time.Sleep(time.Microsecond)
}

// wants checks who was served, and refused, since the last time.
func (l *lineUp) wants(served ...string) {
	l.Helper()
	synctest.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.served, served) {
		l.Errorf("served %v, want %v", l.served, served)
	}
	l.served = nil
}

// Anyone who was refused and comes again is served as if they had never left: before
// all who came later, but not before those who came earlier. That counts once, for
// what was refused and for nothing else.
func TestRefusedKeepTheirPlace(t *testing.T) {
	for name, c := range map[string]struct {
		again  func(l *lineUp)
		served []string
	}{
		"at another address":     {func(l *lineUp) { l.comes("z1", 1) }, []string{"b1", "c1", "z1"}},
		"the same":               {func(l *lineUp) { l.comes("a1", 1) }, []string{"a1", "b1", "c1"}},
		"another":                {func(l *lineUp) { l.comes("a2", 2) }, []string{"b1", "c1", "a2"}},
		"with none":              {func(l *lineUp) { l.comes("a0", 0) }, []string{"b1", "c1", "a0"}},
		"the same twice":         {func(l *lineUp) { l.comes("a1", 1); l.comes("a1", 1) }, []string{"a1", "b1", "c1", "a1"}},
		"after another one":      {func(l *lineUp) { l.comes("a2", 2); l.comes("a1", 1) }, []string{"a1", "b1", "c1", "a2"}},
		"both that were refused": {func(l *lineUp) { l.comes("a3", 3); l.comes("a1", 1) }, []string{"a1", "b1", "c1", "a3"}},
		"too late": {func(l *lineUp) {
			time.Sleep(placeKept + l.Wait)
			l.comes("b1", 0) // what had waited was refused meanwhile
			l.comes("a1", 1)
		}, []string{"b1", "a1"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &lineUp{T: t, Queue: NewQueue(Workers())}
				l.free = 1
				leave, _ := l.enter(t.Context(), "x", 0, l.Wait)
				l.comes("a1", 1)
				l.comes("a3", 3)
				time.Sleep(l.Wait / 2)
				l.comes("b1", 0)
				l.comes("c1", 0)
				time.Sleep(l.Wait/2 + time.Millisecond)
				l.wants("no a1", "no a3")
				c.again(l)
				l.served = nil
				leave()
				time.Sleep(time.Second)
				l.wants(c.served...)
			})
		})
	}
}

// An address whose refused requests come again has one turn after another like
// everybody, however many they are.
func TestRefusedGetNoMoreTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lineUp{T: t, Queue: NewQueue(Workers())}
		l.free = 1
		leave, _ := l.enter(t.Context(), "x", 0, l.Wait)
		for what := range identity(3) {
			l.comes("a"+strconv.Itoa(int(what+1)), what+1)
		}
		time.Sleep(l.Wait / 2)
		l.comes("b1", 0)
		l.comes("b2", 0)
		l.comes("c1", 0)
		time.Sleep(l.Wait/2 + time.Millisecond)
		l.wants("no a1", "no a2", "no a3")
		l.comes("a1", 1)
		leave()
		leave, _ = l.enter(t.Context(), "y", 0, l.Wait)
		l.wants("a1", "b1", "c1")
		l.comes("c2", 0)
		l.comes("d1", 0)
		l.comes("a2", 2) // a had its turn before b and c
		l.comes("a3", 3)
		leave()
		time.Sleep(time.Second)
		l.wants("a2", "b2", "c2", "d1", "a3")
		require.True(t, l.free == 1 && l.turns.Len() == 0 && len(l.waiting) == 0, "%d places free, %d wait", l.free, l.turns.Len())
	})
}

// What is remembered of those who were refused is bounded.
func TestRefusedAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Workers())
		q.free = 0
		for i := range identity(2 * keptRequests) {
			go q.enter(t.Context(), "a", i+1, q.Wait)
		}
		for i := range 2 * keptAddresses {
			go q.enter(t.Context(), strconv.Itoa(i), 1, q.Wait)
		}
		time.Sleep(q.Wait)
		synctest.Wait()
		require.Equal(t, q.refused.Len(), keptAddresses, "addresses remembered")
		go q.enter(t.Context(), "b", 1, q.Wait)
		for i := range identity(2 * keptRequests) {
			go q.enter(t.Context(), "b", i+1, q.Wait)
		}
		time.Sleep(q.Wait)
		synctest.Wait()
		if known, ok := q.refused.Get("b"); !ok || known.requests.Len() != keptRequests {
			t.Errorf("of the address refused last is remembered %v", known)
		}
	})
}

// However many requests an address makes at once, only so many of them wait; its
// streams and everybody else do all the same.
func TestFewWaitAtOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Workers())
		q.free = 0
		var refused atomic.Int64
		come := func(address string, n int, most time.Duration) {
			for range n {
				go func() {
					began := time.Now()
					leave, err := q.enter(t.Context(), address, 0, most)
					switch {
					case err == nil:
						leave()
					case time.Since(began) == 0:
						refused.Add(1)
					}
				}()
			}
			synctest.Wait()
		}
		come("a", mostWaiting+100, q.Wait)
		come("a", 50, 0)
		come("b", 1, q.Wait)
		q.mu.Lock() // those who wait write when their time is up
		n, addresses := q.waiting["a"].Value.(*inLine).ready.Len(), q.turns.Len()
		q.mu.Unlock()
		if n != mostWaiting+50 || refused.Load() != 100 || addresses != 2 {
			t.Errorf("%d wait, %d were refused, of %d addresses", n, refused.Load(), addresses)
		}
		time.Sleep(q.Wait)
		q.leave()
		synctest.Wait()
		require.True(t, q.free == 1 && q.turns.Len() == 0, "%d places free, %d wait", q.free, q.turns.Len())
	})
}

// A request that gives up in the moment of its turn loses no place.
func TestGivingUpLosesNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1)
		for range 100 { // whichever of the two is seen first
			leave, _ := q.Await(t.Context(), "a")
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				if leave, err := q.Await(ctx, "b"); err == nil {
					leave()
				}
			}()
			synctest.Wait()
			cancel()
			leave()
			synctest.Wait()
		}
		require.Equal(t, q.free, 1, "free places")
	})
}
