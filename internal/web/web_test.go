package web

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/web/kernel"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
)

var languageCodes = []string{"en", "de", "fr", "es"}

func TestEveryPageInEveryLanguage(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	p := v.alone(nil)
	id := p.path
	for range 12 {
		p, _ = v.step(p, 1)
	}
	if p = v.get("/t/" + strings.Repeat("A", 22)); p.status != http.StatusNotFound {
		t.Errorf("a table that is not there: status %d", p.status)
	}
	for _, lang := range languageCodes {
		v.lang = lang
		bad := forbidden(t, lang)
		for _, path := range []string{"/", "/new", "/tables", "/settings", "/lobby", "/account/new", "/legend", "/open", "/handbook", "/handbook?q=lock", "/handbook/history", "/handbook/reference", "/handbook/sheet", "/handbook/tests", "/board", "/workshop", "/workshop/differences", "/workshop/checklist",
			id, id + "/share", id + "/replay", id + "/replay?n=3", id + "/score", id + "/why?kind=space&id=city-werden",
			id + "/why?kind=depot&id=depot-mark", id + "/why?kind=column&id=belgium", id + "/why?kind=option&id=hauling", id + "/why?kind=nothing&id=x"} {
			p := v.get(path)
			checkPage(t, lang+" "+path, p)
			if !strings.Contains(p.body, `<html lang="`+lang+`"`) {
				t.Errorf("%s is not in %s", path, lang)
			}
			if m := bad.FindStringSubmatch(readable(p.body)); m != nil && path != "/handbook/history" {
				t.Errorf("%s in %s says %q, which the glossary forbids", path, lang, m[1])
			}
		}
	}
}

// forbidden matches words that no text for players may contain.
func forbidden(t *testing.T, lang string) *regexp.Regexp {
	t.Helper()
	data, err := os.ReadFile("../../lang/glossary.json")
	if err != nil {
		t.Fatal(err)
	}
	var glossary struct{ Forbidden map[string][]string }
	if err := json.Unmarshal(data, &glossary); err != nil || len(glossary.Forbidden[lang]) == 0 {
		t.Fatalf("%d words are forbidden in %s, %v", len(glossary.Forbidden[lang]), lang, err)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(` + strings.Join(glossary.Forbidden[lang], "|") + `)(?:$|[^\p{L}])`)
}

var readAttribute = regexp.MustCompile(`\s(?:title|label|aria-label|alt|placeholder)="([^"]*)"`)

// readable is what people see or hear of a page: its text, and the attributes
// that are shown or read out.
func readable(body string) string {
	text := textTag.ReplaceAllString(body, " ")
	for _, m := range readAttribute.FindAllStringSubmatch(body, -1) {
		text += "\n" + m[1]
	}
	return html.UnescapeString(text)
}

// A forbidden word is found in text and attributes, and not in markup.
func TestForbiddenWordsOfAPage(t *testing.T) {
	bad := forbidden(t, "de")
	for body, want := range map[string]string{
		`<p>Dein <b>Gegner</b> zieht.</p>`:                      "Gegner",
		`<button title="Gegner wählen">?</button>`:              "Gegner",
		`<img src="/Gegner" alt="Ein K&auml;hne-Bild">`:         "Kähne",
		`<optgroup label="Gegner"></optgroup>`:                  "Gegner",
		`<h2 id="Gegner" class="Gegner">Computergegner</h2>`:    "",
		`<input name="Gegner" value="Computergegner" readonly>`: "",
	} {
		got := ""
		if m := bad.FindStringSubmatch(readable(body)); m != nil {
			got = m[1]
		}
		if got != want {
			t.Errorf("%s: the word %q is found, want %q", body, got, want)
		}
	}
}

func TestSettingsAreRemembered(t *testing.T) {
	v := newWorld(t, 1).visitor()
	v.post("/settings", url.Values{"lang": {"de"}, "theme": {"dark"}, "pace": {"off"}, "size": {"large"}, "sound": {"on"}, "back": {"//evil.example/x"}})
	p := v.get("/")
	for _, want := range []string{`lang="de"`, `data-theme="dark"`, `data-pace="off"`, `data-size="large"`, `data-sound="on"`} {
		if !strings.Contains(p.body, want) {
			t.Errorf("after saving, the first page has no %s", want)
		}
	}
	if p := v.post("/language", url.Values{"lang": {"fr"}, "back": {"/handbook"}}); p.path != "/handbook" || !strings.Contains(p.body, `<html lang="fr" data-theme="dark"`) {
		t.Errorf("changing the language led to %s", p.path)
	}
	for _, bad := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "/\tx", "x"} {
		if got := kernel.OwnPath(bad); got != "/" {
			t.Errorf("ownPath(%q) = %q, want /", bad, got)
		}
	}
}

// A whole game can be played by forms alone, without scripts, to the score
// sheet; then every position is shown in the replay.
func TestWholeGameByForms(t *testing.T) {
	w := newWorld(t, 5)
	v := w.visitor()
	p := v.alone(url.Values{"ships": {"yes"}})
	id := p.path
	rng := rand.New(rand.NewPCG(3, 3))
	asked := true
	turns := 0
	for asked {
		checkPage(t, fmt.Sprintf("decision %d", turns), p)
		if t.Failed() {
			t.FailNow()
		}
		p, asked = v.step(p, rng.IntN(40))
		if turns++; turns > 2000 {
			t.Fatal("the game does not end")
		}
	}
	if p.form("/act") != nil || !strings.Contains(p.body, id+"/score") {
		t.Fatalf("after %d presses the page shows no end: %s", turns, textTag.ReplaceAllString(p.body, " ")[:400])
	}
	sheet := v.get(id + "/score")
	checkPage(t, "score sheet", sheet)
	for n := 0; n < 400; n += 57 {
		checkPage(t, fmt.Sprintf("replay at %d", n), v.get(fmt.Sprintf("%s/replay?n=%d", id, n)))
	}
	rec := v.get(id + "/record")
	if !strings.Contains(rec.body, `"result"`) {
		t.Error("the record of a finished game has no result")
	}
	if again := v.press(p.form("/again"), button{}); again.status != http.StatusOK || again.path == id || again.form("/act") == nil {
		t.Errorf("play again led to %s, status %d", again.path, again.status)
	}
	v.openAgain(rec.body)
}

// openAgain uploads a record and checks its page.
func (v *visitor) openAgain(rec string) {
	v.t.Helper()
	p := v.upload(rec)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/game/") {
		v.t.Fatalf("opening the record: status %d at %s: %s", p.status, p.path, textTag.ReplaceAllString(p.body, " "))
	}
	checkPage(v.t, "opened record", p)
	checkPage(v.t, "opened record's score", v.get(p.path+"/score"))
}

func (v *visitor) upload(data string) answer {
	v.t.Helper()
	body := "--xxx\r\nContent-Disposition: form-data; name=\"record\"; filename=\"a.json\"\r\n\r\n" + data + "\r\n--xxx--\r\n"
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+"/open", strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "multipart/form-data; boundary=xxx")
	return v.do(req)
}

func TestOpeningWhatIsNoRecord(t *testing.T) {
	v := newWorld(t, 1).visitor()
	example, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	if err != nil {
		t.Fatal(err)
	}
	v.openAgain(string(example))
	for name, data := range map[string]string{
		"empty": "", "words": "hello", "other": `{"format":"x"}`,
		"cheat": strings.Replace(string(example), `"thaler"`, `"vp"`, 1),
		"names": strings.Replace(string(example), `"startSeat": 0`, `"startSeat": 9`, 1),
	} {
		if name == "names" && data == string(example) {
			data = strings.Replace(string(example), `"startSeat":`, `"startSeat":7`, 1)
		}
		if p := v.upload(data); p.status != http.StatusUnprocessableEntity || missing.MatchString(p.body) {
			t.Errorf("%s: status %d, want 422", name, p.status)
		}
	}
	if p := v.upload(strings.Repeat("x", record.MaxSize+64<<10)); p.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a file that is too large: status %d", p.status)
	}
}

func TestStaleAndRepeatedCommands(t *testing.T) {
	w := newWorld(t, 2)
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	first := v.press(f, f.buttons[0])
	again := v.press(f, f.buttons[0]) // sending the same form twice is one command: same key
	if again.status != http.StatusOK || again.form("/turn").fields.Get("at") != first.form("/turn").fields.Get("at") {
		t.Errorf("a repeated form: status %d, at %v and %v", again.status, again.form("/turn").fields, first.form("/turn").fields)
	}
	f.fields.Set("key", "another")
	stale := v.press(f, f.buttons[0])
	if stale.status != http.StatusConflict || !strings.Contains(stale.body, "changed meanwhile") || stale.form("/act") == nil && stale.form("/turn") == nil {
		t.Errorf("a form of an older position: status %d", stale.status)
	}
	for name, fields := range map[string]url.Values{
		"no number": {"key": {"a"}, "action": {"1"}}, "no action": {"at": {"1"}}, "action not a number": {"at": {"1"}, "action": {"x"}},
		"action too large": {"at": {"1"}, "action": {"4000"}},
	} {
		if p := v.post(f.action, fields); p.status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", name, p.status)
		}
	}
	// A malformed action is refused by the rules.
	fields := url.Values{"at": {first.form("/turn").fields.Get("at")}, "key": {"k9"}, "action": {"254"}}
	if p := v.post(f.action, fields); p.status != http.StatusConflict {
		t.Errorf("an action that does not exist: status %d, want 409", p.status)
	}
}

func TestRefusalNamesItsRule(t *testing.T) {
	w := newWorld(t, 2)
	v := w.visitor()
	p := v.alone(nil)
	at := p.form("/act").fields.Get("at")
	legal := map[string]bool{}
	for _, b := range p.form("/act").buttons {
		legal[b.value] = true
	}
	refused := 0
	for a := range rules.ActionsCount {
		if legal[fmt.Sprint(a)] {
			continue
		}
		p := v.post(p.form("/act").action, url.Values{"at": {at}, "key": {fmt.Sprint("r", a)}, "action": {fmt.Sprint(a)}})
		if p.status != http.StatusConflict || !strings.Contains(p.body, `class="rule" href="/handbook#`) || missing.MatchString(p.body) {
			t.Errorf("action %d: status %d %v", a, p.status, missing.FindString(p.body))
		}
		if refused++; refused > 60 {
			break
		}
	}
}

func TestNobodyActsForAnother(t *testing.T) {
	w := newWorld(t, 4)
	owner, stranger := w.visitor(), w.visitor()
	p := owner.alone(nil)
	f := p.form("/act")
	stranger.get("/") // has visited, but holds no seat
	seen := stranger.get(p.path)
	checkPage(t, "watching", seen)
	if seen.form("/act") != nil || seen.form("/turn") != nil || seen.form("/seat") != nil {
		t.Error("somebody who watches is offered a command")
	}
	for name, path := range map[string]string{"act": f.action, "turn": p.path + "/turn", "seat": p.path + "/seat"} {
		fields := url.Values{"at": f.fields["at"], "key": {"x"}, "action": {f.buttons[0].value}, "undo": {"0"}, "seat": {"0"}, "do": {"give"}}
		if got := stranger.post(path, fields); got.status != http.StatusConflict && got.status != http.StatusForbidden {
			t.Errorf("%s by a stranger: status %d", name, got.status)
		}
	}
	if got := stranger.post(p.path+"/share", url.Values{"seat": {"0"}}); got.status != http.StatusForbidden || strings.Contains(got.body, "/join/") {
		t.Errorf("a stranger's wish for a private link: status %d", got.status)
	}
	if owner.get(p.path).form("/act").fields.Get("at") != f.fields.Get("at") {
		t.Error("a stranger's command changed the table")
	}
}

func TestLinksLeadToSeats(t *testing.T) {
	w := newWorld(t, 4)
	host, guest := w.visitor(), w.visitor()
	p := host.alone(url.Values{"who1": {"open"}, "name1": {""}})
	if !strings.HasSuffix(p.path, "/share") {
		t.Fatalf("a table with an open seat began at %s, want its links", p.path)
	}
	made := host.post(p.path, url.Values{"seat": {"1"}})
	link := regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`).FindString(made.body)
	if link == "" {
		t.Fatal("no private link was shown")
	}
	ask := guest.get(link)
	checkPage(t, "join", ask)
	if got := ask.header.Get("Referrer-Policy"); got != "strict-origin" {
		t.Errorf("the page of a private link has referrer policy %q", got)
	}
	if bad := guest.post(link, url.Values{"name": {""}}); bad.status != http.StatusConflict {
		t.Errorf("joining without a name: status %d", bad.status)
	}
	sat := guest.post(link, url.Values{"name": {"Carla"}})
	if sat.status != http.StatusOK || !strings.Contains(sat.body, "Carla") {
		t.Fatalf("joining: status %d", sat.status)
	}
	if taken := w.visitor().get(link); !strings.Contains(taken.body, "Carla") {
		t.Error("the link of a taken seat does not say whose it is")
	}
	if none := guest.get("/join/" + strings.Repeat("A", 22)); none.status != http.StatusNotFound {
		t.Errorf("a link that leads nowhere: status %d", none.status)
	}
	// The guest's seat belongs to the guest, not to the host.
	hostMay, guestMay := host.get(sat.path), guest.get(sat.path)
	if (hostMay.form("/act") == nil) == (guestMay.form("/act") == nil) {
		t.Error("exactly one of the two is to decide")
	}
}

func TestOtherSitesMayNotPost(t *testing.T) {
	w := newWorld(t, 4)
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	f.fields.Set("action", f.buttons[0].value)
	for name, header := range map[string][2]string{"by origin": {"Origin", "https://evil.example"}, "by fetch metadata": {"Sec-Fetch-Site", "cross-site"}} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.url+f.action, strings.NewReader(f.fields.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set(header[0], header[1])
		if got := v.do(req); got.status != http.StatusForbidden || missing.MatchString(got.body) {
			t.Errorf("%s: status %d, want 403", name, got.status)
		}
	}
	big := url.Values{"name": {strings.Repeat("x", 64<<10)}}
	if got := v.post("/new", big); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a form that is too large: status %d", got.status)
	}
}

func TestCookies(t *testing.T) {
	w := newWorld(t, 1)
	res, err := http.PostForm(w.visitor().url+"/play", nil)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	v := w.visitor()
	v.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p := v.post("/play", nil)
	got := p.header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(got, want) {
			t.Errorf("the cookie %q has no %s", got, want)
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://ruhr.example/play", nil)
	rec := httptest.NewRecorder()
	w.server.KnownBrowser(rec, r)
	if got := rec.Header().Get("Set-Cookie"); !strings.Contains(got, "Secure") {
		t.Errorf("over https the cookie %q is not Secure", got)
	}
	if got := kernel.CallerOf(r).Public; got != "https://ruhr.example" {
		t.Errorf("links begin with %s", got)
	}
}

// Two tables whose deals differ only in hidden markers show the same pages until
// something is revealed (SET-9).
func TestHiddenFacesReachNobody(t *testing.T) {
	var seen [2][]string
	for k, seed := range []uint64{11, 12} {
		w := newWorld(t, seed)
		v := w.visitor()
		fields := []string{}
		// The first marker drawn and the start seat are public: find a second
		// deal in which they match the first.
		for try := 0; ; try++ {
			p := v.alone(nil)
			snap, err := w.service.Position(t.Context(), strings.TrimPrefix(p.path, "/t/"), game.Actor{})
			if err != nil {
				t.Fatal(err)
			}
			if snap.State.ToDecide() != 0 || snap.State.Unseen() != rulesUnseenAfter(t, "high-water") {
				if try > 400 {
					t.Fatal("no table with that opening")
				}
				continue
			}
			for range 5 {
				fields = append(fields, strip(p.body))
				for _, path := range []string{"/replay", "/score", "/record", "/why?kind=space&id=lock-witten", "/frame?after=0", "/try"} {
					fields = append(fields, strip(v.get(p.path+path).body))
				}
				p, _ = v.step(p, 0)
			}
			fields = append(fields, planned(t, v, p.path))
			break
		}
		seen[k] = fields
	}
	for i := range seen[0] {
		if seen[0][i] != seen[1][i] {
			a, b := seen[0][i], seen[1][i]
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			t.Fatalf("page %d differs at %d:\n…%.120s\n…%.120s", i, at, a[max(0, at-40):], b[max(0, at-40):])
		}
	}
}

// planned is what the planner of a table shows if the first choice is taken and chance draws
// until a few rounds are over.
func planned(t *testing.T, v *visitor, table string) string {
	t.Helper()
	var out strings.Builder
	p, draws := v.get(table+"/try"), 0
	for draws < 4 {
		out.WriteString(strip(p.body))
		form := p.form("/try")
		chosen := button{"chance", "~?"}
		if strings.Contains(p.body, `value="~?"`) {
			draws++
		} else {
			chosen = button{"action", regexp.MustCompile(`name="action" value="(\d+)"`).FindStringSubmatch(p.body)[1]}
		}
		p = v.press(form, chosen)
		if tried := p.form("/try").fields.Get("try"); strings.Count(tried, "~") != draws {
			t.Fatalf("%d draws in %q", draws, tried)
		}
	}
	return out.String()
}

// rulesUnseenAfter returns the set of unseen markers after the first draw.
func rulesUnseenAfter(t *testing.T, id string) uint32 {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	all := uint32(0)
	for m, mk := range b.Markers {
		if mk.ID != id {
			all |= 1 << m
		}
	}
	return all
}

// strip removes what differs between any two tables: ids, keys, ports, and the
// digests of regions that contain these; the regions themselves are compared.
var secret = regexp.MustCompile(`"now":\d+|data-now="\d+"|"has":\{[^}]*\}|"key":"[^"]*"|/t/[A-Za-z0-9_-]{22}|/next\?after=[A-Za-z0-9_-]{22}|data-table="[^"]*"|name=\\?"key\\?" value=\\?"[^"]*"|127\.0\.0\.1:\d+`)

func strip(body string) string { return secret.ReplaceAllString(body, "") }

// The stream sends the table's events from the page's log number on.
func TestStream(t *testing.T) {
	w := newWorld(t, 6)
	w.server.heartbeat = 20 * time.Millisecond
	v := w.visitor()
	p := v.alone(nil)
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url+streamOf(p.path, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := v.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("the stream is %s", kind)
	}
	got := readUntil(t, res.Body, "event: beat")
	f := p.form("/act")
	v.press(f, f.buttons[0])
	got += readUntil(t, res.Body, `"band"`)
	got += readUntil(t, res.Body, "event: beat")
	if missing.MatchString(got) {
		t.Errorf("no text for %s", missing.FindString(got))
	}
}

func readUntil(t *testing.T, r io.Reader, what string) string {
	t.Helper()
	var out strings.Builder
	buf := make([]byte, 4096)
	for !strings.Contains(out.String(), what) {
		n, err := r.Read(buf)
		out.Write(buf[:n])
		if err != nil {
			t.Fatalf("waiting for %q: %v", what, err)
		}
	}
	return out.String()
}

// The first page load and a single action stay small.
func TestWeight(t *testing.T) {
	w := newWorld(t, 9)
	v := w.visitor()
	p := v.alone(nil)
	for range 60 {
		p, _ = v.step(p, 2)
	}
	total := 0
	fetch := func(path, accept string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", "gzip")
		if accept != "" {
			req.Header.Set("Accept", accept)
		}
		res, err := v.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "gzip" && len(body) > 600 {
			t.Errorf("%s: status %d, encoding %q", path, res.StatusCode, res.Header.Get("Content-Encoding"))
		}
		return len(body)
	}
	total += fetch(p.path, "")
	for _, m := range regexp.MustCompile(`(?:href|src)="(/s/[^"]+)"`).FindAllStringSubmatch(p.body, -1) {
		total += fetch(m[1], "")
	}
	if total > 150_000 {
		t.Errorf("the first load of a table is %d bytes, want at most 150000", total)
	}
	at := 0
	if _, err := fmt.Sscan(p.form("").fields.Get("at"), &at); err != nil {
		t.Fatal(err)
	}
	update := fetch(fmt.Sprintf("%s/frame?after=%d", p.path, at-1), "application/json")
	if update > 15_000 {
		t.Errorf("an update for one action is %d bytes, want at most 15000", update)
	}
	t.Logf("first load %d bytes, update %d bytes, compressed", total, update)
}
