package memory

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ruhr/internal/store"
)

// CreateTable implements [store.Tables].
func (s *Store) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry, holders ...store.Holder) error {
	return s.do(ctx, "create a table", func() error {
		if err := errors.Join(store.CheckTable(t, board), store.CheckEntries(first)); err != nil {
			return err
		}
		if s.tables[t.ID] != nil {
			return fmt.Errorf("%w: table %q", store.ErrExists, store.ShortID(t.ID))
		}
		t.Meta, t.Deal = bytes.Clone(t.Meta), bytes.Clone(t.Deal)
		at := &table{Table: t, grants: map[store.Holder]bool{}}
		at.add("", first)
		for _, h := range holders {
			if err := cmp.Or(store.CheckGrant(h.Seat), at.grant(h.Browser, h.Seat)); err != nil {
				return err
			}
		}
		s.tables[t.ID], s.boards[t.Board] = at, bytes.Clone(board)
		return nil
	})
}

// Table implements [store.Tables].
func (s *Store) Table(ctx context.Context, id string) (out store.Table, err error) {
	err = s.at(ctx, "read a table", id, func(t *table) error { out = t.Table; return nil })
	return out, err
}

// Board implements [store.Tables].
func (s *Store) Board(ctx context.Context, sha string) (body []byte, err error) {
	err = s.do(ctx, "read a board", func() error {
		if body = s.boards[sha]; body == nil {
			return fmt.Errorf("%w: %.70q", store.ErrNoBoard, sha)
		}
		return nil
	})
	return body, err
}

// IDs implements [store.Tables].
func (s *Store) IDs(ctx context.Context, after string, limit int) (list []string, err error) {
	err = s.do(ctx, "list the tables", func() error {
		if limit < 1 {
			return fmt.Errorf("%w: at most %d tables, want 1 to %d", store.ErrBad, limit, store.MaxList)
		}
		for _, id := range slices.Sorted(maps.Keys(s.tables)) {
			if id > after && len(list) < min(limit, store.MaxList) {
				list = append(list, id)
			}
		}
		return nil
	})
	return list, err
}

// Append implements [store.Tables].
func (s *Store) Append(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
	return s.append(ctx, id, after, key, entries, func(*table) error { return nil })
}

// append is Append with a function for the same transaction. It runs when nothing
// else can fail.
func (s *Store) append(ctx context.Context, id string, after int64, key string, entries []store.Entry, and func(*table) error) (last int64, err error) {
	const what = "append to a log"
	if err := store.CheckAppend(key, entries); err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	err = s.at(ctx, what, id, func(t *table) error {
		if led := t.ledTo(key); led > 0 {
			last = led
			return fmt.Errorf("%w: key %q at table %q led to %d", store.ErrRepeated, key, store.ShortID(id), led)
		}
		if err := t.current(after); err != nil {
			last = t.last()
			return err
		}
		if err := and(t); err != nil {
			return err
		}
		last = t.add(key, entries)
		return nil
	})
	return last, err
}

func (t *table) last() int64 {
	if t.unread {
		return t.written
	}
	return int64(len(t.log))
}

// ledTo returns the number that the append with a key led to, 0 for none.
func (t *table) ledTo(key string) int64 {
	if key == "" {
		return 0
	}
	return int64(1 + slices.IndexFunc(t.log, func(e store.Entry) bool { return e.Key == key }))
}

// current returns ErrStale if the log is at another number.
func (t *table) current(after int64) error {
	if t.last() != after {
		return fmt.Errorf("%w: log of table %q is at %d, not %d", store.ErrStale, store.ShortID(t.ID), t.last(), after)
	}
	return nil
}

// add adds entries to the log and returns its last number.
func (t *table) add(key string, entries []store.Entry) int64 {
	for i, e := range entries {
		t.due, t.stage = e.Due, e.Stage
		e.N, e.Body, e.Key, e.Due, e.Stage, e.News = t.last()+1, bytes.Clone(e.Body), "", 0, 0, false
		if i == len(entries)-1 {
			e.Key = key
		}
		t.log = append(t.log, e)
	}
	return t.last()
}

// Log implements [store.Tables].
func (s *Store) Log(ctx context.Context, id string, from int64) (log []store.Entry, err error) {
	err = s.at(ctx, "read a log", id, func(t *table) error {
		log = slices.Clone(t.log[min(max(from-1, 0), t.last()):])
		return nil
	})
	return log, err
}

// Redact implements [store.Tables].
func (s *Store) Redact(ctx context.Context, id string, after int64, r store.Redaction) error {
	const what = "redact a table"
	if err := store.CheckRedaction(r); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return s.at(ctx, what, id, func(t *table) error {
		if err := t.current(after); err != nil {
			return err
		}
		log := slices.Clone(t.log)
		for _, e := range r.Entries {
			if e.N < 1 || e.N > after || log[e.N-1].Kind != e.Kind || log[e.N-1].Seat != e.Seat {
				return fmt.Errorf("%w: table %q has no entry %d of kind %s for seat %d", store.ErrBad, store.ShortID(id), e.N, e.Kind, e.Seat)
			}
			log[e.N-1].Body = bytes.Clone(e.Body)
		}
		due, stage := t.due, t.stage
		t.Meta, t.log, t.rewritten = bytes.Clone(r.Meta), log, t.rewritten+1
		t.add("", []store.Entry{r.Note})
		t.due, t.stage = due, stage
		return nil
	})
}

// Lasts implements [store.Tables].
func (s *Store) Lasts(ctx context.Context, ids []string) (map[string]int64, error) {
	out := map[string]int64{}
	err := s.do(ctx, "ask how far tables are", func() error {
		for _, id := range ids {
			if t := s.tables[id]; t != nil {
				out[id] = t.last()
			}
		}
		return nil
	})
	return out, err
}

// Claim implements [store.Tables].
func (s *Store) Claim(ctx context.Context, now, again int64, limit int) (list []string, err error) {
	err = s.do(ctx, "claim tables that are due", func() error {
		if err := store.CheckClaim(now, again, limit); err != nil {
			return err
		}
		var due []*table
		for _, t := range s.tables {
			if t.due > 0 && t.due <= now {
				due = append(due, t)
			}
		}
		slices.SortFunc(due, func(a, b *table) int { return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.ID, b.ID)) })
		for _, t := range due[:min(len(due), limit, store.MaxList)] {
			t.due = again
			list = append(list, t.ID)
		}
		return nil
	})
	return list, err
}

// SetStage implements [store.Tables].
func (s *Store) SetStage(ctx context.Context, id string, n int64, stage store.Stage) error {
	return s.do(ctx, "set a table's stage", func() error {
		if t := s.tables[id]; t != nil && t.last() == n {
			t.due, t.stage = 0, stage
		}
		return nil
	})
}

// Reserve implements [store.Tables].
func (s *Store) Reserve(ctx context.Context, id, worker string, now, until int64) (mine bool, err error) {
	err = s.do(ctx, "reserve a table", func() error {
		if err := store.CheckReserve(id, worker); err != nil {
			return err
		}
		t := s.tables[id]
		if mine = t != nil && (t.worker == worker || t.until <= now); mine {
			t.worker, t.until = worker, until
		}
		return nil
	})
	return mine, err
}

// Ready implements [store.Tables].
func (s *Store) Ready(ctx context.Context) error { return ctx.Err() }
