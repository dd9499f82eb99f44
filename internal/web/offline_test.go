package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/offline"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
	"ruhr/record"
	"ruhr/spec"
)

// gameLinks are games in links, by name.
func gameLinks(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../record/testdata/links.json")
	require.NoError(t, err)
	links := map[string]string{}
	if err := json.Unmarshal(data, &links); err != nil || len(links) == 0 {
		t.Fatalf("%d links, %v", len(links), err)
	}
	return links
}

// The page that opens games in the browser allows WebAssembly and names the files for
// it, which browsers keep. No other page allows it, and none where the program is not
// built in.
func TestOfflineProgramIsServed(t *testing.T) {
	plain := newWorld(t, 3).Visitor().Get("/open")
	webtest.CheckPage(t, "without the program", plain)
	if plain.Has("data-program") || !plain.Says("has to check it") {
		t.Error("without the program the page does not ask before it sends a game")
	}
	program := bytes.Repeat([]byte("\x00asm"), 1<<19) // 2 MB that compress well
	w := newWorld(t, 3)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	webtest.Must(z.Write(program))
	z.Close()
	config := w.Config
	config.Offline = kernel.Offline{Program: zipped.Bytes(), Exec: []byte("export {}")}
	w.Starts(config)
	v := w.Visitor()
	for _, p := range []webtest.Answer{v.Get("/open"), v.Post("/open/link", url.Values{"game": {"x"}})} {
		if got := p.Header.Get("Content-Security-Policy"); got != strings.Replace(webtest.PagePolicy, "script-src 'self';", "script-src 'self' 'wasm-unsafe-eval';", 1) || got == webtest.PagePolicy {
			t.Errorf("content policy %q", got)
		}
		if !p.Says("of at most 1 MB") {
			t.Error("the page does not say how large the program is")
		}
		for name, want := range map[string]struct {
			kind string
			data []byte
		}{"program": {"application/wasm", program}, "exec": {"text/javascript; charset=utf-8", []byte("export {}")}, "board": {"application/json", spec.Board}} {
			found := regexp.MustCompile(`data-` + name + `="([^"]+)"`).FindStringSubmatch(p.Body)
			if found == nil {
				t.Fatalf("the page names no %s", name)
			}
			for _, coding := range []string{"gzip", "identity"} {
				r := w.Request(http.MethodGet, found[1], "")
				r.Header.Set("Accept-Encoding", coding)
				a, err := v.Client.Do(r)
				require.NoError(t, err)
				got, err := io.ReadAll(a.Body)
				a.Body.Close()
				if a.Header.Get("Content-Encoding") == "gzip" {
					got = webtest.Must(io.ReadAll(webtest.Must(gzip.NewReader(bytes.NewReader(got)))))
				} else if coding == "gzip" {
					t.Errorf("%s is not compressed", name)
				}
				if err != nil || !bytes.Equal(got, want.data) || a.Header.Get("Content-Type") != want.kind || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
					t.Errorf("%s as %s: %d bytes, %v, %v", name, coding, len(got), err, a.Header)
				}
			}
		}
	}
	for _, path := range []string{"/", "/handbook", "/new"} {
		webtest.CheckPage(t, path, v.Get(path))
	}
}

// A browser shows the same of a game as the server, but for the addresses.
func TestOfflineShowsTheSame(t *testing.T) {
	w := newWorld(t, 3)
	v := w.Visitor()
	inside := regexp.MustCompile(`(?s)<body.*</body>`)
	// Only here does the form send the game, and only a server works out the review.
	differs := regexp.MustCompile(`(?s)<div id="playon">.*?</div>|<a class="button" href="[^"]*/review">.*?</a> `)
	sheet := regexp.MustCompile(`(?s)<main.*</main>`)
	for name, link := range gameLinks(t) {
		for _, language := range []string{"de", "fr"} {
			v.Lang = language
			opened := v.Post("/open/link", url.Values{"game": {link}})
			g, err := offline.Open(offline.Options{Link: link, Board: spec.Board, Language: language, Theme: "auto", Page: w.URL + "/open"})
			require.NoError(t, err)
			same := func(what string, pattern *regexp.Regexp, server, browser string) {
				server = strings.ReplaceAll(html.UnescapeString(server), opened.Path, "LINK")
				server = strings.ReplaceAll(strings.ReplaceAll(server, "LINK/score", "LINK&show=score"), "LINK?n=", "LINK&n=")
				browser = strings.ReplaceAll(html.UnescapeString(browser), record.LinkMark+link, "LINK")
				server = strings.ReplaceAll(server, record.LinkMark+link, "LINK") // that of the score sheet
				a, b := differs.ReplaceAllString(pattern.FindString(server), ""), differs.ReplaceAllString(pattern.FindString(browser), "")
				if a == b && a != "" {
					return
				}
				at := 0
				for at < min(len(a), len(b)) && a[at] == b[at] {
					at++
				}
				t.Errorf("%s in %s, %s: the server has\n%.200s\nand the browser\n%.200s", name, language, what, a[at:], b[at:])
			}
			for _, n := range []int{0, 1, 77} {
				got, err := g.Replay(n, 1)
				require.NoError(t, err)
				same(fmt.Sprint("position ", n), inside, v.Get(fmt.Sprintf("%s?n=%d&seat=1", opened.Path, n)).Body, got)
			}
			got, err := g.Score()
			require.NoError(t, err)
			same("score sheet", sheet, v.Get(opened.Path+"/score").Body, got)
		}
	}
}

// A record file is played on from where its page says, also one of another board that
// a table here has, but not one that leaves out what lay on the river.
func TestPlayOnFromAFile(t *testing.T) {
	w := newWorld(t, 3)
	v := w.Visitor()
	other := bytes.Replace(spec.Board, []byte("\n"), []byte("\n\n"), 1)
	if _, err := w.Service.Create(t.Context(), game.NewTable{Board: other, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}}); err != nil {
		t.Fatal(err)
	}
	for sha, file := range map[string]string{
		w.Kernel.Board.SHA256: webtest.Example(t),
		store.BoardSHA(other): strings.Replace(webtest.Example(t), w.Kernel.Board.SHA256, store.BoardSHA(other), 1),
	} {
		opened := v.Upload(file)
		action := opened.Path + "/on"
		rec, err := record.Read([]byte(file))
		require.NoError(t, err)
		for n, offers := range map[int]bool{0: true, 20: true, len(rec.Actions): false} {
			p := v.Get(fmt.Sprintf("%s?n=%d", opened.Path, n))
			if p.Has("action", action) != offers || p.Has("name", "game") {
				t.Errorf("position %d: offers to be played on from: %v", n, !offers)
			}
		}
		p := v.Post(action, url.Values{"n": {"20"}, "seat": {"1"}, "level": {"greedy"}})
		if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
			t.Fatalf("status %d at %s", p.Status, p.Path)
		}
		webtest.CheckPage(t, "a table from a file", p)
		snap, err := w.Service.Position(t.Context(), strings.TrimPrefix(p.Path, "/t/"), game.Actor{})
		if err != nil || len(snap.Steps) < 20 || snap.Seats[1].Level != "" || snap.Seats[0].Level != "greedy" || snap.Game.Board().SHA256 != sha {
			t.Errorf("%d decisions, seats %v, %v", len(snap.Steps), snap.Seats, err)
		}
		for _, c := range []struct {
			what, at string
			form     url.Values
			status   int
		}{
			{"no such record", "/game/" + strings.Repeat("A", 22) + "/on", url.Values{"n": {"1"}, "seat": {"0"}}, http.StatusNotFound},
			{"no number", action, url.Values{"n": {"x"}, "seat": {"0"}}, http.StatusBadRequest},
			{"no such seat", action, url.Values{"n": {"1"}, "seat": {"4"}}, http.StatusForbidden},
		} {
			if p := v.Post(c.at, c.form); p.Status != c.status {
				t.Errorf("%s: status %d, want %d", c.what, p.Status, c.status)
			}
		}
	}
	lying := regexp.MustCompile(`"obstacles":\[[^\]]*\]`)
	opened := v.Upload(lying.ReplaceAllString(webtest.Example(t), `"entered":true,"obstacles":null`))
	if p := v.Get(opened.Path + "?n=0"); !strings.HasPrefix(p.Path, "/game/") || p.Form("/on") != nil {
		t.Error("without what lay on the river it does not open, or offers to be played on from")
	}
	v.Post(opened.Path+"/on", url.Values{"n": {"1"}, "seat": {"0"}, "level": {"greedy"}}).WantStatus(t, http.StatusUnprocessableEntity, "without what lay on the river")
}

// A game of a link is played on from where its form says, which only then sends it.
func TestPlayOnFromALink(t *testing.T) {
	w := newWorld(t, 3)
	v := w.Visitor()
	link := gameLinks(t)["4-seats-mixed"]
	g, err := offline.Open(offline.Options{Link: link, Board: spec.Board, Language: "en", Theme: "auto", PlayOn: "/open/on", Levels: []string{"random", "greedy"}})
	require.NoError(t, err)
	last := 285
	for n, offers := range map[int]bool{0: true, 100: true, last: false} {
		page, err := g.Replay(n, -1)
		require.NoError(t, err)
		p := webtest.Answer{Body: page}
		form := p.Form("/open/on") != nil
		if form != offers || form != p.Has("name", "game", "value", link) || form != p.Says("pressing the button sends it the game") {
			t.Errorf("position %d: offers to be played on from: %v", n, form)
		}
	}
	p := v.Post("/open/on", url.Values{"game": {link}, "n": {"100"}, "seat": {"1"}, "level": {"greedy"}})
	if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		t.Fatalf("status %d at %s", p.Status, p.Path)
	}
	webtest.CheckPage(t, "a table from a link", p)
	snap, err := w.Service.Position(t.Context(), strings.TrimPrefix(p.Path, "/t/"), game.Actor{})
	if err != nil || len(snap.Steps) < 100 || snap.From != nil || snap.Seats[1].Level != "" || snap.Seats[0].Level != "greedy" {
		t.Errorf("%d decisions, seats %v, %v", len(snap.Steps), snap.Seats, err)
	}
	for _, c := range []struct {
		what   string
		form   url.Values
		status int
	}{
		{"no game", url.Values{"n": {"1"}, "seat": {"0"}}, http.StatusUnprocessableEntity},
		{"a broken link", url.Values{"game": {link[1:]}, "n": {"1"}, "seat": {"0"}}, http.StatusUnprocessableEntity},
		{"no number", url.Values{"game": {link}, "n": {"x"}, "seat": {"0"}}, http.StatusBadRequest},
		{"no such seat", url.Values{"game": {link}, "n": {"1"}, "seat": {"4"}}, http.StatusForbidden},
	} {
		if p := v.Post("/open/on", c.form); p.Status != c.status {
			t.Errorf("%s: status %d, want %d", c.what, p.Status, c.status)
		}
	}
}
