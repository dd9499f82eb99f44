package web

import (
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/coach/puzzle"
	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
	"ruhr/rules"
)

// plansOf are a puzzle's best plan and the next, as pages have them: without what there is
// no choice about.
func plansOf(t *testing.T, number int) (best, next []string) {
	t.Helper()
	p := &puzzle.All()[number-1]
	b := board.Default()
	g, err := p.Read(b)
	require.NoError(t, err)
	s := g.After(p.After)
	plans := puzzle.NewSolver(g.Rules, s.ToDecide(), puzzle.MostPositions).Plans(s)
	chosen := func(plan []rules.Action) (out []string) {
		now := *s
		for _, a := range plan {
			if _, forced := g.Rules.Forced(&now); !forced {
				out = append(out, strconv.Itoa(int(a)))
			}
			g.Rules.Play(&now, a)
		}
		return out
	}
	return chosen(plans[0].Actions), chosen(plans[1].Actions)
}

// A puzzle's turn is played on its page: the best plan is right, another one is told by how
// much it is worse, and what was solved is remembered.
func TestPuzzle(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	plays := func(number int, plan []string) webtest.Answer {
		p := v.Get("/puzzles/" + strconv.Itoa(number))
		for _, a := range plan {
			webtest.CheckPage(t, "a puzzle", p)
			require.Must(t, !p.Has("id", "answer"), "puzzle %d is answered before the turn is over", number)
			p = v.Press(p.Form("/puzzles/"+strconv.Itoa(number)), webtest.Button{Name: "action", Value: a})
		}
		webtest.CheckPage(t, "an answer", p)
		return p
	}
	today := puzzle.OfDay(int(time.Now().Unix() / 86400))
	for number := range slices.Values([]int{1, 12, today}) {
		best, next := plansOf(t, number)
		p := &puzzle.All()[number-1]
		less := strconv.Itoa(p.Lead-p.Next) + " VP less"
		if a := plays(number, next); !a.Says(less) || a.Says("Right. No other") {
			t.Errorf("puzzle %d: the next best plan is not %s", number, less)
		}
		require.True(t, !v.Get("/puzzles").Says(strconv.Itoa(number)+"✓"), "puzzle %d is solved by the next best plan", number)
		require.True(t, plays(number, best).Says("Right. No other"), "puzzle %d: the best plan is not right", number)
		require.True(t, v.Get("/puzzles").Says(strconv.Itoa(number)+"✓"), "puzzle %d is not solved by the best plan", number)
	}
	list := v.Get("/puzzles")
	webtest.CheckPage(t, "the puzzles", list)
	if !list.Says("1 day in a row.") || w.Visitor().Get("/puzzles").Says("in a row.") {
		t.Error("the streak does not count this day, or counts for all")
	}
	if p := v.Get("/puzzles/day"); p.Path != "/puzzles/"+strconv.Itoa(today) {
		t.Errorf("the one of the day is %s", p.Path)
	}
	if p := v.Get("/puzzles/next"); p.Path == "/puzzles/1" || !strings.HasPrefix(p.Path, "/puzzles/") {
		t.Errorf("the next is %s", p.Path)
	}
}

// The first try at each puzzle counts towards a rating, which is said once ten have.
func TestPuzzleRating(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	ends := func(number int, plan []string) webtest.Answer {
		return v.Post("/puzzles/"+strconv.Itoa(number), url.Values{"try": {strings.Join(plan[:len(plan)-1], "-")}, "action": plan[len(plan)-1:]})
	}
	var f puzzle.FirstTries
	for number := 1; number <= puzzle.LeastTries; number++ {
		best, next := plansOf(t, number)
		if v.Get("/puzzles").Says("Your rating") || number > 1 && !v.Get("/puzzles").Says(strconv.Itoa(puzzle.LeastTries-number+1)+" more") {
			t.Errorf("after %d tries there is a rating, or it does not say when there is one", number-1)
		}
		right := number%3 > 0
		f.Note(number, right)
		if !right {
			ends(number, next)
		}
		ends(number, best) // the second try of some
	}
	rating, _, _ := f.Rating()
	best, _ := plansOf(t, 1)
	says := "Your rating: " + strconv.Itoa(int(math.Round(rating)))
	if p := v.Get("/puzzles"); !p.Says(says) || !p.Says("from 10 first tries") {
		t.Errorf("the list does not say %q: %s", says, p.Text())
	}
	require.True(t, ends(1, best).Says(says), "the answer does not say %q", says)
}

// An answer that was seen by its address before a first try leaves nothing to be rated.
func TestSeenAnswerIsNotRated(t *testing.T) {
	best, next := plansOf(t, 1)
	for what, plan := range map[string][]string{"solution": best, "wrong plan": next} {
		v := newWorld(t, 1).Visitor()
		ends := func(number int) {
			best, _ := plansOf(t, number)
			v.Post("/puzzles/"+strconv.Itoa(number), url.Values{"try": {strings.Join(best[:len(best)-1], "-")}, "action": best[len(best)-1:]})
		}
		if p := v.Get("/puzzles/1?try=" + strings.Join(plan, "-")); !p.Says("Right. No other") && !p.Says(" VP less") {
			t.Fatalf("the address of a %s does not show an answer", what)
		}
		ends(1)
		ends(2)
		if left := strconv.Itoa(puzzle.LeastTries-1) + " more"; !v.Get("/puzzles").Says(left) {
			t.Errorf("after a %s was seen a try at the same puzzle counts", what)
		}
	}
}

// What cannot be tried leads to the puzzle itself, and a link to a solution solves nothing.
func TestPuzzleAddresses(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	for _, bad := range []string{"?try=-1", "?try=9999", "?try=x", "?try=~1", "?try=0-0-0-0", "?try=" + strings.Repeat("1-", 200)} {
		if p := v.Get("/puzzles/1" + bad); p.Path != "/puzzles/1" || p.Status != http.StatusOK {
			t.Errorf("%s: %d %s", bad, p.Status, p.Path)
		}
	}
	for _, bad := range []string{"0", "x", "-3", "9999", "1e1"} {
		v.Get("/puzzles/"+bad).WantStatus(t, http.StatusNotFound, "%s", bad)
	}
	best, _ := plansOf(t, 1)
	solution := "/puzzles/1?try=" + strings.Join(best, "-")
	if p := v.Get(solution); !p.Says("Right. No other") || v.Get("/puzzles").Says("✓") {
		t.Error("a link to the solution solves the puzzle, or does not show it")
	}
	v.Post("/puzzles/1", url.Values{"try": {strings.Join(best[:len(best)-1], "-")}, "action": best[len(best)-1:]})
	require.True(t, v.Get("/puzzles").Says("✓"), "the last choice of the solution does not solve the puzzle")
}

// The end of a game leads those who played it to the first puzzle with as many seats.
func TestEndLeadsToPuzzle(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	id := v.Alone(nil).Path
	w.PlayOut(strings.TrimPrefix(id, "/t/"))
	const link = "/puzzles/next?seats="
	to := v.Get(id).Links(link)
	require.Must(t, len(to) != 0 && len(w.Visitor().Get(id).Links(link)) <= 0, "the end leads its player to no puzzle, or others")
	seats := strings.TrimPrefix(to[0], link)
	p := v.Get(to[0])
	number, err := strconv.Atoi(strings.TrimPrefix(p.Path, "/puzzles/"))
	if err != nil || strconv.Itoa(puzzle.All()[number-1].Seats) != seats || puzzle.All()[number-1].Hard() != 1 {
		t.Errorf("after a game of %s the page is %s", seats, p.Path)
	}
}

// What a person's own decisions lost is listed by theme, with the positions; what computer
// players lost is not, nor anything to others, and no review is begun.
func TestMistakes(t *testing.T) {
	open := make(chan struct{})
	close(open)
	w := newWorld(t, 1, patiently(open))
	v := w.Visitor()
	id := v.Alone(nil).Path
	w.playBadly(strings.TrimPrefix(id, "/t/"))
	require.True(t, v.Get("/mistakes").Says("Finished games looked at: 1; without a review: 1."), "a game without a review is not counted")
	require.True(t, v.Get(id+"/review").Form(id+"/review") != nil, "the list has begun a review")
	v.Post(id+"/review", nil)
	for v.Get(id + "/review").Has("data-again") {
	}
	p := v.Get("/mistakes")
	webtest.CheckPage(t, "mistakes", p)
	require.True(t, p.Says("without a review: 0."), "the review is not counted")
	snap := w.Snapshot(strings.TrimPrefix(id, "/t/"))
	own := map[string]bool{}
	for n, step := range snap.Steps {
		own[id+"/replay?n="+strconv.Itoa(n)] = !step.Auto
	}
	links := p.Links("/t/")
	for _, l := range links {
		require.True(t, own[l], "%s is no decision of the person's", l)
	}
	if rows := columns(p)[""]; len(links) == 0 || len(rows) < 2 {
		t.Errorf("%d links, %d rows", len(links), len(rows))
	}
	v.SignUp("Anna")
	record := v.Get("/people/Anna")
	webtest.CheckPage(t, "record with mistakes", record)
	if worst := record.Document().Find(t, "section", "id", "mistakes").All("li", "", ""); len(worst) == 0 || len(worst) > 3 {
		t.Errorf("the record has %d lines of mistakes", len(worst))
	}
	if p := w.Visitor().Get("/people/Anna"); p.Status != http.StatusOK || p.Has("id", "mistakes") {
		t.Errorf("others see it on the record: %d", p.Status)
	}
	require.True(t, !w.Visitor().Get("/mistakes").LeadsTo("/replay"), "others see it")
}

// An address in which a plan goes on after its turn shows no answer: it would judge other
// turns by what this one can reach.
func TestPuzzleEndsWithItsTurn(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	best, _ := plansOf(t, 1)
	p := v.Get("/puzzles/1")
	for _, a := range best {
		p = v.Press(p.Form("/puzzles/1"), webtest.Button{Name: "action", Value: a})
	}
	require.Must(t, p.Path == "/puzzles/1" && p.Has("id", "answer"), "the plan is not answered: %s", p.Path)
	at := page.TrialAt("/puzzles/1", best)
	require.Must(t, v.Get(at).Has("id", "answer"), "the address of the plan shows no answer")
	went := 0
	for a := range 200 {
		if p := v.Get(page.TrialAt("/puzzles/1", append(slices.Clone(best), strconv.Itoa(a)))); p.Has("id", "answer") {
			went++
		}
	}
	require.True(t, went <= 0, "%d addresses that go on after the turn are answered", went)
}
