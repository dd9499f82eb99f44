// Package livetest tests every [live.Live] against the contract.
//
// An implementation's test calls [Run] with a function that makes one. Nothing
// here relies on timing, or on news arriving within the call that causes it:
// that no news comes shows in what comes next.
package livetest

import (
	"slices"
	"testing"
	"time"

	"ruhr/internal/live"
	"ruhr/internal/require"
)

// patience is how long to wait for a piece of news before the test fails
// instead of hanging. A passing test never waits that long.
const patience = 30 * time.Second

// Run checks a kind of Live. open must return a fresh one at each call; Run
// closes it.
func Run(t *testing.T, open func(t *testing.T) live.Live) {
	require.Each(t, func(t *testing.T) *suite {
		s := &suite{T: t, Live: open(t)}
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		return s
	}, everyReaderHears, onlyOwnTables, numbersOnlyRise, slowReader, manyTablesWait, presenceIsNews, presenceByTable, leaveTwice,
		closeSubscription, closeAll, everythingAtOnce)
}

// suite is one Live under test with helpers that fail the test.
type suite struct {
	*testing.T
	live.Live
}

// next waits for the next piece of news.
func (s *suite) next(sub live.Sub) live.News {
	s.Helper()
	select {
	case n, ok := <-sub.C():
		if !ok {
			s.Fatal("the subscription has ended; want news")
		}
		return n
	case <-time.After(patience):
		s.Fatal("no news came")
	}
	panic("unreachable")
}

// want checks the next piece of news.
func (s *suite) want(sub live.Sub, table string, n int64, present ...live.Present) {
	s.Helper()
	got := s.next(sub)
	if got.Table != table || got.N != n || !slices.Equal(got.Present, present) {
		s.Fatalf("news %+v; want table %s at %d with %v", got, table, n, present)
	}
}

// until reads news until it gets the wanted one; all must be of the table.
func (s *suite) until(sub live.Sub, table string, good func(live.News) bool) {
	s.Helper()
	for {
		n := s.next(sub)
		if n.Table != table {
			s.Fatalf("news of table %s; want only %s", n.Table, table)
		}
		if good(n) {
			return
		}
	}
}

// wantEnd checks that a subscription has ended; news on its way may come first.
func (s *suite) wantEnd(sub live.Sub) {
	s.Helper()
	for {
		select {
		case _, ok := <-sub.C():
			if !ok {
				return
			}
		case <-time.After(patience):
			s.Fatal("the subscription does not end")
		}
	}
}

func everyReaderHears(s *suite) {
	a, b := s.Subscribe("T"), s.Subscribe("T", "T")
	for n := int64(1); n <= 3; n++ {
		s.Publish("T", n)
		s.want(a, "T", n)
		s.want(b, "T", n)
	}
}

func onlyOwnTables(s *suite) {
	sub, beside := s.Subscribe("T"), s.Subscribe("mark")
	s.Publish("other", 7)
	s.Publish("T", 1)
	s.want(sub, "T", 1)
	s.Publish("mark", 1)
	s.want(beside, "mark", 1)
}

func numbersOnlyRise(s *suite) {
	sub := s.Subscribe("T", "mark")
	s.Publish("T", 5)
	s.want(sub, "T", 5)
	for _, n := range []int64{3, 5, 0, -1} {
		s.Publish("T", n)
	}
	s.Publish("mark", 1)
	s.want(sub, "mark", 1) // and nothing of T before it
	s.Publish("T", 6)
	s.want(sub, "T", 6)
}

func slowReader(s *suite) {
	const last = 5000
	sub := s.Subscribe("T")
	for n := int64(1); n <= last; n++ {
		s.Publish("T", n) // nobody reads, and it must not wait
	}
	var before int64
	s.until(sub, "T", func(n live.News) bool {
		if n.N <= before {
			s.Fatalf("news at %d after %d", n.N, before)
		}
		before = n.N
		return n.N == last
	})
	s.Publish("T", last+1)
	s.want(sub, "T", last+1)
}

func manyTablesWait(s *suite) {
	tables := []string{"a", "b", "c", "d", "e"}
	sub := s.Subscribe(tables...)
	want := map[string]int64{}
	for n := int64(1); n <= 50; n++ {
		for i, t := range tables {
			s.Publish(t, n+int64(i))
			want[t] = n + int64(i)
		}
	}
	got := map[string]int64{}
	for done := 0; done < len(tables); {
		n := s.next(sub)
		if n.N <= got[n.Table] {
			s.Fatalf("news of %s at %d after %d", n.Table, n.N, got[n.Table])
		}
		if got[n.Table] = n.N; n.N == want[n.Table] {
			done++
		}
	}
}

func closeSubscription(s *suite) {
	a, b := s.Subscribe("T"), s.Subscribe("T")
	s.Publish("T", 1) // a never reads it
	for range 2 {
		a.Close()
	}
	s.wantEnd(a)
	s.want(b, "T", 1)
	s.Publish("T", 2)
	s.want(b, "T", 2)
}

func closeAll(s *suite) {
	subs := []live.Sub{s.Subscribe("T"), s.Subscribe("T", "U"), s.Subscribe()}
	leave := s.Join("T", "anna")
	s.Publish("T", 1)
	for range 2 {
		require.NoError(s, s.Close())
	}
	for _, sub := range append(subs, s.Subscribe("T")) {
		s.wantEnd(sub)
		sub.Close()
	}
	leave()
	s.Join("T", "bert")()
	s.Publish("T", 2)
	if p := s.Present("T"); len(p) != 0 {
		s.Errorf("Present after Close = %v, want nobody", p)
	}
}
