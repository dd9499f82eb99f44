package view

import (
	"strconv"

	"ruhr/rules"
)

// Decided is a decision that was carried out: the action and the position before
// it.
type Decided struct {
	Before *rules.State
	Action rules.Action
}

// Events turns facts into log lines, in order: first the decision that caused
// them (nil at the start), then what followed automatically. Details belong to
// the line above them.
func Events(g *rules.Game, did *Decided, facts []rules.Fact) []Event {
	l := logWriter{g: g, facts: facts}
	if did != nil {
		l.decision(did)
	}
	for i := range facts {
		l.fact(i)
	}
	return l.lines
}

// logWriter turns facts into log lines.
type logWriter struct {
	g     *rules.Game
	facts []rules.Fact
	lines []Event
	head  rules.Do // the action of the decision while its line is the last one
	own   bool     // whether the last line is the decision's
}

// line starts a new line.
func (l *logWriter) line(key string, seat int, rule rules.Rule, args Args) *Event {
	l.own = false
	l.lines = append(l.lines, Event{Key: key, Seat: seat, Args: withSeat(args, seat), Rule: rule.String(), Section: Section(rule)})
	return &l.lines[len(l.lines)-1]
}

// detail adds a detail to the last line.
func (l *logWriter) detail(key string, f rules.Fact, args Args) {
	if len(l.lines) == 0 {
		l.line(key, int(f.Seat), f.Rule, args)
		return
	}
	last := &l.lines[len(l.lines)-1]
	last.Details = append(last.Details, Event{Key: key, Seat: int(f.Seat), Args: withSeat(args, int(f.Seat)),
		Rule: f.Rule.String(), Section: Section(f.Rule)})
}

// withSeat adds the seat to the arguments.
func withSeat(args Args, seat int) Args {
	if args == nil {
		args = Args{}
	}
	if seat >= 0 {
		args["seat"] = SeatRef(seat)
	}
	return args
}

// decision adds the decision's own line: the key of its choice, with arguments
// from the facts.
func (l *logWriter) decision(did *Decided) {
	c := describe(l.g, did.Before, did.Action)
	m := l.g.Move(did.Action)
	for _, f := range own(l.facts) {
		switch f.Kind {
		case rules.FSold:
			c.Args["n"], c.Args["colour"] = int(f.B), colourThing(f.A)
		case rules.FSail:
			c.Args["from"] = spaceThing(l.g.Board(), int(f.A))
		case rules.FTransport, rules.FReturned, rules.FRemoved:
			c.Args["n"] = int(f.B)
			c.Args["colour"] = colourThing(int16(colourOf(l.g, int(f.A))))
		case rules.FDie:
			c.Args["from"], c.Args["to"] = int(f.B), int(f.C)
		case rules.FLock:
			c.Args["place"] = spaceThing(l.g.Board(), l.g.Board().At.Lock[f.A])
		}
	}
	if m.Do == rules.DoStart {
		c.Args["n"] = did.Before.Die(m.At)
		c.Args["colour"] = colourThing(int16(colourOf(l.g, m.At)))
	}
	rule := rules.NoRule
	for k, id := range rules.RuleIDs {
		if id == c.Rule {
			rule = rules.Rule(k)
		}
	}
	l.line(c.Key, did.Before.ToDecide(), rule, c.Args)
	l.own, l.head = true, m.Do
}

func colourThing(c int16) Thing { return Thing{Kind: "colour", ID: colours[c]} }

// inHeadline reports whether the decision's line already states a fact.
func (l *logWriter) inHeadline(f rules.Fact) bool {
	if !l.own {
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
			f.Rule == rules.EVENT3 && l.head == rules.DoPay
	case rules.FDebt:
		return f.Rule == rules.BUY10
	}
	return false
}

// fact adds a fact as a line, or as a detail of the last line, unless another
// line already states it.
func (l *logWriter) fact(i int) {
	f := l.facts[i]
	if l.inHeadline(f) {
		return
	}
	switch f.Kind {
	case rules.FRound, rules.FPhase, rules.FMarker, rules.FNoMarker, rules.FDuty, rules.FCountry, rules.FStage, rules.FOver:
		l.tableLine(f)
	case rules.FProgress, rules.FBlank, rules.FExported, rules.FCut:
		l.seatLine(i)
	case rules.FThaler, rules.FVP, rules.FSupply, rules.FDebt, rules.FEarly:
		l.account(f)
	default:
		l.boardDetail(f)
	}
}

// tableLine adds a fact that concerns the whole table.
func (l *logWriter) tableLine(f rules.Fact) {
	b := l.g.Board()
	n := int(f.A)
	switch f.Kind {
	case rules.FRound:
		l.line("round", -1, f.Rule, Args{"round": n, "year": b.Years[n-1].Year,
			"event": Thing{Kind: "event", ID: strconv.Itoa(n)}}).Heading = 1
	case rules.FPhase:
		l.line("phase", -1, f.Rule, Args{"phase": PhaseThing(n), "order": l.order(f)}).Heading = 2
	case rules.FMarker:
		m := markerOf(b, n)
		key := "marker." + m.Effect
		if m.Water != "" {
			key = "marker." + m.Water
		}
		l.line(key, -1, f.Rule, Args{"of": m.Of})
	case rules.FNoMarker:
		l.line("no_marker", -1, f.Rule, nil)
	case rules.FDuty:
		l.line("duty", -1, f.Rule, nil)
	case rules.FCountry:
		l.line("country", -1, f.Rule, Args{"country": columnThing(b, n)})
	case rules.FStage:
		l.line("stage", -1, f.Rule, Args{"stage": Thing{Kind: "stage", ID: b.Tracks[n].ID}})
	case rules.FOver:
		l.line("over", -1, f.Rule, nil)
	}
}

// order returns the seats in the order stated by a phase's fact.
func (l *logWriter) order(f rules.Fact) []SeatRef {
	var out []SeatRef
	for i := range l.g.Seats() {
		out = append(out, SeatRef(uint16(f.B)>>(4*i)&3))
	}
	return out
}

// seatLine adds automatic changes to a seat in phases 5 and 7.
func (l *logWriter) seatLine(i int) {
	f := l.facts[i]
	switch f.Kind {
	case rules.FProgress:
		l.line("progress", int(f.Seat), f.Rule, Args{"marker": progressThing(int(f.A))})
	case rules.FBlank:
		l.line("blank", int(f.Seat), f.Rule, Args{"marker": progressThing(int(f.A))})
	case rules.FCut:
		l.line("cut", int(f.Seat), f.Rule, Args{"n": int(f.A)})
	case rules.FExported:
		vp := 0
		if i+1 < len(l.facts) && l.facts[i+1].Kind == rules.FVP && l.facts[i+1].Rule == rules.EXP1 {
			vp = int(l.facts[i+1].A)
		}
		l.line("exported", int(f.Seat), f.Rule, Args{"column": columnThing(l.g.Board(), int(f.A)), "place": int(f.B) + 1, "n": vp})
	}
}

// account adds a change in what a seat owns.
func (l *logWriter) account(f rules.Fact) {
	n := int(f.A)
	switch f.Kind {
	case rules.FThaler:
		switch {
		case f.Rule == rules.DEBT1 || f.Rule == rules.EXP2: // stated with the debt, or with the cut
		case n < 0:
			l.detail("paid", f, Args{"n": -n})
		case f.Rule == rules.SAIL6:
			l.detail("storekeeper", f, Args{"n": n})
		default:
			l.detail("thaler."+f.Rule.String(), f, Args{"n": n})
		}
	case rules.FVP:
		switch {
		case f.Rule == rules.EXP1: // stated by the line about the warehouse
		case f.Rule == rules.DEBT4:
			l.detail("vp.DEBT-4", f, Args{"n": -n})
		case n < 0:
			l.detail("vp.lost", f, Args{"n": -n})
		default:
			l.detail("vp.gained", f, Args{"n": n})
		}
	case rules.FSupply:
		switch f.Rule {
		case rules.EVENTW:
			l.given(f)
		case rules.BUY2, rules.PROG3:
			l.detail("supply."+f.Rule.String(), f, Args{"n": n})
		default: // stated with the debt, or with the early warehouse
		}
	case rules.FDebt:
		l.debt(f)
	case rules.FEarly:
		l.detail("early", f, Args{"round": n, "year": l.g.Board().Years[n-1].Year})
	}
}

// given combines the warehouses gained from the timeline in one line.
func (l *logWriter) given(f rules.Fact) {
	who := SeatRef(f.Seat)
	if n := len(l.lines); n > 0 && l.lines[n-1].Key == "warehouse_given" {
		args := l.lines[n-1].Args
		args["seats"] = append(args["seats"].([]SeatRef), who)
		return
	}
	l.line("warehouse_given", -1, f.Rule, Args{"seats": []SeatRef{who}})
}

// debt combines consecutive debts into one number.
func (l *logWriter) debt(f rules.Fact) {
	if n := len(l.lines); n > 0 {
		if d := l.lines[n-1].Details; len(d) > 0 && d[len(d)-1].Key == "debt" {
			d[len(d)-1].Args["n"] = d[len(d)-1].Args["n"].(int) + 1
			return
		}
	}
	l.detail("debt", f, Args{"n": 1})
}

// boardDetail adds a change on the board.
func (l *logWriter) boardDetail(f rules.Fact) {
	b := l.g.Board()
	switch f.Kind {
	case rules.FDemand:
		l.detail("demand", f, Args{"place": sellThing(b, int(f.A)), "n": int(f.B)})
	case rules.FPilotBan:
		l.detail("pilot_ban", f, nil)
	case rules.FDie:
		l.detail("die", f, Args{"place": storageThing(b, int(f.A)), "from": int(f.B), "to": int(f.C)})
	case rules.FTrackDie:
		if l.lines[len(l.lines)-1].Key != "richer_coal" {
			l.line("richer_coal", -1, f.Rule, nil)
		}
		l.detail("track_die", f, Args{"colour": colourThing(f.A), "n": int(f.C)})
	case rules.FPipLost:
		l.detail("pip_lost", f, Args{"from": int(f.A), "n": int(f.B)})
	case rules.FToken:
		l.detail("token", f, Args{"area": areaThing(int(f.A))})
	case rules.FAreaFull:
		l.detail("area_full", f, Args{"area": areaThing(int(f.A))})
	case rules.FToTrack:
		l.detail("to_track", f, Args{"n": int(f.B)})
	case rules.FOffTrack:
		l.detail("off_track", f, Args{"n": int(f.B), "colour": colourThing(f.A)})
	case rules.FExport:
		args := Args{"from": int(f.A) + 1, "to": int(f.B) + 1, "vp": b.Export[f.B]}
		if f.Rule == rules.EXP1 {
			l.line("export_back", -1, f.Rule, args)
		} else {
			l.detail("export", f, args)
		}
	}
}

// EventKeys are the keys of all possible lines and details; a test checks that
// each has a sentence. Decisions use ChoiceKeys.
var EventKeys = [...]string{"round", "phase", "marker.industries_of_territory", "marker.industries_of_type", "marker.cities",
	"marker.high", "marker.low", "no_marker", "duty", "country", "stage", "over", "progress", "blank", "cut", "exported",
	"export_back", "warehouse_given", "richer_coal", "corrected",
	"paid", "storekeeper", "thaler.SAIL-3", "thaler.SAIL-4", "thaler.SAIL-5", "thaler.START-9",
	"vp.DEBT-4", "vp.lost", "vp.gained", "supply.BUY-2", "supply.PROG-3", "debt", "early",
	"demand", "pilot_ban", "die", "track_die", "pip_lost", "token", "area_full", "to_track", "off_track", "export"}

// ChoiceKeys are the keys of all choices and of their log lines.
var ChoiceKeys = [...]string{"pay.thaler", "pay.vp", "take.thaler", "take.vp", "inn.thaler", "inn.vp", "remove", "place",
	"coal_hauler", "option", "option_none", "option_free", "option_towed", "transport", "supply", "start", "strand", "sell",
	"lock", "lock_free", "warehouse_city", "warehouse_city_any", "warehouse_depot", "warehouse_port", "warehouse_port_any",
	"shift", "repay", "done"}
