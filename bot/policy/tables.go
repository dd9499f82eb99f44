package policy

import (
	"ruhr/board"
	"ruhr/rules"
)

// Tables are computed from the board once for each game and never change.
type Tables struct {
	G *rules.Game
	// helps is the set of progress markers that a token in an area brings
	// nearer, by set of tokens; lacking how many tokens each still needs.
	helps   [][board.Areas]uint16
	lacking [][16]uint8
	// firstSell is the first selling space downriver of a storage.
	firstSell [board.Storages]int
	groupOf   [board.Cities]int // 0 Essen, 1 Mark, 2 Mülheim
	// purchases are the actions of phase 6 and the inn, from the first lock on.
	purchases [64]purchase
}

// NewTables computes the tables of a game.
func NewTables(g *rules.Game) *Tables {
	l := &Tables{G: g}
	l.helps = make([][board.Areas]uint16, g.TokenCodes())
	l.lacking = make([][16]uint8, g.TokenCodes())
	for code := range l.helps {
		for kind := range board.Kinds {
			l.lacking[code][kind] = uint8(g.Lacking(code, kind))
		}
	}
	for code := range l.helps {
		for area := range board.Areas {
			more := l.lacking[g.AddToken(code, area)]
			for kind := range board.Kinds {
				if more[kind] < l.lacking[code][kind] {
					l.helps[code][area] |= 1 << kind
				}
			}
		}
	}
	for k := range board.Storages {
		for l.firstSell[k] = 0; g.SellIndex(l.firstSell[k]) < g.StorageIndex(k); {
			l.firstSell[k]++
		}
	}
	for c := range l.groupOf {
		l.groupOf[c] = groupOf(g.Board(), c)
	}
	for a := rules.ALock; a < rules.AOption; a++ {
		l.purchases[a-rules.ALock] = newPurchase(g, a)
	}
	return l
}

// groupOf says which group of cities a city belongs to (§6.6).
func groupOf(b *board.Board, city int) int {
	id := b.River[b.At.City[city]].ID
	for group, ids := range [2][3]string{board.EssenCities, board.MarkCities} {
		for _, want := range ids {
			if id == want {
				return group
			}
		}
	}
	return 2
}

// colour is 1 for a storage inside the Mark, whose die is white, otherwise 0.
func (l *Tables) colour(storage int) int { return int(l.G.White() >> (storage & 15) & 1) }

const (
	Rounds  = board.Rounds
	ruhrort = board.Sells - 1
)
