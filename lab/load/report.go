package load

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ruhr/record"
	"ruhr/rules"
)

// tally counts what happens during the run.
type tally struct {
	acted    []time.Duration // until an action was acknowledged
	seen     []time.Duration // until the player saw its result
	waited   []time.Duration // for computer players, consecutive decisions together
	games    int             // finished games
	repeated int             // failed requests that were retried
	stale    int             // actions that came too late
	failures []error
}

// Memory is the server's resource use at some time.
type Memory struct {
	When    string
	Bytes   int64
	Streams int
	CPU     float64 // seconds of processor time since its start
}

// Report is the result of a measurement.
type Report struct {
	Config   Config
	Took     time.Duration
	Actions  int // acknowledged
	Games    int // finished
	Tables   int // started
	Repeated int // failed requests that were retried
	Stale    int // actions that came too late, because a computer player was faster
	Acted    Times
	Seen     Times
	Heard    Times // until spectators received an action
	Waited   Times // for computer players
	Memory   []Memory
	Behind   int     // pages that did not catch up
	Lost     []error // acknowledged actions that are missing or recorded twice
	Failures []error
}

// Times are durations in ascending order.
type Times []time.Duration

// At returns the quantile of a share (0 to 1), 0 if there are no times.
func (t Times) At(share float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	return t[int(share*float64(len(t)-1))]
}

// Rate is the number of acknowledged actions per second.
func (r *Report) Rate() float64 { return float64(r.Actions) / r.Took.Seconds() }

// Err returns the server's faults, nil for none.
func (r *Report) Err() error {
	var behind error
	if r.Behind > 0 {
		behind = fmt.Errorf("%d open pages did not catch up", r.Behind)
	}
	return errors.Join(append(append(slices.Clone(r.Lost), r.Failures...), behind)...)
}

// Write prints the report.
func (r *Report) Write(w io.Writer) {
	c := r.Config
	fmt.Fprintf(w, "%d tables of %d seats, %d watchers, parts %s, %v", c.Tables, c.Seats, c.Watchers, c.Parts, c.For)
	if c.Bot != "" {
		fmt.Fprintf(w, ", against %s", c.Bot)
	}
	fmt.Fprintf(w, "\n%.0f actions a second: %d in %v, %d tables, %d games to their end\n",
		r.Rate(), r.Actions, r.Took.Round(time.Millisecond), r.Tables, r.Games)
	fmt.Fprintf(w, "%-28s %9s %10s %10s %10s %10s\n", "", "count", "p50", "p95", "p99", "longest")
	for _, line := range []struct {
		name string
		t    Times
	}{{"acknowledged", r.Acted}, {"seen by who acted", r.Seen}, {"heard by who watches", r.Heard}, {"computer players decided", r.Waited}} {
		if len(line.t) > 0 {
			fmt.Fprintf(w, "%-28s %9d %10s %10s %10s %10s\n", line.name, len(line.t), short(line.t.At(.5)), short(line.t.At(.95)), short(line.t.At(.99)), short(line.t.At(1)))
		}
	}
	for _, m := range r.Memory {
		fmt.Fprintf(w, "memory %-21s %5d MB with %d streams\n", m.When, m.Bytes>>20, m.Streams)
	}
	if n := len(r.Memory); n > 1 && r.Actions > 0 {
		used := r.Memory[n-1].CPU - r.Memory[n-2].CPU
		fmt.Fprintf(w, "processor time of the server: %.2f ms an action, %.2f processors\n", 1000*used/float64(r.Actions), used/r.Took.Seconds())
	}
	fmt.Fprintf(w, "requests made again: %d, actions that came too late: %d\n", r.Repeated, r.Stale)
	for _, err := range append(slices.Clone(r.Lost), r.Failures...) {
		fmt.Fprintln(w, "WRONG:", err)
	}
	fmt.Fprintf(w, "acknowledged actions lost or there twice: %d; pages left behind: %d; other failures: %d\n", len(r.Lost), r.Behind, len(r.Failures))
}

func short(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
}

// note records the server's resource use.
func (r *Report) note(when, url string) {
	if url == "" {
		return
	}
	m := Memory{When: when}
	resp, err := http.Get(url)
	if err == nil {
		defer resp.Body.Close()
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), " ")
			f, _ := strconv.ParseFloat(value, 64) // comments have no number
			switch name {
			case "process_resident_memory_bytes":
				m.Bytes = int64(f)
			case "process_cpu_seconds_total":
				m.CPU = f
			case "ruhr_streams":
				m.Streams = int(f)
			}
		}
		r.Memory = append(r.Memory, m)
	}
}

// hear determines when spectators received each action, after the run.
func (r *Report) hear(watchers []*watcher) {
	for _, w := range watchers {
		<-w.done
		for g, heard := range w.heard {
			for _, a := range g.acted {
				i, _ := slices.BinarySearchFunc(heard, a.n, func(h arrival, n int64) int { return cmp.Compare(h.n, n) })
				// The first arrival is the initial event, not news.
				if i > 0 && i < len(heard) {
					r.Heard = append(r.Heard, heard[i].at.Sub(a.sent))
				}
			}
		}
	}
	slices.Sort(r.Heard)
}

// judge compares the acknowledged actions with the records.
func (r *run) judge(ctx context.Context, to *Report) {
	lost := make([]error, len(r.games))
	inParallel(len(r.games), func(i int) { lost[i] = r.games[i].judge(ctx, r) })
	for _, err := range lost {
		if err != nil {
			to.Lost = append(to.Lost, err)
		}
	}
	t := &r.tally
	for _, list := range [][]time.Duration{t.acted, t.seen, t.waited} {
		slices.Sort(list)
	}
	to.Actions, to.Games, to.Tables = len(t.acted), t.games, len(r.games)
	to.Acted, to.Seen, to.Waited = t.acted, t.seen, t.waited
	to.Repeated, to.Stale, to.Failures = t.repeated, t.stale, t.failures
}

// judge checks a game's record against the rules: a person's decisions in it,
// except forced ones, must be the acknowledged ones in order.
func (g *game) judge(ctx context.Context, r *run) error {
	s := &slot{run: r}
	var rec *record.Record
	err := s.persist(ctx, func() (err error) { rec, err = g.group.record(ctx, g.id); return err })
	if err != nil {
		return fmt.Errorf("table %.6s…: %w", g.id, err)
	}
	p, err := record.Referee(rec, r.Board)
	if err != nil {
		return fmt.Errorf("table %.6s…: %w", g.id, err)
	}
	next := 0
	for n, step := range p.Steps[1:] {
		if step.Forced || !s.persons(step.Seat) {
			continue
		}
		if next == len(g.acted) && g.open != nil && g.open.is(step.Seat, step.Action) {
			g.open = nil // carried out, but its answer was lost
			continue
		}
		if next == len(g.acted) || !g.acted[next].is(step.Seat, step.Action) {
			return fmt.Errorf("table %.6s…: decision %d by seat %d is not the acknowledged one, number %d of %d", g.id, n, step.Seat, next+1, len(g.acted))
		}
		next++
	}
	if next < len(g.acted) {
		return fmt.Errorf("table %.6s…: %d of %d acknowledged actions are not in the record", g.id, len(g.acted)-next, len(g.acted))
	}
	return nil
}

func (a *action) is(seat int, b rules.Action) bool { return a.seat == seat && a.action == b }
