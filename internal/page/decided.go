package page

import (
	"cmp"
	"html/template"
	"slices"

	"ruhr/lang"
	"ruhr/view"
)

// Decided says in at most three sentences what made the difference between a
// winner and the next seat behind, by the lines of the score sheet. A viewer with
// one seat is compared with the winner; nobody is where all share the win.
func (t *Table) Decided() []template.HTML {
	if t.history == nil {
		return nil
	}
	l, viewer := t.Localizer, -1
	if len(t.You.Seats) == 1 {
		viewer = t.You.Seats[0]
		l = l.To(viewer)
	}
	return l.decided(view.SheetOf(t.snap.Game, &t.snap.State), t.End.Counts, viewer)
}

// decided names the line that helped the winner most against the other, then what
// the other missed if it is worth what they were behind, else the winner's next
// line, then the line that helped the other most.
func (t *Localizer) decided(sheet view.Sheet, lines []ScoreLine, viewer int) (out []template.HTML) {
	winner, other := compared(sheet, viewer)
	if other < 0 {
		return nil
	}
	behind := sheet.Seats[winner].VP - sheet.Seats[other].VP
	say := func(key string, line ScoreLine, a, b int) {
		out = append(out, t.T("page.over."+key, "line", lang.Text{HTML: "<b>" + line.Name + "</b>"},
			"seat", view.SeatRef(a), "other", view.SeatRef(b), "n", int(line.VP[a]), "m", int(line.VP[b])))
	}
	leads := leadsOf(lines, winner, other)
	if len(leads) > 0 {
		key := "lead"
		if most := leads[0].lead(winner, other); most >= behind && (len(leads) == 1 || leads[1].lead(winner, other) < most) {
			key = "decided"
		}
		say(key, leads[0], winner, other)
	}
	if bonus, vp := missed(sheet.Seats[other].Lines); vp >= behind {
		out = append(out, t.T("page.over.missed."+bonus, "seat", view.SeatRef(other), "n", vp))
	} else if len(leads) > 1 {
		say("next", leads[1], winner, other)
	}
	if back := leadsOf(lines, other, winner); len(back) > 0 {
		say("lead", back[0], other, winner)
	}
	return out
}

// compared are a winner and a seat behind: the viewer is one of them, if there is
// one; other is -1 where all share the win.
func compared(sheet view.Sheet, viewer int) (winner, other int) {
	if viewer >= 0 && sheet.Seats[viewer].Rank > 1 {
		return sheet.Winners[0], viewer
	}
	winner, other = sheet.Winners[0], -1
	if viewer >= 0 {
		winner = viewer
	}
	for k, seat := range sheet.Seats {
		if seat.Rank > 1 && (other < 0 || seat.Rank < sheet.Seats[other].Rank) {
			other = k
		}
	}
	return winner, other
}

// leadsOf are the lines that brought a seat more than another, the greatest lead first.
func leadsOf(lines []ScoreLine, seat, other int) (out []ScoreLine) {
	for _, line := range lines {
		if line.lead(seat, other) > 0 {
			out = append(out, line)
		}
	}
	slices.SortStableFunc(out, func(a, b ScoreLine) int { return cmp.Compare(b.lead(seat, other), a.lead(seat, other)) })
	return out
}

// lead is by how much a line brought a seat more than another.
func (l *ScoreLine) lead(seat, other int) int { return int(l.VP[seat] - l.VP[other]) }

// warehouseVP is what a warehouse in a city or a coal depot brings (BUY-4, BUY-5).
const warehouseVP = 2

// missed is the bonus that one more warehouse would have reached, by its line of
// the sheet, and the VP of that warehouse (END-1, END-2), 0 for none.
func missed(sheet []view.SheetLine) (id string, vp int) {
	lines := map[string]view.SheetLine{}
	for _, line := range sheet {
		lines[line.ID] = line
	}
	city := warehouseVP
	if lines["ruhrtalbahn"].VP > 0 {
		city++
	}
	consider := func(bonus string, more int) {
		if more > vp {
			id, vp = bonus, more
		}
	}
	all := 0
	if lines["allCities"].N == 6 {
		all = 3
		consider("allCities", city+all)
	}
	for _, group := range []string{"essenCities", "markCities"} {
		if lines[group].N == 2 {
			consider(group, city+1+all)
		}
	}
	if lines["allDepots"].N == 3 {
		consider("allDepots", warehouseVP+2)
	}
	return id, vp
}
