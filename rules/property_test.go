package rules_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/rare"
)

var (
	games    = flag.Int("games", 150, "how many games to play under watch")
	duration = flag.Duration("time", 0, "play under watch for so long, whatever -games says")
	first    = flag.Int("first", 0, "number of the first game under watch")
)

// rareBoard gives the k-th altered board, and the board of the box for -1.
func rareBoard(k int) *board.Board {
	if b, ok := rareBoards.Load(k); ok {
		return b.(*board.Board)
	}
	load := board.Default
	if k >= 0 {
		load = func() (*board.Board, error) { return board.Load(rare.Board(uint64(k))) }
	}
	b, err := load()
	if err != nil {
		panic(err)
	}
	rareBoards.Store(k, b)
	return b
}

var rareBoards sync.Map

// playWatched plays game number n, always the same, to its end. Every 16th
// decision, and all of every 64th game, all actions there are get tried.
func playWatched(n int) (*watched, error) {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	b := rareBoard(-1)
	if n%2 == 1 {
		b = rareBoard(n/1000*4 + n/2%4)
	}
	g := rules.NewGame(b, 2+n%3, rules.Variant{CalmWater: rng.IntN(2) == 0, EveryShip: rng.IntN(2) == 0})
	w, err := watch(g, record.NewDeal(g, rng.IntN))
	if err != nil {
		return w, err
	}
	var habits [4]*rare.Habit
	for k := range habits {
		habits[k] = &rare.Habits[rng.IntN(len(rare.Habits))]
	}
	for w.s.Decision() != rules.Over {
		w.probe = rng.IntN(16) == 0 || n%64 == 0
		list := g.Legal(&w.s).Append(nil)
		if err := w.act(habits[w.s.ToDecide()].Pick(g, &w.s, list, rng.IntN)); err != nil {
			return w, err
		}
	}
	return w, w.checkRecord()
}

// TestProperties plays games at random under watch: after every action all
// that must hold at a table holds (see watched.check), the legal list is what
// is accepted, refusals give a reason and change nothing, and the record leads
// to the same position. Every reason to refuse comes about, but those that
// unreached explains.
func TestProperties(t *testing.T) {
	var failed atomic.Int64
	var wait sync.WaitGroup
	var lock sync.Mutex
	reached := map[rules.RefusalKey]int{}
	begin, next := time.Now(), *first
	more := func() (n int, yes bool) {
		lock.Lock()
		defer lock.Unlock()
		if *duration > 0 && time.Since(begin) >= *duration || *duration == 0 && next == *first+*games || failed.Load() >= 5 {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for n, yes := more(); yes; n, yes = more() {
				w, err := playWatched(n)
				if err != nil {
					failed.Add(1)
					t.Errorf("game %d, round %d, after %d actions: %v\nagain with: go test ./rules -run Properties -args -first %d -games 1",
						n, w.s.Round(), len(w.done), err, n)
				}
				if n%10000 == 9999 {
					fmt.Fprintf(os.Stderr, "%d games under watch\n", n+1)
				}
				lock.Lock()
				for k, v := range w.refused {
					reached[k] += v
				}
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	if next-*first >= 150 {
		checkReached(t, reached)
	}
	t.Logf("games %d to %d played; -first %d goes on", *first, next-1, next)
}

// unreached are the reasons to refuse that play at random need not meet, with
// why. Positions laid out by hand show them in start_test.go and buy_test.go.
var unreached = map[rules.RefusalKey]string{
	rules.NothingToRaise: "it takes a 6 on every storage that has a die",
	rules.TooEarly:       "a combination complete after the first sale is on few altered boards",
	rules.NoEmptyStorage: "there are more storages for each colour than dice besides the one on the arrow box",
}

func checkReached(t *testing.T, reached map[rules.RefusalKey]int) {
	var lines []string
	for _, key := range rules.RefusalKeys {
		if _, excused := unreached[key]; reached[key] == 0 && !excused {
			t.Errorf("no game was refused anything for %q", key)
		}
		lines = append(lines, fmt.Sprintf("%9d  %s", reached[key], key))
	}
	t.Logf("reasons to refuse:\n%s", strings.Join(lines, "\n"))
}

// FuzzGame plays a game by bytes: the first eight deal it and choose the table,
// each further one is a choice from the legal list. All that TestProperties
// checks is checked.
func FuzzGame(f *testing.F) {
	f.Add([]byte("Ruhrort!"))
	f.Add([]byte("abcdefgh" + strings.Repeat("\x00", 200)))
	f.Add([]byte("12345678" + strings.Repeat("\xff", 200)))
	f.Add([]byte("schiffer" + strings.Repeat("zollverein 1847 ", 30)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var seed uint64
		for len(data) > 0 && seed>>56 == 0 {
			seed = seed<<8 | uint64(data[0])
			data = data[1:]
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		g := rules.NewGame(rareBoard(int(seed%3)-1), 2+int(seed/3%3), rules.Variant{CalmWater: seed/9%2 == 1, EveryShip: seed/18%2 == 1})
		w, err := watch(g, record.NewDeal(g, rng.IntN))
		for i := 0; err == nil && i < len(data) && w.s.Decision() != rules.Over; i++ {
			w.probe = i%32 == int(seed%32)
			legal := g.Legal(&w.s)
			err = w.act(legal.Nth(int(data[i]) % legal.Len()))
		}
		if err == nil {
			err = w.checkRecord()
		}
		if err != nil {
			t.Fatalf("round %d, after %d actions: %v", w.s.Round(), len(w.done), err)
		}
	})
}
