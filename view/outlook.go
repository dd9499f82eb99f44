package view

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Outlook is what a seat could reach from where its barge is now, by river
// index: for looking ahead, whoever's turn it is. It asks neither for the
// price of an option nor for what others will have done by then.
type Outlook struct {
	Seat   int        `json:"seat"`
	Starts []int      `json:"starts"` // downriver, without a pilot (START-2, START-4)
	Pilot  []int      `json:"pilot"`  // downriver, only with a pilot
	Hauled []int      `json:"hauled"` // upriver, with hauling, without a pilot
	Sells  []int      `json:"sells"`  // where the coal it has loaded could be sold (SAIL-1); none without coal
	Near   []Progress `json:"near"`   // progress markers one token away, none of those out of reach
}

// OutlookOf looks ahead for a seat.
func OutlookOf(g *rules.Game, s *rules.State, seat int) Outlook {
	out := Outlook{Seat: seat, Starts: []int{}, Pilot: []int{}, Hauled: []int{}, Sells: []int{}, Near: []Progress{}}
	at := s.BargeAt(seat)
	open := s.Loaded() &^ s.Moored()
	if s.Held(seat)>>slices.Index(board.ProgressIDs[:], "grafschaft_mark")&1 == 0 {
		open &^= g.White() // START-3
	}
	out.Starts = storagesIn(g, open&g.Below(at)&g.Plain())
	if !s.PilotBanned() {
		out.Pilot = storagesIn(g, open&g.Below(at)&^g.Plain())
	}
	out.Hauled = storagesIn(g, open&g.Above(at)&g.Plain())
	if at < board.Spaces && g.Board().River[at].Kind == board.Storage {
		for to := g.Reach(g.StorageOf(at), s.OptionOf(seat).HasPilot()); to != 0; to &= to - 1 {
			out.Sells = append(out.Sells, g.SellIndex(bits.TrailingZeros32(to)))
		}
	}
	c := g.Seat(s, seat)
	for kind := range board.ProgressIDs {
		if p := progressOf(g, s, &c, seat, kind); p.State == "open" && p.Missing == 1 {
			out.Near = append(out.Near, p)
		}
	}
	return out
}

// storagesIn gives the river indexes of a set of storages.
func storagesIn(g *rules.Game, set uint16) []int {
	out := []int{}
	for ; set != 0; set &= set - 1 {
		out = append(out, g.StorageIndex(bits.TrailingZeros16(set)))
	}
	return out
}
