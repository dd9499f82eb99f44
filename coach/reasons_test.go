package coach

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// figureOf is the figure that a reason is about.
func figureOf(l *analysis.Ledger, r *Reason) *analysis.Figure {
	groups := map[ReasonKind]analysis.Group{ByLocks: analysis.GroupLocks, ByCities: analysis.GroupCities, ByDepots: analysis.GroupDepots,
		ByExport: analysis.GroupExport, ByMarkers: analysis.GroupMarkers, ByDebts: analysis.GroupDebts}
	if group, ok := groups[r.Kind]; ok {
		return l.Of(l.Seat, group)
	}
	at := map[ReasonKind]analysis.Amount{ByMajority: analysis.AmountMost + analysis.Amount(r.What), ByGain: analysis.AmountGains + analysis.Amount(r.What),
		BySooner: analysis.AmountRound + analysis.Amount(r.What), ByOpenDebts: analysis.AmountDebts, ByMoney: analysis.AmountThaler,
		BySale: analysis.AmountSale, ByOrder: analysis.AmountOrder, ByDenial: analysis.AmountVP + analysis.Amount(r.Seat), ByDenialFrom: analysis.AmountVP + analysis.Amount(r.Seat)}
	if i, ok := at[r.Kind]; ok {
		return &l.Figures[i]
	}
	return &l.Figures[int(analysis.AmountTaken)+r.Seat]
}

// kept reports whether a reason may be said by the rules for speaking.
func kept(l *analysis.Ledger, r *Reason) bool {
	f := figureOf(l, r)
	more := math.Abs(f.More())
	for g := range analysis.Group(analysis.Groups) {
		if r.Kind <= ByDebts && -l.Of(l.Seat, g).More() > more/2 {
			return false
		}
		if part := l.Of(r.Seat, analysis.Group(r.What)).More(); r.Kind == ByDenialFrom && int(g) != r.What && math.Abs(l.Of(r.Seat, g).More()) > -part/2 {
			return false
		}
	}
	if r.Best != int(math.Round(100*f.First)) || r.Played != int(math.Round(100*f.Second)) || r.Weight <= 0 {
		return false
	}
	if (r.Kind == ByMoney || r.Kind == ByOpenDebts) && (l.Pays || f.Error == 0) {
		return false
	}
	switch r.Kind {
	case ByStartTaken, ByWageTaken, ByLockTaken:
		return f.Second >= 0.6 && f.First <= 0.2
	case ByGain:
		return f.First-f.Second >= 0.25 && more >= 3*f.Error && l.Of(l.Seat, analysis.GroupMarkers).More() >= 0
	case ByMajority, ByOrder:
		return f.First-f.Second >= 0.25 && more >= 3*f.Error
	case BySooner, ByOpenDebts, ByDenial, ByDenialFrom: // less is better
		return f.Second-f.First >= 0.5 && more >= 3*f.Error
	}
	return f.First-f.Second >= 0.5 && more >= 3*f.Error
}

// Whatever the figures are, reasons keep the rules for speaking: two at most, the
// greatest first, one of them about a rival if there is one, each with the figures of the
// ledger, and large and certain enough.
func TestReasonsKeepTheRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	counts := map[ReasonKind]int{}
	for range 20_000 {
		l := analysis.Ledger{Pairs: 400, Pays: r.IntN(2) == 0, Seat: r.IntN(3), Takes: analysis.Taking{Kind: analysis.TakingKind(r.IntN(4)), What: r.IntN(8)}}
		for i := range l.Figures {
			if i%4 != 3 || i >= int(analysis.AmountDebts) { // three seats
				l.Figures[i] = analysis.Figure{First: r.Float64(), Second: r.Float64(), Error: r.Float64() / 3}
			}
		}
		for k := range 3 { // VP and their sources are larger
			l.Figures[k].First, l.Figures[k].Second = 40+4*r.Float64(), 40+4*r.Float64()
			for g := range analysis.GroupOther {
				l.Of(k, g).First *= 3
			}
		}
		list, more := Reasons(&l)
		said := (&Step{Reasons: list}).Why()
		rivals := 0
		for i := range said {
			if counts[said[i].Kind]++; !kept(&l, &said[i]) {
				t.Fatalf("%+v of %+v", said[i], figureOf(&l, &said[i]))
			}
			if said[i].Kind.rivals() {
				rivals++
			}
		}
		all := ofRivals(&l)
		switch {
		case lead(&l) <= 0 && (len(said) > 0 || more):
			t.Fatalf("the games speak against it, yet %+v", said)
		case len(said) == 2 && said[0].Weight < said[1].Weight, rivals > 1, lead(&l) > 0 && rivals == 0 && len(all) > 0:
			t.Fatalf("%+v, of rivals %+v", said, all)
		}
	}
	for kind := ByLocks; kind < Exactly; kind++ {
		if counts[kind] == 0 {
			t.Errorf("%v is never said", kind)
		}
	}
}

// Of ledgers made by hand: who the rival is, from when a reason names where a
// rival's VP come from, when a marker is gained sooner, and when there is more to say.
func TestReasonsByHand(t *testing.T) {
	const own, rival = 1, 2
	gain := int(analysis.AmountGains) + board.FirstLimited
	for _, c := range []struct {
		what    string
		figures map[int]analysis.Figure
		want    []Reason
		more    bool
	}{
		{"locks, all of the VP", map[int]analysis.Figure{own: {First: 50, Second: 47}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 5}},
			[]Reason{{Kind: ByLocks, Best: 800, Played: 500, Weight: 300}}, false},
		{"locks, half of the VP", map[int]analysis.Figure{own: {First: 50, Second: 46}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 6}},
			[]Reason{{Kind: ByLocks, Best: 800, Played: 600, Weight: 200}}, false},
		{"locks, less than half of the VP", map[int]analysis.Figure{own: {First: 50, Second: 46}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 6.1}},
			[]Reason{{Kind: ByLocks, Best: 800, Played: 610, Weight: 190}}, true},
		{"a rival, mostly from exports", map[int]analysis.Figure{own: {First: 50, Second: 50}, rival: {First: 40, Second: 42},
			int(analysis.AmountGroup) + rival*analysis.Groups + int(analysis.GroupExport): {First: 5, Second: 6}},
			[]Reason{{Kind: ByDenialFrom, Seat: rival, What: int(analysis.GroupExport), Best: 4000, Played: 4200, Weight: 200}}, false},
		{"a rival, from one source twice as much as from another", map[int]analysis.Figure{own: {First: 50, Second: 50}, rival: {First: 40, Second: 42},
			int(analysis.AmountGroup) + rival*analysis.Groups: {First: 5, Second: 7}, int(analysis.AmountGroup) + rival*analysis.Groups + 2: {First: 5, Second: 6}},
			[]Reason{{Kind: ByDenialFrom, Seat: rival, Best: 4000, Played: 4200, Weight: 200}}, false},
		{"a rival, from two sources", map[int]analysis.Figure{own: {First: 50, Second: 50}, rival: {First: 40, Second: 42},
			int(analysis.AmountGroup) + rival*analysis.Groups: {First: 5, Second: 7}, int(analysis.AmountGroup) + rival*analysis.Groups + 2: {First: 5, Second: 6.1}},
			[]Reason{{Kind: ByDenial, Seat: rival, Best: 4000, Played: 4200, Weight: 200}}, false},
		{"a rival, who exchanges one source for another", map[int]analysis.Figure{own: {First: 50, Second: 50}, rival: {First: 40, Second: 42},
			int(analysis.AmountGroup) + rival*analysis.Groups: {First: 5, Second: 7.6}, int(analysis.AmountGroup) + rival*analysis.Groups + 1: {First: 6, Second: 4.1}},
			[]Reason{{Kind: ByDenial, Seat: rival, Best: 4000, Played: 4200, Weight: 200}}, false},
		{"a rival, from many sources", map[int]analysis.Figure{own: {First: 50, Second: 50}, rival: {First: 40, Second: 42},
			int(analysis.AmountGroup) + rival*analysis.Groups + int(analysis.GroupExport): {First: 5, Second: 5.9}},
			[]Reason{{Kind: ByDenial, Seat: rival, Best: 4000, Played: 4200, Weight: 200}}, false},
		{"a marker that both gain", map[int]analysis.Figure{own: {First: 50, Second: 49}, gain: {First: 1, Second: 0.9}, gain + board.Kinds: {First: 4, Second: 6}},
			[]Reason{{Kind: BySooner, What: board.FirstLimited, Best: 400, Played: 600, Weight: 100}}, true},
		{"a marker that one mostly gains", map[int]analysis.Figure{own: {First: 50, Second: 49}, gain: {First: 1, Second: 0.89}, gain + board.Kinds: {First: 4, Second: 6}},
			nil, false},
		{"a marker that costs others", map[int]analysis.Figure{own: {First: 50, Second: 49}, gain: {First: 1, Second: 0.2},
			int(analysis.AmountGroup) + own*analysis.Groups + int(analysis.GroupMarkers): {First: 5, Second: 6}}, nil, false},
		{"half of it lost elsewhere", map[int]analysis.Figure{own: {First: 50, Second: 49}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 5},
			int(analysis.AmountGroup) + own*analysis.Groups + 1: {First: 5, Second: 6.5}}, []Reason{{Kind: ByLocks, Best: 800, Played: 500, Weight: 300}}, false},
		{"more than half lost elsewhere", map[int]analysis.Figure{own: {First: 50, Second: 49}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 5},
			int(analysis.AmountGroup) + own*analysis.Groups + 1: {First: 5, Second: 6.6}}, nil, false},
		{"small parts of a gain that is offset", map[int]analysis.Figure{own: {First: 50, Second: 47.4}, int(analysis.AmountGroup) + own*analysis.Groups: {First: 7, Second: 5.4},
			int(analysis.AmountGroup) + own*analysis.Groups + 1: {First: 6, Second: 5}, int(analysis.AmountGroup) + own*analysis.Groups + 3: {First: 9, Second: 11.9}}, nil, false},
		{"half of the rest for one reason that there is no room for", map[int]analysis.Figure{own: {First: 50, Second: 47.4}, rival: {First: 40, Second: 41},
			int(analysis.AmountGroup) + own*analysis.Groups: {First: 6, Second: 5}, int(analysis.AmountGroup) + own*analysis.Groups + 1: {First: 5.8, Second: 5}},
			[]Reason{{Kind: ByLocks, Best: 600, Played: 500, Weight: 100}, {Kind: ByDenial, Seat: rival, Best: 4000, Played: 4100, Weight: 100}}, false},
		{"less than half of the rest", map[int]analysis.Figure{own: {First: 50, Second: 47.4}, rival: {First: 40, Second: 41},
			int(analysis.AmountGroup) + own*analysis.Groups: {First: 6, Second: 5}, int(analysis.AmountGroup) + own*analysis.Groups + 1: {First: 5.7, Second: 5}},
			[]Reason{{Kind: ByLocks, Best: 600, Played: 500, Weight: 100}, {Kind: ByDenial, Seat: rival, Best: 4000, Played: 4100, Weight: 100}}, true},
		{"a price", map[int]analysis.Figure{own: {First: 50, Second: 49}, int(analysis.AmountThaler): {First: 1, Second: 0}, int(analysis.AmountDebts): {First: 0, Second: 1}},
			nil, false},
		{"money", map[int]analysis.Figure{own: {First: 50, Second: 49}, int(analysis.AmountThaler): {First: 1, Second: 0, Error: 0.1}},
			[]Reason{{Kind: ByMoney, Best: 100, Weight: 30}}, true},
		{"what helps the rival more", map[int]analysis.Figure{own: {First: 50, Second: 47}, rival: {First: 44, Second: 40},
			int(analysis.AmountGroup) + own*analysis.Groups: {First: 8, Second: 5}}, nil, false},
	} {
		l := analysis.Ledger{Pairs: 400, Seat: own}
		for i, f := range c.figures {
			l.Figures[i] = f
		}
		list, more := Reasons(&l)
		if got := (&Step{Reasons: list}).Why(); !slices.Equal(got, c.want) || more != c.more {
			t.Errorf("%s: %+v, more %v", c.what, got, more)
		}
	}
}

// Every figure of a reason follows from the position and the two actions.
func TestReasonsRecomputed(t *testing.T) {
	seen := 0
	for _, g := range recorded(t)[:3] {
		const playouts = 150
		review, err := Of(t.Context(), g, bot.NewAnalyst(g.Rules, playouts))
		require.NoError(t, err)
		for i := range review.Steps {
			s := &review.Steps[i]
			if !s.Established() || s.Exact {
				if len(s.Why()) > 0 != (s.Exact && s.Lost > 0) || s.More {
					t.Errorf("reasons for what is not established: %+v", s)
				}
				continue
			}
			l, err := bot.NewAnalyst(g.Rules, playouts).Ledger(t.Context(), g.After(s.Decision-1), s.Best, g.Steps[s.Decision].Action)
			require.NoError(t, err)
			for _, r := range s.Why() {
				if seen++; !kept(&l, &r) {
					t.Errorf("decision %d: %+v of %+v", s.Decision, r, figureOf(&l, &r))
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no reasons")
	}
}

// watched is a computer player that shows every position it decides at.
type watched struct {
	bot.Bot
	see func(s *rules.State)
}

func (w watched) Choose(ctx context.Context, g *rules.Game, s *rules.State, b bot.Budget, r *rand.Rand) bot.Thought {
	w.see(s)
	return w.Bot.Choose(ctx, g, s, b, r)
}

// countedAgain is the mean, in hundredths, of what a reason of a rare kind is about, by the
// positions of the games that are played on from an action.
func countedAgain(t *testing.T, g *rules.Game, s *rules.State, a rules.Action, r *Reason, pairs int) int {
	t.Helper()
	sum, seat, round := 0, s.ToDecide(), s.Round()
	for seed := range uint64(pairs) {
		next, got, ended := *s, 0, false
		see := func(now *rules.State) {
			switch {
			case r.Kind == ByWageTaken && now.Round() == round && g.Seat(now, r.Seat).Option == rules.Wage,
				r.Kind == ByLockTaken && now.Round() <= round+1 && now.LockBuilder(r.What) == r.Seat:
				got = 1
			}
		}
		g.Play(&next, a)
		see(&next)
		end, err := bot.PlayOn(t.Context(), g, next, watched{bot.ByPolicy(policy.NewSteady), see}, bot.Budget{}, seed, func(now *rules.State) bool {
			if r.Kind == ByMoney && !ended {
				got, ended = now.Thaler(seat)-3*g.Seat(now, seat).Debts, true
			}
			return false
		})
		require.NoError(t, err)
		if r.Kind == ByMajority {
			got = 1
			for who := range g.Seats() {
				if who != seat && end.DepotOf(r.What, who) >= end.DepotOf(r.What, seat) {
					got = 0
				}
			}
		}
		sum += got
	}
	return int(math.Round(100 * float64(sum) / float64(pairs)))
}

// The kinds of reasons that reviews of ordinary games hardly give are given where they
// apply, with figures that the games show, also in words.
func TestRareReasons(t *testing.T) {
	for _, c := range []struct {
		kind     ReasonKind
		link     string
		decision int
		best     rules.Action
	}{
		{ByMajority, "ydFKSgPiw0mS9oKvNtyeeoyv9zJu6TLvOtTB45PSvdwL_2y_ufRw_J8DhO0kuW5eQgHtV8QQrCg", 53, 41},
		{ByMoney, "AbkHGStTtZpCBoa6nloI4MeY7hX9MInhc5zRsiDcGG740AXSqPU3q_tk-dviLcGqdvhdgr4dARFmggdiH_kMy6uEQ1OwRJlIk8CKL4GR02pxWtIbSekf1MyOVurOfZAJ7VfEEJty", 177, 155},
		{ByWageTaken, "Dp_bFZV2w96FGNN9DF8WUPlyyu3p_lkvJQ6E50l27dnAoqivG8p7D_OzrHgc7Om1vOsTt-H_Qe1XxBDQqQ", 138, 129},
		{ByLockTaken, "BBqDQ9tVQKwsdbEcqP8nTAJXgAYpL2440t7Us0myjB4qtHrw7yqOePdOnkSpcxeZfxsisXEB7VfEEJgI", 33, 81},
	} {
		g, err := record.ReadLink(c.link, board.Default())
		require.NoError(t, err)
		s, played := g.After(c.decision-1), g.Steps[c.decision].Action
		l, err := bot.NewAnalyst(g.Rules, 2000).Ledger(t.Context(), s, c.best, played)
		require.NoError(t, err)
		list, _ := Reasons(&l)
		at := slices.IndexFunc(list[:], func(r Reason) bool { return r.Kind == c.kind })
		if at < 0 {
			t.Errorf("%v is not said, but %+v", c.kind, list)
			continue
		}
		r := list[at]
		require.Equal(t, r.Best, countedAgain(t, g.Rules, s, c.best, &r, l.Pairs), "%v, after the best action", c.kind)
		require.Equal(t, r.Played, countedAgain(t, g.Rules, s, played, &r, l.Pairs), "%v, after what was played", c.kind)
		key, args := r.words(g.Rules, func(x float64) string { return fmt.Sprintf("%.2f", x) })
		want := []any{"best", r.Best, "played", r.Played}
		if c.kind == ByMoney {
			want = []any{"more", fmt.Sprintf("%.2f", float64(r.Best-r.Played)/100)}
		}
		require.True(t, key == "page.review.reason."+c.kind.String() && slices.Equal(args[:len(want)], want), "%s, %v", key, args)
	}
}

// What was never revealed changes nothing in a review: two deals that agree in all that
// the game drew lead to the same one (SET-9).
func TestReviewLeaksNothing(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	deal := bot.NewDeal(g, 8)
	schiffer, _ := bot.New("schiffer")
	var actions []rules.Action
	seats := []bot.Seat{{Bot: schiffer}, {Bot: schiffer}}
	if _, err := bot.Play(t.Context(), g, seats, &deal, 4, func(a rules.Action) { actions = append(actions, a) }); err != nil {
		t.Fatal(err)
	}
	played, err := record.Play(g, &deal, actions)
	require.NoError(t, err)
	last := 0 // the place in the urn of the last marker that was drawn
	for _, s := range played.Steps {
		for _, o := range s.Chance {
			if o.Before.Decision() == rules.DrawMarker {
				last = max(last, slices.Index(deal.Urn, o.Number))
			}
		}
	}
	other := deal
	other.Urn = slices.Clone(deal.Urn)
	slices.Reverse(other.Urn[last+1:])
	again, err := record.Play(g, &other, actions)
	if err != nil || reflect.DeepEqual(deal, other) {
		t.Fatal(err, "or the deals are the same")
	}
	one, err := Of(t.Context(), played, bot.NewAnalyst(g, 30))
	require.NoError(t, err)
	two, _ := Of(t.Context(), again, bot.NewAnalyst(g, 30))
	if !reflect.DeepEqual(one, two) {
		t.Error("the reviews differ")
	}
}

// The end of a game that was worked out needs no second estimate, and is said as it is.
func TestExact(t *testing.T) {
	best := analysis.Candidate{VP: [4]float64{40, 47, 46}}
	played := analysis.Candidate{VP: [4]float64{44, 43, 46}}
	if r := exactly(&best, &played, 1); r != (Reason{Kind: Exactly, What: 1, Seat: 3, Best: 4700, Played: 4300}) {
		t.Errorf("%+v", r)
	}
	s := Step{Exact: true, Seat: 1, Lost: 500_000, Expected: Shares{0, Whole}, Came: Shares{500_000, 500_000}}
	if s.Mark() != Blunder || s.Change(2) != (Shares{500_000, -500_000}) {
		t.Errorf("%v, %v", s.Mark(), s.Change(2))
	}
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	half, third := Shares{500_000, 500_000}, Shares{333_333, 333_333, 333_334}
	for _, c := range []struct {
		best, came   int
		expected, is Shares
		key          string
	}{
		{1, 2, Shares{0, Whole}, Shares{Whole}, "exact"},
		{1, 1, Shares{0, Whole}, half, "exact.alone"},
		{1, 2, half, Shares{Whole}, "exact.shared"},
		{1, 1, half, third, "exact.fewer"},
		{2, 3, Shares{Whole}, Shares{Whole}, "exact"},
	} {
		s := Step{Exact: true, Seat: 1, Lost: 1, Expected: c.expected, Came: c.is, Reasons: [2]Reason{{Kind: Exactly, What: c.best, Seat: c.came}}}
		got := s.Explained(g, func(float64) string { return "" })
		if told := s.Reasons[0].report(g, &s); got[0].Key != "page.review.reason."+c.key || !slices.Equal(told.Ranks, []int{c.best, c.came}) || !slices.Equal(told.Wins, []int{c.expected[1], c.is[1]}) {
			t.Errorf("rank %d instead of %d with %v instead of %v: %s, %+v", c.best, c.came, c.expected, c.is, got[0].Key, told)
		}
	}
	if s.Lost = 0; s.Established() {
		t.Error("nothing lost is an established loss")
	}
}

// Every kind has its words.
func TestReasonWords(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	tenths := func(x float64) string { return fmt.Sprintf("%.1f", x) }
	for _, c := range []struct {
		r    Reason
		key  string
		args string
	}{
		{Reason{Kind: ByLocks, Best: 940, Played: 800}, "locks", "[more 1.4 best 9.4 played 8.0]"},
		{Reason{Kind: ByOpenDebts, Best: 40, Played: 130}, "open_debts", "[more 0.9 best 0.4 played 1.3]"},
		{Reason{Kind: ByMajority, What: 1, Best: 70, Played: 35}, "majority", "[best 70 played 35 depot {depot werden }]"},
		{Reason{Kind: ByGain, What: board.FirstLimited, Best: 62, Played: 20}, "gain", "[best 62 played 20 marker {progress hauling_action }]"},
		{Reason{Kind: ByDenialFrom, Seat: 2, What: int(analysis.GroupExport), Best: 3000, Played: 3170}, "denial.export", "[more 1.7 best 30.0 played 31.7 seat 2]"},
		{Reason{Kind: Exactly, What: 1, Seat: 2, Best: 4700, Played: 4500}, "exact", "[best 47 played 45 place 1 came 2]"},
	} {
		key, args := c.r.words(g, tenths)
		if key != "page.review.reason."+c.key || fmt.Sprint(args) != c.args {
			t.Errorf("%+v: %s %v", c.r, key, args)
		}
	}
	none := Step{Lost: 200_000, Wide: 10_000}
	if got := none.Explained(g, tenths); len(got) != 1 || got[0].Key != "page.review.reason.none" {
		t.Errorf("%v", got)
	}
	some := Step{Lost: 200_000, Wide: 10_000, More: true, Reasons: [2]Reason{{Kind: BySale, Best: 500, Played: 300}}}
	if got := some.Explained(g, tenths); len(got) != 2 || got[1].Key != "page.review.reason.more" {
		t.Errorf("%v", got)
	}
}
