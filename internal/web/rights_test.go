package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/people"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// hearing opens a stream, with an access token if one is given, and returns what comes
// once it has begun, up to its end.
func (v *visitor) hearing(path, token string) (in *bufio.Reader, rest func() string) {
	v.t.Helper()
	ctx, stop := context.WithTimeout(v.t.Context(), longest)
	v.t.Cleanup(stop)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { res.Body.Close() })
	in = bufio.NewReader(res.Body)
	for line := ""; !strings.HasPrefix(line, "data: "); {
		if line, err = in.ReadString('\n'); err != nil {
			v.t.Fatalf("%s: status %d, %v", path, res.StatusCode, err)
		}
	}
	return in, func() string {
		body, err := io.ReadAll(in)
		if err != nil {
			v.t.Errorf("%s does not end: %v", path, err)
		}
		return string(body)
	}
}

// A stream ends with the right to it: when its session or token has ended, its account
// is banned or deleted, or its seat is lost. Nothing that happens then is sent by it.
func TestStreamsEndWithTheRight(t *testing.T) {
	const page, ofTable, ofAll = "page", "API, a table", "API, all tables"
	ways := map[string]func(anna, desk, bert *visitor, id string){
		"signed out":    func(anna, _, _ *visitor, _ string) { anna.post("/account/out", nil) },
		"session ended": func(_, desk, _ *visitor, _ string) { desk.post("/account/sessions", url.Values{"others": {"yes"}}) },
		"password changed": func(_, desk, _ *visitor, _ string) {
			desk.post("/account/password", url.Values{"old": {password}, "password": {"another horse"}})
		},
		"token ended": func(anna, _, _ *visitor, _ string) {
			p := &people.Person{Account: anna.accountNamed("Anna")}
			for _, token := range must(anna.people.Tokens(anna.t.Context(), p)) {
				if err := anna.people.EndToken(anna.t.Context(), p, token.ID); err != nil {
					anna.t.Fatal(err)
				}
			}
		},
		"banned": func(anna, _, _ *visitor, _ string) {
			if err := anna.people.Ban(anna.t.Context(), anna.store.(store.Admin), "Anna"); err != nil {
				anna.t.Fatal(err)
			}
		},
		"deleted": func(_, desk, _ *visitor, _ string) { desk.post("/account/delete", url.Values{"password": {password}}) },
		"seat removed": func(_, _, bert *visitor, id string) {
			bert.post(id+"/owner", url.Values{"do": {"remove"}, "seat": {"1"}, "at": {fmt.Sprint(bert.snapshot(strings.TrimPrefix(id, "/t/")).N)}, "key": {"k"}})
		},
	}
	for stream, by := range map[string][]string{
		page:    {"signed out", "session ended", "password changed", "banned", "deleted", "seat removed"},
		ofTable: {"token ended", "banned", "deleted", "seat removed"},
		ofAll:   {"token ended", "banned", "deleted"},
	} {
		for _, way := range by {
			t.Run(stream+"/"+way, func(t *testing.T) {
				w := newWorld(t, 4)
				anna, desk, bert := w.visitor(), w.visitor(), w.visitor()
				id, invitation := bert.invitation()
				anna.signUp("Anna")
				anna.post(invitation, url.Values{"name": {"Anna"}})
				token := anna.token(nil)
				desk.signIn("Anna", nil)
				if !anna.holds(id) || !desk.holds(id) {
					t.Fatal("Anna holds no seat")
				}
				path := streamOf(id, w.snapshot(strings.TrimPrefix(id, "/t/")).N)
				switch stream {
				case ofTable:
					path = "/api/v1/tables" + strings.TrimPrefix(id, "/t") + "/stream?chat=true"
				case ofAll:
					path = "/api/v1/stream"
				}
				if stream == page {
					token = ""
				}
				_, rest := anna.hearing(path, token)
				ways[way](anna, desk, bert, id)
				bert.says(id, chat.AtTable, "AFTER")
				bert.post(id+"/seat", url.Values{"do": {"rename"}, "seat": {"0"}, "name": {"AFTER"}, "at": {fmt.Sprint(w.snapshot(strings.TrimPrefix(id, "/t/")).N)}, "key": {"l"}})
				got := rest()
				// Before an account is deleted, its name is replaced at its tables, which is news.
				told := way != "deleted" && regexp.MustCompile(`"N":|event: news\n.*\n\nevent: news`).MatchString(got)
				if strings.Contains(got, "AFTER") || told {
					t.Errorf("sent afterwards: %.500s", got)
				}
				reload, signedOut := strings.Contains(got, "event: reload\n"), strings.Contains(got, `"me":"-"`)
				switch {
				case stream != page:
				case way == "deleted": // the seats go before the account, so that the page may notice either
					if !reload && !signedOut {
						t.Errorf("the page gets %.500s", got)
					}
				case reload != (way == "seat removed") || signedOut == reload:
					t.Errorf("the page gets %.500s", got)
				}
			})
		}
	}
}

// What a page gets at first is not sent either where the right ends while it waits
// to be read.
func TestStreamsOpenWithTheRight(t *testing.T) {
	w := newWorld(t, 4)
	anna, bert := w.visitor(), w.visitor()
	id, invitation := bert.invitation()
	anna.signUp("Anna")
	anna.post(invitation, url.Values{"name": {"Anna"}})
	path := streamOf(id, w.snapshot(strings.TrimPrefix(id, "/t/")).N)
	places := fill(w.server.Work) // nothing is read for now
	_, rest := anna.hearing(path, "")
	if err := w.people.Ban(t.Context(), w.store.(store.Admin), "Anna"); err != nil {
		t.Fatal(err)
	}
	places[0]()
	if got := rest(); strings.Contains(got, "event: frames") || !strings.Contains(got, `"me":"-"`) {
		t.Errorf("the page gets %.500s", got)
	}
}

// accountNamed is an account as it is stored.
func (w *world) accountNamed(name string) store.Account {
	w.t.Helper()
	return must(w.store.(people.Store).AccountByKey(w.t.Context(), people.Key(name)))
}

// A stream at which nothing happens ends with its session at the next heartbeat.
func TestSilentStreamsEndWithTheSession(t *testing.T) {
	w := newWorld(t, 4)
	w.server.heartbeat = 1
	anna := w.visitor()
	anna.signUp("Anna")
	id := anna.alone(nil).path
	_, rest := anna.hearing(streamOf(id, 1), "")
	anna.post("/account/out", nil)
	if got := rest(); !strings.Contains(got, `"me":"-"`) {
		t.Errorf("the page is not told that nobody is signed in: %.300s", got)
	}
}

// One stream brings the news of several tables to pages in their languages, and one
// whose table is gone keeps no other from them.
func TestStreamOfSeveralTables(t *testing.T) {
	w := newWorld(t, 4)
	v := w.visitor()
	var query []string
	var ids []string
	for _, code := range []string{"en", "de"} {
		id := strings.TrimPrefix(v.alone(nil).path, "/t/")
		ids = append(ids, id)
		query = append(query, fmt.Sprintf("t=%s~%d~0~%s", id, w.snapshot(id).N, code))
	}
	query = append(query, fmt.Sprintf("t=%s~1~0~en", table.NewSecret()), query[0][:len(query[0])-2]+"fr")
	in, _ := v.hearing("/stream?"+strings.Join(query, "&"), "")
	for k, id := range ids {
		v.says("/t/"+id, chat.AtTable, fmt.Sprint("said ", k))
		w.acts(id)
	}
	missed := map[string]*regexp.Regexp{"a page without a table": regexp.MustCompile("event: reload\n")}
	for _, kind := range []string{"frames", "chat"} {
		for i, page := range []string{ids[0] + `","lang":"en`, ids[1] + `","lang":"de`, ids[0] + `","lang":"fr`} {
			missed[fmt.Sprint(kind, i)] = regexp.MustCompile(`event: ` + kind + `\ndata: {[^<]*"t":"` + page)
		}
	}
	for got := ""; len(missed) > 0; {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ends without %v", slices.Sorted(maps.Keys(missed)))
		}
		got += line
		maps.DeleteFunc(missed, func(_ string, what *regexp.Regexp) bool { return what.MatchString(got) })
	}
	many := v.get("/stream?" + strings.Repeat(query[0]+"&", fair.MaxWatched+1))
	if many.status != http.StatusTooManyRequests || !strings.Contains(many.body, "Close a few") {
		t.Errorf("too many tables: status %d", many.status)
	}
	for _, bad := range []string{"t=x~1~0~en", "t=" + ids[0], "t=" + ids[0] + "~a~0~en"} {
		if p := v.get("/stream?" + bad); p.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", bad, p.status)
		}
	}
}

// What a page's script asks for is answered in the language of the page, whatever has
// been chosen since.
func TestAnswersAreInThePagesLanguage(t *testing.T) {
	w := newWorld(t, 4)
	v := w.visitor()
	p := v.alone(nil)
	v.post("/language", url.Values{"lang": {"de"}})
	act := p.form("/act")
	act.fields.Set("action", act.buttons[0].value)
	for _, c := range []struct {
		method, path string
		form         url.Values
	}{
		{http.MethodPost, act.action, act.fields},
		{http.MethodGet, p.path + "/frame?after=0", nil},
		{http.MethodGet, p.path + "/why?kind=space&id=A1", nil},
		{http.MethodPost, p.path + "/chat", url.Values{"do": {"say"}, "room": {"nowhere"}, "text": {"x"}}},
		{http.MethodPost, p.path + "/hint", url.Values{"at": {"0"}, "key": {"k"}}},
		{http.MethodPost, p.path + "/shuffle", url.Values{"at": {"0"}, "key": {"k"}, "seat": {"0"}, "contribution": {"x"}}},
		{http.MethodGet, p.path + "/replay?n=1", nil},
		{http.MethodPost, "/workshop", url.Values{}},
	} {
		ask := func(lang string) string {
			req, err := http.NewRequestWithContext(t.Context(), c.method, v.url+c.path, strings.NewReader(c.form.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			req.Header.Set("Accept", "application/json")
			req.Header.Set("X-Lang", lang)
			return v.do(req).body
		}
		german := regexp.MustCompile(`\b(nicht|ist|und|der|das|Platz|Sitz|Zug|Spiel|Kohle)\b`)
		if english := ask("en"); german.MatchString(english) {
			t.Errorf("%s in English has %q: %.300s", c.path, german.FindAllString(english, 3), english)
		}
		if got := ask("de"); !german.MatchString(got) {
			t.Errorf("%s in German is %.300s", c.path, got)
		}
	}
}

// Who presses something on a page from before the session ended is told that, with a
// link to sign in that leads back.
func TestPressesAfterTheSession(t *testing.T) {
	w := newWorld(t, 4)
	presses := func(v *visitor, id string, n int64) map[string]url.Values {
		at := url.Values{"at": {fmt.Sprint(n)}, "key": {"k"}, "seat": {"0"}}
		with := func(more ...string) url.Values {
			f := url.Values{}
			for k, v := range at {
				f[k] = v
			}
			for i := 0; i < len(more); i += 2 {
				f.Set(more[i], more[i+1])
			}
			return f
		}
		return map[string]url.Values{
			id + "/act":         with("action", "0"),
			id + "/turn":        with("confirm", "yes"),
			id + "/takeback":    with("do", "ask"),
			id + "/seat":        with("do", "rename", "name", "X"),
			id + "/orders":      with("do", "clear"),
			id + "/sale":        with("sale", "wait"),
			id + "/hint":        with(),
			id + "/shuffle":     with("contribution", strings.Repeat("ab", 32)),
			id + "/owner":       with("do", "remove"),
			id + "/share":       with(),
			id + "/chat":        with("do", "say", "room", chat.AtTable, "text", "x"),
			id + "/leave":       with(),
			"/account/password": with("old", "x", "password", "y"),
			"/account/tokens":   with("token", "x"),
			"/account/sessions": with("others", "yes"),
			"/account/notices":  with(),
			"/account/delete":   with("password", "x"),
		}
	}
	for _, way := range []string{"here", "elsewhere"} {
		anna, desk := w.visitor(), w.visitor()
		anna.signUp("Anna " + way)
		desk.signIn("Anna "+way, nil)
		id := anna.alone(nil).path
		all := presses(anna, id, w.snapshot(strings.TrimPrefix(id, "/t/")).N)
		if way == "here" {
			anna.post("/account/out", nil)
		} else {
			desk.post("/account/sessions", url.Values{"others": {"yes"}})
		}
		for path, form := range all {
			for _, accept := range []string{"text/html", "application/json"} {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, anna.url+path, strings.NewReader(form.Encode()))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				req.Header.Set("Accept", accept)
				req.Header.Set("Referer", anna.url+id+"/share?x=1")
				p := anna.do(req)
				link := `/account?back=` + url.QueryEscape(id+"/share?x=1")
				said := strings.ReplaceAll(p.body, `\"`, `"`)
				if p.status != http.StatusForbidden || !strings.Contains(said, "no longer signed in") || !strings.Contains(said, `href="`+link+`"`) {
					t.Errorf("signed out %s, %s for %s: status %d, %.300s", way, path, accept, p.status, textTag.ReplaceAllString(p.body, " "))
				}
			}
		}
	}
	guest := w.visitor()
	other := w.visitor().alone(nil).path
	for path, form := range presses(guest, other, 1) {
		if p := guest.post(path, form); strings.Contains(p.body, "no longer signed in") {
			t.Errorf("%s: who never was signed in is told that they no longer are", path)
		}
	}
}
