package web

import (
	"net/http"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/legal"
	"ruhr/internal/web/webtest"
)

// The operator's texts stand behind links in the foot of every page, as they were
// written; without texts there are neither links nor pages.
func TestLegal(t *testing.T) {
	w := newWorld(t, 98)
	v := w.Visitor()
	for _, path := range []string{"/imprint", "/privacy"} {
		if p := v.Get(path); p.Status != http.StatusNotFound || v.Get("/").Has("href", path) {
			t.Errorf("%s without a text: %d", path, p.Status)
		}
	}
	imprint := webtest.Must(legal.HTML([]byte("# Who\n\nAnna Müller\nHafenstr. 1 <script>alert(1)</script>\n\n- [write](mailto:a@example.org)\n- [bad](javascript:alert(1))\n")))
	privacy := webtest.Must(legal.HTML([]byte("Nothing *at all* & nobody")))
	config := w.Config
	config.Legal = kernel.Legal{Imprint: imprint, Privacy: privacy}
	w.Starts(config)
	v = w.Visitor()
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		p := v.Get("/imprint")
		webtest.CheckPage(t, lang+" imprint", p)
		text := p.Document().Find(t, "main", "", "")
		require.Equal(t, text.Find(t, "h2", "", "").Text(), "Who", "%s: the heading", lang)
		if !strings.Contains(text.Text(), "Anna Müller Hafenstr. 1 <script>alert(1)</script>") || len(text.All("br", "", "")) != 1 || len(text.All("script", "", "")) > 0 {
			t.Errorf("%s: the imprint is %q", lang, text.Text())
		}
		text.Find(t, "a", "href", "mailto:a@example.org")
		require.True(t, len(text.All("a", "href", "javascript:alert(1)")) <= 0, "%s: a link to a script", lang)
		p.Document().Find(t, "a", "href", "/privacy")
		p = v.Get("/privacy")
		webtest.CheckPage(t, lang+" privacy", p)
		text = p.Document().Find(t, "main", "", "")
		if !strings.Contains(text.Text(), "Nothing at all & nobody") || text.Find(t, "em", "", "").Text() != "at all" {
			t.Errorf("%s: the privacy notice is %q", lang, text.Text())
		}
	}
}
