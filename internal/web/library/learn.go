package library

import (
	"errors"
	"net/http"
	"strconv"

	"ruhr/coach"
	"ruhr/internal/fair"
	"ruhr/internal/game"
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
	client, at := kernel.CallerOf(r).Address, gm.Review
	made, err := s.Service.Reviewed(r.Context(), client, gm.Review, id, &gm.History.Game)
	step := lessonOf(made.Review, gm.Own, r.FormValue("n"))
	if err != nil || made.Under || step == nil {
		if id == "" && made.Review == nil {
			at += asked // it was, or there were no lessons
		}
		http.Redirect(w, r, at, http.StatusSeeOther)
		return
	}
	tried, given := triedAction(gm, step, r.FormValue("try"))
	if r.Method == http.MethodPost {
		if !given {
			http.Redirect(w, r, gm.Review+"/learn?n="+strconv.Itoa(step.Decision), http.StatusSeeOther)
			return
		}
		if _, known := step.Known(&gm.History.Game, tried); !known {
			if err := s.Service.Try(client, gm.Review, id, &gm.History.Game, step, tried); err != nil {
				s.Refuse(w, r, err)
				return
			}
		}
		http.Redirect(w, r, gm.Review+"/learn?n="+strconv.Itoa(step.Decision)+"&try="+strconv.Itoa(int(tried))+"#tried", http.StatusSeeOther)
		return
	}
	var try *page.Try
	if given {
		try = s.tryOf(r, gm, id, step, tried)
	}
	b := s.NewBase(r, "table", "page.learn.title")
	if try != nil && try.Under {
		b.ComeAgain(2)
	}
	b.Styles = []string{"css/map.css", "css/site.css"}
	b.MapImage = s.Shown(gm.History.Rules.Board(), b.Localizer, b.Set)
	p := page.NewLearn(b.Localizer, gm, made.Review, step, try)
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
// after a restart, or in another process than the one that was asked. What was played, what
// is best, and what is equivalent need not be compared.
func (s *Library) tryOf(r *http.Request, gm *page.Game, id string, step *coach.Step, a rules.Action) *page.Try {
	client, g := kernel.CallerOf(r).Address, &gm.History.Game
	if loss, known := step.Known(g, a); known {
		return &page.Try{Action: a, Loss: loss}
	}
	tried, known := s.Service.Tried(gm.Review, id, g, step, a)
	if known {
		return &page.Try{Action: a, Loss: tried.Loss, Under: tried.Under, Before: tried.Before, Failed: tried.Err != nil}
	}
	if !s.Limits.May(fair.Learn, client, "") {
		return &page.Try{Action: a, Failed: true}
	}
	err := s.Service.Try(client, gm.Review, id, g, step, a)
	waits := err == nil || errors.Is(err, game.ErrBusy) // until there is room
	return &page.Try{Action: a, Under: waits, Failed: !waits}
}
