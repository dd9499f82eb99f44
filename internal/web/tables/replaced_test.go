package tables

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// slowly posts a form whose body arrives only after meanwhile has returned.
func slowly(v *webtest.Visitor, path string, form url.Values, meanwhile func()) *httptest.ResponseRecorder {
	v.T.Helper()
	req := v.Request(http.MethodPost, path, form.Encode())
	req.AddCookie(&http.Cookie{Name: kernel.KeptCookie + v.Kernel.Mark, Value: "yes"})
	return v.Slowly(req, meanwhile)
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
