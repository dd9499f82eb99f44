package draw

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
)

// mark is an element of the map's markup.
type mark struct {
	name, class, href, text string
	at                      Point   // where it is put
	turn                    float64 // of a <use>, in degrees
	scale                   Point   // of a <use>
	attr                    map[string]string
}

// marksOf reads the markup of a map that shows word in place of the words that
// are translated. Symbols and other definitions are left out.
func marksOf(t *testing.T, m *Map, word func(string) string) (list []mark) {
	t.Helper()
	_, markup, _ := strings.Cut(m.static(word), "</defs>")
	d := xml.NewDecoder(strings.NewReader("<svg>" + markup + "</svg>"))
	for {
		token, err := d.Token()
		if err != nil {
			break // TestPicture checks that it is well-formed
		}
		switch e := token.(type) {
		case xml.StartElement:
			k := mark{name: e.Name.Local, attr: map[string]string{}, scale: Point{1, 1}}
			for _, a := range e.Attr {
				k.attr[a.Name.Local] = a.Value
			}
			k.class, k.href = k.attr["class"], strings.TrimPrefix(k.attr["href"], "#")
			k.at = Point{number(t, k.attr["x"]) + number(t, k.attr["cx"]), number(t, k.attr["y"]) + number(t, k.attr["cy"])}
			k.transformed(t)
			list = append(list, k)
		case xml.CharData:
			list[len(list)-1].text += string(e)
		}
	}
	return list
}

var transform = regexp.MustCompile(`(translate|rotate|scale)\(([^)]*)\)`)

func (k *mark) transformed(t *testing.T) {
	t.Helper()
	for _, part := range transform.FindAllStringSubmatch(k.attr["transform"], -1) {
		args := strings.Fields(part[2])
		first, last := number(t, args[0]), number(t, args[len(args)-1])
		switch part[1] {
		case "translate":
			k.at = Point{first, last}
		case "rotate":
			k.turn = first
		case "scale":
			k.scale = Point{first, last}
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	if s == "" {
		return 0
	}
	n, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return n
}

// of selects the marks of a class, or uses of a symbol.
func of(list []mark, class string) (found []mark) {
	for _, k := range list {
		if k.href == class || slices.Contains(strings.Fields(k.class), class) {
			found = append(found, k)
		}
	}
	return found
}

// box is what a circle, a rectangle or the small letters of a text in a size
// cover. Texts that are not squeezed are as wide as in the widest font.
func (k mark) box(t *testing.T, size float64) Box {
	t.Helper()
	switch k.name {
	case "circle":
		return square(k.at, 2*number(t, k.attr["r"]))
	case "text":
		w := textWidth(k.text, size, false)
		if squeezed := k.attr["textLength"]; squeezed != "" {
			w = number(t, squeezed)
		}
		b := Box{k.at.X, k.at.Y - 0.5*size, w, 0.5 * size}
		switch k.class {
		case "round right":
			b.X -= w
		case "price", "cost", "rounds":
			b.X -= w / 2
		}
		return b
	}
	return Box{k.at.X, k.at.Y, number(t, k.attr["width"]), number(t, k.attr["height"])}
}

// apart checks that boxes lie within another and keep clear of each other, but
// for a tenth of a unit.
func apart(t *testing.T, what string, in Box, list []Box) {
	t.Helper()
	for i, b := range list {
		if b = b.Grow(-0.1); !b.Inside(in) {
			t.Errorf("%s %d, %v, reaches out of %v", what, i, b, in)
		}
		for j := range i {
			require.True(t, !b.Overlaps(list[j]), "%s %d, %v, covers the %s %d, %v", what, i, b, what, j, list[j])
		}
	}
}

// longWord stands for words too long for any place on the map.
func longWord(string) string { return strings.Repeat("Mmm", 12) }

// What is drawn on the panels stays within its field, and nothing covers
// anything else, with words of any length.
func panelsInOrder(t *testing.T, m *Map) {
	for _, word := range []func(string) string{sameWord, longWord} {
		list := marksOf(t, m, word)
		titles := of(list, "title")
		for i, p := range []Box{m.Port.Box, m.Panels[2], m.Panels[3]} {
			if b := titles[i].box(t, m.letters.title); !b.Inside(p.Grow(-3)) {
				t.Errorf("title %d, %v, reaches out of its panel %v", i, b, p)
			}
		}
		timelineInOrder(t, m, list)
		optionsInOrder(t, m, list)
	}
	portInOrder(t, m, marksOf(t, m, sameWord))
	trackInOrder(t, m, marksOf(t, m, sameWord))
}

func timelineInOrder(t *testing.T, m *Map, list []mark) {
	t.Helper()
	years, rounds, events, rules := of(list, "year"), of(list, "round"), of(list, "event"), of(list, "rule")
	var cells []Box
	for i, c := range m.Timeline {
		cells = append(cells, c.Box)
		if i > 0 && c.Box.X <= cells[i-1].X && c.Box.Y <= cells[i-1].Y {
			t.Errorf("round %d is not after the one before it", i+1)
		}
		if rounds[i].text != fmt.Sprint(i+1) || years[i].text != fmt.Sprint(m.b.Years[i].Year) {
			t.Errorf("round %d is called %s, of %s", i+1, rounds[i].text, years[i].text)
		}
		content := []Box{years[i].box(t, m.letters.year), rounds[i].box(t, m.letters.round), events[i].box(t, m.letters.event)}
		if m.b.Years[i].Country {
			content = append(content, square(c.Country, 16)) // it is round
		}
		for _, h := range c.Houses {
			content = append(content, square(h, 8)) // below a roof
		}
		apart(t, fmt.Sprintf("round %d: part", i+1), c.Box, content)
	}
	apart(t, "cell", m.Panels[0], cells)
	if c := m.Timeline[0].Box; math.Abs(c.W*c.H*board.Rounds-m.Panels[0].W*m.Panels[0].H) > 1 {
		t.Errorf("the cells are %v each, of %v", c, m.Panels[0])
	}
	if want := board.Rounds - board.Rounds/m.place.columns; len(rules) != want {
		t.Errorf("%d lines between rounds, want %d", len(rules), want)
	}
	for _, k := range rules {
		var x, y, long float64
		require.Succeeds(t)(fmt.Sscanf(k.attr["d"], "M%f %fv%f", &x, &y, &long))
		if !slices.ContainsFunc(cells, func(c Box) bool { return math.Abs(c.X-x) < 0.1 && c.Y < y && y+long < c.Y+c.H && long > c.H/2 }) {
			t.Errorf("a line from %g,%g of %g is between no rounds", x, y, long)
		}
	}
}

func optionsInOrder(t *testing.T, m *Map, list []mark) {
	t.Helper()
	var tiles []Box
	names := of(list, "option")
	for k, o := range m.Options {
		tiles = append(tiles, o.Box)
		if k > 0 && o.Box.X <= tiles[k-1].X && o.Box.Y <= tiles[k-1].Y {
			t.Errorf("option %d is not after the one before it", k)
		}
		name := names[k].box(t, m.letters.option)
		content := []Box{square(o.Price, 18), name}
		for _, at := range o.Seats {
			content = append(content, square(at, 13))
		}
		apart(t, fmt.Sprintf("option %d: part", k), o.Box.Grow(0.5), content)
	}
	apart(t, "tile", m.Panels[3].Grow(-3), tiles)
}

func portInOrder(t *testing.T, m *Map, list []mark) {
	t.Helper()
	p := m.Port
	content := []Box{of(list, "title")[0].box(t, m.letters.title)}
	for _, f := range p.Flags {
		content = append(content, around(f, 30, 18))
	}
	for _, col := range p.Slots {
		for r, at := range col {
			content = append(content, square(at, Slot))
			if r > 0 && at.Y <= col[r-1].Y {
				t.Errorf("a port column goes up from %v to %v", col[r-1], at)
			}
		}
	}
	for k, at := range m.Export {
		content = append(content, square(at, Slot))
		if k > 0 && at.X <= m.Export[k-1].X && at.Y <= m.Export[k-1].Y {
			t.Errorf("export box %d is not after the one before it", k)
		}
	}
	costs, holes := of(list, "cost"), of(list, "hole")
	for k, at := range p.Costs {
		hole := slices.IndexFunc(holes, func(h mark) bool { return h.attr["r"] == "8.5" && h.at.dist(at.shift(0, -4.5)) < 0.1 })
		if hole < 0 || costs[k].at.dist(at) > 0.1 {
			t.Errorf("price %d stands at %v, want it in a circle at %v", k, costs[k].at, at)
			continue
		}
		content = append(content, holes[hole].box(t, 0))
	}
	for _, s := range of(list, "scale") {
		content = append(content, around(s.at, 32, 18))
	}
	content = append(content, around(of(list, "shed")[0].at, 20, 18))
	apart(t, "part of the port", p.Box.Grow(1), content)
}

func trackInOrder(t *testing.T, m *Map, list []mark) {
	t.Helper()
	titles, arrows, slots := of(list, "rounds"), of(list, "arrow"), slices.Concat(of(list, "coal0"), of(list, "coal1"))
	content := []Box{of(list, "title")[1].box(t, m.letters.title)}
	for _, s := range slots {
		content = append(content, s.box(t, 0))
	}
	for i, st := range m.Track {
		last := board.Rounds
		if i < 2 {
			last = m.b.Tracks[i+1].FromRound - 1
		}
		require.Equal(t, titles[i].text, fmt.Sprintf("%d–%d", m.b.Tracks[i].FromRound, last), "the rounds of stage %d", i)
		content = append(content, titles[i].box(t, m.letters.rounds), around(arrows[i].at, 14, 16))
		for _, col := range st.Columns {
			if !slices.ContainsFunc(slots, func(s mark) bool {
				return strings.Contains(s.class, "arrowbox") && s.box(t, 0).Contains(col[st.Arrow])
			}) {
				t.Errorf("stage %d has no arrow box at %v", i, col[st.Arrow])
			}
			for r, at := range col {
				if !square(at, 4).Inside(st.Box) || r > 0 && at.Y <= col[r-1].Y {
					t.Errorf("stage %d: box %d lies at %v, the stage is %v", i, r, at, st.Box)
				}
			}
		}
		require.True(t, arrows[i].at.Y == st.Columns[0][st.Arrow].Y, "the arrow of stage %d points from %v", i, arrows[i].at)
		grounded(t, st.Box, of(list, fmt.Sprint("ground", i))[0].attr["d"])
	}
	apart(t, "part of the track", m.Panels[2].Grow(0.5), content)
}

// grounded checks that the ground of a stage is drawn all over it, and nowhere
// else.
func grounded(t *testing.T, b Box, path string) {
	t.Helper()
	points := pointsOf(t, path)
	from, to := points[0], points[0]
	for _, p := range points {
		from, to = Point{min(from.X, p.X), min(from.Y, p.Y)}, Point{max(to.X, p.X), max(to.Y, p.Y)}
	}
	if drawn := (Box{from.X, from.Y, to.X - from.X, to.Y - from.Y}); !drawn.Inside(b.Grow(5)) || !b.Grow(-12).Inside(drawn) {
		t.Errorf("the ground of %v is drawn on %v", b, drawn)
	}
	var sleeper Box // the first line across
	for i := 1; i < len(points); i++ {
		if a, b := points[i-1], points[i]; a.X == b.X && b.Y-a.Y > 20 {
			if sleeper.H == 0 {
				sleeper = Box{a.X, a.Y, 0, b.Y - a.Y}
			}
			if math.Abs(a.Y-sleeper.Y) > 1 || math.Abs(b.Y-a.Y-sleeper.H) > 1 {
				t.Errorf("a sleeper from %v to %v, another one is %v", a, b, sleeper)
			}
		}
	}
	for _, p := range points {
		near := slices.ContainsFunc(points, func(q Point) bool { return q != p && q.dist(p) < 26 })
		require.True(t, near, "the ground at %v has nothing near it", p)
	}
}

var pathPart = regexp.MustCompile(`[A-Za-z][^A-Za-z]*`)
var pathNumber = regexp.MustCompile(`-?\d+`)

// pointsOf lists the points of a path as the map writes them: the corners, and
// the ends and control points of curves.
func pointsOf(t *testing.T, path string) (points []Point) {
	t.Helper()
	var at, began Point
	for _, part := range pathPart.FindAllString(path, -1) {
		var n []float64
		for _, s := range pathNumber.FindAllString(part, -1) {
			n = append(n, number(t, s))
		}
		var step []Point
		for i := 0; i+1 < len(n); i += 2 {
			step = append(step, Point{n[i], n[i+1]})
		}
		switch part[0] {
		case 'M':
			at = step[0]
			began, points = at, append(points, at)
		case 'm', 'l', 'q':
			for _, s := range step {
				points = append(points, at.add(s))
			}
			at = at.add(step[len(step)-1])
			if part[0] == 'm' {
				began = at
			}
		case 'z':
			at = began
		default:
			t.Fatalf("%q is not read here", part)
		}
	}
	return points
}

// What belongs to a space is drawn there: weirs across the river, towns,
// wheels and names on their sites, and a lane from the bank to each site.
func banksInOrder(t *testing.T, m *Map) {
	list := marksOf(t, m, sameWord)
	weirs, lanes, wheels := of(list, "weir"), of(list, "lane"), of(list, "wheel")
	for i, s := range m.b.River {
		sp := &m.Spaces[i]
		k := m.c.at(sp.Way)
		here := func(w mark) bool { return w.at.dist(sp.At) < 0.1 }
		if s.Kind == board.Lock {
			n := slices.IndexFunc(weirs, here)
			if n < 0 {
				t.Errorf("%s has no weir", s.ID)
				continue
			}
			sin, cos := math.Sincos(weirs[n].turn * math.Pi / 180)
			if along := cos*k.dir.X + sin*k.dir.Y; along < 0.99 || math.Abs(17*weirs[n].scale.Y-k.half-weirOver) > 1 {
				t.Errorf("the weir of %s is turned by %g and scaled by %v", s.ID, weirs[n].turn, weirs[n].scale)
			}
		} else if !slices.ContainsFunc(of(list, "berth"), here) {
			t.Errorf("%s has no berth", s.ID)
		}
		if s.PilotOnly != slices.ContainsFunc(wheels, func(w mark) bool { return around(w.at, 15, 15).Inside(sp.Site) && w.at.Y < sp.Mark.Y }) {
			t.Errorf("%s is marked as for pilots: %v, want %v", s.ID, !s.PilotOnly, s.PilotOnly)
		}
		if s.Kind == board.City {
			town := of(list, "town"+strconv.Itoa(s.Index%3))
			if !slices.ContainsFunc(town, func(k mark) bool {
				b := Box{-30, -21, 60, 37}.scale(k.scale.Y).move(k.at)
				return b.Inside(sp.Site.Grow(2)) && !b.Overlaps(square(sp.Coins[0], 15)) && !b.Overlaps(square(sp.Coins[1], 15))
			}) {
				t.Errorf("no town of %d is drawn on the site of %s, clear of its Thaler", len(town), s.ID)
			}
		}
		if sp.Site.W > 0 {
			laneTo(t, m, i, lanes)
		}
	}
	for k, r := range m.Regions {
		arms, name := around(r.Arms, 24*m.small.arms, 30*m.small.arms), r.Name.Box
		if r.Above.Size > 0 {
			name = Box{name.X, r.Above.Box.Y, name.W, name.Y + name.H - r.Above.Box.Y}
			if r.Above.At.Y >= r.Name.At.Y-r.Name.Size/2 {
				t.Errorf("%s stands at %v, over %v", r.Above.Text, r.Above.At, r.Name.At)
			}
		}
		if !arms.Inside(r.Box.Grow(1)) || !name.Inside(r.Box.Grow(0.1)) || arms.Overlaps(name) {
			t.Errorf("territory %d: arms %v and name %v in %v", k, arms, name, r.Box)
		}
		for _, l := range []Label{r.Above, r.Name} {
			if base := (Point{l.At.X, l.At.Y}); l.Size > 0 && (!l.Box.Grow(1).Contains(base) || math.Abs(l.At.X-l.Box.Center().X) > 1) {
				t.Errorf("%s stands at %v, its box is %v", l.Text, l.At, l.Box)
			}
		}
	}
}

// laneTo checks the lane to a space's site: from the bank nearer to it, to just
// within it, unless the two are next to each other.
func laneTo(t *testing.T, m *Map, i int, lanes []mark) {
	t.Helper()
	sp := &m.Spaces[i]
	k := m.c.at(sp.Way)
	for _, lane := range lanes {
		var a, b Point
		require.Succeeds(t)(fmt.Sscanf(lane.attr["d"], "M%f %fL%f %f", &a.X, &a.Y, &b.X, &b.Y))
		if math.Abs(a.dist(sp.At)-k.half-3) > 0.5 || !sp.Site.Contains(b) {
			continue
		}
		to, side := sp.Site.Center().sub(sp.At), a.sub(sp.At)
		if to.X*side.X+to.Y*side.Y < 0 || !square(b, 5.8).Inside(sp.Site) || a.dist(b) < 3.9 {
			t.Errorf("the lane to %s runs from %v to %v; the site is %v", m.b.River[i].ID, a, b, sp.Site)
		}
		return
	}
	for _, side := range []Point{k.normal(), k.normal().mul(-1)} {
		a := sp.At.add(side.mul(k.half + 3))
		if square(a, 0.1).Inside(sp.Site.Grow(2)) {
			return
		}
	}
	t.Errorf("no lane leads to %s", m.b.River[i].ID)
}

// The water is where the spaces are, up to the banks, and in the Rhine; the
// wall of the port follows the bank that is nearer to it.
func waterDrawn(t *testing.T, m *Map) {
	defs := m.riverDefs()
	outline := pathOf(t, defs, "ruhr")
	parts := strings.SplitAfter(outline, "z")
	river, rhine := pointsOf(t, parts[0]), pointsOf(t, parts[0]+parts[1])
	rhine = rhine[len(river):]
	for i := range m.Spaces {
		sp := &m.Spaces[i]
		k := m.c.at(sp.Way)
		require.True(t, within(sp.At, river), "%s is not in the river", m.b.River[i].ID)
		for _, side := range []float64{-1, 1} {
			wet, dry := sp.At.add(k.normal().mul(side*(k.half-3))), sp.At.add(k.normal().mul(side*(k.half+3)))
			if !within(wet, river) || within(dry, river) && m.toRhine(dry) > 0 {
				t.Errorf("%s: water is drawn at %v: %v, at %v: %v", m.b.River[i].ID, wet, within(wet, river), dry, within(dry, river))
			}
		}
	}
	for at := 5.0; at < m.Height-5; at += 40 {
		bank, across := Point{m.rhine.edge(at), at}, Point{1, 0}
		if m.rhine.below {
			if at > m.Width-5 {
				break
			}
			bank, across = Point{at, m.Height - m.rhine.edge(at)}, Point{0, -1}
		}
		if !within(bank.sub(across.mul(4)), rhine) || within(bank.add(across.mul(4)), rhine) {
			t.Errorf("the bank of the Rhine is not at %v", bank)
		}
	}
	harbour := &m.Spaces[board.Spaces-1]
	_, wall, _ := strings.Cut(m.static(sameWord), `<path class="wallbase" d="`)
	points := pointsOf(t, wall[:strings.IndexByte(wall, '"')])
	long := 0.0
	for i, p := range points {
		k := m.c.knots[0]
		for _, other := range m.c.knots {
			if other.at.dist(p) < k.at.dist(p) {
				k = other
			}
		}
		port := m.Port.Box.Center()
		if far := k.at.dist(p) - k.half; far < -2.5 || far > 3 || p.dist(port) > k.at.dist(port) || k.s < harbour.Way-90 || k.s > harbour.Way+118 || m.toRhine(p) < 0 {
			t.Errorf("the wall of the port is at %v, %g off the bank", p, far)
		}
		if i > 0 {
			long += p.dist(points[i-1])
		}
	}
	if long < 60 {
		t.Errorf("the wall of the port is %g long", long)
	}
}

// pathOf is the path with an id.
func pathOf(t *testing.T, markup, id string) string {
	t.Helper()
	_, rest, ok := strings.Cut(markup, `<path id="`+id+`" d="`)
	require.Must(t, ok, "no path %s", id)
	return rest[:strings.IndexByte(rest, '"')]
}

// within reports whether a point lies in a polygon.
func within(p Point, polygon []Point) bool {
	in := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

var (
	pointRule = regexp.MustCompile(`(?m)^\.(at-[a-z0-9-]+)\{transform:translate\(([-\d.]+)px,([-\d.]+)px\)\}$`)
	boxRule   = regexp.MustCompile(`(?m)^\.(box-[a-z0-9-]+)\{x:([-\d.]+)px;y:([-\d.]+)px;width:([-\d.]+)px;height:([-\d.]+)px\}$`)
)

// The style sheet has the places of every shape, for its windows, the shape
// that counts first at the end.
func TestPlaces(t *testing.T) {
	var maps []*Map
	for _, s := range Shapes {
		maps = append(maps, drawn(t, s.Name+" default"))
	}
	sheets := strings.Split(string(Places(maps)), ".mapsheet{")[1:]
	require.Must(t, len(sheets) == len(Shapes), "%d shapes", len(sheets))
	media := regexp.MustCompile(`(?s)@media ([^{]*)\{$`)
	before, _, _ := strings.Cut(string(Places(maps)), ".mapsheet{")
	for i, sheet := range sheets {
		m := maps[len(maps)-1-i]
		condition := media.FindStringSubmatch(before)
		before = sheet
		if m.Media == "" && condition != nil || m.Media != "" && (condition == nil || condition[1] != m.Media) {
			t.Errorf("%s is for %q, want %q", m.Name, condition, m.Media)
		}
		if open, shut := strings.Count(sheet, "{")-strings.Count(sheet, "@media"), strings.Count(sheet, "}"); m.Media == "" && shut != open+1 || m.Media != "" && shut != open+2 {
			t.Errorf("%s: %d braces are opened and %d shut", m.Name, open+1, shut)
		}
		if head := fmt.Sprintf("--shape:%s;--wide:%s;--high:%s;", m.Name, num(m.Width), num(m.Height)); !strings.HasPrefix(sheet, head) {
			t.Errorf("%s begins %.80s", m.Name, sheet)
		}
		if scale := fmt.Sprintf(".units{transform:scale(%.5f)}", 1000/m.Width); !strings.Contains(sheet, scale) {
			t.Errorf("%s has no %s", m.Name, scale)
		}
		points, boxes := map[string]Point{}, map[string]Box{}
		for _, r := range pointRule.FindAllStringSubmatch(sheet, -1) {
			points[r[1]] = Point{number(t, r[2]), number(t, r[3])}
		}
		for _, r := range boxRule.FindAllStringSubmatch(sheet, -1) {
			boxes[r[1]] = Box{number(t, r[2]), number(t, r[3]), number(t, r[4]), number(t, r[5])}
		}
		for k, at := range m.Export {
			require.Equal(t, points[fmt.Sprint("at-export-", k)], at, "%s: where export box %d is", m.Name, k)
		}
		for k := range m.Spaces {
			sp, b := &m.Spaces[k], boxes[fmt.Sprint("box-space-", k)]
			if b.Center().dist(sp.Touch.Center()) > 0.2 || math.Abs(b.W-sp.Touch.W) > 0.2 {
				t.Errorf("%s: space %d is pressed at %v, want %v", m.Name, k, b, sp.Touch)
			}
			lock := fmt.Sprintf(".map .box-space-%d{--way:%s;rx:%spx}.at-weir-%d{--turn:%sdeg}", k, num(sp.Way), num(b.W/2), k, num(sp.Angle))
			if m.b.River[k].Kind == board.Lock != strings.Contains(sheet, lock) {
				t.Errorf("%s: %v for space %d", m.Name, strings.Contains(sheet, lock), k)
			}
		}
		for class, b := range boxes {
			if strings.HasPrefix(class, "box-slot-") && b.W != Slot+4 {
				t.Errorf("%s: %s is %v", m.Name, class, b)
			}
		}
	}
}
