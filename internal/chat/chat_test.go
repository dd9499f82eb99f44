package chat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/bot"
	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/spec"
)

// room is a chat at one table of anna's, seat 0, and ben's, seat 1; cleo owns
// it and has signed in, dora watches and has signed in, a guest watches.
type room struct {
	*testing.T
	*chat.Service
	id                           string
	anna, ben, cleo, dora, guest chat.Reader
}

func newRoom(t *testing.T) *room {
	t.Helper()
	st, _ := sqlitetest.Open(t)
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	v, err := table.New(table.Options{Store: st, Live: hub, Board: spec.Board, Bots: bot.New, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	require.NoError(t, err)
	t.Cleanup(func() { v.Close(context.Background()) })
	c, err := v.Create(t.Context(), game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Ben"}}})
	require.NoError(t, err)
	clock := func() time.Time { return time.UnixMilli(1_700_000_000_000) }
	return &room{T: t, Service: &chat.Service{Store: st, Tables: v, Live: hub, Clock: clock}, id: c.ID,
		anna: chat.Reader{Holder: "anna", Actor: game.Actor{Seats: []int{0}}}, ben: chat.Reader{Holder: "ben", Actor: game.Actor{Seats: []int{1}}},
		cleo: chat.Reader{Holder: "cleo", Name: "Cleo", Actor: game.Actor{Owner: true}}, dora: chat.Reader{Holder: "dora", Name: "Dora"}, guest: chat.Reader{}}
}

func (r *room) say(who chat.Reader, in, text string) {
	r.Helper()
	if err := r.Say(r.Context(), r.id, who, in, text); err != nil {
		r.Fatalf("%+v says %q: %v", who, text, err)
	}
}

// heard writes what somebody reads: room, name, text, and * for their own.
func (r *room) heard(who chat.Reader, after int64) (out []string) {
	r.Helper()
	list, err := r.Messages(r.Context(), r.id, who, after)
	require.NoError(r, err)
	for _, m := range list {
		own := ""
		if m.Yours {
			own = "*"
		}
		out = append(out, fmt.Sprintf("%s %s: %s%s", m.Room, m.Name, m.Text, own))
	}
	return out
}

func (r *room) reads(what string, who chat.Reader, want ...string) {
	r.Helper()
	require.Slices(r, r.heard(who, 0), want, "%s", what)
}

// Players speak at the table and everybody reads it; those who watch and have
// signed in speak among themselves, which players read only after the game.
func TestWhoHearsWhat(t *testing.T) {
	r := newRoom(t)
	running, over := &game.Snapshot{}, &game.Snapshot{Over: true}
	signed := r.anna
	signed.Name = "anna"
	for _, c := range []struct {
		name         string
		who          chat.Reader
		before, then []string
	}{
		{"a player", r.anna, []string{chat.AtTable}, []string{chat.AtTable}},
		{"a player who has signed in", signed, []string{chat.AtTable}, []string{chat.AtTable, chat.Watch}},
		{"who watches", r.guest, nil, nil},
		{"who watches and has signed in", r.dora, []string{chat.Watch}, []string{chat.Watch}},
		{"the owner without a seat", r.cleo, []string{chat.Watch}, []string{chat.Watch}},
	} {
		if b, a := chat.Rooms(running, c.who), chat.Rooms(over, c.who); !slices.Equal(b, c.before) || !slices.Equal(a, c.then) {
			t.Errorf("%s speaks in %q and after the game in %q, expected %q and %q", c.name, b, a, c.before, c.then)
		}
	}
	r.say(r.anna, chat.AtTable, " Glück  auf!\n\x00")
	r.say(r.dora, chat.Watch, "She should haul.")
	r.reads("Anna", r.anna, "table Anna: Glück auf!*")
	r.reads("Ben", r.ben, "table Anna: Glück auf!")
	r.reads("Dora", r.dora, "table Anna: Glück auf!", "watch Dora: She should haul.*")
	r.reads("a guest", r.guest, "table Anna: Glück auf!", "watch Dora: She should haul.")
	if got := r.heard(r.dora, 1); len(got) != 1 {
		t.Errorf("after the first message: %q, expected one", got)
	}
}

// What is refused is not said: in a room that is not one's own, nothing or too
// much, and where the owner has switched the chat off.
func TestWhatIsNotSaid(t *testing.T) {
	r := newRoom(t)
	ctx := t.Context()
	long := strings.Repeat("ä", chat.MaxText)
	for _, c := range []struct {
		name     string
		who      chat.Reader
		in, text string
		want     error
	}{
		{"at the table without a seat", r.dora, chat.AtTable, "x", chat.ErrNoRoom},
		{"among the watchers with a seat", r.anna, chat.Watch, "x", chat.ErrNoRoom},
		{"among the watchers without a name", r.guest, chat.Watch, "x", chat.ErrNoRoom},
		{"in no room", r.anna, "cellar", "x", chat.ErrNoRoom},
		{"nothing", r.anna, chat.AtTable, " \n\x00 ", chat.ErrText},
		{"one character too many", r.anna, chat.AtTable, long + "x", chat.ErrText},
	} {
		require.ErrorIs(t, r.Say(ctx, r.id, c.who, c.in, c.text), c.want, "%s", c.name)
	}
	require.ErrorIs(t, r.Say(ctx, store.NewID(), r.anna, chat.AtTable, "x"), table.ErrNoTable, "at no table")
	r.reads("nothing was said", r.anna)
	require.ErrorIs(t, r.Switch(ctx, r.id, r.anna, true), chat.ErrNotOwner, "a player switches the chat off")
	for _, off := range []bool{true, false} {
		require.NoError(t, r.Switch(ctx, r.id, r.cleo, off))
		require.Returns(t, off, "silent")(r.Silent(ctx, r.id))
		if err := r.Say(ctx, r.id, r.anna, chat.AtTable, long); errors.Is(err, chat.ErrSilent) != off || !off && err != nil {
			t.Errorf("switched off %v: %v", off, err)
		}
	}
	r.reads("the longest message", r.ben, "table Anna: "+long)
}

// With several seats on one screen, the seat to decide is the one that speaks.
func TestWhoSpeaksOnOneScreen(t *testing.T) {
	r := newRoom(t)
	s, err := r.Tables.Position(t.Context(), r.id, game.Actor{})
	require.NoError(t, err)
	both := chat.Reader{Holder: "screen", Actor: game.Actor{Seats: []int{1 - s.ToAct, s.ToAct}}}
	waits := chat.Reader{Holder: "screen", Actor: game.Actor{Seats: []int{1 - s.ToAct}}}
	r.say(both, chat.AtTable, "mine")
	r.say(waits, chat.AtTable, "yours")
	r.reads("both", both, "table "+s.Seats[s.ToAct].Name+": mine*", "table "+s.Seats[1-s.ToAct].Name+": yours*")
}

// A message reaches the pages that follow the table's chat at once.
func TestMessagesAreNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t)
		sub := r.Live.Subscribe(chat.Topic(r.id))
		defer sub.Close()
		r.say(r.anna, chat.AtTable, "one")
		synctest.Wait()
		select {
		case n := <-sub.C():
			require.Equal(t, n.N, 1, "the message that the news is of")
		default:
			t.Error("what was said is no news")
		}
	})
}

// What was said through another process whose announcement was lost is found in the store,
// as what happened at tables is.
func TestLostMessagesAreFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t)
		r.say(r.anna, chat.AtTable, "one")
		hub := live.NewHub()
		defer hub.Close()
		sub := hub.Subscribe(r.id, chat.Topic(r.id))
		defer sub.Close()
		require.NoError(t, hub.Ask(t.Context(), func(ctx context.Context, topics []string) (map[string]int64, error) {
			return chat.Lasts(ctx, r.Store.(store.Store), topics)
		}))
		got := map[string]int64{}
		for range 2 {
			n := <-sub.C()
			got[n.Table] = n.N
		}
		require.Returns(t, map[string]int64{r.id: 1, chat.Topic(r.id): 1}, "news")(got, nil)
	})
}

// Who is muted is not read, until everybody is again; a message is reported by
// its number.
func TestMute(t *testing.T) {
	r := newRoom(t)
	r.say(r.anna, chat.AtTable, "one")
	require.NoError(t, r.Mute(t.Context(), r.id, r.ben, 1))
	r.reads("muted", r.ben)
	r.reads("to the others", r.dora, "table Anna: one")
	require.NoError(t, r.Unmute(t.Context(), r.ben))
	r.reads("no longer muted", r.ben, "table Anna: one")
	for n, want := range map[int64]error{1: nil, 2: chat.ErrNoMessage} {
		require.ErrorIs(t, r.Report(t.Context(), r.id, r.ben, n), want, "message %d reported", n)
	}
	for name, who := range map[string]struct {
		chat.Reader
		want error
	}{
		"somebody with an account": {r.dora, nil}, "whose browser watches": {chat.Reader{Holder: "w", Actor: game.Actor{Watching: true}}, nil},
		"a browser that came by": {chat.Reader{Holder: "x"}, chat.ErrNoRoom},
	} {
		require.ErrorIs(t, r.Mute(t.Context(), r.id, who.Reader, 1), who.want, "muted by %s", name)
	}
}

// A note is its reader's own, up to its longest.
func TestNotes(t *testing.T) {
	r := newRoom(t)
	ctx := t.Context()
	long := strings.Repeat("ä", chat.MaxNote)
	require.ErrorIs(t, r.SetNote(ctx, r.id, r.anna, long+"x", ""), chat.ErrText, "a note that is too long")
	require.NoError(t, r.SetNote(ctx, r.id, r.anna, " "+long+"\n", ""))
	for who, want := range map[*chat.Reader]string{&r.anna: long, &r.ben: ""} {
		require.Returns(t, want, "the note of %s", who.Holder)(r.Note(ctx, r.id, *who))
	}
}

// What is said and noted can be seen, and covers nothing around it.
func TestOnlyWhatIsVisibleIsSaid(t *testing.T) {
	r := newRoom(t)
	for _, blank := range []string{"\u200d", "\u3164\u3164", "\u2800", "\u202e\u2066", "\u0301"} {
		require.ErrorIs(t, r.Say(t.Context(), r.id, r.anna, chat.AtTable, blank), chat.ErrText, "%q is said", blank)
	}
	tall := "a" + strings.Repeat("\u0301", 300) + "\u202eb 👩\u200d🚒"
	r.say(r.anna, chat.AtTable, tall)
	r.reads("a tall letter", r.ben, "table Anna: a\u0301\u0301\u0301\u0301b 👩\u200d🚒")
	require.NoError(t, r.SetNote(t.Context(), r.id, r.anna, "one\u202e\r\n\u3164two", ""))
	require.Returns(t, "one\ntwo", "the note")(r.Note(t.Context(), r.id, r.anna))
}

// Notes are for those who have something to do with a table: others could fill the disk
// under as many names as they make up.
func TestWhoTakesNotes(t *testing.T) {
	r := newRoom(t)
	public, err := r.Tables.Create(t.Context(), game.NewTable{Public: true, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	watcher := chat.Reader{Holder: "watcher", Actor: game.Actor{Watching: true}}
	stranger := chat.Reader{Holder: "made up"}
	for _, c := range []struct {
		name        string
		who         chat.Reader
		may, public bool
	}{
		{"a player", r.anna, true, true}, {"the owner", r.cleo, true, true}, {"who holds a place to watch", watcher, true, true},
		{"who has signed in", r.dora, false, true}, {"a stranger", stranger, false, false},
	} {
		for at, may := range map[string]bool{r.id: c.may, public.ID: c.public} {
			err := r.SetNote(t.Context(), at, c.who, "x", "")
			if may && err != nil || !may && !errors.Is(err, chat.ErrNoNote) {
				t.Errorf("%s takes notes: %v, expected it to be allowed: %v", c.name, err, may)
			}
		}
	}
}

// Nobody does anything about a message that they may not read.
func TestUnreadMessages(t *testing.T) {
	r := newRoom(t)
	r.say(r.dora, chat.Watch, "She should haul.")
	for name, do := range map[string]func(context.Context, string, chat.Reader, int64) error{"mute": r.Mute, "report": r.Report} {
		for _, c := range []struct {
			who  chat.Reader
			n    int64
			want error
		}{{r.anna, 1, chat.ErrNoMessage}, {r.dora, 2, chat.ErrNoMessage}, {r.dora, 0, chat.ErrNoMessage}, {r.cleo, 1, nil}, {r.cleo, 1, nil}} {
			require.ErrorIs(t, do(t.Context(), r.id, c.who, c.n), c.want, "%s of message %d by %s", name, c.n, c.who.Holder)
		}
	}
}
