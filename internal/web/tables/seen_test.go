package tables

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// scripted is a page as a script keeps it up to date by answers alone.
type scripted struct {
	*webtest.Visitor
	regions map[string]string
	has     map[string]string
}

// asks sends a request as static/js/table.js does and applies its answer. It returns
// how large that was, and would have been with what was left out.
func (p *scripted) asks(method, path, body string) (sent, whole int) {
	p.T.Helper()
	r := p.Request(method, path, body)
	var has []string
	for id, digest := range p.has {
		has = append(has, id+"="+digest)
	}
	r.Header.Set("X-Has", strings.Join(has, ","))
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	got := p.Do(r)
	var f frames
	if err := json.Unmarshal([]byte(got.Body), &f); err != nil || got.Status != http.StatusOK || f.Notice != "" {
		p.T.Fatalf("%s: status %d, %v: %.200s", path, got.Status, err, got.Body)
	}
	sent, whole = len(got.Body), len(got.Body)
	for _, f := range f.Frames {
		for id, c := range f.Changes {
			require.Must(p.T, p.has[id] == c.Base, "%s at %d is a change of what the page does not have", id, f.N)
			old := utf16.Encode([]rune(p.regions[id]))
			f.Regions[id] = string(utf16.Decode(old[:c.From])) + c.HTML + string(utf16.Decode(old[len(old)-c.Rest:]))
			whole += len(f.Regions[id]) - len(c.HTML)
		}
		for id, digest := range f.Has {
			if _, sent := f.Regions[id]; sent {
				p.has[id] = digest
			} else if p.has[id] != digest {
				p.T.Fatalf("%s at %d is left out, and the page has another", id, f.N)
			} else {
				whole += len(p.regions[id])
			}
		}
		maps.Copy(p.regions, f.Regions)
	}
	return sent, whole
}

// seated is the page of a person who holds a seat and confirms turns at once.
func (w *world) seated(id string, seat int) *scripted {
	v, secret := w.Visitor(), table.NewSecret()
	require.NoError(w.T, w.Store.Grant(w.T.Context(), store.HashOf(secret), store.Place{Table: id, Seat: seat}))
	at, err := url.Parse(v.URL)
	require.NoError(w.T, err)
	v.Client.Jar.SetCookies(at, []*http.Cookie{{Name: kernel.BrowserCookie + w.Kernel.Mark, Value: secret}, {Name: kernel.SettingsCookie + w.Kernel.Mark, Value: "word=none"}})
	return &scripted{v, map[string]string{}, map[string]string{}}
}

// In whole games, each page equals after each answer what a page would be sent that
// has nothing, and much of it need not be sent.
func TestAnswersLeaveOutWhatThePageHas(t *testing.T) {
	w := newWorld(t, 3)
	sent, whole := 0, 0
	id := w.Created()
	var pages []*scripted
	for k := range 2 {
		pages = append(pages, w.seated(id, k))
	}
	same := func(p *scripted, n int) {
		t.Helper()
		fresh := &scripted{p.Visitor, map[string]string{}, map[string]string{}}
		fresh.asks(http.MethodGet, fmt.Sprintf("/t/%s/frame?after=%d", id, n), "")
		for name, html := range fresh.regions {
			if got := stampKey.ReplaceAllString(p.regions[name], ""); got != stampKey.ReplaceAllString(html, "") {
				t.Fatalf("at %d the page's %s is %.300q, want %.300q", n, name, got, html)
			}
		}
	}
	for n := 0; ; n++ {
		snap := w.Snapshot(id)
		if snap.Over {
			break
		}
		p := pages[snap.ToAct]
		legal := snap.Game.Legal(&snap.State)
		form := url.Values{"at": {fmt.Sprint(snap.N)}, "key": {fmt.Sprint("k", n)}, "action": {fmt.Sprint(int(legal.Nth(n * 7 % legal.Len())))}}
		s, all := p.asks(http.MethodPost, "/t/"+id+"/act", form.Encode())
		sent, whole = sent+s, whole+all
		now := w.Snapshot(id)
		same(p, int(now.N))
		if n%3 == 0 { // the other one has missed some
			other := pages[1-snap.ToAct]
			other.asks(http.MethodGet, fmt.Sprintf("/t/%s/frame?after=%d", id, snap.N), "")
			same(other, int(now.N))
		}
	}
	require.True(t, sent <= whole/2, "%d bytes were sent, %d with nothing left out", sent, whole)
	t.Logf("%d bytes were sent, %d with nothing left out", sent, whole)
}

// A change keeps what is the same at both ends, in whole characters, and is counted
// as scripts count.
func TestChangesOfRegions(t *testing.T) {
	long := strings.Repeat("Kohle für Ruhrort, ", 20)
	for _, c := range []struct{ old, now, html string }{
		{long + "abc" + long, long + "aXc" + long, "X"},
		{long + "ä" + long, long + "ö" + long, "ö"},
		{long + "🚢" + long, long + "🚣" + long, "🚣"},
		{"🚢🚢" + long + "b", "🚢🚢" + long, ""},
		{long, long + long, long},
		{long + "🚢", "🚣" + long, "🚣" + long}, // nothing is the same
	} {
		f := &frame{Regions: map[string]string{"words": c.now}}
		f.change("words", c.old, change{Base: "D"})
		got, changed := f.Changes["words"]
		if _, whole := f.Regions["words"]; whole == changed {
			t.Fatalf("%.20q… is whole %v and a change %v", c.now, whole, changed)
		}
		if !changed {
			require.Equal(t, c.html, c.now, "whether the page is sent whole")
			continue
		}
		old := utf16.Encode([]rune(c.old))
		if made := string(utf16.Decode(old[:got.From])) + got.HTML + string(utf16.Decode(old[len(old)-got.Rest:])); made != c.now || got.HTML != c.html || got.Base != "D" {
			t.Errorf("%+v, want %q between; it makes %.60q", got, c.html, made)
		}
	}
}

// A page that was not told what it has, as it was rendered, gets no change of it;
// what is the same is left out all the same.
func TestRenderedPagesGetWholeRegions(t *testing.T) {
	s := &Tables{caches: newCaches(Cache)}
	long := strings.Repeat("x", 1000)
	at := func(words string) *frame { return &frame{Regions: map[string]string{"words": words, "odds": "o"}} }
	for _, told := range []bool{false, true} {
		first := at(long + "1")
		var nothing *seen
		s.strip(at(long+"1"), nothing)
		first.note()
		sent := nothing.with(first, told)
		f := at(long + "2")
		after := s.strip(f, sent)
		if _, whole := f.Regions["words"]; whole == told || f.Regions["odds"] != "" || len(f.Changes) == 1 != told {
			t.Errorf("told %v: sent %d regions, %d changes", told, len(f.Regions), len(f.Changes))
		}
		f = at(long + "3")
		if s.strip(f, after); len(f.Changes) != 1 {
			t.Errorf("told %v: the next one has %d changes", told, len(f.Changes))
		}
	}
	told, rendered := at("a"), at("a")
	told.note()
	rendered.note()
	var nothing *seen
	if nothing.with(told, true).digest() == nothing.with(rendered, false).digest() {
		t.Error("pages that were told and that were not share their updates")
	}
	s.regions.Purge() // as on another server
	f, before := at(long+"4"), at(long+"3")
	before.note()
	if s.strip(f, nothing.with(before, true)); f.Regions["words"] == "" {
		t.Error("a change of what is no longer kept")
	}
}

// Whatever a request says its page has, no more is looked at than a page can have.
func TestForgedDigestsAreFew(t *testing.T) {
	var header strings.Builder
	for _, id := range []string{"words", "map", "seat-", "seat-4", "seat-00", "board-x", "band"} {
		fmt.Fprintf(&header, "%s=%016d,", id, 7)
	}
	for i := range 3000 {
		fmt.Fprintf(&header, "seat-%d=%016d,board-%d=short,", i, i, i)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.Header.Set(hasHeader, header.String())
	require.Slices(t, slices.Sorted(maps.Keys(seenBy(r).regions)), []string{"seat-0", "seat-1", "seat-2", "seat-3", "words"}, "regions looked at")
	w := newWorld(t, 3)
	p := w.Visitor().Alone(nil)
	w.acts(strings.TrimPrefix(p.Path, "/t/"))
	r = httptest.NewRequestWithContext(t.Context(), http.MethodGet, p.Path+"/frame?after=1", nil)
	r.Header.Set(hasHeader, header.String())
	r.Header.Set("Accept", "application/json")
	got := httptest.NewRecorder()
	w.Site().ServeHTTP(got, r)
	var f frames
	if err := json.Unmarshal(got.Body.Bytes(), &f); err != nil || len(f.Frames) == 0 || f.Frames[len(f.Frames)-1].Regions["words"] == "" {
		t.Errorf("with forged digests a page gets %.300s (%v)", got.Body, err)
	}
}
