package cli

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
	"ruhr/spec"
)

// Tables are examined while a server has them open; one whose log is invalid
// is named, and the others are still counted.
func TestDoctor(t *testing.T) {
	db := filepath.Join(t.TempDir(), "tables.db")
	st, ids := inPlay(t, db, 3)
	examine := func() (string, int) {
		t.Setenv("LC_ALL", "en")
		var out strings.Builder
		code := Main([]string{"doctor", db}, nil, &out, io.Discard)
		return out.String(), code
	}
	if out, code := examine(); code != exitOK || !strings.Contains(out, "Tables in play: 3. Finished: 0. With faults: 0.") {
		t.Errorf("exit status %d:\n%s", code, out)
	}
	add := func(id string, e store.Entry) {
		log, err := st.Log(t.Context(), id, 1)
		if err == nil {
			_, err = st.Append(t.Context(), id, int64(len(log)), "", []store.Entry{e})
		}
		require.NoError(t, err)
	}
	add(ids[0], store.Entry{Kind: game.EventEnd, Seat: store.Nobody, Body: []byte(`{}`)})
	if out, code := examine(); code != exitOK || !strings.Contains(out, "Tables in play: 2. Finished: 1. With faults: 0.") {
		t.Errorf("a table that ended by itself: exit status %d:\n%s", code, out)
	}
	add(ids[1], store.Entry{Kind: "act", Body: []byte(`{}`)})
	if out, code := examine(); code != exitFailed || !strings.Contains(out, "Tables in play: 1. Finished: 1. With faults: 1.") ||
		!strings.Contains(out, ids[1]+": Its logbook is damaged or breaks the rules from entry") {
		t.Errorf("exit status %d:\n%s", code, out)
	}
}

// inPlay opens a new game file with tables in play, which stay open until the
// test ends.
func inPlay(t *testing.T, db string, tables int) (st store.Store, ids []string) {
	t.Helper()
	st, err := sqlite.Open(t.Context(), db)
	require.NoError(t, err)
	t.Cleanup(func() { st.Close() })
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	v, err := table.New(table.Options{Store: st, Live: hub, Board: spec.Board, Bots: bot.New})
	require.NoError(t, err)
	t.Cleanup(func() { v.Close(context.Background()) })
	for range tables {
		c, err := v.Create(t.Context(), game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	return st, ids
}
