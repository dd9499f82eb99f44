package chat_test

import (
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/require"
)

// writers are the names that somebody sees to be writing.
func (r *room) writers(who chat.Reader) []string {
	r.Helper()
	s, err := r.Tables.Position(r.Context(), r.id, who.Actor)
	require.NoError(r, err)
	names, err := r.Writers(r.Context(), s, who)
	require.NoError(r, err)
	return names
}

func (r *room) writes(who chat.Reader, want error) {
	r.Helper()
	require.ErrorIs(r, r.Writing(r.Context(), r.id, who), want, "%+v writes", who)
}

// see compares who is seen to be writing by Ben.
func (r *room) see(when string, want ...string) {
	r.Helper()
	require.Slices(r, r.writers(r.ben), want, "%s Ben sees writing", when)
}

// Those who hear the table see who is writing there, for as long as it goes on and
// until it is said.
func TestWriting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t)
		r.see("at first")
		r.writes(r.anna, nil)
		r.see("now", "Anna")
		for _, c := range []struct {
			who  chat.Reader
			want int
		}{{r.anna, 0}, {r.cleo, 1}, {r.dora, 1}, {r.guest, 1}} {
			if got := r.writers(c.who); len(got) != c.want {
				t.Errorf("%+v sees %q writing", c.who, got)
			}
		}
		time.Sleep(5 * time.Second)
		r.writes(r.anna, nil)
		time.Sleep(5 * time.Second)
		r.see("after she went on", "Anna")
		time.Sleep(5 * time.Second)
		r.see("after she stopped")
		r.writes(r.anna, nil)
		r.say(r.anna, chat.AtTable, "hello")
		r.see("after it was said")
		r.writes(r.dora, chat.ErrNoRoom)
		r.writes(r.guest, chat.ErrNoRoom)
		require.NoError(t, r.Switch(t.Context(), r.id, r.cleo, true))
		r.writes(r.anna, chat.ErrSilent)
		r.see("in a silent table")
	})
}

// That somebody is writing is news when it begins and when it ends, however often it
// is said.
func TestWritingIsRarelyNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t)
		sub := r.Live.Subscribe(chat.Topic(r.id))
		defer sub.Close()
		news := 0
		go func() {
			for range sub.C() {
				news++
			}
		}()
		for range 100 {
			r.writes(r.anna, nil)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Equal(t, news, 2, "news")
	})
}

// Who has muted somebody does not see them writing.
func TestWritingOfTheMuted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t)
		r.say(r.anna, chat.AtTable, "spam")
		r.writes(r.anna, nil)
		require.NoError(t, r.Mute(t.Context(), r.id, r.ben, 1))
		r.see("muted")
		if got := r.writers(chat.Reader{Holder: "emil", Actor: game.Actor{Watching: true}}); len(got) != 1 {
			t.Errorf("another sees %q writing", got)
		}
	})
}
