package draw

import (
	"math"
	"ruhr/internal/require"
	"slices"
	"strings"
	"testing"
)

// Boxes that share an edge do not overlap; a point on an edge lies in the box.
func TestBoxes(t *testing.T) {
	b := Box{10, 20, 30, 40}
	for _, c := range []struct {
		other    Box
		overlaps bool
		inside   bool // other in b
	}{
		{Box{10, 20, 30, 40}, true, true},
		{Box{15, 25, 5, 5}, true, true},
		{Box{40, 20, 5, 5}, false, false},
		{Box{39, 20, 5, 5}, true, false},
		{Box{10, 60, 5, 5}, false, false},
		{Box{10, 59, 5, 5}, true, false},
		{Box{0, 20, 10, 5}, false, false},
		{Box{9, 20, 10, 5}, true, false},
		{Box{10, 0, 5, 20}, false, false},
		{Box{10, 19, 5, 20}, true, false},
		{Box{36, 20, 5, 5}, true, false},
		{Box{35, 55, 5, 5}, true, true},
		{Box{35, 56, 5, 5}, true, false},
	} {
		if b.Overlaps(c.other) != c.overlaps || c.other.Overlaps(b) != c.overlaps || c.other.Inside(b) != c.inside {
			t.Errorf("%v: overlaps %v, inside %v; want %v and %v", c.other, b.Overlaps(c.other), c.other.Inside(b), c.overlaps, c.inside)
		}
	}
	for p, want := range map[Point]bool{{10, 20}: true, {40, 60}: true, {9.9, 30}: false, {40.1, 30}: false, {20, 19.9}: false, {20, 60.1}: false} {
		if b.Contains(p) != want {
			t.Errorf("%v lies in %v: %v", p, b, !want)
		}
	}
	for got, want := range map[Box]Box{b.Grow(2): {8, 18, 34, 44}, b.scale(2): {20, 40, 60, 80}, b.move(Point{1, -1}): {11, 19, 30, 40},
		around(Point{25, 40}, 30, 40): b, square(Point{5, 5}, 4): {3, 3, 4, 4}} {
		require.True(t, got == want, "%v, want %v", got, want)
	}
	require.Equal(t, b.Center(), Point{25, 40}, "the middle")
}

func TestTurn(t *testing.T) {
	for degrees, want := range map[float64]Point{90: {-2, 1}, 180: {-1, -2}, -90: {2, -1}, 0: {1, 2}} {
		if got := (Point{1, 2}).turn(degrees); got.dist(want) > 1e-9 {
			t.Errorf("turned by %g: %v, want %v", degrees, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{1: "1", 1.25: "1.3", -0.04: "0", -2.5: "-2.5", 1440: "1440"} {
		require.Equal(t, num(v), want, "%g as written", v)
	}
	for n, want := range map[int]string{2: "+2", 0: "0", -1: "−1"} {
		require.Equal(t, signed(n), want, "%d as shown", n)
	}
}

// A text that may be too wide for its room is squeezed into it, but not
// stretched where the narrowest font leaves some of the room free.
func TestFitted(t *testing.T) {
	wide := textWidth("Hattingen", 12, false)
	for _, c := range []struct {
		room float64
		want string // its length, "" for its own
	}{{wide + 1, ""}, {wide, ""}, {wide * 0.9, num(wide * narrowest)}, {wide * 0.5, num(wide * 0.5)}} {
		got := fitted("event", Point{3, 4}, 12, c.room, "Hattingen")
		require.True(t, strings.Contains(got, `class="event" x="3" y="4"`) && strings.HasSuffix(got, ">Hattingen</text>"), "the text is %s", got)
		length := ""
		if c.want != "" {
			length = `textLength="` + c.want + `"`
		}
		if strings.Contains(got, "textLength") != (length != "") || !strings.Contains(got, length) {
			t.Errorf("in a room of %g of %g: %s, want %q", c.room, wide, got, length)
		}
	}
}

// Points on a line go; a corner stays, and so do the ends.
func TestThin(t *testing.T) {
	line := []Point{{0, 0}, {10, 0.2}, {20, 0}, {30, -0.3}, {40, 0}, {40, 20}, {39.8, 30}, {40, 40}}
	require.Slices(t, thin(line, 0.5), []Point{{0, 0}, {40, 0}, {40, 40}}, "thinned to")
	if got := thin([]Point{{0, 0}, {10, 0.5}, {20, 0}}, 0.5); len(got) != 2 {
		t.Errorf("a point just as far off stays: %v", got)
	}
	ring := []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}
	require.Slices(t, thin(ring, 0.5), ring, "a square, thinned")
	if got := thin(ring[:2], 50); len(got) != 2 {
		t.Errorf("two points are thinned to %v", got)
	}
}

// A ring surrounds the places that are at least at its level, and crosses a
// side of the grid where the level lies between its ends.
func TestRings(t *testing.T) {
	f := newField(Box{W: 40, H: 40}, 10, 0)
	f.fill(func(p Point) float64 { return max(0, 30-p.dist(Point{20, 20})) })
	rings := f.rings(15)
	require.Must(t, len(rings) == 1 && len(rings[0]) >= 8, "rings %v", rings)
	for _, p := range rings[0] {
		if d := p.dist(Point{20, 20}); d < 12 || d > 16 {
			t.Errorf("a ring at 15 below the top runs through %v, %g from it", p, d)
		}
	}
	if top := f.rings(30); len(top) != 1 {
		t.Errorf("%d rings around the top itself", len(top))
	}
	if above := f.rings(31); len(above) != 0 {
		t.Errorf("rings above the top: %v", above)
	}
}

// The course runs through its bends, one knot a step; directions lead along
// it, and the left bank is at the left.
func TestCurve(t *testing.T) {
	c := newCurve([]bend{{0, 0, 5}, {100, 0, 10}, {200, 100, 20}, {300, 100, 20}})
	for _, p := range []Point{{0, 0}, {100, 0}, {200, 100}, {300, 100}} {
		require.True(t, slices.IndexFunc(c.knots, func(k knot) bool { return k.at.dist(p) < step }) >= 0, "the course does not run through %v", p)
	}
	for i := 1; i < len(c.knots); i++ {
		a, b := c.knots[i-1], c.knots[i]
		if d := a.at.dist(b.at); math.Abs(b.s-a.s-step) > 1e-6 || math.Abs(d-step) > 0.2*step {
			t.Fatalf("knot %d is %g further on, %g from the last", i, b.s-a.s, d)
		}
		if b.half < a.half-1e-6 || b.half > 20.5 {
			t.Fatalf("the river is %g wide, then %g", a.half, b.half)
		}
	}
	first, half := c.at(0), c.at(c.length/2)
	if first.at.dist(Point{0, 0}) > step || first.half > 5.5 || math.Abs(half.at.X-150) > 5 || math.Abs(half.at.Y-50) > 5 {
		t.Errorf("the course begins with %+v, in the middle is %+v", first, half)
	}
	if half.dir.X < 0.5 || half.dir.Y < 0.5 || math.Abs(math.Hypot(half.dir.X, half.dir.Y)-1) > 1e-9 {
		t.Errorf("in the middle it leads %v", half.dir)
	}
	if n := half.normal(); n.X < 0.5 || n.Y > -0.5 {
		t.Errorf("the left bank is to the %v", n)
	}
	require.Equal(t, c.at(c.length+100), c.knots[len(c.knots)-1], "beyond the end")
}
