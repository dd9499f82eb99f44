package tables

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"ruhr/internal/daily"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/view"
)

// dayModel is what the page of the deal of a day shows.
type dayModel struct {
	*page.Localizer
	*table.Day
	ID, Date  string // for machines and for people
	Today     bool
	Playable  bool
	Go        string // the key of the button's text
	Opponents string // their level
	Ends      string // when the day ends, in the reader's time; "" once it has
	Result    *dayResult
	Seconds   []dayRow // later games, newest first
	Rows      []dayRow // what others did, the best first
	Known     []dayRow // what those did who played after the day or once more
	Share     string   // a line that gives nothing of the deal away; "" for none
	Earlier   []dayLink
	Ahead     []daySeal

	Offline string     // where it is played in the offline edition, "" for nowhere
	Given   *givenDeal // the form for the deal that a server had on that day, nil for none
}

// givenDeal is what somebody has typed of the deal of a server.
type givenDeal struct{ Secret string }

// dayResult is how the viewer's first game ended.
type dayResult struct {
	Table   string // "" where it has gone
	VP      int
	Above   int           // points above par, where there is one
	Counted bool          // else Why says why it does not
	Why     template.HTML // "" where it counts
	Better  int           // better than so many percent of the others; -1 where there are none
	Others  int
}

// dayRow is a game in a list.
type dayRow struct {
	Table, Name string // Name "" for the viewer's own and where the table has gone
	Rank, VP    int    // equal VP share a rank
	Over, Mine  bool
	Beside      string // where the viewer's first game is compared with it; "" for nowhere
}

// dayLink is another day.
type dayLink struct{ ID, Date string }

// daySeal is the commitment to a day to come.
type daySeal struct{ ID, Date, Commitment string }

// earlierDays is how many days before are offered.
const earlierDays = 7

// newDay makes the page of a day. today is the current day; played is the viewer's
// first game, nil where there is none to be seen; at is the page's address.
func newDay(l *page.Localizer, d *table.Day, today daily.Day, ahead []table.DayCommitment, played *view.History, at string) *dayModel {
	utc := l.Printer.In(time.UTC)
	p := &dayModel{Localizer: l, Day: d, ID: d.Day.String(), Date: utc.Date(d.Begins()), Today: d.Day == today, Playable: d.Day >= today-table.OldDays,
		Go: "day.play", Opponents: l.LevelName(daily.Level)}
	if !d.Over {
		p.Ends = l.Printer.Moment(d.Ends())
	}
	p.add(d, played, at)
	for e := today; e >= today-earlierDays; e-- {
		if e != d.Day {
			p.Earlier = append(p.Earlier, dayLink{e.String(), utc.Date(e.Begins())})
		}
	}
	for _, c := range ahead {
		p.Ahead = append(p.Ahead, daySeal{c.Day.String(), utc.Date(c.Begins()), c.Commitment})
	}
	return p
}

// add adds the games of the day.
func (p *dayModel) add(d *table.Day, played *view.History, at string) {
	for _, g := range d.Games {
		switch {
		case g.Ended == 0:
			p.Go = "day.go_on"
		case p.Go == "day.play":
			p.Go = "day.again"
		}
		if !g.First {
			p.Seconds = append(p.Seconds, dayRow{Table: g.Table, VP: g.VP, Over: g.Ended > 0, Mine: true})
		}
	}
	if g := d.First; g != nil && g.Ended > 0 {
		r := &dayResult{VP: g.VP, Counted: g.Counted, Better: -1}
		switch {
		case !g.Counted && g.Ended >= d.Ends().UnixMilli():
			r.Why = p.T("day.late")
		case !g.Counted:
			r.Why = p.T("day.not_counted")
		default:
			r.Better, r.Others = daily.Percentile(d.Rank.Below, d.Rank.Equal, d.Rank.All), d.Rank.All-1
		}
		if d.HasPar {
			r.Above = g.VP - d.Par
		}
		if p.Result = r; played != nil {
			r.Table = g.Table
			if g.Counted {
				p.Share = p.share(r, played, at)
			}
		}
	}
	p.Rows, p.Known = p.rows(d, d.Best), p.rows(d, d.Later)
}

// rows are games that others have finished, and the viewer's among them.
func (p *dayModel) rows(d *table.Day, lines []table.DayLine) (out []dayRow) {
	for i, g := range lines {
		row := dayRow{Rank: i + 1, Name: g.Name, VP: g.VP, Over: true, Mine: d.Owns(g)}
		if g.Name != "" {
			row.Table = g.Table
			if p.Result != nil && p.Result.Table != "" && !row.Mine {
				row.Beside = "/t/" + p.Result.Table + "/beside/" + g.Table
			}
		}
		if i > 0 && g.VP == lines[i-1].VP {
			row.Rank = out[i-1].Rank
		}
		out = append(out, row)
	}
	return out
}

// share is a line for others, who learn nothing of the deal.
func (p *dayModel) share(r *dayResult, played *view.History, at string) string {
	parts := []string{"Ruhr " + p.ID, fmt.Sprint(r.VP, " ", p.Plain("page.short.vp"))}
	if p.HasPar {
		parts[1] += " (" + p.Printer.T("day.points", "n", r.Above) + ")"
	}
	var vp []int
	for _, point := range played.Chart() {
		vp = append(vp, point.VP[0])
	}
	return strings.Join(append(parts, bars(vp), at), " · ")
}

// bars draws how VP grew in 6 steps, from the lowest bar to the highest.
func bars(vp []int) string {
	const steps = 6
	heights := []rune("▁▂▃▄▅▆▇█")
	most := max(1, slices.Max(vp))
	var out strings.Builder
	for i := 1; i <= steps; i++ {
		height := max(0, vp[i*(len(vp)-1)/steps]) * (len(heights) - 1) / most
		out.WriteRune(heights[height])
	}
	return out.String()
}
