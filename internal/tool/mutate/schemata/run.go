package schemata

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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

// test is a test function as measured on the unchanged code.
type test struct {
	name      string
	took      time.Duration
	processor time.Duration // processor time of that
	reached   map[int]bool
}

// Options bound a run. Zero values select defaults.
type Options struct {
	Workers     int           // parallel processes; default one per processor
	Only        string        // regular expression of tests to run; default all
	Skip        string        // regular expression of tests to skip
	Factor      int           // time limit as a multiple of the time on unchanged code; default 10
	Grace       time.Duration // plus this much processor time; default 2 s
	Wait        time.Duration // plus this much wall time for tests that only wait; default 1 min
	MemoryKB    int           // address space of a process in KB; default 4 GB
	Log         func(format string, args ...any)
	LogOutcomes bool // log every mutant
}

func (o Options) withDefaults() Options {
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.Factor = cmp.Or(o.Factor, 10)
	o.Grace = cmp.Or(o.Grace, 2*time.Second)
	o.Wait = cmp.Or(o.Wait, time.Minute)
	o.MemoryKB = cmp.Or(o.MemoryKB, 4<<20)
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	return o
}

// quick is the longest processor time of a test that shares a process with
// others. Slower ones run alone afterwards, and only if the mutant has survived.
const quick = time.Second / 2

// Run changes a room's operators one at a time and returns the results.
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

// measure runs every test of a binary in its own process on the unchanged code.
func (b *binary) measure(ctx context.Context, o Options) error {
	out, err := b.command(ctx, o, unlimited, "-test.list", ".").Output()
	if err != nil {
		return fmt.Errorf("%s: list of tests: %w", b.dir, err)
	}
	wanted, skip := regexp.MustCompile(o.Only), regexp.MustCompile(cmp.Or(o.Skip, "^$"))
	var wait sync.WaitGroup
	slots := make(chan struct{}, o.Workers)
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, "Benchmark") || !wanted.MatchString(name) || skip.MatchString(name) {
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if t := b.measureTest(ctx, o, name); t != nil {
				b.lock.Lock()
				defer b.lock.Unlock()
				b.tests = append(b.tests, t)
			}
		})
	}
	wait.Wait()
	slices.SortFunc(b.tests, func(x, y *test) int { return cmp.Compare(x.processor, y.processor) })
	return ctx.Err()
}

// measureTest runs one test; nil if it fails.
func (b *binary) measureTest(ctx context.Context, o Options, name string) *test {
	report := b.path + "." + name
	cmd := b.command(ctx, o, unlimited, "-test.run", only(name))
	cmd.Env = append(cmd.Env, "MUTANTS_REACHED="+report)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() == nil {
			o.Log("%s fails alone and with switches, and is left out: %s", name, bytes.TrimSpace(out))
		}
		return nil
	}
	return &test{name, time.Since(began), worked(cmd), readReached(report)}
}

func readReached(name string) map[int]bool {
	text, _ := os.ReadFile(name) // missing if nothing was reached
	reached := map[int]bool{}
	for line := range strings.Lines(string(text)) {
		if id, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			reached[id] = true
		}
	}
	return reached
}

// runAll runs all mutants that tests reach.
func (b *build) runAll(ctx context.Context, o Options) {
	var wait sync.WaitGroup
	queue := make(chan *Mutant)
	for range o.Workers {
		wait.Go(func() {
			for m := range queue {
				began := time.Now()
				m.Status = b.run(ctx, o, m)
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

// run runs the tests that reach a mutant until one fails: first the last killer
// of the file, then quick tests, then slow ones.
func (b *build) run(ctx context.Context, o Options, m *Mutant) Status {
	status := Unseen
	for _, batches := range []func(*binary) [][]*test{
		func(b *binary) [][]*test { return b.lastKiller(m) },
		func(b *binary) [][]*test { return b.batches(m.id, false) },
		func(b *binary) [][]*test { return b.batches(m.id, true) },
	} {
		for _, binary := range b.binaries {
			for _, batch := range batches(binary) {
				if status = binary.survive(ctx, o, m, batch); status != Lived {
					return status
				}
			}
		}
	}
	return status
}

// lastKiller returns the test that killed the previous mutant of the same file,
// if it reaches this one.
func (b *binary) lastKiller(m *Mutant) [][]*test {
	b.lock.Lock()
	defer b.lock.Unlock()
	if t := b.killers[m.File]; t != nil && t.reached[m.id] {
		return [][]*test{{t}}
	}
	return nil
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// noteKiller reads the failed test from the output.
func (b *binary) noteKiller(m *Mutant, output []byte) {
	found := failed.FindSubmatch(output)
	if found == nil {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, t := range b.tests {
		if t.name == string(found[1]) {
			b.killers[m.File] = t
		}
	}
}

// batches groups the tests that share a process: all quick ones, or a single
// slow one.
func (b *binary) batches(id int, slow bool) (list [][]*test) {
	for _, t := range b.tests {
		if !t.reached[id] || (t.processor > quick) != slow {
			continue
		}
		if slow || list == nil {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], t)
	}
	return list
}

// survive runs tests against a mutant. Their limit is processor time, because
// wall time depends on what else the machine does.
func (b *binary) survive(ctx context.Context, o Options, m *Mutant, tests []*test) Status {
	work, wait := o.Grace, o.Wait
	names := make([]string, len(tests))
	for i, t := range tests {
		work += time.Duration(o.Factor) * t.processor
		wait += time.Duration(o.Factor) * t.took
		names[i] = t.name
	}
	// The process stops itself, unless the mutation prevents that.
	ctx, cancel := context.WithTimeout(ctx, wait+o.Wait)
	defer cancel()
	cmd := b.command(ctx, o, work, "-test.run", only(names...), "-test.failfast", "-test.timeout", wait.String())
	cmd.Env = append(cmd.Env, "MUTANT="+strconv.Itoa(m.id))
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return Lived
	case ctx.Err() != nil, worked(cmd) >= work, bytes.Contains(out, []byte("panic: test timed out")), errors.Is(err, exec.ErrWaitDelay):
		return TimedOut
	}
	b.noteKiller(m, out)
	return Killed
}

// worked returns the processor time of a finished process.
func worked(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// unlimited means no limit on processor time.
const unlimited = 24 * time.Hour

// command starts a test binary in its package's folder, with limits on memory
// and processor time if a shell is available to set them.
func (b *binary) command(ctx context.Context, o Options, work time.Duration, args ...string) *exec.Cmd {
	args = append([]string{b.path}, args...)
	if sh, err := exec.LookPath("sh"); err == nil && runtime.GOOS != "windows" {
		seconds := int(math.Ceil(work.Seconds()))
		limits := fmt.Sprintf(`ulimit -v %d && ulimit -t %d && exec "$0" "$@"`, o.MemoryKB, seconds)
		args = append([]string{sh, "-c", limits}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = b.dir
	cmd.WaitDelay = 5 * time.Second
	cmd.Env = append(os.Environ(), "PWD="+b.dir, "TMPDIR="+filepath.Dir(b.path))
	return cmd
}

// only is the pattern that matches exactly these tests.
func only(names ...string) string { return "^(" + strings.Join(names, "|") + ")$" }
