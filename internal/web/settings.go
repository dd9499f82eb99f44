package web

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"ruhr/internal/people/settings"
	"ruhr/lang"
)

// settingsForm is the settings page.
type settingsForm struct {
	base
	Back                 string
	Was                  string // the settings that the form was made with, encoded
	Themes, Paces, Sizes []string
	Words                []string
	Zones                []string // suggested time zones
}

func (s *server) settingsPage(w http.ResponseWriter, r *http.Request) {
	s.showSettings(w, r, http.StatusOK, r.URL.Query().Get("back"), nil)
}

// showSettings shows the form, with an error if the last input was refused.
func (s *server) showSettings(w http.ResponseWriter, r *http.Request, status int, back string, refused error) {
	p := settingsForm{base: s.newBase(r, "settings", "page.settings.title"), Back: ownPath(back), Was: readSettings(r).Encode(),
		Themes: settings.Themes, Paces: settings.Paces, Sizes: settings.Sizes, Words: settings.Words, Zones: settings.Zones}
	if refused != nil {
		p.Set, p.Notice = settings.Of(r.PostForm), s.noticeOf(p.Localizer, refused)
		p.Was = r.PostForm.Get("was")
	}
	s.show(w, r, status, "settings", &p)
}

func (s *server) saveSettings(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.failBody(w, r, err)
		return
	}
	form := settings.Of(r.PostForm)
	if !slices.Contains(lang.Languages, form.Lang) {
		form.Lang = ""
	}
	if _, err := form.Quiet.Hours(); err != nil {
		noteWhy(w, reason(err))
		s.showSettings(w, r, http.StatusUnprocessableEntity, r.PostForm.Get("back"), err)
		return
	}
	set, err := s.changeSettings(w, r, func(now *settings.Settings) {
		was := settings.Read(r.PostForm.Get("was"))
		if !r.PostForm.Has("was") {
			was, *now = form, form // a page of an earlier version
		}
		now.Change(was, form)
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	hours, _ := set.Quiet.Hours() // what is kept can be read
	if who := browser(r); who != "" {
		if err := s.service.SetHours(r.Context(), who, "", hours); err != nil {
			s.fault(r, "quiet hours at the tables", err)
		}
	}
	http.Redirect(w, r, ownPath(r.PostForm.Get("back")), http.StatusSeeOther)
}

// applyQuietHours applies the browser's quiet hours to a table where its holder has just
// taken a seat.
func (s *server) applyQuietHours(r *http.Request, holder, id string) {
	hours, err := readSettings(r).Quiet.Hours()
	if err == nil && !hours.None() {
		err = s.service.SetHours(r.Context(), holder, id, hours)
	}
	if err != nil {
		s.fault(r, "quiet hours at a table", err)
	}
}

// saveLanguage changes only the language, from the footer of any page.
func (s *server) saveLanguage(w http.ResponseWriter, r *http.Request) {
	if code := r.PostFormValue("lang"); slices.Contains(lang.Languages, code) {
		if _, err := s.changeSettings(w, r, func(now *settings.Settings) { now.Lang = code }); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	http.Redirect(w, r, ownPath(r.PostFormValue("back")), http.StatusSeeOther)
}

// ownPath returns p if it is a path on this site, so that forms cannot redirect
// elsewhere.
func ownPath(p string) string {
	if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.ContainsRune(p, '\\') || strings.ContainsFunc(p, unicode.IsControl) {
		return "/"
	}
	return p
}
