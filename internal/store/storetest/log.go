package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"math/rand/v2"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

func appendEntries(s *suite) {
	t := s.create(2)
	want := numbered(0, "", entries(2, "first"))
	for i, n := range []int{1, 3, store.MaxBatch} {
		key := ""
		if i == 1 {
			key = "!" + strings.Repeat("~", store.MaxKey-1)
		}
		list, after := entries(n, fmt.Sprint("batch-", i)), int64(len(want))
		s.mustAppend(t.ID, after, key, list)
		want = append(want, numbered(after, key, list)...)
		s.wantLog(t.ID, want)
	}
}

func appendRefuses(s *suite) {
	t := s.create(1)
	for _, c := range []struct {
		name  string
		key   string
		spoil func(*store.Entry)
	}{
		{"kind empty", "", func(e *store.Entry) { e.Kind = "" }},
		{"kind with a capital", "", func(e *store.Entry) { e.Kind = "Act" }},
		{"kind too long", "", func(e *store.Entry) { e.Kind = strings.Repeat("k", store.MaxKind+1) }},
		{"seat too low", "", func(e *store.Entry) { e.Seat = store.Nobody - 1 }},
		{"seat too high", "", func(e *store.Entry) { e.Seat = store.MaxSeat + 1 }},
		{"time before 1970", "", func(e *store.Entry) { e.Time = -1 }},
		{"body missing", "", func(e *store.Entry) { e.Body = nil }},
		{"body not JSON", "", func(e *store.Entry) { e.Body = []byte("{]") }},
		{"body too long", "", func(e *store.Entry) { e.Body = text(store.MaxBody + 1) }},
		{"key with a space", "a b", func(*store.Entry) {}},
		{"key with a zero", "a\x00", func(*store.Entry) {}},
		{"key too long", strings.Repeat("k", store.MaxKey+1), func(*store.Entry) {}},
	} {
		list := entries(3, "x")
		c.spoil(&list[2])
		s.fails(c.name, store.ErrBad)(s.Append(s.ctx, t.ID, 1, c.key, list))
	}
	s.fails("no entries", store.ErrBad)(s.Append(s.ctx, t.ID, 1, "", nil))
	s.fails("too many entries", store.ErrBad)(s.Append(s.ctx, t.ID, 1, "", entries(store.MaxBatch+1, "x")))
	s.wantLog(t.ID, numbered(0, "", entries(1, "first")))
}

func appendStale(s *suite) {
	t := s.create(3)
	for _, after := range []int64{-1, 0, 2, 4, 1 << 62} {
		last, err := s.Append(s.ctx, t.ID, after, "k", entries(2, "late"))
		s.want(fmt.Sprint("after ", after), err, store.ErrStale)
		require.Equal(s.T, last, 3, "after %d: last number", after)
	}
	s.wantLog(t.ID, numbered(0, "", entries(3, "first")))
	// A refused append has not used up its key.
	s.mustAppend(t.ID, 3, "k", entries(1, "now"))
}

func appendRepeated(s *suite) {
	t := s.create(1)
	s.mustAppend(t.ID, 1, "k", entries(2, "once"))
	s.mustAppend(t.ID, 3, "other", entries(1, "then"))
	// At the number it was made at, at the newest number, and at any other.
	for _, after := range []int64{1, 3, 4, 99} {
		last, err := s.Append(s.ctx, t.ID, after, "k", entries(1, "again"))
		s.want(fmt.Sprint("again after ", after), err, store.ErrRepeated)
		require.Equal(s.T, last, 3, "again after %d: last number", after)
	}
	s.wantLogFrom(t.ID, 5, nil)
	// The key counts for its table only.
	s.mustAppend(s.create(0).ID, 0, "k", entries(1, "elsewhere"))
}

// appendLikeModel does random appends and compares each answer and the log
// with a slice that follows the contract's words.
func appendLikeModel(s *suite) {
	rng := rand.New(rand.NewPCG(1769, 1890))
	t := s.create(0)
	var log []store.Entry
	led := map[string]int64{}
	for step := range 300 {
		last := int64(len(log))
		after, key := last+rng.Int64N(3)-1, ""
		if rng.IntN(2) == 0 {
			key = fmt.Sprint("key-", rng.IntN(40))
		}
		list := entries(1+rng.IntN(3), fmt.Sprint("step-", step))
		got, err := s.Append(s.ctx, t.ID, after, key, list)
		wantN, wantErr := after+int64(len(list)), error(nil)
		if n, used := led[key]; used {
			wantN, wantErr = n, store.ErrRepeated
		} else if after != last {
			wantN, wantErr = last, store.ErrStale
		} else {
			log = append(log, numbered(last, key, list)...)
			if key != "" {
				led[key] = wantN
			}
		}
		if got != wantN || !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) {
			s.Fatalf("step %d: Append after %d of %d with key %q = %d, %v; want %d, %v",
				step, after, last, key, got, err, wantN, wantErr)
		}
	}
	if len(led) < 10 || len(log) < 50 {
		s.Fatalf("only %d keys and %d entries: the test is too weak", len(led), len(log))
	}
	s.wantLog(t.ID, log)
}

func appendTwoAtOneNumber(s *suite) {
	const rounds, writers = 20, 4
	t := s.create(0)
	for round := range rounds {
		s.oneAtOnce(writers, store.ErrStale, func(k int) error {
			last, err := s.Append(s.ctx, t.ID, int64(round), fmt.Sprint(round, "-", k), entries(1, "race"))
			require.Equal(s.T, last, int64(round)+1, "round %d: the number that writer %d was told", round, k)
			return err
		})
	}
}

func appendRepeatedAtOnce(s *suite) {
	t := s.create(0)
	s.oneAtOnce(8, store.ErrRepeated, func(k int) error {
		last, err := s.Append(s.ctx, t.ID, 0, "same", entries(2, "once"))
		require.Equal(s.T, last, 2, "the number that writer %d was told", k)
		return err
	})
	s.wantLog(t.ID, numbered(0, "same", entries(2, "once")))
}

// appendManyWriters has writers that try again after ErrStale while readers
// watch that the log is whole at every moment and never shrinks.
func appendManyWriters(s *suite) {
	const writers, each = 4, 15
	t := s.create(0)
	var write, read sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		read.Go(func() { s.watchLog(t.ID, stop) })
	}
	for w := range writers {
		write.Go(func() {
			var at int64
			for i := 0; i < each; {
				last, err := s.Append(s.ctx, t.ID, at, fmt.Sprint(w, "-", i), entries(2, fmt.Sprint("writer-", w)))
				if err != nil && !errors.Is(err, store.ErrStale) {
					s.Errorf("writer %d: %v", w, err)
					return
				}
				if err == nil {
					i++
				}
				at = last
			}
		})
	}
	write.Wait()
	close(stop)
	read.Wait()
	log, err := s.Log(s.ctx, t.ID, 1)
	if err != nil || len(log) != writers*each*2 {
		s.Fatalf("log has %d entries, %v; want %d", len(log), err, writers*each*2)
	}
	for i := 0; i < len(log); i += 2 {
		require.Equal(s.T, log[i].Kind, log[i+1].Kind, "who wrote entries %d and %d of one append", i+1, i+2)
	}
}

func (s *suite) watchLog(id string, stop <-chan struct{}) {
	for seen := 0; ; {
		select {
		case <-stop:
			return
		default:
		}
		log, err := s.Log(s.ctx, id, 1)
		if err != nil {
			s.Errorf("reader: %v", err)
			return
		}
		if len(log) < seen || len(log)%2 != 0 {
			s.Errorf("reader: log has %d entries after %d; appends are of 2", len(log), seen)
			return
		}
		seen = len(log)
	}
}

func tablesDoNotMix(s *suite) {
	a, b := s.create(1), s.create(2)
	s.mustAppend(a.ID, 1, "", entries(1, "a"))
	s.mustAppend(b.ID, 2, "", entries(1, "b"))
	s.wantLogFrom(a.ID, 2, numbered(1, "", entries(1, "a")))
	s.wantLogFrom(b.ID, 3, numbered(2, "", entries(1, "b")))
}

func appendCancelled(s *suite) {
	t := s.create(1)
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	s.fails("Append after its context ended", context.Canceled)(s.Append(ctx, t.ID, 1, "k", entries(1, "x")))
	s.wantLog(t.ID, numbered(0, "", entries(1, "first")))
	s.mustAppend(t.ID, 1, "k", entries(1, "x")) // and the store goes on
}

func logFrom(s *suite) {
	t := s.create(4)
	all := numbered(0, "", entries(4, "first"))
	for _, c := range []struct {
		from int64
		want []store.Entry
	}{
		{-3, all}, {0, all}, {1, all}, {2, all[1:]}, {4, all[3:]}, {5, nil}, {1 << 62, nil},
	} {
		s.wantLogFrom(t.ID, c.from, c.want)
	}
}

func bytesKept(s *suite) {
	// Spaces, the order of names, escapes and big numbers are what databases
	// that understand JSON would like to change.
	const text = "{ \"b\" : 1e400,\t\"a\":\"\\u0000\u00fc\\/\", \"a\": 12345678901234567890 }\n"
	odd := []byte(text)
	t := newTable()
	t.Meta, t.Deal = odd, odd
	list := entries(1, "odd")
	list[0].Body, list[0].Seat = odd, store.MaxSeat
	require.NoError(s.T, s.CreateTable(s.ctx, t, board, list))
	clear(odd) // the store has its own
	got, err := s.Table(s.ctx, t.ID)
	if err != nil || string(got.Meta) != text || string(got.Deal) != text {
		s.Errorf("Table = %q, %q, %v; want %q twice", got.Meta, got.Deal, err, text)
	}
	list[0].Body = []byte(text)
	s.wantLog(t.ID, numbered(0, "", list))
}
