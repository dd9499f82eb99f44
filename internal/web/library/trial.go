package library

import (
	"net/http"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
)

// wordsOf are the words of what a request says that was tried: the address, and what a form
// adds.
func wordsOf(r *http.Request) []string {
	tried := r.FormValue("try")
	for _, field := range []string{"action", "chance"} {
		if v := r.FormValue(field); v != "" {
			tried += game.TrialSeparator + v
		}
	}
	return strings.FieldsFunc(tried, func(c rune) bool { return string(c) == game.TrialSeparator })
}

// trialBase is the common model of a page on which actions are tried.
func (s *Library) trialBase(r *http.Request, title string, gm *page.Game) kernel.Base {
	b := s.NewBase(r, "table", title)
	b.Styles = []string{"css/map.css", "css/table.css"}
	b.MapImage = s.Shown(gm.History.Rules.Board(), b.Localizer, b.Set)
	b.Scripts = append(b.Scripts, "js/try.js")
	b.Preload = []string{"js/page.js", "js/map.js", "js/fit.js", "js/preview.js"}
	return b
}

// trialOf is what the templates render of a trial.
func (s *Library) trialOf(t *page.Trial) *templates.Trial {
	return &templates.Trial{Trial: t, Render: s.Region}
}
