// Package faults plays whole games (package load) while it breaks the servers
// and their services. Afterwards it checks that every acknowledged action is in
// the records exactly once, that every game follows the rules, that every open
// page caught up, and that no computer player is stuck. From the repository:
//
//	go run ./cmd/ruhr-lab faults --kills 20
//
// It starts everything on this machine: nodes, PostgreSQL, NATS and a load
// balancer.
package faults

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ruhr/board"
	"ruhr/internal/store/postgres/pgtest"
	"ruhr/lab/load"
)

// site is the whole installation under test.
type site struct {
	Command
	dir   string
	disk  disk // of the database
	pg    *pgtest.Server
	nats  *process
	nodes []*process
	lines []*cable // from each node to the database
	url   string
}

// fault is a way to break a site. It returns when everything is repaired.
type fault struct {
	name string
	what string
	do   func(ctx context.Context, s *site) error
}

// Command is the command line.
type Command struct {
	Kills    int           `default:"20" placeholder:"N" help:"How many nodes are killed, one after the other (default 20)."`
	Nodes    int           `default:"3" placeholder:"N" help:"How many nodes (default 3)."`
	Tables   int           `default:"6" placeholder:"N" help:"How many tables play (default 6)."`
	Bot      string        `default:"schiffsjunge" placeholder:"LEVEL" help:"The computer player at each table; empty for none (default schiffsjunge)."`
	Only     []string      `sep:"," placeholder:"NAME" help:"These faults alone: kill, postgres, nats, stop, partition, full, deaf, none (default all but none)."`
	Away     time.Duration `default:"1m" placeholder:"DURATION" help:"How long NATS is away (default 1m)."`
	Asleep   time.Duration `default:"12s" placeholder:"DURATION" help:"How long a node is stopped; a claim lasts 5s (default 12s)."`
	Cut      time.Duration `default:"25s" placeholder:"DURATION" help:"How long nodes are cut off from the database; a call gives up after 15s (default 25s)."`
	Full     time.Duration `default:"10s" placeholder:"DURATION" help:"How long the database's disk is full (default 10s)."`
	For      time.Duration `default:"20s" placeholder:"DURATION" help:"How long nothing is broken (default 20s)."`
	Watchers int           `placeholder:"N" help:"Open pages of people who watch (default two a table)."`
	Think    time.Duration `default:"50ms" placeholder:"DURATION" help:"How long everybody thinks before an action (default 50ms)."`
	Parts    load.Parts    `default:"answer" placeholder:"HOW" help:"How those who act learn what came of it, as in loadgen (default answer)."`
	Direct   bool          `help:"Watchers' pages are open at the servers themselves, not through the load balancer, which needs three file descriptors for each."`
	Ruhr     string        `placeholder:"FILE" help:"The program (default: build it from this repository)."`
}

var faults = []fault{
	{"kill", "nodes killed with SIGKILL at random moments", killNodes},
	{"postgres", "PostgreSQL killed and started again", restartPostgres},
	{"nats", "NATS away", dropNATS},
	{"stop", "a node stopped for longer than a claim lasts", stopNode},
	{"partition", "one node, then all nodes cut off from the database", cutNodes},
	{"full", "the database's disk full", fillDisk},
	{"deaf", "clients that never read", deafClients},
	{"none", "nothing broken", breakNothing},
}

// Run breaks what it is asked to. Its error says what was lost.
func (c *Command) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "ruhr-faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &site{Command: *c, dir: dir}
	defer s.end()
	if err := s.begin(ctx); err != nil {
		return err
	}
	b := board.Default()
	var wrong error
	for _, f := range faults {
		if named := slices.Contains(c.Only, f.name); !named && (len(c.Only) > 0 || f.name == "none") {
			continue
		}
		playing, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() {
			time.Sleep(time.Second) // let games begin
			ended <- f.do(ctx, s)
			time.Sleep(2 * time.Second)
			stop()
		}()
		r, err := load.Run(playing, load.Config{
			URL: s.url, Tables: c.Tables, Seats: 2, Bot: c.Bot, Watchers: cmp.Or(c.Watchers, 2*c.Tables),
			Pages: s.pages(), Parts: c.Parts, For: load.MaxFor, Think: c.Think, Patience: time.Minute, Board: b,
		})
		stop()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fmt.Printf("\n== %s\n", f.what)
		r.Write(os.Stdout)
		wrong = errors.Join(wrong, r.Err(), <-ended)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return wrong
}

// pages are the addresses where watchers' pages are opened; none is the load
// balancer's.
func (s *site) pages() (out []string) {
	if !s.Direct {
		return nil
	}
	for _, n := range s.nodes {
		out = append(out, "http://"+n.address())
	}
	return out
}

// begin starts everything.
func (s *site) begin(ctx context.Context) (err error) {
	ruhr := s.Ruhr
	if ruhr == "" {
		ruhr = filepath.Join(s.dir, "ruhr")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", ruhr, "./cmd/ruhr").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	if err := s.disk.mount(s.dir); err != nil {
		return err
	}
	if s.pg, err = pgtest.StartIn(ctx, s.disk.path); err != nil {
		return err
	}
	s.nats, err = newProcess(s.dir, "nats-server", "", func(port int) []string { return []string{"-a", "127.0.0.1", "-p", fmt.Sprint(port)} })
	if err == nil {
		err = s.nats.start(ctx)
	}
	for range s.Nodes {
		if err != nil {
			return err
		}
		var line *cable
		if line, err = newCable(s.pg.Address()); err != nil {
			return err
		}
		s.lines = append(s.lines, line)
		url := strings.Replace(s.pg.URL(), s.pg.Address(), line.address(), 1)
		var n *process
		n, err = newProcess(s.dir, ruhr, "/readyz", func(port int) []string {
			return []string{"serve", "--no-browser", "--addr", fmt.Sprintf("127.0.0.1:%d", port), "--db", url,
				"--nats", "nats://" + s.nats.address(), "--trusted-proxy", "127.0.0.1",
				"--streams", fmt.Sprint(max(2000, 2*(s.Watchers+2*s.Tables)))}
		})
		if err == nil {
			s.nodes = append(s.nodes, n)
			err = n.start(ctx)
		}
	}
	if err != nil {
		return err
	}
	s.url, _, err = newBalancer(s.nodes)
	return err
}

func (s *site) end() {
	for _, n := range s.nodes {
		n.kill()
	}
	for _, l := range s.lines {
		l.remove()
	}
	if s.nats != nil {
		s.nats.kill()
	}
	if s.pg != nil {
		s.pg.Remove()
	}
	s.disk.unmount()
}

// breakNothing lets the games go on, to measure how fast they are played.
func breakNothing(ctx context.Context, s *site) error {
	select {
	case <-time.After(s.For):
	case <-ctx.Done():
	}
	return nil
}

func moment() time.Duration { return time.Duration(rand.IntN(300)) * time.Millisecond }

func killNodes(ctx context.Context, s *site) error {
	for i := range s.Kills {
		time.Sleep(moment())
		n := s.nodes[rand.IntN(len(s.nodes))]
		n.kill()
		time.Sleep(moment())
		if err := n.start(ctx); err != nil {
			return err
		}
		if i%50 == 49 {
			log.Printf("%d killed", i+1)
		}
	}
	return nil
}

func restartPostgres(ctx context.Context, s *site) error {
	for _, end := range []func() error{s.pg.Kill, s.pg.Stop} {
		if err := end(); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		if err := s.pg.Restart(ctx); err != nil {
			return err
		}
		time.Sleep(3 * time.Second)
	}
	return nil
}

func dropNATS(ctx context.Context, s *site) error {
	s.nats.kill()
	time.Sleep(s.Away)
	defer time.Sleep(3 * time.Second)
	return s.nats.start(ctx)
}

func stopNode(_ context.Context, s *site) error {
	for _, n := range s.nodes[:min(2, len(s.nodes))] {
		n.signal(syscall.SIGSTOP)
		time.Sleep(s.Asleep)
		n.signal(syscall.SIGCONT)
		time.Sleep(2 * time.Second)
	}
	return nil
}

// cutNodes cuts one node off from the database while the others go on, then all.
func cutNodes(_ context.Context, s *site) error {
	for _, lines := range [][]*cable{s.lines[:1], s.lines} {
		for _, l := range lines {
			l.cut()
		}
		time.Sleep(s.Cut)
		for _, l := range lines {
			l.mend()
		}
		time.Sleep(5 * time.Second)
	}
	return nil
}

// fillDisk fills the database's disk for a while. PostgreSQL may end meanwhile,
// when it cannot write its log, and is started again as an operator would.
func fillDisk(ctx context.Context, s *site) error {
	if !s.disk.small {
		log.Print("the disk is not filled: that needs the right to mount one of its own")
		return nil
	}
	if err := s.disk.fill(); err != nil {
		return err
	}
	time.Sleep(s.Full)
	if err := s.disk.clear(); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := s.pg.Restart(ctx); err != nil {
		return err
	}
	time.Sleep(3 * time.Second)
	return nil
}

// deafClients open pages that they never read.
func deafClients(ctx context.Context, s *site) error {
	for i := range 200 {
		host := strings.TrimPrefix(s.url, "http://")
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 9, 0, byte(i))}}
		c, err := d.DialContext(ctx, "tcp", host)
		if err != nil {
			return err
		}
		defer c.Close()
		if _, err := fmt.Fprintf(c, "GET /handbook HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
			return err
		}
		_, _ = bufio.NewReaderSize(c, 16).Peek(1) // read only the first byte
	}
	time.Sleep(5 * time.Second)
	return nil
}
