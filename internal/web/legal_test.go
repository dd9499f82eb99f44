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
	imprint, err := legal.HTML([]byte("# Who\n\nAnna Müller\nHafenstr. 1 <script>alert(1)</script>\n\n- [write](mailto:a@example.org)\n- [bad](javascript:alert(1))\n"))
	if err != nil {
		t.Fatal(err)
	}
	privacy, err := legal.HTML([]byte("Nothing *at all* & nobody"))
	if err != nil {
		t.Fatal(err)
	}
	config := w.config
	config.Legal = kernel.Legal{Imprint: imprint, Privacy: privacy}
	w.starts(config)
	v = w.visitor()
	for _, lang := range languageCodes {
		v.lang = lang
		p := v.get("/imprint")
		checkPage(t, lang+" imprint", p)
		for _, want := range []string{"<h2>Who</h2>", "Anna Müller<br>", "&lt;script&gt;alert(1)&lt;/script&gt;", `href="mailto:a@example.org"`, `href="/privacy"`} {
			if p.status != http.StatusOK || !strings.Contains(strings.ReplaceAll(p.body, "<br />", "<br>"), want) {
				t.Errorf("%s: the imprint (%d) has no %s", lang, p.status, want)
			}
		}
		if strings.Contains(p.body, `"javascript:`) {
			t.Errorf("%s: a link to a script", lang)
		}
		p = v.get("/privacy")
		checkPage(t, lang+" privacy", p)
		if !strings.Contains(p.body, "Nothing <em>at all</em> &amp; nobody") {
			t.Errorf("%s: the privacy notice is not there", lang)
		}
	}
}
