package storetest

import (
	"slices"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// dueAt makes a table that is due at a moment, by its first entries.
func (s *suite) dueAt(due int64) string {
	s.Helper()
	t := newTable()
	first := entries(2, "first")
	first[0].Due, first[1].Due = 1, due // only the last one's counts
	require.NoError(s.T, s.CreateTable(s.ctx, t, board, first))
	return t.ID
}

func (s *suite) wantClaimed(now, again int64, want ...string) {
	s.Helper()
	got, err := s.Claim(s.ctx, now, again, store.MaxList)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("Claim at %d: %v, %v; want %v", now, got, err, want)
	}
}

// A table that is due is claimed once until the claim ends, and whatever is
// appended sets the time again.
func claim(s *suite) {
	s.dueAt(0)
	late, early := s.dueAt(2000), s.dueAt(1000)
	s.wantClaimed(999, 5000)
	s.wantClaimed(1000, 5000, early)
	s.wantClaimed(1000, 5000)
	s.wantClaimed(2000, 4000, late)
	s.wantClaimed(6000, 7000, late, early) // nothing came of it
	list := entries(2, "then")
	list[0].Due = 1
	s.mustAppend(early, 2, "", list)
	s.wantClaimed(9000, 9500, late)
	list = entries(1, "then")
	list[0].Due = 9100
	s.mustAppend(early, 4, "", list)
	s.wantClaimed(9100, 9200, early)
	log, err := s.Log(s.ctx, early, 5)
	if err != nil || len(log) != 1 || log[0].Due != 0 {
		s.Errorf("the log has %+v, %v; want an entry that says nothing of when it is due", log, err)
	}
}

func claimRefuses(s *suite) {
	id := s.dueAt(1000)
	s.fails("one table, a moment later", nil)(s.Claim(s.ctx, 1, 2, 1))
	s.fails("no tables", store.ErrBad)(s.Claim(s.ctx, 2000, 3000, 0))
	s.fails("again at once", store.ErrBad)(s.Claim(s.ctx, 2000, 2000, 1))
	bad := entries(1, "x")
	bad[0].Due = -1
	s.fails("due before 1970", store.ErrBad)(s.Append(s.ctx, id, 2, "", bad))
	// An append that was refused leaves the table due.
	s.fails("stale", store.ErrStale)(s.Append(s.ctx, id, 7, "", entries(1, "x")))
	s.wantClaimed(2000, 3000, id)
}

// Of several that claim at once each table goes to one.
func claimAtOnce(s *suite) {
	const tables = 12
	for range tables {
		s.dueAt(1000)
	}
	require.Equal(s.T, s.claimedAtOnce(func() ([]string, error) { return s.Claim(s.ctx, 2000, 9000, 2) }), tables, "claims of tables")
}
