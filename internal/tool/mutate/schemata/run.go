package schemata

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// test is a test function as it ran on the unchanged code.
type test struct {
	name    string
	took    time.Duration
	reached map[int]bool
}

// Options bound a run. The zero value of a field is its default.
type Options struct {
	Workers     int           // processes at a time: one per processor
	Skip        string        // a regular expression of tests to leave out
	Factor      int           // how many times as long as on unchanged code tests may take: 10
	Grace       time.Duration // and how much longer: 5 s
	MemoryKB    int           // address space of a process: 4 GB
	Log         func(format string, args ...any)
	LogOutcomes bool // log every mutant
}

func (o Options) withDefaults() Options {
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.Factor = cmp.Or(o.Factor, 10)
	o.Grace = cmp.Or(o.Grace, 5*time.Second)
	o.MemoryKB = cmp.Or(o.MemoryKB, 4<<20)
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	return o
}

// quick is how long a test may take to share a process with others. Slower ones
// run alone, after those, and only if the mutant still lives.
const quick = time.Second / 2

// Run changes a room's operators one at a time and returns what came of each.
func Run(ctx context.Context, room Room, o Options) ([]Mutant, error) {
	o = o.withDefaults()
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	b, err := room.compile(folder)
	if err != nil {
		return nil, err
	}
	o.Log("%d mutants", len(b.mutants))
	for _, binary := range b.binaries {
		if err := binary.measure(ctx, o); err != nil {
			return nil, err
		}
	}
	b.runAll(ctx, o)
	return b.mutants, ctx.Err()
}

// measure runs every test of a binary alone on the unchanged code.
func (b *binary) measure(ctx context.Context, o Options) error {
	out, err := b.command(ctx, o, "-test.list", ".").Output()
	if err != nil {
		return fmt.Errorf("%s: list of tests: %w", b.dir, err)
	}
	skip := regexp.MustCompile(cmp.Or(o.Skip, "^$"))
	report := b.path + ".reached"
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, "Benchmark") || skip.MatchString(name) {
			continue
		}
		_ = os.Remove(report)
		cmd := b.command(ctx, o, "-test.run", only(name))
		cmd.Env = append(cmd.Env, "MUTANTS_REACHED="+report)
		began := time.Now()
		if out, err := cmd.CombinedOutput(); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			o.Log("%s fails alone and with switches, and is left out: %s", name, bytes.TrimSpace(out))
			continue
		}
		b.tests = append(b.tests, &test{name, time.Since(began), readReached(report)})
	}
	slices.SortStableFunc(b.tests, func(x, y *test) int { return cmp.Compare(x.took, y.took) })
	return nil
}

func readReached(name string) map[int]bool {
	text, _ := os.ReadFile(name) // there is none where nothing was reached
	reached := map[int]bool{}
	for line := range strings.Lines(string(text)) {
		if id, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			reached[id] = true
		}
	}
	return reached
}

// runAll runs the mutants that tests reach.
func (b *build) runAll(ctx context.Context, o Options) {
	var wait sync.WaitGroup
	queue := make(chan *Mutant)
	for range o.Workers {
		wait.Go(func() {
			for m := range queue {
				began := time.Now()
				m.Status = b.run(ctx, o, m.id)
				if o.LogOutcomes {
					o.Log("%d/%d %.1f s %s %s", m.id, len(b.mutants), time.Since(began).Seconds(), m.Status, m)
				}
			}
		})
	}
	for i := range b.mutants {
		if ctx.Err() != nil {
			break
		}
		queue <- &b.mutants[i]
	}
	close(queue)
	wait.Wait()
}

// run runs the tests that reach a mutant, quick ones first, until one fails.
func (b *build) run(ctx context.Context, o Options, id int) Status {
	status := Unseen
	for _, slow := range []bool{false, true} {
		for _, binary := range b.binaries {
			for _, batch := range binary.batches(id, slow) {
				if status = binary.survive(ctx, o, id, batch); status != Lived {
					return status
				}
			}
		}
	}
	return status
}

// batches are the tests that share a process: all quick ones, or a slow one.
func (b *binary) batches(id int, slow bool) (list [][]*test) {
	for _, t := range b.tests {
		if !t.reached[id] || (t.took > quick) != slow {
			continue
		}
		if slow || list == nil {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], t)
	}
	return list
}

// survive runs tests against a mutant.
func (b *binary) survive(ctx context.Context, o Options, id int, tests []*test) Status {
	limit := o.Grace
	names := make([]string, len(tests))
	for i, t := range tests {
		limit += time.Duration(o.Factor) * t.took
		names[i] = t.name
	}
	// The process ends itself, unless the change keeps it from getting that far.
	ctx, cancel := context.WithTimeout(ctx, limit+o.Grace)
	defer cancel()
	cmd := b.command(ctx, o, "-test.run", only(names...), "-test.failfast", "-test.timeout", limit.String())
	cmd.Env = append(cmd.Env, "MUTANT="+strconv.Itoa(id))
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return Lived
	case ctx.Err() != nil, bytes.Contains(out, []byte("panic: test timed out")), errors.Is(err, exec.ErrWaitDelay):
		return TimedOut
	}
	return Killed
}

// command starts a test binary in its package's folder, with bounded memory
// where there is a shell to bound it.
func (b *binary) command(ctx context.Context, o Options, args ...string) *exec.Cmd {
	args = append([]string{b.path}, args...)
	if sh, err := exec.LookPath("sh"); err == nil && runtime.GOOS != "windows" {
		args = append([]string{sh, "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(o.MemoryKB)}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = b.dir
	cmd.WaitDelay = o.Grace
	temp := filepath.Dir(b.path)
	cmd.Env = append(os.Environ(), "PWD="+b.dir, "TMPDIR="+temp)
	return cmd
}

// only is the pattern of exactly these tests.
func only(names ...string) string { return "^(" + strings.Join(names, "|") + ")$" }
