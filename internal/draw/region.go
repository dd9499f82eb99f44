package draw

import (
	"cmp"
	"math"
	"slices"

	"ruhr/board"
)

// proper are the territories' historical names: the kind of state small above,
// the name large. Like the names of towns they are not translated.
var proper = [4][2]string{
	board.Broich: {"HERRSCHAFT", "BROICH"},
	board.Werden: {"REICHSABTEI", "WERDEN"},
	board.Essen:  {"REICHSSTIFT", "ESSEN"},
	board.Mark:   {"GRAFSCHAFT", "MARK"},
}

// divide assigns every point of the map to the territory of the nearest river
// space, with smooth borders: owner is the territory, masks how surely a point
// belongs to each.
func (m *draft) divide(way field) {
	m.owner = newField(m.page(), 8, 40)
	for t := range m.masks {
		m.masks[t] = newField(m.page(), 8, 40)
		f := &m.masks[t]
		for k, s := range way.v {
			if int(m.territoryAt(s)) == t {
				f.v[k] = 1
			}
		}
		f.blur(2, 3)
	}
	for k := range m.owner.v {
		best := 0
		for t := range m.masks {
			if m.masks[t].v[k] > m.masks[best].v[k] {
				best = t
			}
		}
		m.owner.v[k] = float64(best)
	}
}

// territoryAt is the territory of the space nearest along the river; Ruhrort
// belongs to its neighbour upriver.
func (m *Map) territoryAt(way float64) board.Territory {
	best := 0
	for i := range m.Spaces {
		if m.b.River[i].Territory != board.NoTerritory && math.Abs(m.Spaces[i].Way-way) < math.Abs(m.Spaces[best].Way-way) {
			best = i
		}
	}
	return m.b.River[best].Territory
}

// regionSize is a way to set a territory's name: size of the name, of the line
// above (0 for none), and whether the arms are above or beside it.
type regionSize struct {
	name, above float64
	beside      bool
}

// spaced is the width of capitals with the letter spacing of map.css.
func spaced(s string, size float64) float64 {
	return textWidth(s, size, false) + float64(len([]rune(s)))*size*0.28
}

// regionBox is the size of a region's name with its arms.
func (m *Map) regionBox(t board.Territory, size int) (whole Box, text Box) {
	sz, words := m.letters.regions[size], proper[t]
	w := spaced(words[1], sz.name)
	if sz.above > 0 {
		w = max(w, spaced(words[0], sz.above))
	}
	h := sz.above*1.25 + sz.name*1.05
	if sz.beside {
		high := max(h, 36*m.small.arms)
		return Box{W: w + 34*m.small.arms, H: high}, Box{34 * m.small.arms, (high - h) / 2, w, h}
	}
	return Box{W: w, H: h + 38*m.small.arms}, Box{0, 38 * m.small.arms, w, h}
}

// regionPlans are the free places for a territory's name and arms, deep in
// its own land; a smaller name costs more.
func (m *draft) regionPlans(t board.Territory, fixed []Box) []plan {
	plans := []plan{}
	f := &m.masks[t]
	for size := range m.letters.regions {
		b, _ := m.regionBox(t, size)
		some := []plan{}
		for y := m.frame.Y + 2; y+b.H < m.frame.Y+m.frame.H; y += 11 {
			for x := m.frame.X + 2; x+b.W < m.frame.X+m.frame.W; x += 15 {
				c := b.move(Point{x, y})
				own := min(f.at(Point{c.X, c.Y}), f.at(Point{c.X + c.W, c.Y}), f.at(Point{c.X, c.Y + c.H}), f.at(Point{c.X + c.W, c.Y + c.H}))
				if !m.free(c, 3, fixed) {
					continue
				}
				p := plan{Site: c, Size: size, cost: 8*float64(size) - 40*own}
				if own < 0.4 {
					p.cost += 200
				}
				some = append(some, p)
			}
		}
		slices.SortStableFunc(some, func(a, b plan) int { return cmp.Compare(a.cost, b.cost) })
		plans = append(plans, some[:min(len(some), 60)]...)
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.cost, b.cost) })
	return plans
}

func (m *Map) applyRegion(t int, p plan) {
	sz, words := m.letters.regions[p.Size], proper[t]
	_, text := m.regionBox(board.Territory(t), p.Size)
	text = text.move(Point{p.Site.X, p.Site.Y})
	r := &m.Regions[t]
	r.Box = p.Site
	r.Arms = Point{text.X + text.W/2, p.Site.Y + 18*m.small.arms}.round()
	if sz.beside {
		r.Arms = Point{p.Site.X + 14*m.small.arms, p.Site.Y + p.Site.H/2}.round()
	}
	mid := math.Round(text.X + text.W/2)
	r.Above = Label{Text: words[0], Size: sz.above, Box: Box{text.X, text.Y, text.W, sz.above * 1.2},
		At: Point{mid, math.Round(text.Y + sz.above)}}
	r.Name = Label{Text: words[1], Size: sz.name, Box: Box{text.X, text.Y + sz.above*1.2, text.W, text.H - sz.above*1.2},
		At: Point{mid, math.Round(text.Y + sz.above*1.25 + sz.name*0.86)}}
}
