package tables

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// with is the form for a table with friends to which somebody is invited by name.
func with(name string) url.Values {
	return url.Values{"with": {"friends"}, "players": {"3"}, "name": {"Anna"}, "invite": {name}, "pace": {""}}
}

// From a person's profile it is one press to the form of a table where a seat is kept
// for them; they find the table among theirs, and take the seat.
func TestInviteByName(t *testing.T) {
	w := newWorld(t, 97)
	anna, bert, guest := w.Visitor(), w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	profile := anna.Get("/people/Bert")
	const to = "/new?with=friends&invite=Bert"
	require.Must(t, profile.LeadsTo(to), "the profile does not lead to an invitation")
	for who, v := range map[string]*webtest.Visitor{"Bert": bert, "a guest": guest} {
		require.True(t, !v.Get("/people/Bert").LeadsTo(to), "%s may invite Bert", who)
	}
	if field := anna.Get("/new?with=friends&invite=Bert").Document().Find(t, "input", "name", "invite"); field.Value("value") != "Bert" {
		t.Errorf("the form invites %q", field.Value("value"))
	}
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		webtest.CheckPage(t, lang, anna.Get("/new?with=friends&invite=Bert"))
	}
	anna.Lang = "en"
	share := anna.Post("/new", with("bert"))
	id, isShare := strings.CutSuffix(share.Path, "/share")
	require.Must(t, share.Status == http.StatusOK && isShare, "the new table: status %d at %s", share.Status, share.Path)
	if list := bert.Get("/tables"); !list.LeadsTo(id) || !list.Says("your seat is waiting") {
		t.Error("Bert does not find the table among his")
	}
	if goes := bert.Get("/").Document().Find(t, "a", "class", "button main big"); goes.Value("href") != id || goes.Text() != "Your seat is waiting" {
		t.Errorf("the first page leads Bert by %q to %s", goes.Text(), goes.Value("href"))
	}
	require.True(t, !strings.Contains(guest.Get("/lobby").Body, id), "a table among friends is in the lobby")
	bert.Post(id+"/kept", url.Values{"do": {"take"}}).WantStatus(t, http.StatusOK, "taking the seat")
	holds, err := w.Service.Position(t.Context(), strings.TrimPrefix(id, "/t/"), game.Actor{})
	if err != nil || holds.Seats[1].Kind != game.Person || holds.Seats[1].Name != "Bert" {
		t.Errorf("the seat is %+v, %v", holds.Seats[1], err)
	}
	require.True(t, holds.Seats[2].Kind == game.Open && !holds.Seats[2].Kept, "the third seat is %+v", holds.Seats[2])
}

// A person who cannot be invited is not, whatever the reason is; what was typed stays in
// the form.
func TestNotInvited(t *testing.T) {
	w := newWorld(t, 98)
	anna, bert, guest := w.Visitor(), w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	room := anna.Post("/new", with("Bert")).Path
	says(anna, strings.TrimSuffix(room, "/share"), chat.AtTable, "spam")
	bert.Post(strings.TrimSuffix(room, "/share")+"/chat", url.Values{"do": {"mute"}, "n": {"1"}}).WantStatus(t, http.StatusOK, "muting")
	tables := func() int { return len(bert.Get("/tables").Links("/t/")) }
	before := tables()
	for _, c := range []struct {
		what, name string
		who        *webtest.Visitor
		says       string
	}{
		{"one who has muted her", "Bert", anna, "cannot be invited by name"},
		{"herself", "Anna", anna, "cannot be invited by name"},
		{"nobody", "Nobody Here", anna, "nobody of this name"},
		{"somebody, as a guest", "Bert", guest, "Sign in to invite"},
	} {
		p := c.who.Post("/new", with(c.name))
		require.True(t, p.Path == "/new" && p.Says(c.says), "inviting %s: status %d at %s", c.what, p.Status, p.Path)
		if c.who == anna && !p.Has("value", c.name) {
			t.Errorf("inviting %s: the name is gone from the form", c.what)
		}
	}
	require.True(t, tables() == before, "a refused invitation has kept a seat")
}

// Of invitations there is an end.
func TestInvitationsAreFew(t *testing.T) {
	w := newWorld(t, 99)
	anna := w.Visitor()
	anna.SignUp("Anna")
	w.Visitor().SignUp("Bert")
	now := time.Now()
	w.tables.Limits.Now = func() time.Time { return now }
	for n := range 30 {
		if p := anna.Post("/new", with("Bert")); p.Path == "/new" {
			require.Must(t, n >= 5 && p.Says("a lot of invitations"), "after %d: status %d", n, p.Status)
			return
		}
	}
	t.Error("30 invitations")
}
