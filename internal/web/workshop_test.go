package web

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
	"ruhr/spec"
)

// tenFacts are corrections that give a valid board.
var tenFacts = map[string]string{
	"river/city-witten/name": "Witten <1769>", "river/storage-horst/name": "Horster Niederlage", "timeline/2/year": "1775", "timeline/12/returns": "broich",
	"track/paved_path/below": "2", "export/scale/boxes": "1 1 2 2", "city/city-steele/prices": "3 4 5", "depot/mark/prices": "2 3",
	"progress/inn/black_industry": "2", "marker/forges-2/star": "no",
}

// correct posts the workshop's form with corrections.
func correct(v *webtest.Visitor, changes map[string]string, confirmed ...string) webtest.Answer {
	v.T.Helper()
	facts, err := board.Facts(spec.Board)
	require.NoError(v.T, err)
	form := url.Values{"ok": confirmed}
	for _, f := range facts {
		form.Set(f.Key(), f.Value)
	}
	for key, value := range changes {
		form.Set(key, value)
	}
	return v.Post("/workshop", form)
}

// openBoard uploads a file to the workshop.
func openBoard(v *webtest.Visitor, data string) webtest.Answer {
	v.T.Helper()
	body := "--xxx\r\nContent-Disposition: form-data; name=\"record\"; filename=\"a.json\"\r\n\r\n" + data + "\r\n--xxx--\r\n"
	req := v.Request(http.MethodPost, "/workshop/open", body)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=xxx")
	return v.Do(req)
}

// A board can be corrected by forms alone, downloaded, opened again, compared
// and played on; the table says that its board is a different one.
func TestABoardIsCorrectedAndPlayedOn(t *testing.T) {
	changes := map[string]string{}
	maps.Copy(changes, tenFacts)
	delete(changes, "marker/forges-2/star") // unchanged: nine facts differ
	w := newWorld(t, 3)
	v := w.Visitor()
	webtest.CheckPage(t, "the workshop", v.Get("/workshop"))
	p := correct(v, tenFacts, "river/city-witten", "depot/mark")
	webtest.CheckPage(t, "a corrected board", p)
	d := urlDraft(t, p)
	if !p.Says("9 facts differ") || !p.Says("Witten <1769>") || len(p.With("name", "ok")) == 0 {
		t.Errorf("the page of the draft does not say so: %s", p.Text()[:600])
	}
	file := v.Get("/workshop/file?d=" + d)
	b, err := board.Load([]byte(file.Body))
	require.Must(t, err == nil && b.Years[1].Year == 1775 && len(b.Export) == 4, "the file is no such board: %v", err)
	if again := openBoard(v, file.Body); urlDraft(t, again) != d {
		t.Errorf("opened again the draft is another: %s", again.Path)
	}
	require.True(t, openBoard(v, string(spec.Board)).Has("href", "/new?board="), "the standard board is a draft with changes")
	diff := v.Get("/workshop/differences?b=" + d)
	webtest.CheckPage(t, "differences", diff)
	require.Equal(t, len(diff.Document().All("tr", "", ""))-1, len(changes), "differences")
	webtest.CheckPage(t, "a new table on it", v.Get("/new?board="+d))
	own := v.Alone(url.Values{"board": {d}})
	link := own.Path + "/board"
	require.True(t, own.Has("href", link) && own.Says("Witten <1769>"), "the table does not show its board")
	of := v.Get(link)
	webtest.CheckPage(t, "the table's board", of)
	require.True(t, of.Says("Horster Niederlage") && len(of.Links("/workshop?d=")) != 0, "the page of the table's board lacks its differences")
	if usual := v.Alone(nil); len(usual.Links(usual.Path+"/board")) > 0 {
		t.Error("a table on the usual board says that it has its own")
	}
	w.Starts(w.Config) // as another process that has shown no page of it
	w.Visitor().Get(page.MapAddress(b)+"places.css").WantStatus(t, http.StatusOK, "the map by another process")
}

// urlDraft returns the packed draft a workshop page offers to play on.
func urlDraft(t *testing.T, p webtest.Answer) string {
	t.Helper()
	to := p.Links("/new?board=")
	require.Must(t, len(to) != 0 && to[0] != "/new?board=", "no draft on the page: %.400s", p.Document().Text())
	return strings.TrimPrefix(to[0], "/new?board=")
}

// An invalid board is kept as a draft, with the loader's message.
func TestABadCorrectionIsExplained(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	for key, value := range map[string]string{"timeline/2/year": "soon", "country/belgium/count": "3", "river/storage-stiepel/pilotOnly": "no"} {
		p := correct(v, map[string]string{key: value})
		webtest.CheckPage(t, key, p)
		_, err := board.Correct(spec.Board, map[string]string{key: value})
		if err == nil {
			data, _ := board.Correct(spec.Board, map[string]string{key: value})
			_, err = board.Load(data)
		}
		if err == nil || !p.Says("cannot be played") || len(p.Links("/new?board=")) > 0 {
			t.Errorf("%s = %s: %v, and the page does not refuse it", key, value, err)
		}
	}
	p := correct(v, map[string]string{"timeline/2/year": "soon", "timeline/3/year": "never", "river/city-steele/name": "Stele"})
	d := draft(p, t)
	for _, want := range [][]string{{"value", "soon"}, {"href", "#timeline/2/year"}, {"href", "#timeline/3/year"}, {"aria-describedby", "wrong-timeline/2/year"}, {"class", "picture"},
		{"href", "/workshop/file?d=" + d}} {
		require.True(t, p.Has(want...), "an unfinished board lacks %q", want)
	}
	if copied := p.With("data-copy"); len(copied) != 1 || !strings.HasSuffix(copied[0].Value("value"), "?d="+d) || !p.Says("2 problems") {
		t.Error("an unfinished board has no link, or does not say what is wrong")
	}
	file := v.Get("/workshop/file?d=" + d)
	if again := openBoard(v, file.Body); draft(again, t) != d || !strings.Contains(file.Header.Get("Content-Disposition"), "unfinished") {
		t.Error("the file of an unfinished board gives another draft")
	}
}

// draft is the draft that a page of the workshop shows.
func draft(p webtest.Answer, t *testing.T) string {
	t.Helper()
	return p.Document().Find(t, "", "id", "verdict").Value("data-draft")
}

// Spaces move by buttons, a section is confirmed at once, and faces are counted.
func TestTheWorkshopWithoutScripts(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	p := v.Get("/workshop")
	send := func(name, value string, entered ...string) {
		form := filled(t, p, "river/city-witten/name")
		if name != "" {
			form.Set(name, value)
		}
		for i := 0; i < len(entered); i += 2 {
			form.Set(entered[i], entered[i+1])
		}
		p = v.Post("/workshop", form)
	}
	lacks := func(wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(p.Body, want) {
				t.Errorf("the page lacks %q of %q", want, regexp.MustCompile(`\d+ facts? differs?|\d+ of 1?\d+ confirmed`).FindAllString(p.Body, -1))
			}
		}
	}
	typed := func() string { return p.Document().Find(t, "textarea", "name", "order").FirstChild.Data }
	river := strings.Split(typed(), "\n")
	river[14], river[15] = river[15], river[14]
	send("move", "typed", "order", strings.Join(river, "\n"))
	lacks("1 fact differs")
	send("move", "typed", "order", "Köln\n"+strings.Join(river[1:], "\n"), "city/city-witten/prices", "3 3 3 3")
	lacks("2 facts differ", "These are no places of this river: Köln.", "These places are missing: Nachtigall wharf.")
	if p.Status != http.StatusUnprocessableEntity || !strings.HasPrefix(typed(), "Köln\n") {
		t.Errorf("status %d, what was typed is now %q", p.Status, typed())
	}
	p = v.Get("/workshop?d=")
	send("move", "up city-hattingen")
	lacks("1 fact differs", `id="river/city-hattingen/place" value="14"`)
	send("open", "marker", "river/city-witten/place", "2", "face/trade forge", "1")
	lacks("There are 20 markers in all; here there are 19.", "19 of 20 markers", `<details id="group-marker" open>`)
	send("all", "timeline", "face/cities city-witten city-steele", "1")
	lacks("12 of 136 confirmed", "12 of 12 confirmed", "3 facts differ", "20 of 20 markers", `id="river/city-witten/place" value="2"`, `id="river/city-hattingen/place" value="14"`)
	send("", "", "ok", "marker")
	lacks("20 of 136 confirmed")
	send("all", "depot", "river/city-witten/place", "x")
	lacks("24 of 136 confirmed", `id="river/city-witten/place" value="x"`, "1 problem", "“x” is not a number")
	list := v.Get("/workshop/checklist?d=" + draft(p, t))
	webtest.CheckPage(t, "the checklist", list)
	require.Equal(t, len(list.With("class", "box done")), 4, "ticked lines of the checklist")
	if p = v.Get("/workshop/checklist?d=!!"); p.Status != http.StatusBadRequest {
		t.Errorf("a checklist of no draft: status %d", p.Status)
	}
}

// A draft of every fact, all of it confirmed, fits into a link.
func TestAWholeBoardFitsIntoALink(t *testing.T) {
	facts, err := board.Facts(spec.Board)
	require.NoError(t, err)
	changes := map[string]string{}
	var all []string
	for i, f := range facts {
		switch {
		case f.Field == "name":
			changes[f.Key()] = fmt.Sprintf("%x an der Ruhr", sha256.Sum256([]byte(f.Value)))[:24]
		case f.Field == "place", f.Choices != nil:
		default:
			changes[f.Key()] = fmt.Sprint(i % 7)
		}
		all = append(all, f.Group+"/"+f.Subject)
	}
	p := correct(newWorld(t, 3).Visitor(), changes, all...)
	if d := draft(p, t); p.Status != http.StatusOK || len(d) > 6<<10 {
		t.Errorf("status %d, %d bytes", p.Status, len(d))
	}
}

// Links and files that are not boards get one message, whatever their size.
func TestNoBoardForTheWorkshop(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	var bomb bytes.Buffer
	to, _ := flate.NewWriter(&bomb, flate.BestCompression)
	_, _ = to.Write([]byte(`{"a":"` + strings.Repeat("x", 4<<20) + `"}`))
	_ = to.Close()
	for name, d := range map[string]string{"no code": "!!", "no draft": "AAAA", "bomb": base64.RawURLEncoding.EncodeToString(bomb.Bytes()),
		"long": strings.Repeat("A", 8<<10+1)} {
		for _, path := range []string{"/workshop?d=", "/workshop/file?d="} {
			v.Get(path+d).WantStatus(t, http.StatusBadRequest, "%s at %s", name, path)
		}
		v.Get("/workshop/differences?b="+d).WantStatus(t, http.StatusUnprocessableEntity, "%s compared", name)
	}
	other := strings.Replace(string(spec.Board), `"shiftCost": 2`, `"shiftCost": 3`, 1)
	for name, x := range map[string]struct{ data, want string }{
		"empty":         {"", "This file is not a board."},
		"words":         {"hello", "This file is not a board."},
		"list":          {"[]", "cannot be played"},
		"huge":          {strings.Repeat(" ", board.MaxFile+1), "cannot be played"},
		"another price": {other, "The workshop cannot change it."},
		"newer":         {strings.Replace(string(spec.Board), `"version": 1`, `"version": 9`, 1), "The file says version 9. This program reads board files of version 1 only"},
		"newer draft":   {`{"draft":{},"version":9}`, "board"},
	} {
		if p := openBoard(v, x.data); p.Status != http.StatusUnprocessableEntity || !p.Says(x.want) {
			t.Errorf("%s: status %d, want %q", name, p.Status, x.want)
		}
	}
}

func TestADraftIsKept(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	d := urlDraft(t, correct(v, tenFacts))
	require.Equal(t, urlDraft(t, v.Get("/workshop")), d, "coming back shows the draft")
	require.True(t, !v.Get("/workshop?d=").Has("value", "Horster Niederlage"), "starting again keeps the old draft")
}

// What answers a draft fits into the 4096 bytes that proxies take for the head of a
// response, however large the draft is.
func TestLargeDraftsPassProxies(t *testing.T) {
	w := newWorld(t, 74)
	facts, err := board.Facts(w.Service.UsualBoard())
	require.NoError(t, err)
	site := w.Site()
	form := url.Values{}
	for i, f := range facts {
		form.Set(f.Key(), fmt.Sprintf("%x", sha256.Sum256([]byte(f.Key())))[:20])
		if i%20 != 0 && i+1 != len(facts) {
			continue
		}
		r := httptest.NewRequest(http.MethodPost, "/workshop", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for range 2 { // the answer, and the page it leads to
			got := httptest.NewRecorder()
			site.ServeHTTP(got, r)
			var head strings.Builder
			got.Header().Write(&head)
			if got.Code == http.StatusRequestEntityTooLarge {
				return
			}
			require.Must(t, head.Len() <= 4000 && got.Code < 400, "%d changes: a head of %d bytes, status %d", i+1, head.Len(), got.Code)
			to := got.Header().Get("Location")
			if to == "" {
				break
			}
			r = httptest.NewRequest(http.MethodGet, to, nil)
		}
	}
}

// A link from elsewhere shows its board, and leaves the one that the browser keeps.
func TestForeignLinkKeepsNothing(t *testing.T) {
	v := newWorld(t, 74).Visitor()
	for site, want := range map[string]bool{"same-origin": true, "cross-site": false} {
		r := httptest.NewRequest(http.MethodGet, "/workshop?d=&was=x", nil)
		r.Header.Set("Sec-Fetch-Site", site)
		r.AddCookie(&http.Cookie{Name: kernel.DraftCookie, Value: "kept"})
		got := httptest.NewRecorder()
		v.Site().ServeHTTP(got, r)
		if changed := strings.Contains(got.Header().Get("Set-Cookie"), kernel.DraftCookie); changed != want || got.Code != http.StatusOK {
			t.Errorf("%s: status %d, the draft is replaced: %v", site, got.Code, changed)
		}
	}
}
