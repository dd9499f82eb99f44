package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// drawTable draws the table as text: what lies on the river, then the rest.
func drawTable(out io.Writer, p *record.Replay, r *record.Record) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	b := p.Game.Board()
	s := &p.State
	fmt.Fprintf(w, "Round %d (%d), phase %d, after action %d\n", s.Round(), b.Years[s.Round()-1].Year, s.Phase(), p.At())
	if s.Decision() == rules.Over {
		fmt.Fprintln(w, "The game is over.")
	} else {
		fmt.Fprintf(w, "Seat %d is to decide.\n", s.ToDecide())
	}
	fmt.Fprintln(w, "\nspace\tterritory\tlies there\tbarges")
	for i := range b.River {
		fmt.Fprintln(w, riverLine(p.Game, s, i))
	}
	fmt.Fprintln(w)
	drawTrack(w, p.Game, s)
	drawBuildings(w, p.Game, s)
	drawSeats(w, p.Game, s, r)
	return w.Flush()
}

func riverLine(g *rules.Game, s *rules.State, i int) string {
	sp := g.Board().River[i]
	lies := ""
	switch sp.Kind {
	case board.Storage:
		if v := s.Die(sp.Index); v > 0 {
			lies = fmt.Sprintf("die %d", v)
		}
	case board.Lock:
		lies = "obstacle"
		if who := s.LockBuilder(sp.Index); who >= 0 {
			lies = fmt.Sprintf("lock of seat %d", who)
		}
	default:
		if n := s.Demand(sp.Sell); n > 0 {
			lies = fmt.Sprintf("%d Thaler", n)
		}
	}
	var barges []string
	for _, who := range g.River(s) {
		if g.Seat(s, who).Barge == i {
			barges = append(barges, fmt.Sprint(who))
		}
	}
	territory := ""
	if sp.Territory < board.NoTerritory {
		territory = board.TerritoryIDs[sp.Territory]
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s", sp.ID, territory, lies, strings.Join(barges, " "))
}

func drawTrack(w io.Writer, g *rules.Game, s *rules.State) {
	t := g.Board().Tracks[g.Board().Stage(s.Round())]
	fmt.Fprintf(w, "%s, from the top (the arrow box in brackets):", t.ID)
	for row := range t.Above + 1 + t.Below {
		cells := []string{cell(s.TrackDie(0, row))}
		if t.TwoColumns {
			cells = append(cells, cell(s.TrackDie(1, row)))
		}
		text := strings.Join(cells, "/")
		if row == t.Above {
			text = "[" + text + "]"
		}
		fmt.Fprint(w, " ", text)
	}
	fmt.Fprintln(w)
}

func cell(v int) string {
	if v == 0 {
		return "·"
	}
	return fmt.Sprint(v)
}

func drawBuildings(w io.Writer, g *rules.Game, s *rules.State) {
	b := g.Board()
	for k, at := range b.At.City {
		fmt.Fprintf(w, "%s\t%v\n", b.River[at].ID, s.CityOwners(k))
	}
	for k := range b.Depots {
		fmt.Fprintf(w, "%s\t%v\n", b.Depots[k].ID, s.DepotOwners(k))
	}
	for k, id := range b.Port.Columns {
		fmt.Fprintf(w, "%s\t%v\n", id, s.PortOwners(k))
	}
	fmt.Fprintf(w, "export box\t%d of %v\n", s.ExportBox()+1, b.Export)
	fmt.Fprintf(w, "markers in the bag\t%d\n\n", s.Bag())
}

func drawSeats(w io.Writer, g *rules.Game, s *rules.State, r *record.Record) {
	fmt.Fprintln(w, "seat\tname\tVP\tThaler\tsupply\tdebts\ttokens\tprogress markers")
	for k := range g.Seats() {
		v := g.Seat(s, k)
		var have []string
		for m, id := range board.ProgressIDs {
			if v.Progress>>m&1 != 0 {
				have = append(have, id)
			}
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%v\t%s\n", k, r.Players[k].Name, v.VP, v.Thaler, v.Supply, v.Debts, v.Tokens, strings.Join(have, ", "))
	}
}
