package draw

import (
	"cmp"
	"math"
	"slices"

	"ruhr/board"
)

// bank and shore are the distances of a site and of a word from the water.
const (
	bank  = 3.0
	shore = 1.5
	air   = 1.5 // between two things on the map
)

// site is a site around its sign's middle.
func (m *Map) siteOf(i int) Box {
	switch sp := m.b.River[i]; sp.Kind {
	case board.Storage:
		if sp.PilotOnly {
			return Box{-17, -23, 42, 39}.scale(m.small.stage)
		}
		return Box{-17, -15, 34, 31}.scale(m.small.stage)
	case board.Industry:
		return Box{-16, -16, 48, 32}
	case board.City:
		n := float64(len(m.b.Cities[sp.Index].Costs))
		w := max(n*(Slot+1)+1, 86)
		return Box{-w / 2, -22 * m.small.town, w, 38*m.small.town + Slot + 6}
	}
	return Box{}
}

// draft is a map while its places are being found, with the fields that takes.
type draft struct {
	*Map
	water field    // distance to the nearest bank, negative in the river
	owner field    // index of the territory at each place
	masks [4]field // how surely a place is a territory's, from 0 to 1
}

// newDraft surveys the land of a map whose spaces stand.
func newDraft(m *Map) *draft {
	d := &draft{Map: m, water: m.Shape.water()}
	d.divide(m.way())
	return d
}

// settle finds a place on the banks for every site and name, so that nothing
// overlaps (see arrange).
func (m *draft) settle() ([]plan, bool) {
	fixed := m.fixed()
	things := m.things()
	for k := range things {
		switch t := &things[k]; t.kind {
		case aSpace:
			t.plans = m.plansFor(t.at, fixed)
		case aDepot:
			t.plans = m.depotPlans(t.at, fixed)
		case aRegion:
			t.plans = m.regionPlans(board.Territory(t.at), fixed)
		}
	}
	return arrange(things)
}

// things lists what has to be placed.
func (m *Map) things() (list []thing) {
	for i := range m.Spaces {
		if m.named(i) || m.siteOf(i).W > 0 {
			list = append(list, thing{kind: aSpace, at: i})
		}
	}
	for t := range m.Depots {
		list = append(list, thing{kind: aDepot, at: t}, thing{kind: aRegion, at: t})
	}
	return list
}

// named reports whether a space's name is on the map. A lock next to a space
// of the same name has none.
func (m *Map) named(i int) bool {
	r := &m.b.River
	if r[i].Kind != board.Lock {
		return true
	}
	return (i == 0 || r[i-1].Name != r[i].Name) && (i+1 == board.Spaces || r[i+1].Name != r[i].Name)
}

// fixed is what already has its place: panels, and whatever is in the river.
func (m *Map) fixed() []Box {
	boxes := append(slices.Clone(m.Panels), m.Port.Quay...)
	for i, s := range m.b.River {
		switch k := m.c.at(m.Spaces[i].Way); s.Kind {
		case board.Lock:
			n, long := k.normal(), max(2*(k.half+weirOver), lockLong)
			w := max(26, math.Abs(n.X)*long+math.Abs(k.dir.X)*lockWide)
			h := max(26, math.Abs(n.Y)*long+math.Abs(k.dir.Y)*lockWide)
			boxes = append(boxes, around(k.at, w, h))
		case board.Storage:
			boxes = append(boxes, m.bargeBox().move(m.BargeAt(i, 0, 1)))
		default:
			for n := 1; n <= MaxSeats; n++ {
				for b := range n {
					boxes = append(boxes, m.bargeBox().move(m.BargeAt(i, b, n)))
				}
			}
		}
	}
	for _, w := range m.Waiting {
		boxes = append(boxes, m.bargeBox().move(w))
	}
	return boxes
}

// bargeBox is what a barge covers about its place.
func (s *Shape) bargeBox() Box { return Box{-17, -19, 34, 31}.scale(s.small.barge) }

// weirOver is how far a weir reaches into the banks.
const weirOver = 4.0

// A lock, once built, takes so much room across the river and along it; its
// corners may come close to a word.
const (
	lockLong = 28.0
	lockWide = 16.0
)

// free reports whether a box keeps the given distance from the water and
// overlaps nothing fixed.
func (m *draft) free(b Box, off float64, fixed []Box) bool {
	if !b.Inside(m.frame) {
		return false
	}
	for x := b.X; ; x = min(x+4, b.X+b.W) {
		if m.water.at(Point{x, b.Y}) < off || m.water.at(Point{x, b.Y + b.H}) < off {
			return false
		}
		if x == b.X+b.W {
			break
		}
	}
	for y := b.Y; ; y = min(y+4, b.Y+b.H) {
		if m.water.at(Point{b.X, y}) < off || m.water.at(Point{b.X + b.W, y}) < off {
			return false
		}
		if y == b.Y+b.H {
			break
		}
	}
	return !slices.ContainsFunc(fixed, func(f Box) bool { return touch(b, f) })
}

// fan are the directions from a space to its site, in degrees off the normal.
var fan = []float64{0, 18, -18, 36, -36, 54, -54, 72, -72}

// plansFor lists the ways to place a space's site and name, cheapest first.
func (m *draft) plansFor(i int, fixed []Box) []plan {
	k := m.c.at(m.Spaces[i].Way)
	plans := []plan{}
	for _, side := range []Point{k.normal(), k.normal().mul(-1)} {
		for _, turn := range fan {
			dir := side.turn(turn)
			if m.siteOf(i).W == 0 {
				plans = append(plans, m.wordPlans(i, dir, math.Abs(turn), fixed)...)
			} else {
				plans = append(plans, m.sitePlans(i, dir, math.Abs(turn), fixed)...)
			}
		}
	}
	if m.b.River[i].Kind == board.City || m.siteOf(i).W > 0 && len(plans) < 8 {
		plans = append(plans, m.roundAbout(i, fixed)...)
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.cost, b.cost) })
	return plans[:min(len(plans), 700)]
}

// abroad is the cost of having a space's site in another territory.
func (m *draft) abroad(i int, site Box) float64 {
	t := m.b.River[i].Territory
	if t == board.NoTerritory {
		return 0
	}
	return 45 * (1 - m.masks[t].at(site.Center()))
}

// roundAbout looks for room all around a space, even over the water, for
// boards that crowd large things into a narrow bend.
func (m *draft) roundAbout(i int, fixed []Box) []plan {
	const reach = 320
	at, shape := m.Spaces[i].At, m.siteOf(i)
	plans := []plan{}
	for y := -reach; y <= reach; y += 22 {
		for x := -reach; x <= reach; x += 22 {
			mark := at.shift(float64(x), float64(y))
			site := shape.move(mark)
			far := at.dist(site.Center())
			if far > reach || !m.free(site, bank, fixed) {
				continue
			}
			dir := site.Center().sub(at).mul(1 / far)
			plans = append(plans, m.labelled(i, plan{Site: site, Mark: mark, Side: dir, cost: 150 + far*0.7 + m.abroad(i, site)}, fixed)...)
		}
	}
	return plans
}

// sitePlans places a site and its name in one direction from the space.
func (m *draft) sitePlans(i int, dir Point, turn float64, fixed []Box) []plan {
	sp, shape, kind := &m.Spaces[i], m.siteOf(i), m.b.River[i].Kind
	far, pace := 62.0, 3.0
	flips := []bool{false}
	switch kind {
	case board.City:
		far, pace = 126, 5
	case board.Industry:
		flips = []bool{false, true}
	}
	half := m.c.at(sp.Way).half
	plans := []plan{}
	for d, found := half+8, 0; d < far && found < 8; d += pace {
		// the way to the site leads over land
		if d > half+16 && m.water.at(sp.At.add(dir.mul(d-8))) < 0 {
			break
		}
		mark := sp.At.add(dir.mul(d)).round()
		for _, flip := range flips {
			site := shape.move(mark)
			if flip {
				site.X = 2*mark.X - site.X - site.W
			}
			if m.free(site, bank, fixed) {
				found++
				p := plan{Site: site, Mark: mark, Side: dir, Flip: flip, cost: d*0.5 + turn*0.16 + m.abroad(i, site)}
				plans = append(plans, m.labelled(i, p, fixed)...)
			}
		}
	}
	return plans
}

// labelled adds the name to a site: beyond it, as seen from the river, or at
// another edge if there is no room.
func (m *draft) labelled(i int, p plan, fixed []Box) []plan {
	size := m.letters.names[m.b.River[i].Kind]
	w := textWidth(m.b.River[i].Name, size, m.b.River[i].Kind == board.City)
	h := size * 1.16
	s, c := p.Site, p.Site.Center()
	core, off := p.Mark.X, 3.0 // room for a halo
	if m.b.River[i].Kind == board.City {
		off = 1
	}
	places := []struct {
		box Box
		dir Point
	}{
		{Box{core - w/2, s.Y - h - off, w, h}, Point{0, -1}},
		{Box{core - w/2, s.Y + s.H + off, w, h}, Point{0, 1}},
		{Box{s.X - w - 3, c.Y - h/2, w, h}, Point{-1, 0}},
		{Box{s.X + s.W + 3, c.Y - h/2, w, h}, Point{1, 0}},
		{Box{s.X, s.Y - h - off, w, h}, Point{0, -1}},
		{Box{s.X + s.W - w, s.Y - h - off, w, h}, Point{0, -1}},
		{Box{s.X, s.Y + s.H + off, w, h}, Point{0, 1}},
		{Box{s.X + s.W - w, s.Y + s.H + off, w, h}, Point{0, 1}},
	}
	plans := []plan{}
	for k, pl := range places {
		beyondCoins := m.b.River[i].Kind == board.Industry && (k == 2 && p.Flip || k == 3 && !p.Flip)
		if beyondCoins || !m.free(pl.box, shore, fixed) {
			continue
		}
		q := p
		q.Label = pl.box
		q.cost += 5 - 5*(pl.dir.X*p.Side.X+pl.dir.Y*p.Side.Y)
		switch {
		case k >= 4:
			q.cost += 3
		case k >= 2 && m.b.River[i].Kind == board.City:
			q.cost += 20
		}
		plans = append(plans, q)
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.cost, b.cost) })
	return plans[:min(len(plans), 3)]
}

// wordPlans places a name without a site: a lock's, or Ruhrort's.
func (m *draft) wordPlans(i int, dir Point, turn float64, fixed []Box) []plan {
	kind := m.b.River[i].Kind
	size := m.letters.names[kind]
	w, h := textWidth(m.b.River[i].Name, size, kind == board.Harbour), size*1.16
	plans := []plan{}
	for d := m.c.at(m.Spaces[i].Way).half + 6; d < 110 && len(plans) < 4; d += 3 {
		label := around(m.Spaces[i].At.add(dir.mul(d)), w, h)
		if m.free(label, shore, fixed) {
			plans = append(plans, plan{Label: label, Mark: m.Spaces[i].At, Side: dir, cost: d*0.5 + turn*0.16})
		}
	}
	return plans
}

// depotShape is a pit-head with its slots beside it.
func (m *Map) depotShape(t int) Box {
	rows := m.depotRows(t)
	columns := float64((len(m.b.Depots[t].Costs) + rows - 1) / rows)
	high := max(48*m.small.pit, float64(rows)*(Slot+gap)+2)
	return Box{-22 * m.small.pit, -high / 2, 46*m.small.pit + columns*(Slot+gap), high}
}

// depotRows is the number of rows of a depot's slots: one if the land consists
// of low strips between the river's reaches.
func (m *Map) depotRows(t int) int {
	if m.small.pit < 0.7 && len(m.b.Depots[t].Costs) <= 4 {
		return 1
	}
	return 2
}

// depotPlans looks for sites in the hinterland of a territory: away from the
// river, but not too far.
func (m *draft) depotPlans(t int, fixed []Box) []plan {
	shape := m.depotShape(t)
	plans := []plan{}
	for y := m.frame.Y; y < m.frame.Y+m.frame.H; y += 10 {
		for x := m.frame.X; x < m.frame.X+m.frame.W; x += 12 {
			mark := Point{x, y}.round()
			site := shape.move(mark)
			far := m.water.at(site.Center())
			if !m.free(site, 6, fixed) {
				continue
			}
			inland := 0.0
			if m.owner.near(mark) != float64(t) {
				inland = 200 // only if its own land is full
			}
			for _, c := range []Point{{site.X, site.Y}, {site.X + site.W, site.Y}, {site.X, site.Y + site.H}, {site.X + site.W, site.Y + site.H}} {
				if m.owner.near(c) != float64(t) {
					inland += 60
				}
			}
			plans = append(plans, plan{Site: site, Mark: mark, cost: 20 + math.Abs(far-62)*0.4 + inland})
		}
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.cost, b.cost) })
	return plans[:min(len(plans), 400)]
}

// applyAll writes the chosen plans into the layout.
func (m *Map) applyAll(picks []plan) {
	for k, t := range m.things() {
		m.apply(t, picks[k])
	}
}

// apply writes a chosen plan into the layout.
func (m *Map) apply(t thing, p plan) {
	switch t.kind {
	case aDepot:
		m.applyDepot(t.at, p)
		return
	case aRegion:
		m.applyRegion(t.at, p)
		return
	}
	sp, s := &m.Spaces[t.at], m.b.River[t.at]
	sp.Site, sp.Side, sp.Mark = p.Site, p.Side, p.Mark
	if p.Site.W > 0 {
		sp.Touch = p.Site
	}
	if p.Label.W > 0 {
		size := m.letters.names[s.Kind]
		sp.Label = Label{Text: s.Name, Size: size, Box: p.Label,
			At: Point{math.Round(p.Label.X + p.Label.W/2), math.Round(p.Label.Y + p.Label.H - size*0.26)}}
	}
	switch s.Kind {
	case board.Storage:
		sp.Die = sp.Mark
	case board.Industry:
		x := 23.0
		if p.Flip {
			x = -x
		}
		sp.Coins = [2]Point{sp.Mark.shift(x, -8), sp.Mark.shift(x, 8)}
	case board.City:
		sp.Coins = [2]Point{sp.Mark.shift(34, -7), sp.Mark.shift(34, 8)}
		if m.small.town < 1 { // lower than two of them
			sp.Coins = [2]Point{sp.Mark.shift(19, 0), sp.Mark.shift(35, 0)}
		}
		costs := m.b.Cities[s.Index].Costs
		for k := range costs {
			x := (float64(k) - float64(len(costs)-1)/2) * (Slot + 1)
			sp.Slots = append(sp.Slots, sp.Mark.shift(x, math.Floor(16*m.small.town)+Slot/2+6))
		}
	case board.Harbour:
		sp.Coins = [2]Point{sp.At.shift(-9, 24), sp.At.shift(9, 24)}
	}
}

func (m *Map) applyDepot(t int, p plan) {
	d := &m.Depots[t]
	d.Site, d.Mark = p.Site, p.Mark
	n := len(m.b.Depots[t].Costs)
	rows := m.depotRows(t)
	columns := (n + rows - 1) / rows
	for k := range n {
		d.Slots = append(d.Slots, p.Mark.shift(22*m.small.pit+(Slot+gap)*(float64(k%columns)+0.5), (Slot+gap)*(float64(k/columns)-float64(rows-1)/2)))
	}
}
