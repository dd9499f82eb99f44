package page

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/rules"
	"ruhr/view"
)

// Fact is one thing that happened in a step of the game, for scripts:
// what moves, what is heard, and why. Facts come in the order they happened.
// As JSON, for a sale that brought a token and 3 Thaler:
//
//	{"kind":"sail","seat":1,"from":"space-4","to":"space-17","rule":"SAIL-1"}
//	{"kind":"sold","seat":1,"what":"black","from":"die-4","to":"space-17","amount":4,"rule":"SAIL-3"}
//	{"kind":"token","seat":1,"what":"black_industry","rule":"SAIL-3"}
//	{"kind":"thaler","seat":1,"from":"space-17","amount":3,"rule":"SAIL-3"}
//	{"kind":"to_track","seat":1,"what":"black","from":"space-17","to":"track-0-0","amount":4,"rule":"SAIL-7"}
//
// Seat is -1 for what happens to the table. From and To are ids: "space-N" is
// river space N (data-at of a spot), every other one is that of a piece on the
// map: die-N, track-C-R, weir-N, coin-N-K, export, a warehouse (CITY-K, DEPOT-K,
// port-C-SEAT, time-R-SEAT) or a seat's disc on an option (choice-SEAT). What is
// the id of a marker, option, progress marker, development area, port column or
// colour. Amount is a change of Thaler, VP, supply or debts, a die's value, or
// the number of a round, phase or stage. Rule is the rule by which it happened.
// Fields without a value are left out, Seat and Kind never.
//
// The kinds, with the fields that say more:
//
//	round, phase, stage              amount: which begins
//	marker, country                  what: drawn or turned over
//	no_marker, pilot_ban, duty, over
//	thaler, vp, supply, debt         amount; from: the space where a sale earned it
//	early                            from: the warehouse taken from the timeline
//	demand                           to: the coin that is laid down
//	die                              to: the die that changes, amount: its value now, 0 when it is gone
//	track_die                        to, amount: the same of a die on the track
//	removed, returned, transport     a die leaves the game, comes back, comes from the arrow box; amount: its value
//	off_track                        what: the colour of a die pushed off the track, amount: its value
//	option                           what; to: the disc, none for the option none; amount: the price
//	stranded
//	start, sail                      from, to: the barge's way; from is "" off the river
//	pip_lost                         amount: the value the die is left with
//	sold                             what: colour; from: the die; to: the space; amount: the value
//	token, area_full                 what: the area
//	export                           amount: boxes it moves, downward less than 0
//	to_track                         what: colour; from: the space; to: the die; amount: the value
//	progress, blank, used            what: the progress marker
//	lock                             to: the weir
//	warehouse                        to: the new piece
//	shift                            from, to: the piece in the port
//	exported                         from: the piece in the port
//	cut                              amount: Thaler returned
type Fact struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	What   string `json:"what,omitempty"`
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
	Amount int    `json:"amount,omitempty"`
	Rule   string `json:"rule,omitempty"`
}

// factKinds are the names of the rules' facts.
var factKinds = map[rules.FactKind]string{
	rules.FRound: "round", rules.FPhase: "phase", rules.FThaler: "thaler", rules.FVP: "vp", rules.FSupply: "supply", rules.FDebt: "debt",
	rules.FEarly: "early", rules.FMarker: "marker", rules.FNoMarker: "no_marker", rules.FDemand: "demand", rules.FPilotBan: "pilot_ban",
	rules.FDie: "die", rules.FTrackDie: "track_die", rules.FDuty: "duty", rules.FCountry: "country", rules.FStage: "stage",
	rules.FRemoved: "removed", rules.FReturned: "returned", rules.FOffTrack: "off_track", rules.FOption: "option",
	rules.FStranded: "stranded", rules.FTransport: "transport", rules.FStart: "start", rules.FSail: "sail", rules.FPipLost: "pip_lost",
	rules.FSold: "sold", rules.FToken: "token", rules.FAreaFull: "area_full", rules.FExport: "export", rules.FToTrack: "to_track",
	rules.FProgress: "progress", rules.FBlank: "blank", rules.FUsed: "used", rules.FLock: "lock", rules.FWarehouse: "warehouse",
	rules.FShift: "shift", rules.FExported: "exported", rules.FCut: "cut", rules.FOver: "over",
}

// FactsOf returns the facts of a step; after is the position it led to.
func FactsOf(g *rules.Game, after *view.Position, facts []rules.Fact) []Fact {
	m := factMaker{b: g.Board(), after: after}
	out := make([]Fact, len(facts))
	for i, f := range facts {
		out[i] = m.fact(f)
	}
	return out
}

// factsAt are the facts that led to position n of a game.
func factsAt(h *view.History, n int) []Fact {
	after := h.At(n)
	return FactsOf(h.Rules, &after, h.Steps[n].Facts)
}

// factMaker translates the facts of one step.
type factMaker struct {
	b     *board.Board
	after *view.Position
	sale  struct{ from, to int } // river indexes of the trip to the sale
}

func (m *factMaker) fact(f rules.Fact) Fact {
	a, b, c := int(f.A), int(f.B), int(f.C)
	out := Fact{Kind: factKinds[f.Kind], Seat: int(f.Seat), Rule: f.Rule.String()}
	switch f.Kind {
	case rules.FRound, rules.FPhase, rules.FStage, rules.FVP, rules.FSupply, rules.FDebt, rules.FCut:
		out.Amount = a
	case rules.FThaler:
		out.Amount = a
		if bySale(f.Rule) {
			out.From = spaceID(m.sale.to)
		}
	case rules.FEarly:
		out.From = fmt.Sprintf("time-%d-%d", a-1, f.Seat)
	case rules.FMarker:
		out.What = m.b.Markers[a].ID
	case rules.FCountry:
		out.What = m.b.Port.Columns[a]
	case rules.FDemand:
		out.To = fmt.Sprintf("coin-%d-%d", m.b.At.Sell[a], b-1)
	case rules.FOption:
		out.What, out.Amount = rules.Option(a).String(), c
		if slices.Contains(draw.OptionIDs[:], out.What) {
			out.To = fmt.Sprintf("choice-%d", f.Seat)
		}
	case rules.FToken, rules.FAreaFull:
		out.What = board.AreaIDs[a]
	case rules.FProgress, rules.FBlank, rules.FUsed:
		out.What = board.ProgressIDs[a]
	case rules.FExport:
		out.Amount = b - a
	case rules.FLock:
		out.To = fmt.Sprintf("weir-%d", m.b.At.Lock[a])
	case rules.FWarehouse:
		out.To = m.warehouse(rules.With(a), b, c == 1, int(f.Seat))
	case rules.FShift:
		out.From, out.To = portID(a, int(f.Seat)), portID(b, int(f.Seat))
	case rules.FExported:
		out.From = portID(a, int(f.Seat))
	default:
		m.coal(&out, f)
	}
	return out
}

// coal fills a fact about dice and barges.
func (m *factMaker) coal(out *Fact, f rules.Fact) {
	a, b, c := int(f.A), int(f.B), int(f.C)
	switch f.Kind {
	case rules.FDie:
		out.To, out.Amount = m.dieID(a), c
	case rules.FTrackDie:
		out.To, out.Amount = m.trackID(a, b), c
	case rules.FRemoved:
		out.From, out.Amount = m.dieID(a), b
	case rules.FReturned, rules.FTransport:
		out.To, out.Amount = m.dieID(a), b
	case rules.FOffTrack:
		out.What, out.Amount = colourIDs[a], b
	case rules.FStart:
		out.To = spaceID(b)
		if a >= 0 {
			out.From = spaceID(a)
		}
	case rules.FSail:
		m.sale.from, m.sale.to = a, b
		out.From, out.To = spaceID(a), spaceID(b)
	case rules.FPipLost:
		out.Amount = b
	case rules.FSold:
		out.What, out.From, out.To, out.Amount = colourIDs[a], fmt.Sprintf("die-%d", m.sale.from), spaceID(m.b.At.Sell[c]), b
	case rules.FToTrack:
		out.What, out.From, out.To, out.Amount = colourIDs[a], spaceID(m.sale.to), m.trackID(a, c), b
	}
}

// bySale reports whether a rule gives Thaler for a sale.
func bySale(r rules.Rule) bool {
	return r == rules.SAIL3 || r == rules.SAIL4 || r == rules.SAIL5 || r == rules.SAIL6
}

var colourIDs = [2]string{"black", "white"}

func spaceID(at int) string { return fmt.Sprintf("space-%d", at) }

func portID(column, seat int) string { return fmt.Sprintf("port-%d-%d", column, seat) }

// dieID is the die on a storage by its number.
func (m *factMaker) dieID(storage int) string { return fmt.Sprintf("die-%d", m.b.At.Storage[storage]) }

// trackID is a die on the track; before rails there is one column for both
// colours (TRACK-4).
func (m *factMaker) trackID(colour, row int) string {
	track := &m.after.Track
	return fmt.Sprintf("track-%d-%d", min(colour, len(track.Stages[track.Stage].Columns)-1), row)
}

// warehouse is the piece of the warehouse that was just built: the last one of
// its row.
func (m *factMaker) warehouse(with rules.With, at int, inPort bool, seat int) string {
	var row view.Row
	switch {
	case inPort:
		return portID(at, seat)
	case with == rules.WithDepot:
		row = m.after.Depots[at]
	default:
		row = m.after.Cities[at]
	}
	last := row.Next - 1
	if row.Next < 0 {
		last = len(row.Slots) - 1
	}
	return fmt.Sprintf("%s-%d", row.ID, last)
}
