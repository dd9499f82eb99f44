// Package load plays whole games against a running server as many people would,
// over HTTP and event streams, and measures how long everybody waits. It
// compares afterwards what the server acknowledged with the records of the
// games: nothing may be lost or be there twice.
//
// It only ever talks to this machine. Each table has a loopback address of its
// own (127.x.y.z), so that the server's limits per visitor apply as they would
// to visitors from many places; where the system has only one such address,
// the limits bound what can be measured.
package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"sync"
	"time"

	"ruhr/board"
)

// The most that may be asked for.
const (
	MaxTables   = 5_000
	MaxWatchers = 20_000
	MaxFor      = 30 * time.Minute
)

// Parts is how those who act learn what their action brought.
type Parts string

// The ways to learn it.
const (
	InAnswer Parts = "answer" // the answer has the parts of the page that changed, as without a stream
	ByStream Parts = "stream" // everybody has a page open with a stream, and the answer is empty
	Nowhere  Parts = "none"   // no page is open and the answer is empty: rules and store alone
)

// Config is what is to be played.
type Config struct {
	URL      string        // of the server, on this machine
	Tables   int           // played at the same time
	Seats    int           // of each table, 2 to 4
	Bot      string        // the level of a computer player in the last seat; "" for a person
	Watchers int           // open pages without a seat, evenly over the tables
	Parts    Parts         // how those who act learn what came of it
	For      time.Duration // how long
	Actions  int           // end after so many acknowledged; 0 is no end
	Think    time.Duration // how long everybody thinks before an action
	Patience time.Duration // how long a command is repeated, and a computer player waited for
	Seed     uint64        // of what is decided
	Metrics  string        // URL of the server's figures, for its memory; "" for none
	Board    *board.Board  // that the server plays on
}

func (c *Config) check() error {
	if c.Tables < 1 || c.Tables > MaxTables {
		return fmt.Errorf("%d tables, want 1 to %d", c.Tables, MaxTables)
	}
	if c.Seats < 2 || c.Seats > 4 {
		return fmt.Errorf("%d seats, want 2 to 4", c.Seats)
	}
	if c.Watchers < 0 || c.Watchers > MaxWatchers {
		return fmt.Errorf("%d watchers, want 0 to %d", c.Watchers, MaxWatchers)
	}
	if c.For <= 0 || c.For > MaxFor {
		return fmt.Errorf("for %v, want more than 0 and at most %v", c.For, MaxFor)
	}
	if c.Parts != InAnswer && c.Parts != ByStream && c.Parts != Nowhere {
		return fmt.Errorf("parts %q, want %q, %q or %q", c.Parts, InAnswer, ByStream, Nowhere)
	}
	if err := onThisMachine(c.URL); err != nil || c.Metrics == "" {
		return err
	}
	return onThisMachine(c.Metrics)
}

// onThisMachine refuses addresses of other machines.
func onThisMachine(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme != "http" || u.Port() == "" || ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%q: want http:// with a loopback address and a port, such as http://127.0.0.1:1769", address)
	}
	return nil
}

// run is a measurement under way.
type run struct {
	Config
	host    string // HOST:PORT of the server
	playing context.Context
	stop    context.CancelFunc // ends playing
	tables  []*slot

	mu    sync.Mutex
	tally tally
	games []*game
}

// Run plays and returns what was measured. An error is one of the configuration
// or of the beginning; what goes wrong later is in the report. It ends early
// with ctx.
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Patience <= 0 {
		c.Patience = 10 * time.Second
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		return nil, err
	}
	r := &run{Config: c, host: u.Host}
	report := &Report{Config: c}
	report.note("before", c.Metrics)
	r.playing, r.stop = context.WithCancel(ctx)
	defer r.stop()
	if err := r.seat(); err != nil {
		return nil, err
	}
	// Who ends playing early wants to know, too, what came of it.
	to := context.WithoutCancel(ctx)
	watching, close := context.WithCancel(to)
	defer close()
	watchers, err := r.watch(watching)
	if err != nil {
		return nil, err
	}
	report.note("pages open", c.Metrics)
	began := time.Now()
	time.AfterFunc(c.For, r.stop)
	var all sync.WaitGroup
	for _, s := range r.tables {
		all.Go(func() { s.play(r.playing) })
	}
	all.Wait()
	report.Took = time.Since(began)
	report.note("after", c.Metrics)
	report.Behind = r.catchUp(watching, watchers)
	close()
	report.hear(watchers)
	for _, s := range r.tables {
		s.leave()
	}
	r.judge(to, report)
	return report, nil
}

// atOnce is how many tables and pages are opened at the same time.
const atOnce = 16

// seat makes all tables with everybody at them.
func (r *run) seat() error {
	r.tables = make([]*slot, r.Tables)
	errs := make([]error, r.Tables)
	inParallel(r.Tables, func(i int) {
		r.tables[i] = newSlot(r, i)
		errs[i] = r.tables[i].open(r.playing)
	})
	return errors.Join(errs...)
}

// watch opens the pages of those who only watch.
func (r *run) watch(ctx context.Context) ([]*watcher, error) {
	out := make([]*watcher, r.Watchers)
	errs := make([]error, r.Watchers)
	inParallel(r.Watchers, func(i int) {
		out[i] = &watcher{slot: r.tables[i%r.Tables], address: addressOf(r.Tables + i/watchersAtOneAddress)}
		errs[i] = out[i].start(ctx)
	})
	return out, errors.Join(errs...)
}

// catchUp waits until all open pages are where their tables are, and returns
// how many never get there.
func (r *run) catchUp(ctx context.Context, watchers []*watcher) (behind int) {
	until := time.Now().Add(r.Patience)
	for _, w := range watchers {
		g := w.slot.current()
		for w.at(g) < g.n && ctx.Err() == nil {
			if time.Now().After(until) {
				behind++
				break
			}
			pause(ctx, againAfter)
		}
	}
	return behind
}

func inParallel(n int, do func(i int)) {
	var all sync.WaitGroup
	next := make(chan int)
	for range min(atOnce, n) {
		all.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}

// watchersAtOneAddress is fewer than the server allows.
const watchersAtOneAddress = 100

// addressOf is the loopback address of the i-th visitor.
func addressOf(i int) net.IP { return net.IPv4(127, byte(1+i>>16), byte(i>>8), byte(i)) }

func (r *run) random(i int) *rand.Rand { return rand.New(rand.NewPCG(r.Seed, uint64(i))) }
