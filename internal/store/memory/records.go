package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"ruhr/internal/store"
)

// record is a game record.
type record struct {
	name string
	body []byte
}

// SaveRecord implements [store.Records].
func (s *Store) SaveRecord(ctx context.Context, name string, body []byte) error {
	return s.do(ctx, "keep a game record", func() error {
		if err := store.CheckRecord(name, body); err != nil {
			return err
		}
		s.touched |= restRecords
		s.records = slices.DeleteFunc(s.records, func(r record) bool { return r.name == name })
		s.records = slices.Insert(s.records, 0, record{name, bytes.Clone(body)})
		s.records = fitting(s.records)
		return nil
	})
}

// fitting are the newest records that are kept.
func fitting(list []record) []record {
	total := 0
	for i, r := range list {
		if total += len(r.body); i == store.KeptRecords || total > store.KeptBytes {
			return slices.Clone(list[:i])
		}
	}
	return list
}

// Record implements [store.Records].
func (s *Store) Record(ctx context.Context, name string) (body []byte, err error) {
	err = s.do(ctx, "read a game record", func() error {
		for _, r := range s.records {
			if r.name == name {
				body = r.body
				return nil
			}
		}
		return store.ErrNoRecord
	})
	return body, err
}

// commitment is the secret of a table yet to be made.
type commitment struct {
	Secret  string
	Expires int64 // unix milliseconds
}

// AddCommitment implements [store.Commitments].
func (s *Store) AddCommitment(ctx context.Context, name, secret string, now, expires int64) error {
	return s.do(ctx, "keep a commitment", func() error {
		if err := store.CheckCommitment(name, secret); err != nil {
			return err
		}
		if _, used := s.commitments[name]; used {
			return fmt.Errorf("%w: the commitment", store.ErrExists)
		}
		s.commitments[name] = commitment{secret, expires}
		s.touched |= restCommitments
		maps.DeleteFunc(s.commitments, func(_ string, c commitment) bool { return c.Expires <= now })
		if len(s.commitments) > store.MaxCommitments {
			first := slices.MinFunc(slices.Collect(maps.Keys(s.commitments)), func(a, b string) int {
				return cmp.Compare(s.commitments[a].Expires, s.commitments[b].Expires)
			})
			delete(s.commitments, first)
		}
		return nil
	})
}

// TakeCommitment implements [store.Commitments].
func (s *Store) TakeCommitment(ctx context.Context, name string, now int64) (secret string, err error) {
	err = s.do(ctx, "take a commitment", func() error {
		c, ok := s.commitments[name]
		if !ok || c.Expires <= now {
			return store.ErrNoCommitment
		}
		delete(s.commitments, name)
		secret = c.Secret
		s.touched |= restCommitments
		return nil
	})
	return secret, err
}
