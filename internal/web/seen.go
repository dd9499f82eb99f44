package web

import (
	"crypto/sha256"
	"maps"
	"strings"
)

type digest [sha256.Size]byte

// seen holds the digests of the large or repeated regions a page already has, so
// that unchanged ones are not sent again. It is immutable; nil means none.
type seen struct {
	regions map[string]digest
	sum     digest // of all digests
}

// diffed reports whether a region is left out of a frame when unchanged.
func diffed(id string) bool {
	return id == "words" || id == "odds" || id == "pieces" || strings.HasPrefix(id, "seat-") || strings.HasPrefix(id, "board-")
}

// digest is equal for equal contents.
func (n *seen) digest() digest {
	if n == nil {
		return digest{}
	}
	return n.sum
}

// with returns what a page has seen after a frame.
func (n *seen) with(f *frame) *seen {
	out := &seen{regions: map[string]digest{}}
	if n != nil {
		maps.Copy(out.regions, n.regions)
	}
	for id, html := range f.Regions {
		if diffed(id) {
			out.regions[id] = sha256.Sum256([]byte(html))
		}
	}
	all := sha256.New()
	for _, id := range sortedKeys(out.regions) {
		sum := out.regions[id]
		all.Write([]byte(id + "\x00"))
		all.Write(sum[:])
	}
	all.Sum(out.sum[:0])
	return out
}

// dropUnchanged removes regions already seen from a frame and returns what is
// seen after it.
func (n *seen) dropUnchanged(f *frame) *seen {
	after := n.with(f)
	if n != nil {
		maps.DeleteFunc(f.Regions, func(id, _ string) bool {
			before, known := n.regions[id]
			return known && before == after.regions[id]
		})
	}
	return after
}
