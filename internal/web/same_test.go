package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// What is refused has the same status on the pages and over the API, and the log says
// why, whichever form asked for it.
func TestOneStatusForARefusal(t *testing.T) {
	w := newWorld(t, 4)
	owner, stranger := w.Visitor(), w.Visitor()
	stranger.SignUp("Carla")
	token := stranger.Token(url.Values{"play": {"yes"}})
	table := owner.Alone(nil).Path
	var log bytes.Buffer
	w.Kernel.Log = slog.New(slog.NewTextHandler(&log, nil))
	at := owner.Get(table).Form("/act").Fields.Get("at")
	for _, c := range []struct {
		page   string
		fields url.Values
		path   string
		body   string
	}{
		{"/turn", url.Values{"at": {at}, "confirm": {"yes"}}, "/confirm", `{"at":` + at + `}`},
		{"/seat", url.Values{"at": {at}, "seat": {"0"}, "do": {"give"}, "level": {"random"}}, "/seats/0/give", `{"at":` + at + `,"level":"random"}`},
		{"/seat", url.Values{"at": {at}, "seat": {"0"}, "do": {"rename"}, "name": {"X"}}, "/seats/0/rename", `{"at":` + at + `,"name":"X"}`},
		{"/seat", url.Values{"at": {at}, "seat": {"0"}, "do": {"resign"}}, "/seats/0/resign", `{"at":` + at + `}`},
		{"/owner", url.Values{"at": {at}, "do": {"name"}, "table": {"X"}}, "/name", `{"at":` + at + `,"name":"X"}`},
		{"/orders", url.Values{"at": {at}, "seat": {"0"}}, "/seats/0/orders", `{"at":` + at + `,"orders":[]}`},
		{"/share", url.Values{"seat": {"0"}}, "/seats/0/link", `{}`},
		{"/sit", url.Values{"seat": {"0"}}, "/seats/0/sit", `{}`},
		{"/again", nil, "/rematch", `{}`},
		{"/on", url.Values{"n": {"0"}, "seat": {"0"}, "level": {"random"}}, "/play-on", `{"decisions":0,"seat":0,"level":"random"}`},
		{"/leave", nil, "/leave", `{}`},
		{"/chat", url.Values{"do": {"say"}, "room": {"table"}, "text": {"x"}}, "/chat", `{"room":"table","text":"x"}`},
		{"/chat", url.Values{"do": {"silent"}}, "/chat/switch", `{"silent":true}`},
		{"/chat", url.Values{"do": {"note"}, "note": {"x"}}, "/note", `{"text":"x"}`},
	} {
		log.Reset()
		got := stranger.Post(table+c.page, c.fields)
		api := stranger.Ask(http.MethodPost, "/tables/"+strings.TrimPrefix(table, "/t/")+c.path, token, c.body)
		if got.Status != api.Status || got.Status < 400 {
			t.Errorf("%s %v: status %d on the page, %d over the API: %s", c.page, c.fields, got.Status, api.Status, api.Body)
		}
		if n := strings.Count(log.String(), "msg=refused"); n != 2 || strings.Contains(log.String(), `why="" `) || strings.Contains(log.String(), "why= ") {
			t.Errorf("%s %v: the log says %s", c.page, c.fields, log.String())
		}
	}
}
