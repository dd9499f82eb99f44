package bot

import (
	"context"
	"math"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/internal/require"
	"ruhr/rules"
)

// Two lines of a game with the same seed draw the same as long as the same is in the
// bag, another seed something else; in time everything is drawn.
func TestPairedChance(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	b, _ := New("lotse")
	s := bottest.Positions(t, g, 4, 1000)[0]
	bags := func(a rules.Action, seed uint64) (left []uint32) {
		next := s
		g.Play(&next, a)
		if _, err := PlayOn(t.Context(), g, next, b, Budget{}, seed, func(s *rules.State) bool {
			left = append(left, s.Unseen())
			return false
		}); err != nil {
			t.Fatal(err)
		}
		return left
	}
	l := g.Legal(&s)
	same, different, drawn := 0, 0, uint32(0)
	for seed := range uint64(20) {
		one, two, other := bags(l.First(), seed), bags(l.Nth(1), seed), bags(l.First(), seed+100)
		for i := range one {
			require.Must(t, one[i] == two[i], "seed %d, round %d: the bags are %b and %b", seed, i+2, one[i], two[i])
			if same++; one[i] != other[i] {
				different++
			}
		}
		drawn |= s.Unseen() &^ one[len(one)-1]
	}
	if same != 20*11 || different < 150 || drawn != s.Unseen() {
		t.Errorf("the same %d times, with another seed different %d times, drawn %b of %b", same, different, drawn, s.Unseen())
	}
}

// A position is played on the same way again, by a computer player that has played on
// others; to the end, or until somebody stops it at the beginning of a round.
func TestPlayOn(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	budget := Budget{Playouts: 16}
	used, _ := New("reeder")
	for _, s := range bottest.Positions(t, g, 2, 61) {
		end, err := PlayOn(t.Context(), g, s, used, budget, 7, nil)
		fresh, _ := New("reeder")
		again, _ := PlayOn(t.Context(), g, s, fresh, budget, 7, nil)
		require.Must(t, err == nil && end.Decision() == rules.Over && again == end, "round %d: %v", s.Round(), err)
		if other, _ := PlayOn(t.Context(), g, s, used, budget, 8, nil); other == end {
			t.Errorf("round %d: another seed plays the same", s.Round())
		}
		begun := 0
		stopped, _ := PlayOn(t.Context(), g, s, used, budget, 7, func(now *rules.State) bool {
			if begun++; now.Round() != s.Round()+begun {
				t.Errorf("from round %d, the %dth begins as round %d", s.Round(), begun, now.Round())
			}
			return begun == 2
		})
		require.True(t, stopped.Round() == min(s.Round()+2, 12), "from round %d stopped in round %d", s.Round(), stopped.Round())
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := PlayOn(ended, g, bottest.Positions(t, g, 2, 61)[1], used, budget, 7, nil); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}

// An estimator says nothing of an action compared with itself, the opposite of what it
// says the other way round, and of the last round what came of it.
func TestEstimator(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	w := NewEstimator(g)
	told, late := 0, 0
	for _, s := range bottest.Positions(t, g, 3, 31) {
		l := g.Legal(&s)
		a, b := l.First(), l.Nth(l.Len()-1)
		rounds := 13 - s.Round()
		one, err := w.Pair(t.Context(), &s, a, b, 5, rounds)
		if err != nil || len(one) != rounds {
			t.Fatal(one, err)
		}
		back, _ := w.Pair(t.Context(), &s, b, a, 5, rounds)
		none, _ := w.Pair(t.Context(), &s, a, a, 5, rounds)
		short, _ := w.Pair(t.Context(), &s, a, b, 5, min(2, rounds))
		for i := range one {
			if none[i] != 0 || one[i] != -back[i] || i < len(short) && short[i] != one[i] {
				t.Errorf("round %d: %v, back %v, itself %v, short %v", s.Round(), one, back, none, short)
			}
			if one[i] != 0 {
				told++
			}
		}
		if last := one[rounds-1]; last != math.Trunc(last*6)/6 {
			t.Errorf("in the end %v of the win", last)
		} else if last != 0 {
			late++
		}
	}
	require.True(t, told >= 10 && late != 0, "%d differences, %d in the end", told, late)
}

// At the beginning of a round every seat may expect a part of the win, at the end one
// has it.
func TestOutlook(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	look := search.NewOutlook(g, value.Nets()[4])
	b, _ := New("lotse")
	rounds := 0
	sum := func(win [4]float64) (all float64) {
		for _, x := range win {
			all += x
		}
		return all
	}
	end, _ := PlayOn(t.Context(), g, bottest.Positions(t, g, 1, 1000)[0], b, Budget{}, 3, func(s *rules.State) bool {
		if all := sum(look.Win(s)); math.Abs(all-1) > 0.01 {
			t.Errorf("round %d: %v", s.Round(), look.Win(s))
		}
		rounds++
		return false
	})
	win := look.Win(&end)
	for k, rank := range g.Result(&end).Rank {
		require.True(t, (win[k] > 0) == (rank == 1), "seat %d: rank %d, %v", k, rank, win)
	}
	if rounds != 11 || math.Abs(sum(win)-1) > 0.01 {
		t.Errorf("%d rounds, %v", rounds, win)
	}
}
