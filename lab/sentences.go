package lab

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/lang"
	"ruhr/view"
)

// Sentences prints reasons as reviews of games give them in English, until there are so
// many, each with the position it is about, for a reader to judge. The games are those of
// [Losses].
func Sentences(ctx context.Context, c LossesConfig, most int, out io.Writer) error {
	said := 0
	for k := 0; said < most; k++ {
		r := lossRun{LossesConfig: &c, k: k}
		if err := r.play(ctx); err != nil {
			return err
		}
		p := lang.For("en").Seated(strings.Fields("Anna Bert Cleo Dora")[:r.played.Rules.Seats()])
		for i := range r.review.Steps {
			s := &r.review.Steps[i]
			if !s.Established() {
				continue
			}
			fmt.Fprintf(out, "\n== game %d (%s), decision %d, round %d\n", k, strings.Join(r.levels, " "), s.Decision, s.Round)
			if err := r.printPosition(ctx, out, p, s); err != nil {
				return err
			}
			for _, phrase := range s.Explained(r.played.Rules, p.Tenths) {
				said++
				fmt.Fprintf(out, "%3d. %s\n", said, p.T(phrase.Key, phrase.Args...))
			}
		}
	}
	return nil
}

// printPosition prints what seats have, what could be chosen with its exact effects, and
// everything that differs when the best action and what was played are played on.
func (r *lossRun) printPosition(ctx context.Context, out io.Writer, p *lang.Printer, step *coach.Step) error {
	g := r.played
	s := g.After(step.Decision - 1)
	for k := range g.Rules.Seats() {
		seat := g.Rules.Seat(s, k)
		fmt.Fprintf(out, "   %s: %d VP, %d Thaler, %d debts, tokens %v, markers %016b, share %d\n", p.Seat(k), seat.VP, seat.Thaler, seat.Debts,
			seat.Tokens, seat.Progress, coach.Hundredths(step.Expected[k]))
	}
	printRiver(out, view.Of(g.Rules, s))
	fmt.Fprintf(out, "   %s decides:\n", p.Seat(s.ToDecide()))
	for _, c := range view.Choices(g.Rules, g.Codec, s) {
		mark := ""
		switch c.Action {
		case int(step.Best):
			mark = "BEST "
		case int(g.Steps[step.Decision].Action):
			mark = "PLAYED "
		}
		text := p.Choice(c)
		fmt.Fprintf(out, "     %s%s:", mark, text.Text)
		for _, effect := range text.Effects {
			fmt.Fprintf(out, " %s;", effect)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "   lost %d ± %d\n", coach.Hundredths(step.Lost), coach.Hundredths(step.Wide))
	l, err := bot.NewAnalyst(g.Rules, r.Playouts).Ledger(ctx, s, step.Best, g.Steps[step.Decision].Action)
	if err != nil {
		return err
	}
	for i := range l.Figures {
		if f := &l.Figures[i]; math.Abs(f.More()) > 2*f.Error {
			fmt.Fprintf(out, "   %s: %.2f instead of %.2f (%+.2f ± %.2f)\n", amountName(i), f.First, f.Second, f.More(), f.Error)
		}
	}
	return nil
}

// printRiver prints what lies on the river and stands in the depots.
func printRiver(out io.Writer, at view.Position) {
	fmt.Fprint(out, "   river:")
	for _, x := range at.Spaces {
		if x.Die > 0 || x.Builder >= 0 || len(x.Barges) > 0 {
			fmt.Fprintf(out, " %s %s", x.ID, x.Kind)
			if x.Die > 0 {
				fmt.Fprintf(out, " %s %d", x.Colour, x.Die)
			}
			if x.Builder >= 0 {
				fmt.Fprintf(out, " built by %d", x.Builder)
			}
			if len(x.Barges) > 0 {
				fmt.Fprintf(out, " barges %v", x.Barges)
			}
			fmt.Fprint(out, ";")
		}
	}
	fmt.Fprintln(out)
	for _, row := range slices.Concat(at.Depots, at.Cities) {
		fmt.Fprintf(out, "   %s%s:", row.Territory, row.Name)
		for _, slot := range row.Slots {
			fmt.Fprintf(out, " %d", slot.Owner)
		}
		fmt.Fprint(out, ";")
	}
	fmt.Fprintln(out)
}

// amountName is what a figure of a ledger is called here.
func amountName(i int) string {
	names := []struct {
		first analysis.Amount
		name  string
	}{{analysis.AmountTaken, "taken by seat"}, {analysis.AmountRound, "round of marker"}, {analysis.AmountGains, "gains marker"}, {analysis.AmountMost, "leads depot"},
		{analysis.AmountOrder, "first next round"}, {analysis.AmountSale, "sale"}, {analysis.AmountThaler, "Thaler"}, {analysis.AmountDebts, "debts"}}
	for _, x := range names {
		if i >= int(x.first) {
			return fmt.Sprint(x.name, " ", i-int(x.first))
		}
	}
	if i -= int(analysis.AmountGroup); i >= 0 {
		return fmt.Sprint("VP of seat ", i/analysis.Groups, " from ", analysis.Group(i%analysis.Groups))
	}
	return fmt.Sprint("VP of seat ", i+int(analysis.AmountGroup))
}
