// Command mutate changes one operator of a room's code at a time, runs the
// room's tests, and says which changes no test noticed. From the repository:
//
//	go run ./internal/tool/mutate board view
//
// prints a row of the table in docs/testing.md for each room, then the
// survivors with their lines. The changes are made in a copy. Survivors that no
// test can catch stand with the reason in explained.txt.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed explained.txt
var explained string

// apart are folders that have figures of their own; they are left out of those
// of the room above.
var apart = map[string][]string{
	"bot":            {"bottest", "lab", "policy", "rng", "search"},
	"internal/store": {"storetest"},
	"internal/live":  {"livetest"},
	"lang":           {"handbook"},
	"rules":          {"packed", "random", "rulestest"},
}

// timeoutFactor is how many times longer than the tests of the unchanged room those
// of a changed one may take, before the change counts as one that never ends.
const timeoutFactor = 10

type config struct {
	workers int
	since   string // only lines changed since this commit
}

func main() {
	log.SetFlags(0)
	var c config
	flag.IntVar(&c.workers, "workers", 0, "tests at a time (default: one per processor)")
	flag.StringVar(&c.since, "since", "", "change only lines that differ from this commit or branch")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutate [flags] ROOM…, rooms as in ARCHITECTURE.md: board internal/table")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	reasons, err := readReasons(explained)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, room := range flag.Args() {
		room = path.Clean(filepath.ToSlash(room))
		if info, err := os.Stat(room); err != nil || !info.IsDir() {
			log.Fatalf("%s: no such folder; run this from the top of the repository", room)
		}
		found, err := c.mutate(ctx, room)
		if err != nil {
			log.Fatalf("%s: %v", room, err)
		}
		s := sum(found, reasons)
		fmt.Println(s.row(room))
		for _, m := range s.survivors {
			fmt.Println("   ", m)
		}
	}
}

// mutate runs gremlins over one room.
func (c config) mutate(ctx context.Context, room string) ([]mutant, error) {
	out, err := os.CreateTemp("", "mutants-*.json")
	if err != nil {
		return nil, err
	}
	defer os.Remove(out.Name())
	_ = out.Close() // gremlins overwrites it
	args := []string{"tool", "-modfile=tools/go.mod", "gremlins", "unleash", "./" + room, "--silent",
		"--output", out.Name(), "--workers", fmt.Sprint(c.workers), "--timeout-coefficient", fmt.Sprint(timeoutFactor)}
	for _, folder := range apart[room] {
		args = append(args, "--exclude-files", "^"+folder+"/")
	}
	if c.since != "" {
		args = append(args, "--diff", c.since)
	}
	began := time.Now()
	run := exec.CommandContext(ctx, "go", args...)
	run.Stderr = os.Stderr
	run.Env = append(os.Environ(), strings.TrimRight("GOFLAGS=-failfast "+os.Getenv("GOFLAGS"), " "))
	if err := run.Run(); err != nil {
		return nil, fmt.Errorf("gremlins: %w", err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "%s: %.0f s\n", room, time.Since(began).Seconds())
	return read(data, room, os.ReadFile)
}

// mutant is one change and what came of it.
type mutant struct {
	file         string // from the top of the repository
	line, column int
	kind         string // of the change: ARITHMETIC_BASE
	status       string // KILLED, LIVED, TIMED OUT, NOT COVERED, NOT VIABLE
	source       string // the line, without the space around it
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s %s", m.file, m.line, m.column, m.kind, m.source)
}

// read takes gremlins' report and the lines that it points to.
func read(data []byte, room string, open func(string) ([]byte, error)) (list []mutant, err error) {
	var report struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type, Status string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	for _, f := range report.Files {
		file := path.Join(room, f.Name)
		text, err := open(file)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(string(text), "\n")
		for _, m := range f.Mutations {
			if m.Line < 1 || m.Line > len(lines) {
				return nil, fmt.Errorf("report: %s has no line %d", file, m.Line)
			}
			list = append(list, mutant{file, m.Line, m.Column, m.Type, m.Status, strings.TrimSpace(lines[m.Line-1])})
		}
	}
	return list, nil
}

// reason says why no test can catch a kind of change on a line. The line is
// named by its text, so that it may move.
type reason struct{ file, kind, source, why string }

// readReasons reads explained.txt: three lines each and an empty one between.
func readReasons(text string) (list []reason, err error) {
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		var lines []string
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			continue
		}
		file, kind, ok := strings.Cut(lines[0], " ")
		if len(lines) < 3 || !ok {
			return nil, fmt.Errorf("explained.txt: expected FILE KIND, the source line, and the reason: %q", block)
		}
		list = append(list, reason{file, kind, lines[1], strings.Join(lines[2:], " ")})
	}
	return list, nil
}

// summary counts what came of a room's mutants.
type summary struct {
	killed, lived, explained, timedOut, uncovered int
	survivors                                     []mutant // lived and not explained
}

func sum(list []mutant, reasons []reason) (s summary) {
	for _, m := range list {
		switch m.status {
		case "KILLED":
			s.killed++
		case "TIMED OUT":
			s.timedOut++
		case "NOT COVERED":
			s.uncovered++
		case "LIVED":
			s.lived++
			if slices.ContainsFunc(reasons, func(r reason) bool {
				return r.file == m.file && r.kind == m.kind && r.source == m.source
			}) {
				s.explained++
			} else {
				s.survivors = append(s.survivors, m)
			}
		}
	}
	return s
}

// row is the room's line in docs/testing.md. The share is of those changes that
// tests reach and that a test could notice.
func (s summary) row(room string) string {
	share := "–"
	if n := s.killed + s.lived - s.explained; n > 0 {
		share = fmt.Sprintf("%.1f %%", 100*float64(s.killed)/float64(n))
	}
	return fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %s |", room, s.killed, s.lived, s.explained, s.timedOut, s.uncovered, share)
}
