package tables

import (
	"bufio"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/html"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/webtest"
)

func says(v *webtest.Visitor, id, room, text string) webtest.Answer {
	v.T.Helper()
	return v.Post(id+"/chat", url.Values{"do": {"say"}, "room": {room}, "text": {text}})
}

// hearsText reports whether a visitor reads a text at a table, escaped.
func hearsText(v *webtest.Visitor, id, text string) bool {
	v.T.Helper()
	page, panel := v.Get(id+"/chat").Body, v.Get(id).Body
	if strings.Contains(page+panel, "<b>"+text) {
		v.T.Errorf("%q is not escaped", text)
	}
	if strings.Contains(page, text) != strings.Contains(panel, text) {
		v.T.Errorf("%q is on the page or in the panel alone", text)
	}
	return strings.Contains(page, text)
}

// Those who have a seat and an account have read what their page of the table shows.
func TestPagesRead(t *testing.T) {
	w := newWorld(t, 78)
	anna, bert := w.Visitor(), w.Visitor()
	bert.SignUp("Bert")
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	a, err := w.Store.AccountByKey(t.Context(), "bert")
	require.NoError(t, err)
	for n, page := range []string{path, path + "/chat"} {
		says(anna, path, chat.AtTable, "hello")
		for _, then := range []int{n, n + 1} {
			require.Returns(t, int64(then), "messages read, of %d", n+1)(w.Store.ReadTo(t.Context(), path[3:], store.HashOf(a.Holder())))
			bert.Get(page)
		}
	}
}

// Each message has its time, in the zone of who reads it, and says whether it is
// theirs.
func TestWhenItWasSaid(t *testing.T) {
	w := newWorld(t, 72)
	anna, bert := w.Visitor(), w.Visitor()
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	bert.Post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Asia/Kathmandu"}})
	says(anna, path, chat.AtTable, "hello")
	zone, err := time.LoadLocation("Asia/Kathmandu")
	require.NoError(t, err)
	for _, c := range []struct {
		who  *webtest.Visitor
		zone *time.Location
		own  bool
	}{{anna, time.Local, true}, {bert, zone, false}} {
		line := c.who.Get(path).Document().Find(t, "ol", "id", "chatlist").Find(t, "li", "", "")
		when := line.Find(t, "time", "", "")
		said, err := time.Parse(time.RFC3339, when.Value("datetime"))
		if want := said.In(c.zone).Format("15:04"); err != nil || when.Text() != want {
			t.Errorf("a message of now is said to be of %q, want %q, %v", when.Text(), want, err)
		}
		if slices.ContainsFunc(line.Attr, func(a html.Attribute) bool { return a.Key == "data-yours" }) != c.own {
			t.Errorf("a message is not told apart from one's own: %v", line.Attr)
		}
	}
}

// Who plays speaks at the table and everybody hears it; who watches speaks apart,
// and who plays does not hear that before the end.
func TestChatRooms(t *testing.T) {
	w := newWorld(t, 71)
	anna, carl, dora := w.Visitor(), w.Visitor(), w.Visitor()
	carl.SignUp("Carl")
	dora.SignUp("Dora")
	id := anna.Alone(nil).Path
	if p := says(anna, id, chat.AtTable, "<b>good luck"); p.Status != http.StatusOK || !strings.HasSuffix(p.Path, "/chat") {
		t.Fatalf("speaking at the table: status %d at %s", p.Status, p.Path)
	}
	if p := says(carl, id, chat.Watch, "she should build"); p.Status != http.StatusOK {
		t.Fatalf("speaking among who watches: status %d", p.Status)
	}
	for _, c := range []struct {
		who         *webtest.Visitor
		name        string
		play, watch bool // what they hear
	}{{anna, "who plays", true, false}, {carl, "who spoke", true, true}, {dora, "who watches", true, true}, {w.Visitor(), "a guest", true, true}} {
		require.Equal(t, hearsText(c.who, id, "good luck"), c.play, "%s hears the table", c.name)
		require.Equal(t, hearsText(c.who, id, "she should build"), c.watch, "%s hears who watches", c.name)
	}
	for what, c := range map[string]struct {
		got  webtest.Answer
		want int
	}{
		"who watches, at the table":   {says(dora, id, chat.AtTable, "hello"), http.StatusForbidden},
		"who plays, among the others": {says(anna, id, chat.Watch, "hello"), http.StatusForbidden},
		"a guest who watches":         {says(w.Visitor(), id, chat.Watch, "hello"), http.StatusForbidden},
		"another room":                {says(anna, id, "kitchen", "hello"), http.StatusForbidden},
		"nothing":                     {says(anna, id, chat.AtTable, " \u202e\n"), http.StatusUnprocessableEntity},
		"too much":                    {says(anna, id, chat.AtTable, strings.Repeat("ä", chat.MaxText+1)), http.StatusUnprocessableEntity},
		"no table":                    {says(anna, "/t/"+strings.Repeat("A", 22), chat.AtTable, "x"), http.StatusNotFound},
	} {
		require.Equal(t, c.got.Status, c.want, "%s: status", what)
	}
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		webtest.CheckPage(t, lang, anna.Get(id+"/chat"))
	}
}

// Somebody who is muted is heard by the others, a message that is reported stays,
// and the owner's switch holds for everybody.
func TestChatIsHeldInCheck(t *testing.T) {
	w := newWorld(t, 72)
	anna, carl, dora := w.Visitor(), w.Visitor(), w.Visitor()
	carl.SignUp("Carl")
	dora.SignUp("Dora")
	id := anna.Alone(nil).Path
	says(carl, id, chat.Watch, "spam spam")
	if p := dora.Post(id+"/chat", url.Values{"do": {"report"}, "n": {"1"}}); p.Status != http.StatusOK || !p.Says("has been reported") {
		t.Errorf("reporting: status %d, or nothing is said of it", p.Status)
	} else if p.Has("value", "unmute") {
		t.Error("who has muted nobody can unmute")
	}
	if p := dora.Post(id+"/chat", url.Values{"do": {"mute"}, "n": {"1"}}); !p.Has("value", "unmute") {
		t.Error("muting cannot be ended")
	}
	if hearsText(dora, id, "spam spam") || !hearsText(carl, id, "spam spam") {
		t.Error("muting does not hold, or holds for others")
	}
	dora.Post(id+"/chat", url.Values{"do": {"unmute"}})
	if !hearsText(dora, id, "spam spam") {
		t.Error("after unmuting nothing is heard")
	}
	dora.Post(id+"/chat", url.Values{"do": {"mute"}, "n": {"9"}}).WantStatus(t, http.StatusNotFound, "muting nobody")
	carl.Post(id+"/chat", url.Values{"do": {"silent"}}).WantStatus(t, http.StatusForbidden, "another's switch")
	anna.Post(id+"/chat", url.Values{"do": {"silent"}})
	for name, got := range map[string]webtest.Answer{"who plays": says(anna, id, chat.AtTable, "x"), "who watches": says(carl, id, chat.Watch, "x")} {
		require.Equal(t, got.Status, http.StatusConflict, "%s at a silent table: status", name)
	}
	anna.Post(id+"/chat", url.Values{"do": {"speak"}})
	says(carl, id, chat.Watch, "x").WantStatus(t, http.StatusOK, "after the switch")
}

// Notes are for their author alone.
func TestNotesAreOnesOwn(t *testing.T) {
	w := newWorld(t, 73)
	anna := w.Visitor()
	anna.SignUp("Anna")
	id := anna.Alone(nil).Path
	anna.Post(id+"/chat", url.Values{"do": {"note"}, "note": {"build in <Werden>"}})
	if !anna.Get(id + "/chat").Says("build in <Werden>") {
		t.Error("the note is not shown")
	}
	if strings.Contains(w.Visitor().Get(id+"/chat").Body, "Werden") {
		t.Error("another reads the note")
	}
}

// What is said comes by the stream that brings the news, also what was said
// before it began.
func TestChatByStream(t *testing.T) {
	w := newWorld(t, 74)
	anna, watcher := w.Visitor(), w.Visitor()
	id := anna.Alone(nil).Path
	says(anna, id, chat.AtTable, "first & <hi>")
	req := w.Request(http.MethodGet, webtest.StreamOf(id, 0), "")
	res, err := watcher.Client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	next := func() string {
		for lines.Scan() {
			if lines.Text() == "event: chat" && lines.Scan() {
				return lines.Text()
			}
		}
		t.Fatal("the stream ended")
		return ""
	}
	if said := next(); !strings.Contains(said, `first &amp; &lt;hi`) {
		t.Errorf("what was said before: %s", said)
	}
	says(anna, id, chat.AtTable, "second")
	if said := next(); !strings.Contains(said, "second") || strings.Contains(said, "first") {
		t.Errorf("what was said then: %s", said)
	}
}

// Saying too much is answered with when to come again.
func TestChatIsLimited(t *testing.T) {
	w := newWorld(t, 75)
	anna := w.Visitor()
	id := anna.Alone(nil).Path
	w.Still()
	for range 12 {
		says(anna, id, chat.AtTable, "x")
	}
	if p := says(anna, id, chat.AtTable, "x"); p.Status != http.StatusTooManyRequests {
		t.Errorf("status %d", p.Status)
	}
}

// A page is told who is writing, and when they have stopped.
func TestWhoWritesIsNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 74)
		id := w.Created()
		l, _ := w.listens(id, 1<<30)
		synctest.Wait()
		anna := chat.Reader{Holder: "anna", Actor: game.Actor{Seats: []int{0}}}
		require.NoError(t, w.Chat.Writing(t.Context(), id, anna))
		synctest.Wait()
		if !strings.Contains(l.text(), `"writing":"Anna is writing …"`) || strings.Contains(l.text(), `"writing":""`) {
			t.Error("nobody is told that Anna is writing")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if strings.Count(l.text(), "event: chat") != 2 || !strings.Contains(l.text(), `"writing":""`) {
			t.Error("that Anna has stopped is not told, or other things are")
		}
	})
}

// Saying that one is writing takes nothing from what one may say.
func TestWritingIsNotSaying(t *testing.T) {
	w := newWorld(t, 75)
	anna, carl := w.Visitor(), w.Visitor()
	carl.SignUp("Carl")
	id := anna.Alone(nil).Path
	writing := url.Values{"do": {"writing"}}
	for range 50 {
		if p := anna.Post(id+"/chat", writing); p.Status != http.StatusOK {
			t.Fatalf("writing: status %d", p.Status)
		}
	}
	if got := w.Hub.Present(chat.Topic(strings.TrimPrefix(id, "/t/"))); len(got) != 1 {
		t.Errorf("%v are writing, want one", got)
	}
	says(anna, id, chat.AtTable, "hello").WantStatus(t, http.StatusOK, "speaking after that")
	carl.Post(id+"/chat", writing).WantStatus(t, http.StatusForbidden, "who watches writes at the table")
}
