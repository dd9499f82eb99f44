package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/coach"
	"ruhr/record"
	"ruhr/view"
)

// analyseCmd reviews games that are over.
type analyseCmd struct {
	boardFlag
	Files  []string      `arg:"" name:"file" help:"cli.link_file"`
	Effort string        `enum:"quick,normal,thorough" default:"normal" help:"cli.analyse_effort"`
	Time   time.Duration `placeholder:"60s" help:"cli.analyse_time"`
	JSON   bool          `name:"json" help:"cli.analyse_json"`
}

// efforts are how many playouts a decision gets, the least first.
var efforts = []struct {
	name     string
	playouts int
}{{"quick", 500}, {"normal", 2000}, {"thorough", 8000}}

// Run reviews every game.
func (c *analyseCmd) Run(w *env) error {
	return c.each(w, c.Files, func(b *board.Board, name string) error { return c.file(w, b, name) })
}

func (c *analyseCmd) file(w *env, b *board.Board, name string) error {
	r, g, err := readGame(w.in, b, name)
	if err != nil {
		return err
	}
	if !g.Over() {
		return w.failing(nil, "cli.analyse_running")
	}
	review, effort, err := c.review(w.ctx, func(ctx context.Context, playouts int) (*coach.Review, error) {
		return coach.Of(ctx, g, bot.NewAnalyst(g.Rules, playouts))
	})
	switch {
	case w.ctx.Err() != nil:
		return errStopped
	case err != nil:
		return err
	case review == nil:
		return w.failing(nil, "cli.analyse_no_time", "time", c.Time.String())
	case c.JSON:
		return json.NewEncoder(w.out).Encode(review.Report(g, efforts[effort].playouts, nil))
	}
	who := seatNames(r.Players)
	for k := range who {
		if who[k] == "" {
			who[k] = w.words.Seat(k)
		}
	}
	var notes []string
	for _, key := range append([]string{"page.review.reasons", "page.review.limits"}, coach.Caveats(g)...) {
		notes = append(notes, w.words.T(key))
	}
	if efforts[effort].name != "normal" {
		notes = append(notes, w.words.T("cli.analyse_other_effort"))
	}
	if made := efforts[effort].name; made != c.Effort {
		notes = append(notes, w.words.T("cli.analyse_made", "effort", made))
	}
	return w.printReview(name, g, review, who, notes)
}

// review reviews a game with the chosen effort. With a limited time it begins with the least,
// and returns the last review that was done, nil for none, and its effort.
func (c *analyseCmd) review(ctx context.Context, with func(ctx context.Context, playouts int) (*coach.Review, error)) (done *coach.Review, effort int, err error) {
	if c.Time != 0 {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, c.Time)
		defer stop()
	}
	for i, e := range efforts {
		if c.Time == 0 && e.name != c.Effort {
			continue
		}
		r, err := with(ctx, e.playouts)
		if err != nil && ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		if done, effort = r, i; e.name == c.Effort {
			break
		}
	}
	return done, effort, nil
}

// printReview prints a review as tables: where the results came from, the shares after
// every round, the losses that are marked, and what is to be known of all that.
func (w *env) printReview(name string, g *record.Game, r *coach.Review, who, notes []string) error {
	out := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, w.words.T("cli.analyse_title", "file", name))
	for _, column := range []string{"seat", "equal", "start", "draws", "own", "others", "unforeseen", "won", "accuracy"} {
		fmt.Fprint(out, w.words.T("page.review."+column), "\t")
	}
	fmt.Fprintln(out)
	for k, a := range r.Seats {
		fmt.Fprint(out, who[k], "\t", coach.Hundredths(a.Fair), "\t")
		for _, x := range a.Rounded() {
			fmt.Fprint(out, w.words.Signed(x), "\t")
		}
		fmt.Fprint(out, coach.Hundredths(a.Won), "\t", coach.Hundredths(a.Accuracy), "\t\n")
	}
	out.Flush()
	fmt.Fprint(out, "\n", w.words.T("page.review.rounds"), "\n", w.words.T("page.review.round"), "\t")
	for _, name := range who {
		fmt.Fprint(out, name, "\t")
	}
	fmt.Fprintln(out)
	for _, round := range coach.Rounds(g) {
		fmt.Fprint(out, round, "\t")
		shares := r.After(round)
		for k := range who {
			fmt.Fprint(out, coach.Hundredths(shares[k]), "\t")
		}
		fmt.Fprintln(out)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := w.printMistakes(g, r, who); err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprint(w.out, "\n", note, "\n")
	}
	return nil
}

// printMistakes prints the losses that are marked, with what was played and what would
// have been better.
func (w *env) printMistakes(g *record.Game, r *coach.Review, who []string) error {
	out := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', 0)
	fmt.Fprint(out, "\n", w.words.T("page.review.mistakes"), "\n")
	none := true
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Mark() == coach.NoMark {
			continue
		}
		none = false
		played, best := w.chosen(g, s)
		fmt.Fprint(out, s.Decision, "\t", w.words.T("page.review.in_round", "n", s.Round), "\t", who[s.Seat], "\t", w.words.T("page.review.mark."+s.Mark().String()), "\t", played, "\t",
			w.words.T("page.review.better"), " ", best, "\t", lossIn(w, s), "\n")
		for _, phrase := range s.Explained(g.Rules, w.words.Tenths) {
			fmt.Fprint(out, "\t", w.words.Seated(who).T(phrase.Key, phrase.Args...), "\n")
		}
	}
	if none {
		fmt.Fprintln(out, w.words.T("page.review.none"))
	}
	return out.Flush()
}

// chosen is what was chosen at a decision, and what would have been better.
func (w *env) chosen(g *record.Game, s *coach.Step) (played, best string) {
	for _, c := range view.Choices(g.Rules, g.Codec, g.After(s.Decision-1)) {
		switch c.Action {
		case int(g.Steps[s.Decision].Action):
			played = w.words.Choice(c).Plain
		case int(s.Best):
			best = w.words.Choice(c).Plain
		}
	}
	return played, best
}

// lossIn says what a decision lost.
func lossIn(w *env, s *coach.Step) string {
	lost, low, high := s.Loss().Held()
	if s.Exact {
		return w.words.T("page.review.lost_exactly", "n", coach.Hundredths(lost))
	}
	return w.words.T("page.review.lost", "n", coach.Hundredths(lost), "low", coach.Hundredths(low), "high", coach.Hundredths(high))
}
