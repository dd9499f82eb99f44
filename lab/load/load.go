// Package load simulates many people who play whole games against a running
// server, over HTTP and event streams, and measures their waiting times.
// Afterwards it compares the acknowledged actions with the games' records: none
// may be missing or recorded twice.
//
// It connects to this machine only. Each table uses a loopback address of its
// own (127.x.y.z), so that the server's limits per visitor apply as they would
// to visitors from many places. On systems with a single loopback address these
// limits bound what can be measured.
package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"ruhr/board"
)

// Limits of a Config.
const (
	MaxTables   = 5_000
	MaxWatchers = 20_000
	MaxFor      = 30 * time.Minute
)

// Parts selects how players receive the result of their actions.
type Parts string

// The ways to learn it.
const (
	InAnswer Parts = "answer" // the answer contains the changed parts of the page, as without a stream
	ByStream Parts = "stream" // each player has a page open with a stream, and the answer is empty
	Nowhere  Parts = "none"   // no page is open and the answer is empty: rules and store only
)

// Config describes a measurement.
type Config struct {
	URL      string        // server address, on this machine
	Pages    []string      // addresses where watchers' pages are opened in turn, of servers of the same tables; none is URL
	Tables   int           // number played at the same time
	Seats    int           // per table, 2 to 4
	Bot      string        // level of a computer player in the last seat; "" for a person
	Watchers int           // open pages without a seat, spread evenly over the tables
	Parts    Parts         // how players receive results
	For      time.Duration // duration
	Actions  int           // acknowledged actions after which to stop; 0 is no limit
	Think    time.Duration // thinking time before each action
	Patience time.Duration // how long to retry a command and to wait for a computer player
	Seed     uint64        // seed of the players' choices
	Metrics  string        // URL of the server's metrics, for its memory; "" for none
	Board    *board.Board  // the server's board
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
	for _, address := range c.Pages {
		if err := onThisMachine(address); err != nil {
			return err
		}
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

// run is a measurement in progress.
type run struct {
	Config
	host    string // HOST:PORT of the server
	playing context.Context
	stop    context.CancelFunc // ends the run
	tables  []*slot

	mu    sync.Mutex
	tally tally
	games []*game
}

// Run plays games and returns the measurements. It returns an error only for a
// bad configuration or a failed start; later failures are in the report. If ctx
// ends, so does the run.
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
	// An interrupted run is still evaluated.
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

// atOnce is the number of tables and pages opened concurrently.
const atOnce = 16

// seat creates all tables and seats their players.
func (r *run) seat() error {
	r.tables = make([]*slot, r.Tables)
	errs := make([]error, r.Tables)
	inParallel(r.Tables, func(i int) {
		r.tables[i] = newSlot(r, i)
		errs[i] = r.tables[i].open(r.playing)
	})
	return errors.Join(errs...)
}

// watch opens the spectators' pages.
func (r *run) watch(ctx context.Context) ([]*watcher, error) {
	out := make([]*watcher, r.Watchers)
	errs := make([]error, r.Watchers)
	inParallel(r.Watchers, func(i int) {
		host := r.host
		if n := len(r.Pages); n > 0 {
			host = strings.TrimPrefix(r.Pages[i/r.Tables%n], "http://")
		}
		out[i] = &watcher{slot: r.tables[i%r.Tables], host: host, address: addressOf(r.Tables + i/watchersAtOneAddress)}
		errs[i] = out[i].start(ctx)
	})
	return out, errors.Join(errs...)
}

// catchUp waits for all open pages to reach the last position of their tables
// and returns the number that do not.
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

// watchersAtOneAddress stays below the server's limit.
const watchersAtOneAddress = 100

// addressOf is the loopback address of the i-th visitor.
func addressOf(i int) net.IP { return net.IPv4(127, byte(1+i>>16), byte(i>>8), byte(i)) }

func (r *run) random(i int) *rand.Rand { return rand.New(rand.NewPCG(r.Seed, uint64(i))) }
