package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"sync"
	"time"

	"ruhr/record"
	"ruhr/rules"
)

// slot plays one game after another, each at a new table.
type slot struct {
	*run
	i     int
	rng   *rand.Rand
	group *group

	mu   sync.Mutex
	game *game
	end  context.CancelFunc // ends the game's streams
}

func newSlot(r *run, i int) *slot { return &slot{run: r, i: i, rng: r.random(i)} }

// game is one table and the client's view of it.
type game struct {
	id       string
	first    int64           // log number when all seats were taken
	replaced context.Context // ends when the slot's next game has started
	group    *group

	rules     *rules.Game
	state     rules.State
	n         int64       // log number of state, or a later one at the same decision
	listeners []*listener // players' streams by seat; nil without one
	acted     []action    // acknowledged actions, in order
	// open is an action that was not answered before the run ended, so that it
	// may or may not have been carried out.
	open *action
}

// action is a person's decision.
type action struct {
	seat   int
	action rules.Action
	n      int64     // log number after it
	sent   time.Time // time of the first attempt
}

func (s *slot) current() *game {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game
}

// open starts the slot's next game.
func (s *slot) open(ctx context.Context) error {
	group := newGroup(s.URL, addressOf(s.i), s.Seats)
	var id string
	err := s.persist(ctx, func() (err error) { id, err = group.begin(ctx, s.Bot); return err })
	if err != nil {
		return err
	}
	g := &game{id: id, group: group, listeners: make([]*listener, s.Seats)}
	// Streams stay open after the run, to catch up.
	streams, end := context.WithCancel(context.WithoutCancel(ctx))
	g.replaced = streams
	if err := s.persist(ctx, func() error { return g.refresh(ctx, s) }); err != nil {
		end()
		return err
	}
	g.n = int64(s.Seats) // one entry to create the table, and a join for each seat but the first
	if s.Bot != "" {
		g.n--
	}
	g.first = g.n
	for k := range g.listeners {
		if s.persons(k) && (s.Parts == ByStream || s.Bot != "" && k == 0) {
			g.listeners[k] = newListener(streams, s, g, k)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		s.end()
		s.group.leave()
	}
	s.game, s.end, s.group = g, end, group
	s.run.mu.Lock()
	s.games = append(s.games, g)
	s.run.mu.Unlock()
	return nil
}

// persons reports whether a person plays a seat.
func (s *slot) persons(seat int) bool { return s.Bot == "" || seat < s.Seats-1 }

func (s *slot) leave() {
	s.end()
	s.group.leave()
}

// errStuck: a computer player is to decide, but does not.
var errStuck = errors.New("the computer player does not decide")

// play plays games until the run ends.
func (s *slot) play(ctx context.Context) {
	for ctx.Err() == nil {
		g := s.current()
		err := g.play(ctx, s)
		if err == nil && ctx.Err() == nil {
			s.count(func(t *tally) { t.games++ })
			err = s.open(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.count(func(t *tally) { t.failures = append(t.failures, fmt.Errorf("table %.6s…: %w", g.id, err)) })
			return
		}
	}
}

func (r *run) count(do func(*tally)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do(&r.tally)
}

// persist retries do while the server is unreachable.
func (s *slot) persist(ctx context.Context, do func() error) error {
	until := time.Now().Add(s.Patience)
	for {
		err := do()
		if err == nil || ctx.Err() != nil || time.Now().After(until) {
			return err
		}
		s.count(func(t *tally) { t.repeated++ })
		if errors.Is(err, errBusy) {
			pause(ctx, busyAfter)
			continue
		}
		pause(ctx, againAfter)
	}
}

// play plays one game to its end.
func (g *game) play(ctx context.Context, s *slot) error {
	for ctx.Err() == nil && g.state.Decision() != rules.Over {
		seat := g.state.ToDecide()
		if !s.persons(seat) {
			if err := g.wait(ctx, s); err != nil {
				return err
			}
			continue
		}
		pause(ctx, s.Think)
		legal := g.rules.Legal(&g.state)
		if err := g.act(ctx, s, seat, legal.Nth(s.rng.IntN(legal.Len()))); err != nil {
			return err
		}
	}
	return nil
}

// act takes a decision, repeating it until it is answered.
func (g *game) act(ctx context.Context, s *slot, seat int, a rules.Action) error {
	key := "l" + strconv.FormatUint(s.rng.Uint64(), 36)
	form := url.Values{"at": {strconv.FormatInt(g.n, 10)}, "key": {key}, "action": {strconv.Itoa(int(a))}}
	var out outcome
	done := action{seat: seat, action: a, sent: time.Now()}
	g.open = &done
	err := s.persist(ctx, func() (err error) {
		out, err = g.group.command(ctx, seat, "/t/"+g.id+"/act", form, s.Parts)
		return err
	})
	if err != nil {
		return err
	}
	g.open = nil
	if out.refused != "" {
		return g.catchUp(ctx, s, out)
	}
	acknowledged := time.Since(done.sent)
	done.n = out.n
	g.acted = append(g.acted, done)
	if e := g.listeners[seat]; e != nil && s.Parts == ByStream {
		if !e.reaches(ctx, out.n, s.Patience) {
			return fmt.Errorf("the page of seat %d did not hear of %d", seat, out.n)
		}
	}
	seen := time.Since(done.sent)
	s.count(func(t *tally) {
		t.acted = append(t.acted, acknowledged)
		t.seen = append(t.seen, seen)
		if len(t.acted) == s.Actions {
			s.stop()
		}
	})
	g.n = out.n
	return g.advance(ctx, s, a)
}

// catchUp reloads the position after an action that came too late.
func (g *game) catchUp(ctx context.Context, s *slot, out outcome) error {
	s.count(func(t *tally) { t.stale++ })
	if out.n <= g.n && !g.changed(ctx, s) {
		return fmt.Errorf("a legal action at %d was refused: %.200s", g.n, out.refused)
	}
	g.n = max(out.n, g.n)
	return s.persist(ctx, func() error { return g.refresh(ctx, s) })
}

// changed reports whether the record has moved on.
func (g *game) changed(ctx context.Context, s *slot) bool {
	before := g.state
	err := s.persist(ctx, func() error { return g.refresh(ctx, s) })
	return err == nil && g.state != before
}

// advance plays an action and the forced ones after it, as the server does. If
// chance is involved, it reads the outcome from the record.
func (g *game) advance(ctx context.Context, s *slot, a rules.Action) error {
	if err := g.rules.Apply(&g.state, a); err != nil {
		return err
	}
	for g.state.Decision() != rules.Over {
		legal := g.rules.Legal(&g.state)
		switch legal.Len() {
		case 0:
			return s.persist(ctx, func() error { return g.refresh(ctx, s) })
		case 1:
			if err := g.rules.Apply(&g.state, legal.First()); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// refresh reloads the position from the record.
func (g *game) refresh(ctx context.Context, s *slot) error {
	rec, err := g.group.record(ctx, g.id)
	if err != nil {
		return err
	}
	p, err := record.Referee(rec, s.Board)
	if err != nil {
		return err
	}
	g.rules, g.state = p.Rules, *p.After(p.Len())
	return nil
}

// wait waits for a computer player's decision.
func (g *game) wait(ctx context.Context, s *slot) error {
	began := time.Now()
	before := g.state
	for ctx.Err() == nil {
		err := s.persist(ctx, func() error { return g.refresh(ctx, s) })
		if err != nil {
			return err
		}
		if g.state != before {
			s.count(func(t *tally) { t.waited = append(t.waited, time.Since(began)) })
			break
		}
		if time.Since(began) > s.Patience {
			return errStuck
		}
		g.listeners[0].wait(ctx, time.Second)
	}
	g.n = max(g.n, g.listeners[0].at())
	return nil
}

// listener is a player's event stream.
type listener struct {
	mu   sync.Mutex
	n    int64
	news chan struct{} // closed and replaced on each event
}

func newListener(ctx context.Context, s *slot, g *game, seat int) *listener {
	l := &listener{n: g.first, news: make(chan struct{})}
	go func() {
		for ctx.Err() == nil {
			// The page reopens its stream, however it ended.
			_ = listen(ctx, s.host, addressOf(s.i), g.id, g.group.cookie(seat), l.at(), l.hear)
			pause(ctx, againAfter)
		}
	}()
	return l
}

func (l *listener) hear(n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n = max(l.n, n)
	close(l.news)
	l.news = make(chan struct{})
}

func (l *listener) at() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

// wait waits for an event, at most d.
func (l *listener) wait(ctx context.Context, d time.Duration) {
	l.mu.Lock()
	news := l.news
	l.mu.Unlock()
	select {
	case <-news:
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// reaches waits until the page has received a log number.
func (l *listener) reaches(ctx context.Context, n int64, patience time.Duration) bool {
	until := time.Now().Add(patience)
	for {
		l.mu.Lock()
		at, news := l.n, l.news
		l.mu.Unlock()
		if at >= n || ctx.Err() != nil {
			return true
		}
		select {
		case <-news:
		case <-ctx.Done():
		case <-time.After(time.Until(until)):
			return false
		}
	}
}
