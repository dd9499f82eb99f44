package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// operationsOf says which operations of the API do what a form of the pages
// does; the others need a password, a browser, or a reader.
var operationsOf = map[string]string{
	"POST /play":                         "createTable",
	"POST /new":                          "createTable",
	"POST /join/{token}":                 "join getLink",
	"POST /day/{date}":                   "getDay playDay",
	"POST /game/{key}/day":               "sendDay",           // ruhr link turns a file into a link
	"POST /settings":                     "getQuiet setQuiet", // all else there is how pages look
	"POST /account/program":              "setProgram",
	"POST /account/notices":              "getNotices addNotice setNotice testNotice dropNotice",
	"POST /t/{id}/chat":                  "getChat say mute unmute report switchChat getNote setNote",
	"POST /t/{id}/share":                 "makeLink",
	"POST /t/{id}/owner":                 "remove handOver nameTable",
	"POST /t/{id}/sit":                   "sit",
	"POST /t/{id}/act":                   "act",
	"POST /t/{id}/turn":                  "confirm undo",
	"POST /t/{id}/takeback":              "takeback agree refuse",
	"POST /t/{id}/seat":                  "give take level rename wait resign away",
	"POST /t/{id}/orders":                "getOrders setOrders",
	"POST /t/{id}/plan":                  "", // as above, from pages of earlier versions
	"POST /t/{id}/sale":                  "orderSale",
	"POST /t/{id}/hint":                  "askAdvice",
	"POST /t/{id}/leave":                 "leave",
	"POST /t/{id}/again":                 "rematch",
	"POST /t/{id}/kept":                  "takeKept decline",
	"POST /t/{id}/on":                    "playOn",
	"POST /t/{id}/shuffle":               "contribute",
	"POST /tournaments/new":              "createTournament listTournaments",
	"POST /tournament/{id}/join":         "joinTournament getTournament",
	"POST /tournament/{id}/leave":        "withdraw",
	"POST /tournament/{id}/start":        "startTournament",
	"POST /tournament/{id}/cancel":       "cancelTournament",
	"POST /circles":                      "createCircle listCircles",
	"POST /circle/{id}":                  "leaveCircle muteCircle renameCircle renewCircleLink removeMember handOnCircle dissolveCircle getCircle",
	"POST /circle/{id}/table":            "startCircleTable",
	"POST /circle/{id}/chat":             "getCircleChat sayInCircle muteInCircle unmuteInCircle reportInCircle",
	"POST /circle/{id}/join/{link}":      "joinCircle",
	"POST /learn":                        "", // a lesson for readers
	"POST /t/{id}/guide":                 "",
	"POST /box":                          "createTable",
	"POST /t/{id}/drawn":                 "enter enterAgain",
	"POST /t/{id}/correct":               "correct",
	"POST /language":                     "",
	"POST /account/new":                  "", // with a password
	"POST /account/in":                   "",
	"POST /account/out":                  "",
	"POST /account/sessions":             "",
	"POST /account/password":             "",
	"POST /account/passkeys":             "", // with a device
	"POST /account/passkeys/ask":         "",
	"POST /account/recover":              "", // for who cannot sign in
	"POST /account/recover/{code}":       "",
	"POST /forget":                       "", // of a browser's own
	"POST /account/tokens":               "",
	"POST /account/delete":               "",
	"POST /notices/confirm/{id}/{proof}": "", // by the link of a mail
	"POST /notices/stop/{id}/{proof}":    "",
	"POST /t/{id}/review":                "askReview",
	"POST /game/{key}/review":            "", // ruhr analyse works it out of the record
	"POST /t/{id}/review/learn":          "", // a lesson for readers
	"POST /game/{key}/review/learn":      "",
	"POST /t/{id}/try":                   "try",
	"POST /puzzles/{n}":                  "", // for readers
	"POST /open":                         "", // files: ruhr replay reads them
	"POST /open/link":                    "",
	"POST /open/on":                      "playOnLink",
	"POST /game/{key}/on":                "playOnLink", // ruhr link turns a file into a link
	"POST /workshop":                     "",
	"POST /workshop/open":                "",
}

// A program can do what the pages can: each form has its operations, and each
// operation is documented.
func TestProgramsDoWhatPagesDo(t *testing.T) {
	w := newWorld(t, 67)
	var d struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	require.NoError(t, json.Unmarshal([]byte(w.Visitor().Ask("GET", "/openapi.json", "", "").Body), &d))
	var known []string
	for _, methods := range d.Paths {
		for _, op := range methods {
			known = append(known, op.OperationID)
		}
	}
	guide, err := os.ReadFile("../../docs/api/README.md")
	require.NoError(t, err)
	named := regexp.MustCompile("`([a-zA-Z]+)`").FindAllStringSubmatch(string(guide), -1)
	for _, id := range known {
		require.True(t, slices.ContainsFunc(named, func(m []string) bool { return m[1] == id }), "docs/api/README.md does not name %s", id)
	}
	for _, part := range w.Rooms() {
		for route := range part {
			ids, listed := operationsOf[route]
			if strings.HasPrefix(route, "POST ") && !listed {
				t.Errorf("%s: what does the same in the API?", route)
			}
			for id := range strings.FieldsSeq(ids) {
				require.True(t, slices.Contains(known, id), "%s: there is no operation %s", route, id)
			}
		}
	}
}

// Quiet hours of an account are the same for programs and in every browser, and
// other settings stay.
func TestQuietHoursForPrograms(t *testing.T) {
	w := newWorld(t, 68)
	v, second := w.Visitor(), w.Visitor()
	v.SignUp("Anna")
	second.Post("/account/in", url.Values{"name": {"Anna"}, "password": {webtest.Password}})
	v.Post("/settings", url.Values{"theme": {"dark"}, "from": {"22:00"}, "to": {"06:30"}, "zone": {"Europe/Berlin"}, "back": {"/"}})
	token := v.Token(url.Values{"play": {"yes"}})
	if a := v.Ask("GET", "/me/quiet", token, ""); !strings.Contains(a.Body, `{"from":"22:00","to":"06:30","zone":"Europe/Berlin"}`) {
		t.Errorf("set on the page: %s", a.Body)
	}
	if a := v.Ask("POST", "/me/quiet", token, `{"from":"21:15","to":"07:00","zone":"Europe/Paris"}`); a.Status != http.StatusOK {
		t.Fatalf("status %d: %s", a.Status, a.Body)
	}
	for name, browser := range map[string]*webtest.Visitor{"the first browser": v, "another browser": second} {
		page := browser.Get("/settings")
		for _, want := range [][]string{{"value", "21:15"}, {"value", "07:00"}, {"value", "Europe/Paris"}, {"data-theme", "dark"}} {
			require.True(t, page.Has(want...), "%s: no %q", name, want)
		}
	}
	v.Ask("POST", "/me/quiet", token, `{"from":"00:00","to":"00:00","zone":""}`)
	require.True(t, !v.Get("/settings").Has("value", "21:15"), "the page still has the quiet hours")

	v.Opens(url.Values{"pace": {"days"}})
	require.NoError(t, w.Service.Close(t.Context()))
	hours := url.Values{"from": {"22:00"}, "to": {"06:30"}, "zone": {"Europe/Berlin"}}
	v.Post("/settings", hours).WantStatus(t, http.StatusServiceUnavailable, "hours that did not come to all tables")
}
