package page

import (
	"html/template"
	"math"
	"strconv"

	"ruhr/coach/puzzle"
	"ruhr/view"
)

// Puzzles are all puzzles, by theme and difficulty.
type Puzzles struct {
	*Localizer
	Themes       []PuzzleTheme
	Day          int // the number of the one of the day
	DaySolved    bool
	Streak       int // days in a row on which the one of the day was solved
	Next         int // the number of the first that is not solved; 0 for none
	Solved, Most int
	Rating       template.HTML // of the reader, or when they have one
	Scale        template.HTML // what it can be compared with
}

// PuzzleTheme is a theme with its puzzles by difficulty.
type PuzzleTheme struct {
	Name template.HTML
	Hard [3][]PuzzleLink
}

// PuzzleLink is a puzzle of a list.
type PuzzleLink struct {
	Number int
	Solved bool
}

// NewPuzzles is the list of puzzles for someone who has solved some.
func NewPuzzles(l *Localizer, p *puzzle.Progress, tries *puzzle.FirstTries, today int) *Puzzles {
	all := puzzle.All()
	out := &Puzzles{Localizer: l, Day: puzzle.OfDay(today), Streak: p.StreakOn(today), Next: p.Next(0, 0), Most: len(all)}
	out.DaySolved = p.SolvedOn(today)
	var levels []any
	for _, r := range puzzle.Raters {
		levels = append(levels, r.Name, strconv.Itoa(r.Rating))
	}
	out.Scale = l.T("page.puzzle.scale", levels...)
	for _, theme := range puzzle.Themes {
		t := PuzzleTheme{Name: l.T("page.puzzle.theme." + theme)}
		any := false
		for i := range all {
			if all[i].Theme == theme {
				any = true
				if p.Solved(i + 1) {
					out.Solved++
				}
				hard := &t.Hard[all[i].Hard()-1]
				*hard = append(*hard, PuzzleLink{i + 1, p.Solved(i + 1)})
			}
		}
		if any {
			out.Themes = append(out.Themes, t)
		}
	}
	_, _, of := tries.Rating()
	switch left := puzzle.LeastTries - of; {
	case left <= 0:
		out.Rating = PuzzleRating(l, tries)
	case left <= out.Most-out.Solved: // what was solved before is no first try any more
		out.Rating = l.T("page.puzzle.unrated", "n", left)
	}
	return out
}

// PuzzleRating says what rating first tries give; "" for too few.
func PuzzleRating(l *Localizer, tries *puzzle.FirstTries) template.HTML {
	rating, deviation, of := tries.Rating()
	if of < puzzle.LeastTries {
		return ""
	}
	return l.T("page.puzzle.rating", "n", points(rating), "more", points(1.96*deviation), "of", of)
}

// points are without a separator, as other ratings are.
func points(n float64) string { return strconv.Itoa(int(math.Round(n))) }

// Puzzle is the page of a puzzle, with what was tried.
type Puzzle struct {
	*Trial
	Number, Day int // its number, and that of the one of the day
	Theme, Hard template.HTML
	Rating      string
	Solved      bool // earlier, or now
	Streak      int
	Next        string        // the number of the next one, "" for none
	Answer      *PuzzleAnswer // nil while the turn goes on
}

// PuzzleGame is the game of a puzzle, shown to the person who plays a seat; computer players have the
// others.
func PuzzleGame(l *Localizer, h *view.History, link string, seat int) *Game {
	gm := &Game{History: h, Link: link}
	others := 0
	for k := range h.Rules.Seats() {
		name := l.To(seat).Printer.Seat(k)
		if k != seat {
			others++
			name = l.botName(others)
		}
		gm.Names, gm.Signs = append(gm.Names, name), append(gm.Signs, k)
	}
	return gm
}

// NewPuzzle is a puzzle at which something was tried.
func NewPuzzle(t *Trial, p *puzzle.Puzzle, number int, known *puzzle.Progress, today int) *Puzzle {
	out := &Puzzle{Trial: t, Number: number, Day: puzzle.OfDay(today), Streak: known.StreakOn(today), Solved: known.Solved(number), Rating: strconv.Itoa(p.Rating)}
	out.Theme, out.Hard = t.T("page.puzzle.theme."+p.Theme), t.T("page.puzzle.hard."+strconv.Itoa(p.Hard()))
	if next := known.Next(number, p.Seats); next > 0 && next != number {
		out.Next = strconv.Itoa(next)
	}
	return out
}

// PuzzleAnswer says what a plan for a turn leads to.
type PuzzleAnswer struct {
	Right   bool
	Says    template.HTML
	Best    []template.HTML // the best plan, in words
	Players []SeatName
	Caption template.HTML
	Lines   []PuzzleLine  // what differs between the plan and the best one
	Ends    []PuzzleLine  // final VP, and the lead
	Rating  template.HTML // of the reader, "" for none
}

// PuzzleLine has VP of a plan and of the best one.
type PuzzleLine struct {
	Name       template.HTML
	Plan, Best string
}

// NewAnswer says what a plan leads to. The plan and the best one are those of a puzzle's
// position after n decisions; best is a history in which the best plan was played.
func NewAnswer(t *Trial, best *view.History, n int, a *puzzle.Answer) *PuzzleAnswer {
	c := t.c
	out := &PuzzleAnswer{Right: a.Lead == a.Most}
	if out.Right {
		out.Says = c.T("page.puzzle.right")
	} else {
		out.Says = c.T("page.puzzle.wrong", "n", a.Most-a.Lead)
	}
	out.Caption = c.T("page.puzzle.end")
	if a.Others {
		out.Caption = c.T("page.puzzle.end_against")
	}
	for k := n + 1; k <= best.Len(); k++ {
		for _, e := range best.Events(k) {
			text, _ := c.line(k, e)
			out.Best = append(out.Best, text)
		}
	}
	for i, theme := range puzzle.Themes {
		if x, y := a.Gain[i], a.BestGain[i]; x != y {
			out.Lines = append(out.Lines, PuzzleLine{c.T("page.puzzle.theme." + theme), c.Printer.Signed(x), c.Printer.Signed(y)})
		}
	}
	order := []int{t.You}
	for k := range c.Pos.Seats {
		if k != t.You {
			order = append(order, k)
		}
	}
	for _, k := range order {
		out.Ends = append(out.Ends, PuzzleLine{c.T("page.puzzle.vp", "seat", view.SeatRef(k)), strconv.Itoa(a.VP[k]), strconv.Itoa(a.BestVP[k])})
	}
	out.Ends = append(out.Ends, PuzzleLine{c.T("page.puzzle.lead"), c.Printer.Signed(a.Lead), c.Printer.Signed(a.Most)})
	return out
}
