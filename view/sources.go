package view

import "ruhr/rules"

// SourceIDs are where victory points of the game itself come from, as the score
// sheet lists them; view.source.<id> in the catalogue.
var SourceIDs = [...]string{"locks", "cities", "depots", "port", "export", "inn", "events", "towed", "early"}

// SourceRules are the rules that give them.
var SourceRules = [len(SourceIDs)]rules.Rule{rules.BUY2, rules.BUY4, rules.BUY5, rules.BUY6, rules.EXP1, rules.BUY11, rules.EVENT3, rules.START12, rules.DEBT4}

const (
	fromLocks = iota
	fromCities
	fromDepots
	fromPort
	fromExport
	fromInn
	fromEvents
	fromTowing
	fromEarly
)

// change is a change of a seat's VP and its source, an index into SourceIDs.
type change struct{ seat, source, vp int }

// scored are the changes of VP among facts.
func scored(facts []rules.Fact) (out []change) {
	built := fromCities
	for _, f := range facts {
		switch f.Kind {
		case rules.FWarehouse:
			built = warehouseSource(f)
		case rules.FVP:
			out = append(out, change{int(f.Seat), sourceOf(f.Rule, built), int(f.A)})
		}
	}
	return out
}

// SourcesOf sums up where a seat's VP among facts come from.
func SourcesOf(facts []rules.Fact, seat int) (out [len(SourceIDs)]int) {
	for _, s := range scored(facts) {
		if s.seat == seat {
			out[s.source] += s.vp
		}
	}
	return out
}

// warehouseSource is the source that a warehouse's points count for.
func warehouseSource(f rules.Fact) int {
	switch {
	case f.C == 1:
		return fromPort
	case rules.With(f.A) == rules.WithDepot:
		return fromDepots
	}
	return fromCities
}

// sourceOf is the source of points given by a rule; built is that of the
// warehouse just built, which the marker Warehouse may put anywhere (BUY-8).
func sourceOf(rule rules.Rule, built int) int {
	switch rule {
	case rules.BUY2:
		return fromLocks
	case rules.EXP1:
		return fromExport
	case rules.BUY11:
		return fromInn
	case rules.START12:
		return fromTowing
	case rules.DEBT4:
		return fromEarly
	case rules.BUY4, rules.BUY5, rules.BUY6, rules.BUY8:
		return built
	}
	return fromEvents
}

// Sources sums up by seat where its VP come from; their sum is the VP of the game
// itself.
func (h *History) Sources() [][len(SourceIDs)]int {
	out := make([][len(SourceIDs)]int, h.Rules.Seats())
	for _, step := range h.Steps {
		for _, s := range scored(step.Facts) {
			out[s.seat][s.source] += s.vp
		}
	}
	return out
}
