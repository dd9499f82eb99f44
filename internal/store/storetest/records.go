package storetest

import (
	"bytes"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func records(s *suite) {
	one, two := store.NewID(), store.NewID()
	for name, body := range map[string]string{one: "{}", two: "\x00\xff any bytes"} {
		for range 2 { // keeping again is nothing
			require.NoError(s.T, s.SaveRecord(s.ctx, name, []byte(body)))
		}
		require.Returns(s.T, []byte(body), "Record")(s.Record(s.ctx, name))
	}
	s.want("a name that is none", s.SaveRecord(s.ctx, "x", []byte("{}")), store.ErrBad)
	s.want("nothing", s.SaveRecord(s.ctx, one, nil), store.ErrBad)
	s.want("too large", s.SaveRecord(s.ctx, one, make([]byte, store.MaxRecord+1)), store.ErrBad)
	for _, id := range unknownIDs() {
		s.fails("unknown", store.ErrNoRecord)(s.Record(s.ctx, id))
	}
	require.Returns(s.T, []byte("{}"), "after refusals Record")(s.Record(s.ctx, one))
}

// recordAtOnce: the same record, opened at several servers at once, is kept by all.
func recordAtOnce(s *suite) {
	name := store.NewID()
	for _, err := range atOnce(8, func(int) error { return s.SaveRecord(s.ctx, name, []byte("{}")) }) {
		require.NoError(s.T, err)
	}
}

// recordsGo keeps more records than there is room for, by number and then by
// size: the oldest go, one that was kept again is the newest.
func recordsGo(s *suite) {
	save := func(body []byte) string {
		name := store.NewID()
		require.NoError(s.T, s.SaveRecord(s.ctx, name, body))
		return name
	}
	there := func(name string) bool {
		_, err := s.Record(s.ctx, name)
		return err == nil
	}
	var names []string
	for range store.KeptRecords {
		names = append(names, save([]byte("{}")))
	}
	require.NoError(s.T, s.SaveRecord(s.ctx, names[0], []byte("{}")))
	last := save([]byte("{}"))
	if !there(names[0]) || there(names[1]) || !there(names[2]) || !there(last) {
		s.Error("another one than the oldest is gone")
	}
	large := bytes.Repeat([]byte("x"), store.MaxRecord)
	for range store.KeptBytes/store.MaxRecord - 1 {
		last = save(large)
	}
	if !there(names[0]) || !there(last) {
		s.Error("what has room is gone")
	}
	save(large)
	if there(names[0]) || !there(last) {
		s.Error("there are more bytes than are to be kept")
	}
}
