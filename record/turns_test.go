package record

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// inRounds are the positions of random games that can be corrected, past their opening.
func inRounds(t *testing.T, games int, do func(g *rules.Game, r *rand.Rand, s *rules.State)) {
	b := board.Default()
	for n := range games {
		r := rand.New(rand.NewPCG(39, uint64(n)))
		g := rules.NewGame(b, 2+n%3, rules.Variant{CalmWater: n%7 == 0})
		for s := g.Start(r.IntN(g.Seats())); s.Decision() != rules.Over; anyStep(t, g, &s, r) {
			if !opens(&s) && Fields(g, &s) != nil {
				do(g, r, &s)
			}
		}
	}
}

// said are the values of all that can be corrected.
func said(g *rules.Game, s *rules.State) Correction {
	c := Correction{}
	for _, f := range Fields(g, s) {
		c[f.Key] = f.Value
	}
	return c
}

// Any position can be entered beside another one of the same game: where its barges lie,
// whose turn it is, and all else.
func TestAnyPositionOfAPhaseIsEntered(t *testing.T) {
	entered := map[rules.Phase]int{}
	last := map[rules.Phase]rules.State{}
	inRounds(t, 60, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		phase := s.Phase()
		was, ok := last[phase]
		last[phase] = *s
		if !ok || was.Round() != s.Round() || len(g.Layout(&was).Seats) != g.Seats() || phase < rules.Start || was.WageTaken() != s.WageTaken() && phase == rules.Purchase {
			return
		}
		got, err := said(g, s).apply(g, &was)
		if err != nil {
			t.Fatalf("round %d, phase %d: %v\n%+v\n%+v", s.Round(), phase, err, g.Layout(&was), g.Layout(s))
		}
		want, have := g.Layout(s), g.Layout(&got)
		if got.Decision() != s.Decision() || got.ToDecide() != s.ToDecide() || !slices.Equal(want.Order, have.Order) || !slices.Equal(g.River(s), g.River(&got)) || want.Track != have.Track {
			t.Fatalf("round %d, phase %d:\n%+v\n%+v", s.Round(), phase, want, have)
		}
		entered[phase]++
	})
	for _, phase := range []rules.Phase{rules.Start, rules.Sale, rules.Purchase} {
		require.True(t, entered[phase] >= 300, "phase %d: %d positions were entered", phase, entered[phase])
	}
}

// Of what is entered wrong in the middle of a round nothing is half applied, and with the
// rest a game can be played to its end.
func TestWrongTurns(t *testing.T) {
	refused, played := map[string]int{}, map[string]int{}
	inRounds(t, 40, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		list := slices.DeleteFunc(Fields(g, s), func(f Field) bool { return !f.OfRound() })
		if len(list) == 0 {
			return
		}
		c := Correction{}
		for range 1 + r.IntN(3) {
			f := list[r.IntN(len(list))]
			c[f.Key] = r.IntN(f.Most + 2)
		}
		now, err := c.apply(g, s)
		if m, ok := errors.AsType[*Misplaced](err); ok {
			if refused[m.What]++; now != *s {
				t.Fatalf("%v: %v, and the position is another one", c, err)
			}
			return
		} else if err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		for _, f := range list {
			if _, ok := c[f.Key]; ok {
				played[f.Kind]++
			}
		}
		for now.Decision() != rules.Over {
			anyStep(t, g, &now, r)
		}
	})
	for _, what := range []string{"amount", "order", "twice", "ashore", "rests", "sails", "coal", "pilot", "option", "unchosen", "unseen", "hidden"} {
		require.True(t, refused[what] != 0, "nothing was refused as %s: %v", what, refused)
	}
	for _, kind := range []string{"turn", "place", "barge", "arrived", "option", "country", "years", "track"} {
		require.True(t, played[kind] != 0, "no %s was corrected: %v", kind, played)
	}
}

// A barge that has been moved where barges do not move changes the order of play, but not
// who has had a turn in the phase: else it is refused. So nobody pays or buys twice, and
// nobody is passed over (ORDER-1, EVENT-P, BUY-1).
func TestABargeIsMoved(t *testing.T) {
	moved, refused := map[rules.Phase]int{}, map[rules.Phase]int{}
	inRounds(t, 12, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		phase := s.Phase()
		if s.Decision() != rules.Pay && phase != rules.Purchase || slices.ContainsFunc(g.River(s), func(who int) bool { return s.BargeAt(who) < 0 }) {
			return
		}
		who, to := r.IntN(g.Seats()), g.Board().At.Sell[r.IntN(board.Sells)]
		now, err := Correction{"barge." + strconv.Itoa(who): to + 1, "arrived." + strconv.Itoa(who): r.IntN(g.Seats() + 1)}.apply(g, s)
		var m *Misplaced
		switch {
		case errors.As(err, &m) && m.What == "twice" && m.By() == rules.ORDER1:
			refused[phase]++
			return
		case err != nil || now.BargeAt(who) != to || !slices.Equal(g.River(&now), g.Order(&now)):
			t.Fatalf("%v: seat %d lies at %d; order %v, river %v", err, who, now.BargeAt(who), g.Order(&now), g.River(&now))
		}
		if was, is := toCome(g, s), toCome(g, &now); !slices.Equal(was, is) || phase == rules.Purchase && now.ToDecide() != s.ToDecide() {
			t.Fatalf("round %d, phase %d: the turns of %v were to come, now those of %v; seat %d decides", s.Round(), phase, was, is, now.ToDecide())
		}
		if !slices.Equal(g.Order(s), g.Order(&now)) {
			moved[phase]++
		}
	})
	for _, phase := range []rules.Phase{rules.Event, rules.Purchase} {
		if moved[phase] == 0 || refused[phase] == 0 {
			t.Errorf("phase %d: %d orders were changed, %d refused", phase, moved[phase], refused[phase])
		}
	}
}

// toCome are the seats that have not had their turn in a phase, the present one included.
func toCome(g *rules.Game, s *rules.State) []int {
	return slices.Sorted(slices.Values(g.Order(s)[s.Turn():]))
}

// While the dice move sideways nobody has had a turn, and any barge can be moved (TRACK-4).
func TestABargeIsMovedWhileTheDiceMoveSideways(t *testing.T) {
	moved := 0
	for n := range 20 {
		r := rand.New(rand.NewPCG(41, uint64(n)))
		g := rules.NewGame(board.Default(), 2+n%3, rules.Variant{})
		corrected(t, g, r, func(s *rules.State) Correction {
			if s.Round() == 3 && s.Phase() == rules.Purchase {
				return downTheTrack(g, s)
			}
			return nil
		}, func(s *rules.State) bool {
			if s.Round() != 4 || s.Phase() != rules.Event || s.Decision() != rules.Place {
				return s.Round() > 4
			}
			first, end := g.Order(s)[0], g.Board().At.Sell[board.Sells-1]
			now, err := Correction{"barge." + strconv.Itoa(first): end + 1, "arrived." + strconv.Itoa(first): 0}.apply(g, s)
			if err != nil || !slices.Equal(g.Order(&now), g.River(&now)) || now.Decision() != rules.Place || now.ToDecide() != g.Order(&now)[0] {
				t.Errorf("order %v, river %v, seat %d decides: %v", g.Order(&now), g.River(&now), now.ToDecide(), err)
			}
			moved++
			return true
		})
	}
	require.True(t, moved != 0, "no barge was moved")
}

// corrected plays a game whose chance is entered, with a correction wherever one is to be
// made, until a position or the end.
func corrected(t *testing.T, g *rules.Game, r *rand.Rand, correct func(s *rules.State) Correction, until func(s *rules.State) bool) *Game {
	t.Helper()
	play := NewStepper(g, Unknown{})
	step, err := play.Start(0)
	require.NoError(t, err)
	var game *Game
	for {
		for c := correct(&step.State); c != nil || Waits(&step.State); c = correct(&step.State) {
			if c != nil {
				if step, err = play.Correct(step, c); err != nil {
					t.Fatalf("round %d: %v: %v", game.Steps[game.Len()].State.Round(), c, err)
				}
				continue
			}
			faces := slices.DeleteFunc(Faces(g, &step.State), func(f Face) bool { return f.Left == 0 })
			step, err = play.Enter(step, faces[r.IntN(len(faces))].Number)
			require.NoError(t, err)
		}
		if game == nil {
			game = NewGame(g, NewCodec(g), 0, step)
			game.Entered, game.Players = true, make([]Player, g.Seats())
		} else {
			game.Add(step)
		}
		if s := &step.State; s.Decision() == rules.Over || until(s) {
			return game
		}
		legal := g.Legal(&step.State)
		step, err = play.Step(&step.State, legal.Nth(r.IntN(legal.Len())))
		require.NoError(t, err)
	}
}

// downTheTrack is a correction that puts the lowest black die on the track where only its
// present path has a box; nil where there is none, or it lies there.
func downTheTrack(g *rules.Game, s *rules.State) Correction {
	track := g.Board().Tracks[g.Board().Stage(s.Round())]
	last := track.Above + track.Below
	if s.TrackDie(0, last) > 0 || Fields(g, s) == nil {
		return nil
	}
	for row := last - 1; row >= 0; row-- {
		if die := s.TrackDie(0, row); die > 0 {
			return Correction{"track.black." + strconv.Itoa(row+1): 0, "track.black." + strconv.Itoa(last+1): die}
		}
	}
	return nil
}

// While a die without a box on the new path waits for its storage, anything else can be
// corrected, and so can its value; and a record of that can be read (TRACK-4).
func TestCorrectionWhileTheDiceMoveSideways(t *testing.T) {
	b := board.Default()
	for _, round := range []int{4, 8} {
		done := 0
		for n := range 20 {
			r := rand.New(rand.NewPCG(40, uint64(n)))
			g := rules.NewGame(b, 2+n%3, rules.Variant{})
			there := func(s *rules.State) bool {
				return s.Round() == round && s.Phase() == rules.Event && s.Decision() == rules.Place
			}
			at := false
			game := corrected(t, g, r, func(s *rules.State) Correction {
				switch {
				case s.Round() == round-1 && s.Phase() == rules.Purchase:
					return downTheTrack(g, s)
				case !there(s) || at:
					return nil
				}
				at = true
				return Correction{"thaler.0": 9}
			}, func(s *rules.State) bool { return s.Round() > round })
			if !at {
				continue
			}
			done++
			require.Fails(t, nil, "round %d", round)(Referee(game.Record(), b))
			for _, step := range game.Steps {
				if s := &step.State; there(s) {
					wrongTrack(t, g, s)
				}
			}
		}
		require.True(t, done != 0, "no die was without a box in round %d", round)
	}
}

// wrongTrack corrects the die that has no box, and lays another one beside the path.
func wrongTrack(t *testing.T, g *rules.Game, s *rules.State) {
	t.Helper()
	track := g.Board().Tracks[g.Board().Stage(s.Round())]
	row := track.Above + track.Below + 1
	key := "track.black." + strconv.Itoa(row+1)
	die := 7 - s.TrackDie(0, row)
	if now, err := (Correction{key: die}).apply(g, s); err != nil || now.TrackDie(0, row) != die || now.Decision() != rules.Place {
		t.Errorf("%s: %d: it is %d: %v", key, die, now.TrackDie(0, row), err)
	}
	if s.Round() < 8 {
		return // white ones are entered up to the boxes of the paved path
	}
	var m *Misplaced
	if _, err := (Correction{key: 0, "track.white." + strconv.Itoa(row+1): die}).apply(g, s); !errors.As(err, &m) || m.What != "track" {
		t.Errorf("a white die beside the path: %v", err)
	}
}

// A warehouse that has come from the timeline is not put back there, and does not come
// again with the event of its round (EVENT-W).
func TestAWarehouseComesOnce(t *testing.T) {
	late, kept := map[rules.Decision]int{}, map[rules.Decision]int{}
	inRounds(t, 12, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		p := g.Layout(s)
		for _, f := range Fields(g, s) {
			if f.Kind != "years" || f.Value == len(board.WarehouseRounds) {
				continue
			}
			s := *s
			if f.Value == 1 && s.Decision() == rules.Remove { // before the warehouse comes (EVENT-11)
				var err error
				s, err = Correction{f.Key: 0}.apply(g, &s)
				require.NoError(t, err)
				f.Value = 0
			}
			due := board.WarehouseRounds[len(board.WarehouseRounds)-f.Value-1]
			now, err := Correction{f.Key: f.Value + 1}.apply(g, &s)
			if due > s.Round() || due == s.Round() && s.Decision() == rules.Remove {
				if is := g.Layout(&now).Seats[f.Seat]; err != nil || len(is.Timeline) != f.Value+1 || is.Supply != p.Seats[f.Seat].Supply {
					t.Fatalf("round %d, the warehouse of round %d: %v\n%+v", s.Round(), due, err, is)
				}
				kept[s.Decision()]++
				continue
			}
			if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "amount" || m.Key != f.Key || m.By() != rules.EVENTW {
				t.Fatalf("round %d, the warehouse of round %d once more on the timeline: %v", s.Round(), due, err)
			}
			late[s.Decision()]++
		}
	})
	for _, d := range []rules.Decision{rules.Take, rules.RevealCountry, rules.Buy} {
		require.True(t, late[d] != 0, "no warehouse that had come was put back at decision %d", d)
	}
	for _, d := range []rules.Decision{rules.Buy, rules.Remove} {
		require.True(t, kept[d] != 0, "none that was to come was put back at decision %d", d)
	}
}

// The dice on the track in the event of round 9 are those that were said: they have been
// raised already, so none is a 1 (EVENT-9).
func TestTheTrackIsRaisedOnce(t *testing.T) {
	done := 0
	for n := range 20 {
		r := rand.New(rand.NewPCG(42, uint64(n)))
		g := rules.NewGame(board.Default(), 2+n%3, rules.Variant{})
		const box = 1 // of the rails
		key := "track.black." + strconv.Itoa(box+1)
		corrected(t, g, r, func(s *rules.State) Correction {
			if s.Round() == 9 && s.Decision() == rules.RevealCountry && Fields(g, s) != nil && s.TrackDie(0, box) > 0 {
				for die := 2; die <= 6; die++ {
					want := g.Layout(s)
					want.Track[0][box] = die
					if now, err := (Correction{key: die}).apply(g, s); err != nil || g.Layout(&now).Track != want.Track {
						t.Fatalf("%s: %d: %v, %v", key, die, g.Layout(&now).Track, err)
					}
				}
				var m *Misplaced
				if _, err := (Correction{key: 1}).apply(g, s); !errors.As(err, &m) || m.Key != key || m.By() != rules.EVENT9 {
					t.Fatalf("%s: 1: %v", key, err)
				}
				done++
			}
			if s.Round() != 8 || s.Phase() != rules.Purchase {
				return nil
			}
			c := Correction{} // so that it can be corrected there
			for _, f := range Fields(g, s) {
				if f.Kind == "track" && f.Value > 0 && f.Value < 6 {
					c[f.Key] = 6
				}
			}
			if len(c) == 0 {
				return nil
			}
			return c
		}, func(s *rules.State) bool { return s.Round() > 9 })
	}
	require.True(t, done != 0, "no die was corrected")
}

// No country has more markers than the game, the one revealed included (SET-3).
func TestHiddenCountries(t *testing.T) {
	refused, done := 0, 0
	inRounds(t, 10, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		b := g.Board()
		hidden := s.HiddenCountries()
		for from, n := range hidden {
			to := (from + 1) % len(hidden)
			key := "hidden." + b.Port.Columns[to]
			out := hidden[to] + 1
			if s.Country() == to {
				out++
			}
			if n == 0 || hidden[to] == b.CountryMarkers[to] {
				continue
			}
			now, err := Correction{"hidden." + b.Port.Columns[from]: n - 1, key: hidden[to] + 1}.apply(g, s)
			if out <= b.CountryMarkers[to] {
				if is := now.HiddenCountries(); err != nil || is[to] != hidden[to]+1 {
					t.Fatalf("round %d, country %d revealed, %v are hidden: %v", s.Round(), s.Country(), is, err)
				}
				done++
				continue
			}
			if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "amount" || m.Key != key || m.By() != rules.SET3 {
				t.Fatalf("round %d, country %d revealed, %v were hidden, one more of %s: %v", s.Round(), s.Country(), hidden, key, err)
			}
			refused++
		}
	})
	require.True(t, refused != 0 && done != 0, "%d were refused, %d entered", refused, done)
}

// In round 1 a barge is off the river until it has moved, and lies where it sold from then
// on (ORDER-2, SAIL-1).
func TestBargesOfTheFirstRound(t *testing.T) {
	refused := map[string]int{}
	inRounds(t, 12, func(g *rules.Game, r *rand.Rand, s *rules.State) {
		if s.Round() > 1 {
			return
		}
		for place, who := range g.Order(s) {
			to, what, by := g.Board().At.Sell[0]+1, "ashore", rules.ORDER2
			switch sold := s.Phase() == rules.Purchase || s.Phase() == rules.Sale && place < s.Turn(); {
			case sold && s.BargeAt(who) >= 0:
				to, what, by = 0, "rests", rules.SAIL1
			case s.Phase() != rules.Start || place < s.Turn():
				continue // its load is at a storage
			}
			places := []int{to}
			if what == "ashore" { // it has not chosen a coal wharf either
				places = append(places, g.Board().At.Storage[0]+1)
			}
			for _, to := range places {
				_, err := Correction{"barge." + strconv.Itoa(who): to}.apply(g, s)
				if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != what || m.Seat != who || m.By() != by {
					t.Fatalf("phase %d: the barge of seat %d goes from %d to %d: %v by %s", s.Phase(), who, s.BargeAt(who), to-1, err, m.By())
				}
				refused[what]++
			}
		}
	})
	require.True(t, refused["ashore"] != 0 && refused["rests"] != 0, "refused: %v", refused)
}

// In the middle of a turn of phase 3 nothing is corrected, as a layout does not say what has
// been begun; before and after it something can be.
func TestNothingIsCorrectedBetweenOptionAndStart(t *testing.T) {
	begun := map[rules.Decision]int{}
	for n := range 20 {
		r := rand.New(rand.NewPCG(44, uint64(n)))
		g := rules.NewGame(board.Default(), 2+n%3, rules.Variant{})
		for s := g.Start(0); s.Decision() != rules.Over; anyStep(t, g, &s, r) {
			if s.Phase() != rules.Start {
				continue
			}
			now, err := Correction{"thaler.0": 1}.apply(g, &s)
			if s.Decision() == rules.ChooseOption {
				require.ErrorIs(t, err, nil, "before an option")
				continue
			}
			if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "begun" || m.Seat != s.ToDecide() || now != s {
				t.Fatalf("decision %d of seat %d: %v", s.Decision(), s.ToDecide(), err)
			}
			begun[s.Decision()]++
		}
	}
	require.True(t, begun[rules.ChooseStart] != 0 && begun[rules.ChooseTransport] != 0 && begun[rules.ChooseSupply] != 0, "refused: %v", begun)
}
