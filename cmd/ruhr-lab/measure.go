package main

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"ruhr/board"
)

// measureFlags are those of a measurement of reviews.
type measureFlags struct {
	resumeFlags
	Pairs    int `default:"60" placeholder:"N" help:"Pairs of games that play a decision out (default 60)."`
	Playouts int `default:"2000" placeholder:"N" help:"Playouts of the reviews for a decision (default 2000)."`
}

// resumeFlags are those of a command that appends JSON lines to a file.
type resumeFlags struct {
	boardFlag
	Seed    uint64        `default:"1" placeholder:"N" help:"The same seed gives the same games and decisions (default 1)."`
	Out     string        `xor:"file" required:"" placeholder:"FILE" help:"Append JSON lines to this file; what it has is not measured again."`
	Time    time.Duration `placeholder:"9m" help:"End after this time; the same call goes on."`
	Workers int           `placeholder:"N" help:"Games at a time (default: one per processor)."`
}

// measure measures into the file until the time is over.
func (f *resumeFlags) measure(ctx context.Context, into func(ctx context.Context, b *board.Board, file *os.File) error) error {
	b, err := f.load()
	if err != nil {
		return err
	}
	if f.Workers <= 0 {
		f.Workers = runtime.GOMAXPROCS(0)
	}
	if f.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.Time)
		defer cancel()
	}
	file, err := os.OpenFile(f.Out, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	return into(ctx, b, file)
}

// readMeasured reads a file of a measurement, compressed if its name ends with .gz.
func readMeasured(name string, read func(io.Reader) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if !strings.HasSuffix(name, ".gz") {
		return read(f)
	}
	in, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	return read(in)
}
