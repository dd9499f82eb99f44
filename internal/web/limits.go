package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"ruhr/internal/store"
	"ruhr/internal/table"
)

// What one visitor may have. The bounds are far above what people do, and keep
// one of them from filling the disk or the memory.
const (
	makeAtOnce = 300              // tables, links and records from one address at once
	makeEvery  = 10 * time.Second // and one more after so long

	streamsPlaying  = 24   // open streams of one browser with a seat at their tables
	streamsWatching = 128  // of all browsers without one from one address
	streamsAll      = 1000 // of everybody
)

// maxVisitors is from how many addresses on those are forgotten that have been
// quiet.
const maxVisitors = 4096

// limits count what visitors have and make.
type limits struct {
	now func() time.Time

	mu      sync.Mutex
	makers  map[string]*rate.Limiter // by address
	streams map[guest]int
	all     int // streams
}

// guest is who a stream is counted for: a browser with a seat at the table,
// whose secret cannot be made up, or an address.
type guest struct {
	browser store.Hash
	address string
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, makers: map[string]*rate.Limiter{}, streams: map[guest]int{}}
}

// streamer is who a stream of a table is counted for.
func streamer(r *http.Request, who table.Actor) guest {
	if len(who.Seats) > 0 {
		return guest{browser: store.HashOf(browser(r))}
	}
	return guest{address: address(r)}
}

// address is where a request comes from; of IPv6 the network, which is what
// one household has.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		if net, err := ip.Prefix(64); err == nil {
			return net.String()
		}
	}
	return ip.String()
}

// open counts a stream until leave is called; false where there are too many.
func (l *limits) open(v guest) (leave func(), ok bool) {
	most := streamsWatching
	if v.address == "" {
		most = streamsPlaying
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= streamsAll || l.streams[v] >= most {
		return nil, false
	}
	l.all++
	l.streams[v]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		if l.streams[v]--; l.streams[v] == 0 {
			delete(l.streams, v)
		}
	}, true
}

// mayMake says whether an address may make one more thing that is kept, and
// counts it.
func (l *limits) mayMake(from string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	m := l.makers[from]
	if m == nil {
		if len(l.makers) >= maxVisitors {
			l.tidy(now)
		}
		m = rate.NewLimiter(rate.Every(makeEvery), makeAtOnce)
		l.makers[from] = m
	}
	return m.AllowN(now, 1)
}

// tidy forgets the addresses that may make as much as any; where there is none,
// one of them.
func (l *limits) tidy(now time.Time) {
	one := ""
	for from, m := range l.makers {
		if one = from; m.TokensAt(now) >= makeAtOnce {
			delete(l.makers, from)
		}
	}
	if len(l.makers) >= maxVisitors {
		delete(l.makers, one)
	}
}

// sparing lets a visitor make no more than is sensible.
func (s *server) sparing(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.limits.mayMake(address(r)) {
			s.tooMany(w, r, "page.error.many")
			return
		}
		next(w, r)
	}
}

// tooMany refuses what a visitor has too much of.
func (s *server) tooMany(w http.ResponseWriter, r *http.Request, key string) {
	w.Header().Set("Retry-After", "60")
	s.fail(w, r, http.StatusTooManyRequests, key)
}
