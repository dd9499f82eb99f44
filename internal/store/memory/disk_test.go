package memory_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/memory"
	"ruhr/internal/store/storetest"
)

// disk is a disk in memory.
type disk struct {
	values map[string][]byte
	fail   error // of the next write
	writes int
	loads  int
	read   int // values
}

func (d *disk) Load(_ context.Context, from, to string) (map[string][]byte, error) {
	d.loads++
	out := maps.Clone(d.values)
	maps.DeleteFunc(out, func(key string, _ []byte) bool { return key < from || key >= to })
	d.read += len(out)
	return out, nil
}

func (d *disk) Write(_ context.Context, changes map[string][]byte) error {
	if d.fail != nil {
		return d.fail
	}
	d.writes++
	for key, value := range changes {
		if value == nil {
			delete(d.values, key)
			continue
		}
		d.values[key] = value
	}
	return nil
}

func open(t *testing.T, d *disk) *memory.Store {
	t.Helper()
	s, err := memory.Open(context.Background(), d)
	require.NoError(t, err)
	return s
}

// TestContractsOnDisk reads its disk before each call.
func TestContractsOnDisk(t *testing.T) {
	forgetting := func(every int) func(*testing.T) *memory.Store {
		return func(t *testing.T) *memory.Store {
			s := open(t, &disk{values: map[string][]byte{}})
			memory.Forget(s, every)
			return s
		}
	}
	empty := forgetting(1)
	storetest.Run(t, empty, storetest.Tables, storetest.Seats, storetest.Records, storetest.Results, storetest.Reviews, storetest.Days)
	storetest.Run(t, forgetting(50), storetest.Commitments) // there are many
}

func newTable(board string) store.Table {
	return store.Table{ID: store.NewID(), Created: 1, Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA([]byte(board))}
}

func entry(k int) []store.Entry {
	return []store.Entry{{Time: int64(k), Kind: "act", Seat: 0, Body: fmt.Appendf(nil, `{"k":%d}`, k)}}
}

// TestFailedWrites checks that what could not be written was not done, and that
// what was acknowledged is there after a restart.
func TestFailedWrites(t *testing.T) {
	ctx := context.Background()
	d := &disk{values: map[string][]byte{}}
	s := open(t, d)
	at := newTable("{}")
	require.NoError(t, s.CreateTable(ctx, at, []byte("{}"), nil))
	acknowledged := int64(0)
	for k := range 500 {
		if d.fail = nil; k%3 == 1 {
			d.fail = store.ErrFull
		}
		n, err := s.Append(ctx, at.ID, acknowledged, fmt.Sprint("key", k), entry(k))
		if (err == nil) != (d.fail == nil) || err != nil && !errors.Is(err, store.ErrFull) {
			t.Fatalf("append %d: %v", k, err)
		}
		if err == nil {
			acknowledged = n
		}
		d.fail = nil
		if k%7 == 0 {
			s = open(t, d)
		}
		log, err := s.Log(ctx, at.ID, 1)
		if err != nil || int64(len(log)) != acknowledged {
			t.Fatalf("after append %d the log has %d entries, %d acknowledged: %v", k, len(log), acknowledged, err)
		}
	}
}

// What a full disk refuses is undone without reading all games again.
func TestRefusedWritesAreUndone(t *testing.T) {
	ctx := context.Background()
	d := &disk{values: map[string][]byte{}}
	s := open(t, d)
	at, other := newTable("{}"), newTable(`{"b":1}`)
	mine, yours := store.Place{Table: at.ID, Seat: 1}, store.Place{Table: at.ID, Seat: 2}
	holder := store.HashOf("mine")
	require.NoError(t, s.CreateTable(ctx, at, []byte("{}"), entry(1)))
	require.NoError(t, s.Grant(ctx, holder, mine))
	d.fail = store.ErrFull
	for what, err := range map[string]error{
		"append": second(s.Append(ctx, at.ID, 1, "key", entry(2))), "create": s.CreateTable(ctx, other, []byte(`{"b":1}`), nil),
		"grant": s.Grant(ctx, holder, yours), "reserve": second(s.Reserve(ctx, at.ID, "w", 1, 99)),
		"redact": s.Redact(ctx, at.ID, 1, store.Redaction{Meta: []byte(`{"n":1}`), Note: entry(3)[0]}),
		"review": s.SaveReview(ctx, at.ID, "1", []byte("{}")),
	} {
		require.Fails(t, store.ErrFull, "%s", what)(0, err)
	}
	d.fail = nil
	if d.loads != 2 { // what comes before logs, and after them
		t.Errorf("the disk was read %d times", d.loads)
	}
	for name, s := range map[string]*memory.Store{"here": s, "after a restart": open(t, d)} {
		got, err := s.Table(ctx, at.ID)
		require.NoError(t, err)
		require.Equal(t, string(got.Meta), "{}", name)
		log, err := s.Log(ctx, at.ID, 1)
		if err != nil || len(log) != 1 {
			t.Errorf("%s: the log is %v, %v", name, log, err)
		}
		require.Returns(t, []int{1}, "%s: seats", name)(s.SeatsOf(ctx, holder, at.ID))
		require.Fails(t, store.ErrNoTable, "%s", name)(s.Table(ctx, other.ID))
		require.Fails(t, store.ErrNoBoard, "%s", name)(s.Board(ctx, other.Board))
	}
	require.Returns(t, int64(2), "append")(s.Append(ctx, at.ID, 1, "key", entry(2)))
}

// A start reads no logs, however long they are; a log is read when it is asked for, and lasts.
func TestLogsAreReadWhenAskedFor(t *testing.T) {
	ctx := context.Background()
	d := &disk{values: map[string][]byte{}}
	first := open(t, d)
	tables := []store.Table{newTable("{}"), newTable("{}"), newTable("{}")}
	for _, at := range tables {
		require.NoError(t, first.CreateTable(ctx, at, []byte("{}"), slices.Repeat(entry(1), 9)))
	}
	d.read = 0
	s := open(t, d)
	if d.read > 4 { // tables and a board
		t.Errorf("a start reads %d values", d.read)
	}
	require.Returns(t, map[string]int64{tables[0].ID: 9}, "lasts")(s.Lasts(ctx, []string{tables[0].ID}))
	require.Returns(t, true, "reserve")(s.Reserve(ctx, tables[0].ID, "w", 1, 99))
	require.NoError(t, s.SetStage(ctx, tables[0].ID, 9, store.Over))
	require.Returns(t, int64(10), "append")(s.Append(ctx, tables[1].ID, 9, "", entry(2)))
	file, err := open(t, d).Save(ctx)
	require.NoError(t, err)
	to := open(t, &disk{values: map[string][]byte{}})
	require.Returns(t, memory.Restored{Tables: 3}, "restore")(to.Restore(ctx, file, store.HashOf("me"), sound))
	for k, want := range []int{9, 10, 9} {
		for name, s := range map[string]*memory.Store{"here": s, "after a restart": open(t, d), "elsewhere": to} {
			if log, err := s.Log(ctx, tables[k].ID, 1); err != nil || len(log) != want {
				t.Errorf("%s: table %d has %d entries: %v", name, k, len(log), err)
			}
		}
	}
	// A version before did not write how long logs are.
	for key, body := range d.values {
		d.values[key] = bytes.Replace(body, []byte(`"Last":9,`), nil, 1)
	}
	require.Returns(t, int64(10), "append to an earlier version's")(open(t, d).Append(ctx, tables[2].ID, 9, "", entry(2)))
	delete(d.values, "log/"+tables[1].ID+"/00000010")
	require.Fails(t, store.ErrDamaged, "a log that has lost its end")(open(t, d).Log(ctx, tables[1].ID, 1))
}

func TestReadingWritesNothing(t *testing.T) {
	ctx := context.Background()
	d := &disk{values: map[string][]byte{}}
	s := open(t, d)
	at := newTable("{}")
	require.NoError(t, s.CreateTable(ctx, at, []byte("{}"), entry(1)))
	before := d.writes
	if _, err := s.Log(ctx, at.ID, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, d).Table(ctx, at.ID); err != nil {
		t.Fatal(err)
	}
	if d.writes != before {
		t.Errorf("reading wrote %d times", d.writes-before)
	}
}

// sound finds every table sound.
func sound(context.Context, *memory.Store, string) error { return nil }

// A file of games has all that a person cannot make again, and goes on with what went
// further elsewhere; what parted stays as it is here.
func TestSavedIsWhole(t *testing.T) {
	ctx := context.Background()
	here, elsewhere := open(t, &disk{values: map[string][]byte{}}), &disk{values: map[string][]byte{}}
	mine, yours := store.HashOf("mine"), store.HashOf("yours")
	further, parted, broken := newTable("{}"), newTable("{}"), newTable("{}")
	const day, other = "2027-01-31", "2027-02-01"
	ended := store.DayEnd{Ended: 9, Counted: true, VP: 50, Body: []byte(`{}`)}
	for _, at := range []store.Table{further, parted, broken} {
		require.NoError(t, here.CreateTable(ctx, at, []byte("{}"), entry(1)))
	}
	require.NoError(t, here.Grant(ctx, mine, store.Place{Table: further.ID, Seat: 1}))
	file, err := here.Save(ctx)
	require.NoError(t, err)
	there := open(t, elsewhere)
	refused := func(_ context.Context, of *memory.Store, id string) error {
		if _, err := of.Log(ctx, id, 1); err != nil || id == broken.ID {
			return store.ErrDamaged
		}
		return nil
	}
	require.Returns(t, memory.Restored{Tables: 2, Unsound: 1}, "first")(there.Restore(ctx, file, yours, refused))
	for _, err := range []error{
		second(here.Append(ctx, further.ID, 1, "two", entry(2))), second(here.Append(ctx, parted.ID, 1, "", slices.Repeat(entry(2), 2))), second(there.Append(ctx, parted.ID, 1, "", entry(3))),
		here.SaveRecord(ctx, store.NewID(), []byte("{}")),
		second(here.AddDay(ctx, day, []byte(`{"par":[1]}`), 0)), second(here.AddDay(ctx, other, []byte(`{}`), 0)),
		second(here.StartDayGame(ctx, store.DayGame{Table: further.ID, Day: day, Holder: mine, Started: 1})), here.EndDayGame(ctx, further.ID, ended),
		second(here.StartDayGame(ctx, store.DayGame{Table: parted.ID, Day: other, Holder: mine, Started: 1})), here.EndDayGame(ctx, parted.ID, ended),
		second(there.StartDayGame(ctx, store.DayGame{Table: broken.ID, Day: other, Holder: yours, Started: 2})),
	} {
		require.NoError(t, err)
	}
	file, err = here.Save(ctx)
	require.NoError(t, err)
	for _, want := range []int{1, 0} {
		require.Returns(t, memory.Restored{Tables: want, Unsound: 1}, "again")(there.Restore(ctx, file, yours, refused))
	}
	again := open(t, elsewhere)
	log, err := here.Log(ctx, further.ID, 1)
	require.NoError(t, err)
	require.Returns(t, log, "log that went further")(again.Log(ctx, further.ID, 1))
	if log, err := again.Log(ctx, parted.ID, 2); err != nil || len(log) != 1 || log[0].Time != 3 {
		t.Errorf("the log that parted: %v, %v", log, err)
	}
	require.Returns(t, []int{1}, "seats")(again.SeatsOf(ctx, yours, further.ID))
	require.Returns(t, []string{day}, "days that count")(again.DaysCounted(ctx, yours))
	require.Returns(t, []byte(`{"par":[1]}`), "day")(again.Day(ctx, day))
	games, err := again.DayGamesOf(ctx, yours)
	if err != nil || len(games) != 3 {
		t.Errorf("games of days: %v, %v", games, err)
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(elsewhere.values)), func(key string) bool { return strings.HasPrefix(key, "record/") }) {
		t.Error("the records that were opened are not there")
	}
}

// second is the error of two results.
func second[T any](_ T, err error) error { return err }

// TestSaved takes all tables to another store, twice.
func TestSaved(t *testing.T) {
	ctx := context.Background()
	from, to := open(t, &disk{values: map[string][]byte{}}), open(t, &disk{values: map[string][]byte{}})
	mine, yours := store.HashOf("mine"), store.HashOf("yours")
	a, b := newTable("{}"), newTable(`{"b":1}`)
	for _, err := range []error{
		from.CreateTable(ctx, a, []byte("{}"), slices.Repeat(entry(1), store.MaxBatch)), from.CreateTable(ctx, b, []byte(`{"b":1}`), nil),
		from.Grant(ctx, mine, store.Place{Table: a.ID, Seat: 1}),
		to.CreateTable(ctx, b, []byte(`{"b":1}`), entry(2)),
	} {
		require.NoError(t, err)
	}
	_, err := from.Append(ctx, a.ID, store.MaxBatch, "", entry(1)) // a log is longer than what is appended at once
	require.NoError(t, err)
	file, err := from.Save(ctx)
	require.NoError(t, err)
	for _, want := range []int{1, 0} {
		if got, err := to.Restore(ctx, file, yours, sound); err != nil || got.Tables != want {
			t.Fatalf("restored %+v, want %d tables: %v", got, want, err)
		}
	}
	want, _ := from.Log(ctx, a.ID, 1)
	require.Returns(t, want, "log")(to.Log(ctx, a.ID, 1))
	require.Returns(t, []int{1}, "seats")(to.SeatsOf(ctx, yours, a.ID))
	if log, err := to.Log(ctx, b.ID, 1); err != nil || len(log) != 1 {
		t.Errorf("a table that was there was replaced: %v, %v", log, err)
	}
	for bad, want := range map[string]error{
		"": store.ErrBad, "{}": store.ErrBad, `{"format":"ruhr-games/2"}`: store.ErrNewer, `{"format":"ruhr-games/0"}`: store.ErrBad,
		`{"format":"ruhr-games/one"}`: store.ErrBad, `{"format":"ruhr-games/1","values":{"table/x":"e30="}}`: store.ErrBad,
	} {
		require.Fails(t, want, "%q", bad)(to.Restore(ctx, []byte(bad), yours, sound))
	}
}

// What is damaged on the disk or in a file is refused, and a file keeps no table reserved.
func TestDamagedPlaces(t *testing.T) {
	ctx := context.Background()
	d := &disk{values: map[string][]byte{}}
	s := open(t, d)
	at := newTable("{}")
	require.NoError(t, s.CreateTable(ctx, at, []byte("{}"), nil))
	require.NoError(t, s.Grant(ctx, store.HashOf("mine"), store.Place{Table: at.ID, Seat: 1}))
	const whole = `{"Created":1,"Meta":"e30=","Deal":"e30=","Board":%q,"Worker":"w","Until":9000000000000000,"Grants":[{"Hash":%q,"Seat":%d}]}`
	hash := base64.StdEncoding.EncodeToString(make([]byte, len(store.Hash{})))
	file := func(head string) []byte {
		out, err := json.Marshal(map[string]any{"format": "ruhr-games/1", "values": map[string][]byte{"table/" + at.ID: []byte(head), "board/" + at.Board: []byte("{}")}})
		require.NoError(t, err)
		return out
	}
	for name, head := range map[string]string{"hash": fmt.Sprintf(whole, at.Board, "AAAA", 0), "seat": fmt.Sprintf(whole, at.Board, hash, 99)} {
		_, err := open(t, &disk{values: map[string][]byte{}}).Restore(ctx, file(head), store.HashOf("yours"), sound)
		require.Fails(t, store.ErrBad, "a file with another %s", name)(0, err)
		damaged := &disk{values: maps.Clone(d.values)}
		damaged.values["table/"+at.ID] = []byte(head)
		_, err = memory.Open(ctx, damaged)
		require.Fails(t, store.ErrDamaged, "a disk with another %s", name)(0, err)
	}
	for key, value := range map[string]string{"tokens": `[{"Hash":"AAAA"}]`, "ratings": `{"List":[{"Holder":"AAAA"}]}`} {
		damaged := &disk{values: maps.Clone(d.values)}
		damaged.values["rest/"+key] = []byte(value)
		_, err := memory.Open(ctx, damaged)
		require.Fails(t, store.ErrDamaged, "a disk with other %s", key)(0, err)
	}
	here := &disk{values: map[string][]byte{}}
	if got, err := open(t, here).Restore(ctx, file(fmt.Sprintf(whole, at.Board, hash, 0)), store.HashOf("yours"), sound); got.Tables != 1 || err != nil {
		t.Fatalf("restored %+v: %v", got, err)
	}
	if head := here.values["table/"+at.ID]; bytes.Contains(head, []byte("Until")) {
		t.Errorf("the table is reserved: %s", head)
	}
}
