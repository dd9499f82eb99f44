package web

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

var shownToken = regexp.MustCompile(`<code>(ruhr_[\w-]{22})</code>`)

// token makes an access token on the account page.
func (v *visitor) token(more url.Values) string {
	v.t.Helper()
	form := url.Values{"token": {"my program"}}
	for k, values := range more {
		form[k] = values
	}
	m := shownToken.FindStringSubmatch(v.post("/account/tokens", form).body)
	if m == nil {
		v.t.Fatal("no access token is shown")
	}
	return m[1]
}

// ask sends a request with an access token.
func (v *visitor) ask(method, path, token, body string) answer {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), method, v.url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return v.do(req)
}

// A token is made and ended on the account page, shown once, and the page has it
// nowhere later.
func TestTokensOnThePage(t *testing.T) {
	v := newWorld(t, 64).visitor()
	v.signUp("Anna")
	token := v.token(url.Values{"play": {"yes"}})
	page := v.get("/account")
	if strings.Contains(page.body, token) || !strings.Contains(page.body, "my program") {
		t.Error("the page shows the token again, or no name")
	}
	if a := v.ask("GET", "/me", token, ""); a.status != http.StatusOK || !strings.Contains(a.body, `"Anna"`) {
		t.Errorf("by the token: status %d: %s", a.status, a.body)
	}
	v.post("/account/program", url.Values{"program": {"yes"}})
	if a := v.ask("GET", "/me", token, ""); !strings.Contains(a.body, `"program":true`) {
		t.Errorf("the account is not marked as a program's: %s", a.body)
	}
	for _, lang := range languageCodes {
		v.lang = lang
		v.post("/language", url.Values{"lang": {lang}})
		checkPage(t, lang, v.get("/account"))
		if p := v.post("/account/tokens", url.Values{"token": {" "}}); p.status != http.StatusUnprocessableEntity {
			t.Errorf("a token without a name: status %d", p.status)
		}
	}
	end := regexp.MustCompile(`name="end" value="(\w+)"`).FindStringSubmatch(page.body)
	v.post("/account/tokens", url.Values{"end": {end[1]}})
	if a := v.ask("GET", "/me", token, ""); a.status != http.StatusUnauthorized {
		t.Errorf("after its end: status %d", a.status)
	}
}

// Programs are told apart by tokens alone: a browser's cookies open nothing, and
// what is asked for is limited like on the pages.
func TestCookiesOpenNoAPI(t *testing.T) {
	v := newWorld(t, 65).visitor()
	v.signUp("Anna")
	id := v.alone(nil).path
	if a := v.ask("GET", "/me", "", ""); a.status != http.StatusUnauthorized {
		t.Errorf("by cookies: status %d", a.status)
	}
	token := v.token(nil)
	if a := v.ask("GET", strings.Replace(id, "/t/", "/tables/", 1), token, ""); a.status != http.StatusOK || !strings.Contains(a.body, `"seats":[0,1]`) {
		t.Errorf("the account's table by a token: status %d: %.700s", a.status, a.body)
	}
	if a := v.ask("POST", "/tables", token, "{}"); a.status != http.StatusForbidden {
		t.Errorf("a token to read makes a table: status %d", a.status)
	}
	if a := v.ask("POST", "/join", token, strings.Repeat(" ", 64<<10+1)); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body that is too long: status %d", a.status)
	}
}

// The example plays a whole game.
func TestExampleProgram(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("no python3 on this machine")
	}
	if err != nil {
		t.Fatal(err)
	}
	v := newWorld(t, 66).visitor()
	v.signUp("Anna")
	cmd := exec.CommandContext(t.Context(), python, "../../docs/api/player.py", v.url)
	cmd.Env = append(cmd.Environ(), "RUHR_TOKEN="+v.token(url.Values{"play": {"yes"}}))
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Final VP: [") {
		t.Errorf("%v: %s", err, out)
	}
}

// Programs queue with the pages. One that was refused keeps its place, and its
// streams and exports take turns, too.
func TestProgramsQueue(t *testing.T) {
	w := newWorld(t, 66)
	v := w.visitor()
	v.signUp("Anna")
	path := strings.Replace(v.alone(nil).path, "/t/", "/tables/", 1)
	token := v.token(nil)
	q := w.server.Work
	q.Wait = 10 * time.Millisecond
	places := fill(q)
	refused := v.ask("GET", path, token, "")
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") != "2" || !strings.Contains(refused.body, `"code":"busy"`) {
		t.Errorf("status %d, again after %q: %s", refused.status, refused.header.Get("Retry-After"), refused.body)
	}
	q.Wait = time.Minute
	served := make(chan int)
	ask := func() { served <- v.ask("GET", path, token, "").status }
	go ask()
	waitFor(q, 1)
	for _, leave := range places {
		leave()
	}
	if status := <-served; status != http.StatusOK {
		t.Errorf("in its turn: status %d", status)
	}
	if a := v.ask("GET", "/games?running=true", token, ""); a.status != http.StatusOK || !strings.Contains(a.body, `"record"`) {
		t.Errorf("the export: status %d", a.status)
	}
	if n := len(fill(q)); n != len(places) {
		t.Errorf("%d of %d places are free", n, len(places))
	}
}

// Large bodies of programs take the memory of uploads, which is bounded, before they
// are read; small ones do not.
func TestLargeBodiesOfPrograms(t *testing.T) {
	w := newWorld(t, 67)
	v := w.visitor()
	v.signUp("Anna")
	token := v.token(url.Values{"play": {"yes"}})
	table := func(more string) string {
		return `{"seats":[{"kind":"person"},{"kind":"open"}]` + more + `}` + strings.Repeat(" ", len(more))
	}
	large := strings.Repeat(" ", 20<<10) // twice
	if a := v.ask("POST", "/tables", token, table(large)); a.status != http.StatusOK {
		t.Errorf("a large body: status %d: %.200s", a.status, a.body)
	}
	if n := len(w.fillUploads("127.0.0.1")); n != 2 {
		t.Errorf("after a large body %d places are free", n)
	}
	if a := v.ask("POST", "/tables", token, table(large)); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
		t.Errorf("one large body more: status %d: %.200s", a.status, a.body)
	}
	if a := v.ask("POST", "/tables", token, table("")); a.status != http.StatusOK {
		t.Errorf("a small body: status %d: %.200s", a.status, a.body)
	}
}
