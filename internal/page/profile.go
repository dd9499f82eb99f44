package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"ruhr/board"
	"ruhr/internal/rating"
	"ruhr/internal/results"
	"ruhr/view"
)

// Profile is what has come of a person's games.
type Profile struct {
	Ratings []PoolRating
	Games   int // finished games
	Won     int
	Results []ResultLine    // by who they were played against
	Best    []BestScore     // by number of seats
	Goals   []GoalLine      // the progress markers, most often reached first
	Never   []template.HTML // those that were never reached; none where there are no games
	Recent  []RecentGame    // newest first
}

// PoolRating is the rating in a pool with its history.
type PoolRating struct {
	Pool    rating.Pool
	Rated   bool // there is a rated game
	Points  int
	Margin  int // 19 times in 20 the strength is within that of Points
	Doubt   bool
	Games   int
	Chart   template.HTML
	History []RatingLine // newest first
}

// RatingLine is a rated game.
type RatingLine struct {
	Day, Date string
	Points    int
	Change    string // signed; "" for the first game
	Doubt     bool
}

// ResultLine is results by number of seats, from two on, against people or
// against computer players up to a level.
type ResultLine struct {
	Against template.HTML
	Seats   [3]WonOf
}

// WonOf is how many games were won of those played.
type WonOf struct{ Won, Of int }

// BestScore is the best score at a number of seats.
type BestScore struct {
	Seats, VP int
	Day, Date string
	Table     string // "" where the reader may not see it
}

// GoalLine is how often a progress marker was reached.
type GoalLine struct {
	Name  template.HTML
	Times int
}

// RecentGame is a finished game.
type RecentGame struct {
	Table            string // "" where the reader may not see it
	Day, Date        string
	Seats, Place, VP int
	Rated, Left      bool
	Daily            bool // it was the deal of a day
}

// maxRecent is how many games a profile lists.
const maxRecent = 30

// NewProfile makes the profile of a person for themselves, or for others: those see
// what is public, the rated games, and no tables but those of the lobby.
func NewProfile(l *Localizer, c *results.Career, own bool) *Profile {
	p := &Profile{}
	for _, pool := range rating.Pools {
		p.Ratings = append(p.Ratings, poolRating(l, pool, c.Ratings[pool]))
	}
	games := slices.Clone(c.Games)
	if !own {
		games = slices.DeleteFunc(games, func(g results.PlayedGame) bool { return g.Pool == "" })
	}
	for _, g := range games {
		seat := g.Outcome.Seats[g.Seats[0]]
		line := RecentGame{Day: l.Printer.Day(g.Ended), Date: l.Printer.Moment(g.Ended), Seats: len(g.Outcome.Seats), Place: seat.Place, VP: seat.VP,
			Rated: g.Pool != "", Left: seat.Left, Daily: g.Outcome.Day != ""}
		if own || g.Public {
			line.Table = g.Table
		}
		p.add(line)
	}
	p.Results = resultLines(l, games)
	p.Goals, p.Never = goals(l, games)
	return p
}

// Tables lists the tables that the profile names. They may have gone.
func (p *Profile) Tables() (ids []string) {
	p.eachTable(func(id *string) { ids = append(ids, *id) })
	return ids
}

// KeepTables leaves out the tables that have gone.
func (p *Profile) KeepTables(there map[string]bool) {
	p.eachTable(func(id *string) {
		if !there[*id] {
			*id = ""
		}
	})
}

func (p *Profile) eachTable(do func(id *string)) {
	for k := range p.Recent {
		do(&p.Recent[k].Table)
	}
	for k := range p.Best {
		do(&p.Best[k].Table)
	}
}

// add counts a game; games come newest first.
func (p *Profile) add(g RecentGame) {
	p.Games++
	if g.Place == 1 {
		p.Won++
	}
	if len(p.Recent) < maxRecent {
		p.Recent = append(p.Recent, g)
	}
	if g.Left {
		return
	}
	score := BestScore{g.Seats, g.VP, g.Day, g.Date, g.Table}
	at, found := slices.BinarySearchFunc(p.Best, g.Seats, func(b BestScore, seats int) int { return b.Seats - seats })
	switch {
	case !found:
		p.Best = slices.Insert(p.Best, at, score)
	case g.VP >= p.Best[at].VP:
		p.Best[at] = score // of equal ones the earliest
	}
}

// poolRating is the rating in a pool.
func poolRating(l *Localizer, pool rating.Pool, games []results.RatedGame) PoolRating {
	out := PoolRating{Pool: pool}
	if len(games) == 0 {
		return out
	}
	now := games[len(games)-1]
	out.Rated, out.Points, out.Margin, out.Doubt, out.Games = true, now.Points(), 2*now.Margin(), now.Provisional(), now.Games
	out.Chart = ratingChart(games)
	for i, g := range slices.Backward(games) {
		line := RatingLine{Day: l.Printer.Day(g.Ended), Date: l.Printer.Moment(g.Ended), Points: g.Points(), Doubt: g.Provisional()}
		if i > 0 {
			line.Change = signed(g.Points() - games[i-1].Points())
		}
		out.History = append(out.History, line)
	}
	return out
}

// ratingChart draws a rating game by game, with its margin as a band.
func ratingChart(games []results.RatedGame) template.HTML {
	low, high := math.MaxInt, math.MinInt
	for _, g := range games {
		low, high = min(low, g.Points()-g.Margin()), max(high, g.Points()+g.Margin())
	}
	const step = 100
	low, high = low/step*step, (high/step+1)*step
	x := func(i int) float64 {
		return 2*chartEdge + (chartWide-3*chartEdge)*float64(i)/float64(max(1, len(games)-1))
	}
	y := func(points int) float64 {
		return chartHigh - chartEdge - (chartHigh-2*chartEdge)*float64(points-low)/float64(high-low)
	}
	var w, line, back strings.Builder
	for points, every := low, (high-low+4*step)/(5*step)*step; points <= high; points += every {
		fmt.Fprintf(&w, `<path class="grid" d="M%s %sH%s"/><text x="%s" y="%s" text-anchor="end">%d</text>`,
			num(2*chartEdge), num(y(points)), num(chartWide-chartEdge), num(2*chartEdge-4), num(y(points)+4), points)
	}
	w.WriteString(`<path class="margin" d="`)
	for i, g := range games {
		fmt.Fprintf(&w, "%s%s %s", [2]string{"M", "L"}[b2i(i > 0)], num(x(i)), num(y(g.Points()+g.Margin())))
		fmt.Fprintf(&line, "%s,%s ", num(x(i)), num(y(g.Points())))
	}
	for i, g := range slices.Backward(games) {
		fmt.Fprintf(&back, "L%s %s", num(x(i)), num(y(g.Points()-g.Margin())))
	}
	last := games[len(games)-1]
	fmt.Fprintf(&w, `%sZ"/><polyline class="trend" points="%s"/><circle class="now" cx="%s" cy="%s" r="4"/>`,
		back.String(), strings.TrimSpace(line.String()), num(x(len(games)-1)), num(y(last.Points())))
	return template.HTML(w.String())
}

// resultLines counts games by whom they were played against: people, computer players,
// where the strongest counts, or those of the deals of days. Others come last.
func resultLines(l *Localizer, games []results.PlayedGame) (out []ResultLine) {
	levels := map[string]float64{"": math.Inf(1)} // people
	order := []string{}
	counts := map[string]*ResultLine{}
	for _, g := range games {
		against := strongest(g)
		if counts[against] == nil {
			line := &ResultLine{Against: l.T("people.record.people")}
			switch against {
			case "":
			case ofDays:
				line.Against, levels[against] = l.T("day.title"), math.MaxFloat64 // after people
			default:
				line.Against = l.Level(against)
				if r, ok := rating.Anchor(rating.Two, against); ok {
					levels[against] = float64(r.Value)
				}
			}
			counts[against], order = line, append(order, against)
		}
		if n := len(g.Outcome.Seats); n >= 2 && n <= 4 {
			w := &counts[against].Seats[n-2]
			w.Of++
			w.Won += b2i(g.Outcome.Seats[g.Seats[0]].Place == 1)
		}
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(levels[b], levels[a]), cmp.Compare(a, b)) })
	for _, against := range order {
		out = append(out, *counts[against])
	}
	return out
}

// ofDays stands for the computer players of the deals of days.
const ofDays = "daily"

// strongest is the level of the strongest computer player among the others, ""
// where there are people.
func strongest(g results.PlayedGame) (level string) {
	if g.Outcome.Day != "" {
		return ofDays
	}
	best := math.MinInt
	for k, seat := range g.Outcome.Seats {
		if slices.Contains(g.Seats, k) {
			continue
		}
		if seat.Level == "" {
			return ""
		}
		r, _ := rating.Anchor(rating.Two, seat.Level)
		if r.Value > best {
			best, level = r.Value, seat.Level
		}
	}
	return level
}

// goals counts the progress markers that were reached, and lists those that never were.
func goals(l *Localizer, games []results.PlayedGame) (out []GoalLine, never []template.HTML) {
	times := map[string]int{}
	for _, g := range games {
		for _, id := range g.Outcome.Seats[g.Seats[0]].Goals {
			times[id]++
		}
	}
	for _, id := range board.ProgressIDs {
		switch name := l.thing(view.ProgressThing(id)); {
		case times[id] > 0:
			out = append(out, GoalLine{name, times[id]})
		case len(games) > 0:
			never = append(never, name)
		}
	}
	slices.SortStableFunc(out, func(a, b GoalLine) int { return b.Times - a.Times })
	return out, never
}

// AnchorLine is the fixed rating of a level of computer player.
type AnchorLine struct {
	Level     template.HTML
	Two, More int
}

// Anchors are the ratings of those levels of computer players that have one.
func Anchors(l *Localizer, levels []string) (out []AnchorLine) {
	for _, level := range levels {
		two, ok := rating.Anchor(rating.Two, level)
		more, also := rating.Anchor(rating.More, level)
		if ok && also {
			out = append(out, AnchorLine{l.Level(level), two.Points(), more.Points()})
		}
	}
	return out
}

// SeatRating is the rating to show beside a name, with ? where it is provisional;
// "" for none.
func SeatRating(r *rating.Rating) string {
	if r == nil {
		return ""
	}
	if r.Provisional() {
		return fmt.Sprint(r.Points(), "?")
	}
	return fmt.Sprint(r.Points())
}
