package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ruhr/internal/store"
)

// saved is a file of all games: tables with their logs, reviews and boards, opened records,
// and the deals of days.
type saved struct {
	Format string            `json:"format"`
	Values map[string][]byte `json:"values"`
}

const savedFormat = "ruhr-games/1"

// Save returns all games as a file that Restore reads, with what is hidden at them.
func (s *Store) Save(ctx context.Context) (file []byte, err error) {
	err = s.do(ctx, "save all games", func() error {
		for _, t := range s.tables {
			if err := s.whole(ctx, t); err != nil {
				return err
			}
		}
		whole := Store{tables: s.tables, boards: s.boards, records: s.records, days: s.days, touched: restRecords | restDays, kept: kept{map[string]written{}, nil, nil}}
		values, err := whole.changes()
		if err == nil {
			file, err = json.Marshal(saved{savedFormat, values})
		}
		return err
	})
	return file, err
}

// Restored says what came of a file: tables that were added or went further in it, and
// those that were left out because they are not sound.
type Restored struct{ Tables, Unsound int }

// Restore adds the games of a file that are not here yet, and goes on with those that went
// further in it. What others held goes to one browser. Sound checks a table of another
// store. Errors: store.ErrBad, store.ErrNewer.
func (s *Store) Restore(ctx context.Context, file []byte, holder store.Hash, sound func(ctx context.Context, of *Store, id string) error) (out Restored, err error) {
	other, err := readSaved(file)
	if err != nil {
		return out, err
	}
	for id, t := range other.tables {
		t.worker, t.until = "", 0 // no program that thinks for it is here
		places := t.grants
		t.grants = map[store.Holder]bool{}
		for h := range places {
			t.grants[store.Holder{Browser: holder, Seat: h.Seat}] = true
		}
		if sound(ctx, other, id) != nil {
			delete(other.tables, id)
			out.Unsound++
		}
	}
	err = s.do(ctx, "restore games", func() error {
		for id, t := range other.tables {
			have := s.tables[id]
			if have != nil {
				if err := s.whole(ctx, have); err != nil {
					return err
				}
			}
			if have == nil || t.continues(have) {
				s.tables[id], s.boards[t.Board] = t, other.boards[t.Board]
				out.Tables++
			}
		}
		s.addRecords(other.records)
		s.addDays(other.days, holder)
		return nil
	})
	return out, err
}

// readSaved reads a file of games.
func readSaved(file []byte) (*Store, error) {
	var from saved
	if err := json.Unmarshal(file, &from); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrBad, err)
	}
	kind, version, _ := strings.Cut(from.Format, "/")
	switch v, err := strconv.Atoi(version); {
	case kind != "ruhr-games" || err != nil || v < 1:
		return nil, fmt.Errorf("%w: format is %.40q, expected %q", store.ErrBad, from.Format, savedFormat)
	case v > 1:
		return nil, fmt.Errorf("%w: games of version %d", store.ErrNewer, v)
	}
	out := New()
	for key, body := range from.Values {
		if !strings.HasPrefix(key, ofTable) && !strings.HasPrefix(key, ofBoard) && key != ofRest+"records" && key != ofRest+"days" {
			continue
		}
		if err := out.read(key, body, from.Values); err != nil {
			return nil, fmt.Errorf("%w: %.100q: %w", store.ErrBad, key, err)
		}
	}
	for id, t := range out.tables {
		log, err := readLog(id, from.Values)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", store.ErrBad, err)
		}
		t.log, t.unread = log, false
	}
	return out, out.check()
}

// check checks everything from a file.
func (s *Store) check() error {
	for _, t := range s.tables {
		if err := errors.Join(store.CheckTable(t.Table, s.boards[t.Board]), store.CheckLog(t.log)); err != nil {
			return err
		}
	}
	for _, r := range s.records {
		if err := store.CheckRecord(r.name, r.body); err != nil {
			return err
		}
	}
	for day, d := range s.days.Days {
		if err := store.CheckDay(day, d.Body); err != nil {
			return err
		}
	}
	for _, g := range s.days.Games {
		err := store.CheckDayGame(g)
		if g.Ended != 0 {
			err = errors.Join(err, store.CheckDayEnd(g.DayEnd))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// continues reports whether a table of a file goes on where the one that is here ends, and
// then takes over what does not follow from its log.
func (t *table) continues(have *table) bool {
	same := func(a, b store.Entry) bool {
		return a.N == b.N && a.Time == b.Time && a.Kind == b.Kind && a.Seat == b.Seat && a.Key == b.Key && bytes.Equal(a.Body, b.Body)
	}
	if t.last() <= have.last() || t.Created != have.Created || t.Board != have.Board || !bytes.Equal(t.Deal, have.Deal) || !bytes.Equal(t.Meta, have.Meta) ||
		!slices.EqualFunc(have.log, t.log[:have.last()], same) {
		return false
	}
	maps.Copy(t.grants, have.grants)
	t.worker, t.until, t.rewritten, t.reviewed = have.worker, have.until, have.rewritten, have.reviewed+1
	return true
}

// addRecords adds records that are not here, as older ones.
func (s *Store) addRecords(list []record) {
	for _, r := range list {
		if !slices.ContainsFunc(s.records, func(have record) bool { return have.name == r.name }) {
			s.records = append(slices.Clip(s.records), r)
			s.touched |= restRecords
		}
	}
	s.records = fitting(s.records)
}

// addDays adds what is known of days and the games of them, which one holder played. The
// first one that is here stays the first of its day.
func (s *Store) addDays(from days, holder store.Hash) {
	s.touched |= restDays
	for day, d := range from.Days {
		if have, known := s.days.Days[day]; !known || have.Due > 0 && d.Due == 0 {
			s.days.Days[day] = d
		}
	}
	for _, g := range from.Games {
		g.Holder = holder
		k := slices.IndexFunc(s.days.Games, func(have store.DayGame) bool { return have.Table == g.Table })
		g.First = !slices.ContainsFunc(s.days.Games, func(have store.DayGame) bool {
			return have.Day == g.Day && have.Holder == holder && have.First && have.Table != g.Table
		})
		g.Counted = g.Counted && g.First
		s.days.Games = slices.Clone(s.days.Games)
		switch {
		case k < 0:
			s.days.Games = append(s.days.Games, g)
		case s.days.Games[k].Ended == 0:
			s.days.Games[k].DayEnd = g.DayEnd
		}
	}
}
