package edition_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ruhr/bot/remote"
	"ruhr/internal/daily"
	"ruhr/internal/edition"
	"ruhr/internal/require"
	"ruhr/internal/store"

	"golang.org/x/net/html"
)

// disk is a disk in memory.
type disk struct {
	mu     sync.Mutex
	values map[string][]byte
	fails  error  // of writing
	only   string // the key that it fails for, "" for all
}

func (d *disk) Load(_ context.Context, from, to string) (map[string][]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := maps.Clone(d.values)
	maps.DeleteFunc(out, func(key string, _ []byte) bool { return key < from || key >= to })
	return out, nil
}

func (d *disk) Write(_ context.Context, changes map[string][]byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, has := changes[d.only]; d.fails != nil && (has || d.only == "") {
		return d.fails
	}
	for key, value := range changes {
		if d.values[key] = value; value == nil {
			delete(d.values, key)
		}
	}
	return nil
}

// fail makes writing answer err from now on; nil lets it succeed again. What runs beside
// the pages writes too, so that a test must not set the field itself.
func (d *disk) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fails = err
}

const base = "/games/o/"

func start(t *testing.T, d *disk) *edition.Edition {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	programs := map[string]*remote.Server{"play": remote.NewServer(), "review": remote.NewServer()}
	var mu sync.Mutex
	think := func(ctx context.Context, purpose string, question []byte) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		return programs[purpose].Answer(ctx, question)
	}
	e, err := edition.New(ctx, edition.Options{Disk: d, Think: think, Origin: "https://example.org", Base: base, Version: "test"})
	require.NoError(t, err)
	return e
}

// ask is the answer to a request.
func ask(t *testing.T, e *edition.Edition, method, address string, form url.Values) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, "https://example.org"+address, strings.NewReader(form.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	require.NoError(t, err)
	return w.Result(), string(body)
}

// play starts a table and returns its address.
func play(t *testing.T, e *edition.Edition) string {
	t.Helper()
	answer, body := ask(t, e, "POST", base+"play", url.Values{"level": {"0"}})
	for answer.StatusCode == http.StatusTemporaryRedirect { // it looks whether cookies are kept
		answer, body = ask(t, e, "POST", answer.Header.Get("Location"), url.Values{"level": {"0"}})
	}
	to := answer.Header.Get("Location")
	if answer.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, base+"t/") {
		t.Fatalf("play answers %s, to %q: %.300s", answer.Status, to, body)
	}
	require.True(t, len(answer.Cookies()) <= 0, "a cookie left the edition")
	return to
}

func TestTablesLast(t *testing.T) {
	d := &disk{values: map[string][]byte{}}
	to := play(t, start(t, d))
	e := start(t, d)
	if answer, body := ask(t, e, "GET", to, nil); answer.StatusCode != http.StatusOK || !strings.Contains(body, `href="`+to+`/seat"`) {
		t.Errorf("after a restart the table answers %s without my seat", answer.Status)
	}
	if _, body := ask(t, e, "GET", base, nil); !strings.Contains(body, `href="`+to+`"`) {
		t.Error("after a restart the table is not in the list")
	}
}

// Who sits at a table is known after a restart, though it could not be written at first.
func TestSeatsLast(t *testing.T) {
	d := &disk{values: map[string][]byte{}, fails: store.ErrUnreachable, only: "own/cookies"}
	e := start(t, d)
	to := play(t, e)
	d.fail(nil)
	ask(t, e, "GET", to, nil)
	if _, body := ask(t, start(t, d), "GET", to, nil); !strings.Contains(body, `href="`+to+`/seat"`) {
		t.Error("after a restart the table is without my seat")
	}
}

// Beside the printed game the offline edition does the same: a kitchen table has no server.
func TestBesideTheBox(t *testing.T) {
	d := &disk{values: map[string][]byte{}}
	e := start(t, d)
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"me"}, "name1": {"Bert"}, "who2": {"none"}, "who3": {"none"}, "start": {"1"}}
	answer, body := ask(t, e, "POST", base+"box", form)
	for answer.StatusCode == http.StatusTemporaryRedirect {
		answer, body = ask(t, e, "POST", answer.Header.Get("Location"), form)
	}
	to := answer.Header.Get("Location")
	require.Must(t, answer.StatusCode == http.StatusSeeOther, "the form answers %s: %.300s", answer.Status, body)
	_, body = ask(t, e, "GET", to, nil)
	at := regexp.MustCompile(`name="at" value="(\d+)"`).FindStringSubmatch(body)
	require.Must(t, at != nil && strings.Contains(body, `id="face-forges-1"`), "it does not ask what was drawn")
	ask(t, e, "POST", to+"/drawn", url.Values{"at": {at[1]}, "key": {"k"}, "face": {"forges-1"}})
	if answer, body = ask(t, start(t, d), "GET", to, nil); answer.StatusCode != http.StatusOK || !strings.Contains(body, `id="choices"`) {
		t.Errorf("after a restart the table answers %s, and nobody is to choose", answer.Status)
	}
	if answer, _ = ask(t, e, "GET", to+"/laid", nil); answer.StatusCode != http.StatusOK {
		t.Errorf("what lies where: %s", answer.Status)
	}
}

// The deal of the day follows from the date here, and its game lasts.
func TestDealOfTheDay(t *testing.T) {
	d := &disk{values: map[string][]byte{}}
	e := start(t, d)
	_, body := ask(t, e, "GET", base+"day", nil)
	day := regexp.MustCompile(`action="(` + base + `day/[0-9-]+)"`).FindStringSubmatch(body)
	if day == nil || !strings.Contains(body, "Without a server, the deal follows from the date") {
		t.Fatal("no deal of the day, or it does not say where it comes from")
	}
	begin := func(e *edition.Edition) string {
		t.Helper()
		answer, body := ask(t, e, "POST", day[1], nil)
		for answer.StatusCode == http.StatusTemporaryRedirect {
			answer, body = ask(t, e, "POST", answer.Header.Get("Location"), nil)
		}
		require.Must(t, answer.StatusCode == http.StatusSeeOther, "the form answers %s: %.300s", answer.Status, body)
		return answer.Header.Get("Location")
	}
	to := begin(e)
	require.Equal(t, begin(start(t, d)), to, "where the game is after a restart")
}

// The deal that a server had on a day that has ended is played from its secret.
func TestDealOfAServer(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	at := base + "day/" + (daily.On(time.Now()) - 2).String()
	secret := strings.Repeat("0f", 32)
	if _, body := ask(t, e, "GET", at+"?secret="+secret, nil); !strings.Contains(body, `name="secret" value="`+secret+`"`) {
		t.Error("the secret of an address is not in the form")
	}
	if _, body := ask(t, e, "GET", base+"day", nil); strings.Contains(body, `name="secret"`) {
		t.Error("there is a form for a day that has not ended")
	}
	for typed, want := range map[string]int{"": 422, "x": 422, secret: 303, " " + secret + "\n": 303} {
		form := url.Values{"secret": {typed}}
		answer, body := ask(t, e, "POST", at, form)
		for answer.StatusCode == http.StatusTemporaryRedirect {
			answer, body = ask(t, e, "POST", answer.Header.Get("Location"), form)
		}
		if answer.StatusCode != want {
			t.Errorf("%q is answered %s", typed, answer.Status)
		} else if want == 422 && (!strings.Contains(body, "64 digits") || !strings.Contains(body, `name="secret" value="`+typed+`"`)) {
			t.Errorf("%q is refused without saying why, or lost", typed)
		}
	}
}

// A link to pass on leads to the first page, which every host has, and over https; one that
// somebody enters stays as it is.
func TestLinksToPassOnLeadHere(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	link := "https://example.org" + base + "#workshop?d="
	for _, address := range []string{base + "workshop?d=", base + "workshop/differences?b=" + url.QueryEscape(link)} {
		r := httptest.NewRequest("GET", address, nil) // of a browser, which does not say how its page was loaded
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		page, err := html.Parse(w.Body)
		require.NoError(t, err)
		if !slices.ContainsFunc(slices.Collect(page.Descendants()), func(n *html.Node) bool {
			return slices.Contains(n.Attr, html.Attribute{Key: "value", Val: link})
		}) {
			t.Errorf("%s has no link %s", address, link)
		}
	}
}

var addresses = regexp.MustCompile(`(?:href|action|src)="([^"]*)"`)

// TestEveryAddressIsBelowTheBase follows all links from the first page and a table. What a
// form answered is loaded again where its page is.
func TestEveryAddressIsBelowTheBase(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	to := play(t, e)
	seen := map[string]bool{}
	for next := []string{base, to, base + "new?with=own"}; len(next) > 0; next = next[1:] {
		address, _, _ := strings.Cut(next[0], "#")
		if seen[address] || len(seen) > 60 {
			continue
		}
		seen[address] = true
		answer, body := ask(t, e, "GET", strings.ReplaceAll(address, "&amp;", "&"), nil)
		require.True(t, answer.StatusCode < http.StatusBadRequest, "%s answers %s", address, answer.Status)
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			continue
		}
		for _, m := range addresses.FindAllStringSubmatch(body, -1) {
			switch link := m[1]; {
			case strings.HasPrefix(link, "/") && !strings.HasPrefix(link, base):
				t.Errorf("%s leads to %s, which is not below %s", address, link, base)
			case !strings.HasPrefix(link, base):
			case strings.Contains(m[0], "action="):
				if answer, _ := ask(t, e, "GET", link, nil); answer.StatusCode >= http.StatusBadRequest || answer.Header.Get("Content-Disposition") != "" {
					t.Errorf("what a form of %s answered cannot be loaded again: %s answers %s", address, link, answer.Status)
				}
			default:
				next = append(next, link)
			}
		}
	}
}

func TestWithoutOthers(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	to := play(t, e)
	for _, address := range []string{base + "lobby", base + "account", base + "account/new", to + "/chat", to + "/share", base + "forget", base + "people/x"} {
		if answer, body := ask(t, e, "GET", address, nil); answer.StatusCode != http.StatusNotFound || !strings.Contains(body, "need other people") {
			t.Errorf("%s answers %s without saying why", address, answer.Status)
		}
	}
	if answer, _ := ask(t, e, "GET", base+"waiting", nil); answer.StatusCode != http.StatusOK {
		t.Errorf("waiting answers %s", answer.Status)
	}
	_, body := ask(t, e, "GET", base+"settings", nil)
	page, err := html.Parse(strings.NewReader(body))
	require.NoError(t, err)
	for n := range page.Descendants() {
		require.True(t, !slices.Contains(n.Attr, html.Attribute{Key: "type", Val: "time"}), "there are quiet hours, for games over days with others")
	}
}

func TestGamesMove(t *testing.T) {
	from, to := start(t, &disk{values: map[string][]byte{}}), start(t, &disk{values: map[string][]byte{}})
	table := play(t, from)
	_, file := ask(t, from, "GET", base+"offline/games", nil)
	send := func(file string) (*http.Response, string) {
		body := "--x\r\nContent-Disposition: form-data; name=\"games\"; filename=\"g.json\"\r\n\r\n" + file + "\r\n--x--\r\n"
		r := httptest.NewRequest("POST", "https://example.org"+base+"offline", strings.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		w := httptest.NewRecorder()
		to.ServeHTTP(w, r)
		return w.Result(), w.Body.String()
	}
	restores := func(file, want string) {
		t.Helper()
		answer, body := send(file)
		if answer.StatusCode != http.StatusSeeOther {
			t.Fatalf("restoring answers %s: %.2000s", answer.Status, body)
		}
		if _, body := ask(t, to, "GET", answer.Header.Get("Location"), nil); !strings.Contains(body, want) {
			t.Errorf("restoring does not say %q", want)
		}
	}
	var damaged map[string]any
	require.NoError(t, json.Unmarshal([]byte(file), &damaged))
	values := damaged["values"].(map[string]any)
	key := "table/" + strings.TrimPrefix(table, base+"t/")
	head, err := base64.StdEncoding.DecodeString(values[key].(string))
	require.NoError(t, err)
	values[key] = regexp.MustCompile(`"Meta":"[^"]*"`).ReplaceAll(head, []byte(`"Meta":"e30="`))
	other, err := json.Marshal(damaged)
	require.NoError(t, err)
	restores(string(other), "Games added or continued: 0. Left out because they are damaged: 1.")
	restores(file, "Games added or continued: 1.")
	if answer, body := ask(t, to, "GET", table, nil); answer.StatusCode != http.StatusOK || !strings.Contains(body, `href="`+table+`/seat"`) {
		t.Errorf("elsewhere the table answers %s without my seat", answer.Status)
	}
	for _, bad := range []string{"", "{}", `{"format":"ruhr-games/9"}`} {
		if answer, _ := send(bad); answer.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("a file %q is answered %s", bad, answer.Status)
		}
	}
}

// What the browser cannot keep is refused in words for the person who can do something
// about it, and is not there afterwards.
func TestWhatCannotBeKept(t *testing.T) {
	d := &disk{values: map[string][]byte{}}
	e := start(t, d)
	for err, words := range map[error]string{store.ErrFull: "no room left for this page", store.ErrGone: "Another tab has taken over"} {
		d.fail(err)
		answer, body := ask(t, e, "POST", base+"play", url.Values{"level": {"0"}})
		for answer.StatusCode == http.StatusTemporaryRedirect {
			answer, body = ask(t, e, "POST", answer.Header.Get("Location"), url.Values{"level": {"0"}})
		}
		if answer.StatusCode != http.StatusInsufficientStorage || !strings.Contains(body, words) {
			t.Errorf("%v: status %d, expected 507 with %q", err, answer.StatusCode, words)
		}
		d.fail(nil)
		if _, body := ask(t, e, "GET", base+"tables", nil); strings.Contains(body, base+"t/") {
			t.Errorf("%v: the table is there all the same", err)
		}
	}
}

// A form returns to the page that it was sent from, below the base as at the root.
func TestFormsReturn(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	back := regexp.MustCompile(`name="back" value="([^"]*)"`)
	for _, form := range []string{"language", "settings"} {
		_, body := ask(t, e, "GET", base+"settings", nil)
		for _, m := range back.FindAllStringSubmatch(body, -1) {
			answer, _ := ask(t, e, "POST", base+form, url.Values{"lang": {"de"}, "back": {m[1]}})
			for answer.StatusCode == http.StatusTemporaryRedirect {
				answer, _ = ask(t, e, "POST", answer.Header.Get("Location"), url.Values{"lang": {"de"}, "back": {m[1]}})
			}
			to := answer.Header.Get("Location")
			if answer, _ = ask(t, e, "GET", to, nil); answer.StatusCode != http.StatusOK {
				t.Errorf("%s with back=%s leads to %s, which answers %s", form, m[1], to, answer.Status)
			}
		}
	}
}

// Leaving the lesson at one table leaves it at no other.
func TestCookiesHoldWhereTheyAreSet(t *testing.T) {
	e := start(t, &disk{values: map[string][]byte{}})
	tables := []string{}
	for range 2 {
		answer, _ := ask(t, e, "POST", base+"learn", url.Values{})
		for answer.StatusCode == http.StatusTemporaryRedirect {
			answer, _ = ask(t, e, "POST", answer.Header.Get("Location"), url.Values{})
		}
		tables = append(tables, answer.Header.Get("Location"))
	}
	ask(t, e, "POST", tables[0]+"/guide", url.Values{"lesson": {"off"}})
	for k, id := range tables {
		if _, body := ask(t, e, "GET", id, nil); strings.Contains(body, `id="lesson-title"`) != (k == 1) {
			t.Errorf("the lesson of table %d is shown: %v", k+1, k == 0)
		}
	}
}

// The cookie of a lesson goes with its table.
func TestCookiesOfTablesThatAreGone(t *testing.T) {
	d := &disk{values: map[string][]byte{}}
	e := start(t, d)
	answer, _ := ask(t, e, "POST", base+"learn", url.Values{})
	for answer.StatusCode == http.StatusTemporaryRedirect {
		answer, _ = ask(t, e, "POST", answer.Header.Get("Location"), url.Values{})
	}
	there := answer.Header.Get("Location")
	id, gone := strings.TrimPrefix(there, base+"t/"), strings.Repeat("a", 22)
	kept := func() string { all, _ := d.Load(t.Context(), "own/", "own0"); return string(all["own/cookies"]) }
	ask(t, e, "POST", there+"/guide", url.Values{"lesson": {"off"}})
	if !strings.Contains(kept(), id) {
		t.Fatalf("no cookie of the table: %s", kept())
	}
	require.NoError(t, d.Write(t.Context(), map[string][]byte{"own/cookies": []byte(strings.Replace(kept(), "{", `{"ruhr-lesson/t/`+gone+`":"off",`, 1))}))
	e = start(t, d)
	if _, body := ask(t, e, "GET", there, nil); strings.Contains(body, `id="lesson-title"`) {
		t.Error("the lesson is shown where it was left")
	}
	ask(t, e, "POST", base+"settings", url.Values{"theme": {"dark"}})
	if !strings.Contains(kept(), "dark") || !strings.Contains(kept(), id) || strings.Contains(kept(), gone) {
		t.Errorf("the cookies of %s and %s, which is gone: %s", id, gone, kept())
	}
}
