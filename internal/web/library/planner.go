package library

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
	"ruhr/record"
)

// plannerPage tries what a table may come to.
type plannerPage struct {
	*page.Localizer
	kernel.Base
	*templates.Trial
	Table string // its address
	Moved bool   // the table has gone on since
}

// drawn is in place of what chance decides where that is to be drawn.
const drawn = page.TrialMark + "?"

// Plan tries actions from a position of a running table on, for one of its seats; posted,
// it adds to what was tried. Everything is in the address: nobody else sees it, and the
// server keeps nothing. It knows what the table shows: outcomes of chance are chosen, or
// drawn from what is unseen.
func (s *Library) Plan(w http.ResponseWriter, r *http.Request, snap *game.Snapshot) {
	if !page.MayTry(snap) {
		http.Redirect(w, r, "/t/"+snap.ID, http.StatusSeeOther)
		return
	}
	l := kernel.LocalizerOf(r)
	gm := page.GameOf(l, snap)
	from, err := strconv.Atoi(r.FormValue("from"))
	if now := gm.History.Len(); err != nil || from < 0 || from > now {
		from = now
	}
	gm.Link = "/t/" + snap.ID + "/try?from=" + strconv.Itoa(from)
	b, err := branchOf(gm.History, from, "")
	for _, word := range strings.FieldsFunc(triedOf(r), isSeparator) {
		if err == nil && word == drawn {
			err = b.force()
			word = b.draw()
		}
		if err == nil {
			err = b.try(word)
		}
	}
	if err == nil {
		err = b.force()
	}
	if err != nil {
		http.Redirect(w, r, gm.Link, http.StatusSeeOther)
		return
	}
	if r.Method == http.MethodPost {
		http.Redirect(w, r, page.TrialAt(gm.Link, b.tried), http.StatusSeeOther)
		return
	}
	base := s.trialBase(r, "page.try.title", gm)
	moved := from < gm.History.Len()
	gm.History = &b.History
	t := page.NewTrial(l, gm, from, b.tried, snap.You.Seats[0], false)
	s.Show(w, r, http.StatusOK, "planner", &plannerPage{t.Localizer, base, s.trialOf(t), gm.Table, moved})
}

func isSeparator(r rune) bool { return string(r) == page.TrialSeparator }

// draw draws what chance decides from what is unseen, the same for the same branch.
func (b *branch) draw() string {
	faces, all := record.Faces(b.Rules, b.now()), 0
	for _, f := range faces {
		all += f.Left
	}
	if all == 0 {
		return drawn // which cannot be tried
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.Itoa(b.from) + " " + strings.Join(b.tried, page.TrialSeparator)))
	at := int(h.Sum64() % uint64(all))
	for _, f := range faces {
		if at -= f.Left; at < 0 {
			return page.TrialMark + strconv.Itoa(f.Number)
		}
	}
	return drawn
}
