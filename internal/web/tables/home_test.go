package tables

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// "Play now" begins with the easiest level; a page may ask for another by its
// number from the weakest.
func TestPlayNowLevels(t *testing.T) {
	w := newWorld(t, 1)
	w.Kernel.Levels = []string{"random", "greedy"}
	for _, c := range []struct{ asked, want string }{{"", "random"}, {"0", "random"}, {"1", "greedy"}, {"7", "greedy"}, {"-1", "random"}, {"x", "random"}} {
		v := w.Visitor()
		form := url.Values{}
		if c.asked != "" {
			form.Set("level", c.asked)
		}
		id := strings.TrimPrefix(v.Post("/play", form).Path, "/t/")
		s, err := w.Service.Position(t.Context(), id, game.Actor{})
		require.NoError(t, err)
		if got := s.Seats[1].Level; got != c.want || s.Seats[2].Level != c.want {
			t.Errorf("level asked for %q: %s, want %s", c.asked, got, c.want)
		}
	}
}

// The first page leads back to the game that waits for its reader, and only to it.
func TestContinueAGame(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	require.True(t, !v.Get("/").Says("Continue ("), "a newcomer is to continue a game")
	id := strings.TrimSuffix(v.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Bert"}}).Path, "/share")
	main := v.Get("/").Document().Find(t, "a", "class", "button main big")
	if main.Value("href") != id || main.Text() != "Continue (round 1, your turn)" {
		t.Errorf("the first page continues %s: %s, want %s", main.Value("href"), main.Text(), id)
	}
}

// The first page has its picture also where somebody has opened a table before.
func TestTheOpeningIsShownAfterATable(t *testing.T) {
	w := newWorld(t, 1)
	w.Visitor().Alone(url.Values{})
	v := w.Visitor()
	picture := regexp.MustCompile(`/map/[^"#]*opening[^"#]*`).FindString(v.Get("/").Body)
	if p := v.Get(picture); picture == "" || p.Status != http.StatusOK {
		t.Errorf("the picture %q: status %d", picture, p.Status)
	}
}

// "Play now" follows what came of the last game against computer players: harder
// after a win, easier after the last place, and the same in between; never to a
// guest. The first page says so, and a new table has the same level.
func TestPlayNowFollowsResults(t *testing.T) {
	came := map[int]bool{}
	for seed := uint64(1); seed <= 12 && len(came) < 3; seed++ {
		w := newWorld(t, seed)
		config := w.Config
		config.Levels, config.Guests = []string{"random", "greedy", "schiffer"}, []string{"collier"}
		w.Starts(config)
		v := w.Visitor()
		require.True(t, v.Get("/").Says("The first time they are the easiest"), "the first page does not say what the first game is like")
		person := game.Actor{Seats: []int{0}}
		id := strings.TrimPrefix(v.Post("/play", url.Values{"level": {"1"}}).Path, "/t/")
		for !w.settled(id).Over {
			s, err := w.Service.Position(t.Context(), id, person)
			switch {
			case err != nil:
			case s.You.Confirm:
				_, err = w.Service.Do(t.Context(), id, person, s.N, "", game.Confirm())
			default:
				_, err = w.Service.Do(t.Context(), id, person, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
			}
			require.NoError(t, err)
		}
		s := w.Snapshot(id)
		rank := s.Game.Result(&s.State).Rank[0]
		came[rank] = true
		want := map[int]string{1: "schiffer", 2: "greedy", 3: "random"}[rank]
		if text := v.Get("/").Text(); !strings.Contains(strings.ToLower(text), "two computer players of the level “"+want) {
			t.Errorf("the first page does not say that the next level is %s", want)
		}
		if len(v.Get("/new?with=own").With("value", want, "selected")) < 2 {
			t.Errorf("a new table does not have two computer players of the level %s", want)
		}
		next := w.Snapshot(strings.TrimPrefix(v.Post("/play", nil).Path, "/t/"))
		require.Equal(t, next.Seats[1].Level, want, "after place %d of three", rank)
	}
	require.True(t, len(came) >= 2, "games ended at the places %v only", came)
}

// To somebody new, the first page puts the guided game first and says what it is;
// afterwards a game against computer players.
func TestTheGuidedGameComesFirst(t *testing.T) {
	w := newWorld(t, 45)
	v := w.Visitor()
	main := func() (ids []string) {
		for _, b := range v.Get("/").Document().Find(t, "section", "class", "sheet hero").All("button", "", "") {
			ids = append(ids, b.Value("id")+" "+strings.TrimSuffix(b.Value("class"), "big"))
		}
		return ids
	}
	require.Slices(t, main(), []string{"learn main ", "play "}, "the buttons for somebody new")
	require.True(t, v.Get("/").Says("each decision is explained"), "what the guided game is is not said")
	v.Opens(nil)
	require.Slices(t, main(), []string{"play main ", "learn "}, "the buttons with a table")
}
