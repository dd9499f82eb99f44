package web

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"ruhr/lang"
)

// settingsForm is the page of the settings.
type settingsForm struct {
	base
	Back                 string
	Themes, Paces, Sizes []string
	Words                []string
}

func (s *server) settingsPage(w http.ResponseWriter, r *http.Request) {
	p := settingsForm{base: s.newBase(r, "settings", "page.settings.title"), Back: ownPath(r.URL.Query().Get("back")),
		Themes: themes, Paces: paces, Sizes: sizes, Words: words}
	p.Styles = []string{"css/site.css"}
	s.show(w, r, http.StatusOK, "settings", &p)
}

func (s *server) saveSettings(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	set := settingsOf(r.PostForm)
	if !slices.Contains(lang.Languages, set.Lang) {
		set.Lang = ""
	}
	s.keepSettings(w, r, set)
	http.Redirect(w, r, ownPath(r.PostForm.Get("back")), http.StatusSeeOther)
}

// saveLanguage changes the language alone, from the foot of any page.
func (s *server) saveLanguage(w http.ResponseWriter, r *http.Request) {
	set := readSettings(r)
	if code := r.PostFormValue("lang"); slices.Contains(lang.Languages, code) {
		set.Lang = code
		s.keepSettings(w, r, set)
	}
	http.Redirect(w, r, ownPath(r.PostFormValue("back")), http.StatusSeeOther)
}

// ownPath lets a form send people only to pages of this program.
func ownPath(p string) string {
	if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.ContainsRune(p, '\\') || strings.ContainsFunc(p, unicode.IsControl) {
		return "/"
	}
	return p
}
