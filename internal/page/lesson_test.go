package page

import (
	"slices"
	"strings"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/view"
)

// The card of a guided table: for the learner alone, and while the lesson goes
// on.
func TestLesson(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a choice of the learner", func(p *view.Position) bool { return p.Decider == guide.Learner && p.Decision == "start" })
	n0 := n
	for guide.Due(&e.upTo(n0).Game, guide.Learner) == nil {
		n0++
	}
	snap := e.snapshot(n0, guide.Learner)
	snap.Deal = game.Lesson
	due := guide.Due(&e.upTo(n0).Game, guide.Learner)
	p := e.page(snap)
	l := p.Guide
	if l == nil || plain(l.Title) != plain(p.T(due.Title())) || plain(l.Text) != plain(p.T(due.Text(), due.Args)) || !slices.Equal(l.Rules, due.Rules) || l.Left || l.Done || l.Table != "TABLE" ||
		l.Hint != "" || plain(l.Count) != plain(p.T("guide.count", "n", due.N, "of", len(guide.Keys()))) {
		t.Fatalf("the card is %+v", l)
	}
	require.Must(t, due.Try != nil && plain(l.Try) == plain(p.T("guide.try."+due.Try.Key, due.Try.Args)), "the card suggests %q", l.Try)
	require.Slices(t, plainAll(p.Aloud(snap.N)), []string{plain(p.Head), plain(l.Title), plain(l.Text), plain(l.Try)}, "read aloud")
	halos := 0
	for _, target := range append(slices.Clip(due.Targets), due.Try.Targets...) {
		if p.mapView.Halo("guide", view.Choice{Target: target}) != "" {
			halos++
		}
	}
	require.Equal(t, strings.Count(string(p.Map.Targets), `class="halo guide"`), halos, "places that the card points at")
	left := NewTable(p.Shared, snap, "KEY", Lessons{Left: true})
	if left.Guide == nil || !left.Guide.Left || left.Guide.Title != "" || strings.Contains(string(left.Map.Targets), "guide") || len(left.Aloud(snap.N)) != 1 {
		t.Errorf("who has left the lesson sees %+v", left.Guide)
	}
	for name, change := range map[string]func(*game.Snapshot){
		"not guided":   func(s *game.Snapshot) { s.Deal = game.Drawn },
		"watching":     func(s *game.Snapshot) { s.You = game.You{Seat: -1} },
		"another seat": func(s *game.Snapshot) { s.You.Seats = []int{1} },
		"handed over":  func(s *game.Snapshot) { s.Seats[guide.Learner].Level = "greedy" },
		"frozen":       func(s *game.Snapshot) { s.Frozen = &game.Frozen{Key: game.FrozenLog} },
	} {
		s := e.snapshot(n0, guide.Learner)
		s.Deal = game.Lesson
		change(s)
		require.True(t, e.page(s).Guide == nil, "%s: a card", name)
	}
	confirm := e.snapshot(n0, guide.Learner)
	confirm.Deal, confirm.ToAct = game.Lesson, guide.Learner
	confirm.You = game.You{Seats: []int{guide.Learner}, Seat: guide.Learner, Confirm: true}
	if got := e.page(confirm).Guide; plain(got.Hint) != p.Plain("guide.confirm") {
		t.Errorf("a seat with only handing over left is shown %q", got.Hint)
	}
	over := e.snapshot(e.Len(), guide.Learner)
	over.Deal = game.Lesson
	if got := e.page(over).Guide; !got.Done || got.Title == "" || got.Hint != "" {
		t.Errorf("after the end the card is %+v", got)
	}
}

// A lesson speaks to its learner: in the log, in what is asked, and beside the
// seats, afterwards as well. The name is nowhere, and of others it is said what is
// always said.
func TestLessonSpeaksToItsLearner(t *testing.T) {
	for _, language := range lang.Languages {
		e := exampleOf(t, "2-seats-thrifty")
		snap := e.snapshot(e.Len(), guide.Learner)
		snap.Seats[guide.Learner].Name = "Gisela"
		usual := NewTable(NewShared(in(language), snap, e.History), snap, "KEY", Lessons{})
		guided := *snap
		guided.Deal, guided.History = game.Lesson, e.History
		p := NewTable(NewShared(in(language), &guided, e.History), &guided, "KEY", Lessons{})
		you := p.Plain("view.you")
		said, want := p.Log(0), usual.Log(0)
		spoken := 0
		for i, round := range want {
			for k, line := range round.Lines {
				text, before := plain(said[i].Lines[k].Text), plain(line.Text)
				if strings.Contains(text, "Gisela") || strings.Contains(before, "Gisela") == (text == before) {
					t.Errorf("%s: %q where %q is usual", language, text, before)
				}
				if text != before {
					spoken++
				}
			}
		}
		require.True(t, spoken >= 50, "%s: %d lines speak to the learner", language, spoken)
		if learner := p.Seats[guide.Learner]; learner.Name != you || learner.Tag != "" || usual.Seats[guide.Learner].Tag == "" {
			t.Errorf("%s: the learner's seat is %q %q", language, learner.Name, learner.Tag)
		}
		gm := GameOf(in(language), &guided)
		r := NewReplay(in(language), gm, e.Len(), analysis.Analysis{})
		require.Must(t, len(r.Rounds) == len(said), "%s: the replay has %d rounds, the log %d", language, len(r.Rounds), len(said))
		for i, round := range r.Rounds {
			for k, line := range round.Lines {
				if text := plain(line.Text); strings.Contains(text, "Gisela") || text != plain(said[i].Lines[k].Text) {
					t.Errorf("%s: the replay says %q", language, text)
				}
			}
		}
		score := NewScore(in(language), gm)
		if names := []string{r.Seats[guide.Learner].Name, score.Players[guide.Learner].Name}; names[0] != you || names[1] != you {
			t.Errorf("%s: afterwards the learner is %q", language, names)
		}
		require.True(t, p.Names[1] == usual.Names[1] && snap.Seats[guide.Learner].Name == "Gisela", "%s: the names are %q", language, p.Names)
	}
}
