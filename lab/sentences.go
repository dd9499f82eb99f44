package lab

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ruhr/bot"
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

// printPosition prints what seats have, and what could be chosen.
func (r *lossRun) printPosition(ctx context.Context, out io.Writer, p *lang.Printer, step *coach.Step) error {
	g := r.played
	s := g.After(step.Decision - 1)
	for k := range g.Rules.Seats() {
		seat := g.Rules.Seat(s, k)
		fmt.Fprintf(out, "   %s: %d VP, %d Thaler, %d debts, tokens %v, markers %016b, share %d\n", p.Seat(k), seat.VP, seat.Thaler, seat.Debts,
			seat.Tokens, seat.Progress, coach.Hundredths(step.Expected[k]))
	}
	fmt.Fprintf(out, "   %s decides:", p.Seat(s.ToDecide()))
	for _, c := range view.Choices(g.Rules, g.Codec, s) {
		mark := ""
		switch c.Action {
		case int(step.Best):
			mark = "BEST "
		case int(g.Steps[step.Decision].Action):
			mark = "PLAYED "
		}
		fmt.Fprintf(out, " %s%s;", mark, p.Choice(c).Text)
	}
	fmt.Fprintf(out, "\n   lost %d ± %d\n", coach.Hundredths(step.Lost), coach.Hundredths(step.Wide))
	l, err := bot.NewAnalyst(g.Rules, r.Playouts).Ledger(ctx, s, step.Best, g.Steps[step.Decision].Action)
	if err != nil {
		return err
	}
	fmt.Fprint(out, "   VP")
	for k := range g.Rules.Seats() {
		fmt.Fprintf(out, " %s %+.2f", p.Seat(k), l.Figures[k].More())
	}
	fmt.Fprintln(out)
	return nil
}
