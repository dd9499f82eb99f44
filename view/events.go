package view

import (
	"strconv"

	"ruhr/rules"
)

// Decided is a decision that has been carried out: the position it was taken
// in and the action.
type Decided struct {
	Before *rules.State
	Action rules.Action
}

// Events tells facts as lines of the log, in their order: first the decision
// they came of (nil for those of the start), then all that the rules did by
// themselves. Details belong to the line above them.
func Events(g *rules.Game, did *Decided, facts []rules.Fact) []Event {
	t := teller{g: g, facts: facts}
	if did != nil {
		t.decision(did)
	}
	for i := range facts {
		t.fact(i)
	}
	return t.lines
}

// teller turns facts into lines.
type teller struct {
	g     *rules.Game
	facts []rules.Fact
	lines []Event
	head  rules.Do // verb of the decision while its own line is the last one
	own   bool     // the last line is the decision's
}

// line begins a new line.
func (t *teller) line(key string, seat int, rule rules.Rule, args Args) *Event {
	t.own = false
	t.lines = append(t.lines, Event{Key: key, Seat: seat, Args: withSeat(args, seat), Rule: rule.String(), Section: Section(rule)})
	return &t.lines[len(t.lines)-1]
}

// detail adds to the last line.
func (t *teller) detail(key string, f rules.Fact, args Args) {
	if len(t.lines) == 0 {
		t.line(key, int(f.Seat), f.Rule, args)
		return
	}
	last := &t.lines[len(t.lines)-1]
	last.Details = append(last.Details, Event{Key: key, Seat: int(f.Seat), Args: withSeat(args, int(f.Seat)),
		Rule: f.Rule.String(), Section: Section(f.Rule)})
}

// withSeat gives the arguments with the seat the sentence is about.
func withSeat(args Args, seat int) Args {
	if args == nil {
		args = Args{}
	}
	if seat >= 0 {
		args["seat"] = SeatRef(seat)
	}
	return args
}

// decision begins with the line of the decision itself: the key of its choice
// and what the facts say beyond it.
func (t *teller) decision(did *Decided) {
	c := describe(t.g, did.Before, did.Action)
	m := t.g.Move(did.Action)
	for _, f := range own(t.facts) {
		switch f.Kind {
		case rules.FSold:
			c.Args["n"], c.Args["colour"] = int(f.B), colourThing(f.A)
		case rules.FSail:
			c.Args["from"] = spaceThing(t.g.Board(), int(f.A))
		case rules.FTransport, rules.FReturned, rules.FRemoved:
			c.Args["n"] = int(f.B)
			c.Args["colour"] = colourThing(int16(colourOf(t.g, int(f.A))))
		case rules.FDie:
			c.Args["from"], c.Args["to"] = int(f.B), int(f.C)
		case rules.FLock:
			c.Args["place"] = spaceThing(t.g.Board(), t.g.Board().At.Lock[f.A])
		}
	}
	if m.Do == rules.DoStart {
		c.Args["n"] = did.Before.Die(m.At)
		c.Args["colour"] = colourThing(int16(colourOf(t.g, m.At)))
	}
	rule := rules.NoRule
	for k, id := range rules.RuleIDs {
		if id == c.Rule {
			rule = rules.Rule(k)
		}
	}
	t.line(c.Key, did.Before.ToDecide(), rule, c.Args)
	t.own, t.head = true, m.Do
}

func colourThing(c int16) Thing { return Thing{Kind: "colour", ID: colours[c]} }

// told says that the decision's own line tells this fact already.
func (t *teller) told(f rules.Fact) bool {
	if !t.own {
		return false
	}
	switch f.Kind {
	case rules.FOption, rules.FStranded, rules.FStart, rules.FTransport, rules.FRemoved, rules.FReturned, rules.FSail,
		rules.FSold, rules.FLock, rules.FWarehouse, rules.FShift, rules.FUsed:
		return true
	case rules.FDie:
		return true
	case rules.FThaler, rules.FVP:
		return f.Rule == rules.EVENT6 || f.Rule == rules.EVENT10 || f.Rule == rules.BUY11 || f.Rule == rules.BUY10 ||
			f.Rule == rules.EVENT3 && t.head == rules.DoPay
	case rules.FDebt:
		return f.Rule == rules.BUY10
	case rules.FSupply:
		return f.Rule == rules.BUY10 || f.A == -1 && t.head == rules.DoWarehouse && f.Rule != rules.DEBT1
	}
	return false
}

// fact tells one fact: as a line, as a detail of the last line, or not again
// where another says it.
func (t *teller) fact(i int) {
	f := t.facts[i]
	if t.told(f) {
		return
	}
	switch f.Kind {
	case rules.FRound, rules.FPhase, rules.FMarker, rules.FNoMarker, rules.FDuty, rules.FCountry, rules.FStage, rules.FOver:
		t.tableLine(f)
	case rules.FProgress, rules.FBlank, rules.FExported, rules.FCut:
		t.seatLine(i)
	case rules.FThaler, rules.FVP, rules.FSupply, rules.FDebt, rules.FEarly:
		t.account(f)
	default:
		t.boardDetail(f)
	}
}

// tableLine tells what happens to the table.
func (t *teller) tableLine(f rules.Fact) {
	b := t.g.Board()
	n := int(f.A)
	switch f.Kind {
	case rules.FRound:
		t.line("round", -1, f.Rule, Args{"round": n, "year": b.Years[n-1].Year,
			"event": Thing{Kind: "event", ID: strconv.Itoa(n)}}).Heading = 1
	case rules.FPhase:
		t.line("phase", -1, f.Rule, Args{"phase": PhaseThing(n), "order": t.order(f)}).Heading = 2
	case rules.FMarker:
		m := markerOf(b, n)
		key := "marker." + m.Effect
		if m.Water != "" {
			key = "marker." + m.Water
		}
		t.line(key, -1, f.Rule, Args{"of": m.Of})
	case rules.FNoMarker:
		t.line("no_marker", -1, f.Rule, nil)
	case rules.FDuty:
		t.line("duty", -1, f.Rule, nil)
	case rules.FCountry:
		t.line("country", -1, f.Rule, Args{"country": columnThing(b, n)})
	case rules.FStage:
		t.line("stage", -1, f.Rule, Args{"stage": Thing{Kind: "stage", ID: b.Tracks[n].ID}})
	case rules.FOver:
		t.line("over", -1, f.Rule, nil)
	}
}

// order reads the seats from a phase's fact.
func (t *teller) order(f rules.Fact) []SeatRef {
	var out []SeatRef
	for i := range t.g.Seats() {
		out = append(out, SeatRef(uint16(f.B)>>(4*i)&3))
	}
	return out
}

// seatLine tells what the rules do to a seat in phases 5 and 7.
func (t *teller) seatLine(i int) {
	f := t.facts[i]
	switch f.Kind {
	case rules.FProgress:
		t.line("progress", int(f.Seat), f.Rule, Args{"marker": progressThing(int(f.A))})
	case rules.FBlank:
		t.line("blank", int(f.Seat), f.Rule, Args{"marker": progressThing(int(f.A))})
	case rules.FCut:
		t.line("cut", int(f.Seat), f.Rule, Args{"n": int(f.A)})
	case rules.FExported:
		vp := 0
		if i+1 < len(t.facts) && t.facts[i+1].Kind == rules.FVP && t.facts[i+1].Rule == rules.EXP1 {
			vp = int(t.facts[i+1].A)
		}
		t.line("exported", int(f.Seat), f.Rule, Args{"column": columnThing(t.g.Board(), int(f.A)), "place": int(f.B) + 1, "n": vp})
	}
}

// account tells a change of what a seat owns.
func (t *teller) account(f rules.Fact) {
	n := int(f.A)
	switch f.Kind {
	case rules.FThaler:
		switch {
		case f.Rule == rules.DEBT1 || f.Rule == rules.EXP2: // told with the debt, and with the cut
		case n < 0:
			t.detail("paid", f, Args{"n": -n})
		case f.Rule == rules.SAIL6:
			t.detail("storekeeper", f, Args{"n": n})
		default:
			t.detail("thaler."+f.Rule.String(), f, Args{"n": n})
		}
	case rules.FVP:
		switch {
		case f.Rule == rules.EXP1: // told by the line of the warehouse
		case f.Rule == rules.DEBT4:
			t.detail("vp.DEBT-4", f, Args{"n": -n})
		case n < 0:
			t.detail("vp.lost", f, Args{"n": -n})
		default:
			t.detail("vp.gained", f, Args{"n": n})
		}
	case rules.FSupply:
		switch f.Rule {
		case rules.EVENTW:
			t.given(f)
		case rules.BUY2, rules.PROG3:
			t.detail("supply."+f.Rule.String(), f, Args{"n": n})
		default: // told with the debt or with the warehouse taken early
		}
	case rules.FDebt:
		t.debt(f)
	case rules.FEarly:
		t.detail("early", f, Args{"round": n, "year": t.g.Board().Years[n-1].Year})
	}
}

// given tells the warehouses of the timeline in one line.
func (t *teller) given(f rules.Fact) {
	who := SeatRef(f.Seat)
	if n := len(t.lines); n > 0 && t.lines[n-1].Key == "warehouse_given" {
		args := t.lines[n-1].Args
		args["seats"] = append(args["seats"].([]SeatRef), who)
		return
	}
	t.line("warehouse_given", -1, f.Rule, Args{"seats": []SeatRef{who}})
}

// debt tells debts taken one after the other as one number.
func (t *teller) debt(f rules.Fact) {
	if n := len(t.lines); n > 0 {
		if d := t.lines[n-1].Details; len(d) > 0 && d[len(d)-1].Key == "debt" {
			d[len(d)-1].Args["n"] = d[len(d)-1].Args["n"].(int) + 1
			return
		}
	}
	t.detail("debt", f, Args{"n": 1})
}

// boardDetail tells what happens on the board.
func (t *teller) boardDetail(f rules.Fact) {
	b := t.g.Board()
	switch f.Kind {
	case rules.FDemand:
		t.detail("demand", f, Args{"place": sellThing(b, int(f.A)), "n": int(f.B)})
	case rules.FPilotBan:
		t.detail("pilot_ban", f, nil)
	case rules.FDie:
		t.detail("die", f, Args{"place": storageThing(b, int(f.A)), "from": int(f.B), "to": int(f.C)})
	case rules.FTrackDie:
		if t.lines[len(t.lines)-1].Key != "richer_coal" {
			t.line("richer_coal", -1, f.Rule, nil)
		}
		t.detail("track_die", f, Args{"colour": colourThing(f.A), "n": int(f.C)})
	case rules.FPipLost:
		t.detail("pip_lost", f, Args{"from": int(f.A), "n": int(f.B)})
	case rules.FToken:
		t.detail("token", f, Args{"area": areaThing(int(f.A))})
	case rules.FAreaFull:
		t.detail("area_full", f, Args{"area": areaThing(int(f.A))})
	case rules.FToTrack:
		t.detail("to_track", f, Args{"n": int(f.B)})
	case rules.FOffTrack:
		t.detail("off_track", f, Args{"n": int(f.B), "colour": colourThing(f.A)})
	case rules.FExport:
		args := Args{"from": int(f.A) + 1, "to": int(f.B) + 1, "vp": b.Export[f.B]}
		if f.Rule == rules.EXP1 {
			t.line("export_back", -1, f.Rule, args)
		} else {
			t.detail("export", f, args)
		}
	}
}

// EventKeys are the keys of all lines and details there can be, for checking
// that each has its sentence. Keys of decisions are those of ChoiceKeys.
var EventKeys = [...]string{"round", "phase", "marker.industries_of_territory", "marker.industries_of_type", "marker.cities",
	"marker.high", "marker.low", "no_marker", "duty", "country", "stage", "over", "progress", "blank", "cut", "exported",
	"export_back", "warehouse_given", "richer_coal",
	"paid", "storekeeper", "thaler.SAIL-3", "thaler.SAIL-4", "thaler.SAIL-5", "thaler.START-9",
	"vp.DEBT-4", "vp.lost", "vp.gained", "supply.BUY-2", "supply.PROG-3", "debt", "early",
	"demand", "pilot_ban", "die", "track_die", "pip_lost", "token", "area_full", "to_track", "off_track", "export"}

// ChoiceKeys are the keys of all choices and of the lines that tell them.
var ChoiceKeys = [...]string{"pay.thaler", "pay.vp", "take.thaler", "take.vp", "inn.thaler", "inn.vp", "remove", "place",
	"coal_hauler", "option", "option_none", "option_free", "option_towed", "transport", "supply", "start", "strand", "sell",
	"lock", "lock_free", "warehouse_city", "warehouse_city_any", "warehouse_depot", "warehouse_port", "warehouse_port_any",
	"shift", "repay", "done"}
