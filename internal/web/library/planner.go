package library

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
	"ruhr/record"
	"ruhr/view"
)

// plannerPage tries what a table may come to.
type plannerPage struct {
	*page.Localizer
	kernel.Base
	*templates.Trial
	Table  string // its address
	Moved  bool   // the table has gone on since, or back
	Orders *page.TriedOrders
}

// Plan tries actions from a position of a running table on, for one of its seats; posted,
// it adds to what was tried. Everything is in the address: nobody else sees it, and the
// server keeps nothing. It knows what the table shows: outcomes of chance are chosen, or
// drawn from what is unseen.
func (s *Library) Plan(w http.ResponseWriter, r *http.Request, snap *game.Snapshot) {
	if !snap.MayTry() {
		http.Redirect(w, r, "/t/"+snap.ID, http.StatusSeeOther)
		return
	}
	l := kernel.LocalizerOf(r)
	gm := page.GameOf(l, snap)
	b, whole := planOf(gm, snap, r)
	if whole && r.Method == http.MethodPost {
		http.Redirect(w, r, page.TrialAt(gm.Link, b.Tried), http.StatusSeeOther)
		return
	}
	base := s.trialBase(r, "page.try.title", gm)
	moved := !whole || b.From < gm.History.Len()
	gm.History = &b.History
	t := page.NewTrial(l, gm, b.From, b.Tried, snap.You.Seats[0], false)
	s.Show(w, r, http.StatusOK, "planner", &plannerPage{t.Localizer, base, s.trialOf(t), gm.Table, moved, page.NewTriedOrders(t, snap, ordered(b, snap, t.You))})
}

// planOf is what a request says that was tried at a table, whole unless some was taken back
// there; the link of the game becomes that of the position it begins at.
func planOf(gm *page.Game, snap *game.Snapshot, r *http.Request) (b *game.Branch, whole bool) {
	from, err := strconv.Atoi(r.FormValue("from"))
	now := gm.History.Len()
	back := from > now
	if err != nil || from < 0 || back {
		from = now
	}
	gm.Link = "/t/" + snap.ID + "/try?from=" + strconv.Itoa(from)
	b, err = game.BranchOf(gm.History, from, wordsOf(r))
	return b, err == nil && !back
}

// Ordered are the decisions of a seat that a request says were tried at a table, as far as
// they can become standing orders.
func Ordered(snap *game.Snapshot, seat int, r *http.Request) []game.Prospect {
	if r.FormValue("try") == "" || !snap.MayTry() {
		return nil
	}
	b, whole := planOf(page.GameOf(kernel.LocalizerOf(r), snap), snap, r)
	if !whole {
		return nil
	}
	return ordered(b, snap, seat)[page.MayOrderTried]
}

// cameTrue reports whether a table has gone on since as the branch did.
func cameTrue(b *game.Branch, h *view.History) bool {
	for k := b.From + 1; k <= min(h.Len(), b.Len()); k++ {
		same := func(x, y record.Outcome) bool { return x.Number == y.Number && x.Set == nil && y.Set == nil }
		if tried, came := b.Steps[k], h.Steps[k]; tried.Action != came.Action || !slices.EqualFunc(tried.Chance, came.Chance, same) {
			return false
		}
	}
	return true
}

// ordered are the decisions of a seat in a branch, by what standing orders can do with them
// at its table: they cannot wait for what is drawn, nor make a decision that is open now or
// was made. There are none if the table has gone on otherwise.
func ordered(b *game.Branch, snap *game.Snapshot, seat int) (out [page.TriedKinds][]game.Prospect) {
	if !cameTrue(b, snap.History) {
		return out
	}
	drawn := false
	for k := max(b.From, snap.History.Len()) + 1; k <= b.Len(); k++ {
		step, before := b.Steps[k], b.After(k-1)
		if x := cmp.Or(cmp.Compare(step.Round, snap.State.Round()), cmp.Compare(step.Phase, snap.State.Phase())); step.Seat == seat && !step.Forced && x >= 0 {
			kind := page.MayOrderTried
			switch {
			case drawn:
				kind = page.TriedAfterDraw
			case x == 0 && snap.State.Decides(seat):
				kind = page.TriedNow
			}
			for _, c := range view.Choices(b.Rules, b.Codec, before) {
				if c.Action == int(step.Action) {
					out[kind] = append(out[kind], game.Prospect{Round: step.Round, Phase: step.Phase, Choice: c, Action: step.Action})
				}
			}
		}
		drawn = drawn || len(step.Chance) > 0
	}
	return out
}
