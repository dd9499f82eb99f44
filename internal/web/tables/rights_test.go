package tables

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
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
)

// hearing opens a stream, with an access token if one is given, and returns what comes
// once it has begun, up to its end.
func hearing(v *webtest.Visitor, path, token string) (in *bufio.Reader, rest func() string) {
	v.T.Helper()
	ctx, stop := context.WithTimeout(v.T.Context(), longest)
	v.T.Cleanup(stop)
	req := v.Request(http.MethodGet, path, "").WithContext(ctx)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := v.Client.Do(req)
	require.NoError(v.T, err)
	v.T.Cleanup(func() { res.Body.Close() })
	in = bufio.NewReader(res.Body)
	for line := ""; !strings.HasPrefix(line, "data: "); {
		if line, err = in.ReadString('\n'); err != nil {
			v.T.Fatalf("%s: status %d, %v", path, res.StatusCode, err)
		}
	}
	return in, func() string {
		body, err := io.ReadAll(in)
		require.True(v.T, err == nil, "%s does not end: %v", path, err)
		return string(body)
	}
}

// A stream ends with the right to it: when its session or token has ended, its account
// is banned or deleted, or its seat is lost. Nothing that happens then is sent by it.
func TestStreamsEndWithTheRight(t *testing.T) {
	const page, ofTable, ofAll = "page", "API, a table", "API, all tables"
	ways := map[string]func(anna, desk, bert *webtest.Visitor, id string){
		"signed out": func(anna, _, _ *webtest.Visitor, _ string) { anna.Post("/account/out", nil) },
		"session ended": func(_, desk, _ *webtest.Visitor, _ string) {
			desk.Post("/account/sessions", url.Values{"others": {"yes"}})
		},
		"password changed": func(_, desk, _ *webtest.Visitor, _ string) {
			desk.Post("/account/password", url.Values{"old": {webtest.Password}, "password": {"another horse"}})
		},
		"token ended": func(anna, _, _ *webtest.Visitor, _ string) {
			p := &people.Person{Account: accountNamed(anna, "Anna")}
			for _, token := range webtest.Must(anna.People.Tokens(anna.T.Context(), p)) {
				require.NoError(anna.T, anna.People.EndToken(anna.T.Context(), p, token.ID))
			}
		},
		"banned": func(anna, _, _ *webtest.Visitor, _ string) {
			require.NoError(anna.T, anna.People.Ban(anna.T.Context(), anna.Store.(store.Admin), "Anna"))
		},
		"deleted": func(_, desk, _ *webtest.Visitor, _ string) {
			desk.Post("/account/delete", url.Values{"password": {webtest.Password}})
		},
		"seat removed": func(_, _, bert *webtest.Visitor, id string) {
			bert.Post(id+"/owner", url.Values{"do": {"remove"}, "seat": {"1"}, "at": {fmt.Sprint(bert.Snapshot(strings.TrimPrefix(id, "/t/")).N)}, "key": {"k"}})
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
				anna, desk, bert := w.Visitor(), w.Visitor(), w.Visitor()
				id, invitation := bert.Invitation()
				anna.SignUp("Anna")
				anna.Post(invitation, url.Values{"name": {"Anna"}})
				token := anna.Token(nil)
				desk.SignIn("Anna", nil)
				require.Must(t, anna.Holds(id) && desk.Holds(id), "Anna holds no seat")
				path := webtest.StreamOf(id, w.Snapshot(strings.TrimPrefix(id, "/t/")).N)
				switch stream {
				case ofTable:
					path = "/api/v1/tables" + strings.TrimPrefix(id, "/t") + "/stream?chat=true"
				case ofAll:
					path = "/api/v1/stream"
				}
				if stream == page {
					token = ""
				}
				_, rest := hearing(anna, path, token)
				ways[way](anna, desk, bert, id)
				says(bert, id, chat.AtTable, "AFTER")
				bert.Post(id+"/seat", url.Values{"do": {"rename"}, "seat": {"0"}, "name": {"AFTER"}, "at": {fmt.Sprint(w.Snapshot(strings.TrimPrefix(id, "/t/")).N)}, "key": {"l"}})
				got := rest()
				// Before an account is deleted, its name is replaced at its tables, which is news.
				told := way != "deleted" && regexp.MustCompile(`"N":|event: news\n.*\n\nevent: news`).MatchString(got)
				require.True(t, !strings.Contains(got, "AFTER") && !told, "sent afterwards: %.500s", got)
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
	anna, bert := w.Visitor(), w.Visitor()
	id, invitation := bert.Invitation()
	anna.SignUp("Anna")
	anna.Post(invitation, url.Values{"name": {"Anna"}})
	path := webtest.StreamOf(id, w.Snapshot(strings.TrimPrefix(id, "/t/")).N)
	places := webtest.Fill(w.Kernel.Work) // nothing is read for now
	_, rest := hearing(anna, path, "")
	require.NoError(t, w.People.Ban(t.Context(), w.Store.(store.Admin), "Anna"))
	places[0]()
	if got := rest(); strings.Contains(got, "event: frames") || !strings.Contains(got, `"me":"-"`) {
		t.Errorf("the page gets %.500s", got)
	}
}

// accountNamed is an account as it is stored.
func accountNamed(v *webtest.Visitor, name string) store.Account {
	v.T.Helper()
	return webtest.Must(v.Store.(people.Store).AccountByKey(v.T.Context(), people.Key(name)))
}

// A stream at which nothing happens ends with its session at the next heartbeat.
func TestSilentStreamsEndWithTheSession(t *testing.T) {
	w := newWorld(t, 4)
	w.tables.heartbeat = 1
	anna := w.Visitor()
	anna.SignUp("Anna")
	id := anna.Alone(nil).Path
	_, rest := hearing(anna, webtest.StreamOf(id, 1), "")
	anna.Post("/account/out", nil)
	if got := rest(); !strings.Contains(got, `"me":"-"`) {
		t.Errorf("the page is not told that nobody is signed in: %.300s", got)
	}
}

// One stream brings the news of several tables to pages in their languages, and one
// whose table is gone keeps no other from them.
func TestStreamOfSeveralTables(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	var query []string
	var ids []string
	for _, code := range []string{"en", "de"} {
		id := strings.TrimPrefix(v.Alone(nil).Path, "/t/")
		ids = append(ids, id)
		query = append(query, fmt.Sprintf("t=%s~%d~0~%s", id, w.Snapshot(id).N, code))
	}
	query = append(query, fmt.Sprintf("t=%s~1~0~en", table.NewSecret()), query[0][:len(query[0])-2]+"fr")
	in, _ := hearing(v, "/stream?"+strings.Join(query, "&"), "")
	for k, id := range ids {
		says(v, "/t/"+id, chat.AtTable, fmt.Sprint("said ", k))
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
	many := v.Get("/stream?" + strings.Repeat(query[0]+"&", fair.MaxWatched+1))
	require.True(t, many.Status == http.StatusTooManyRequests && many.Says("Close a few"), "too many tables: status %d", many.Status)
	for _, bad := range []string{"t=x~1~0~en", "t=" + ids[0], "t=" + ids[0] + "~a~0~en"} {
		v.Get("/stream?"+bad).WantStatus(t, http.StatusBadRequest, "%s", bad)
	}
}

// A page that there is no room for takes no news from the others.
func TestStreamHasRoomForSome(t *testing.T) {
	w := newWorld(t, 2)
	v, other := w.Visitor(), w.Visitor()
	mine, watched := v.Alone(nil).Path, other.Alone(nil).Path
	for more := true; more; {
		_, more = w.Kernel.Limits.Open("", "127.0.0.1")
	}
	id := func(path string) string { return strings.TrimPrefix(path, "/t/") }
	in, _ := hearing(v, fmt.Sprintf("/stream?t=%s~0~0~en&t=%s~0~0~en", id(watched), id(mine)), "")
	lost := regexp.MustCompile(`event: lost\ndata: {[^\n]*"t":"` + id(watched) + `[^\n]*"crowded":true`)
	frames := regexp.MustCompile(`event: frames\ndata: {[^<]*"t":"` + id(mine))
	for got := ""; !lost.MatchString(got) || !frames.MatchString(got); {
		line, err := in.ReadString('\n')
		require.Must(t, err == nil, "the stream ends after %.300q: %v", got, err)
		got += line
	}
}

// What a page's script asks for is answered in the language of the page, whatever has
// been chosen since.
func TestAnswersAreInThePagesLanguage(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	p := v.Alone(nil)
	v.Post("/language", url.Values{"lang": {"de"}})
	act := p.Form("/act")
	act.Fields.Set("action", act.Buttons[0].Value)
	for _, c := range []struct {
		method, path string
		form         url.Values
	}{
		{http.MethodPost, act.Action, act.Fields},
		{http.MethodGet, p.Path + "/frame?after=0", nil},
		{http.MethodGet, p.Path + "/why?kind=space&id=A1", nil},
		{http.MethodPost, p.Path + "/chat", url.Values{"do": {"say"}, "room": {"nowhere"}, "text": {"x"}}},
		{http.MethodPost, p.Path + "/hint", url.Values{"at": {"0"}, "key": {"k"}}},
		{http.MethodPost, p.Path + "/shuffle", url.Values{"at": {"0"}, "key": {"k"}, "seat": {"0"}, "contribution": {"x"}}},
		{http.MethodGet, p.Path + "/replay?n=1", nil},
		{http.MethodPost, "/workshop", url.Values{}},
	} {
		ask := func(lang string) string {
			req := v.Request(c.method, c.path, c.form.Encode())
			req.Header.Set("Accept", "application/json")
			req.Header.Set("X-Lang", lang)
			return v.Do(req).Body
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
	presses := func(v *webtest.Visitor, id string, n int64) map[string]url.Values {
		at := url.Values{"at": {fmt.Sprint(n)}, "key": {"k"}, "seat": {"0"}}
		with := func(more ...string) url.Values {
			f := url.Values{}
			maps.Copy(f, at)
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
		anna, desk := w.Visitor(), w.Visitor()
		anna.SignUp("Anna " + way)
		desk.SignIn("Anna "+way, nil)
		id := anna.Alone(nil).Path
		all := presses(anna, id, w.Snapshot(strings.TrimPrefix(id, "/t/")).N)
		if way == "here" {
			anna.Post("/account/out", nil)
		} else {
			desk.Post("/account/sessions", url.Values{"others": {"yes"}})
		}
		for path, form := range all {
			for _, accept := range []string{"text/html", "application/json"} {
				req := anna.Request(http.MethodPost, path, form.Encode())
				req.Header.Set("Accept", accept)
				req.Header.Set("Referer", anna.URL+id+"/share?x=1")
				p := anna.Do(req)
				link := `/account?back=` + url.QueryEscape(id+"/share?x=1")
				said := strings.ReplaceAll(p.Body, `\"`, `"`)
				if p.Status != http.StatusForbidden || !strings.Contains(said, "no longer signed in") || !strings.Contains(said, `href="`+link+`"`) {
					t.Errorf("signed out %s, %s for %s: status %d, %.300s", way, path, accept, p.Status, p.Text())
				}
			}
		}
	}
	guest := w.Visitor()
	other := w.Visitor().Alone(nil).Path
	for path, form := range presses(guest, other, 1) {
		require.True(t, !guest.Post(path, form).Says("no longer signed in"), "%s: who never was signed in is told that they no longer are", path)
	}
}
