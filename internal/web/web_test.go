package web

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
)

func TestEveryPageInEveryLanguage(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	p := v.Alone(nil)
	id := p.Path
	for range 12 {
		p, _ = v.Step(p, 1)
	}
	if p = v.Get("/t/" + strings.Repeat("A", 22)); p.Status != http.StatusNotFound {
		t.Errorf("a table that is not there: status %d", p.Status)
	}
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		bad := forbidden(t, lang)
		for _, path := range []string{"/", "/new", "/tables", "/settings", "/lobby", "/account/new", "/legend", "/open", "/handbook", "/handbook?q=lock", "/handbook/history", "/handbook/reference", "/handbook/sheet", "/handbook/tests", "/board", "/workshop", "/workshop/differences", "/workshop/checklist",
			id, id + "/share", id + "/replay", id + "/replay?n=3", id + "/score", id + "/why?kind=space&id=city-werden",
			id + "/why?kind=depot&id=depot-mark", id + "/why?kind=column&id=belgium", id + "/why?kind=option&id=hauling", id + "/why?kind=nothing&id=x"} {
			p := v.Get(path)
			webtest.CheckPage(t, lang+" "+path, p)
			require.True(t, p.Has("lang", lang), "%s is not in %s", path, lang)
			if m := bad.FindStringSubmatch(webtest.Readable(p.Body)); m != nil && path != "/handbook/history" {
				t.Errorf("%s in %s says %q, which the glossary forbids", path, lang, m[1])
			}
		}
	}
}

// forbidden matches words that no text for players may contain.
func forbidden(t *testing.T, lang string) *regexp.Regexp {
	t.Helper()
	data, err := os.ReadFile("../../lang/glossary.json")
	require.NoError(t, err)
	var glossary struct{ Forbidden map[string][]string }
	if err := json.Unmarshal(data, &glossary); err != nil || len(glossary.Forbidden[lang]) == 0 {
		t.Fatalf("%d words are forbidden in %s, %v", len(glossary.Forbidden[lang]), lang, err)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(` + strings.Join(glossary.Forbidden[lang], "|") + `)(?:$|[^\p{L}])`)
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
		if m := bad.FindStringSubmatch(webtest.Readable(body)); m != nil {
			got = m[1]
		}
		require.Equal(t, got, want, "%s: whether the word is found", body)
	}
}

func TestSettingsAreRemembered(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	v.Post("/settings", url.Values{"lang": {"de"}, "theme": {"dark"}, "pace": {"off"}, "size": {"large"}, "sound": {"on"}, "back": {"//evil.example/x"}})
	if p := v.Post("/settings", url.Values{"lang": {"de"}, "theme": {"dark"}, "pace": {"off"}, "size": {"large"}, "sound": {"on"}}); p.Path != "/settings" || !p.Has("role", "status") {
		t.Errorf("saving led to %s, where nothing says so", p.Path)
	}
	require.True(t, !v.Get("/settings").Has("role", "status"), "the settings are said to be saved before they are")
	p := v.Get("/")
	if !p.Has("lang", "de", "data-theme", "dark", "data-pace", "off", "data-size", "large", "data-sound", "on") {
		t.Error("after saving, the first page has not the settings")
	}
	if p := v.Post("/language", url.Values{"lang": {"fr"}, "back": {"/handbook"}}); p.Path != "/handbook" || !p.Has("lang", "fr", "data-theme", "dark") {
		t.Errorf("changing the language led to %s", p.Path)
	}
	for _, bad := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "/\tx", "x"} {
		require.Equal(t, kernel.OwnPath(bad), "/", "ownPath(%q)", bad)
	}
}

// A whole game can be played by forms alone, without scripts, to the score
// sheet; then every position is shown in the replay.
func TestWholeGameByForms(t *testing.T) {
	w := newWorld(t, 5)
	v := w.Visitor()
	p := v.Alone(url.Values{"ships": {"yes"}})
	id := p.Path
	rng := rand.New(rand.NewPCG(3, 3))
	asked := true
	turns := 0
	for asked {
		webtest.CheckPage(t, fmt.Sprintf("decision %d", turns), p)
		if t.Failed() {
			t.FailNow()
		}
		p, asked = v.Step(p, rng.IntN(40))
		if turns++; turns > 2000 {
			t.Fatal("the game does not end")
		}
	}
	if p.Form("/act") != nil || len(p.Links(id+"/score")) == 0 {
		t.Fatalf("after %d presses the page shows no end: %s", turns, p.Text()[:400])
	}
	sheet := v.Get(id + "/score")
	webtest.CheckPage(t, "score sheet", sheet)
	for n := 0; n < 400; n += 57 {
		webtest.CheckPage(t, fmt.Sprintf("replay at %d", n), v.Get(fmt.Sprintf("%s/replay?n=%d", id, n)))
	}
	rec := v.Get(id + "/record")
	require.True(t, strings.Contains(rec.Body, `"result"`), "the record of a finished game has no result")
	if again := v.Press(p.Form("/again"), webtest.Button{}); again.Status != http.StatusOK || again.Path == id || again.Form("/act") == nil {
		t.Errorf("play again led to %s, status %d", again.Path, again.Status)
	}
	v.OpenAgain(rec.Body)
}

func TestOpeningWhatIsNoRecord(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	example, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	require.NoError(t, err)
	v.OpenAgain(string(example))
	for name, data := range map[string]string{
		"empty": "", "words": "hello", "other": `{"format":"x"}`,
		"cheat": strings.Replace(string(example), `"thaler"`, `"vp"`, 1),
		"names": strings.Replace(string(example), `"startSeat": 0`, `"startSeat": 9`, 1),
	} {
		if name == "names" && data == string(example) {
			data = strings.Replace(string(example), `"startSeat":`, `"startSeat":7`, 1)
		}
		if p := v.Upload(data); p.Status != http.StatusUnprocessableEntity || webtest.Missing.MatchString(p.Body) {
			t.Errorf("%s: status %d, want 422", name, p.Status)
		}
	}
	v.Upload(strings.Repeat("x", record.MaxSize+64<<10)).WantStatus(t, http.StatusRequestEntityTooLarge, "a file that is too large")
}

func TestStaleAndRepeatedCommands(t *testing.T) {
	w := newWorld(t, 2)
	v := w.Visitor()
	p := v.Alone(nil)
	f := p.Form("/act")
	first := v.Press(f, f.Buttons[0])
	again := v.Press(f, f.Buttons[0]) // sending the same form twice is one command: same key
	if again.Status != http.StatusOK || again.Form("/turn").Fields.Get("at") != first.Form("/turn").Fields.Get("at") {
		t.Errorf("a repeated form: status %d, at %v and %v", again.Status, again.Form("/turn").Fields, first.Form("/turn").Fields)
	}
	f.Fields.Set("key", "another")
	stale := v.Press(f, f.Buttons[0])
	if stale.Status != http.StatusConflict || !stale.Says("changed meanwhile") || stale.Form("/act") == nil && stale.Form("/turn") == nil {
		t.Errorf("a form of an older position: status %d", stale.Status)
	}
	for name, fields := range map[string]url.Values{
		"no number": {"key": {"a"}, "action": {"1"}}, "no action": {"at": {"1"}}, "action not a number": {"at": {"1"}, "action": {"x"}},
		"action too large": {"at": {"1"}, "action": {"4000"}},
	} {
		v.Post(f.Action, fields).WantStatus(t, http.StatusBadRequest, "%s", name)
	}
	// A malformed action is refused by the rules.
	fields := url.Values{"at": {first.Form("/turn").Fields.Get("at")}, "key": {"k9"}, "action": {"254"}}
	v.Post(f.Action, fields).WantStatus(t, http.StatusConflict, "an action that does not exist")
}

func TestRefusalNamesItsRule(t *testing.T) {
	w := newWorld(t, 2)
	v := w.Visitor()
	p := v.Alone(nil)
	at := p.Form("/act").Fields.Get("at")
	legal := map[string]bool{}
	for _, b := range p.Form("/act").Buttons {
		legal[b.Value] = true
	}
	refused := 0
	for a := range rules.ActionsCount {
		if legal[fmt.Sprint(a)] {
			continue
		}
		p := v.Post(p.Form("/act").Action, url.Values{"at": {at}, "key": {fmt.Sprint("r", a)}, "action": {fmt.Sprint(a)}})
		if p.Status != http.StatusConflict || !p.LeadsTo("/handbook#") || webtest.Missing.MatchString(p.Body) {
			t.Errorf("action %d: status %d %v", a, p.Status, webtest.Missing.FindString(p.Body))
		}
		if refused++; refused > 60 {
			break
		}
	}
}

func TestNobodyActsForAnother(t *testing.T) {
	w := newWorld(t, 4)
	owner, stranger := w.Visitor(), w.Visitor()
	p := owner.Alone(nil)
	f := p.Form("/act")
	stranger.Get("/") // has visited, but holds no seat
	seen := stranger.Get(p.Path)
	webtest.CheckPage(t, "watching", seen)
	if seen.Form("/act") != nil || seen.Form("/turn") != nil || seen.Form("/seat") != nil {
		t.Error("somebody who watches is offered a command")
	}
	for name, path := range map[string]string{"act": f.Action, "turn": p.Path + "/turn", "seat": p.Path + "/seat"} {
		fields := url.Values{"at": f.Fields["at"], "key": {"x"}, "action": {f.Buttons[0].Value}, "undo": {"0"}, "seat": {"0"}, "do": {"give"}}
		if got := stranger.Post(path, fields); got.Status != http.StatusConflict && got.Status != http.StatusForbidden {
			t.Errorf("%s by a stranger: status %d", name, got.Status)
		}
	}
	if got := stranger.Post(p.Path+"/share", url.Values{"seat": {"0"}}); got.Status != http.StatusForbidden || strings.Contains(got.Body, "/join/") {
		t.Errorf("a stranger's wish for a private link: status %d", got.Status)
	}
	require.True(t, owner.Get(p.Path).Form("/act").Fields.Get("at") == f.Fields.Get("at"), "a stranger's command changed the table")
}

func TestLinksLeadToSeats(t *testing.T) {
	w := newWorld(t, 4)
	host, guest := w.Visitor(), w.Visitor()
	p := host.Alone(url.Values{"who1": {"open"}, "name1": {""}})
	require.Must(t, strings.HasSuffix(p.Path, "/share"), "a table with an open seat began at %s, want its links", p.Path)
	made := host.Post(p.Path, url.Values{"seat": {"1"}})
	link := made.Invitation()
	require.Must(t, link != "", "no private link was shown")
	ask := guest.Get(link)
	webtest.CheckPage(t, "join", ask)
	require.Equal(t, ask.Header.Get("Referrer-Policy"), "strict-origin", "the referrer policy of the page of a private link")
	german := ask.Form("/language").Fields
	german.Set("lang", "en")
	require.Equal(t, guest.Post("/language", german).Path, link, "where another language leads")
	guest.Post(link, url.Values{"name": {""}}).WantStatus(t, http.StatusConflict, "joining without a name")
	sat := guest.Post(link, url.Values{"name": {"Carla"}})
	require.Must(t, sat.Status == http.StatusOK && sat.Says("Carla"), "joining: status %d", sat.Status)
	require.True(t, w.Visitor().Get(link).Says("Carla"), "the link of a taken seat does not say whose it is")
	guest.Get("/join/"+strings.Repeat("A", 22)).WantStatus(t, http.StatusNotFound, "a link that leads nowhere")
	// The guest's seat belongs to the guest, not to the host.
	hostMay, guestMay := host.Get(sat.Path), guest.Get(sat.Path)
	require.True(t, (hostMay.Form("/act") == nil) != (guestMay.Form("/act") == nil), "exactly one of the two is to decide")
}

func TestOtherSitesMayNotPost(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	p := v.Alone(nil)
	f := p.Form("/act")
	f.Fields.Set("action", f.Buttons[0].Value)
	for name, header := range map[string][2]string{"by origin": {"Origin", "https://evil.example"}, "by fetch metadata": {"Sec-Fetch-Site", "cross-site"}} {
		req := v.Request(http.MethodPost, f.Action, f.Fields.Encode())
		req.Header.Set(header[0], header[1])
		if got := v.Do(req); got.Status != http.StatusForbidden || webtest.Missing.MatchString(got.Body) {
			t.Errorf("%s: status %d, want 403", name, got.Status)
		}
	}
	big := url.Values{"name": {strings.Repeat("x", 64<<10)}}
	v.Post("/new", big).WantStatus(t, http.StatusRequestEntityTooLarge, "a form that is too large")
}

func TestCookies(t *testing.T) {
	w := newWorld(t, 1)
	res, err := http.PostForm(w.Visitor().URL+"/play", nil)
	require.NoError(t, err)
	res.Body.Close()
	v := w.Visitor()
	v.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p := v.Post("/play", nil)
	got := p.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
		require.True(t, strings.Contains(got, want), "the cookie %q has no %s", got, want)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://ruhr.example/play", nil)
	rec := httptest.NewRecorder()
	w.Kernel.KnownBrowser(rec, r)
	if got := rec.Header().Get("Set-Cookie"); !strings.Contains(got, "Secure") {
		t.Errorf("over https the cookie %q is not Secure", got)
	}
	require.Equal(t, kernel.CallerOf(r).Public, "https://ruhr.example", "what links begin with")
}

// Two tables whose deals differ only in hidden markers show the same pages until
// something is revealed (SET-9).
func TestHiddenFacesReachNobody(t *testing.T) {
	var seen [2][]string
	for k, seed := range []uint64{11, 12} {
		w := newWorld(t, seed)
		v := w.Visitor()
		fields := []string{}
		// The first marker drawn and the start seat are public: find a second
		// deal in which they match the first.
		for try := 0; ; try++ {
			p := v.Alone(nil)
			snap, err := w.Service.Position(t.Context(), strings.TrimPrefix(p.Path, "/t/"), game.Actor{})
			require.NoError(t, err)
			if snap.State.ToDecide() != 0 || snap.State.Unseen() != rulesUnseenAfter(t, "high-water") {
				require.Must(t, try <= 400, "no table with that opening")
				continue
			}
			for range 5 {
				fields = append(fields, strip(p.Body))
				for _, path := range []string{"/replay", "/score", "/record", "/why?kind=space&id=lock-witten", "/frame?after=0", "/try"} {
					fields = append(fields, strip(v.Get(p.Path+path).Body))
				}
				p, _ = v.Step(p, 0)
			}
			fields = append(fields, planned(t, v, p.Path))
			v.SignUp("Anna")
			fields = append(fields, triedBy(t, v, p.Path))
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
func planned(t *testing.T, v *webtest.Visitor, table string) string {
	t.Helper()
	var out strings.Builder
	p, draws := v.Get(table+"/try"), 0
	for draws < 4 {
		out.WriteString(strip(p.Body))
		form := p.Form("/try")
		chosen := webtest.Button{Name: "chance", Value: "~?"}
		if p.Has("value", "~?") {
			draws++
		} else {
			chosen = webtest.Button{Name: "action", Value: p.With("name", "action")[0].Value("value")}
		}
		p = v.Press(form, chosen)
		if tried := p.Form("/try").Fields.Get("try"); strings.Count(tried, "~") != draws {
			t.Fatalf("%d draws in %q", draws, tried)
		}
	}
	return out.String()
}

// triedBy is what a program is told that tries the same.
func triedBy(t *testing.T, v *webtest.Visitor, table string) string {
	t.Helper()
	var out strings.Builder
	path, token := "/tables"+strings.TrimPrefix(table, "/t")+"/try", v.Token(url.Values{"play": {"yes"}})
	tried := []string{}
	for draws := 0; draws < 4; {
		p := v.Ask("POST", path, token, `{"try":[`+strings.Join(tried, ",")+`]}`)
		p.WantStatus(t, http.StatusOK, "trying")
		out.WriteString(p.Body)
		var now struct {
			Legal []struct{ Action json.RawMessage }
			Faces []struct{ Face string }
		}
		require.NoError(t, json.Unmarshal([]byte(p.Body), &now))
		if len(now.Faces) > 0 {
			draws++
			tried = append(tried, `{"chance":"?"}`)
		} else {
			tried = append(tried, `{"action":`+string(now.Legal[0].Action)+`}`)
		}
	}
	return strip(out.String())
}

// rulesUnseenAfter returns the set of unseen markers after the first draw.
func rulesUnseenAfter(t *testing.T, id string) uint32 {
	b := board.Default()
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
var secret = regexp.MustCompile(`"now":\d+|data-now="\d+"|"has":\{[^}]*\}|"key":"[^"]*"|(?:/t/|%2Ft%2F)[A-Za-z0-9_-]{22}|/next\?after=[A-Za-z0-9_-]{22}|data-table="[^"]*"|name=\\?"key\\?" value=\\?"[^"]*"|127\.0\.0\.1:\d+`)

func strip(body string) string { return secret.ReplaceAllString(body, "") }

// The first page load and a single action stay small.
func TestWeight(t *testing.T) {
	w := newWorld(t, 9)
	v := w.Visitor()
	p := v.Alone(nil)
	for range 60 {
		p, _ = v.Step(p, 2)
	}
	total := 0
	fetch := func(path, accept string) int {
		req := v.Request(http.MethodGet, path, "")
		req.Header.Set("Accept-Encoding", "gzip")
		if accept != "" {
			req.Header.Set("Accept", accept)
		}
		res, err := v.Client.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "gzip" && len(body) > 600 {
			t.Errorf("%s: status %d, encoding %q", path, res.StatusCode, res.Header.Get("Content-Encoding"))
		}
		return len(body)
	}
	total += fetch(p.Path, "")
	for _, m := range regexp.MustCompile(`(?:href|src)="(/s/[^"]+)"`).FindAllStringSubmatch(p.Body, -1) {
		total += fetch(m[1], "")
	}
	require.True(t, total <= 150_000, "the first load of a table is %d bytes, want at most 150000", total)
	at := 0
	require.Succeeds(t)(fmt.Sscan(p.Form("").Fields.Get("at"), &at))
	update := fetch(fmt.Sprintf("%s/frame?after=%d", p.Path, at-1), "application/json")
	require.True(t, update <= 15_000, "an update for one action is %d bytes, want at most 15000", update)
	t.Logf("first load %d bytes, update %d bytes, compressed", total, update)
}
