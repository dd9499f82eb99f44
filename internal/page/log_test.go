package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// lines are all events of the steps before one in words, from a step on, in the
// order they happened, without the headings.
func lines(c *Context, h *view.History, from, before int) (out []string) {
	for n := from; n < before; n++ {
		for _, e := range h.Events(n) {
			if e.Heading == 0 {
				out = append(out, c.Printer.Line(e).Plain)
			}
		}
	}
	return out
}

// The log has every event once, in the order in which they happened, under its
// round; the newest round is the first.
func TestLogInOrder(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	c := e.context(e.Len())
	rounds := c.log(e.History, "/replay", len(e.Steps), 1)
	if len(rounds) != 12 || rounds[0].Round != 12 || rounds[11].Round != 1 {
		t.Fatalf("%d rounds, the first is %d", len(rounds), rounds[0].Round)
	}
	var got []string
	phases := 0
	for _, r := range slices.Backward(rounds) {
		at := 0
		for _, l := range r.Lines {
			if l.Phase {
				phases++
			} else {
				got = append(got, plain(l.Text))
			}
			n := -1
			if _, err := fmt.Sscanf(l.Link, "/replay?n=%d", &n); err != nil || n < at {
				t.Errorf("round %d: the line %q leads to %q, after position %d", r.Round, l.Text, l.Link, at)
			}
			at = n
			require.True(t, e.Steps[at].Round <= r.Round, "round %d has a line of round %d", r.Round, e.Steps[at].Round)
		}
		if r.Title == "" || r.Note == "" || r.Year != fmt.Sprint(c.Pos.Years[r.Round-1].Year) {
			t.Errorf("round %d is headed %q, %q of the year %q", r.Round, r.Title, r.Note, r.Year)
		}
	}
	want := lines(c, e.History, 0, len(e.Steps))
	for i := range want {
		want[i] = plain(want[i])
	}
	require.True(t, slices.Equal(got, want), "the log has %d lines, happened are %d, or in another order", len(got), len(want))
	require.True(t, phases >= 60, "%d headings of phases in twelve rounds", phases)
}

// A line has its seat's sign, its rule and its details; what may still be taken
// back is marked.
func TestLogLines(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	const tentative = 30
	c := e.context(e.Len())
	rounds := c.log(e.History, "", tentative, 1)
	slices.Reverse(rounds)
	round, line := 0, 0
	for i := range e.Steps {
		for _, event := range e.Events(i) {
			if event.Heading == 1 && i > 0 {
				round, line = round+1, 0
				continue
			}
			if event.Heading == 1 {
				continue
			}
			l := rounds[round].Lines[line]
			line++
			want := -1
			if event.Seat >= 0 {
				want = crossSigns[event.Seat]
			}
			if l.Sign != want || l.Rule != event.Rule || len(l.Details) != len(event.Details) || l.Tentative != (i >= tentative) || l.Phase != (event.Heading == 2) {
				t.Fatalf("step %d: the line of %s is %+v, want sign %d and rule %s", i, event.Key, l, want, event.Rule)
			}
		}
	}
}

// The line of a decision that a standing order made says so, those that follow from it
// do not.
func TestLogSaysWhatWasOrdered(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	snap := e.snapshot(40, 0)
	snap.Steps[20].Ordered = true
	told := 0
	for _, r := range e.shared("en", snap).Log(1) {
		for _, l := range r.Lines {
			if !strings.HasSuffix(string(l.Text), "<i>(as ordered)</i>") {
				continue
			}
			told++
			require.True(t, l.Link == "/t/TABLE/replay?n=21" && l.Sign == crossSigns[snap.Steps[20].Seat], "as ordered is said of %+v", l)
		}
	}
	require.Equal(t, told, 1, "lines of which it is said that they were ordered")
}

// What happened at the table besides the game stands in the log where it happened, however
// long ago; what was taken back without asking does not.
func TestEventsOfTheTable(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	snap := e.snapshot(e.Len(), 0)
	said := map[string]int64{}
	for i, kind := range []string{game.EventHint, game.EventGive, game.EventTimeout, game.EventTake, game.EventRename, game.EventUndo} {
		at := snap.Steps[7*i].N + 1
		snap.Events = append(snap.Events, game.Event{Kind: kind, N: at, Seat: 1, Text: "greedy"}, game.Event{Kind: game.EventUndo, N: at, Seat: 0})
		said[plain(e.shared("en", snap).besides(at-1, at)[0])] = at
	}
	s := e.shared("en", snap)
	before := int64(0)
	for _, r := range slices.Backward(s.Log(1)) {
		for _, l := range r.Lines {
			if l.Link != "" {
				n := 0
				require.Succeeds(t)(fmt.Sscanf(l.Link, "/t/TABLE/replay?n=%d", &n))
				before = s.number(n)
				continue
			}
			at, known := said[plain(l.Text)]
			require.True(t, known && at == before+1 && l.Sign == -1, "%q stands after number %d, expected before %d", l.Text, before, at)
			delete(said, plain(l.Text))
		}
	}
	require.True(t, len(said) == 0, "the log does not tell %v", said)
}

// However much happens between two decisions, the log stays readable.
func TestManyEventsBetweenTwoDecisions(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	snap := e.snapshot(40, 0)
	before := len(e.shared("en", snap).Log(1)[0].Lines)
	for range 2 * maxBeside {
		snap.N++
		snap.Events = append(snap.Events, game.Event{Kind: game.EventRename, N: snap.N, Text: fmt.Sprint("Name ", snap.N)})
	}
	lines := e.shared("en", snap).Log(1)[0].Lines
	require.Equal(t, len(lines), before+maxBeside, "lines of the newest round")
	require.True(t, strings.Contains(plain(lines[len(lines)-1].Text), fmt.Sprint(snap.N)), "the last line is %q", lines[len(lines)-1].Text)
}

// Who is not asked is told among what happened lately who plays now and what was taken back;
// who is asked finds it among what happened since their last choice.
func TestChangesLately(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for _, kind := range changes {
		for _, own := range [][]int{nil, {0, 1}} {
			snap := e.snapshot(40, own...)
			snap.N++
			text := "greedy"
			snap.Events = []game.Event{{Kind: kind, N: snap.N, Seat: 1, Text: text}, {Kind: game.EventHint, N: snap.N, Seat: 1}}
			p := e.page(snap)
			lately := plainAll(slices.Concat(p.Lately, p.Recap))
			want := plain(p.besides(snap.N-1, snap.N)[0])
			require.True(t, len(lately) > 0 && lately[len(lately)-1] == want, "%s, seats %v: lately is %q, expected %q at its end", kind, own, lately, want)
		}
	}
}

// Who is asked sees what happened since their own last choice, in its order.
// Who is not sees what happened last.
func TestRecent(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	seen := 0
	for n := 1; n < e.Len(); n += 5 {
		snap := e.snapshot(n, 1)
		got := e.page(snap)
		all := lines(got.Context, e.History, 0, n+1)
		if !got.You.Act {
			if want := all[max(0, len(all)-maxLately):]; !slices.Equal(plainAll(got.Lately), plainAll(want)) {
				t.Fatalf("position %d: lately is %q, want %q", n, plainAll(got.Lately), want)
			}
			require.True(t, got.Recap == nil, "position %d: a recap for who is not asked", n)
			continue
		}
		last := -1
		for i, m := range e.Steps[1 : n+1] {
			if m.Seat == 1 && !m.Forced {
				last = i + 1
			}
		}
		var want []string
		if last > 0 {
			want = lines(got.Context, e.History, last+1, n+1)
		}
		if !slices.Equal(plainAll(got.Recap), plainAll(want)) || got.Lately != nil {
			t.Fatalf("position %d: the recap is %q, want %q; lately %q", n, plainAll(got.Recap), want, got.Lately)
		}
		if len(want) > 0 {
			seen++
		}
	}
	require.True(t, seen >= 5, "a recap at only %d positions", seen)
	if end := e.page(e.snapshot(e.Len(), 1)); end.Lately != nil || end.Recap != nil {
		t.Error("after the end something happened lately")
	}
}

// Who is to choose is told what their seat did in this round without a choice since
// the last one.
func TestOnlyWay(t *testing.T) {
	seen, taught := 0, 0
	for _, name := range []string{"2-seats-thrifty", "3-seats-thrifty", "4-seats-thrifty"} {
		e := exampleOf(t, name)
		for n := 1; n < e.Len(); n++ {
			pos := e.At(n)
			if pos.Decider < 0 {
				continue
			}
			snap := e.snapshot(n, pos.Decider)
			got := e.page(snap)
			snap.You.AskAll = []int{pos.Decider}
			require.Must(t, e.page(snap).Only == nil, "%s, decision %d: what a person was asked for was done automatically", name, n)
			var want []string
			var before view.Target
			for i, m := range e.Steps[1 : n+1] {
				switch {
				case m.Seat == pos.Decider && !m.Forced || m.Round != pos.Round:
					want, before = nil, view.Target{}
				case m.Seat == pos.Decider && e.Rules.Move(m.Action).Do != rules.DoDone:
					one := view.ChoiceOf(e.Rules, e.Codec, e.After(i), m.Action)
					if one.Do == "start" && one.Target == before {
						want = want[:len(want)-1]
					}
					want, before = append(want, got.Printer.Then(&one).Plain), one.Target
				}
			}
			if !got.You.Act {
				want = nil
			}
			var names []string
			for _, one := range got.Only {
				names = append(names, plain(one.Name))
			}
			require.Must(t, slices.Equal(names, want), "%s, decision %d: the only way was %q, want %q", name, n, names, want)
			seen += len(want)
			if snap.Deal = game.Lesson; pos.Decider == guide.Learner && len(want) > 0 {
				last := e.upTo(n)
				for last.Steps[last.Len()].Seat != guide.Learner {
					last = e.upTo(last.Len() - 1)
				}
				if before := e.upTo(last.Len() - 1); guide.Due(&before.Game, guide.Learner) != nil {
					snap.You.AskAll = nil
					require.Must(t, e.page(snap).Only == nil, "%s, decision %d: what the lesson asked was done automatically", name, n)
					taught++
				}
			}
		}
	}
	require.True(t, seen >= 10 && taught > 0, "only %d decisions without a choice, %d in a lesson", seen, taught)
}

// Who only has to hand over sees what the turn did.
func TestRecentOfATurnToHandOver(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	const n = 21
	snap := e.snapshot(n)
	seat := e.Steps[n].Seat
	snap.Turn = game.Turn{Seat: seat, From: n - 3, Waiting: true, Held: rules.None}
	snap.ToAct = seat
	snap.You = game.You{Seats: []int{seat}, Seat: seat, Confirm: true, TurnFrom: -1}
	got := e.page(snap)
	want := lines(got.Context, e.History, n-2, n+1)
	if len(want) == 0 || !slices.Equal(plainAll(got.Lately), plainAll(want)) {
		t.Errorf("the turn did %q, want %q", plainAll(got.Lately), want)
	}
	newest := got.Log(1)[0].Lines
	for i, r := range newest {
		if tail := len(newest) - i; r.Tentative && tail > len(want)+3 {
			t.Errorf("%q may be taken back", r.Text)
		}
	}
	// A choice that is carried out only then is named, too.
	for m := range e.Len() {
		next := e.Steps[m+1]
		if e.Rules.Move(next.Action).Do != rules.DoPlace {
			continue
		}
		held := e.snapshot(m, next.Seat)
		held.Turn, held.ToAct = game.Turn{Seat: next.Seat, From: m, Waiting: true, Held: next.Action}, next.Seat
		held.You.Act, held.You.Confirm = false, true
		one := view.ChoiceOf(e.Rules, e.Codec, e.After(m), next.Action)
		if p := e.page(held); len(p.Chosen) != 1 || plain(p.Chosen[0].Name) != p.Printer.Then(&one).Plain {
			t.Errorf("decision %d: chosen is %+v, want %q", m+1, p.Chosen, p.Printer.Then(&one).Plain)
		}
		return
	}
	t.Error("nobody returns a die")
}

// The ring on the map is about what was done last: for who is asked since their
// own last choice, for others in the last turn.
func TestLastOwn(t *testing.T) {
	s := &Shared{Context: &Context{}, snap: &game.Snapshot{}, history: &view.History{Game: record.Game{Steps: []*record.Step{
		{Seat: -1}, {Seat: 0, Turn: 1}, {Seat: 1, Turn: 2}, {Seat: 1, Turn: 2, Forced: true}, {Seat: 0, Turn: 3, Forced: true}, {Seat: 0, Turn: 3},
		{Seat: 1, Turn: 4}, {Seat: 2, Turn: 5}, {Seat: 2, Turn: 5},
	}}}}
	for _, x := range []struct {
		you  game.You
		want int
	}{
		{game.You{Seat: 0, Act: true}, 6}, {game.You{Seat: 1, Confirm: true}, 7}, {game.You{Seat: 3, Act: true}, 1}, {game.You{Seat: 0}, 7}, {game.You{Seat: -1}, 7},
	} {
		require.Equal(t, s.lastOwn(x.you), x.want, "the step of %+v", x.you)
	}
	one := &Shared{Context: &Context{}, snap: &game.Snapshot{}, history: &view.History{Game: record.Game{Steps: []*record.Step{{Seat: -1}}}}}
	require.Equal(t, one.lastOwn(game.You{Seat: -1}), 0, "the step at the start")
	two := &Shared{Context: &Context{}, snap: &game.Snapshot{}, history: &view.History{Game: record.Game{Steps: []*record.Step{{Seat: -1, Turn: 0}, {Seat: 1, Turn: 1}}}}}
	require.Equal(t, two.lastOwn(game.You{Seat: 0, Act: true}), 1, "the step after one decision")
	for seat, want := range []bool{true, true, true, false} {
		require.Equal(t, s.hasMoved(seat), want, "seat %d has had a choice", seat)
	}
	if s := (&Shared{Context: &Context{}, snap: &game.Snapshot{}, history: &view.History{Game: record.Game{Steps: []*record.Step{{Seat: 0, Forced: true}}}}}); s.hasMoved(0) {
		t.Error("a forced decision is no choice")
	}
}

// What happens at a table besides the game is read aloud once, as the log has it.
func TestBesidesTheGameAloud(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for _, kind := range []string{game.EventTimeout, game.EventTakeback, game.EventResign, game.EventGive, game.EventTake, game.EventReplace, game.EventAway} {
		snap := e.snapshot(20, 0)
		snap.N++
		snap.Seats[snap.ToAct].Level = "lotse"
		snap.Events = []game.Event{{Kind: kind, N: snap.N, Seat: 1, Text: "lotse"}}
		p := e.page(snap)
		lines := p.Log(1)[0].Lines
		want := plain(lines[len(lines)-1].Text)
		require.True(t, slices.Contains(plainAll(p.Aloud(snap.N-1)), want), "%s: %q is not read", kind, want)
		require.True(t, !slices.Contains(plainAll(p.Aloud(snap.N)), want), "%s: %q is read again", kind, want)
	}
}

// A request to take something back speaks to its reader and says what goes back, others'
// choices too.
func TestTakebackSaysWhatGoesBack(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for _, own := range [][]int{{0}, {1}, {0, 1}, nil} {
		snap := e.snapshot(40, own...)
		snap.Takeback = &game.Takeback{Seat: 0, To: 38, Waits: []int{1}}
		p := e.page(snap)
		undoes := plain(p.Undoes())
		for _, line := range lines(p.Context, e.History, 39, 41) {
			require.True(t, strings.Contains(undoes, plain(line)), "%q goes back, but it says %q", line, undoes)
		}
		asking := plain(p.Asking())
		asks, waits := strings.HasPrefix(asking, "You ask"), strings.HasSuffix(asking, "you")
		require.True(t, asks == (len(own) == 1 && own[0] == 0) && waits == (len(own) == 1 && own[0] == 1), "seats %v read %q", own, asking)
	}
}
