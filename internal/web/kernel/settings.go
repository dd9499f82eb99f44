package kernel

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"ruhr/internal/page"
	"ruhr/internal/people/settings"
	"ruhr/lang"
)

// settingsForm is the settings page.
type settingsForm struct {
	Base
	Back  string
	Was   string   // the settings that the form was made with, encoded
	Zones []string // suggested time zones
}

func (s *Kernel) settingsPage(w http.ResponseWriter, r *http.Request) {
	s.showSettings(w, r, http.StatusOK, r.URL.Query().Get("back"), nil)
}

// showSettings shows the form, with an error if the last input was refused.
func (s *Kernel) showSettings(w http.ResponseWriter, r *http.Request, status int, back string, refused error) {
	p := settingsForm{Base: s.NewBase(r, "settings", "page.settings.title"), Back: OwnPath(back), Was: ReadSettings(r).Encode(), Zones: settings.Zones}
	if refused != nil {
		p.Set, p.Notice = settings.Of(r.PostForm), s.NoticeOf(p.Localizer, refused)
		p.Was = r.PostForm.Get("was")
	} else if r.URL.Query().Has("saved") {
		p.Notice = &page.Notice{Text: p.T("notice.saved")}
	}
	s.Show(w, r, status, "settings", &p)
}

func (s *Kernel) saveSettings(w http.ResponseWriter, r *http.Request) {
	form := settings.Of(r.PostForm)
	if !slices.Contains(lang.Languages, form.Lang) {
		form.Lang = ""
	}
	if _, err := form.Quiet.Hours(); err != nil {
		NoteWhy(w, s.Reason(err))
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
		s.Refuse(w, r, err)
		return
	}
	if WasSignedIn(r) { // or the hours would count as those of the person
		s.SetCookieFor(w, r, SessionCookie, SignedOut, 0)
	}
	hours, _ := set.Quiet.Hours() // what is kept can be read
	if who := Browser(r); who != "" {
		if err := s.Service.SetHours(r.Context(), who, "", hours); err != nil {
			s.Refuse(w, r, err) // not at all tables yet
			return
		}
	}
	back := OwnPath(r.PostForm.Get("back"))
	if back == "/" { // where nothing would say that it is done
		back = "/settings?saved=yes"
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

// saveLanguage changes only the language, from the footer of any page.
func (s *Kernel) saveLanguage(w http.ResponseWriter, r *http.Request) {
	if code := r.PostFormValue("lang"); slices.Contains(lang.Languages, code) {
		if _, err := s.changeSettings(w, r, func(now *settings.Settings) { now.Lang = code }); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	http.Redirect(w, r, OwnPath(r.PostFormValue("back")), http.StatusSeeOther)
}

// OwnPath returns p if it is a path on this site, so that forms cannot redirect
// elsewhere.
func OwnPath(p string) string {
	if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.ContainsRune(p, '\\') || strings.ContainsFunc(p, unicode.IsControl) {
		return "/"
	}
	return p
}
