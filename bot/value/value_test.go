package value

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/rng"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A learner that saw the same results again and again expects them, and its
// integer net agrees with it.
func TestNetIsWhatWasLearned(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		tables := NewTables(g)
		l := NewLearner(tables, 1)
		list := bottest.Positions(t, g, 3, 7)
		ends := [4]float32{61, 48, 55, 40}
		for range 60 {
			for i := range list {
				l.Learn(&list[i], &ends, 0.1)
			}
		}
		e := NewEstimator(tables, l.Net())
		for i := range list {
			vp := e.Estimate(&list[i])
			l.setPosition(&list[i])
			for who := range seats {
				guess := float64(l.score[who]) + float64(l.guess(list[i].Round(), l.describe(who)))
				if whole := float64(vp[who]) / One; math.Abs(whole-guess) > 0.25 {
					t.Fatalf("%d seats, position %d, seat %d: %.2f VP by the net, %.2f by the learner", seats, i, who, whole, guess)
				}
				if math.Abs(guess-float64(ends[who])) > 8 {
					t.Errorf("%d seats, position %d, seat %d: %.2f VP expected after it saw %.0f", seats, i, who, guess, ends[who])
				}
			}
		}
	}
}

// A learner that starts from a net agrees with it from the first sample on, also
// where the net does not use all hidden units.
func TestLearningGoesOn(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	tables := NewTables(g)
	n := *Nets()[2]
	for i := hidden / 2; i < hidden; i++ {
		n.Out[i] = 0
	}
	e, l := NewEstimator(tables, &n), NewLearner(tables, 1)
	l.StartFrom(&n)
	for i, s := range bottest.Positions(t, g, 3, 7) {
		vp := e.Estimate(&s)
		l.setPosition(&s)
		for who := range 2 {
			guess := float64(l.score[who]) + float64(l.guess(s.Round(), l.describe(who)))
			if whole := float64(vp[who]) / One; math.Abs(whole-guess) > 0.02 {
				t.Fatalf("position %d, seat %d: %.2f VP by the net, %.2f by the learner", i, who, whole, guess)
			}
		}
	}
}

// A file of nets that had fewer hidden units is read: the others contribute
// nothing.
func TestFewerUnits(t *testing.T) {
	n := *Nets()[3]
	weights, err := n.packed(firstUnits)
	require.NoError(t, err)
	f := NewFile()
	f.Nets["3"] = &stored{Fit: make([][3]int, board.Rounds+1), Weights: weights}
	small, err := f.Net(3)
	require.NoError(t, err)
	for i, out := range small.Out {
		if i < firstUnits && (out != n.Out[i] || small.Deep[40][i] != n.Deep[40][i]) || i >= firstUnits && out != 0 {
			t.Errorf("unit %d was read as another one", i)
		}
	}
	f.Nets["3"].Units = hidden + 1
	if _, err := f.Net(3); err == nil {
		t.Error("a net with too many units was taken")
	}
}

// Four packed units sum up as they would alone, negative ones too.
func TestPackedSums(t *testing.T) {
	var a, b [hidden]int16
	for i := range a {
		a[i], b[i] = int16(i*300-5000), int16(4000-i*411)
	}
	p, q := pack(&a), pack(&b)
	for i := range p {
		sum := p[i] + q[i]
		for k := range 4 {
			unit := int16(sum)
			sum = (sum - int64(unit)) >> 16
			require.Equal(t, unit, a[4*i+k]+b[4*i+k], "unit %d", 4*i+k)
		}
	}
}

// The layer of this processor gives the same sums as that in plain Go, for weights
// up to the widest that 16 bits hold.
func TestLayersAgree(t *testing.T) {
	r := rng.Seeded(5)
	n := &Net{Deep: make([][hidden]int16, fWide)}
	some := func(most int) int16 { return int16(r.Below(2*most+1) - most) }
	for f := range n.Deep {
		for i := range n.Deep[f] {
			n.Deep[f][i] = some(250)
		}
	}
	for i := range n.Bias {
		n.Bias[i], n.Out[i] = some(1000), some(math.MaxInt16)
	}
	wide := make([]int16, fWide)
	for f := range wide {
		wide[f] = some(math.MaxInt16)
	}
	one, plain := newLayer(n), packLayer(n)
	for size := range most + 1 {
		list := make([]uint16, size)
		for i := range list {
			list[i] = uint16(r.Below(fWide))
		}
		deep, direct := one.sum(list, wide)
		if wantDeep, wantDirect := plain.sum(list, wide); deep != wantDeep || direct != wantDirect {
			t.Errorf("%d features: the sums are %d and %d, expected %d and %d", size, deep, direct, wantDeep, wantDirect)
		}
	}
	widest := &Net{Deep: make([][hidden]int16, 1)}
	for i := range widest.Bias {
		widest.Bias[i], widest.Out[i] = math.MaxInt16, math.MinInt16
	}
	got, _ := newLayer(widest).sum(nil, wide)
	if want, _ := packLayer(widest).sum(nil, wide); got != want || got != hidden*math.MaxInt16*math.MinInt16 {
		t.Errorf("the widest sum is %d and %d in plain Go", got, want)
	}
}

// The features of a seat are all different and within the layout, and do not
// depend on how the seats are numbered beyond their places.
func TestFeatures(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		x := extractor{Tables: NewTables(g)}
		for seed := range uint64(4) {
			for _, s := range bottest.Positions(t, g, seed, 3) {
				x.setPosition(&s)
				for who := range seats {
					list := slices.Clone(x.describe(who))
					for i, f := range list {
						if deep := i < len(list)-wideOnly; deep != (int(f) < fWide) {
							t.Fatalf("feature %d is number %d of %d, and %d stay out of the hidden layer", f, i, len(list), wideOnly)
						}
					}
					slices.Sort(list)
					if int(list[len(list)-1]) >= int(features) {
						t.Fatalf("feature %d of %d", list[len(list)-1], features)
					}
					slot := slices.Compact(slices.Clone(list))
					if again := len(list) - len(slot); again > 2 { // two port warehouses may be alike, and open columns
						t.Fatalf("%d features twice: %v", again, list)
					}
				}
			}
		}
	}
}

// A file returns the net that was put in it, and a truncated one is refused.
func TestFile(t *testing.T) {
	n, err := Read(NetsJSON)
	require.NoError(t, err)
	for seats := 2; seats <= 4; seats++ {
		net, err := n.Net(seats)
		require.NoError(t, err)
		f := NewFile()
		require.NoError(t, f.Put(seats, net, Made{Games: 7}))
		again, err := f.Net(seats)
		require.True(t, err == nil && reflect.DeepEqual(net, again), "%d seats: another net came back (%v)", seats, err)
		st := f.Nets["2"]
		if st != nil {
			st.Weights = st.Weights[:len(st.Weights)/2]
			if _, err := f.Net(2); err == nil {
				t.Error("half a net was taken")
			}
		}
	}
	if _, err := Read([]byte(`{"format":"ruhr-nets/2","features":7}`)); err == nil {
		t.Error("a file for other features was taken")
	}
}

// Estimating allocates nothing.
func TestNoAllocation(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	e := NewEstimator(NewTables(g), Nets()[4])
	s := bottest.Positions(t, g, 3, 20)[3]
	if n := testing.AllocsPerRun(50, func() { e.Estimate(&s) }); n > 0 {
		t.Errorf("%.0f allocations", n)
	}
}
