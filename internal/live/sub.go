package live

import (
	"slices"
	"time"
)

// sub is a subscription at a [Hub]. The hub's lock guards at and waiting.
type sub struct {
	hub     *Hub
	at      map[string]int64 // the tables listened to, and the highest number heard
	waiting []queued         // tables with news not handed over, oldest first, each once
	c       chan News
	wake    chan struct{} // holds one: waiting has changed
	end     chan struct{} // closed when the subscription ends
	done    chan struct{} // closed when nothing of it runs any more
}

// queued is a table with news, and since when they wait.
type queued struct {
	table string
	since time.Time
}

func newSub(h *Hub) *sub {
	return &sub{
		hub: h, at: map[string]int64{},
		c: make(chan News), wake: make(chan struct{}, 1), end: make(chan struct{}), done: make(chan struct{}),
	}
}

// C implements [Sub].
func (s *sub) C() <-chan News { return s.c }

// add listens to a table. Adding again is nothing.
func (s *sub) add(name string) {
	if _, heard := s.at[name]; !heard {
		s.at[name] = 0
		s.hub.table(name).readers[s] = true
	}
}

// Close implements [Sub].
func (s *sub) Close() {
	s.hub.mu.Lock()
	if s.hub.subs[s] {
		delete(s.hub.subs, s)
		for name := range s.at {
			delete(s.hub.tables[name].readers, s)
			s.hub.tidy(name)
		}
		close(s.end)
	}
	s.hub.mu.Unlock()
	<-s.done
}

// queue notes that a table has news.
func (s *sub) queue(name string) {
	if s.place(name) < 0 {
		s.waiting = append(s.waiting, queued{name, time.Now()})
	}
	s.signal()
}

func (s *sub) unqueue(name string) {
	if i := s.place(name); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
}

// place is the index of a table that waits, -1 for none.
func (s *sub) place(name string) int {
	return slices.IndexFunc(s.waiting, func(q queued) bool { return q.table == name })
}

// signal makes hand look again; what it offers may be out of date.
func (s *sub) signal() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look again anyway
	}
}

// hand gives the news to the reader until the end. It offers one table at a
// time, the one that has waited longest, and looks again whenever something
// changes meanwhile, so that what the reader takes is the newest state.
func (s *sub) hand() {
	defer close(s.done)
	defer close(s.c)
	var offer *News
	for {
		offer = s.pick(offer)
		var out chan<- News // nil never goes: nothing is offered
		var news News
		if offer != nil {
			out, news = s.c, *offer
		}
		select {
		case out <- news:
			offer = nil
		case <-s.wake:
		case <-s.end:
			return
		}
	}
}

// pick brings an offer up to date, or makes the next when there is none. It
// returns nil when nothing waits.
func (s *sub) pick(offer *News) *News {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	var next queued
	if offer != nil {
		next = queued{offer.Table, offer.Since}
		s.unqueue(next.table)
	} else if len(s.waiting) > 0 {
		next, s.waiting = s.waiting[0], s.waiting[1:]
	} else {
		return nil
	}
	return &News{Table: next.table, N: s.at[next.table], Present: s.hub.present(next.table), Since: next.since}
}
