package web

import (
	"bufio"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"ruhr/internal/chat"
)

func (v *visitor) says(id, room, text string) answer {
	v.t.Helper()
	return v.post(id+"/chat", url.Values{"do": {"say"}, "room": {room}, "text": {text}})
}

// hearsText reports whether a visitor reads a text at a table, escaped.
func (v *visitor) hearsText(id, text string) bool {
	v.t.Helper()
	page, panel := v.get(id+"/chat").body, v.get(id).body
	if strings.Contains(page+panel, "<b>"+text) {
		v.t.Errorf("%q is not escaped", text)
	}
	if strings.Contains(page, text) != strings.Contains(panel, text) {
		v.t.Errorf("%q is on the page or in the panel alone", text)
	}
	return strings.Contains(page, text)
}

// Each message has its time, in the zone of who reads it, and says whether it is
// theirs.
func TestWhenItWasSaid(t *testing.T) {
	w := newWorld(t, 72)
	anna, bert := w.visitor(), w.visitor()
	path := anna.opens(url.Values{"public": {"yes"}})
	bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	bert.post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Asia/Kathmandu"}})
	anna.says(path, chat.AtTable, "hello")
	zone, err := time.LoadLocation("Asia/Kathmandu")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who  *visitor
		zone *time.Location
		own  bool
	}{{anna, time.Local, true}, {bert, zone, false}} {
		line := document(t, c.who.get(path)).find(t, "ol", "id", "chatlist").find(t, "li", "", "")
		when := line.find(t, "time", "", "")
		said, err := time.Parse(time.RFC3339, when.attr("datetime"))
		if want := said.In(c.zone).Format("15:04"); err != nil || when.text() != want {
			t.Errorf("a message of now is said to be of %q, want %q, %v", when.text(), want, err)
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
	anna, carl, dora := w.visitor(), w.visitor(), w.visitor()
	carl.signUp("Carl")
	dora.signUp("Dora")
	id := anna.alone(nil).path
	if p := anna.says(id, chat.AtTable, "<b>good luck"); p.status != http.StatusOK || !strings.HasSuffix(p.path, "/chat") {
		t.Fatalf("speaking at the table: status %d at %s", p.status, p.path)
	}
	if p := carl.says(id, chat.Watch, "she should build"); p.status != http.StatusOK {
		t.Fatalf("speaking among who watches: status %d", p.status)
	}
	for _, c := range []struct {
		who         *visitor
		name        string
		play, watch bool // what they hear
	}{{anna, "who plays", true, false}, {carl, "who spoke", true, true}, {dora, "who watches", true, true}, {w.visitor(), "a guest", true, true}} {
		if got := c.who.hearsText(id, "good luck"); got != c.play {
			t.Errorf("%s hears the table: %v", c.name, got)
		}
		if got := c.who.hearsText(id, "she should build"); got != c.watch {
			t.Errorf("%s hears who watches: %v", c.name, got)
		}
	}
	for what, c := range map[string]struct {
		got  answer
		want int
	}{
		"who watches, at the table":   {dora.says(id, chat.AtTable, "hello"), http.StatusForbidden},
		"who plays, among the others": {anna.says(id, chat.Watch, "hello"), http.StatusForbidden},
		"a guest who watches":         {w.visitor().says(id, chat.Watch, "hello"), http.StatusForbidden},
		"another room":                {anna.says(id, "kitchen", "hello"), http.StatusForbidden},
		"nothing":                     {anna.says(id, chat.AtTable, " \u202e\n"), http.StatusUnprocessableEntity},
		"too much":                    {anna.says(id, chat.AtTable, strings.Repeat("ä", chat.MaxText+1)), http.StatusUnprocessableEntity},
		"no table":                    {anna.says("/t/"+strings.Repeat("A", 22), chat.AtTable, "x"), http.StatusNotFound},
	} {
		if c.got.status != c.want {
			t.Errorf("%s: status %d, want %d", what, c.got.status, c.want)
		}
	}
	for _, lang := range languageCodes {
		anna.lang = lang
		checkPage(t, lang, anna.get(id+"/chat"))
	}
}

// Somebody who is muted is heard by the others, a message that is reported stays,
// and the owner's switch holds for everybody.
func TestChatIsHeldInCheck(t *testing.T) {
	w := newWorld(t, 72)
	anna, carl, dora := w.visitor(), w.visitor(), w.visitor()
	carl.signUp("Carl")
	dora.signUp("Dora")
	id := anna.alone(nil).path
	carl.says(id, chat.Watch, "spam spam")
	if p := dora.post(id+"/chat", url.Values{"do": {"report"}, "n": {"1"}}); p.status != http.StatusOK || !strings.Contains(p.body, "has been reported") {
		t.Errorf("reporting: status %d, or nothing is said of it", p.status)
	} else if strings.Contains(p.body, `value="unmute"`) {
		t.Error("who has muted nobody can unmute")
	}
	if p := dora.post(id+"/chat", url.Values{"do": {"mute"}, "n": {"1"}}); !strings.Contains(p.body, `value="unmute"`) {
		t.Error("muting cannot be ended")
	}
	if dora.hearsText(id, "spam spam") || !carl.hearsText(id, "spam spam") {
		t.Error("muting does not hold, or holds for others")
	}
	dora.post(id+"/chat", url.Values{"do": {"unmute"}})
	if !dora.hearsText(id, "spam spam") {
		t.Error("after unmuting nothing is heard")
	}
	if p := dora.post(id+"/chat", url.Values{"do": {"mute"}, "n": {"9"}}); p.status != http.StatusNotFound {
		t.Errorf("muting nobody: status %d", p.status)
	}
	if p := carl.post(id+"/chat", url.Values{"do": {"silent"}}); p.status != http.StatusForbidden {
		t.Errorf("another's switch: status %d", p.status)
	}
	anna.post(id+"/chat", url.Values{"do": {"silent"}})
	for name, got := range map[string]answer{"who plays": anna.says(id, chat.AtTable, "x"), "who watches": carl.says(id, chat.Watch, "x")} {
		if got.status != http.StatusConflict {
			t.Errorf("%s at a silent table: status %d", name, got.status)
		}
	}
	anna.post(id+"/chat", url.Values{"do": {"speak"}})
	if p := carl.says(id, chat.Watch, "x"); p.status != http.StatusOK {
		t.Errorf("after the switch: status %d", p.status)
	}
}

// Notes are for their author alone.
func TestNotesAreOnesOwn(t *testing.T) {
	w := newWorld(t, 73)
	anna := w.visitor()
	anna.signUp("Anna")
	id := anna.alone(nil).path
	anna.post(id+"/chat", url.Values{"do": {"note"}, "note": {"build in <Werden>"}})
	if !strings.Contains(anna.get(id+"/chat").body, "build in &lt;Werden&gt;") {
		t.Error("the note is not shown")
	}
	if strings.Contains(w.visitor().get(id+"/chat").body, "Werden") {
		t.Error("another reads the note")
	}
}

// What is said comes by the stream that brings the news, also what was said
// before it began.
func TestChatByStream(t *testing.T) {
	w := newWorld(t, 74)
	anna, watcher := w.visitor(), w.visitor()
	id := anna.alone(nil).path
	anna.says(id, chat.AtTable, "first & <hi>")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.url+streamOf(id, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := watcher.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
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
	anna.says(id, chat.AtTable, "second")
	if said := next(); !strings.Contains(said, "second") || strings.Contains(said, "first") {
		t.Errorf("what was said then: %s", said)
	}
}

// Saying too much is answered with when to come again.
func TestChatIsLimited(t *testing.T) {
	w := newWorld(t, 75)
	anna := w.visitor()
	id := anna.alone(nil).path
	w.still()
	for range 12 {
		anna.says(id, chat.AtTable, "x")
	}
	if p := anna.says(id, chat.AtTable, "x"); p.status != http.StatusTooManyRequests {
		t.Errorf("status %d", p.status)
	}
}
