package tables

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"ruhr/internal/web/kernel"
)

type digest [sha256.Size]byte

// seen holds the digests of the large or repeated regions a page already has, so
// that they are not sent again: not at all where they are the same, else what has
// changed. It is immutable; nil means none.
type seen struct {
	regions map[string]had
	sum     digest // of all digests
}

// had is a region that a page has.
type had struct {
	digest string
	told   bool // the page got it with a frame, and knows it by its digest
}

// change makes a region of what a page has: the middle is new.
type change struct {
	Base string `json:"base"` // digest of what it has
	From int    `json:"from"` // how much of its beginning stays, in UTF-16 code units
	Rest int    `json:"rest"` // how much of its end stays
	HTML string `json:"html"` // between them
}

// diffed reports whether a region is left out of a frame when unchanged. None of
// them has anything that is new in each frame, as forms' keys are.
func diffed(id string) bool {
	switch id {
	case "words", "odds", "pieces", "strip", "status":
		return true
	}
	name, seat, ok := strings.Cut(id, "-")
	return ok && (name == "seat" || name == "board") && len(seat) == 1 && seat[0] >= '0' && seat[0] < '0'+maxSeats
}

// hasHeader lists the digests of the regions that a page has, as it was told them
// with frames: board-0=DIGEST,words=DIGEST.
const hasHeader = "X-Has"

// seenBy is what the page that sends a request says it has.
func seenBy(r *http.Request) *seen {
	n := &seen{regions: map[string]had{}}
	for part := range strings.SplitSeq(r.Header.Get(hasHeader), ",") {
		if id, sum, ok := strings.Cut(part, "="); ok && diffed(id) && len(sum) == kernel.DigestLength {
			n.regions[id] = had{sum, true}
		}
	}
	return n
}

// digest is equal for pages that have the same, and know it.
func (n *seen) digest() digest {
	if n == nil {
		return digest{}
	}
	return n.sum
}

// note notes the digests of the regions in a frame.
func (f *frame) note() {
	f.Has = map[string]string{}
	for id, html := range f.Regions {
		if diffed(id) {
			f.Has[id] = kernel.DigestOf(html)
		}
	}
}

// with returns what a page has after a frame, which it was told or, where it was
// rendered with the same, was not.
func (n *seen) with(f *frame, told bool) *seen {
	out := &seen{regions: map[string]had{}}
	if n != nil {
		maps.Copy(out.regions, n.regions)
	}
	for id, sum := range f.Has {
		_, whole := f.Regions[id]
		if _, changed := f.Changes[id]; whole || changed {
			out.regions[id] = had{sum, told}
		}
	}
	all := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(out.regions)) {
		fmt.Fprintln(all, id, out.regions[id])
	}
	all.Sum(out.sum[:0])
	return out
}

// strip leaves out of a frame what a page has, or sends the change of it, and
// returns what it has after it.
func (s *Tables) strip(f *frame, n *seen) *seen {
	f.note()
	for id, sum := range f.Has {
		html := f.Regions[id]
		s.regions.Put(sum, html, regionSize+len(html), nil)
		if n == nil {
			continue
		}
		before, known := n.regions[id]
		switch {
		case !known:
		case before.digest == sum:
			delete(f.Regions, id)
		case before.told:
			if old, ok := s.regions.Get(before.digest); ok {
				f.change(id, old, change{Base: before.digest})
			}
		}
	}
	return n.with(f, true)
}

// stripAll does so for frames that follow one another.
func (s *Tables) stripAll(f *frames, sent *seen) *seen {
	for i := range f.Frames {
		sent = s.strip(&f.Frames[i], sent)
	}
	return sent
}

// change replaces a region by its change from an older one where that is shorter.
func (f *frame) change(id, old string, c change) {
	html := f.Regions[id]
	from, rest := 0, 0
	for most := min(len(old), len(html)); from < most && old[from] == html[from]; from++ {
	}
	for from > 0 && from < len(html) && !utf8.RuneStart(html[from]) {
		from--
	}
	for most := min(len(old), len(html)) - from; rest < most && old[len(old)-1-rest] == html[len(html)-1-rest]; rest++ {
	}
	for rest > 0 && !utf8.RuneStart(html[len(html)-rest]) {
		rest--
	}
	const worth = 200 // bytes
	if from+rest < worth {
		return
	}
	c.From, c.Rest, c.HTML = units(html[:from]), units(html[len(html)-rest:]), html[from:len(html)-rest]
	if f.Changes == nil {
		f.Changes = map[string]change{}
	}
	f.Changes[id] = c
	delete(f.Regions, id)
}

// units is the length of a text in UTF-16 code units, as scripts count it.
func units(text string) (n int) {
	for i := range len(text) {
		switch b := text[i]; {
		case b >= 0xf0:
			n += 2
		case utf8.RuneStart(b):
			n++
		}
	}
	return n
}
