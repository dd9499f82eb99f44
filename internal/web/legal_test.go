package web

import (
	"net/http"
	"strings"
	"testing"

	"ruhr/internal/web/kernel"
	"ruhr/internal/web/legal"
)

// The operator's texts stand behind links in the foot of every page, as they were
// written; without texts there are neither links nor pages.
func TestLegal(t *testing.T) {
	w := newWorld(t, 98)
	v := w.visitor()
	for _, path := range []string{"/imprint", "/privacy"} {
		if p := v.get(path); p.status != http.StatusNotFound || strings.Contains(v.get("/").body, `href="`+path+`"`) {
			t.Errorf("%s without a text: %d", path, p.status)
		}
	}
	imprint := must(legal.HTML([]byte("# Who\n\nAnna Müller\nHafenstr. 1 <script>alert(1)</script>\n\n- [write](mailto:a@example.org)\n- [bad](javascript:alert(1))\n")))
	privacy := must(legal.HTML([]byte("Nothing *at all* & nobody")))
	config := w.config
	config.Legal = kernel.Legal{Imprint: imprint, Privacy: privacy}
	w.starts(config)
	v = w.visitor()
	for _, lang := range languageCodes {
		v.lang = lang
		p := v.get("/imprint")
		checkPage(t, lang+" imprint", p)
		text := document(t, p).find(t, "main", "", "")
		if got := text.find(t, "h2", "", "").text(); got != "Who" {
			t.Errorf("%s: the heading is %q", lang, got)
		}
		if !strings.Contains(text.text(), "Anna Müller Hafenstr. 1 <script>alert(1)</script>") || len(text.all("br", "", "")) != 1 || len(text.all("script", "", "")) > 0 {
			t.Errorf("%s: the imprint is %q", lang, text.text())
		}
		text.find(t, "a", "href", "mailto:a@example.org")
		if links := text.all("a", "href", "javascript:alert(1)"); len(links) > 0 {
			t.Errorf("%s: a link to a script", lang)
		}
		document(t, p).find(t, "a", "href", "/privacy")
		p = v.get("/privacy")
		checkPage(t, lang+" privacy", p)
		text = document(t, p).find(t, "main", "", "")
		if !strings.Contains(text.text(), "Nothing at all & nobody") || text.find(t, "em", "", "").text() != "at all" {
			t.Errorf("%s: the privacy notice is %q", lang, text.text())
		}
	}
}
