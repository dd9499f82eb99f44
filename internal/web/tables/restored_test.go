package tables

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// After an operator has restored an older backup, open pages are later than their
// tables. Whatever they ask, they are told to reload, and a page without scripts gets
// the position that the table is at.
func TestPageLaterThanItsTable(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	p := v.Alone(nil)
	press := p.Form("/act")
	press.Fields.Set("action", press.Buttons[0].Value)
	now, err := strconv.ParseInt(press.Fields.Get("at"), 10, 64)
	require.NoError(t, err)
	later := strconv.FormatInt(now+3, 10)
	for at, want := range map[int64]string{now: "frames", now + 3: "reload"} {
		in, _ := hearing(v, webtest.StreamOf(p.Path, at), "")
		line := ""
		for !strings.HasPrefix(line, "event: ") {
			if line, err = in.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		require.Equal(t, line, "event: "+want+"\n", "what a stream from %d at %d begins with", at, now)
	}
	var asked frames
	if err := json.Unmarshal([]byte(v.Get(p.Path+"/frame?after="+later).Body), &asked); err != nil || !asked.Reload {
		t.Errorf("frames after %s at %d: %+v, %v", later, now, asked, err)
	}
	press.Fields.Set("at", later)
	for _, streams := range []bool{false, true} {
		if got := script(v, press, streams); !got.Reload || got.N != now {
			t.Errorf("a press, stream %t: %+v", streams, got)
		}
	}
	if got := v.Post(press.Action, press.Fields); got.Status != http.StatusConflict || got.Form("/act") == nil {
		t.Errorf("a press without scripts: status %d", got.Status)
	}
	press.Fields.Set("at", strconv.FormatInt(now, 10))
	if got := script(v, press, true); got.Reload || got.N <= now {
		t.Errorf("a press that counts: %+v", got)
	}
}
