package livetest

import (
	"fmt"
	"slices"
	"sync"

	"ruhr/internal/live"
	"ruhr/internal/require"
)

func presenceIsNews(s *suite) {
	sub := s.Subscribe("T")
	leaveBert := s.Join("T", "bert")
	s.want(sub, "T", 0, live.Present{Who: "bert", Count: 1})
	leaveAnna := s.Join("T", "anna")
	s.want(sub, "T", 0, live.Present{Who: "anna", Count: 1}, live.Present{Who: "bert", Count: 1})
	s.Publish("T", 4) // news of a number tells who is there too
	s.want(sub, "T", 4, live.Present{Who: "anna", Count: 1}, live.Present{Who: "bert", Count: 1})
	again := s.Join("T", "anna")
	s.want(sub, "T", 4, live.Present{Who: "anna", Count: 2}, live.Present{Who: "bert", Count: 1})
	leaveBert()
	s.want(sub, "T", 4, live.Present{Who: "anna", Count: 2})
	leaveAnna()
	s.want(sub, "T", 4, live.Present{Who: "anna", Count: 1})
	again()
	s.want(sub, "T", 4)
}

func presenceByTable(s *suite) {
	sub := s.Subscribe("T", "U")
	s.Join("T", "anna")
	s.want(sub, "T", 0, live.Present{Who: "anna", Count: 1})
	leave := s.Join("U", "anna")
	s.want(sub, "U", 0, live.Present{Who: "anna", Count: 1})
	leave()
	s.want(sub, "U", 0)
	for table, want := range map[string][]live.Present{"T": {{Who: "anna", Count: 1}}, "U": nil, "V": nil} {
		require.Slices(s, s.Present(table), want, "Present(%s)", table)
	}
}

func leaveTwice(s *suite) {
	sub := s.Subscribe("T")
	first, second := s.Join("T", "anna"), s.Join("T", "anna")
	defer second()
	for range 3 {
		first()
	}
	one := []live.Present{{Who: "anna", Count: 1}}
	s.Publish("T", 1)
	s.until(sub, "T", func(n live.News) bool { return n.N == 1 && slices.Equal(n.Present, one) })
	require.Slices(s, s.Present("T"), one, "Present")
}

// everythingAtOnce has publishers, and people and readers who come and go, all
// at the same time; a permanent reader must end at the final state.
func everythingAtOnce(s *suite) {
	const workers, rounds = 4, 200
	steady := s.Subscribe("T")
	stays := s.Join("T", "stays")
	defer stays()
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range rounds {
				s.Publish("T", int64(i*workers+w+1))
			}
		})
		wg.Go(func() {
			for range rounds {
				leave := s.Join("T", fmt.Sprint("guest-", w))
				s.Present("T")
				leave()
			}
		})
		wg.Go(func() {
			for i := range rounds {
				sub := s.Subscribe("T", "U")
				if i%2 == 0 {
					s.Publish("U", int64(i+1))
					<-sub.C() // of either table; U has some for certain
				}
				sub.Close()
			}
		})
	}
	wg.Wait()
	var at int64
	s.until(steady, "T", func(n live.News) bool {
		if n.N < at {
			s.Fatalf("news at %d after %d", n.N, at)
		}
		at = n.N
		return n.N == workers*rounds && slices.Equal(n.Present, []live.Present{{Who: "stays", Count: 1}})
	})
}
