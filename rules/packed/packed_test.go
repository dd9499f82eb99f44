package packed

import (
	"math/rand/v2"
	"ruhr/internal/require"
	"slices"
	"testing"
)

const games = 2000 // random cases of each test

// Dice on storages against a plain array: EVENT-R takes, START-9 and START-10
// improve, WATER-3 raises and lowers.
func TestDice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var d Dice
	var plain [15]int
	for range games {
		k := rng.IntN(15)
		switch rng.IntN(5) {
		case 0:
			plain[k] = rng.IntN(7)
			d.Set(k, plain[k])
		case 1:
			plain[k] = 0
			d.Clear(k)
		case 2:
			if plain[k] > 0 {
				pips := 2 + rng.IntN(2)
				plain[k] = min(plain[k]+pips, 6)
				d.Improve(k, pips)
			}
		case 3:
			for i, v := range plain {
				if v > 0 {
					plain[i] = min(v+1, 6)
				}
			}
			d.Raise()
		case 4:
			for i, v := range plain {
				if v > 0 {
					plain[i] = max(v-1, 1)
				}
			}
			d.Lower()
		}
		for i, v := range plain {
			if d.Value(i) != v || d.Loaded().Has(i) != (v > 0) || d.BelowSix().Has(i) != (v > 0 && v < 6) {
				t.Fatalf("storage %d: value %d, loaded %v, below six %v, expected a %d", i, d.Value(i), d.Loaded().Has(i), d.BelowSix().Has(i), v)
			}
		}
	}
}

// Starts and targets by direction, and the key of what there is (START-2,
// START-4, START-7, START-8).
func TestStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	// An eighth of the storages on average, or seven eighths: both edges come up.
	few := func() Storages {
		set := Storages(1<<15 - 1)
		for range 3 {
			set &= Storages(rng.IntN(1 << 15))
		}
		return set
	}
	for range games {
		starts, targets, plain, all := few(), few(), ^few()&(1<<15-1), few()
		below := Storages(1<<rng.IntN(16) - 1)
		above := ^below & (1<<15 - 1)
		s := StartsAnywhere(starts, targets) & Around(below, above)
		parts := [4]Storages{s.To(Downriver), s.To(Upriver), s.Targets(Downriver), s.Targets(Upriver)}
		if want := [4]Storages{starts & below, starts & above, targets & below, targets & above}; parts != want {
			t.Fatalf("parts %b, expected %b", parts, want)
		}
		key := s.Key(InEverySet(plain), all)
		for i, has := range parts {
			find, d := key.Start, Direction(i%2)
			if i >= 2 {
				find = key.Target
			}
			require.Must(t, find(d, true) == has.Any() && find(d, false) == (has&plain).Any(), "key %b of %b, plain %b", key, parts, plain)
		}
		require.Must(t, key.AnyTarget() == (all != 0) && key < ReachKeys, "key %b with targets %b", key, all)
		k := rng.IntN(15)
		filled := s.Filled(k)
		for d := range Upriver + 1 {
			want := s.To(d)
			if s.Targets(d).Has(k) {
				want |= StorageSet(k)
			}
			if filled.To(d) != want || filled.Targets(d) != s.Targets(d) {
				t.Fatalf("storage %d filled in direction %d: %b, expected %b", k, d, filled.To(d), want)
			}
		}
		if o := OnlyUpriver(k); o.To(Upriver) != StorageSet(k) || o.To(Downriver)|o.Targets(Upriver)|o.Targets(Downriver) != 0 {
			t.Fatalf("only storage %d upriver: %b", k, o)
		}
	}
}

// A column against a plain list of boxes (TRACK-2, TRACK-3, START-7).
func TestColumn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range games {
		above, below := rng.IntN(4), rng.IntN(3)
		path := PathOf(above, below)
		if path.Rows() != above+1+below || int(path.arrow/8) != above {
			t.Fatalf("%d rows, arrow in row %d", path.Rows(), path.arrow/8)
		}
		plain := make([]int, 8)
		for row := range path.Rows() {
			plain[row] = rng.IntN(2) * (1 + rng.IntN(6))
		}
		c := ColumnOf(plain...)
		taken := slices.Clone(plain)
		value := taken[above]
		copy(taken[1:above+1], plain[:above])
		taken[0] = 0
		lifted := c
		if got := lifted.TakeArrow(&path); got != value || c.Arrow(&path) != value || lifted != ColumnOf(taken...) {
			t.Fatalf("%v, arrow box %d: took %d, left %x", plain, above, got, lifted)
		}
		v, row := 1+rng.IntN(6), -1
		for k := above; k >= 0 && row < 0; k-- {
			if plain[k] == 0 {
				row = k
			}
		}
		want := slices.Clone(plain)
		if row < 0 {
			row = 0
			copy(want[1:], plain[:7])
		}
		want[row] = v
		if ColumnOf(want...) == ColumnOf(plain...)<<8|Column(v) {
			row = 0 // looks as if all had moved down
		}
		pushed := c.Push(&path, v)
		if pushed != ColumnOf(want...) || pushed.PushedTo(c) != row {
			t.Fatalf("%v with %d pushed: %x in row %d, expected %v, row %d", plain, v, pushed, pushed.PushedTo(c), want, row)
		}
		if off := want[path.Rows()]; pushed.Off(&path) != (off > 0) {
			t.Fatalf("%v: off %v", want, pushed.Off(&path))
		} else if off > 0 {
			if got := pushed.TakeOff(&path); got != off || pushed.Off(&path) {
				t.Fatalf("%v: took off %d", want, got)
			}
		}
		c.Set(above, 3)
		if c.Box(above) != 3 || above > 0 && c.Box(above-1) != plain[above-1] {
			t.Fatalf("a 3 set in row %d: %x", above, c)
		}
	}
	two := ColumnOf(0, 0, 4, 5)
	path := PathOf(1, 0)
	if a, b := two.TakeOff(&path), two.TakeOff(&path); a != 4 || b != 5 {
		t.Errorf("the upper first: %d, %d", a, b)
	}
}

// A row of warehouses against a list of seats (BUY-4 to BUY-7).
func TestSlots(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range games {
		var owners []int
		for range rng.IntN(9) {
			owners = append(owners, rng.IntN(4))
		}
		p := SlotsOf(owners...)
		for who := range 4 {
			count := 0
			for _, o := range owners {
				if o == who {
					count++
				}
			}
			if p.Has(who) != (count > 0) || p.Count(who) != count || p.Place(who) != slices.Index(owners, who) || p.Seats()>>who&1 == 1 != (count > 0) {
				t.Fatalf("seat %d in %v: has %v, count %d, place %d", who, owners, p.Has(who), p.Count(who), p.Place(who))
			}
			if count == 1 {
				q := p
				q.Remove(uint8(who))
				left := slices.DeleteFunc(slices.Clone(owners), func(o int) bool { return o == who })
				if !slices.Equal(q.Owners(), left) || q.Has(who) || q.Len() != len(left) || q != SlotsOf(left...) {
					t.Fatalf("%v without seat %d: %v", owners, who, q.Owners())
				}
			}
		}
		require.Must(t, slices.Equal(p.Owners(), owners), "owners %v, expected %v", p.Owners(), owners)
	}
	for set, want := range map[Columns]bool{0: false, 1: false, 4: false, 3: true, 5: true, 7: true} {
		require.True(t, set.Several() == want && set.Has(1) == (set&2 != 0), "columns %b: several %v", set, set.Several())
	}
}

// Eight prices compared at once with what a seat can pay (BUY-4 to BUY-6).
func TestPrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	var p Prices
	var plain [8]uint8
	for range games {
		k, price, thaler := rng.IntN(8), uint8(rng.IntN(12)), uint8(rng.IntN(12))
		switch rng.IntN(8) {
		case 0:
			price = 255
		case 1:
			price = MostThaler
		case 2:
			thaler = uint8(rng.IntN(256))
		}
		plain[k] = price
		p.Set(uint8(k), price)
		set := p.Within(BudgetOf(thaler))
		for i, v := range plain {
			if want := v <= min(thaler, MostThaler); set>>i&1 == 1 != want {
				t.Fatalf("prices %v, %d Thaler: place %d is %v", plain, thaler, i, !want)
			}
		}
	}
}

// River order by the numbers alone (ORDER-1, ORDER-3): by river index, and at one
// space the later upriver of the earlier.
func TestRiverOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range games {
		var m [4]Mooring
		var at [4]int
		for who, place := range rng.Perm(4) {
			at[who] = rng.IntN(5)
			m[who] = ArrivedAt(RiverIndex(at[who]), uint8(place))
			if rng.IntN(2) == 0 {
				m[who] = SettledAt(RiverIndex(at[who]), uint8(place))
			}
			require.Must(t, int(m[who].At()) == at[who], "at %d, expected %d", m[who].At(), at[who])
		}
		a, b, c, d := RiverOrder(m[0], m[1], m[2], m[3])
		before := Mooring(0)
		for place, barge := range []Barge{a, b, c, d} {
			who := barge & SeatOf
			if m[who] < before || barge.Settled(uint8(place)) != SettledAt(RiverIndex(at[who]), uint8(place)) {
				t.Fatalf("moorings %v: seat %d in place %d", m, who, place)
			}
			before = m[who]
		}
	}
	if first, later := ArrivedAt(7, 0), ArrivedAt(7, 1); later >= first || first >= SettledAt(7, 0) {
		t.Error("ORDER-3: who came later stands upriver, who was there before downriver")
	}
}

// Thaler on selling spaces, at most two (WATER-2, SAIL-4), and builders of locks.
func TestDemandAndBuilders(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var d Demand
	var plain [20]int
	for range games {
		if rng.IntN(2) == 0 {
			set := rng.Uint32() & (1<<20 - 1)
			room := d.Room(set)
			d.Lay(set)
			for k := range plain {
				require.Must(t, room>>k&1 == 1 == (set>>k&1 == 1 && plain[k] < 2), "room for a Thaler on %d with %d", k, plain[k])
				plain[k] = min(2, plain[k]+int(set>>k&1))
			}
		} else if k := rng.IntN(20); int(d.Take(k)) != plain[k] {
			t.Fatalf("took other than %d", plain[k])
		} else {
			plain[k] = 0
		}
		for k, v := range plain {
			if d.Lying(k) != v || d.Lies(k) != (v > 0) {
				t.Fatalf("%d lie on %d, expected %d", d.Lying(k), k, v)
			}
		}
	}
	var b Builders
	for k := range 14 {
		b.Set(k, uint8(k*3%4))
	}
	for k := range 14 {
		require.Equal(t, b.Seat(k), k*3%4, "who built lock %d", k)
	}
}
