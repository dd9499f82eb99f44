package fair

import (
	"errors"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"ruhr/internal/game"
)

// Limits per visitor, far above what people need. They cover what is stored for
// good (new tables, private links, seats taken by a link, record files), open
// streams, and what lengthens a table's log besides decisions: names, seats
// given away and taken back, advice, and undo. Decisions need no limit: a game
// ends.
const (
	// MaxWatched is how many open pages one stream may bring news for.
	MaxWatched = 64
	// Open pages, which streams bring news for: a browser's stream for its pages counts
	// as many. While it is replaced by one for more pages, both count.
	streamsPlaying  = 2 * MaxWatched // of one browser with a seat at their tables
	streamsWatching = 128            // of all browsers without one from one address
	streamsAddress  = 256            // of all browsers with one from one address
	streamsFew      = 8              // of one address that a quarter of all is reserved for, with a seat
)

// Doing is something that visitors may do only so often.
type Doing int

// What is counted, and for whom: the address it comes from, and what is theirs alone.
const (
	Decide       Doing = iota // a decision at a table, which is not counted: a game ends
	Make                      // a table, a private link, a seat taken by a link: by address
	Commit                    // a commitment: by address, as many as tables
	Bring                     // a table on a board of its own: by address
	OpenFile                  // a record file: by address
	Learn                     // an action of a reviewed game compared with the best: by address
	Change                    // a name, a seat handed over, advice: by seat (see [PlaceOf])
	Undo                      // a step back: by seat
	Say                       // a message, and what is done about messages: by address and browser
	SignUp                    // an account: by address
	Notify                    // a mail or a test that somebody asks for: by address and account
	Confirm                   // a mail that asks an address to confirm itself: by that address, for all accounts
	Recover                   // a mail to set a new password asked for: by address
	SendRecovery              // and sent: by account
	Invite                    // a person invited by name: by account
	Call                      // a call of a program: by account
	Ask                       // a question for a passkey: by address
	try                       // a wrong password: by address, name and both
)

// limits are how many of each may be done at once, and after how long one more.
var limits = [...]struct {
	every        time.Duration
	address, own int
}{
	Make:         {10 * time.Second, 300, 0},
	Commit:       {10 * time.Second, 300, 0},
	Bring:        {10 * time.Minute, 60, 0},
	OpenFile:     {time.Minute, 50, 0}, // fewer than the store keeps
	Learn:        {3 * time.Second, 100, 0},
	Change:       {3 * time.Second, 0, 100},
	Undo:         {time.Second, 0, 400},
	Say:          {2 * time.Second, 60, 12},
	SignUp:       {10 * time.Minute, 20, 0},
	Notify:       {5 * time.Minute, 20, 6},
	Confirm:      {12 * time.Hour, 0, 2},
	Recover:      {20 * time.Minute, 10, 0},
	SendRecovery: {20 * time.Minute, 0, 3},
	Invite:       {10 * time.Minute, 0, 20},
	Call:         {time.Second / 50, 0, 600},
	Ask:          {2 * time.Second, 100, 0},
	try:          {time.Minute, 50, 10},
}

// triesName is how many wrong passwords there may be for one name from all addresses.
const triesName = 100

// Streams is how many streams everybody together may have open unless told
// otherwise.
const Streams = 4000

// What is counted is remembered until it is as if it had never happened, of
// addresses and of everything else apart: so many of both.
const maxCounted = 1 << 15

// wider is how much more a network may that addresses have in common which one
// visitor can have.
const wider = 8

// sweepEvery is how often what need not be remembered is looked for at most.
const sweepEvery = time.Second

// Limits counts what visitors create and keep open.
type Limits struct {
	Now    func() time.Time
	Most   int          // streams of everybody
	Opened func(by int) // told when the number of streams changes

	mu        sync.Mutex
	addresses limiters
	others    limiters // names and seats: nobody can push these out by addresses
	streams   map[bound]int
	all       int // streams
}

// limiters are of bounded number. One that is full again says nothing; of the
// others any goes where there is no more room.
type limiters struct {
	kept  map[maker]*rate.Limiter
	swept time.Time
}

// get returns the limiter of what is counted.
func (l *limiters) get(c count, now time.Time) *rate.Limiter {
	m, ok := l.kept[c.maker]
	if !ok {
		l.makeRoom(now)
		m = rate.NewLimiter(rate.Every(c.every), c.atOnce)
		l.kept[c.maker] = m
	}
	return m
}

func (l *limiters) makeRoom(now time.Time) {
	if len(l.kept) >= maxCounted && now.Sub(l.swept) >= sweepEvery {
		l.swept = now
		maps.DeleteFunc(l.kept, func(_ maker, m *rate.Limiter) bool { return m.TokensAt(now) >= float64(m.Burst()) })
	}
	for any := range l.kept {
		if len(l.kept) < maxCounted {
			return
		}
		delete(l.kept, any)
	}
}

// maker is who is counted, and for which kind of action.
type maker struct {
	who   string // an address, a seat for what is done at its table, or a name for its password
	doing Doing
}

// count is something that a visitor's action counts as, and how many of it there
// may be: so many at once, and one more after so long.
type count struct {
	maker
	every   time.Duration
	atOnce  int
	address bool // it is an address's
}

// byAddress counts an action for the network that an address is from, and for the
// address. So of a network that has had its share no more addresses are kept.
func byAddress(from string, do Doing) (out []count) {
	l := limits[do]
	if net := widerNetwork(from); net != "" {
		out = append(out, count{maker{net, do}, l.every / wider, l.address * wider, true})
	}
	return append(out, count{maker{from, do}, l.every, l.address, true})
}

// by counts an action for what is not an address.
func by(who string, do Doing, atOnce int) count {
	return count{maker{who, do}, limits[do].every, atOnce, false}
}

// widerNetwork is the IPv6 /48 of an address, "" for others: as many addresses as
// one visitor may have.
func widerNetwork(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil {
		return ""
	}
	p, err = p.Addr().Prefix(48)
	if err != nil {
		return ""
	}
	return p.String()
}

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
// address; else for the address alone; and for the network it is from.
func (v guest) bounds() []bound {
	net := guest{address: widerNetwork(v.address)}
	if v.browser == "" {
		return v.within(bound{net, false, streamsWatching * wider}, bound{guest: v, most: streamsWatching})
	}
	return v.within(bound{net, true, streamsAddress * wider}, bound{guest{browser: v.browser}, true, streamsPlaying}, v.byAddress())
}

// within is bounds with that of the wider network where there is one.
func (v guest) within(net bound, own ...bound) []bound {
	if net.guest.address == "" {
		return own
	}
	return append(own, net)
}

// byAddress is the key for the streams of browsers with a seat at one address.
func (v guest) byAddress() bound { return bound{guest{address: v.address}, true, streamsAddress} }

// NewLimits makes limits with so many streams for everybody.
func NewLimits(streams int) *Limits {
	return &Limits{Now: time.Now, Most: streams, Opened: func(int) {}, addresses: limiters{kept: map[maker]*rate.Limiter{}}, others: limiters{kept: map[maker]*rate.Limiter{}}, streams: map[bound]int{}}
}

// Open counts a stream of a holder of seats at its tables, "" for somebody without one,
// until leave is called; false where there are too many.
func (l *Limits) Open(holder, address string) (leave func(), ok bool) {
	v := guest{holder, address}
	bounds := v.bounds()
	l.mu.Lock()
	defer l.mu.Unlock()
	full := func(b bound) bool { return l.streams[b] >= b.most }
	room := l.all < l.Most-l.reserved() || l.all < l.Most && l.hasFew(v)
	if !room || slices.ContainsFunc(bounds, full) {
		return nil, false
	}
	l.all++
	l.Opened(1)
	for _, b := range bounds {
		l.streams[b]++
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		l.Opened(-1)
		for _, b := range bounds {
			if l.streams[b]--; l.streams[b] == 0 {
				delete(l.streams, b)
			}
		}
	}, true
}

// reserved is how many streams only browsers with a seat get whose addresses have
// few.
func (l *Limits) reserved() int { return l.Most / 4 }

// hasFew reports whether a guest has a seat and their address few streams.
func (l *Limits) hasFew(v guest) bool {
	return v.browser != "" && l.streams[v.byAddress()] < streamsFew
}

// take counts an action as all of these, or where one of them has been too much
// as none and returns false.
func (l *Limits) take(counts ...count) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, c := range counts {
		if !l.add(c, 1) {
			for _, c := range counts[:i] {
				l.add(c, -1)
			}
			return false
		}
	}
	return true
}

// giveBack undoes take.
func (l *Limits) giveBack(counts ...count) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range counts {
		l.add(c, -1)
	}
}

func (l *Limits) add(c count, n int) bool {
	in, now := &l.others, l.Now()
	if c.address {
		in = &l.addresses
	}
	return in.get(c, now).AllowN(now, n)
}

// May reports whether one more thing may be done from an address and by a browser, an
// account or a seat, as what is done is counted, and counts it.
func (l *Limits) May(do Doing, address, own string) bool {
	var counts []count
	if limits[do].address > 0 {
		counts = byAddress(address, do)
	}
	if limits[do].own > 0 {
		counts = append(counts, by(own, do, limits[do].own))
	}
	return l.take(counts...)
}

// PlaceOf is the seat that somebody's actions at a table count for; without one
// they own it. Browsers that share a seat share it, and nobody uses up what others may do.
func PlaceOf(id string, who game.Actor) string {
	if len(who.Seats) == 0 {
		return id
	}
	return id + " " + strconv.Itoa(who.Seats[0])
}

// ErrTries: too many passwords have been tried.
var ErrTries = errors.New("too many tries")

// Try is what a try to prove who one is counts as.
type Try []count

// TryFrom is a try from an address that has no name: a passkey or a code.
func TryFrom(address string) Try {
	return byAddress(address, try)
}

// TryAt is a try at a name's password, whether there is such a name or not.
func TryAt(name, address string) Try {
	return append(TryFrom(address), by(address+" "+name, try, limits[try].own), by("name "+name, try, triesName))
}

// TryOwn is a try from where its person has been signed in: a session, or a browser
// that is known. Strangers cannot use it up.
func TryOwn(where string) Try {
	return Try{by("own "+where, try, limits[try].own)}
}

// Try lets somebody try a password, a passkey or a code, unless too many tries have
// failed of those that this one counts as. One that has not failed is not counted.
// Errors: ErrTries, and those of do.
func (l *Limits) Try(as Try, do func() error, failed func(error) bool) error {
	if !l.take(as...) {
		return ErrTries
	}
	err := do()
	if !failed(err) {
		l.giveBack(as...)
	}
	return err
}
