// Package growth measures how long a person waits on a server on which much was
// played. It fills a SQLite file with tables, finished games and people, starts the
// program on it, and asks for each page that might grow. The figures are in
// lab/growth.md. From the repository:
//
//	go build ./cmd/ruhr && go run ./cmd/ruhr-lab growth ./ruhr --games 10000
package growth

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Command is the command line.
type Command struct {
	Program string `arg:"" help:"The server's program: ./ruhr."`
	File    string `placeholder:"FILE" help:"The file to fill, or one that was filled before (default one of its own, deleted afterwards)."`
	Games   int    `default:"10000" placeholder:"N" help:"Finished games (default 10000)."`
	Logs    int    `default:"10000" placeholder:"N" help:"How many of these games still have their log (default 10000)."`
	Open    int    `default:"2000" placeholder:"N" help:"Tables whose game has not ended (default 2000)."`
	People  int    `default:"5000" placeholder:"N" help:"Accounts; the first one has played every fiftieth game, the second ten (default 5000)."`
	Days    int    `default:"3000" placeholder:"N" help:"Days whose deal was played (default 3000)."`
	Long    int    `default:"5000" placeholder:"N" help:"Entries in the log of the longest game (default 5000)."`
	Seed    uint64 `default:"7" placeholder:"N" help:"Of the games (default 7)."`
	Times   int    `default:"40" placeholder:"N" help:"How often each page is asked for (default 40)."`
	Jobs    bool   `help:"Do what the server does in the background as well, and what changes the file for good."`
}

// Run fills the file unless it is there, and prints what was measured.
func (c *Command) Run(ctx context.Context) error {
	if c.File == "" {
		dir, err := os.MkdirTemp("", "growth")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		c.File = filepath.Join(dir, "growth.db")
	}
	if _, err := os.Stat(c.File); os.IsNotExist(err) {
		began := time.Now()
		if err := c.fill(ctx); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "filled in %s\n", time.Since(began).Round(time.Second))
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	fmt.Printf("%d finished games, %d with their log, %d tables in play, %d accounts, %d days; %d MB\n\n", c.Games, min(c.Games, c.Logs), c.Open, c.People, c.Days, info.Size()>>20)
	if err := c.pages(ctx); err != nil || !c.Jobs {
		return err
	}
	return c.jobs(ctx)
}
