package board

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Fact is one value of a board file that the rulebook does not give: a name, a
// price, a face. It is shown and corrected as text.
type Fact struct {
	Group, Subject, Field string // river, city-witten, name
	Value                 string
	Choices               []string // the possible values; nil for free text and numbers
}

// Key names a fact: its group, subject and field.
func (f *Fact) Key() string { return f.Group + "/" + f.Subject + "/" + f.Field }

// Confirmed is the key under which Correct takes the groups and subjects that
// an owner has confirmed, separated by spaces.
const Confirmed = "confirmed"

// fact is a Fact with the function that changes it in its file.
type fact struct {
	Fact
	set func(string)
}

// Facts are all facts of a board file that are not from the rulebook, in the
// file's order. The file must be one that Load accepts.
func Facts(data []byte) ([]Fact, error) {
	var out []Fact
	err := withFile(data, func(f *file) {
		for _, x := range f.facts() {
			out = append(out, x.Fact)
		}
	})
	return out, err
}

// ConfirmedIn are the groups and subjects that the owner of a board file has
// confirmed.
func ConfirmedIn(data []byte) (out []string, err error) {
	err = withFile(data, func(f *file) { out = f.Confirmed })
	return out, err
}

// Correct returns a board file with facts changed, by their keys. An invalid
// value returns an *Error with the fact's key as its field. Whether the whole
// file is a valid board is for Load to check.
func Correct(data []byte, changes map[string]string) ([]byte, error) {
	out, faults, err := apply(data, changes)
	if err == nil && len(faults) > 0 {
		err = faults[0]
	}
	return out, err
}

// apply changes facts of a board file. What is wrong with a value is listed, and the
// fact stays as it is.
func apply(data []byte, changes map[string]string) (out []byte, faults []*Error, err error) {
	err = withFile(data, func(f *file) {
		try := func(change func()) {
			if fault := caught(change); fault != nil {
				faults = append(faults, fault)
			}
		}
		left := len(changes)
		f.places = map[string]int{}
		for _, x := range f.facts() {
			if value, ok := changes[x.Key()]; ok {
				left--
				try(func() { x.change(value) })
			}
		}
		if list, ok := changes[Confirmed]; ok {
			left--
			f.Confirmed = strings.Fields(list)
		}
		left -= f.countFaces(changes, try)
		if left > 0 {
			try(func() { fail("corrections", left, "only facts that a board file has") })
		}
		f.reorder(try)
		out, _ = json.MarshalIndent(f, "", " ") // texts, numbers and lists only
	})
	return append(out, '\n'), faults, err
}

// change gives a fact another value.
func (x *fact) change(value string) {
	value = strings.TrimSpace(value)
	if x.Group == "marker" && x.Field == "face" {
		value = inRiverOrder(value)
	}
	if x.Choices != nil && !slices.Contains(x.Choices, value) {
		fail(x.Key(), value, "one of %s", strings.Join(x.Choices, ", "))
	}
	x.set(value)
}

// Difference is a fact that differs between two boards.
type Difference struct {
	Fact         // of the first
	Other string // its value on the second
}

// Differences are the facts in which a second board file differs from the
// first. It returns an error if they differ in anything else, such as ids.
func Differences(a, b []byte) ([]Difference, error) {
	first, err := Facts(a)
	if err != nil {
		return nil, err
	}
	second, err := Facts(b)
	if err != nil {
		return nil, err
	}
	other := map[string]string{}
	for _, f := range second {
		other[f.Key()] = f.Value
	}
	var out []Difference
	changes := map[string]string{}
	moved := Moved(order(first), order(second))
	for _, f := range first {
		if f.Field == placeField {
			if place, ok := moved[f.Subject]; ok {
				out = append(out, Difference{f, strconv.Itoa(place)})
				changes[f.Key()] = strconv.Itoa(place)
			}
			continue
		}
		value, ok := other[f.Key()]
		if ok && value != f.Value {
			out = append(out, Difference{f, value})
			changes[f.Key()] = value
		}
	}
	return out, sameRest(a, b, changes)
}

// ErrElsewhere is the error of boards that differ in more than facts.
var ErrElsewhere = errors.New("the boards differ in ids, or in what the rulebook says")

// sameRest checks that the changes turn one file into the other, apart from
// ids, versions, sources and confirmations.
func sameRest(a, b []byte, changes map[string]string) error {
	changed, err := Correct(a, changes)
	if err != nil {
		return err
	}
	var x, y []byte
	bare := func(to *[]byte) func(*file) {
		return func(f *file) {
			f.ID, f.Version, f.Src, f.Confirmed = "", 0, nil, nil
			for i := range f.Markers {
				slices.Sort(f.Markers[i].Cities) // they have no order
			}
			*to, _ = json.Marshal(f)
		}
	}
	if err := errors.Join(withFile(changed, bare(&x)), withFile(b, bare(&y))); err != nil {
		return err
	}
	if string(x) != string(y) {
		return ErrElsewhere
	}
	return nil
}

// withFile decodes a file and passes it to a function; a failed check becomes
// the error.
func withFile(data []byte, use func(*file)) (err error) {
	if len(data) > MaxFile {
		return TooLarge(len(data), MaxFile)
	}
	var f file
	if err := json.Unmarshal(WithoutMark(data), &f); err != nil {
		return jsonError(err)
	}
	if fault := caught(func() { use(&f) }); fault != nil {
		return fault
	}
	return nil
}

// facts are all facts of a file.
func (f *file) facts() []fact {
	return slices.Concat(f.riverFacts(), f.yearFacts(), f.trackFacts(), f.priceFacts(), f.progressFacts(), f.markerFacts(), f.setupFacts())
}

func textFact(group, subject, field string, at *string, choices ...string) fact {
	return fact{Fact{group, subject, field, *at, choices}, func(s string) { *at = s }}
}

func numberFact(group, subject, field string, at *int, choices ...string) fact {
	x := fact{Fact: Fact{group, subject, field, strconv.Itoa(*at), choices}}
	x.set = func(s string) { *at = toNumber(x.Key(), s) }
	return x
}

func toNumber(key, s string) int {
	const most = 999_999_999 // more than anything on a board: the loader says what would be possible
	n, err := strconv.Atoi(s)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		fail(key, s, "a number")
	}
	return max(-most, min(n, most))
}

// numbersFact is a list of numbers.
func numbersFact(group, subject, field string, list []int, set func([]int)) fact {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	x := fact{Fact: Fact{group, subject, field, strings.Join(words, " "), nil}}
	x.set = func(s string) {
		// A hyphen is a minus before the first number and after another separator.
		between := regexp.MustCompile(`\b-|[\s,;/|.·–]+`)
		var out []int
		for _, word := range between.Split(s, -1) {
			if word != "" {
				out = append(out, toNumber(x.Key(), word))
			}
		}
		set(out)
	}
	return x
}

// The two values of a fact that is true or false.
var yesNo = []string{"yes", "no"}

func flagFact(group, subject, field string, at *bool) fact {
	value := yesNo[1]
	if *at {
		value = yesNo[0]
	}
	return fact{Fact{group, subject, field, value, yesNo}, func(s string) { *at = s == yesNo[0] }}
}

func (f *file) riverFacts() (out []fact) {
	for i := range f.River {
		s := &f.River[i]
		place := i + 1
		order := numberFact("river", s.ID, placeField, &place)
		order.set = func(v string) { f.places[s.ID] = toNumber(order.Key(), v) }
		out = append(out, order, textFact("river", s.ID, "name", &s.Name))
		if s.Territory != nil {
			out = append(out, textFact("river", s.ID, "territory", s.Territory, TerritoryIDs[:]...))
		}
		switch s.Kind {
		case KindIDs[Storage]:
			out = append(out, flagFact("river", s.ID, "pilotOnly", &s.PilotOnly))
		case KindIDs[Industry]:
			out = append(out, textFact("river", s.ID, "industry", &s.Industry, TradeIDs[:]...))
		}
	}
	return out
}

// reorder moves the spaces that were given a place, counted from 1; the others
// keep their order.
func (f *file) reorder(try func(func())) {
	if len(f.places) == 0 {
		return
	}
	rest := slices.Clone(f.River)
	moved := rest[:0:0]
	for _, s := range f.River {
		place, ok := f.places[s.ID]
		if ok {
			try(func() {
				ok = false
				between("river/"+s.ID+"/"+placeField, place, 1, len(f.River))
				ok = true
			})
		}
		if ok {
			moved = append(moved, s)
			rest = slices.DeleteFunc(rest, func(o riverSpace) bool { return o.ID == s.ID })
		}
	}
	slices.SortStableFunc(moved, func(a, b riverSpace) int { return f.places[a.ID] - f.places[b.ID] })
	for _, s := range moved {
		rest = slices.Insert(rest, min(f.places[s.ID]-1, len(rest)), s)
	}
	f.River = rest
}

func (f *file) yearFacts() (out []fact) {
	for i := range f.Timeline {
		y := &f.Timeline[i]
		round := strconv.Itoa(y.Round)
		out = append(out, numberFact("timeline", round, "year", &y.Year), textFact("timeline", round, "returns", &y.Returns, TerritoryIDs[:]...))
	}
	return out
}

func (f *file) trackFacts() (out []fact) {
	for i := range f.Tracks {
		t := &f.Tracks[i]
		out = append(out, numberFact("track", t.ID, "above", &t.Above), numberFact("track", t.ID, "below", &t.Below))
	}
	return append(out, numberFact("track", "start", "value", &f.TrackStart.Value),
		numbersFact("export", "scale", "boxes", f.Export, func(list []int) { f.Export = list }))
}

func (f *file) priceFacts() (out []fact) {
	for _, id := range f.Port.Columns {
		n := f.CountryMarkers[id]
		x := numberFact("country", id, "count", &n)
		x.set = func(s string) { f.CountryMarkers[id] = toNumber(x.Key(), s) }
		out = append(out, x)
	}
	for _, s := range f.River {
		if costs, ok := f.Cities[s.ID]; ok {
			out = append(out, numbersFact("city", s.ID, "prices", costs, func(list []int) { f.Cities[s.ID] = list }))
		}
	}
	for i := range f.Depots {
		d := &f.Depots[i]
		out = append(out, numbersFact("depot", d.Territory, "prices", d.Costs, func(list []int) { d.Costs = list }))
	}
	return out
}

func (f *file) progressFacts() (out []fact) {
	for _, area := range AreaIDs {
		size := f.Areas[area]
		x := numberFact("area", area, "size", &size)
		x.set = func(s string) { f.Areas[area] = toNumber(x.Key(), s) }
		out = append(out, x)
	}
	for i := range f.Progress {
		p := &f.Progress[i]
		for _, area := range AreaIDs {
			out = append(out, inMap("progress", p.ID, area, p.Needs, area))
		}
	}
	return out
}

// inMap is a number kept in a map, where 0 means no entry.
func inMap(group, subject, field string, m map[string]int, key string) fact {
	x := fact{Fact: Fact{group, subject, field, strconv.Itoa(m[key]), nil}}
	x.set = func(s string) {
		if n := toNumber(x.Key(), s); n != 0 {
			m[key] = n
		} else {
			delete(m, key)
		}
	}
	return x
}

func (f *file) setupFacts() (out []fact) {
	for seats := 4; seats >= 2; seats-- {
		n := strconv.Itoa(seats)
		for _, s := range f.River {
			if s.Kind == KindIDs[Storage] && f.Setup[n] != nil {
				out = append(out, inMap("setup", s.ID, n, f.Setup[n], s.ID))
			}
		}
	}
	return append(out, numberFact("start", "thaler", "value", &f.StartingThaler))
}
