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
	makeAtOnce = 300              // tables, links and seats taken by links from one address at once
	makeEvery  = 10 * time.Second // and one more after so long

	// MaxWatched is how many open pages one stream may bring news for.
	MaxWatched = 64
	// Open pages, which streams bring news for: a browser's stream for its pages counts
	// as many. While it is replaced by one for more pages, both count.
	streamsPlaying  = 2 * MaxWatched // of one browser with a seat at their tables
	streamsWatching = 128            // of all browsers without one from one address
	streamsAddress  = 256            // of all browsers with one from one address
	streamsFew      = 8              // of one address that a quarter of all is reserved for, with a seat

	boardsAtOnce = 60               // boards of their own from one address at once
	boardsEvery  = 10 * time.Minute // and one more after so long

	openAtOnce = 50          // record files opened from one address at once, fewer than the store keeps
	openEvery  = time.Minute // and one more after so long

	learnAtOnce = 100             // actions compared with the best for one address at once
	learnEvery  = 3 * time.Second // and one more after so long

	changeAtOnce = 100             // names, seats handed over and advice of one seat at once
	changeEvery  = 3 * time.Second // and one more after so long
	undoAtOnce   = 400             // steps back of one seat at once
	undoEvery    = time.Second     // and one more after so long

	talkHere    = 12              // messages of one browser at once, and what is done about them
	talkAddress = 60              // of one address
	talkEvery   = 2 * time.Second // and of each one more after so long

	accountsAtOnce = 20               // accounts asked for from one address at once
	accountsEvery  = 10 * time.Minute // and one more after so long
	mailsHere      = 6                // mails and tests asked for by one account at once
	mailsAddress   = 20               // from one address
	mailsEvery     = 5 * time.Minute  // and of each one more after so long
	triesHere      = 10               // wrong passwords for one name from one address at once, or from one known browser
	triesAddress   = 50               // from one address for all names
	triesName      = 100              // for one name from all addresses
	triesEvery     = time.Minute      // and of each one more after so long
	callsAtOnce    = 600              // calls of programs of one account at once
	callsEvery     = time.Second / 50 // and one more after so long
	invitesAtOnce  = 20               // persons invited by name by one account at once
	invitesEvery   = 10 * time.Minute // and one more after so long
	asksAtOnce     = 100              // questions for passkeys from one address at once
	asksEvery      = 2 * time.Second  // and one more after so long
	recoverHere    = 3                // mails to set a new password sent to one account at once
	recoverAddress = 10               // asked for from one address
	recoverEvery   = 20 * time.Minute // and of each one more after so long
)

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
	doing doing
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
func byAddress(from string, what doing, every time.Duration, atOnce int) (out []count) {
	if net := widerNetwork(from); net != "" {
		out = append(out, count{maker{net, what}, every / wider, atOnce * wider, true})
	}
	return append(out, count{maker{from, what}, every, atOnce, true})
}

// by counts an action for what is not an address.
func by(who string, what doing, every time.Duration, atOnce int) count {
	return count{maker{who, what}, every, atOnce, false}
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

type doing int

const (
	makes doing = iota
	boards
	opens
	learns
	changes
	undoes
	accounts
	attempts
	talks
	mails
	commits
	asks
	recoveries
	invites
	calls
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

// MayMake reports whether an address may make one more thing that is kept, and
// counts it.
func (l *Limits) MayMake(from string) bool {
	return l.take(byAddress(from, makes, makeEvery, makeAtOnce)...)
}

// MayBring reports whether an address may start one more table on a board of its own,
// and counts it.
func (l *Limits) MayBring(from string) bool {
	return l.take(byAddress(from, boards, boardsEvery, boardsAtOnce)...)
}

// MayOpen reports whether an address may open one more record file, and counts it.
func (l *Limits) MayOpen(from string) bool {
	return l.take(byAddress(from, opens, openEvery, openAtOnce)...)
}

// MayLearn reports whether an address may have one more action compared with the best of
// a reviewed game, and counts it.
func (l *Limits) MayLearn(from string) bool {
	return l.take(byAddress(from, learns, learnEvery, learnAtOnce)...)
}

// ErrTries: too many passwords have been tried.
var ErrTries = errors.New("too many tries")

// Try is what a try to prove who one is counts as.
type Try []count

// TryFrom is a try from an address that has no name: a passkey or a code.
func TryFrom(address string) Try {
	return byAddress(address, attempts, triesEvery, triesAddress)
}

// TryAt is a try at a name's password, whether there is such a name or not.
func TryAt(name, address string) Try {
	return append(TryFrom(address), by(address+" "+name, attempts, triesEvery, triesHere), by("name "+name, attempts, triesEvery, triesName))
}

// TryOwn is a try from where its person has been signed in: a session, or a browser
// that is known. Strangers cannot use it up.
func TryOwn(where string) Try {
	return Try{by("own "+where, attempts, triesEvery, triesHere)}
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

// MayAsk reports whether an address may ask for one more question for a passkey,
// and counts it.
func (l *Limits) MayAsk(from string) bool {
	return l.take(byAddress(from, asks, asksEvery, asksAtOnce)...)
}

// MayRecover reports whether an address may ask for one more mail to set a new
// password, and counts it.
func (l *Limits) MayRecover(from string) bool {
	return l.take(byAddress(from, recoveries, recoverEvery, recoverAddress)...)
}

// MaySendRecovery reports whether one more mail to set a new password may be sent
// to an account, and counts it.
func (l *Limits) MaySendRecovery(account string) bool {
	return l.take(by("account "+account, recoveries, recoverEvery, recoverHere))
}

// MaySay reports whether a browser may say one more thing, and counts it.
func (l *Limits) MaySay(from, holder string) bool {
	return l.take(append(byAddress(from, talks, talkEvery, talkAddress), by("browser "+holder, talks, talkEvery, talkHere))...)
}

// MayNotify reports whether an account may ask for one more mail or test, and
// counts it.
func (l *Limits) MayNotify(from, account string) bool {
	return l.take(append(byAddress(from, mails, mailsEvery, mailsAddress), by("account "+account, mails, mailsEvery, mailsHere))...)
}

// MayInvite reports whether an account may invite one more person by name, and
// counts it.
func (l *Limits) MayInvite(account string) bool {
	return l.take(by("account "+account, invites, invitesEvery, invitesAtOnce))
}

// MayCall reports whether the programs of an account may make one more call, and
// counts it.
func (l *Limits) MayCall(account string) bool {
	return l.take(by("account "+account, calls, callsEvery, callsAtOnce))
}

// MayCommit reports whether an address may ask for one more commitment, and
// counts it: as many as tables.
func (l *Limits) MayCommit(from string) bool {
	return l.take(byAddress(from, commits, makeEvery, makeAtOnce)...)
}

// MaySignUp reports whether an address may ask for one more account, and counts it.
func (l *Limits) MaySignUp(from string) bool {
	return l.take(byAddress(from, accounts, accountsEvery, accountsAtOnce)...)
}

// MayChange reports whether somebody may do one more thing besides the game at a
// table, and counts it for their seat: nobody uses up what others may do.
func (l *Limits) MayChange(id string, who game.Actor) bool {
	return l.take(by(placeOf(id, who), changes, changeEvery, changeAtOnce))
}

// MayUndo is the same for going back.
func (l *Limits) MayUndo(id string, who game.Actor) bool {
	return l.take(by(placeOf(id, who), undoes, undoEvery, undoAtOnce))
}

// placeOf is the seat that somebody's actions at a table count for; without one
// they own it. Browsers that share a seat share it.
func placeOf(id string, who game.Actor) string {
	if len(who.Seats) == 0 {
		return id
	}
	return id + " " + strconv.Itoa(who.Seats[0])
}
