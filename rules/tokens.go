package rules

import "ruhr/board"

// The development areas in the order of board.AreaIDs (SAIL-3).
const (
	blackIndustry = iota
	blackCity
	whiteIndustry
	whiteCity
	ruhrortArea
)

// tokenTable turns a seat's development tokens into one number (mixed radix
// over the areas) and that number into what it earns, so that phase 5 is one
// look-up.
type tokenTable struct {
	stride [8]uint16
	codes  int     // how many such numbers there are
	of     *tokens // by number
}

// tokens is what each set of development tokens is good for: two lists rather
// than one of structs, as an index into a list of plain numbers is one address.
type tokens struct {
	earned [lastToken + 1]markers // progress markers whose combination is complete (PROG-1)
	full   [lastToken + 1]uint8   // areas without room, one bit each
}

// lastToken is what an index is cut to. The sets are fewer: at most 5 times 5
// times 5 times 5 times 5, from none to board.MaxArea in each area.
const lastToken = 1<<12 - 1

// room reports whether an area has room for another token (SAIL-3).
func (t *tokenTable) room(tokens uint16, area uint8) bool {
	return t.of.full[tokens&lastToken]>>(area&7)&1 == 0
}

// plus is a set of tokens with one more in an area.
func (t *tokenTable) plus(tokens uint16, area uint8) uint16 { return tokens + t.stride[area&7] }

func (t *tokenTable) fill(b *board.Board) {
	n := uint16(1)
	for a, size := range b.AreaSize {
		t.stride[a] = n
		n *= uint16(size + 1)
	}
	t.codes = int(n)
	t.of = new(tokens)
	for k := range n {
		var has [board.Areas]int
		for a, size := range b.AreaSize {
			has[a] = t.count(b, k, a)
			if has[a] == size {
				t.of.full[k] |= 1 << a
			}
		}
		for p := range b.Progress {
			if complete(&has, &b.Progress[p].Needs) {
				t.of.earned[k] |= 1 << p
			}
		}
	}
}

// complete reports whether tokens cover a combination.
func complete(has, needs *[board.Areas]int) bool {
	for a, want := range needs {
		if has[a] < want {
			return false
		}
	}
	return true
}

// count is the number of tokens in an area.
func (t *tokenTable) count(b *board.Board, tokens uint16, area int) int {
	return int(tokens/t.stride[area]) % (b.AreaSize[area] + 1)
}

// missing is how many tokens a combination still needs.
func (t *tokenTable) missing(b *board.Board, tokens uint16, needs [board.Areas]int) (n int) {
	for a, want := range needs {
		n += max(0, want-t.count(b, tokens, a))
	}
	return n
}
