package people

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A program acts by a token until its person ends it.
func TestTokens(t *testing.T) {
	w := newWorld(t)
	anna, _ := w.signUp("Anna")
	bert, _ := w.signUp("Bert")
	read, err := w.NewToken(t.Context(), anna, "  my  script ", false)
	require.NoError(t, err)
	w.now = w.now.Add(2 * seenEvery)
	play, err := w.NewToken(t.Context(), anna, "player", true)
	require.NoError(t, err)
	for token, plays := range map[string]bool{read: false, play: true} {
		b, err := w.ByToken(t.Context(), token)
		require.True(t, err == nil && b.ID == anna.ID && b.Play == plays, "by token: %+v, %v; want Anna, to play: %v", b, err, plays)
	}
	list, err := w.Tokens(t.Context(), anna)
	require.Must(t, err == nil && len(list) == 2 && list[1].Name == "my script" && list[1].Seen.Equal(w.now.UTC()), "tokens %+v, %v", list, err)
	require.True(t, !strings.Contains(fmt.Sprintf("%+v", list), play), "the list has a token in it")
	require.NoError(t, w.EndToken(t.Context(), bert, list[0].ID))
	require.Fails(t, nil, "another person ended the token")(w.ByToken(t.Context(), play))
	require.NoError(t, w.EndToken(t.Context(), anna, list[0].ID))
	for what, token := range map[string]string{
		"ended": play, "empty": "", "unknown": TokenPrefix + store.NewID(),
		"without its prefix": strings.TrimPrefix(read, TokenPrefix), "a session": TokenPrefix + "x",
	} {
		_, err := w.ByToken(t.Context(), token)
		w.want("a token that is "+what, err, ErrNoToken)
	}
}

func TestTokensAreRefused(t *testing.T) {
	w := newWorld(t)
	anna, _ := w.signUp("Anna")
	for _, name := range []string{"", "  ", strings.Repeat("x", MaxTokenName+1), "a\u202eb", "\xff"} {
		_, err := w.NewToken(t.Context(), anna, name, false)
		w.want(fmt.Sprintf("%q", name), err, ErrBadTokenName)
	}
	for range store.MaxAccess {
		require.Succeeds(t)(w.NewToken(t.Context(), anna, "one more", false))
		w.now = w.now.Add(time.Second)
	}
	_, err := w.NewToken(t.Context(), anna, "one more", false)
	w.want("one too many", err, ErrManyTokens)
}
