package lockstep

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/rulestest/rare"
	"ruhr/rules/rulestest/reference"
	"ruhr/spec"
)

var (
	games    = flag.Int("games", 60, "how many games to play in step")
	first    = flag.Int("first", 0, "number of the first game")
	duration = flag.Duration("time", 0, "play for so long, whatever -games says")
	progress = flag.Int("progress", 10000, "games between two lines of progress, 0 for none")
)

const (
	setups     = 3 * 2 * 2 // seats and options
	odd        = 2         // of so many games one is played on an altered board
	boardGames = 1000      // games before the altered boards are made again
	boards     = 8         // altered boards in use at a time
	worst      = 5         // differences reported before giving up
)

// table is where games of one kind are played.
type table struct {
	board   *reference.Board
	game    *rules.Game
	sayings [rules.ActionsCount]reference.Action
}

// worker plays games one after the other.
type worker struct {
	facts  []rules.Fact
	tables map[string]*table
	era    int // of the altered boards
	seen   events

	list         []rules.Action // legal by the engine
	ours, theirs []byte         // snapshots
}

// match is one game in both readings.
type match struct {
	*table
	*worker
	n         int
	name      string
	rng       *rand.Rand
	deal      record.Deal
	state     rules.State
	reference *reference.Game
	acts      int
	usual     bool // the board of the box
}

// TestLockstep plays games of 2, 3 and 4 seats with both options, on the board
// of the box and on altered ones, by players of all habits: at every decision
// the legal lists are the same sets and the positions the same in everything,
// and at the end the scores with their breakdown. Every rule is at stake; game
// number N is always the same game.
func TestLockstep(t *testing.T) {
	debug.SetGCPercent(800) // the reference makes garbage
	var failed atomic.Int64
	var wait sync.WaitGroup
	var lock sync.Mutex
	seen := events{}
	begin, next := time.Now(), *first
	more := func() (n int, yes bool) {
		lock.Lock()
		defer lock.Unlock()
		if *duration > 0 && time.Since(begin) >= *duration || *duration == 0 && next == *first+*games || failed.Load() >= worst {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			w := worker{tables: map[string]*table{}, seen: events{}}
			for n, yes := more(); yes; n, yes = more() {
				if err := w.play(n); err != nil {
					failed.Add(1)
					t.Errorf("game %d: %v\nagain with: go test ./rules/rulestest/lockstep -args -first %d -games 1", n, err, n)
				}
				if done := n - *first + 1; *progress > 0 && done%*progress == 0 {
					fmt.Fprintf(os.Stderr, "%d games in step\n", done)
				}
			}
			lock.Lock()
			defer lock.Unlock()
			for k, v := range w.seen {
				seen[k] += v
			}
		})
	}
	wait.Wait()
	seen.report(t, next-*first)
	t.Logf("games %d to %d played; -first %d goes on", *first, next-1, next)
}

// sit returns the table of game n.
func (w *worker) sit(n int) (*table, string, bool) {
	seats := 2 + n%3
	v := rules.Variant{CalmWater: n/3%2 == 1, EveryShip: n/6%2 == 1}
	usual := n/setups%odd == 0
	which := -1
	if !usual {
		if era := n / boardGames; era != w.era {
			w.era, w.tables = era, map[string]*table{}
		}
		which = n/boardGames*boards + n/setups/odd%boards
	}
	key := fmt.Sprint(seats, " seats, ", v, ", board ", which)
	if w.tables[key] == nil {
		data := spec.Board
		if !usual {
			data = altered(uint64(which))
		}
		b, err := board.Load(data)
		if err != nil {
			panic(err)
		}
		tb := &table{}
		if tb.board, err = reference.ReadBoard(data); err != nil {
			panic(err)
		}
		tb.game = rules.NewGame(b, seats, v).WithFacts(&w.facts)
		tb.sayings = sayings(tb.game)
		w.tables[key] = tb
	}
	return w.tables[key], key, usual
}

// made are the altered boards made so far; making one takes as long as a few
// games.
var made sync.Map

func altered(seed uint64) []byte {
	data, ok := made.Load(seed)
	if !ok {
		data, _ = made.LoadOrStore(seed, rare.Board(seed))
	}
	return data.([]byte)
}

// play plays game n to its end or to the first difference.
func (w *worker) play(n int) error {
	m := match{worker: w, n: n, rng: rand.New(rand.NewPCG(uint64(n), 11))}
	m.table, m.name, m.usual = w.sit(n)
	habits := m.habits()
	m.deal = record.NewDeal(m.game, m.rng.IntN)
	v := m.game.Variant()
	var err error
	if m.reference, err = reference.NewOn(m.board, m.game.Seats(), v.CalmWater, v.EveryShip, m.deal.StartSeat); err != nil {
		return err
	}
	w.facts = w.facts[:0]
	m.state = m.deal.Start(m.game)
	for {
		if err := m.follow(); err != nil {
			return m.wrap(err)
		}
		if err := m.compare(); err != nil {
			return m.wrap(err)
		}
		if m.state.Decision() == rules.Over {
			return m.wrap(m.compareScores())
		}
		m.seen.decision(&m, m.list)
		a := habits[m.state.ToDecide()].Pick(m.game, &m.state, m.list, m.rng.IntN)
		if err := m.deal.Apply(m.game, &m.state, a); err != nil {
			return m.wrap(fmt.Errorf("the engine refuses its own %v: %w", m.sayings[a], err))
		}
		if err := m.reference.Apply(m.sayings[a]); err != nil {
			return m.wrap(fmt.Errorf("the reference refuses: %w", err))
		}
		m.acts++
	}
}

// habits deals out the players: in a third of the games all play alike.
func (m *match) habits() (out [4]*rare.Habit) {
	all := m.rng.IntN(len(rare.Habits))
	alike := m.rng.IntN(3) == 0
	for k := range out {
		out[k] = &rare.Habits[m.rng.IntN(len(rare.Habits))]
		if alike {
			out[k] = &rare.Habits[all]
		}
	}
	return out
}

func (m *match) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s, action %d: %w", m.name, m.acts, err)
}

// follow hands the reference the outcomes of chance that the engine was given.
func (m *match) follow() error {
	for _, f := range m.facts {
		m.seen.fact(m, f)
		var err error
		switch f.Kind {
		case rules.FMarker:
			err = m.reference.Draw(m.game.Board().Markers[f.A].ID)
		case rules.FCountry:
			err = m.reference.Country(m.game.Board().Port.Columns[f.A])
		}
		if err != nil {
			return err
		}
	}
	m.worker.facts = m.worker.facts[:0]
	return nil
}

// compare holds the positions and the legal lists against each other.
func (m *match) compare() error {
	m.ours, m.theirs = snapshot(m.ours[:0], m.game, &m.state), m.reference.Snapshot(m.theirs[:0])
	if !bytes.Equal(m.ours, m.theirs) {
		return fmt.Errorf("the positions differ:\n%s", strings.Join(differ(m.ours, m.theirs), "\n"))
	}
	// As the engine names no action twice, equal numbers of them and each of its
	// own among the reference's make the lists equal sets, and the reference's one that
	// does not repeat itself.
	m.list = m.game.Legal(&m.state).Append(m.list[:0])
	theirs := m.reference.Legal()
	same := len(m.list) == len(theirs)
	for _, a := range m.list {
		same = same && slices.Contains(theirs, m.sayings[a])
	}
	if !same {
		return fmt.Errorf("the legal lists differ:\n%s", strings.Join(m.differLegal(theirs), "\n"))
	}
	return nil
}

// differLegal lists the actions that only one of the two finds legal, and those
// the reference names twice.
func (m *match) differLegal(theirs []reference.Action) (lines []string) {
	left := slices.Clone(theirs)
	for _, a := range m.list {
		if k := slices.Index(left, m.sayings[a]); k >= 0 {
			left = slices.Delete(left, k, k+1)
		} else {
			lines = append(lines, fmt.Sprintf("only the engine: %+v", m.sayings[a]))
		}
	}
	for _, a := range left {
		lines = append(lines, fmt.Sprintf("only the reference, or once more: %+v", a))
	}
	return lines
}

func (m *match) compareScores() error {
	if m.reference.Needs() != "over" {
		return fmt.Errorf("the engine has ended, the reference needs %q", m.reference.Needs())
	}
	vp, rank, breakdown := m.reference.Scores()
	ours := record.ResultOf(m.game, m.game.Result(&m.state))
	if !slices.Equal(ours.VP, vp) || !slices.Equal(ours.Rank, rank) {
		return fmt.Errorf("VP and ranks: engine %v %v, reference %v %v", ours.VP, ours.Rank, vp, rank)
	}
	for who := range breakdown {
		if !maps.Equal(ours.Breakdown[who], breakdown[who]) {
			return fmt.Errorf("breakdown of seat %d: engine %v, reference %v", who, ours.Breakdown[who], breakdown[who])
		}
	}
	return nil
}
