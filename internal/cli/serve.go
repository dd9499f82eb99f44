package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"ruhr/bot"
	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/edition/folder"
	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/metrics"
	"ruhr/internal/notice"
	"ruhr/internal/offline/built"
	"ruhr/internal/people"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web"
	"ruhr/internal/web/accounts"
	"ruhr/internal/web/circles"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/legal"
	"ruhr/internal/web/tournaments"
)

// serveCmd serves the game to browsers.
type serveCmd struct {
	boardFlag
	dbFlag
	reachFlags
	noticeFlags
	upkeepFlags
	Addr      string `placeholder:"HOST:PORT" help:"cli.addr"`
	LAN       bool   `name:"lan" help:"cli.lan"`
	NoBrowser bool   `help:"cli.no_browser"`
	SignUp    string `enum:"open,invited,closed" default:"open" placeholder:"open|invited|closed" help:"cli.sign_up"`
	Imprint   string `placeholder:"FILE" help:"cli.imprint"`
	Privacy   string `placeholder:"FILE" help:"cli.privacy"`
	Thinkers  int    `placeholder:"N" help:"cli.thinkers"`
	Cache     int    `default:"96" placeholder:"MB" help:"cli.cache"`
	Streams   int    `placeholder:"N" help:"cli.streams"`
	NATS      string `name:"nats" placeholder:"URL" help:"cli.nats"`
	Metrics   string `placeholder:"HOST:PORT" help:"cli.metrics"`
	// Seed is a pointer because every number is a valid seed and usually there is
	// none.
	Seed *uint64 `placeholder:"N" help:"cli.seed"`

	Guests []string `name:"bot" sep:"none" placeholder:"NAME=COMMAND" help:"cli.bot"`
}

// Limits on flags; the cache is in MB.
const (
	mostThinkers = 1 << 10
	mostCache    = 1 << 20
	mostStreams  = 1 << 20
)

// Run serves until the user ends it.
func (c *serveCmd) Run(w *env) error {
	data, b, err := c.read()
	if err != nil {
		return err
	}
	err = cmp.Or(c.upkeepFlags.check(w, c.DB), within(w, "--thinkers", c.Thinkers, 0, mostThinkers), within(w, "--cache", c.Cache, 0, mostCache), within(w, "--streams", c.Streams, 0, mostStreams))
	if err != nil {
		return err
	}
	texts, err := c.legal(w)
	if err != nil {
		return err
	}
	guests, err := newExternalBots(c.Guests)
	if err != nil {
		return err
	}
	defer guests.close()
	st, err := c.open(w)
	if err != nil {
		return err
	}
	defer st.Close()
	listener, err := c.listen(w)
	if err != nil {
		return err
	}
	access, err := c.access(w, c.LAN || isLoopback(listener.Addr()))
	if err != nil {
		return err
	}
	offline := kernel.Offline{Program: built.Program, Exec: built.Exec}
	if built.Edition != nil {
		if offline.Edition, err = folder.Files(version(), folder.Programs{Core: built.Edition, Think: built.Think, Exec: built.Exec}); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(w.errors, &slog.HandlerOptions{Level: slog.LevelInfo}))
	return c.play(w, st, listener, guests, data, web.Config{Cache: c.cache(), Config: kernel.Config{
		Board: b, Levels: bot.Levels(), Guests: guests.names, Version: version(), Log: log, Access: access, Legal: texts, Streams: c.streams(),
		Offline: offline,
	}})
}

// How much memory is in use besides caches, by an open page, and by a thinker that
// searches with what one more keeps for its next decision.
const (
	baseMemory    = 96 << 20
	streamMemory  = 64 << 10
	thinkerMemory = 256 << 20
)

// memory is how many bytes the program may take before it collects garbage more
// often. Otherwise it lets its heap grow to twice what was in use when it last
// collected, and where many programs compete for the processors to more.
func (c *serveCmd) memory() int64 {
	thinkers := int64(cmp.Or(c.Thinkers, runtime.GOMAXPROCS(0)))
	return baseMemory + 4*int64(c.cache()) + streamMemory*int64(c.streams()) + thinkerMemory*thinkers
}

// limitMemory limits the memory unless the operator has. It is collected rarely until the
// program has started: little of what it makes by then is garbage, and with GOGC=100
// internal/tool/startup takes 180 million instructions under valgrind instead of 130.
func (c *serveCmd) limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(c.memory())
	}
	if os.Getenv("GOGC") == "" {
		usual := debug.SetGCPercent(800)
		time.AfterFunc(starts, func() { debug.SetGCPercent(usual) })
	}
}

// starts is how long the program takes to start on a slow machine.
const starts = 5 * time.Second

// play serves the tables of a store, new ones on the board in data, with the
// services that the configuration still lacks.
func (c *serveCmd) play(w *env, st *tables, listener net.Listener, guests *externalBots, data []byte, config web.Config) error {
	log := config.Log
	c.limitMemory()
	hub, pages, node, err := c.news(w.ctx, st, log)
	if err != nil {
		return err
	}
	defer hub.Close()
	config.Live = hub
	var days store.KeptSecret // their deals follow from it
	options := table.Options{Store: st.Store, Account: st.Account, Live: hub, Board: data, Bots: guests.open, Budget: bot.TableBudget, Searches: guests.searches, StandIn: "hafenmeister", Thinkers: c.Thinkers, Cache: c.cache(), Node: node, Log: log,
		DaySecret: func(ctx context.Context) (string, error) { return days.Read(ctx, st.Store, "days") },
		Friends: func(ctx context.Context, id string, holders []store.Holder) (bool, error) {
			return circle.Friends(ctx, st, id, holders)
		}}
	if c.Seed != nil {
		table.Seed(&options, *c.Seed)
	}
	m, err := c.metrics(w, log)
	if err != nil {
		return err
	}
	var counts notice.Meter
	if m != nil {
		st.Store = m.Count(st.Store)
		options.Store, options.Meter, config.Meter, counts = st.Store, m.Thought, m, m
	}
	service, err := table.New(options)
	if err != nil {
		return err
	}
	defer closeService(service, log)
	if m != nil {
		m.Cache("tables", service.Cached)
		m.Ready(st.Ready)
	}
	config.Service = service
	notices, err := c.notices(w, st, service, config.Access, listener.Addr(), counts, log)
	if err != nil {
		return err
	}
	host := director.New(director.Options{Store: st, Tables: service, Log: log})
	site, err := c.site(config, st, notices, host)
	if err != nil {
		return err
	}
	var work sync.WaitGroup
	defer func() { inTime(log, work.Wait) }()
	for _, run := range []func(context.Context){service.Run, notices.Run, host.Run} {
		work.Go(func() { run(w.ctx) })
	}
	c.upkeepFlags.start(w.ctx, st, st.path, log)
	certificates := c.certificates(st.path)
	c.announce(w, listener, st.shown, config.Access)
	if certificates != nil && c.Addr == "" {
		redirect(w.ctx, certificates, log)
	}
	return serve(w, listener, site, pages, tlsConfig(certificates))
}

// inTime waits for what runs in the background to note what it has done, but not for long.
func inTime(log *slog.Logger, wait func()) {
	ended := make(chan struct{})
	go func() { wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		log.Warn("what runs in the background did not end in time: some messages may be sent twice")
	}
}

// metrics serves metrics at the address of --metrics; nil without one.
func (c *serveCmd) metrics(w *env, log *slog.Logger) (*metrics.Metrics, error) {
	if c.Metrics == "" {
		return nil, nil
	}
	m := metrics.New()
	m.MostStreams(c.streams())
	return m, serveMetrics(w, c.Metrics, m, log)
}

// site returns the pages of a table service, with accounts and chat.
func (c *serveCmd) site(config web.Config, st *tables, notices *notice.Service, host *director.Service) (http.Handler, error) {
	folk, err := people.New(people.Options{Store: st.Store, Registration: people.Registration(c.SignUp)})
	if err != nil {
		return nil, err
	}
	config.People = folk
	config.Chat = &chat.Service{Store: st, Tables: config.Service, Live: config.Live, Clock: time.Now}
	friends := &circle.Service{Store: st.Store, Tables: config.Service, Chat: config.Chat, Clock: time.Now}
	return web.New(config, accounts.Config{People: folk, Notices: notices, Chat: config.Chat, Live: config.Live, Director: host, Circles: friends}.Room, tournaments.Room(host), circles.Room(friends))
}

// legal reads the operator's texts.
func (c *serveCmd) legal(w *env) (texts kernel.Legal, err error) {
	for _, t := range []struct {
		file string
		into *template.HTML
	}{{c.Imprint, &texts.Imprint}, {c.Privacy, &texts.Privacy}} {
		if t.file == "" {
			continue
		}
		data, err := os.ReadFile(t.file)
		if err != nil {
			return texts, w.failing(err, "cli.text_unread", "why", err.Error())
		}
		if *t.into, err = legal.HTML(data); err != nil || len(data) == 0 {
			return texts, w.failing(nil, "cli.text_bad", "file", t.file, "most", legal.Max>>10)
		}
	}
	return texts, nil
}

// streams is how many pages may be open.
func (c *serveCmd) streams() int {
	if c.Streams > 0 {
		return c.Streams
	}
	return fair.Streams
}

// cache is how many bytes of tables, and how many of pages, are kept in memory: half
// of what is allowed each.
func (c *serveCmd) cache() int { return max(c.Cache, 1) << 20 / 2 }

func closeService(s *table.Service, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		log.Warn("computer players did not stop in time", "error", err)
	}
}

const (
	firstPort = 1769
	ports     = 100 // how many ports are tried
	tlsPort   = "443"
)

// listen opens the port asked for, or the next free one. Only --lan or the
// address can make it serve other machines.
func (c *serveCmd) listen(w *env) (net.Listener, error) {
	host, port := splitAddress(c.Addr)
	switch {
	case c.LAN && host != "":
		return nil, w.failing(nil, "cli.both", "addr", c.Addr)
	case len(c.AcmeDomain) > 0 && c.Addr == "":
		return listenAt(w, "", tlsPort)
	case !c.LAN && host == "":
		host = "127.0.0.1"
	}
	if port == "" {
		port = "0"
	}
	l, err := listenAt(w, host, port)
	if _, given := splitAddress(c.Addr); err != nil || given != "" {
		return l, err
	}
	l.Close() // the host is right; now for a port that is easy to remember
	for p := firstPort; p < firstPort+ports; p++ {
		if l, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(p))); err == nil {
			return l, nil
		}
	}
	return nil, w.failing(err, "cli.no_port", "from", strconv.Itoa(firstPort), "to", strconv.Itoa(firstPort+ports-1), "why", err.Error())
}

func listenAt(w *env, host, port string) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, w.failing(err, "cli.listen", "addr", net.JoinHostPort(host, port), "why", err.Error())
	}
	return l, nil
}

func isLoopback(a net.Addr) bool {
	at, ok := a.(*net.TCPAddr)
	return ok && at.IP.IsLoopback()
}

// splitAddress reads HOST, HOST:PORT or :PORT, with an IPv6 host in brackets
// or, without a port, as it is.
func splitAddress(addr string) (host, port string) {
	if host, port, err := net.SplitHostPort(addr); err == nil {
		return host, port
	}
	return strings.TrimSuffix(strings.TrimPrefix(addr, "["), "]"), ""
}

// announce prints the addresses and opens the browser.
func (c *serveCmd) announce(w *env, l net.Listener, path string, access kernel.Access) {
	if len(c.AcmeDomain) == 0 {
		c.announceLocal(w, l)
	}
	if p := access.Public; p != nil {
		fmt.Fprintln(w.out, w.words.T("cli.at", "url", p.Scheme+"://"+p.Host+"/"))
	}
	fmt.Fprintln(w.out, w.words.T("cli.kept", "path", path))
	if c.Seed != nil {
		fmt.Fprintln(w.out, w.words.T("cli.seeded", "seed", strconv.FormatUint(*c.Seed, 10)))
	}
}

// announceLocal prints the addresses of a program that is reached at its own
// port without TLS.
func (c *serveCmd) announceLocal(w *env, l net.Listener) {
	at, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return
	}
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port)) + "/"
	fmt.Fprintln(w.out, w.words.T("cli.at", "url", url))
	if at.IP.IsUnspecified() {
		for _, ip := range localAddresses() {
			fmt.Fprintln(w.out, w.words.T("cli.network", "url", "http://"+net.JoinHostPort(ip, strconv.Itoa(at.Port))+"/"))
		}
	}
	if !c.NoBrowser {
		openBrowser(url)
	}
}

// localAddresses are this machine's addresses in its networks.
func localAddresses() (out []string) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			out = append(out, n.IP.String())
		}
	}
	return out
}

// serve answers requests until the user ends the program, over TLS if secure
// is not nil. Open pages notice the end of their streams; what is announced meanwhile reaches those of
// other processes.
func serve(w *env, l net.Listener, site http.Handler, pages *live.Hub, secure *tls.Config) error {
	server := &http.Server{
		Handler:           site,
		TLSConfig:         secure,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		// Requests in progress when the user ends the program are answered.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(w.ctx) },
	}
	failed := make(chan error, 1)
	go func() {
		if secure != nil {
			failed <- server.ServeTLS(l, "", "")
			return
		}
		failed <- server.Serve(l)
	}()
	select {
	case err := <-failed:
		return err
	case <-w.ctx.Done():
	}
	pages.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	fmt.Fprintln(w.errors, w.words.T("cli.ended"))
	return nil
}
