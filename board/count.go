package board

import (
	"slices"
	"strings"
)

// FaceCount says how many markers have a face, and how many of them a star.
type FaceCount struct {
	Face         string
	Count, Stars int
}

// Faces counts the markers among the facts of a board by their faces, in the order of
// the faces.
func Faces(facts []Fact) (out []FaceCount) {
	at := map[string]int{}
	of := map[string]string{} // faces by marker
	for _, f := range facts {
		if f.Group != "marker" {
			continue
		}
		if f.Field == "face" {
			for _, face := range f.Choices {
				if _, ok := at[face]; !ok {
					at[face] = len(out)
					out = append(out, FaceCount{Face: face})
				}
			}
			of[f.Subject] = f.Value
			out[at[f.Value]].Count++
		} else if f.Value == yesNo[0] {
			out[at[of[f.Subject]]].Stars++
		}
	}
	return out
}

// The groups of the keys of a draft that count faces, while there are too few or too
// many of them for the markers.
const (
	CountedFaces = "face"
	CountedStars = "star"
)

// countFaces says what is wrong with faces that are counted: they are no 20 markers. It
// returns how many keys it knows.
func (f *file) countFaces(changes map[string]string, try func(func())) (known int) {
	var facts []Fact
	for _, x := range f.markerFacts() {
		facts = append(facts, x.Fact)
	}
	sum, good := 0, true
	for _, c := range Faces(facts) {
		count := func(group string, n int) int {
			if v, ok := changes[group+"/"+c.Face]; ok {
				known++
				try(func() {
					good = false
					n = between(group+"/"+c.Face, toNumber(group+"/"+c.Face, strings.TrimSpace(v)), 0, Markers)
					good = true
				})
			}
			return n
		}
		sum += count(CountedFaces, c.Count)
		count(CountedStars, c.Stars)
	}
	if known > 0 && good {
		try(func() {
			if sum != Markers {
				fail("faces", sum, "%d markers in all (§2.3.6)", Markers)
			}
			fail("faces", sum, "stars only where there is a marker")
		})
	}
	return known
}

// face is what a marker shows.
type face struct {
	name string
	star bool
}

// AssignFaces gives the markers among the facts of a board the faces that are counted, and
// returns what changes, by keys. Markers keep their face where they can. It returns false if
// there are not as many faces as markers, or more stars than markers with a face.
func AssignFaces(facts []Fact, counts []FaceCount) (map[string]string, bool) {
	left := map[face]int{}
	sum := 0
	for _, c := range counts {
		if c.Stars < 0 || c.Stars > c.Count {
			return nil, false
		}
		left[face{c.Face, true}], left[face{c.Face, false}] = c.Stars, c.Count-c.Stars
		sum += c.Count
	}
	has, ids := facesOf(facts)
	if sum != len(ids) {
		return nil, false
	}
	out := map[string]string{}
	give := func(id string, to face) {
		left[to]--
		if has[id].name != to.name {
			out["marker/"+id+"/face"] = to.name
		}
		if has[id].star != to.star {
			out["marker/"+id+"/star"] = yesNo[map[bool]int{false: 1}[to.star]]
		}
	}
	for _, flip := range []bool{false, true} { // those whose star changes after those that stay
		ids = slices.DeleteFunc(ids, func(id string) bool {
			to := face{has[id].name, has[id].star != flip}
			stays := left[to] > 0
			if stays {
				give(id, to)
			}
			return stays
		})
	}
	for _, c := range counts {
		for _, star := range []bool{false, true} {
			for left[face{c.Face, star}] > 0 {
				give(ids[0], face{c.Face, star})
				ids = ids[1:]
			}
		}
	}
	return out, true
}

// facesOf returns the faces of the markers among the facts, and their ids in order.
func facesOf(facts []Fact) (has map[string]face, ids []string) {
	has = map[string]face{}
	for _, f := range facts {
		switch {
		case f.Group != "marker":
		case f.Field == "face":
			has[f.Subject] = face{f.Value, false}
			ids = append(ids, f.Subject)
		default:
			has[f.Subject] = face{has[f.Subject].name, f.Value == yesNo[0]}
		}
	}
	return has, ids
}
