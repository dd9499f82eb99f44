package tables

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// A large region that stays as it was is sent once; the small ones always.
func TestUnchangedRegionsAreDropped(t *testing.T) {
	frame := func(boards, band string) *frame {
		return &frame{Regions: map[string]string{"board-0": boards, "band": band}}
	}
	var nothing *seen
	s := &Tables{caches: newCaches(Cache)}
	sent := s.strip(frame("a", "x"), nothing)
	for _, c := range []struct {
		boards string
		want   []string
	}{
		{"a", []string{"band"}},
		{"b", []string{"band", "board-0"}},
		{"b", []string{"band"}},
		{"a", []string{"band", "board-0"}},
	} {
		f := frame(c.boards, "x")
		sent = s.strip(f, sent)
		require.Slices(t, slices.Sorted(maps.Keys(f.Regions)), c.want, "boards %q sent", c.boards)
	}
}

// Seats' lines that are sent as somebody comes or goes count as sent, so that
// the line from before is not left out when it comes back.
func TestSeatLinesSentAreNoted(t *testing.T) {
	w := newWorld(t, 6)
	id := strings.TrimPrefix(w.Visitor().Alone(nil).Path, "/t/")
	snap, err := w.Service.Position(t.Context(), id, game.Actor{})
	require.NoError(t, err)
	before := &frame{Regions: map[string]string{"seat-0": "nobody there"}}
	var nothing *seen
	before.note()
	behind := reader{snap.N, nothing.with(before, false)}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
	after, err := w.tables.update(r, snap, behind, maxSteps)
	require.NoError(t, err)
	if w.tables.strip(before, after.seen); before.Regions["seat-0"] == "" {
		t.Error("a line that the page no longer has is left out")
	}
}

// The frames for a page carry the log from where it was, not the whole of it,
// and the answer to a page that hears a stream carries none.
func TestFramesCarryTheNewestLog(t *testing.T) {
	w := newWorld(t, 6)
	v := w.Visitor()
	p := v.Alone(nil)
	for round := regexp.MustCompile(`id="log-4"`); !round.MatchString(p.Body); {
		p, _ = v.Step(p, 1)
	}
	got := func(path, body string, header http.Header) (f frames) {
		t.Helper()
		method := http.MethodGet
		if body != "" {
			method = http.MethodPost
		}
		req := v.Request(method, path, body)
		req.Header = header
		req.Header.Set("Accept", "application/json")
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		require.NoError(t, json.Unmarshal([]byte(v.Do(req).Body), &f))
		return f
	}
	at, err := strconv.ParseInt(p.Form("").Fields.Get("at"), 10, 64)
	require.NoError(t, err)
	for _, c := range []struct {
		after int64
		from  int
	}{{at, 3}, {at - 1, 0}, {1, 1}} {
		f := got(fmt.Sprintf("%s/frame?after=%d", p.Path, c.after), "", http.Header{})
		log := f.Frames[len(f.Frames)-1].Log
		if c.from == 0 {
			c.from = log.From // the round of the step before, 3 or 4
		}
		if log == nil || log.From != c.from || c.from > 4 || strings.Contains(log.HTML, fmt.Sprintf(`id="log-%d"`, c.from-1)) || !strings.Contains(log.HTML, `id="log-4"`) {
			t.Errorf("after %d of %d the log is %+v, expected it from round %d", c.after, at, log, c.from)
		}
	}
	passed := got(p.Path+"/frame?after=1", "", http.Header{}).Frames
	status := ""
	for _, f := range passed[:len(passed)-1] {
		if html, sent := f.Regions["status"]; sent {
			status = html
		}
		if band := f.Regions["band"]; !strings.Contains(band, `class="lately"`) || !strings.Contains(status, `class="phases"`) {
			t.Errorf("a position that is passed through does not show what happened and where the round is: %.300q", band)
		}
	}
	f := p.Form("/act")
	fields := f.Fields
	fields.Set(f.Buttons[0].Name, f.Buttons[0].Value)
	answer := got(f.Action, fields.Encode(), http.Header{"X-Stream": {"open"}})
	require.True(t, answer.N > at && len(answer.Frames) == 0 && answer.Notice == "", "a page that hears the stream got %+v", answer)
	stale := got(f.Action, strings.Replace(fields.Encode(), "key=", "key=x", 1), http.Header{"X-Stream": {"open"}})
	require.True(t, stale.Notice != "", "a stale command was not answered with a word")
}
