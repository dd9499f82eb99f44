// Command mutate changes one operator of a room's code at a time, runs the
// room's tests, and says which changes no test noticed. From the repository:
//
//	go run ./internal/tool/mutate board view
//
// prints a row of the table in lab/testing.md for each room, then the
// survivors with their lines. Survivors that no test can catch stand with the
// reason in explained.txt.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ruhr/internal/tool/mutate/schemata"
)

//go:embed explained.txt
var explained string

// apart are folders measured separately from the room above them.
var apart = map[string][]string{
	"bot":            {"bottest", "policy", "rng", "search", "value"},
	"internal/store": {"storetest"},
	"internal/live":  {"livetest"},
	"lab":            {"load"},
	"lang":           {"handbook"},
	"rules":          {"packed", "random", "rulestest"},
}

type config struct {
	schemata.Options
	since string   // only lines changed since this commit
	with  []string // rooms whose tests count too
	only  *regexp.Regexp
	every int // sample one in this many changes
	from  int // the first of them
}

func main() {
	log.SetFlags(0)
	c, rooms := arguments()
	reasons, err := readReasons(explained)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, room := range rooms {
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

func arguments() (c config, rooms []string) {
	var with, only string
	flag.IntVar(&c.Workers, "workers", 0, "tests at a time (default: one per processor)")
	flag.StringVar(&c.since, "since", "", "change only lines that differ from this commit or branch")
	flag.StringVar(&with, "with", "", "rooms, separated by commas, whose tests count besides a room's own")
	flag.StringVar(&c.Only, "run", "", "run only tests with names like this regular expression")
	flag.StringVar(&c.Skip, "skip", "", "leave out tests with names like this regular expression")
	flag.StringVar(&only, "only", "", "change only what this regular expression finds in a survivor's line: view/of.go:12:")
	flag.IntVar(&c.every, "every", 1, "make only one of so many changes, for a sample of a large room")
	flag.IntVar(&c.from, "from", 0, "with -every: which change is the first, from 0, for another sample")
	flag.IntVar(&c.Factor, "factor", 0, "how many times as long as on unchanged code tests may take (default 10)")
	flag.BoolVar(&c.LogOutcomes, "v", false, "say what came of each change as soon as it is known")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutate [flags] ROOM…, rooms as in ARCHITECTURE.md: board internal/table")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	c.Log = log.Printf
	if with != "" {
		c.with = folders(strings.Split(with, ","))
	}
	var err error
	if c.only, err = regexp.Compile(only); err != nil {
		log.Fatalf("-only: %v", err)
	}
	if c.every < 1 {
		log.Fatalf("-every: %d, expected 1 or more", c.every)
	}
	if c.from < 0 || c.from >= c.every {
		log.Fatalf("-from: %d, expected 0 to %d, below -every", c.from, c.every-1)
	}
	for name, value := range map[string]string{"run": c.Only, "skip": c.Skip} {
		if _, err := regexp.Compile(value); err != nil {
			log.Fatalf("-%s: %v", name, err)
		}
	}
	return c, folders(flag.Args())
}

// folders validates room names.
func folders(names []string) []string {
	for i, name := range names {
		names[i] = path.Clean(filepath.ToSlash(name))
		if info, err := os.Stat(names[i]); err != nil || !info.IsDir() {
			log.Fatalf("%s: no such folder; run this from the top of the repository", name)
		}
	}
	return names
}

// mutate tests one room.
func (c config) mutate(ctx context.Context, room string) ([]schemata.Mutant, error) {
	module, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	change, err := packages(room)
	if err != nil {
		return nil, err
	}
	keep, err := c.keep(ctx, room)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	defer func() { log.Printf("%s: %.0f s", room, time.Since(began).Seconds()) }()
	var with []string
	for _, w := range c.with {
		with = append(with, "./"+w)
	}
	return schemata.Run(ctx, schemata.Room{Module: module, Change: change, Test: with, Keep: keep}, c.Options)
}

// keep returns a filter for a room's changes; call the filter once per change.
func (c config) keep(ctx context.Context, room string) (func(schemata.Mutant) bool, error) {
	var changed map[place]bool
	if c.since != "" {
		var err error
		if changed, err = changedSince(ctx, c.since, room); err != nil {
			return nil, err
		}
	}
	n := -1
	return func(m schemata.Mutant) bool {
		if changed != nil && !changed[place{m.File, m.Line}] || !c.only.MatchString(m.String()) {
			return false
		}
		n++
		return n%c.every == c.from
	}, nil
}

// packages lists a room's folders with Go code.
func packages(room string) (list []string, err error) {
	return list, filepath.WalkDir(room, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name = filepath.ToSlash(name)
		if slices.Contains(apart[room], strings.TrimPrefix(name, room+"/")) || d.Name() == "testdata" {
			return fs.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(name, "*.go")); len(files) > 0 {
			list = append(list, "./"+name)
		}
		return nil
	})
}
