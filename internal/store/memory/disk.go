package memory

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// Disk keeps what a store has as values by key, so that it is there again when the
// program restarts.
type Disk interface {
	// Load returns the values of all keys from the first up to, not with, the second.
	Load(ctx context.Context, from, to string) (map[string][]byte, error)
	// Write sets the values of keys, or removes those whose value is nil: all of
	// them or none. They are durable once it returns nil. Errors: store.ErrFull,
	// store.ErrGone, store.ErrUnreachable.
	Write(ctx context.Context, changes map[string][]byte) error
}

// The keys begin with what they are of. The entries of a log follow the table's ID
// with their numbers.
const (
	ofTable  = "table/"
	ofLog    = "log/"
	ofReview = "review/"
	ofBoard  = "board/"
	ofRecord = "record/"
	ofRest   = "rest/"
)

// Open returns a store whose every change is on a disk before the call that made it
// returns. The disk must have no other user. A change that cannot be written is not
// made; where it may have been, the store reads the disk again before its next use. Errors: store.ErrDamaged,
// or the disk's.
func Open(ctx context.Context, disk Disk) (*Store, error) {
	s := New()
	s.disk = disk
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("open a store: %w", err)
	}
	return s, nil
}

// kept is what is on the disk, as far as it is needed to tell what has changed.
type kept struct {
	tables map[string]written
	boards map[string][]byte
	order  []string // of the records
}

// written is a table as it is on the disk.
type written struct {
	stamp
	table
}

// copied is a table that can change without t.
func (t *table) copied() table {
	out := *t
	out.grants = maps.Clone(t.grants)
	return out
}

// stamp tells states of a table apart.
type stamp struct {
	last, due, until int64
	stage            store.Stage
	worker           string
	rewritten        int
	reviewed         int
	places           uint64
}

func (t *table) stamp() stamp {
	out := stamp{t.last(), t.due, t.until, t.stage, t.worker, t.rewritten, t.reviewed, 0}
	for h := range t.grants {
		out.places += binary.BigEndian.Uint64(h.Browser[:]) * uint64(2*h.Seat+1)
	}
	return out
}

// head is a table without its log, as it is written.
type head struct {
	Created int64
	Meta    []byte
	Deal    []byte
	Board   string
	Due     int64       `json:",omitempty"`
	Stage   store.Stage `json:",omitempty"`
	Worker  string      `json:",omitempty"`
	Until   int64       `json:",omitempty"`
	Last    int64       `json:",omitempty"` // of its log; earlier versions did not write it
	Grants  []place
}

// place is a place that a browser or a link has.
type place struct {
	Hash  []byte
	Table string `json:",omitempty"`
	Seat  int
}

// line is an entry of a log as it is written.
type line struct {
	Time int64
	Kind string
	Seat int
	Body []byte `json:",omitempty"`
	Key  string `json:",omitempty"`
}

// writtenReview is a review as it is written.
type writtenReview struct {
	Of   string
	Body []byte
}

func logKey(id string, n int64) string { return fmt.Sprintf("%s%s/%08d", ofLog, id, n) }

// changes are the keys of what differs from what is on the disk.
func (s *Store) changes() (map[string][]byte, error) {
	out := map[string][]byte{}
	var err error
	set := func(key string, v any) {
		body, bad := json.Marshal(v)
		out[key], err = body, cmp.Or(err, bad)
	}
	for id, t := range s.tables {
		kept, known := s.kept.tables[id]
		was, is := kept.stamp, t.stamp()
		if known && is == was {
			continue
		}
		if is.rewritten != was.rewritten {
			was.last = 0
		}
		h := head{t.Created, t.Meta, t.Deal, t.Board, t.due, t.stage, t.worker, t.until, t.last(), nil}
		for _, g := range slices.SortedFunc(maps.Keys(t.grants), byHolder) {
			h.Grants = append(h.Grants, place{g.Browser[:], "", g.Seat})
		}
		set(ofTable+id, h)
		if is.reviewed != was.reviewed || !known && t.review.of != "" {
			set(ofReview+id, writtenReview{t.review.of, t.review.body})
		}
		for _, e := range t.log[min(was.last, int64(len(t.log))):] { // none where it is not read
			set(logKey(id, e.N), line{e.Time, e.Kind, e.Seat, e.Body, e.Key})
		}
	}
	for id, was := range s.kept.tables {
		if s.tables[id] == nil {
			out[ofTable+id], out[ofReview+id] = nil, nil
			for n := range was.stamp.last {
				out[logKey(id, n+1)] = nil
			}
		}
	}
	for sha, body := range s.boards {
		if s.kept.boards[sha] == nil {
			out[ofBoard+sha] = body
		}
	}
	for sha := range s.kept.boards {
		if s.boards[sha] == nil {
			out[ofBoard+sha] = nil
		}
	}
	s.changedRest(out, set)
	return out, err
}

// What a store has besides tables and their boards.
const (
	restTokens = 1 << iota
	restCommitments
	restRatings
	restRecords
	restDays
)

// ratingLine is a rating as it is written.
type ratingLine struct {
	store.Rating
	Holder []byte
}

// writtenRatings are ratings as they are written.
type writtenRatings struct {
	Results []store.Result
	List    []ratingLine
	Version string
}

// changedRest adds what else has changed.
func (s *Store) changedRest(out map[string][]byte, set func(string, any)) {
	if s.touched&restTokens != 0 {
		list := []place{}
		for hash, p := range s.tokens {
			list = append(list, place{hash[:], p.Table, p.Seat})
		}
		set(ofRest+"tokens", list)
	}
	if s.touched&restCommitments != 0 {
		set(ofRest+"commitments", s.commitments)
	}
	if s.touched&restRatings != 0 {
		w := writtenRatings{s.results, nil, s.version}
		for _, r := range s.list {
			w.List = append(w.List, ratingLine{r.Rating, r.holder[:]})
		}
		set(ofRest+"ratings", w)
	}
	if s.touched&restDays != 0 {
		set(ofRest+"days", s.days)
	}
	if s.touched&restRecords != 0 {
		set(ofRest+"records", s.recordNames())
		for _, name := range s.kept.order {
			out[ofRecord+name] = nil
		}
		for _, r := range s.records {
			out[ofRecord+r.name] = r.body
		}
	}
}

func (s *Store) recordNames() (names []string) {
	for _, r := range s.records {
		names = append(names, r.name)
	}
	return names
}

// keep writes what has changed.
func (s *Store) keep(ctx context.Context) error {
	if s.disk == nil {
		return nil
	}
	changes, err := s.changes()
	if err == nil && len(changes) > 0 {
		err = s.disk.Write(context.WithoutCancel(ctx), changes)
	}
	switch {
	case err == nil:
		s.note()
	case errors.Is(err, store.ErrFull) && s.touched == 0:
		s.undo()
	default:
		s.unsure = true
	}
	return err
}

// undo makes tables and boards what they are on the disk again.
func (s *Store) undo() {
	for id, t := range s.tables {
		if was, known := s.kept.tables[id]; !known || t.stamp() != was.stamp {
			delete(s.tables, id)
		}
	}
	for id, was := range s.kept.tables {
		if s.tables[id] == nil {
			t := was.table.copied()
			s.tables[id] = &t
		}
	}
	s.boards = maps.Clone(s.kept.boards)
}

// note notes that everything is on the disk.
func (s *Store) note() {
	s.touched = 0
	s.kept.order = s.recordNames()
	for id := range s.kept.tables {
		if s.tables[id] == nil {
			delete(s.kept.tables, id)
		}
	}
	for id, t := range s.tables {
		if was, known := s.kept.tables[id]; !known || t.stamp() != was.stamp {
			s.kept.tables[id] = written{t.stamp(), t.copied()}
		}
	}
	s.kept.boards = maps.Clone(s.boards)
}

// load reads everything from the disk but logs, which are most of it.
func (s *Store) load(ctx context.Context) error {
	all, err := s.disk.Load(ctx, "", ofLog)
	if err != nil {
		return err
	}
	rest, err := s.disk.Load(ctx, pastAll(ofLog), pastKeys)
	if err != nil {
		return err
	}
	maps.Copy(all, rest)
	fresh := New()
	for _, key := range slices.Sorted(maps.Keys(all)) { // boards before tables
		if err := fresh.read(key, all[key], all); err != nil {
			return fmt.Errorf("%w: %.100q: %w", store.ErrDamaged, key, err)
		}
	}
	for _, t := range fresh.tables {
		if t.written > 0 {
			continue
		}
		fresh.disk = s.disk
		if err := fresh.whole(ctx, t); err != nil {
			return err
		}
	}
	s.tables, s.boards, s.tokens, s.records, s.commitments, s.ratings, s.days = fresh.tables, fresh.boards, fresh.tokens, fresh.records, fresh.commitments, fresh.ratings, fresh.days
	s.kept = kept{map[string]written{}, map[string][]byte{}, nil}
	s.unsure = false
	s.note()
	return nil
}

// pastKeys is past all keys.
const pastKeys = "\x7f"

// pastAll is past all keys that begin with a prefix, which ends with a slash.
func pastAll(prefix string) string { return strings.TrimSuffix(prefix, "/") + "0" }

// whole reads the log of a table from the disk, unless that has been done.
func (s *Store) whole(ctx context.Context, t *table) error {
	if !t.unread {
		return nil
	}
	prefix := ofLog + t.ID + "/"
	all, err := s.disk.Load(ctx, prefix, pastAll(prefix))
	if err != nil {
		return err
	}
	log, err := readLog(t.ID, all)
	if err == nil && t.written > 0 && t.written != int64(len(log)) {
		err = fmt.Errorf("a log of %d entries, want %d", len(log), t.written)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", store.ErrDamaged, prefix, err)
	}
	t.log, t.unread = log, false
	return nil
}

// read reads the value of a key.
func (s *Store) read(key string, body []byte, all map[string][]byte) error {
	kind, name, _ := strings.Cut(key, "/")
	switch kind + "/" {
	case ofTable:
		return s.readTable(name, body, all)
	case ofBoard:
		s.boards[name] = body
	case ofLog, ofReview, ofRecord: // read by what names them
	case ofRest:
		return s.readRest(name, body, all)
	default:
		return store.ErrNewer
	}
	return nil
}

func (s *Store) readTable(id string, body []byte, all map[string][]byte) error {
	var h head
	if err := json.Unmarshal(body, &h); err != nil {
		return err
	}
	t := &table{Table: store.Table{ID: id, Created: h.Created, Meta: h.Meta, Deal: h.Deal, Board: h.Board},
		due: h.Due, stage: h.Stage, worker: h.Worker, until: h.Until, grants: map[store.Holder]bool{}}
	for _, g := range h.Grants {
		hash, err := hashIn(g.Hash)
		if g.Seat < store.Freed(store.MaxSeat) || g.Seat > store.MaxSeat {
			err = fmt.Errorf("a grant of seat %d", g.Seat)
		}
		if err != nil {
			return err
		}
		t.grants[store.Holder{Browser: hash, Seat: g.Seat}] = true
	}
	t.written, t.unread = h.Last, true
	if body := all[ofReview+id]; body != nil {
		var w writtenReview
		if err := json.Unmarshal(body, &w); err != nil {
			return err
		}
		t.review = review{w.Of, w.Body}
	}
	s.tables[id] = t
	return nil
}

// readLog reads the log of a table.
func readLog(id string, all map[string][]byte) (log []store.Entry, err error) {
	for n := int64(1); all[logKey(id, n)] != nil; n++ {
		var e line
		if err := json.Unmarshal(all[logKey(id, n)], &e); err != nil {
			return nil, err
		}
		log = append(log, store.Entry{N: n, Time: e.Time, Kind: e.Kind, Seat: e.Seat, Body: e.Body, Key: e.Key})
	}
	return log, nil
}

// hashIn is a hash as it was written.
func hashIn(body []byte) (out store.Hash, err error) {
	if copy(out[:], body); len(body) != len(out) {
		err = fmt.Errorf("a hash of %d bytes, want %d", len(body), len(out))
	}
	return out, err
}

func (s *Store) readRest(name string, body []byte, all map[string][]byte) error {
	switch name {
	case "tokens":
		var list []place
		err := json.Unmarshal(body, &list)
		for _, p := range list {
			hash, bad := hashIn(p.Hash)
			err = cmp.Or(err, bad)
			s.tokens[hash] = store.Place{Table: p.Table, Seat: p.Seat}
		}
		return err
	case "commitments":
		return json.Unmarshal(body, &s.commitments)
	case "days":
		return json.Unmarshal(body, &s.days)
	case "ratings":
		var w writtenRatings
		err := json.Unmarshal(body, &w)
		s.results, s.version = w.Results, w.Version
		for _, r := range w.List {
			holder, bad := hashIn(r.Holder)
			err = cmp.Or(err, bad)
			s.list = append(s.list, rating{r.Rating, holder})
		}
		return err
	case "records":
		var names []string
		err := json.Unmarshal(body, &names)
		for _, name := range names {
			s.records = append(s.records, record{name, all[ofRecord+name]})
		}
		return err
	}
	return store.ErrNewer
}
