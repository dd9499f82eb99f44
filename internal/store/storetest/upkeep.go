package storetest

import (
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// boardsGoWithTheirTables: a board is deleted with its last table, whichever way that
// goes, also where one is created or deleted at the same time.
func boardsGoWithTheirTables(s *suite) {
	anna := store.HashOf("anna")
	other := []byte(`{"board":"other"}`)
	sha := store.BoardSHA(other)
	create := func() string {
		t := newTable()
		t.Board = sha
		require.NoError(s.T, s.CreateTable(s.ctx, t, other, entries(1, "first")))
		s.grant(anna, store.Place{Table: t.ID, Seat: 0})
		return t.ID
	}
	leave := func(id string) {
		require.Returns(s.T, true, "Leave")(s.Leave(s.ctx, anna, id))
	}
	board := func(what string, want error) {
		s.Helper()
		s.fails(what, want)(s.Board(s.ctx, sha))
	}
	first, second := create(), create()
	leave(first)
	board("with a table left", nil)
	leave(second)
	board("without a table", store.ErrNoBoard)
	create()
	board("stored again", nil)
	require.Returns(s.T, 1, "Expire")(s.Expire(s.ctx, 1<<60, 10))
	board("of an expired table", store.ErrNoBoard)
	atOnce(8, func(int) any {
		for range 5 {
			leave(create())
		}
		return nil
	})
	board("after all have left", store.ErrNoBoard)
}

// expire deletes the tables at which nothing has happened for long, and of each
// all that belongs to it.
func expire(s *suite) {
	old, young, none := s.create(2), s.create(2), s.create(0)
	later := entries(1, "later")
	later[0].Time += 1_000_000
	s.mustAppend(young.ID, 2, "", later)
	anna, link := store.HashOf("anna"), store.HashOf("link")
	for _, t := range []store.Table{old, young, none} {
		s.grant(anna, store.Place{Table: t.ID, Seat: 1})
		s.say(t.ID, 1, "anna", "hello")
		require.NoError(s.T, s.MarkRead(s.ctx, t.ID, anna, 1))
		require.NoError(s.T, s.SaveReview(s.ctx, t.ID, "game", []byte("{}")))
	}
	require.NoError(s.T, s.SaveToken(s.ctx, link, store.Place{Table: old.ID, Seat: 1}))
	newest := entries(2, "first")[1].Time // of old, and later than none was created
	require.Returns(s.T, 0, "Expire of none")(s.Expire(s.ctx, none.Created, 10))
	for _, want := range []int{1, 1, 0} {
		if n, err := s.Expire(s.ctx, newest+1, 1); n != want || err != nil {
			s.Errorf("Expire = %d, %v; want %d", n, err, want)
		}
	}
	require.Returns(s.T, []string{young.ID}, "left")(s.IDs(s.ctx, "", 10))
	s.fails("the log of one that is gone", store.ErrNoTable)(s.Log(s.ctx, old.ID, 1))
	s.fails("a link there", store.ErrNoToken)(s.TokenByHash(s.ctx, link))
	s.wantSeats(anna, old.ID, nil)
	s.many("what was said there", 0)(s.Messages(s.ctx, old.ID, 0, anna))
	require.Returns(s.T, int64(0), "what was read there")(s.ReadTo(s.ctx, old.ID, anna))
	if of, _, err := s.Review(s.ctx, old.ID); err != nil || of != "" {
		s.Errorf("its review: %q, %v", of, err)
	}
	if of, _, err := s.Review(s.ctx, young.ID); err != nil || of != "game" {
		s.Errorf("the review of another table: %q, %v", of, err)
	}
	s.wantSeats(anna, young.ID, []int{1})
	s.fails("the board of another table", nil)(s.Board(s.ctx, store.BoardSHA(board)))
	s.fails("one asked for", nil)(s.Expire(s.ctx, 1, 1))
	s.fails("none asked for", store.ErrBad)(s.Expire(s.ctx, 1, 0))
}

// expireAtOnce deletes old tables while others do so and people act there: what was
// acknowledged stays.
func expireAtOnce(s *suite) {
	var ids []string
	for range 30 {
		ids = append(ids, s.create(1).ID)
	}
	later := entries(1, "later")
	later[0].Time += 1_000_000
	atOnce(4, func(k int) any {
		for i, id := range ids {
			if k < 2 {
				require.Fails(s.T, nil, "Expire")(s.Expire(s.ctx, later[0].Time, 4))
			} else if i%2 == k%2 {
				if _, err := s.Append(s.ctx, id, 1, "", later); err == nil {
					s.many("an entry was lost", 2)(s.Log(s.ctx, id, 1))
				}
			}
		}
		return nil
	})
}

func closed(s *suite) {
	t := s.create(1)
	require.NoError(s.T, s.Close())
	if _, err := s.Log(s.ctx, t.ID, 1); err == nil {
		s.Error("Log after Close gave no error")
	}
	if _, err := s.Append(s.ctx, t.ID, 1, "", entries(1, "x")); err == nil {
		s.Error("Append after Close gave no error")
	}
	if s.Ready(s.ctx) == nil {
		s.Error("a closed store is ready")
	}
}
