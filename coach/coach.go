// Package coach reviews a game that was played: every seat's share of wins after
// every decision and every outcome of chance, and how much of each seat's result
// came from the start, the draws, its own decisions, the others', and from what was
// not foreseen. It calls nothing a mistake that a second estimate does not confirm, and
// says why only where the figures speak.
package coach

import (
	"cmp"
	"context"
	"math"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/record"
	"ruhr/rules"
)

// Analyst says what is to be expected of positions of one game. Equal positions must
// get equal answers.
type Analyst interface {
	// Position considers the actions of the seat to decide, quickly or thoroughly. It
	// is not asked where nothing is to choose.
	Position(ctx context.Context, s *rules.State, quick bool) (analysis.Analysis, error)
	// Value says what is to be expected of one action. It tries every action as often,
	// so that what it says of two can be compared.
	Value(ctx context.Context, s *rules.State, a rules.Action) (analysis.Candidate, error)
	// Further is the second estimate: it plays two actions on for some rounds with the
	// same chance, and says by how much larger a part of the win the deciding seat may
	// then expect after the first, with the standard error.
	Further(ctx context.Context, s *rules.State, a, b rules.Action) (more, deviation float64, err error)
	// Ledger plays two actions on to the end of the game with the same chance, and says
	// what comes of each.
	Ledger(ctx context.Context, s *rules.State, a, b rules.Action) (analysis.Ledger, error)
}

// Version rises when reviews of the same game with the same playouts may say
// something else: with the definitions here, and with the nets.
const (
	Version  = 11
	Readable = 4 // the oldest version whose reviews can still be shown
)

// Review is what became of each seat's share of wins.
type Review struct {
	Start Shares // at the first decision
	Steps []Step // in the order of the game
	Seats []Account
	// Reached is the round whose decisions are thought about while there is only a quick
	// look at the game, or Checking; 0 of a review that is done.
	Reached int `json:"-"`
	// Version is that of the older program that made the review; 0 for [Version].
	Version int `json:"-"`
}

// Step is something that changed shares of wins: a decision with a choice, or an
// outcome of chance. A game has hundreds, hence the short names where they are stored.
type Step struct {
	Decision int          `json:"d"` // its number, from 1; of chance, of the decision before it
	Round    int          `json:"r"`
	Seat     int          `json:"s"` // who decided; -1 for chance
	Number   int          `json:"n"` // the marker's on the board or the country's port column; of a decision 0
	Best     rules.Action `json:"b"` // the best action of a decision; of chance rules.None
	// Expected is what the seats' shares were before: of a decision, after the best
	// action; of chance, on average over all outcomes.
	Expected Shares `json:"e"`
	// Came is what they were after what was decided or drawn.
	Came Shares `json:"c"`
	// Lost is what a decision lost of its seat's share, calibrated; the 80 % interval is
	// Wide to either side. Wide is 0 where there is no second estimate.
	Lost int `json:"l"`
	Wide int `json:"w"`
	// Exact says that the end of the game was worked out: what was lost is sure.
	Exact bool `json:"x,omitempty"`
	// Reasons are why the best action is better than what was played, if a loss is
	// established; More says that they explain less than half of the VP.
	Reasons [mostReasons]Reason `json:"y,omitzero"`
	More    bool                `json:"m,omitempty"`
}

// Account says where a seat's result came from, in millionths of a win. Won is the
// sum of all before it.
type Account struct {
	Fair       int // as many as there are seats share a win
	Start      int // from the place it had at the start
	Draws      int // from markers and countries
	Own        int // from its own decisions; hardly ever above 0
	Others     int // from the others' decisions
	Unforeseen int // what the analyst only saw later
	Won        int // the win, or its part in it
	Accuracy   int // of its turns, of Whole; no part of the sum
}

// Rounded are the parts of an account from the start to what was not foreseen, in hundredths:
// with the rounded equal share they add up to the rounded win.
func (a *Account) Rounded() []int {
	parts := []int{a.Start, a.Draws, a.Own, a.Others, a.Unforeseen}
	out, left := make([]int, len(parts)), Hundredths(a.Won)-Hundredths(a.Fair)
	for i, x := range parts {
		out[i] = Hundredths(x)
		left -= out[i]
	}
	for ; left != 0; left -= cmp.Compare(left, 0) { // where rounding has changed most
		at, most := 0, math.MinInt
		for i, x := range parts {
			if off := cmp.Compare(left, 0) * (x - out[i]*point); off > most {
				at, most = i, off
			}
		}
		out[at] += cmp.Compare(left, 0)
	}
	return out
}

// Rounds are those after which a game has shares: 0 for its start, and all that were played
// but the last.
func Rounds(g *record.Game) []int {
	out := []int{0}
	for n := g.After(0).Round(); n < min(board.Rounds, g.After(g.Len()).Round()+1); n++ {
		out = append(out, n)
	}
	return out
}

// Caveats are the keys of what is to be said besides of a game's review: how often losses
// are real was measured on our board alone, and what was corrected by hand changes
// shares, too.
func Caveats(g *record.Game) (keys []string) {
	if g.Rules.Board().SHA256 != board.Default().SHA256 {
		keys = append(keys, "page.review.other_board")
	}
	if len(g.Corrections()) > 0 {
		keys = append(keys, "page.review.corrected")
	}
	return keys
}

// Of reviews a game that is over. The error is the analyst's.
func Of(ctx context.Context, g *record.Game, by Analyst) (*Review, error) {
	r := reviewer{ctx: ctx, g: g.Rules, by: by, quick: map[rules.State]Shares{}}
	out := &Review{Start: r.value(g.After(0), false), Seats: make([]Account, g.Rules.Seats())}
	now := out.Start // the shares by what was said last
	fair := Even(g.Rules.Seats())
	for k := range out.Seats {
		out.Seats[k] = Account{Fair: fair[k], Start: now[k] - fair[k]}
	}
	for n := 1; n <= g.Len() && r.err == nil; n++ {
		out.Steps = append(out.Steps, r.decision(g, n)...)
		for _, o := range g.Steps[n].Chance {
			if o.Set != nil { // corrected by hand: nobody decided, and nothing was drawn
				continue
			}
			out.Steps = append(out.Steps, r.chance(n, &o))
		}
	}
	r.weigh(g, out.Steps)
	out.judge(g)
	for i := range out.Steps {
		out.account(&out.Steps[i], &now)
	}
	end := r.value(g.After(g.Len()), false)
	for k := range out.Seats {
		out.Seats[k].Unforeseen += end[k] - now[k]
		out.Seats[k].Won = end[k]
	}
	return out, r.err
}

// After are the shares after what was decided and drawn in a round; before the first
// of it, the shares at the start.
func (r *Review) After(round int) Shares {
	out := r.Start
	for _, s := range r.Steps {
		if s.Round <= round {
			out = s.Came
		}
	}
	return out
}

// account books what a step changed, and the rest of what changed as unforeseen. now is
// what was said of the shares before the step and becomes what is said after it.
func (r *Review) account(s *Step, now *Shares) {
	change := s.Change(len(r.Seats))
	for k := range r.Seats {
		a := &r.Seats[k]
		a.Unforeseen += s.Came[k] - now[k] - change[k]
		switch s.Seat {
		case -1:
			a.Draws += change[k]
		case k:
			a.Own += change[k]
		default:
			a.Others += change[k]
		}
	}
	*now = s.Came
}

// reviewer asks an analyst. After an error it asks no more.
type reviewer struct {
	ctx   context.Context
	g     *rules.Game
	by    Analyst
	quick map[rules.State]Shares // what was said quickly, which is asked often
	err   error
}

// decision is the step of decision n, none if there was no choice.
func (r *reviewer) decision(g *record.Game, n int) []Step {
	before, step := g.After(n-1), g.Steps[n]
	if step.Forced {
		return nil
	}
	found := r.position(before, false)
	if r.err != nil {
		return nil
	}
	out := Step{Decision: n, Round: step.Round, Seat: step.Seat, Best: found.Candidates[0].Action}
	r.compare(&out, before, &found, step.Action)
	return []Step{out}
}

// compare says what the shares are after the best action of a position that was searched
// and after another one.
func (r *reviewer) compare(s *Step, before *rules.State, found *analysis.Analysis, other rules.Action) {
	s.Expected = r.shares(&found.Candidates[0])
	if s.Came = s.Expected; equivalent(r.g, before, s.Best, other) {
		return
	}
	if found.Exact {
		r.exact(s, found.Candidates, other)
	}
	if !s.Exact {
		// The best one was found by its figures, which flatter it: it is valued again,
		// as the other is.
		s.Expected, s.Came = r.worth(before, s.Best), r.worth(before, other)
	}
}

// exact says what a decision led to where the end was worked out.
func (r *reviewer) exact(s *Step, list []analysis.Candidate, played rules.Action) {
	for i := range list {
		if c := &list[i]; c.Action == played {
			s.Exact, s.Came = true, r.shares(c)
			if s.said() > 0 {
				s.Reasons[0] = exactly(&list[0], c, s.Seat)
			}
		}
	}
}

// equivalent reports whether two actions lead to equivalent positions.
func equivalent(g *rules.Game, s *rules.State, a, b rules.Action) bool {
	if a == b {
		return true
	}
	base := g.Legal(s).Base
	both := uint64(1)<<(a-base) | uint64(1)<<(b-base)
	for _, set := range g.Alike(s) {
		if set&both == both {
			return true
		}
	}
	return false
}

// chance is the step of an outcome of chance after decision n.
func (r *reviewer) chance(n int, o *record.Outcome) Step {
	out := Step{Decision: n, Round: o.Before.Round(), Seat: -1, Number: o.Number, Best: rules.None, Expected: r.value(&o.Before, true)}
	for _, x := range outcomes(r.g, &o.Before) {
		if x.numbers>>o.Number&1 == 1 {
			out.Came = r.value(&x.state, true)
		}
	}
	return out
}

// value is the shares at a position: of the result, of the average outcome of
// chance, or after the best action.
func (r *reviewer) value(s *rules.State, quick bool) Shares {
	for {
		if s.Decision() == rules.Over {
			return result(r.g, s)
		}
		if s.Decision() == rules.DrawMarker || s.Decision() == rules.RevealCountry {
			return r.average(s)
		}
		a, forced := r.g.Forced(s)
		if !forced {
			break
		}
		next := *s
		r.g.Play(&next, a)
		s = &next
	}
	if known, ok := r.quick[*s]; ok && quick {
		return known
	}
	found := r.position(s, quick)
	if r.err != nil {
		return Shares{}
	}
	out := r.shares(&found.Candidates[0])
	if quick {
		r.quick[*s] = out
	}
	return out
}

// average is the shares on average over what chance may decide at a position.
func (r *reviewer) average(s *rules.State) Shares {
	var sum [4]float64
	all := 0
	for _, o := range outcomes(r.g, s) {
		v := r.value(&o.state, true)
		for k := range sum {
			sum[k] += float64(o.weight) * float64(v[k])
		}
		all += o.weight
	}
	for k := range sum {
		sum[k] /= float64(all)
	}
	return round(sum[:r.g.Seats()])
}

func (r *reviewer) position(s *rules.State, quick bool) (found analysis.Analysis) {
	if r.err == nil {
		found, r.err = r.by.Position(r.ctx, s, quick)
	}
	return found
}

// worth is the shares after an action.
func (r *reviewer) worth(s *rules.State, a rules.Action) Shares {
	if r.err != nil {
		return Shares{}
	}
	var c analysis.Candidate
	c, r.err = r.by.Value(r.ctx, s, a)
	return r.shares(&c)
}

func (r *reviewer) shares(c *analysis.Candidate) Shares { return round(c.Win[:r.g.Seats()]) }
