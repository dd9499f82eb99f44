package draw

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/spec"
	"ruhr/view"
)

var placed = regexp.MustCompile(`<g id="([^"]*)" class="piece ([^"]*) (at-[^" ]*)">`)

// pieceAt is a piece as it is drawn.
type pieceAt struct {
	id, class string
	at        Point
}

func piecesOf(t *testing.T, m *Map, v *MapView) map[string]pieceAt {
	t.Helper()
	places := map[string]Point{}
	m.points(func(class string, at Point) { places[class] = at })
	out := map[string]pieceAt{}
	for _, x := range placed.FindAllStringSubmatch(string(v.Pieces()), -1) {
		at, ok := places[x[3]]
		require.Must(t, ok, "%s is at %s, which is no place", x[1], x[3])
		out[x[1]] = pieceAt{x[1], x[2], at}
	}
	return out
}

// wayOf is the distance of a point along the river, by the nearest knot of its
// course.
func wayOf(m *Map, p Point) float64 {
	best := m.c.knots[0]
	for _, k := range m.c.knots {
		if k.at.dist(p) < best.at.dist(p) {
			best = k
		}
	}
	return best.s
}

func game(t *testing.T, name string) *view.History {
	t.Helper()
	data, err := spec.Examples.ReadFile("examples/" + name + ".json")
	require.NoError(t, err)
	rec, err := record.Read(data)
	require.NoError(t, err)
	b := board.Default()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	return view.NewHistory(played)
}

// Of barges at one space the one that came first lies farthest downriver
// (ORDER-3): the picture has all barges in river order.
func TestBargesLieAsInTheGame(t *testing.T) {
	m := drawn(t, "wide default")
	h := game(t, "4-seats-thrifty")
	shared := 0
	for n := range h.Steps {
		pos := h.At(n)
		v := &MapView{Pos: &pos, Signs: []int{2, 0, 3, 1}}
		pieces := piecesOf(t, m, v)
		for _, sp := range pos.Spaces {
			if len(sp.Barges) < 2 {
				continue
			}
			shared++
			order := slices.Clone(sp.Barges)
			slices.SortFunc(order, func(a, b int) int {
				return cmp.Compare(wayOf(m, pieces[fmt.Sprint("barge-", a)].at), wayOf(m, pieces[fmt.Sprint("barge-", b)].at))
			})
			if !slices.Equal(order, sp.Barges) {
				t.Fatalf("position %d: at %s the barges lie %v downriver, in the game %v", n, sp.Name, order, sp.Barges)
			}
		}
		for who, seat := range pos.Seats {
			p := pieces[fmt.Sprint("barge-", who)]
			if want := fmt.Sprint("barge seat-", v.Signs[who]); p.class != want {
				t.Fatalf("position %d: the barge of seat %d is drawn as %q, want %q", n, who, p.class, want)
			}
			if want := m.Waiting[who]; seat.Barge < 0 && p.at.dist(want) > 0.1 {
				t.Fatalf("position %d: a barge off the river lies at %v, want %v", n, p.at, want)
			}
			if seat.Barge >= 0 && p.at.dist(m.Spaces[seat.Barge].At) > 60 {
				t.Fatalf("position %d: the barge of seat %d lies %g units from its space", n, who, p.at.dist(m.Spaces[seat.Barge].At))
			}
		}
	}
	require.True(t, shared >= 10, "barges share a space only %d times", shared)
}

// Everything on the board is drawn in its place with its owner's sign, and
// nothing else is.
func TestPiecesAreThePosition(t *testing.T) {
	m := drawn(t, "wide default")
	h := game(t, "4-seats-thrifty")
	signs := []int{1, 2, 3, 0}
	loaded := 0
	for n := 0; n < len(h.Steps); n += 3 {
		pos := h.At(n)
		v := &MapView{Pos: &pos, Signs: signs, Countries: h.Countries(n)}
		want := expected(m, v)
		got := piecesOf(t, m, v)
		for id, p := range want {
			if g, ok := got[id]; !ok || g.class != p.class || g.at.dist(p.at) > 0.15 {
				t.Fatalf("position %d: %s is %v, want %v", n, id, g, p)
			}
		}
		for id, p := range got {
			if strings.HasPrefix(p.class, "die cargo") {
				loaded++
			}
			if _, ok := want[id]; !ok && !strings.HasPrefix(id, "barge-") {
				t.Fatalf("position %d: %s is drawn at %v, but is not there", n, id, p.at)
			}
		}
	}
	require.True(t, loaded >= 10, "loaded dice are drawn only %d times", loaded)
}

// expected lists what must be drawn where, derived from the position by kind.
func expected(m *Map, v *MapView) map[string]pieceAt {
	pos := v.Pos
	out := map[string]pieceAt{}
	put := func(class string, at Point, id string, args ...any) {
		id = fmt.Sprintf(id, args...)
		out[id] = pieceAt{id, class, at}
	}
	seat := func(kind string, who int) string { return fmt.Sprintf("%s seat-%d", kind, v.Signs[who]) }
	coal := func(white bool) string {
		if white {
			return "die white"
		}
		return "die black"
	}
	cell := m.Timeline[pos.Round-1].Box
	put("now", Point{cell.X, cell.Y}, "now")
	put("export", m.Export[pos.Port.Box], "export")
	for r, y := range pos.Years {
		for _, who := range y.Left {
			put(seat("house small", who), m.Timeline[r].Houses[who], "time-%d-%d", r, who)
		}
		switch _, drawn := v.Countries[y.Round]; {
		case y.Country == "hidden":
			put("country down", m.Timeline[r].Country, "country-%d", r)
		case y.Country == "revealed":
			put("country up", m.Timeline[r].Country, "country-%d", r)
		case y.Country == "past" && drawn:
			put("country past", m.Timeline[r].Country, "country-%d", r)
		}
	}
	for _, o := range pos.Options {
		k := slices.Index(OptionIDs[:], o.ID)
		if k < 0 {
			continue
		}
		put("optionprice", m.Options[k].Price, "price-%s", o.ID)
		if o.Closed != "" {
			put("closed", m.Options[k].Price, "closed-%s", o.ID)
		}
		for _, who := range o.TakenBy {
			put(seat("choice", who), m.Options[k].Seats[who], "choice-%d", who)
		}
	}
	for i, sp := range pos.Spaces {
		switch {
		case sp.Kind == "storage" && sp.Die > 0 && len(sp.Barges) > 0: // on the barge that loaded it
			put(strings.Replace(coal(sp.Colour == "white"), "die", "die cargo", 1), m.BargeAt(i, 0, 1), "die-%d", i)
		case sp.Kind == "storage" && sp.Die > 0:
			put(coal(sp.Colour == "white"), m.Spaces[i].Die, "die-%d", i)
		case sp.Kind == "lock" && sp.Builder >= 0:
			put(seat("lock", sp.Builder), m.Spaces[i].At, "weir-%d", i)
		case sp.Kind == "lock":
			put("obstacle", m.Spaces[i].At, "weir-%d", i)
		}
		for k := range sp.Thaler {
			put("thaler", m.Spaces[i].Coins[k], "coin-%d-%d", i, k)
		}
	}
	rows := func(row view.Row, slots []Point) {
		for k, slot := range row.Slots {
			if slot.Owner >= 0 {
				put(seat("house", slot.Owner), slots[k], "%s-%d", row.ID, k)
			}
		}
	}
	for _, city := range pos.Cities {
		for i, sp := range pos.Spaces {
			if sp.ID == city.ID {
				rows(city, m.Spaces[i].Slots)
			}
		}
	}
	for k, depot := range pos.Depots {
		rows(depot, m.Depots[k].Slots)
	}
	for c, col := range pos.Port.Columns {
		for k, place := range col.Places {
			if place.Owner >= 0 {
				put(seat("house", place.Owner), m.Port.Slots[c][k], "port-%d-%d", c, place.Owner)
			}
		}
	}
	for c, col := range pos.Track.Stages[pos.Track.Stage].Columns {
		for k, box := range col.Boxes {
			if box.Value > 0 {
				put(coal(box.Colour == "white" || col.Colour == "white"), m.Track[pos.Track.Stage].Columns[c][k], "track-%d-%d", c, k)
			}
		}
	}
	return out
}

// Which country was turned over in which round follows from the positions.
func TestCountries(t *testing.T) {
	h := game(t, "2-seats-thrifty")
	got := h.Countries(h.Len())
	rounds := 0
	for n := range h.Steps {
		if pos := h.At(n); pos.Country >= 0 {
			require.Must(t, got[pos.Round] == pos.Country, "round %d: country %d, want %d", pos.Round, got[pos.Round], pos.Country)
		}
		if pos := h.At(n); n == h.Len() {
			for _, y := range pos.Years {
				if _, ok := got[y.Round]; ok != (y.Country != "") {
					t.Errorf("round %d: %v, want a country: %v", y.Round, ok, y.Country != "")
				}
				rounds++
			}
		}
	}
	require.True(t, len(got) == 8 && rounds == 12, "countries of %d rounds, want 8", len(got))
}

var targetTag = regexp.MustCompile(`<g class="target" id="target-(\d+)" data-acts="([\d ]+)"><rect class="halo (box-[^"]+)"/><rect class="hit (box-[^"]+)"/></g>`)

// At a place that several purchases stand for, the first that differs has its figure.
func TestExtras(t *testing.T) {
	pos := game(t, "3-seats-thrifty").At(0)
	v := &MapView{Pos: &pos, Signs: []int{0, 1, 2}}
	city := view.Target{Kind: "space", ID: pos.Cities[0].ID}
	list := []view.Choice{{Do: "warehouse", Target: city}, {Do: "warehouse", Target: city, Extra: &view.Extra{N: 1}}, {Do: "warehouse", Target: city, Extra: &view.Extra{N: 2}}, {Do: "done"}}
	got := string(v.Extras(list, func(e *view.Extra) template.HTML { return template.HTML(fmt.Sprint(e.N)) }))
	if want := regexp.MustCompile(`^<foreignObject class="corner extra box-slot-\d+-0"><b>1</b></foreignObject>$`); !want.MatchString(got) {
		t.Errorf("the figures are %q", got)
	}
}

// Choices with the same place share a target, which is named after the first.
func TestTargets(t *testing.T) {
	h := game(t, "3-seats-thrifty")
	pos := h.At(0)
	v := &MapView{Pos: &pos, Signs: []int{0, 1, 2}}
	at := func(kind string) *view.Space {
		for i := range pos.Spaces {
			if pos.Spaces[i].Kind == kind {
				return &pos.Spaces[i]
			}
		}
		t.Fatalf("no %s", kind)
		return nil
	}
	city, lock := at("city"), at("lock")
	for name, x := range map[string]struct {
		do     string
		target view.Target
		box    string
	}{
		"a space":    {"sell", view.Target{Kind: "space", ID: city.ID}, fmt.Sprint("box-space-", city.Index)},
		"a house":    {"warehouse", view.Target{Kind: "space", ID: city.ID}, fmt.Sprintf("box-slot-%d-0", city.Index)},
		"a lock":     {"lock", view.Target{Kind: "space", ID: lock.ID}, fmt.Sprint("box-space-", lock.Index)},
		"an option":  {"option", view.Target{Kind: "option", ID: "wage"}, "box-option-2"},
		"a depot":    {"warehouse", view.Target{Kind: "depot", ID: pos.Depots[1].ID}, "box-depot-1-0"},
		"the column": {"warehouse", view.Target{Kind: "column", ID: pos.Port.Columns[2].ID}, "box-port-2-0"},
	} {
		got := targetTag.FindAllStringSubmatch(string(v.Targets([]view.Choice{{Action: 7, Do: x.do, Target: x.target}, {Action: 9, Do: x.do, Target: x.target}})), -1)
		if len(got) != 1 || got[0][1] != "7" || got[0][2] != "7 9" || got[0][3] != x.box || got[0][4] != x.box {
			t.Errorf("%s: the targets of two choices are %v, want one for 7 and 9 at %s", name, got, x.box)
		}
	}
	loaded := view.Choice{NoUse: "barge_there", Target: view.Target{Kind: "space", ID: city.ID}}
	for class, list := range map[string][]view.Choice{"target nouse": {loaded}, "target": {loaded, {Target: loaded.Target}}} {
		if got := string(v.Targets(list)); !strings.HasPrefix(got, `<g class="`+class+`" `) {
			t.Errorf("a place of %d choices begins %s, want class %q", len(list), got, class)
		}
	}
	for _, none := range []view.Target{{}, {Kind: "progress", ID: "mayor"}, {Kind: "option", ID: "none"}, {Kind: "depot", ID: "x"}, {Kind: "column", ID: "x"}, {Kind: "space", ID: "x"}} {
		require.Equal(t, v.Targets([]view.Choice{{Target: none}}), "", "%v has a place on the map", none)
		require.True(t, v.Halo("guide", view.Choice{Target: none}) == "", "%v has a halo", none)
	}
	if got, want := v.Halo("guide", view.Choice{Target: view.Target{Kind: "option", ID: "wage"}}), template.HTML(`<g class="halo guide"><rect class="under box-option-2"/><rect class="over box-option-2"/></g>`); got != want {
		t.Errorf("the halo of an option is %s, want %s", got, want)
	}
	if got := targetTag.FindAllString(string(v.Targets([]view.Choice{{Action: 1, Target: view.Target{Kind: "option", ID: "wage"}}, {Action: 2, Target: view.Target{Kind: "option", ID: "pilot"}}})), -1); len(got) != 2 {
		t.Errorf("%d targets for two options", len(got))
	}
}

// The next free slot is the one to build on; a full row has none (BUY-4 to
// BUY-6).
func TestTargetsOfFullRows(t *testing.T) {
	h := game(t, "4-seats-thrifty")
	pos := h.At(h.Len())
	v := &MapView{Pos: &pos, Signs: []int{0, 1, 2, 3}}
	full := 0
	check := func(kind, do string, row view.Row, slot string) {
		got := v.place(view.Choice{Do: do, Target: view.Target{Kind: kind, ID: row.ID}})
		if row.Next < 0 {
			full++
		}
		want := ""
		if row.Next >= 0 {
			want = fmt.Sprintf("%s-%d", slot, row.Next)
		}
		require.Equal(t, got, want, "%s with %d free next", row.ID, row.Next)
	}
	for _, city := range pos.Cities {
		check("space", "warehouse", city, fmt.Sprint("box-slot-", v.space(city.ID)))
	}
	for k, depot := range pos.Depots {
		check("depot", "warehouse", depot, fmt.Sprint("box-depot-", k))
	}
	for k, col := range pos.Port.Columns {
		next := slices.IndexFunc(col.Places, func(p view.PortPlace) bool { return p.Owner < 0 })
		check("column", "warehouse", view.Row{ID: col.ID, Next: next}, fmt.Sprint("box-port-", k))
	}
	require.True(t, full != 0, "no row is full, which shows nothing")
}

var ringTag = regexp.MustCompile(`<rect class="last seat-(\d) box-space-(\d+)"/>`)

// What was done last at a space is ringed in the colour of the seat that did
// it.
func TestLastMoves(t *testing.T) {
	h := game(t, "2-seats-thrifty")
	pos := h.At(h.Len())
	v := &MapView{Pos: &pos, Signs: []int{3, 2}}
	a, b := pos.Spaces[5], pos.Spaces[11]
	event := func(seat int, place any) view.Event { return view.Event{Seat: seat, Args: view.Args{"place": place}} }
	got := ringTag.FindAllStringSubmatch(string(v.LastMoves([]view.Event{
		event(1, a.Thing()), event(-1, b.Thing()), event(0, 7), event(0, b.Thing()), event(0, view.DepotThing("mark")),
	})), -1)
	require.Must(t, len(got) == 2, "rings %v, want two", got)
	for i, want := range []struct {
		sign string
		at   int
	}{{"2", a.Index}, {"3", b.Index}} {
		require.True(t, got[i][1] == want.sign && got[i][2] == fmt.Sprint(want.at), "ring %d is %v, want %v", i, got[i], want)
	}
}

// plainTips names each place in its tooltip.
type plainTips struct{}

func (plainTips) Space(sp *view.Space) string { return "space " + sp.ID }
func (plainTips) Thing(t view.Thing) string   { return t.Kind + " " + t.ID + " <&>" }
func (plainTips) Year(y *view.Year) string    { return fmt.Sprint("year ", y.Year) }
func (plainTips) Export() string              { return "export" }

var spotTag = regexp.MustCompile(`<rect class="spot (box-[^"]+)" data-at="(-?\d+)" data-kind="([a-z]+)" data-id="([^"]*)"><title>([^<]*)</title></rect>`)

// Every place that can be asked about is where it is drawn and has its
// tooltip.
func TestSpots(t *testing.T) {
	m := drawn(t, "wide default")
	h := game(t, "2-seats-thrifty")
	pos := h.At(0)
	v := &MapView{Pos: &pos}
	where := map[string]Box{}
	m.boxes(func(class string, b Box) { where[class] = b })
	tags := spotTag.FindAllStringSubmatch(string(v.Spots(plainTips{})), -1)
	kinds := map[string]int{}
	var boxes []Box
	for _, tag := range tags {
		s := []string{"", tag[2], tag[3], tag[4], "", "", "", "", tag[5]}
		b := where[tag[1]]
		boxes = append(boxes, b)
		kinds[s[2]]++
		if !b.Inside(m.page()) || b.W < 20 || b.H < 20 {
			t.Errorf("%s %s lies at %v", s[2], s[3], b)
		}
		at := -1
		switch s[2] {
		case "space":
			at = v.space(s[3])
			if b.Center().dist(m.Spaces[at].At) > 120 || s[8] != "space "+s[3] {
				t.Errorf("space %s lies at %v with the tooltip %q", s[3], b, s[8])
			}
		case "year":
			require.Equal(t, s[8], "year "+s[3], "the tooltip of year %s", s[3])
		case "export":
			if s[8] != "export" || !b.Contains(m.Export[0]) || !b.Contains(m.Export[len(m.Export)-1]) {
				t.Errorf("the export boxes are %v with the tooltip %q", b, s[8])
			}
		case "depot": // named after the territory, in tooltips
			require.True(t, strings.HasPrefix(s[8], "depot ") && strings.HasSuffix(s[8], " &lt;&amp;&gt;"), "depot %s has the tooltip %q", s[3], s[8])
		default:
			require.True(t, s[8] == s[2]+" "+s[3]+" &lt;&amp;&gt;", "%s %s has the tooltip %q", s[2], s[3], s[8])
		}
		require.Equal(t, s[1], strconv.Itoa(at), "where %s %s is", s[2], s[3])
	}
	want := map[string]int{"space": board.Spaces, "depot": 4, "column": 3, "option": 8, "year": 12, "stage": 3, "export": 1}
	for kind, n := range want {
		require.Equal(t, kinds[kind], n, "spots of kind %s", kind)
	}
	if col := boxes[board.Spaces+4]; !col.Contains(m.Port.Slots[0][0]) || !col.Contains(m.Port.Slots[0][len(m.Port.Slots[0])-1]) || col.W > Slot+1 {
		t.Errorf("the first port column is %v", col)
	}
}
