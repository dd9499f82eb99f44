package web

import (
	"net/http"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"ruhr/internal/table"
)

// Limits per visitor, far above what people need. They cover what is stored for
// good (new tables, private links, seats taken by a link, record files), open
// streams, and what lengthens a table's log besides decisions: names, seats
// given away and taken back, advice, and undo. Decisions need no limit: a game
// ends.
const (
	makeAtOnce = 300              // tables, links and seats taken by links from one address at once
	makeEvery  = 10 * time.Second // and one more after so long

	streamsPlaying  = 24  // open streams of one browser with a seat at their tables
	streamsWatching = 128 // of all browsers without one from one address
	streamsAddress  = 256 // of all browsers with one from one address
	streamsFew      = 8   // of one address that a quarter of all streams is reserved for, with a seat

	openAtOnce = 50          // record files opened from one address at once, fewer than the store keeps
	openEvery  = time.Minute // and one more after so long

	changeAtOnce = 100             // names, seats handed over and advice at one table at once
	changeEvery  = 3 * time.Second // and one more after so long
	undoAtOnce   = 400             // steps back at one table at once
	undoEvery    = time.Second     // and one more after so long

	talkHere    = 12              // messages of one browser at once, and what is done about them
	talkAddress = 60              // of one address
	talkEvery   = 2 * time.Second // and of each one more after so long

	accountsAtOnce = 20               // accounts asked for from one address at once
	accountsEvery  = 10 * time.Minute // and one more after so long
	mailsHere      = 6                // mails and tests asked for by one account at once
	mailsAddress   = 20               // from one address
	mailsEvery     = 5 * time.Minute  // and of each one more after so long
	triesHere      = 10               // passwords tried for one name from one address at once
	triesAddress   = 50               // from one address for all names
	triesName      = 100              // for one name from all addresses
	triesEvery     = time.Minute      // and of each one more after so long
	asksAtOnce     = 100              // questions for passkeys from one address at once
	asksEvery      = 2 * time.Second  // and one more after so long
	recoverHere    = 3                // mails to set a new password for one name at once
	recoverAddress = 10               // from one address
	recoverEvery   = 20 * time.Minute // and of each one more after so long
)

// Streams is how many streams everybody together may have open unless told
// otherwise.
const Streams = 4000

// maxVisitors is how many addresses are remembered, those that made something
// last.
const maxVisitors = 4096

// limits counts what visitors create and keep open.
type limits struct {
	now  func() time.Time
	most int // streams of everybody

	mu      sync.Mutex
	makers  *lru.Cache[maker, *rate.Limiter]
	streams map[bound]int
	all     int // streams
}

// maker is who is counted, and for which kind of action.
type maker struct {
	who   string // an address, a table for what is done at it, or a name for its password
	doing doing
}

type doing int

const (
	makes doing = iota
	opens
	changes
	undoes
	accounts
	attempts
	talks
	mails
	commits
	asks
	recoveries
)

// guest is who has a stream: an address, and with a seat at the table a
// browser.
type guest struct {
	browser string // its secret, "" without a seat
	address string
}

// bound is what a stream is counted as, and how many of that there may be.
type bound struct {
	guest guest
	plays bool
	most  int
}

// bounds are what a guest's stream is counted as: with a seat for the browser
// and, since one may have as many browsers' secrets as one likes, for its
// address; else for the address alone.
func (v guest) bounds() []bound {
	if v.browser == "" {
		return []bound{{guest: v, most: streamsWatching}}
	}
	return []bound{{guest{browser: v.browser}, true, streamsPlaying}, v.byAddress()}
}

// byAddress is the key for the streams of browsers with a seat at one address.
func (v guest) byAddress() bound { return bound{guest{address: v.address}, true, streamsAddress} }

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, most: Streams, makers: newCache[maker, *rate.Limiter](maxVisitors), streams: map[bound]int{}}
}

// streamer is who a stream of a table is counted for.
func streamer(r *http.Request, who table.Actor) guest {
	if len(who.Seats) > 0 {
		return guest{browser(r), callerOf(r).address}
	}
	return guest{address: callerOf(r).address}
}

// open counts a stream until leave is called; false where there are too many.
func (l *limits) open(v guest) (leave func(), ok bool) {
	bounds := v.bounds()
	l.mu.Lock()
	defer l.mu.Unlock()
	full := func(b bound) bool { return l.streams[b] >= b.most }
	room := l.all < l.most-l.reserved() || l.all < l.most && l.hasFew(v)
	if !room || slices.ContainsFunc(bounds, full) {
		return nil, false
	}
	l.all++
	for _, b := range bounds {
		l.streams[b]++
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		for _, b := range bounds {
			if l.streams[b]--; l.streams[b] == 0 {
				delete(l.streams, b)
			}
		}
	}, true
}

// reserved is how many streams only browsers with a seat get whose addresses have
// few.
func (l *limits) reserved() int { return l.most / 4 }

// hasFew reports whether a guest has a seat and their address few streams.
func (l *limits) hasFew(v guest) bool {
	return v.browser != "" && l.streams[v.byAddress()] < streamsFew
}

// mayMake reports whether an address may make one more thing that is kept, and
// counts it.
func (l *limits) mayMake(from string) bool {
	return l.may(maker{from, makes}, makeEvery, makeAtOnce)
}

// mayOpen reports whether an address may open one more record file, and counts it.
func (l *limits) mayOpen(from string) bool {
	return l.may(maker{from, opens}, openEvery, openAtOnce)
}

// mayTry reports whether an address may try one more password for a name, and
// counts it. It does so whether there is such a name or not.
func (l *limits) mayTry(from, name string) bool {
	return l.may(maker{from, attempts}, triesEvery, triesAddress) &&
		l.may(maker{from + " " + name, attempts}, triesEvery, triesHere) &&
		l.may(maker{"name " + name, attempts}, triesEvery, triesName)
}

// mayTryPasskey reports whether an address may try one more passkey or code, and
// counts it as a password.
func (l *limits) mayTryPasskey(from string) bool {
	return l.may(maker{from, attempts}, triesEvery, triesAddress)
}

// mayAsk reports whether an address may ask for one more question for a passkey,
// and counts it.
func (l *limits) mayAsk(from string) bool {
	return l.may(maker{from, asks}, asksEvery, asksAtOnce)
}

// mayRecover reports whether an address may ask for one more mail to set a new
// password for a name, and counts it, whether there is such a name or not.
func (l *limits) mayRecover(from, name string) bool {
	return l.may(maker{from, recoveries}, recoverEvery, recoverAddress) && l.may(maker{"name " + name, recoveries}, recoverEvery, recoverHere)
}

// maySay reports whether a browser may say one more thing, and counts it.
func (l *limits) maySay(from, holder string) bool {
	return l.may(maker{from, talks}, talkEvery, talkAddress) && l.may(maker{"browser " + holder, talks}, talkEvery, talkHere)
}

// mayNotify reports whether an account may ask for one more mail or test, and
// counts it.
func (l *limits) mayNotify(from, account string) bool {
	return l.may(maker{from, mails}, mailsEvery, mailsAddress) && l.may(maker{"account " + account, mails}, mailsEvery, mailsHere)
}

// mayCommit reports whether an address may ask for one more commitment, and
// counts it: as many as tables.
func (l *limits) mayCommit(from string) bool {
	return l.may(maker{from, commits}, makeEvery, makeAtOnce)
}

// maySignUp reports whether an address may ask for one more account, and counts it.
func (l *limits) maySignUp(from string) bool {
	return l.may(maker{from, accounts}, accountsEvery, accountsAtOnce)
}

func (l *limits) may(from maker, every time.Duration, atOnce int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	m, ok := l.makers.Get(from)
	if !ok {
		m = rate.NewLimiter(rate.Every(every), atOnce)
		l.makers.Add(from, m)
	}
	return m.AllowN(now, 1)
}

// limitCreates limits how many tables, links and seats a visitor creates.
func (s *server) limitCreates(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(s.limits.mayMake, next)
}

// limitUploads limits how many record files a visitor opens.
func (s *server) limitUploads(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(s.limits.mayOpen, next)
}

func (s *server) limited(may func(from string) bool, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !may(callerOf(r).address) {
			s.tooMany(w, r, "page.error.many")
			return
		}
		next(w, r)
	}
}

// mayChange reports whether the visitor may do one more thing besides the game
// at a table, and counts it. If not, it has answered. Visitors without a seat
// are not counted: the table refuses them.
func (s *server) mayChange(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, changes, changeEvery, changeAtOnce)
}

// mayUndo is the same for going back.
func (s *server) mayUndo(w http.ResponseWriter, r *http.Request, c command) bool {
	return s.mayAt(w, r, c, undoes, undoEvery, undoAtOnce)
}

func (s *server) mayAt(w http.ResponseWriter, r *http.Request, c command, what doing, every time.Duration, atOnce int) bool {
	ok := len(c.who.Seats) == 0 && !c.who.Owner || s.limits.may(maker{c.id, what}, every, atOnce)
	if !ok {
		s.tooMany(w, r, "page.error.changes")
	}
	return ok
}

// tooMany answers 429.
func (s *server) tooMany(w http.ResponseWriter, r *http.Request, key string) {
	s.fail(w, r, http.StatusTooManyRequests, key)
}
