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

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// A token is made and ended on the account page, shown once, and the page has it
// nowhere later.
func TestTokensOnThePage(t *testing.T) {
	v := newWorld(t, 64).Visitor()
	v.SignUp("Anna")
	token := v.Token(url.Values{"play": {"yes"}})
	page := v.Get("/account")
	require.True(t, !strings.Contains(page.Body, token) && page.Says("my program"), "the page shows the token again, or no name")
	if a := v.Ask("GET", "/me", token, ""); a.Status != http.StatusOK || !strings.Contains(a.Body, `"Anna"`) {
		t.Errorf("by the token: status %d: %s", a.Status, a.Body)
	}
	v.Post("/account/program", url.Values{"program": {"yes"}})
	if a := v.Ask("GET", "/me", token, ""); !strings.Contains(a.Body, `"program":true`) {
		t.Errorf("the account is not marked as a program's: %s", a.Body)
	}
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		v.Post("/language", url.Values{"lang": {lang}})
		webtest.CheckPage(t, lang, v.Get("/account"))
		v.Post("/account/tokens", url.Values{"token": {" "}}).WantStatus(t, http.StatusUnprocessableEntity, "a token without a name")
	}
	end := regexp.MustCompile(`name="end" value="(\w+)"`).FindStringSubmatch(page.Body)
	v.Post("/account/tokens", url.Values{"end": {end[1]}})
	v.Ask("GET", "/me", token, "").WantStatus(t, http.StatusUnauthorized, "after its end")
}

// Programs are told apart by tokens alone: a browser's cookies open nothing, and
// what is asked for is limited like on the pages.
func TestCookiesOpenNoAPI(t *testing.T) {
	v := newWorld(t, 65).Visitor()
	v.SignUp("Anna")
	id := v.Alone(nil).Path
	v.Ask("GET", "/me", "", "").WantStatus(t, http.StatusUnauthorized, "by cookies")
	token := v.Token(nil)
	if a := v.Ask("GET", strings.Replace(id, "/t/", "/tables/", 1), token, ""); a.Status != http.StatusOK || !strings.Contains(a.Body, `"seats":[0,1]`) {
		t.Errorf("the account's table by a token: status %d: %.700s", a.Status, a.Body)
	}
	v.Ask("POST", "/tables", token, "{}").WantStatus(t, http.StatusForbidden, "a token to read makes a table")
	v.Ask("POST", "/join", token, strings.Repeat(" ", 64<<10+1)).WantStatus(t, http.StatusRequestEntityTooLarge, "a body that is too long")
}

// The example plays a whole game.
func TestExampleProgram(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("no python3 on this machine")
	}
	require.NoError(t, err)
	v := newWorld(t, 66).Visitor()
	v.SignUp("Anna")
	cmd := exec.CommandContext(t.Context(), python, "../../docs/api/player.py", v.URL)
	cmd.Env = append(cmd.Environ(), "RUHR_TOKEN="+v.Token(url.Values{"play": {"yes"}}))
	out, err := cmd.CombinedOutput()
	require.True(t, err == nil && strings.Contains(string(out), "Final VP: ["), "%v: %s", err, out)
}

// Programs queue with the pages. One that was refused keeps its place, and its
// streams and exports take turns, too.
func TestProgramsQueue(t *testing.T) {
	w := newWorld(t, 66)
	v := w.Visitor()
	v.SignUp("Anna")
	path := strings.Replace(v.Alone(nil).Path, "/t/", "/tables/", 1)
	token := v.Token(nil)
	q := w.Kernel.Work
	q.Wait = 10 * time.Millisecond
	places := webtest.Fill(q)
	refused := v.Ask("GET", path, token, "")
	if refused.Status != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") != "2" || !strings.Contains(refused.Body, `"code":"busy"`) {
		t.Errorf("status %d, again after %q: %s", refused.Status, refused.Header.Get("Retry-After"), refused.Body)
	}
	q.Wait = time.Minute
	served := make(chan int)
	ask := func() { served <- v.Ask("GET", path, token, "").Status }
	go ask()
	webtest.WaitFor(q, 1)
	for _, leave := range places {
		leave()
	}
	require.Equal(t, <-served, http.StatusOK, "in its turn: status")
	if a := v.Ask("GET", "/games?running=true", token, ""); a.Status != http.StatusOK || !strings.Contains(a.Body, `"record"`) {
		t.Errorf("the export: status %d", a.Status)
	}
	require.Equal(t, len(webtest.Fill(q)), len(places), "free places")
}

// Large bodies of programs take the memory of uploads, which is bounded, before they
// are read; small ones do not.
func TestLargeBodiesOfPrograms(t *testing.T) {
	w := newWorld(t, 67)
	v := w.Visitor()
	v.SignUp("Anna")
	token := v.Token(url.Values{"play": {"yes"}})
	table := func(more string) string {
		return `{"seats":[{"kind":"person"},{"kind":"open"}]` + more + `}` + strings.Repeat(" ", len(more))
	}
	large := strings.Repeat(" ", 20<<10) // twice
	if a := v.Ask("POST", "/tables", token, table(large)); a.Status != http.StatusOK {
		t.Errorf("a large body: status %d: %.200s", a.Status, a.Body)
	}
	require.Equal(t, len(w.FillUploads("127.0.0.1")), 2, "free places after a large body")
	if a := v.Ask("POST", "/tables", token, table(large)); a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("one large body more: status %d: %.200s", a.Status, a.Body)
	}
	if a := v.Ask("POST", "/tables", token, table("")); a.Status != http.StatusOK {
		t.Errorf("a small body: status %d: %.200s", a.Status, a.Body)
	}
}
