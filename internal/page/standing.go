package page

import (
	"cmp"
	"html/template"
	"slices"

	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/view"
)

// Standing is how a viewer stands at a table whom it does not simply ask or let
// wait: what happened to their seat, and what they can do about it.
type Standing struct {
	Says template.HTML
	Take int    // the seat that they can take back from a computer player, -1 for none
	Kept string // the table where their seats are kept for them, "" for none

	Replace bool         // a computer player may take the seat of a silent person:
	Silent  view.SeatRef // whose
}

// standing is how the viewer stands at a game that goes on, nil for nothing to say.
func (t *Table) standing() *Standing {
	snap, you := t.snap, t.You
	if t.Over || snap.Frozen != nil || you.Asked() {
		return nil
	}
	for _, k := range you.Seats {
		if seat := snap.Seats[k]; seat.Kind == game.Person && seat.Level != "" {
			since := standInSince(snap, k)
			return &Standing{Take: k, Says: t.T("page.seat.stood."+cmp.Or(since.Kind, "start"), "level", t.levelText(seat.Level), "round", since.round)}
		}
	}
	switch {
	case len(you.Kept) > 0:
		return &Standing{Take: -1, Kept: t.ID, Says: t.T("page.seat.kept_head")}
	case len(you.Seats) > 0:
		return t.waitsForSilent()
	case len(you.Freed) == 0:
		return nil
	}
	for _, e := range slices.Backward(snap.Events) {
		if !slices.Contains(you.Freed, e.Seat) || e.Kind != game.EventRemove && e.Kind != game.EventDecline {
			continue
		}
		if e.Kind == game.EventDecline {
			return nil // they know
		}
		if e.To >= 0 {
			return &Standing{Take: -1, Says: t.at(e.N).T("page.seat.freed_by", "seat", view.SeatRef(e.To))}
		}
		break
	}
	return &Standing{Take: -1, Says: t.T("page.seat.freed")}
}

// waitsForSilent is how somebody stands who may replace the person that the table has
// waited for so long; nil for a viewer who may not.
func (t *Table) waitsForSilent() *Standing {
	seat, days := t.snap.Replaceable(game.Actor{Seats: t.You.Seats})
	if seat < 0 {
		return nil
	}
	silent := view.SeatRef(seat)
	return &Standing{Take: -1, Says: t.T("page.seat.silent", "seat", silent, "n", days), Replace: true, Silent: silent}
}

// standIn is since when a computer player has had a seat, and by what event.
type standIn struct {
	game.Event
	round int
}

// standInSince returns that; the zero standIn for a seat that had its computer
// player from the beginning.
func standInSince(snap *game.Snapshot, seat int) (since standIn) {
	for _, e := range snap.Events {
		if e.Seat != seat {
			continue
		}
		switch e.Kind {
		case game.EventGive, game.EventTimeout, game.EventResign, game.EventReplace, game.EventFill:
			since = standIn{e, snap.State.Round()}
		}
	}
	if i := slices.IndexFunc(snap.Steps, func(s game.Step) bool { return s.N > since.N }); i >= 0 {
		since.round = snap.Steps[i].Round
	}
	return since
}

// levelText names a level in a text.
func (t *Localizer) levelText(id string) lang.Text {
	return lang.Text{Plain: t.LevelName(id), HTML: t.Level(id)}
}

// player says which computer player has a seat, and of a seat that is not its own
// since when.
func (c *Context) player(snap *game.Snapshot, k int) template.HTML {
	level := snap.Seats[k].Level
	if since := standInSince(snap, k); since.N > 0 {
		return c.T("page.seat.since", "level", c.levelText(level), "round", since.round)
	}
	return c.Level(level)
}

// Next is the way from a finished table to the one that follows it.
type Next struct {
	ID   string
	Kept bool // the viewer's seat there is kept for them
	Ask  bool // asking for it once more may seat the viewer
}

// Follow adds the way to the table that follows, for a viewer who may do this there.
func (t *Table) Follow(there game.Actor) {
	if t.Next == nil {
		return
	}
	t.Next.Kept = len(there.Kept) > 0
	t.Next.Ask = len(t.You.Seats) > 0 && len(there.Seats)+len(there.Kept)+len(there.Freed) == 0
	if t.Next.Kept {
		t.Standing = &Standing{Take: -1, Kept: t.Next.ID, Says: t.T("page.seat.kept_head")}
	}
}
