package board

import (
	"slices"
	"strconv"
	"strings"
)

// Doubt is a value that is possible, but that the rulebook has otherwise, or that is
// unlikely on a printed board.
type Doubt struct {
	Key       string // of the fact
	Kind      string // one of the kinds below
	Rule      string // the rulebook's section, "" for what is only unlikely
	Want      string // what the rulebook has, as a value of the fact; "" for a range
	Low, High int
}

// The kinds of doubt.
const (
	DoubtValue   = "value"   // the rulebook has Want
	DoubtRange   = "range"   // the rulebook has numbers from Low to High
	DoubtFalling = "falling" // numbers fall from left to right
	DoubtYear    = "year"    // a year is not after the one before
	DoubtDie     = "die"     // our board has Low or High on every storage
	DoubtTokens  = "tokens"  // the Grafschaft Mark needs Low tokens
	DoubtMark    = "mark"    // it lies outside the Mark
	DoubtOrder   = "order"   // a city is not where it is along the river
	DoubtFaces   = "faces"   // no marker is of the kind Want, a face
)

// sections are the facts whose values on the usual board are the rulebook's.
var sections = []struct {
	rule string
	keys []string
}{
	{"4", []string{"track/start/value", "start/thaler/value", "timeline/1/year", "timeline/6/year", "timeline/7/year",
		"timeline/9/year", "timeline/10/year", "timeline/11/year"}},
	{"5.1", []string{"timeline/8/year"}},
	{"6.4", []string{"area/white_city/size"}},
	{"6.5", []string{"progress/lock_building/black_industry", "progress/lock_building/black_city", "progress/lock_building/white_industry",
		"progress/lock_building/white_city", "progress/lock_building/ruhrort"}},
	{"6.6", []string{"city/" + Muelheim + "/prices"}},
}

// ranges are what the rulebook says of numbers.
var ranges = []struct {
	group, rule string
	low, high   int
}{{"export", "6.7", 1, 2}, {"depot", "6.6", 2, 3}, {"city", "6.6", 3, 5}}

// Doubts are what an owner should look at twice on a board, by the order of its facts. The
// usual board's facts say what the rulebook has.
func Doubts(usual, facts []Fact) (out []Doubt) {
	has := map[string]string{}
	for _, f := range usual {
		has[f.Key()] = f.Value
	}
	year := 0
	for _, f := range facts {
		key := f.Key()
		switch n, _ := strconv.Atoi(f.Value); {
		case f.Value != has[key] && ruledBy(&f) != "":
			out = append(out, Doubt{Key: key, Kind: DoubtValue, Rule: ruledBy(&f), Want: has[key]})
		case f.Group == "setup" && n != 0 && n != 3 && n != 4:
			out = append(out, Doubt{Key: key, Kind: DoubtDie, Low: 3, High: 4})
		case f.Field == "prices" || f.Field == "boxes":
			out = append(out, doubtNumbers(&f)...)
		case f.Field == "territory":
			out = append(out, doubtTerritory(&f)...)
		case f.Field == "year" && n <= year:
			out = append(out, Doubt{Key: key, Kind: DoubtYear})
		}
		if f.Field == "year" {
			year, _ = strconv.Atoi(f.Value)
		}
	}
	return slices.Concat(out, doubtTokens(facts), doubtOrder(facts), doubtFaces(facts))
}

// ruledBy is the section of the rulebook that fixes a fact, or "".
func ruledBy(f *Fact) string {
	for _, s := range sections {
		if slices.Contains(s.keys, f.Key()) {
			return s.rule
		}
	}
	if round, _ := strconv.Atoi(f.Subject); f.Field == "returns" && round > 1 && round < Rounds {
		return "6.1"
	}
	return ""
}

func doubtNumbers(f *Fact) (out []Doubt) {
	last := 0
	falls, outside := false, false
	for _, r := range ranges {
		if r.group != f.Group || f.Subject == Muelheim {
			continue
		}
		for word := range strings.FieldsSeq(f.Value) {
			n, _ := strconv.Atoi(word)
			falls, outside = falls || n < last, outside || n < r.low || n > r.high
			last = n
		}
		if outside {
			out = append(out, Doubt{Key: f.Key(), Kind: DoubtRange, Rule: r.rule, Low: r.low, High: r.high})
		}
	}
	if falls {
		out = append(out, Doubt{Key: f.Key(), Kind: DoubtFalling})
	}
	return out
}

// doubtTerritory asks for what §6.6 says of the Mark: its cities lie there, and neither the
// others nor the lock of Horst.
func doubtTerritory(f *Fact) (out []Doubt) {
	mark := TerritoryIDs[Mark]
	switch in := f.Value == mark; {
	case slices.Contains(MarkCities[:], f.Subject) && !in:
		return []Doubt{{Key: f.Key(), Kind: DoubtValue, Rule: "6.6", Want: mark}}
	case in && (slices.Contains(EssenCities[:], f.Subject) || f.Subject == Muelheim || f.Subject == "lock-horst"):
		return []Doubt{{Key: f.Key(), Kind: DoubtMark, Rule: "6.6"}}
	}
	return nil
}

// doubtTokens asks for the four tokens of the Grafschaft Mark.
func doubtTokens(facts []Fact) []Doubt {
	sum, key := 0, ""
	for _, f := range facts {
		if f.Group == "progress" && f.Subject == ProgressIDs[GrafschaftMark] {
			n, _ := strconv.Atoi(f.Value)
			if sum += n; key == "" {
				key = f.Key()
			}
		}
	}
	if sum == 4 {
		return nil
	}
	return []Doubt{{Key: key, Kind: DoubtTokens, Rule: "6.3", Low: 4, High: 4}}
}

func doubtOrder(facts []Fact) (out []Doubt) {
	var cities []string
	for _, id := range order(facts) {
		if slices.Contains(downriver, id) {
			cities = append(cities, id)
		}
	}
	moved := Moved(downriver, cities)
	for _, id := range cities {
		if _, ok := moved[id]; ok {
			out = append(out, Doubt{Key: "river/" + id + "/" + placeField, Kind: DoubtOrder, Rule: "6.5.2"})
		}
	}
	return out
}

// doubtFaces asks for kinds of markers that a board has none of.
func doubtFaces(facts []Fact) (out []Doubt) {
	n := map[string]int{}
	kind := func(face string) string {
		if words := strings.Fields(face); words[0] == "water" {
			return "water " + words[1] + " 0"
		} else if words[0] == "cities" {
			return "cities"
		}
		return face
	}
	counts := Faces(facts)
	for _, c := range counts {
		n[kind(c.Face)] += c.Count
	}
	for _, c := range counts {
		if k := kind(c.Face); k == c.Face && n[k] == 0 {
			out = append(out, Doubt{Key: CountedFaces + "/" + c.Face, Kind: DoubtFaces, Rule: "2.3.6", Want: c.Face})
		}
	}
	return out
}
