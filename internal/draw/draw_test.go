package draw

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
)

func defaultBoard(t testing.TB) *board.Board {
	t.Helper()
	b := board.Default()
	own := *b // the default board is shared
	return &own
}

// withoutDigest is a board that is laid out again: the layouts that come with
// the program are for the board with that digest.
func withoutDigest(b *board.Board) *board.Board {
	c := *b
	c.SHA256 = ""
	return &c
}

// reordered is the board with the spaces of its river in another order,
// Ruhrort still last. Territories either stay in one piece each, as on any
// sensible map, or go with their spaces.
func reordered(b *board.Board, seed int64) *board.Board {
	c := *withoutDigest(b)
	r := rand.New(rand.NewSource(seed))
	r.Shuffle(board.Spaces-1, func(i, j int) { c.River[i], c.River[j] = c.River[j], c.River[i] })
	if seed%2 == 0 {
		for i := range board.Spaces - 1 {
			c.River[i].Territory = board.Mark - board.Territory(i*4/(board.Spaces-1))
		}
	}
	var n [5]int
	sells := 0
	for i := range c.River {
		s := &c.River[i]
		s.Index, s.Sell = n[s.Kind], -1
		n[s.Kind]++
		switch s.Kind {
		case board.Storage:
			c.At.Storage[s.Index] = i
		case board.Lock:
			c.At.Lock[s.Index] = i
		case board.City:
			c.At.City[s.Index] = i
			c.Cities[s.Index].Costs = []int{2, 3, 4, 5}
		}
		if s.Kind >= board.City {
			s.Sell = sells
			c.At.Sell[sells] = i
			sells++
		}
	}
	return &c
}

// largest is the board with everything that is data at its stated maximum.
func largest(b *board.Board) *board.Board {
	c := *withoutDigest(b)
	for t := range c.Depots {
		c.Depots[t].Costs = make([]int, board.MaxDepotSlots)
	}
	for k := range c.Cities {
		c.Cities[k].Costs = make([]int, board.MaxCitySlots)
	}
	c.Export = make([]int, board.MaxExport)
	c.Port.Rows = board.MaxPortRows
	c.Port.Bonus = make([]int, board.MaxPortRows)
	c.Tracks[0].Above, c.Tracks[0].Below = 3, board.MaxTrackBoxes-4
	return &c
}

// sample is a map that is laid out when a test first needs it.
type sample struct {
	name string
	draw func() *Map
}

// samples are the maps of the default board and of boards without a prepared
// layout, in every shape.
var samples = func() (list []sample) {
	add := func(s *Shape, name string, change func(*board.Board) *board.Board) {
		list = append(list, sample{s.Name + " " + name, sync.OnceValue(func() *Map {
			b := board.Default()
			return New(change(b), s)
		})})
	}
	for _, s := range Shapes {
		orders := int64(2)
		if s == Wide() {
			orders = 10
		}
		add(s, "default", func(b *board.Board) *board.Board { return b })
		for seed := range orders {
			add(s, fmt.Sprint("order ", seed), func(b *board.Board) *board.Board { return reordered(b, seed) })
		}
		add(s, "largest", largest)
	}
	return list
}()

// drawn is the sample with a name.
func drawn(t *testing.T, name string) *Map {
	t.Helper()
	i := slices.IndexFunc(samples, func(s sample) bool { return s.name == name })
	require.Must(t, i >= 0, "no sample %q", name)
	return samples[i].draw()
}

// On every map everything has its place: nothing covers anything else or the
// water, all text can be read, and the file is small.
func TestMaps(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			m := s.draw()
			t.Run("nothing covers anything", func(t *testing.T) { nothingCovered(t, m) })
			t.Run("the river stays clear", func(t *testing.T) { riverClear(t, m) })
			t.Run("every place exists", func(t *testing.T) { everyPlace(t, m) })
			t.Run("spaces follow the river", func(t *testing.T) { spacesInOrder(t, m) })
			t.Run("panels are in order", func(t *testing.T) { panelsInOrder(t, m) })
			t.Run("the water is drawn", func(t *testing.T) { waterDrawn(t, m) })
			t.Run("banks are in order", func(t *testing.T) { banksInOrder(t, m) })
			picture := m.Picture("auto", sameWord)
			t.Run("letters are large", func(t *testing.T) { lettersLarge(t, m, picture) })
			t.Run("the file is small", func(t *testing.T) { fileSmall(t, picture) })
		})
	}
}

// boxes are all places that must not overlap, by name.
func boxes(m *Map) (names []string, list []Box) {
	add := func(name string, b Box) {
		if b.W > 0 {
			names, list = append(names, name), append(list, b)
		}
	}
	for i, p := range m.Panels {
		add(fmt.Sprint("panel ", i), p)
	}
	for i, q := range m.Port.Quay {
		add(fmt.Sprint("quay ", i), q)
	}
	for i, s := range m.Spaces {
		add("site of "+m.b.River[i].ID, s.Site)
		add("name of "+m.b.River[i].ID, s.Label.Box)
	}
	for k := range m.Depots {
		add("depot "+board.TerritoryIDs[k], m.Depots[k].Site)
		add("arms of "+board.TerritoryIDs[k], m.Regions[k].Box)
	}
	return names, list
}

func nothingCovered(t *testing.T, m *Map) {
	names, list := boxes(m)
	for i := range list {
		for j := range i {
			require.True(t, !list[i].Overlaps(list[j]), "%s %v covers %s %v", names[i], list[i], names[j], list[j])
		}
		require.True(t, list[i].Inside(m.page()), "%s %v reaches out of the picture", names[i], list[i])
	}
}

// Barges, markers and locks are in the river; no name may lie under them, and
// no panel or site on the water.
func riverClear(t *testing.T, m *Map) {
	b, water := m.b, m.water()
	names, list := boxes(m)
	for i := range list {
		for x := list[i].X; x <= list[i].X+list[i].W; x += 2 {
			for y := list[i].Y; y <= list[i].Y+list[i].H; y += 2 {
				if names[i] != "panel 0" && water.at(Point{x, y}) < 0 {
					t.Fatalf("%s %v lies on the water at %g,%g", names[i], list[i], x, y)
				}
			}
		}
	}
	for i, s := range b.River {
		pieces := []Box{around(m.Spaces[i].At, 24, 24)}
		for n := 1; n <= MaxSeats && s.Kind != board.Lock; n++ {
			for k := range n {
				if s.Kind != board.Storage || n == 1 {
					pieces = append(pieces, m.bargeBox().move(m.BargeAt(i, k, n)))
				}
			}
		}
		for j, l := range list {
			if strings.HasPrefix(names[j], "name") && slices.ContainsFunc(pieces, l.Overlaps) {
				t.Errorf("a piece at %s covers the %s", s.ID, names[j])
			}
		}
	}
}

// Text is never smaller than its shape allows: a unit is a pixel on the
// windows it is made for, but up to a twelfth less on the smallest of them.
func lettersLarge(t *testing.T, m *Map, picture []byte) {
	least := 12.0
	if m.Name == Wide().Name {
		least = 11.5
	}
	sizes := regexp.MustCompile(`font-size[:=]"?([\d.]+)`).FindAllSubmatch(picture, -1)
	require.True(t, len(sizes) != 0, "no text has a size")
	for _, x := range sizes {
		if size, err := strconv.ParseFloat(string(x[1]), 64); err != nil || size < least {
			t.Errorf("letters of %s units, want at least %g", x[1], least)
		}
	}
}

func everyPlace(t *testing.T, m *Map) {
	b := m.b
	for i, s := range b.River {
		sp := m.Spaces[i]
		if s.Kind != board.Lock && sp.Label.Text != s.Name {
			t.Errorf("%s is labelled %q, want its name %q", s.ID, sp.Label.Text, s.Name)
		}
		if s.Kind == board.Storage && !around(sp.Die, dieSize, dieSize).Inside(sp.Site) {
			t.Errorf("the die of %s lies off its stage", s.ID)
		}
		if s.Kind == board.City {
			require.Equal(t, len(sp.Slots), len(b.Cities[s.Index].Costs), "slots of %s", s.ID)
			for _, p := range sp.Slots {
				require.True(t, around(p, Slot, Slot).Inside(sp.Site), "a slot of %s at %v lies off its site %v", s.ID, p, sp.Site)
			}
		}
		if s.Kind == board.City || s.Kind == board.Industry {
			for _, p := range sp.Coins {
				require.True(t, around(p, 15, 15).Inside(sp.Site.Grow(1)), "a Thaler of %s at %v lies off its site %v", s.ID, p, sp.Site)
			}
		}
	}
	for k, d := range m.Depots {
		require.Equal(t, len(d.Slots), len(b.Depots[k].Costs), "slots of %s", b.Depots[k].ID)
		for _, p := range d.Slots {
			require.True(t, around(p, Slot, Slot).Inside(d.Site), "a slot of %s lies off its site", b.Depots[k].ID)
		}
	}
	inPanel(t, m)
}

// inPanel checks the places on the panels.
func inPanel(t *testing.T, m *Map) {
	t.Helper()
	check := func(what string, p Point, size float64, b Box) {
		t.Helper()
		require.True(t, around(p, size, size).Inside(b), "%s at %v lies off its panel %v", what, p, b)
	}
	for _, p := range m.Export {
		check("an export box", p, Slot, m.Port.Box)
	}
	for c, col := range m.Port.Slots {
		require.Equal(t, len(col), m.b.Port.Rows, "slots of port column %d", c)
		for _, p := range col {
			check("a port slot", p, Slot, m.Port.Box)
		}
	}
	for _, st := range m.Track {
		for _, col := range st.Columns {
			for _, p := range col {
				check("a track box", p, Slot, m.Panels[2])
			}
		}
	}
	for i, c := range m.Timeline {
		check("a country marker", c.Country, 22, c.Box)
		for _, p := range c.Houses {
			check(fmt.Sprint("a house of round ", i+1), p, 11, c.Box)
		}
	}
	for _, o := range m.Options {
		for _, p := range o.Seats {
			check("a seat's disc", p, 14, o.Box)
		}
	}
}

func spacesInOrder(t *testing.T, m *Map) {
	b, water := m.b, m.water()
	for i := 1; i < board.Spaces; i++ {
		gap := m.Spaces[i].Way - m.Spaces[i-1].Way
		if gap < 40 || gap > 112 {
			t.Errorf("%g units from %s to %s, want 40 to 112", gap, b.River[i-1].ID, b.River[i].ID)
		}
		if d := m.Spaces[i].At.dist(m.Spaces[i-1].At); d < 36 {
			t.Errorf("%s lies %g units from %s, too close", b.River[i].ID, d, b.River[i-1].ID)
		}
	}
	for i, s := range m.Spaces {
		if water.at(s.At) > -5 {
			t.Errorf("%s lies off the stream", b.River[i].ID)
		}
	}
	last, first := m.Spaces[board.Spaces-1].At, m.Spaces[0].At
	across := last.X < 0.2*m.Width && first.X > 0.75*m.Width
	if down := last.Y > 0.85*m.Height && first.Y < 0.35*m.Height; !across && !(m.rhine.below && down) {
		t.Errorf("the river runs from %v to %v, want from the right to Ruhrort at the left, or down the page", first, last)
	}
}

// ORDER-3: the barge that came first lies farthest downriver.
func TestBargesLieInOrder(t *testing.T) {
	m := drawn(t, "wide default")
	along := func(p Point) float64 {
		best, way := 1e9, 0.0
		for _, k := range m.c.knots {
			if d := p.dist(k.at); d < best {
				best, way = d, k.s
			}
		}
		return way
	}
	for _, at := range m.b.At.Sell {
		for n := 2; n <= MaxSeats; n++ {
			for k := 1; k < n; k++ {
				if ahead, behind := along(m.BargeAt(at, k-1, n)), along(m.BargeAt(at, k, n)); ahead <= behind+12 {
					t.Errorf("at %s barge %d of %d lies at %g, not well upriver of %g", m.b.River[at].ID, k, n, behind, ahead)
				}
			}
		}
	}
}

func sameWord(key string) string { return key }

func wellFormed(t *testing.T, svg string) (ids map[string]int) {
	t.Helper()
	ids = map[string]int{}
	d := xml.NewDecoder(strings.NewReader("<svg>" + svg + "</svg>"))
	var refs []string
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.ErrorIs(t, err, nil, "not well-formed")
		el, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range el.Attr {
			switch a.Name.Local {
			case "id":
				ids[a.Value]++
			case "href":
				refs = append(refs, strings.TrimPrefix(a.Value, "#"))
			case "style", "fill", "stroke":
				t.Errorf("<%s %s=%q>: looks belong to map.css", el.Name.Local, a.Name.Local, a.Value)
			case "transform", "d", "x", "y", "cx", "cy":
				require.True(t, !strings.Contains(a.Value, "NaN") && !strings.Contains(a.Value, "Inf"), "<%s %s=%q>", el.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
	for id, n := range ids {
		require.True(t, n <= 1, "id %q stands %d times", id, n)
	}
	for _, r := range refs {
		require.True(t, ids[r] != 0, "#%s is used and nowhere defined", r)
	}
	return ids
}

func TestPicture(t *testing.T) {
	b := defaultBoard(t)
	b.River[0].Name = `N<a>&"b"` // names are data: they must be escaped
	asked := map[string]bool{}
	m := New(b, Wide())
	svg := string(m.Picture("auto", func(key string) string { asked[key] = true; return key }))
	wellFormed(t, svg)
	for _, key := range Words() {
		require.True(t, asked[key], "Picture never asked for %q, which Words lists", key)
		delete(asked, key)
	}
	require.True(t, len(asked) <= 0, "Picture asked for %v, which Words does not list", asked)
	for _, s := range b.River {
		if s.Kind == board.City && !strings.Contains(svg, ">"+s.Name+"<") {
			t.Errorf("%s is not named on the map", s.ID)
		}
	}
	require.True(t, string(New(b, Wide()).Picture("auto", sameWord)) == svg, "the same board drew two different maps")
}

// A table has a budget of 150 kB compressed; the map may take 45.
func fileSmall(t *testing.T, picture []byte) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	require.Succeeds(t)(w.Write(picture))
	require.NoError(t, w.Close())
	require.True(t, z.Len() <= 45_000, "the map takes %d bytes compressed, want at most 45000", z.Len())
}

func TestAnotherBoardDrawsAnotherMap(t *testing.T) {
	a, o := drawn(t, "wide default"), drawn(t, "wide order 2")
	require.True(t, string(a.Picture("auto", sameWord)) != string(o.Picture("auto", sameWord)), "another order of the river draws the same map")
	at := o.b.At.City[0]
	require.Equal(t, o.Spaces[at].Label.Text, o.b.River[at].Name, "the label of the first city")
}
