package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/coach"
)

// analyseCmd reviews games that are over.
type analyseCmd struct {
	boardFlag
	Files  []string `arg:"" name:"file" help:"cli.link_file"`
	Effort string   `enum:"quick,normal,thorough" default:"normal" help:"cli.analyse_effort"`
	JSON   bool     `name:"json" help:"cli.analyse_json"`
}

// effort is how many playouts a decision gets.
var effort = map[string]int{"quick": 500, "normal": 2000, "thorough": 8000}

// Run reviews every game.
func (c *analyseCmd) Run(w *env) error {
	b, err := c.load()
	if err != nil {
		return err
	}
	return w.each(c.Files, func(name string) error { return c.file(w, b, name) })
}

func (c *analyseCmd) file(w *env, b *board.Board, name string) error {
	r, g, err := readGame(w.in, b, name)
	if err != nil {
		return err
	}
	if !g.Over() {
		return w.failing(nil, "cli.analyse_running")
	}
	review, err := coach.Of(w.ctx, g, bot.NewAnalyst(g.Rules, effort[c.Effort]))
	switch {
	case w.ctx.Err() != nil:
		return errStopped
	case err != nil:
		return err
	case c.JSON:
		return json.NewEncoder(w.out).Encode(reviewJSON(review, effort[c.Effort]))
	}
	who := seatNames(r.Players)
	for k := range who {
		if who[k] == "" {
			who[k] = w.words.Seat(k)
		}
	}
	return w.printReview(name, review, who)
}

// printReview prints a review as two tables: where the results came from, and the
// shares after every round.
func (w *env) printReview(name string, r *coach.Review, who []string) error {
	out := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, w.words.T("cli.analyse_title", "file", name))
	for _, column := range []string{"seat", "equal", "start", "draws", "own", "others", "unforeseen", "won"} {
		fmt.Fprint(out, w.words.T("page.review."+column), "\t")
	}
	fmt.Fprintln(out)
	for k, a := range r.Seats {
		fmt.Fprint(out, who[k], "\t", coach.Hundredths(a.Fair), "\t")
		for _, x := range []int{a.Start, a.Draws, a.Own, a.Others, a.Unforeseen} {
			fmt.Fprint(out, w.words.Signed(coach.Hundredths(x)), "\t")
		}
		fmt.Fprintln(out, fmt.Sprint(coach.Hundredths(a.Won))+"\t")
	}
	out.Flush()
	fmt.Fprint(out, "\n", w.words.T("page.review.rounds"), "\n", w.words.T("page.review.round"), "\t")
	for _, name := range who {
		fmt.Fprint(out, name, "\t")
	}
	fmt.Fprintln(out)
	for round := range board.Rounds {
		fmt.Fprint(out, round, "\t")
		shares := r.After(round)
		for k := range who {
			fmt.Fprint(out, coach.Hundredths(shares[k]), "\t")
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// reviewed is a review as JSON, in millionths of a win.
type reviewed struct {
	Playouts int              `json:"playouts"`
	Seats    []reviewedSeat   `json:"seats"`
	Start    []int            `json:"start"`
	Steps    []reviewedShares `json:"steps"`
}

// reviewedSeat says where a seat's result came from.
type reviewedSeat struct {
	Fair       int `json:"equal"`
	Start      int `json:"start"`
	Draws      int `json:"draws"`
	Own        int `json:"own"`
	Others     int `json:"others"`
	Unforeseen int `json:"unforeseen"`
	Won        int `json:"won"`
}

// reviewedShares are the shares after a decision of a seat, or after what was drawn
// after it: then the seat is -1.
type reviewedShares struct {
	Decision int   `json:"decision"`
	Round    int   `json:"round"`
	Seat     int   `json:"seat"`
	Shares   []int `json:"shares"`
}

func reviewJSON(r *coach.Review, playouts int) *reviewed {
	seats := len(r.Seats)
	out := &reviewed{Playouts: playouts, Start: r.Start[:seats]}
	for _, a := range r.Seats {
		out.Seats = append(out.Seats, reviewedSeat(a))
	}
	for _, s := range r.Steps {
		out.Steps = append(out.Steps, reviewedShares{s.Decision, s.Round, s.Seat, s.Came[:seats]})
	}
	return out
}
