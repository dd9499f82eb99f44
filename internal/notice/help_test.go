package notice

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/rules"
	"ruhr/spec"
)

// quick is a computer player that takes the first legal action.
type quick struct{}

func (quick) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	return bot.Thought{Action: g.Legal(s).Append(nil)[0]}
}

// world is tables and a service that tells of them, at a time of its own.
type world struct {
	*testing.T
	*Service
	ctx    context.Context
	store  store.Store
	tables *table.Service
	hub    *live.Hub
	log    *strings.Builder
	passed atomic.Int64 // since the beginning, in ns; computer players read it, too
	people int
}

var beginning = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// anywhere lets tests reach receivers on this machine.
func anywhere(netip.AddrPort) bool { return true }

func newWorld(t *testing.T, change ...func(*Options)) *world {
	t.Helper()
	st, _ := sqlitetest.Open(t)
	w := &world{T: t, ctx: t.Context(), store: st, hub: live.NewHub(), log: &strings.Builder{}}
	t.Cleanup(func() { w.hub.Close() })
	clock := func() time.Time { return beginning.Add(time.Duration(w.passed.Load())) }
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	tables := table.Options{Store: st, Account: st.Account, Live: w.hub, Board: spec.Board, Clock: clock, Log: quiet, StandIn: "random",
		Bots: func(string) (bot.Bot, error) { return quick{}, nil }}
	table.Seed(&tables, 2)
	var err error
	if w.tables, err = table.New(tables); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.tables.Close(context.Background()) })
	o := Options{Store: st, Tables: w.tables, Base: "https://ruhr.test", Reach: anywhere, Clock: clock, Log: slog.New(slog.NewTextHandler(w.log, nil))}
	for _, c := range change {
		c(&o)
	}
	if w.Service, err = New(o); err != nil {
		t.Fatal(err)
	}
	return w
}

// person signs somebody up, with settings as package settings encodes them.
func (w *world) person(name, settings string) store.Account {
	w.Helper()
	w.people++
	a := store.Account{ID: store.NewID(), Name: name, Key: name, Password: "x", Settings: settings}
	require.NoError(w.T, w.store.CreateAccount(w.ctx, a, []string{name}))
	return a
}

// sit makes a table where people have seats in this order.
func (w *world) sit(pace game.Pace, people ...store.Account) string {
	w.Helper()
	t := game.NewTable{Pace: pace, Seats: []game.NewSeat{{Kind: game.Person, Name: people[0].Name}}}
	for range people[1:] {
		t.Seats = append(t.Seats, game.NewSeat{Kind: game.Open})
	}
	made, err := w.tables.CreateFor(w.ctx, people[0].Holder(), t)
	require.NoError(w.T, err)
	for k, p := range people[1:] {
		if _, err := w.tables.Enter(w.ctx, p.Holder(), made.Seats[k+1], &p.Name); err != nil {
			w.Fatal(err)
		}
	}
	return made.ID
}

// at is a table as somebody sees it.
func (w *world) at(id string, a store.Account) (*game.Snapshot, game.Actor) {
	w.Helper()
	who, err := w.tables.ActorOf(w.ctx, a.Holder(), id)
	require.NoError(w.T, err)
	s, err := w.tables.Snapshot(w.ctx, id, who)
	require.NoError(w.T, err)
	return s, who
}

// play lets somebody decide until it is not their turn any more.
func (w *world) play(id string, a store.Account) {
	w.Helper()
	for {
		s, who := w.at(id, a)
		who.Final = true
		switch {
		case s.You.Act:
			legal := s.Game.Legal(&s.State).Append(nil)
			if _, err := w.tables.Do(w.ctx, id, who, s.N, "", game.Act(legal[len(legal)-1])); err != nil {
				w.Fatal(err)
			}
		case s.You.Confirm:
			if _, err := w.tables.Do(w.ctx, id, who, s.N, "", game.Confirm()); err != nil {
				w.Fatal(err)
			}
		default:
			return
		}
	}
}

// pass lets time go by, with a tick at its end.
func (w *world) pass(d time.Duration) {
	w.Helper()
	w.passed.Add(int64(d))
	require.NoError(w.T, w.Tick(w.ctx))
}

// receiver takes what webhooks are sent.
type receiver struct {
	*httptest.Server
	mu   sync.Mutex
	got  []hookBody
	fail int // status to answer with, 0 for 204
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		var b hookBody
		if err := json.NewDecoder(q.Body).Decode(&b); err != nil || q.Method != http.MethodPost {
			t.Errorf("a webhook got a %s that is not JSON: %v", q.Method, err)
		}
		r.got = append(r.got, b)
		w.WriteHeader(max(r.fail, http.StatusNoContent*(1-min(r.fail, 1))))
	}))
	t.Cleanup(r.Close)
	return r
}

// take returns what came since, as "kind kind; kind" with a part for each message.
func (r *receiver) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, b := range r.got {
		var kinds []string
		for _, e := range b.Events {
			kinds = append(kinds, e.Kind)
		}
		out = append(out, strings.Join(kinds, " "))
	}
	r.got = nil
	return strings.Join(out, "; ")
}

// hooked gives somebody a webhook with wishes; the zero ones are all of them.
func (w *world) hooked(a store.Account, wishes Wishes) *receiver {
	w.Helper()
	r := newReceiver(w.T)
	if wishes == (Wishes{}) {
		wishes = AllWishes()
	}
	require.NoError(w.T, w.AddHook(w.ctx, a, r.URL+"/secret-path", wishes))
	return r
}

// smtpServer is a mail server that keeps what it is sent.
type smtpServer struct {
	net.Listener
	mu      sync.Mutex
	mails   []mailGot
	refuse  string // answer to RCPT, "" to accept
	sick    string // answer to MAIL, "" to accept
	user    string // base64 of what AUTH PLAIN must say, "" for no AUTH
	entered int
}

// mailGot is a mail as it came.
type mailGot struct{ from, to, data string }

func newSMTP(t *testing.T, l net.Listener) *smtpServer {
	t.Helper()
	if l == nil {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	s := &smtpServer{Listener: l}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.talk(c)
		}
	}()
	return s
}

// talk speaks SMTP with a client.
func (s *smtpServer) talk(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	say := func(line string) { fmt.Fprint(c, line+"\r\n") }
	say("220 mail.test ESMTP")
	var m mailGot
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		s.mu.Lock()
		refuse, sick, user := s.refuse, s.sick, s.user
		s.mu.Unlock()
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToUpper(verb) {
		case "EHLO", "HELO":
			if user != "" {
				say("250-mail.test\r\n250 AUTH PLAIN")
			} else {
				say("250 mail.test")
			}
		case "AUTH":
			if rest != "PLAIN "+user {
				say("535 no")
				continue
			}
			s.mu.Lock()
			s.entered++
			s.mu.Unlock()
			say("235 come in")
		case "MAIL":
			if m = (mailGot{from: rest}); sick != "" {
				say(sick)
				continue
			}
			say("250 ok")
		case "RCPT":
			if m.to = rest; refuse != "" {
				say(refuse)
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			var data strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				data.WriteString(strings.TrimPrefix(line, "."))
			}
			m.data = data.String()
			s.mu.Lock()
			s.mails = append(s.mails, m)
			s.mu.Unlock()
			say("250 kept")
		case "RSET", "NOOP":
			say("250 ok")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("502 what")
		}
	}
}

// take returns the mails that came since.
func (s *smtpServer) take() []mailGot {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.mails
	s.mails = nil
	return out
}

// url is the server's address for NewMail.
func (s *smtpServer) url() string { return "smtp://" + s.Addr().String() }

// mailing makes options with a mail server, and who signs in there.
func mailing(t *testing.T, s *smtpServer, user ...string) func(*Options) {
	t.Helper()
	m, err := NewMail("smtp://"+strings.Join(user, "")+s.Addr().String(), "Ruhr <ruhr@ruhr.test>", nil)
	require.NoError(t, err)
	return func(o *Options) { o.Mail = m }
}

// proofIn finds the link for a purpose in a mail and returns its parts.
func proofIn(t *testing.T, m mailGot, purpose string) (id, proof string) {
	t.Helper()
	text := strings.ReplaceAll(strings.ReplaceAll(m.data, "=\r\n", ""), "=3D", "=")
	_, rest, ok := strings.Cut(text, "https://ruhr.test/notices/"+purpose+"/")
	require.Must(t, ok, "no link to %s in %s", purpose, m.data)
	path, err := url.PathUnescape(strings.FieldsFunc(rest, func(r rune) bool { return r <= ' ' || r == '>' })[0])
	require.NoError(t, err)
	id, proof, _ = strings.Cut(path, "/")
	return id, proof
}
