package lab

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// lines are JSON lines that several goroutines append to a file.
type lines struct {
	sync.Mutex
	file *os.File
}

// resumeLines gives the whole lines of a file to a function, and appends after them: what
// was cut off is dropped.
func resumeLines(f *os.File, each func(data []byte) error) (*lines, error) {
	whole, err := readLines(f, each)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return &lines{file: f}, nil
}

func (l *lines) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.Lock()
	defer l.Unlock()
	_, err = l.file.Write(append(data, '\n'))
	return err
}

// measure does jobs 0 to n-1, which append lines to a file, after the lines that it has were
// given to a function. If the time of ctx is over, it ends without an error.
func measure(ctx context.Context, f *os.File, workers, n int, each func(data []byte) error, do func(ctx context.Context, k int, out *lines) error) error {
	out, err := resumeLines(f, each)
	if err != nil {
		return err
	}
	err = inParallel(ctx, workers, n, func(ctx context.Context) (func(int) error, error) {
		return func(k int) error { return do(ctx, k, out) }, nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// gameLine is the line of a game: its number and its seats.
type gameLine interface{ of() (game, seats int) }

// measureGames appends the lines of games 0 to n-1 to a file, except of those that it has.
func measureGames[L gameLine](ctx context.Context, f *os.File, workers, n int, measured func(ctx context.Context, k int) (*L, error)) error {
	done := map[int]bool{}
	return measure(ctx, f, workers, n, eachGame(func(l *L) {
		k, _ := (*l).of()
		done[k] = true
	}), func(ctx context.Context, k int, out *lines) error {
		if done[k] {
			return nil
		}
		l, err := measured(ctx, k)
		if err != nil {
			return err
		}
		return out.write(l)
	})
}

// readGames reads the lines of games.
func readGames[L gameLine](r io.Reader) (list []*L, err error) {
	_, err = readLines(r, eachGame(func(l *L) { list = append(list, l) }))
	return list, err
}

func eachGame[L gameLine](use func(l *L)) func(data []byte) error {
	return func(data []byte) error {
		l := new(L)
		if err := json.Unmarshal(data, l); err != nil {
			return err
		}
		if _, seats := (*l).of(); seats == 0 {
			return errors.New("not the line of a game")
		}
		use(l)
		return nil
	}
}

// readLines gives each whole line to a function and returns how many bytes they have
// together.
func readLines(r io.Reader, each func(data []byte) error) (whole int64, err error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		data, err := in.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil
		}
		if err == nil {
			err = each(data)
		}
		if err != nil {
			return whole, fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(data))
	}
}
