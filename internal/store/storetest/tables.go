package storetest

import (
	"bytes"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func createTable(s *suite) {
	t := s.create(3)
	got, err := s.Table(s.ctx, t.ID)
	require.NoError(s.T, err)
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
			s.fails(c.name+": the table after it", store.ErrNoTable)(s.Table(s.ctx, t.ID))
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
	s.fails("board of a table that was refused", store.ErrNoBoard)(s.Board(s.ctx, t.Board))
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

// unknownIDs are IDs that nothing has, and texts that are none.
func unknownIDs() []string {
	return []string{store.NewID(), "", "x", "a\x00b", strings.Repeat("a", 5000)}
}

func unknownTable(s *suite) {
	s.create(1)
	for _, id := range unknownIDs() {
		s.fails("Table", store.ErrNoTable)(s.Table(s.ctx, id))
		s.fails("Log", store.ErrNoTable)(s.Log(s.ctx, id, 1))
		s.fails("Append", store.ErrNoTable)(s.Append(s.ctx, id, 0, "", entries(1, "x")))
		s.fails("Board", store.ErrNoBoard)(s.Board(s.ctx, id))
	}
}

// ids lists all tables, page by page.
func ids(s *suite) {
	var want []string
	for range 5 {
		want = append(want, s.create(0).ID)
	}
	slices.Sort(want)
	var got []string
	for after := ""; ; after = got[len(got)-1] {
		list, err := s.IDs(s.ctx, after, 2)
		require.NoError(s.T, err)
		if got = append(got, list...); len(list) < 2 {
			break
		}
	}
	if !slices.Equal(got, want) {
		s.Errorf("IDs = %v, want %v", got, want)
	}
	s.many("IDs", 1)(s.IDs(s.ctx, "", 1))
	s.fails("none asked for", store.ErrBad)(s.IDs(s.ctx, "", 0))
}

func ready(s *suite) { s.want("an open store", s.Ready(s.ctx), nil) }

func redact(s *suite) {
	t, other := s.create(4), s.create(4)
	want, err := s.Log(s.ctx, t.ID, 1)
	require.NoError(s.T, err)
	meta, body := []byte(`{"name":""}`), []byte(`{"gone":true}`)
	change := want[1]
	change.Body = body
	wrong := change
	wrong.Kind = "other"
	none := change
	none.N = 9
	note := store.Entry{Time: 7, Kind: "forget", Seat: 1, Body: []byte(`{}`)}
	for what, c := range map[string]struct {
		id    string
		after int64
		meta  []byte
		with  store.Entry
		want  error
	}{
		"another number":  {t.ID, 3, meta, change, store.ErrStale},
		"no table":        {store.NewID(), 4, meta, change, store.ErrNoTable},
		"meta not JSON":   {t.ID, 4, []byte("x"), change, store.ErrBad},
		"another kind":    {t.ID, 4, meta, wrong, store.ErrBad},
		"no such entry":   {t.ID, 4, meta, none, store.ErrBad},
		"entry of no use": {t.ID, 4, meta, store.Entry{N: 2, Kind: "!", Body: body}, store.ErrBad},
	} {
		s.want(what, s.Redact(s.ctx, c.id, c.after, store.Redaction{Meta: c.meta, Entries: []store.Entry{c.with}, Note: note}), c.want)
	}
	s.want("one of two", s.Redact(s.ctx, t.ID, 4, store.Redaction{Meta: meta, Entries: []store.Entry{change, none}, Note: note}), store.ErrBad)
	s.want("no note", s.Redact(s.ctx, t.ID, 4, store.Redaction{Meta: meta}), store.ErrBad)
	s.wantLog(t.ID, want) // refusals change nothing
	err = s.Redact(s.ctx, t.ID, 4, store.Redaction{Meta: meta, Entries: []store.Entry{change}, Note: note})
	require.NoError(s.T, err)
	want[1].Body = body
	note.N = 5
	s.wantLog(t.ID, append(want, note))
	if got, err := s.Table(s.ctx, t.ID); err != nil || string(got.Meta) != string(meta) || string(got.Deal) != string(t.Deal) {
		s.Errorf("the table is %+v, %v", got, err)
	}
	if got, err := s.Table(s.ctx, other.ID); err != nil || string(got.Meta) != string(other.Meta) {
		s.Errorf("another table is %+v, %v", got, err)
	}
	late := s.dueAt(1000)
	s.want("one that is due", s.Redact(s.ctx, late, 2, store.Redaction{Meta: meta, Note: note}), nil)
	long := s.create(store.MaxBatch)
	s.mustAppend(long.ID, store.MaxBatch, "", entries(1, "more"))
	all, err := s.Log(s.ctx, long.ID, 1)
	require.NoError(s.T, err)
	s.want("more than are appended at once", s.Redact(s.ctx, long.ID, store.MaxBatch+1, store.Redaction{Meta: meta, Entries: all, Note: note}), nil)
	s.wantClaimed(1000, 2000, late)
}
