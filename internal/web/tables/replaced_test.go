package tables

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
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
func slowly(v *webtest.Visitor, path string, form url.Values, meanwhile func()) *httptest.ResponseRecorder {
	v.T.Helper()
	text := form.Encode()
	body := &heldBack{strings.NewReader(text), meanwhile}
	req := httptest.NewRequestWithContext(v.T.Context(), http.MethodPost, v.URL+path, body)
	req.ContentLength = int64(len(text))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.AddCookie(&http.Cookie{Name: kernel.KeptCookie + v.Kernel.Mark, Value: "yes"})
	for _, c := range v.Client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	got := httptest.NewRecorder()
	v.Site().ServeHTTP(got, req)
	if body.meanwhile != nil {
		v.T.Fatalf("%s answered %d without reading the form", path, got.Code)
	}
	return got
}

// A form is refused if its sender loses the right to it while the body arrives:
// a replaced link seats nobody, and a removed holder cannot make a link that
// would remove the others.
func TestRightsLostWhileTheFormComes(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert, thief := w.Visitor(), w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	renew := func() string {
		return bert.Post(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}}).Invitation()
	}
	p := slowly(thief, invitation, url.Values{"name": {"Bert"}}, func() { renew() })
	if p.Code != http.StatusNotFound || len(p.Result().Cookies()) > 0 {
		t.Errorf("joining by a replaced link: status %d, cookies %v", p.Code, p.Result().Cookies())
	}
	link := renew()
	if thief.Post(link, nil); !thief.Holds(id) {
		t.Fatal("the new link leads nowhere")
	}
	p = slowly(thief, id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}}, func() { link = renew() })
	if p.Code != http.StatusForbidden || strings.Contains(p.Body.String(), "/join/") {
		t.Errorf("a link for who was put out: status %d", p.Code)
	}
	if thief.Holds(id) || !bert.Holds(id) {
		t.Errorf("the thief holds the seat: %v, Bert does: %v", thief.Holds(id), bert.Holds(id))
	}
	if phone := w.Visitor(); phone.Post(link, nil).Status != http.StatusOK || !phone.Holds(id) {
		t.Error("Bert's link leads nowhere")
	}
}
