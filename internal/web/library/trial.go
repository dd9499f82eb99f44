package library

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// mostTried is how many things are tried at most, more than a round has.
const mostTried = 120

// errNotTried: an address names something that cannot be tried.
var errNotTried = errors.New("library: this cannot be tried")

// branch is a copy of a game in which other things were tried after some decisions. It
// knows no deal: chance decides what the address says.
type branch struct {
	view.History
	from  int      // decisions before what was tried
	tried []string // as the address has it
	steps *record.Stepper
}

// newBranch is a game up to a decision.
func newBranch(h *view.History, n int) *branch {
	b := &branch{History: h.Clip(n), from: n, steps: record.NewStepper(h.Rules, record.Unknown{})}
	b.Obstacles = nil
	return b
}

// branchOf plays what an address says that was tried after the first n decisions of a
// game, with what there is no choice about. Error: [errNotTried].
func branchOf(h *view.History, n int, tried string) (*branch, error) {
	b := newBranch(h, n)
	for _, word := range strings.FieldsFunc(tried, isSeparator) {
		if err := b.try(word); err != nil {
			return nil, err
		}
	}
	return b, b.force()
}

// now is the position.
func (b *branch) now() *rules.State { return b.After(b.Len()) }

// try takes an action, or has chance decide.
func (b *branch) try(word string) error {
	if err := b.force(); err != nil {
		return err
	}
	number, chance := strings.CutPrefix(word, page.TrialMark)
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 0 || n >= int(rules.None) || chance != record.Waits(b.now()), b.Over(), len(b.tried) == mostTried:
		return errNotTried
	case chance:
		step, err := b.steps.Enter(b.Steps[b.Len()], n)
		if err != nil {
			return errNotTried
		}
		b.Replace(step)
	default:
		if err := b.take(rules.Action(n)); err != nil {
			return err
		}
	}
	b.tried = append(b.tried, word)
	return nil
}

// force takes the actions beside which there are none.
func (b *branch) force() error {
	for !record.Waits(b.now()) && !b.Over() {
		a, forced := b.Rules.Forced(b.now())
		if !forced {
			break
		}
		if err := b.take(a); err != nil {
			return err
		}
	}
	return nil
}

func (b *branch) take(a rules.Action) error {
	step, err := b.steps.Step(b.now(), a)
	if err != nil {
		return errNotTried
	}
	b.Add(step)
	return nil
}

// actions are those that were taken.
func (b *branch) actions() (out []rules.Action) {
	for _, s := range b.Steps[b.from+1:] {
		out = append(out, s.Action)
	}
	return out
}

// triedOf is what a request says that was tried: the address, and what a form adds.
func triedOf(r *http.Request) string {
	tried := r.FormValue("try")
	for _, field := range []string{"action", "chance"} {
		if v := r.FormValue(field); v != "" {
			tried += page.TrialSeparator + v
		}
	}
	return tried
}

// trialBase is the common model of a page on which actions are tried.
func (s *Library) trialBase(r *http.Request, title string, gm *page.Game) kernel.Base {
	b := s.NewBase(r, "table", title)
	b.Styles = []string{"css/map.css", "css/table.css"}
	b.MapImage = s.Shown(gm.History.Rules.Board(), b.Localizer, b.Set)
	b.Scripts = []string{"js/try.js"}
	b.Preload = []string{"js/page.js", "js/map.js", "js/fit.js", "js/preview.js"}
	return b
}

// trialOf is what the templates render of a trial.
func (s *Library) trialOf(t *page.Trial) *templates.Trial {
	return &templates.Trial{Trial: t, Render: s.Region}
}
