package sqlite_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/store/sqlstore"
)

// However many requests store rows, a database table keeps only so many for one
// account, game table or place, or a reason is given here why they are few.
func TestWhatIsKeptIsBounded(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "ruhr.db")
	st, err := sqlite.Open(ctx, path)
	require.NoError(t, err)
	defer st.Close()
	board := []byte("{}")
	table := store.Table{ID: store.NewID(), Meta: []byte("{}"), Deal: []byte("{}"), Board: store.BoardSHA(board)}
	require.NoError(t, st.CreateTable(ctx, table, board, nil))
	account := store.Account{ID: store.NewID(), Name: "Anna", Key: "anna", Password: "x"}
	require.NoError(t, st.CreateAccount(ctx, account, []string{"anna"}))
	anna := store.HashOf("anna")
	seat, watch := store.Place{Table: table.ID, Seat: 1}, store.Place{Table: table.ID, Seat: store.Nobody}
	require.NoError(t, st.Grant(ctx, anna, seat))
	hash := func(i int) store.Hash { return store.HashOf(fmt.Sprint(i)) }
	now := time.Now().UnixMilli()
	circle := store.Circle{ID: store.NewID(), Name: "Ruhr", Founder: account.ID, Link: "x", Members: []store.Member{{Account: account.ID}}}
	require.NoError(t, st.CreateCircle(ctx, circle))
	other, others := table, circle // where one message is reported
	other.ID, others.ID = store.NewID(), store.NewID()
	require.NoError(t, errors.Join(st.CreateTable(ctx, other, board, nil), st.CreateCircle(ctx, others)))
	newest := map[string]int64{} // what was said last, by room
	says := func(room string) func(int) error {
		return func(int) (err error) {
			newest[room], err = st.Say(ctx, room, store.Message{Room: "table", Text: "x"})
			return err
		}
	}
	reports := func(room string) func(int) error {
		return func(i int) error { return st.Report(ctx, room, newest[room], hash(i), 1) }
	}
	require.NoError(t, errors.Join(says(other.ID)(0), says(others.ID)(0)))
	reasons := map[string]string{
		"boards": "one a table, and deleted with it", "tables": "counted by address", "accounts": "counted by address",
		"account_looks": "so many an account", "entries": "game.MaxLog", "invites": "by the operator", "secrets": "by the program",
		"notices": "one of a kind for a channel and a table", "results": "one a table", "reviews": "one a table", "days": "one a day", "day_games": "one a table", "tournament_players": "store.MaxTournamentPlayers", "tournament_changes": "one a tournament", "said": "one a table or circle", "circle_members": "store.MaxCircleMembers", "result_seats": "one a seat", "ratings": "one a result", "ratings_by": "by the program",
		"notes": "one for a place", "reads": "one for an account and a table", "mutes": "one for a place or an account, and an author", "former": "one for an entry of the log", "spent": "until it expires",
	}
	adds := map[string]struct {
		most int
		add  func(i int) error
	}{
		"tokens": {store.MaxLinks, func(i int) error { return st.SaveTokenBy(ctx, hash(i), seat, store.Holder{Browser: anna, Seat: 1}) }},
		"grants": {2 * store.MaxHolders, func(i int) error {
			return errors.Join(st.Grant(ctx, hash(i), seat), st.Grant(ctx, hash(-i-1), watch))
		}},
		"sessions": {store.MaxSessions, func(i int) error {
			return st.StartSession(ctx, store.Session{Hash: hash(i), Account: account.ID, Created: int64(i)}, account.Password)
		}},
		"access_tokens": {store.MaxAccess, func(i int) error {
			return st.AddAccess(ctx, store.Access{Hash: hash(i), Account: account.ID, Name: "program"})
		}},
		"tournaments": {store.MaxTournaments, func(int) error {
			return st.CreateTournament(ctx, store.Tournament{ID: store.NewID(), Owner: anna, Body: []byte("{}")})
		}},
		"circles": {store.MaxCircles, func(int) error {
			return st.CreateCircle(ctx, store.Circle{ID: store.NewID(), Name: "Ruhr", Founder: account.ID, Link: "x", Members: []store.Member{{Account: account.ID}}})
		}},
		"passkeys": {store.MaxPasskeys, func(i int) error {
			return st.AddPasskey(ctx, store.Passkey{ID: fmt.Sprint(i), Account: account.ID, Name: "key", Key: []byte("x")})
		}},
		"channels": {store.MaxChannels, func(i int) error {
			return st.AddChannel(ctx, store.Channel{ID: store.NewID(), Account: account.ID, Kind: "mail", Address: fmt.Sprint(i), Settings: "{}"})
		}},
		"messages":        {store.MaxMessages + 1, says(table.ID)},
		"reports":         {store.MaxReports, reports(other.ID)},
		"circle_messages": {store.MaxMessages + 1, says(circle.ID)},
		"circle_reports":  {store.MaxReports, reports(others.ID)},
		"records":         {store.KeptRecords, func(int) error { return st.SaveRecord(ctx, store.NewID(), []byte("{}")) }},
		"commitments": {store.MaxCommitments, func(i int) error {
			return st.AddCommitment(ctx, fmt.Sprintf("%064x", i), fmt.Sprintf("%064x", i+1), now, now+int64(i)+1)
		}},
	}
	for _, name := range sqlstore.Tables() {
		if _, counted := adds[name]; !counted && reasons[name] == "" {
			t.Errorf("nothing bounds the rows of %s", name)
		}
	}
	for name := range reasons {
		require.True(t, slices.Contains(sqlstore.Tables(), name), "there is no %s any more", name)
	}
	for name, b := range adds {
		refused := 0
		for i := range b.most + 20 {
			if err := b.add(i); err != nil {
				refused++
				if !errors.Is(err, store.ErrBad) && !errors.Is(err, store.ErrMany) {
					t.Fatalf("%s: number %d: %v", name, i, err)
				}
			}
		}
		var n int
		if err := raw(t, path).QueryRow("SELECT COUNT(*) FROM " + name).Scan(&n); err != nil || n != b.most {
			t.Errorf("%s: %d rows after %d more, %d of them refused; expected %d, %v", name, n, b.most+20, refused, b.most, err)
		}
	}
}
