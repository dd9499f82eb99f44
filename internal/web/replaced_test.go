package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/web/kernel"
)

// heldBack is a request body that runs a function before the first byte is read.
type heldBack struct {
	io.Reader
	meanwhile func() // nil once it has run
}

func (b *heldBack) Read(p []byte) (int, error) {
	if do := b.meanwhile; do != nil {
		b.meanwhile = nil
		do()
	}
	return b.Reader.Read(p)
}

// slowly posts a form whose body arrives only after meanwhile has returned.
func (v *visitor) slowly(path string, form url.Values, meanwhile func()) *httptest.ResponseRecorder {
	v.t.Helper()
	text := form.Encode()
	body := &heldBack{strings.NewReader(text), meanwhile}
	req := httptest.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+path, body)
	req.ContentLength = int64(len(text))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.AddCookie(&http.Cookie{Name: kernel.KeptCookie + v.server.Mark, Value: "yes"})
	for _, c := range v.client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	got := httptest.NewRecorder()
	v.site().ServeHTTP(got, req)
	if body.meanwhile != nil {
		v.t.Fatalf("%s answered %d without reading the form", path, got.Code)
	}
	return got
}

// A form is refused if its sender loses the right to it while the body arrives:
// a replaced link seats nobody, and a removed holder cannot make a link that
// would remove the others.
func TestRightsLostWhileTheFormComes(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.visitor()
	id, invitation := anna.invitation()
	bert, thief := w.visitor(), w.visitor()
	bert.post(invitation, url.Values{"name": {"Bert"}})
	renew := func() string {
		p := bert.post(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}})
		return joinLink.FindString(p.body)
	}
	p := thief.slowly(invitation, url.Values{"name": {"Bert"}}, func() { renew() })
	if p.Code != http.StatusNotFound || len(p.Result().Cookies()) > 0 {
		t.Errorf("joining by a replaced link: status %d, cookies %v", p.Code, p.Result().Cookies())
	}
	link := renew()
	if thief.post(link, nil); !thief.holds(id) {
		t.Fatal("the new link leads nowhere")
	}
	p = thief.slowly(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}}, func() { link = renew() })
	if p.Code != http.StatusForbidden || strings.Contains(p.Body.String(), "/join/") {
		t.Errorf("a link for who was put out: status %d", p.Code)
	}
	if thief.holds(id) || !bert.holds(id) {
		t.Errorf("the thief holds the seat: %v, Bert does: %v", thief.holds(id), bert.holds(id))
	}
	if phone := w.visitor(); phone.post(link, nil).status != http.StatusOK || !phone.holds(id) {
		t.Error("Bert's link leads nowhere")
	}
}
