package page

import (
	"html/template"
	"slices"

	"ruhr/internal/game"
	"ruhr/rules"
)

// Ahead is the sale that a viewer may order while others choose their starts.
type Ahead struct {
	Seat    int
	Choices []AheadSale
	Waits   bool          // nothing is ordered: the table will wait
	Chosen  template.HTML // what is ordered
}

// AheadSale is a place to sell at and what the sale would bring now.
type AheadSale struct {
	Card
	Ordered bool
}

// ahead returns the sale to order for the viewer of a snapshot, nil if there is
// none. Someone who plays all seats by hand has nobody to wait for.
func (s *Shared) ahead(snap *game.Snapshot) *Ahead {
	own := snap.You.Seats
	for k, seat := range snap.Seats {
		if !seat.ByHand() || slices.Contains(own, k) {
			continue
		}
		for _, mine := range own {
			if out := s.aheadOf(snap, mine); out != nil {
				return out
			}
		}
	}
	return nil
}

func (s *Shared) aheadOf(snap *game.Snapshot, seat int) *Ahead {
	list := snap.SalesAhead(seat)
	if len(list) < 2 { // the only one is made automatically
		return nil
	}
	out := &Ahead{Seat: seat, Waits: true, Chosen: s.T("pace.orders.wake")}
	for i := range list {
		sale := AheadSale{Card: s.card(&list[i])}
		sale.Ordered = out.Waits && slices.ContainsFunc(snap.You.Orders[seat], func(o game.Order) bool {
			return o.Round == s.Pos.Round && o.Action == rules.Action(sale.Action)
		})
		if sale.Ordered {
			out.Waits, out.Chosen = false, sale.Short
		}
		out.Choices = append(out.Choices, sale)
	}
	return out
}
