package storetest

import (
	"bytes"
	"strings"
	"sync"

	"ruhr/internal/store"
)

// tableChecks check tables: made whole or not at all, listed and forgotten.
var tableChecks = []check{
	{"CreateTable", createTable},
	{"CreateTableRefuses", createTableRefuses},
	{"CreateTableIsAllOrNothing", createAllOrNothing},
	{"TwoTablesOneBoard", twoTablesOneBoard},
	{"BoardsGoWithTheirTables", boardsGoWithTheirTables},
	{"UnknownTable", unknownTable},
	{"IDs", ids},
	{"Expire", expire},
	{"Ready", ready},
	{"Closed", closed},
}

func createTable(s *suite) {
	t := s.create(3)
	got, err := s.Table(s.ctx, t.ID)
	if err != nil {
		s.Fatal(err)
	}
	if !sameTable(got, t) {
		s.Errorf("Table:\n got %+v\nwant %+v", got, t)
	}
	b, err := s.Board(s.ctx, t.Board)
	if err != nil || !bytes.Equal(b, board) {
		s.Errorf("Board = %q, %v; want %q", b, err, board)
	}
	s.wantLog(t.ID, numbered(0, "", entries(3, "first")))

	empty := s.create(0)
	s.wantLog(empty.ID, nil)
}

func sameTable(a, b store.Table) bool {
	return a.ID == b.ID && a.Created == b.Created && a.Board == b.Board &&
		bytes.Equal(a.Meta, b.Meta) && bytes.Equal(a.Deal, b.Deal)
}

func createTableRefuses(s *suite) {
	taken := s.create(1)
	for _, c := range []struct {
		name  string
		spoil func(t *store.Table, board *[]byte, first []store.Entry)
		want  error
	}{
		{"ID taken", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.ID = taken.ID }, store.ErrExists},
		{"ID empty", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.ID = "" }, store.ErrBad},
		{"ID too short", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.ID = t.ID[1:] }, store.ErrBad},
		{"ID not base64url", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.ID = "../" + t.ID[3:] }, store.ErrBad},
		{"created before 1970", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Created = -1 }, store.ErrBad},
		{"meta not JSON", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Meta = []byte("{") }, store.ErrBad},
		{"meta missing", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Meta = nil }, store.ErrBad},
		{"meta too long", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Meta = text(store.MaxMeta + 1) }, store.ErrBad},
		{"deal not JSON", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Deal = []byte("x") }, store.ErrBad},
		{"deal too long", func(t *store.Table, _ *[]byte, _ []store.Entry) { t.Deal = text(store.MaxDeal + 1) }, store.ErrBad},
		{"another board", func(_ *store.Table, b *[]byte, _ []store.Entry) { *b = []byte("{}") }, store.ErrBad},
		{"no board", func(t *store.Table, b *[]byte, _ []store.Entry) { *b, t.Board = nil, store.BoardSHA(nil) }, store.ErrBad},
		{"bad entry", func(_ *store.Table, _ *[]byte, f []store.Entry) { f[1].Kind = "" }, store.ErrBad},
	} {
		t, b, first := newTable(), board, entries(2, "new")
		c.spoil(&t, &b, first)
		s.want(c.name, s.CreateTable(s.ctx, t, b, first), c.want)
		if t.ID != taken.ID {
			_, err := s.Table(s.ctx, t.ID)
			s.want(c.name+": the table after it", err, store.ErrNoTable)
		}
	}
	s.wantLog(taken.ID, numbered(0, "", entries(1, "first")))
}

// text returns a JSON string of n bytes.
func text(n int) []byte { return []byte(`"` + strings.Repeat("x", n-2) + `"`) }

func createAllOrNothing(s *suite) {
	taken := s.create(1)
	other := []byte(`{"board":"other"}`)
	t := newTable()
	t.ID, t.Board = taken.ID, store.BoardSHA(other)
	s.want("taken", s.CreateTable(s.ctx, t, other, nil), store.ErrExists)
	_, err := s.Board(s.ctx, t.Board)
	s.want("board of a table that was refused", err, store.ErrNoBoard)
}

func twoTablesOneBoard(s *suite) {
	a, b := s.create(1), s.create(2)
	for _, t := range []store.Table{a, b} {
		got, err := s.Table(s.ctx, t.ID)
		if err != nil || got.Board != store.BoardSHA(board) {
			s.Errorf("board of %s = %q, %v", t.ID, got.Board, err)
		}
	}
}

// boardsGoWithTheirTables: a board is deleted with its last table, whichever way that
// goes, also where one is created or deleted at the same time.
func boardsGoWithTheirTables(s *suite) {
	anna := store.HashOf("anna")
	other := []byte(`{"board":"other"}`)
	sha := store.BoardSHA(other)
	create := func() string {
		t := newTable()
		t.Board = sha
		if err := s.CreateTable(s.ctx, t, other, entries(1, "first")); err != nil {
			s.Error(err)
		}
		s.grant(anna, store.Place{Table: t.ID, Seat: 0})
		return t.ID
	}
	leave := func(id string) {
		if deleted, err := s.Leave(s.ctx, anna, id); err != nil || !deleted {
			s.Errorf("Leave = %v, %v", deleted, err)
		}
	}
	board := func(what string, want error) {
		s.Helper()
		_, err := s.Board(s.ctx, sha)
		s.want(what, err, want)
	}
	first, second := create(), create()
	leave(first)
	board("with a table left", nil)
	leave(second)
	board("without a table", store.ErrNoBoard)
	create()
	board("stored again", nil)
	if n, err := s.Expire(s.ctx, 1<<60, 10); err != nil || n != 1 {
		s.Errorf("Expire = %d, %v", n, err)
	}
	board("of an expired table", store.ErrNoBoard)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				leave(create())
			}
		})
	}
	wg.Wait()
	board("after all have left", store.ErrNoBoard)
}

func unknownTable(s *suite) {
	s.create(1)
	for _, id := range []string{store.NewID(), "", "x", "a\x00b", strings.Repeat("a", 5000)} {
		_, err := s.Table(s.ctx, id)
		s.want("Table", err, store.ErrNoTable)
		_, err = s.Log(s.ctx, id, 1)
		s.want("Log", err, store.ErrNoTable)
		_, err = s.Append(s.ctx, id, 0, "", entries(1, "x"))
		s.want("Append", err, store.ErrNoTable)
		_, err = s.Board(s.ctx, id)
		s.want("Board", err, store.ErrNoBoard)
		s.want("Grant", s.Grant(s.ctx, store.HashOf("b"), store.Place{Table: id}), store.ErrNoTable)
		s.want("SaveToken", s.SaveToken(s.ctx, store.HashOf("t"), store.Place{Table: id}), store.ErrNoTable)
		s.want("Renew", s.Renew(s.ctx, store.HashOf("t"), store.Place{Table: id}, store.Holder{}, false), store.ErrNoTable)
		_, err = s.Record(s.ctx, id)
		s.want("Record", err, store.ErrNoRecord)
	}
}

func closed(s *suite) {
	t := s.create(1)
	if err := s.Close(); err != nil {
		s.Fatal(err)
	}
	if _, err := s.Log(s.ctx, t.ID, 1); err == nil {
		s.Error("Log after Close gave no error")
	}
	if _, err := s.Append(s.ctx, t.ID, 1, "", entries(1, "x")); err == nil {
		s.Error("Append after Close gave no error")
	}
}
