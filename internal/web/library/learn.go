package library

import (
	"net/http"
	"strconv"

	"ruhr/coach"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/rules"
)

// learnPage lets a seat take one of its costly decisions again.
type learnPage struct {
	*page.Localizer
	kernel.Base
	*page.Learn
}

// Learn shows a decision of a reviewed game that cost its seat much; posted, it begins to
// compare the action that is tried with the best one. While that goes on, the page comes
// again. Without a review it leads to the review's page.
func (s *Library) Learn(w http.ResponseWriter, r *http.Request, gm *page.Game, id string) {
	made, under, err := s.Service.Reviewed(r.Context(), gm.Review, id, &gm.History.Game)
	step := lessonOf(made, gm.Own, r.FormValue("n"))
	if err != nil || under || step == nil {
		http.Redirect(w, r, gm.Review, http.StatusSeeOther)
		return
	}
	tried, given := triedAction(gm, step, r.FormValue("try"))
	if r.Method == http.MethodPost {
		if !given {
			http.Redirect(w, r, gm.Review+"/learn?n="+strconv.Itoa(step.Decision), http.StatusSeeOther)
			return
		}
		if tried != gm.History.Steps[step.Decision].Action && tried != step.Best {
			if err := s.Service.Try(gm.Review, id, &gm.History.Game, step, tried); err != nil {
				s.Refuse(w, r, err)
				return
			}
		}
		http.Redirect(w, r, gm.Review+"/learn?n="+strconv.Itoa(step.Decision)+"&try="+strconv.Itoa(int(tried))+"#tried", http.StatusSeeOther)
		return
	}
	var try *page.Try
	if given {
		try = s.tryOf(gm, id, step, tried)
	}
	if try != nil && try.Under {
		w.Header().Set("Refresh", "2")
	}
	b := s.NewBase(r, "table", "page.learn.title")
	b.Styles = []string{"css/map.css", "css/site.css"}
	b.MapImage = s.Shown(gm.History.Rules.Board(), b.Localizer, b.Set)
	p := page.NewLearn(b.Localizer, gm, made, step, try)
	s.Show(w, r, http.StatusOK, "learn", &learnPage{p.Localizer, b, p})
}

// lessonOf is the lesson with a decision's number; nil if there is none.
func lessonOf(r *coach.Review, own func(decision int) bool, number string) *coach.Step {
	n, err := strconv.Atoi(number)
	if r == nil || err != nil {
		return nil
	}
	for k := range r.Seats {
		for _, s := range r.Lessons(k, own) {
			if s.Decision == n {
				return s
			}
		}
	}
	return nil
}

// triedAction is the action that is tried at a lesson, if it is a legal one.
func triedAction(gm *page.Game, s *coach.Step, number string) (a rules.Action, ok bool) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > int(rules.None) {
		return 0, false
	}
	return rules.Action(n), gm.History.Rules.Legal(gm.History.After(s.Decision - 1)).Has(rules.Action(n))
}

// tryOf is what is known of an action that was tried. It is compared again where nothing is:
// after a restart, or in another process than the one that was asked. What was played and
// what is best need not be compared.
func (s *Library) tryOf(gm *page.Game, id string, step *coach.Step, a rules.Action) *page.Try {
	switch a {
	case step.Best:
		return &page.Try{Action: a}
	case gm.History.Steps[step.Decision].Action:
		return &page.Try{Action: a, Loss: step.Loss()}
	}
	tried, known := s.Service.Tried(gm.Review, id, &gm.History.Game, step, a)
	if !known {
		err := s.Service.Try(gm.Review, id, &gm.History.Game, step, a)
		return &page.Try{Action: a, Under: err == nil, Failed: err != nil}
	}
	return &page.Try{Action: a, Loss: tried.Loss, Under: tried.Under, Failed: tried.Err != nil}
}
