package api

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// What is said reaches who may read it, in the stream as well; muting and the
// owner's switch hold, and a note is its writer's alone.
func TestTalk(t *testing.T) {
	w := newWorld(t, 21)
	anna, bert, carl := w.account("Anna", true), w.account("Bert", true), w.account("Carl", true)
	tb := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "open"})
	read[Table](bert, bert.post("/tables/"+tb.ID+"/seats/1/sit", struct{}{}))
	path := "/tables/" + tb.ID + "/chat"
	hears := bert.listenToChat(tb.ID)
	say := func(p *program, body map[string]any) Chat { t.Helper(); return read[Chat](p, p.post(path, body)) }

	got := say(anna, map[string]any{"text": "  Glück\nauf! "})
	if len(got.Messages) != 1 || got.Messages[0].Text != "Glück auf!" || got.Messages[0].Seat != 0 || got.Messages[0].Name != "Anna" || !got.Messages[0].Yours {
		t.Errorf("said %+v", got.Messages)
	}
	if c := hears(); len(c.Messages) != 1 || c.Messages[0].Text != "Glück auf!" || c.Messages[0].Yours {
		t.Errorf("the stream sends %+v", c)
	}
	say(carl, map[string]any{"text": "Sell at Mülheim!"})
	for _, c := range []struct {
		who   *program
		rooms string
		lines int
	}{{anna, "table", 1}, {bert, "table", 1}, {carl, "watch", 2}} {
		chat := read[Chat](c.who, c.who.send(http.MethodGet, path, ""))
		if strings.Join(chat.Rooms, " ") != c.rooms || len(chat.Messages) != c.lines {
			t.Errorf("rooms %v and %d messages, want %s and %d", chat.Rooms, len(chat.Messages), c.rooms, c.lines)
		}
	}
	if c := read[Chat](carl, carl.send(http.MethodGet, path+"?after=1", "")); len(c.Messages) != 1 || c.Messages[0].N != 2 {
		t.Errorf("after 1: %+v", c.Messages)
	}
	if c := read[Chat](bert, bert.post(path+"/1/mute", struct{}{})); len(c.Messages) != 0 {
		t.Errorf("muted, and still read: %+v", c.Messages)
	}
	if c := read[Chat](bert, bert.post(path+"/unmute", struct{}{})); len(c.Messages) != 1 {
		t.Errorf("unmuted: %+v", c.Messages)
	}
	read[Chat](bert, bert.post(path+"/1/report", struct{}{}))
	if list, err := w.store.Reports(t.Context(), 0, 10); err != nil || len(list) != 1 || list[0].N != 1 {
		t.Errorf("reported: %+v, %v", list, err)
	}
	bert.refused("nothing", bert.post(path, map[string]any{"text": " \n"}), http.StatusUnprocessableEntity, "bad_text")
	bert.refused("too much", bert.post(path, map[string]any{"text": strings.Repeat("x", 401)}), http.StatusUnprocessableEntity, "bad_text")
	require.True(t, read[Chat](anna, anna.post(path+"/switch", map[string]any{"silent": true})).Silent, "the chat is still on")
	bert.refused("silence", bert.post(path, map[string]any{"text": "x"}), http.StatusConflict, "silent")
	require.True(t, !read[Chat](anna, anna.post(path+"/switch", map[string]any{"silent": false})).Silent, "the chat is still off")

	note := "/tables/" + tb.ID + "/note"
	if n := read[Note](anna, anna.post(note, Note{Text: "Lock at Herbede first"})); n.Text != "Lock at Herbede first" {
		t.Errorf("noted %q", n.Text)
	}
	if n := read[Note](bert, bert.send(http.MethodGet, note, "")); n.Text != "" {
		t.Errorf("another's note: %q", n.Text)
	}
	before := read[Note](anna, anna.send(http.MethodGet, note, ""))
	read[Note](anna, anna.post(note, Note{"Lock at Horst first", before.Version}))
	anna.refused("a note that has changed", anna.post(note, Note{"Coal first", before.Version}), http.StatusConflict, "note_changed")
	if n := read[Note](anna, anna.post(note, Note{Text: "Coal first"})); n.Text != "Coal first" {
		t.Errorf("noted %q", n.Text)
	}
	nowhere := "/tables/" + store22()
	for _, path := range []string{nowhere + "/chat", nowhere + "/note"} {
		anna.refused("no table", anna.send(http.MethodGet, path, ""), http.StatusNotFound, "no_table")
		anna.refused("no table", anna.post(path, map[string]any{"text": "x"}), http.StatusNotFound, "no_table")
	}
}

// listenToChat follows a table with its chat and returns a function that reads
// the next event with messages.
func (p *program) listenToChat(id string) func() Chat {
	p.Helper()
	req, err := http.NewRequestWithContext(p.Context(), http.MethodGet, p.url+"/tables/"+id+"/stream?chat=true", nil)
	require.NoError(p, err)
	req.Header.Set("Authorization", "Bearer "+p.token)
	res, err := http.DefaultClient.Do(req)
	require.NoError(p, err)
	p.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "data: ") { // the table as it is
	}
	return func() (c Chat) {
		p.Helper()
		for lines.Scan() {
			if lines.Text() != "event: chat" || !lines.Scan() {
				continue
			}
			require.NoError(p, json.Unmarshal([]byte(strings.TrimPrefix(lines.Text(), "data: ")), &c))
			return c
		}
		p.Fatalf("the stream has ended: %v", lines.Err())
		return c
	}
}
