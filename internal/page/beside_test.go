package page

import (
	"math/rand/v2"
	"testing"

	"ruhr/coach"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Two games of one deal: at a decision in the middle the other one takes the last action
// instead, and from there on always the first.
func TestBeside(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.Rounds()[5]
	for e.Steps[n+1].Action == last(e, n) {
		n++
	}
	deal, err := e.Deal(rand.New(rand.NewPCG(1, 1)).IntN)
	require.NoError(t, err)
	var actions []rules.Action
	for _, s := range e.Steps[1 : n+1] {
		actions = append(actions, s.Action)
	}
	other, err := record.Play(e.Rules, &deal, append(actions, last(e, n)))
	require.NoError(t, err)
	for !other.Over() {
		legal := other.Rules.Legal(other.After(other.Len()))
		actions = actions[:0]
		for _, s := range other.Steps[1:] {
			actions = append(actions, s.Action)
		}
		other, err = record.Play(e.Rules, &deal, append(actions, legal.First()))
		require.NoError(t, err)
	}
	two := *e.game()
	two.History, two.Link = view.NewHistory(other), "/two"
	seat := e.Steps[n+1].Seat
	lost := &coach.Review{Steps: []coach.Step{{Decision: n + 1, Seat: seat, Lost: 200_000, Wide: 50_000, Expected: coach.Shares{coach.Whole, coach.Whole, coach.Whole, coach.Whole}}}}

	p := NewBeside(in("en"), [2]*Game{e.game(), &two}, [2]*coach.Review{lost, nil}, 0)
	one, far := p.Games[0], p.Games[1]
	if p.Where == "" || one.What == far.What || one.Replay != positionAt("/g", n) || far.Replay != positionAt("/two", n) || one.Who != far.Who || one.Who.Name != e.game().Names[seat] {
		t.Errorf("parted at %q: %+v and %+v", p.Where, one, far)
	}
	if want := e.context(n).lost(coach.Loss{Lost: 200_000, Wide: 50_000, Of: coach.Whole}); one.Coach != want || far.Coach != "" {
		t.Errorf("the review says %q and %q", one.Coach, far.Coach)
	}
	if one.VP != e.Rules.Result(e.After(e.Len())).VP[0] || far.VP != other.Rules.Result(other.After(other.Len())).VP[0] {
		t.Errorf("%d and %d VP", one.VP, far.VP)
	}
	if end := p.Rounds[len(p.Rounds)-1]; len(p.Rounds) != 12 || end.VP != [2]int{one.VP, far.VP} || p.Rounds[4].Ahead != "0" || p.Turned < 6 {
		t.Errorf("%+v, turned in %d", p.Rounds, p.Turned)
	}
	lost.Steps[0].Lost = 0
	same := NewBeside(in("en"), [2]*Game{e.game(), e.game()}, [2]*coach.Review{}, 1)
	require.True(t, same.Where == "" && same.Turned == 0, "the same game parts from itself: %+v", same)
	if p = NewBeside(in("en"), [2]*Game{e.game(), &two}, [2]*coach.Review{lost, nil}, 0); p.Games[0].Coach != p.T("day.beside.even") {
		t.Errorf("the review says %q", p.Games[0].Coach)
	}
}

// last is the last legal action after n decisions.
func last(e *example, n int) rules.Action {
	legal := e.Rules.Legal(e.After(n))
	return legal.Nth(legal.Len() - 1)
}
