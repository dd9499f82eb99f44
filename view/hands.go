package view

import (
	"ruhr/board"
	"ruhr/rules"
)

// HandKeys are the keys of what hands do beside the printed game; a test checks that
// each has a sentence.
var HandKeys = [...]string{"round", "marker", "demand", "pilots", "dice_up", "dice_down", "die", "track_up", "stage", "removed", "returned",
	"off_track", "disc", "transport", "start", "sail", "pip", "pick_up", "token", "export", "to_track", "progress", "blank", "used", "lock",
	"warehouse", "port", "shift", "stock_lock", "stock_mark", "stock_year", "debt", "repay", "early", "pay", "take", "vp"}

// Hands lists what hands must do on the table for facts to be true there: barges, dice,
// tokens and markers in their order, and then what each seat pays, takes and scores.
func Hands(g *rules.Game, facts []rules.Fact) []Event {
	h := hands{g: g}
	for _, f := range facts {
		h.fact(f)
	}
	h.settle()
	return h.lines
}

// waited is where warehouses waited that a rule brings into the supply.
var waited = map[rules.Rule]string{rules.BUY2: "lock", rules.PROG3: "mark", rules.EVENTW: "year"}

type hands struct {
	g          *rules.Game
	lines      []Event
	thaler, vp [4]int
	sold       Thing // where the last coal was sold
}

func (h *hands) add(key string, f rules.Fact, args Args) {
	h.lines = append(h.lines, Event{Key: key, Seat: int(f.Seat), Args: withSeat(args, int(f.Seat)), Rule: f.Rule.String(), Section: Section(f.Rule)})
}

// once adds a line that says the same of several facts in a row.
func (h *hands) once(key string, f rules.Fact) {
	if n := len(h.lines); n == 0 || h.lines[n-1].Key != key {
		h.add(key, f, nil)
	}
}

// settle adds what the seats pay, take and score.
func (h *hands) settle() {
	for k := range h.thaler {
		f := rules.Fact{Seat: int8(k)}
		if n := h.thaler[k]; n < 0 {
			h.add("pay", f, Args{"n": -n})
		} else if n > 0 {
			h.add("take", f, Args{"n": n})
		}
	}
	for k, n := range h.vp {
		if n != 0 {
			h.add("vp", rules.Fact{Seat: int8(k)}, Args{"n": n})
		}
	}
	h.thaler, h.vp = [4]int{}, [4]int{}
}

func (h *hands) fact(f rules.Fact) {
	switch f.Kind {
	case rules.FRound:
		h.settle()
		if f.A > 1 {
			h.add("round", f, Args{"round": int(f.A), "year": h.g.Board().Years[f.A-1].Year})
		}
	case rules.FThaler:
		if f.Rule == rules.SAIL4 {
			h.add("pick_up", f, Args{"n": int(f.A), "place": h.sold})
		} else {
			h.thaler[f.Seat] += int(f.A)
		}
	case rules.FVP:
		h.vp[f.Seat] += int(f.A)
	case rules.FSupply, rules.FDebt, rules.FEarly, rules.FWarehouse, rules.FShift, rules.FProgress, rules.FBlank, rules.FUsed:
		h.pieces(f)
	case rules.FStart, rules.FSail, rules.FPipLost, rules.FSold, rules.FToken, rules.FExport, rules.FOption, rules.FLock:
		h.trip(f)
	default:
		h.table(f)
	}
}

// table adds what lies on the board and belongs to nobody.
func (h *hands) table(f rules.Fact) {
	b := h.g.Board()
	switch f.Kind {
	case rules.FMarker:
		h.add("marker", f, nil)
	case rules.FDemand:
		if n := len(h.lines); n > 0 && h.lines[n-1].Key == "demand" {
			of := h.lines[n-1].Args["of"].([]Thing)
			h.lines[n-1].Args["of"] = append(of, sellThing(b, int(f.A)))
			return
		}
		h.add("demand", f, Args{"of": []Thing{sellThing(b, int(f.A))}})
	case rules.FPilotBan:
		h.add("pilots", f, nil)
	case rules.FDie:
		switch {
		case f.Rule == rules.WATER3 && f.C > f.B:
			h.once("dice_up", f)
		case f.Rule == rules.WATER3:
			h.once("dice_down", f)
		default:
			h.add("die", f, Args{"place": storageThing(b, int(f.A)), "from": int(f.B), "to": int(f.C)})
		}
	case rules.FTrackDie:
		h.once("track_up", f)
	case rules.FStage:
		h.add("stage", f, Args{"stage": Thing{Kind: "stage", ID: b.Tracks[f.A].ID}})
	case rules.FRemoved, rules.FReturned, rules.FTransport:
		key := map[rules.FactKind]string{rules.FRemoved: "removed", rules.FReturned: "returned", rules.FTransport: "transport"}[f.Kind]
		h.add(key, f, Args{"place": storageThing(b, int(f.A)), "n": int(f.B), "colour": colourThing(int16(colourOf(h.g, int(f.A))))})
	case rules.FOffTrack:
		h.add("off_track", f, Args{"n": int(f.B), "colour": colourThing(f.A)})
	case rules.FToTrack:
		h.add("to_track", f, Args{"n": int(f.B), "colour": colourThing(f.A), "row": int(f.C) + 1})
	}
}

// trip adds what a barge does, and what its seat builds on the river.
func (h *hands) trip(f rules.Fact) {
	b := h.g.Board()
	switch f.Kind {
	case rules.FOption:
		if o := rules.Option(f.A); o != rules.NoOption {
			h.add("disc", f, Args{"option": optionThing(o)})
		}
	case rules.FStart:
		h.add("start", f, Args{"place": spaceThing(b, int(f.B))})
	case rules.FSail:
		h.add("sail", f, Args{"place": spaceThing(b, int(f.B))})
	case rules.FPipLost:
		h.add("pip", f, Args{"n": int(f.B)})
	case rules.FSold:
		h.sold = sellThing(b, int(f.C))
	case rules.FToken:
		h.add("token", f, Args{"area": areaThing(int(f.A))})
	case rules.FExport:
		h.add("export", f, Args{"to": int(f.B) + 1})
	case rules.FLock:
		h.add("lock", f, Args{"place": obstacleThing(b, int(f.A))})
	}
}

// pieces adds what becomes of a seat's warehouses and progress markers.
func (h *hands) pieces(f rules.Fact) {
	n := int(f.A)
	switch f.Kind {
	case rules.FSupply:
		if from, ok := waited[f.Rule]; ok && n > 0 {
			h.add("stock_"+from, f, Args{"n": n})
		}
	case rules.FDebt:
		if n < 0 {
			h.add("repay", f, nil)
		} else {
			h.add("debt", f, Args{"n": n})
		}
	case rules.FEarly:
		h.add("early", f, Args{"year": h.g.Board().Years[n-1].Year})
	case rules.FWarehouse:
		switch {
		case f.C == 1:
			h.add("port", f, Args{"place": columnThing(h.g.Board(), int(f.B))})
		case rules.With(n) == rules.WithDepot:
			h.add("warehouse", f, Args{"place": depotThing(int(f.B))})
		default:
			h.add("warehouse", f, Args{"place": cityThing(h.g.Board(), int(f.B))})
		}
	case rules.FShift:
		h.add("shift", f, Args{"from": columnThing(h.g.Board(), n), "to": columnThing(h.g.Board(), int(f.B))})
	case rules.FProgress:
		h.add("progress", f, Args{"marker": progressThing(n)})
	case rules.FBlank:
		h.add("blank", f, nil)
	case rules.FUsed:
		h.add("used", f, Args{"marker": progressThing(n)})
	}
}

func cityThing(b *board.Board, k int) Thing { return spaceThing(b, b.At.City[k]) }
