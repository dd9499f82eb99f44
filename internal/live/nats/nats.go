// Package nats spreads the news of tables among several processes by a NATS
// server, each with a [live.Hub] for its own readers.
//
// Only where a table is goes over the wire, and who is there. So news may get
// lost: a process that gets none asks the store now and then, soon where the server is
// away. The table IDs that the server sees are what lets people watch.
package nats

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ruhr/internal/live"
)

// The subjects.
const (
	newsSubject  = "ruhr.news"  // "TABLE N"
	thereSubject = "ruhr.there" // a there
)

// How often the store is asked, and others are told who is here.
const (
	askAway      = time.Second      // while the server is away
	askConnected = 10 * time.Second // else: a message may be lost
	tellEvery    = 10 * time.Second
	forgetAfter  = 35 * time.Second // a node that is not heard of
	sayGoodbye   = time.Second      // at most, at the end
)

// Options are what a Live works with.
type Options struct {
	Node string // a name that no other process has
	// Last asks the store which numbers tables have reached.
	Last func(ctx context.Context, tables []string) (map[string]int64, error)
	Log  *slog.Logger
}

// Live is a [live.Live] over a NATS server.
type Live struct {
	*live.Hub
	opt  Options
	conn *nats.Conn
	end  context.CancelFunc
	all  sync.WaitGroup
	ask  chan struct{} // holds one: ask the store now

	mu     sync.Mutex
	here   presence         // of this process
	others map[string]*node // by name
}

var _ live.Live = (*Live)(nil)

// presence is how many pages are open, by table and by who.
type presence map[string]map[string]int

// node is what another process told.
type node struct {
	heard time.Time
	leave map[string]map[string][]func() // by table and who
}

// there tells who is at some tables of a node: all of them where it is whole.
type there struct {
	Node   string   `json:"node"`
	Whole  bool     `json:"whole,omitempty"`
	Tables presence `json:"tables"`
}

// Connect makes a Live. It does not wait for the server, which may come later.
// The error says what is wrong with the URL.
func Connect(url string, o Options) (*Live, error) {
	ctx, end := context.WithCancel(context.Background())
	l := &Live{Hub: live.NewHub(), opt: o, end: end, ask: make(chan struct{}, 1), here: presence{}, others: map[string]*node{}}
	conn, err := nats.Connect(url,
		nats.Name("ruhr"), nats.NoEcho(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(500*time.Millisecond), nats.ReconnectBufSize(-1), nats.PingInterval(5*time.Second),
		nats.ConnectHandler(func(*nats.Conn) { l.connected() }), nats.ReconnectHandler(func(*nats.Conn) { l.connected() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			o.Log.Warn("the NATS server is away: news comes from the store", "error", err)
		}))
	if err != nil {
		end()
		return nil, err
	}
	l.conn = conn
	if !conn.IsConnected() {
		o.Log.Warn("the NATS server is not there yet: news comes from the store until it is", "error", conn.LastError())
	}
	for subject, hear := range map[string]nats.MsgHandler{newsSubject: l.hearNews, thereSubject: l.hearThere} {
		if _, err := conn.Subscribe(subject, hear); err != nil {
			l.Close()
			return nil, err
		}
	}
	l.all.Go(func() { l.keepAsking(ctx) })
	l.all.Go(func() { l.keepTelling(ctx) })
	return l, nil
}

func (l *Live) connected() {
	l.opt.Log.Info("news by NATS")
	select {
	case l.ask <- struct{}{}:
	default:
	}
}

// Publish implements [live.Live].
func (l *Live) Publish(table string, n int64) {
	l.Hub.Publish(table, n)
	// What is lost here is found in the store.
	_ = l.conn.Publish(newsSubject, []byte(table+" "+strconv.FormatInt(n, 10)))
}

func (l *Live) hearNews(m *nats.Msg) {
	table, number, _ := strings.Cut(string(m.Data), " ")
	if n, err := strconv.ParseInt(number, 10, 64); err == nil {
		l.Hub.Publish(table, n)
	}
}

// Join implements [live.Live].
func (l *Live) Join(table, who string) (leave func()) {
	gone := l.Hub.Join(table, who)
	l.count(table, who, +1)
	return sync.OnceFunc(func() {
		gone()
		l.count(table, who, -1)
	})
}

// count changes how often somebody is here and tells the other processes.
func (l *Live) count(table, who string, by int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.here[table]
	if at == nil {
		at = map[string]int{}
		l.here[table] = at
	}
	if at[who] += by; at[who] <= 0 {
		delete(at, who)
	}
	l.tell(there{Node: l.opt.Node, Tables: presence{table: at}})
	if len(at) == 0 {
		delete(l.here, table)
	}
}

func (l *Live) tell(t there) {
	if data, err := json.Marshal(t); err == nil {
		_ = l.conn.Publish(thereSubject, data) // what is lost is told again soon
	}
}

// keepTelling repeats who is here, and forgets processes that are gone.
func (l *Live) keepTelling(ctx context.Context) {
	for tick := time.NewTicker(tellEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		l.mu.Lock()
		l.tell(there{Node: l.opt.Node, Whole: true, Tables: l.here})
		for name, n := range l.others {
			if time.Since(n.heard) > forgetAfter {
				n.set(l.Hub, there{Whole: true})
				delete(l.others, name)
			}
		}
		l.mu.Unlock()
	}
}

func (l *Live) hearThere(m *nats.Msg) {
	var t there
	if json.Unmarshal(m.Data, &t) != nil || t.Node == l.opt.Node {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.others[t.Node]
	if n == nil {
		n = &node{leave: map[string]map[string][]func(){}}
		l.others[t.Node] = n
	}
	n.heard = time.Now()
	n.set(l.Hub, t)
}

// set brings a process's presence up to date at our own hub.
func (n *node) set(hub *live.Hub, t there) {
	if t.Whole {
		for table := range n.leave {
			if t.Tables[table] == nil {
				n.setTable(hub, table, nil)
			}
		}
	}
	for table, counts := range t.Tables {
		n.setTable(hub, table, counts)
	}
}

func (n *node) setTable(hub *live.Hub, table string, counts map[string]int) {
	at := n.leave[table]
	if at == nil {
		at = map[string][]func(){}
		n.leave[table] = at
	}
	for who, count := range counts {
		for len(at[who]) < count {
			at[who] = append(at[who], hub.Join(table, who))
		}
	}
	for who, leave := range at {
		for len(leave) > counts[who] {
			leave[len(leave)-1]()
			leave = leave[:len(leave)-1]
		}
		if at[who] = leave; len(leave) == 0 {
			delete(at, who)
		}
	}
	if len(at) == 0 {
		delete(n.leave, table)
	}
}

// keepAsking asks the store about the tables that somebody follows here.
func (l *Live) keepAsking(ctx context.Context) {
	for {
		wait := askConnected
		if !l.conn.IsConnected() {
			wait = askAway
		}
		select {
		case <-ctx.Done():
			return
		case <-l.ask:
		case <-time.After(wait):
		}
		if err := l.Ask(ctx, l.opt.Last); err != nil && ctx.Err() == nil {
			l.opt.Log.Warn("the store was asked for news in vain", "error", err)
		}
	}
}

// Close implements [live.Live]. The other processes learn that nobody is here
// any more, so that they need not wait until they forget this one.
func (l *Live) Close() error {
	l.end()
	l.mu.Lock()
	l.here = presence{}
	l.tell(there{Node: l.opt.Node, Whole: true, Tables: l.here})
	l.mu.Unlock()
	if l.conn.IsConnected() {
		_ = l.conn.FlushTimeout(sayGoodbye) // who does not hear it forgets this process later
	}
	l.conn.Close()
	l.all.Wait()
	return l.Hub.Close()
}
