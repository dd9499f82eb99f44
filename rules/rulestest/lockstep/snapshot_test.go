package lockstep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/rulestest/reference"
)

// snapshot writes a position of the engine as reference.Snapshot writes its own.
func snapshot(to []byte, g *rules.Game, s *rules.State) []byte {
	b := g.Board()
	out := (*reference.Sheet)(&to)
	out.Number(s.Round(), "round")
	out.Number(int(s.Phase()), "phase")
	toDecide := -1
	if s.Decision() < rules.DrawMarker {
		toDecide = s.ToDecide()
	}
	out.Seat(toDecide, "toDecide")
	snapshotTrack(g, s, out)
	out.Number(s.ExportBox(), "export")
	out.Number(s.Bag(), "bag")
	out.Begin("unseen")
	for k := range b.Markers {
		out.Item(b.Markers[k].ID, s.Unseen()>>k&1 != 0)
	}
	out.End()
	out.Flag(s.PilotBanned(), "pilotBan")
	out.Flag(s.Duty(), "duty")
	out.Flag(s.WageTaken(), "wageTaken")
	country := ""
	if c := s.Country(); c >= 0 {
		country = b.Port.Columns[c]
	}
	out.Text(country, "country")
	out.Numbers(g.River(s), "river")
	snapshotBoard(g, s, out)
	for who := range g.Seats() {
		snapshotSeat(g, s, who, out)
	}
	return to
}

// snapshotTrack writes the boxes of the path in use. While a die that left it
// waits to be placed the reference holds that die on its agenda.
func snapshotTrack(g *rules.Game, s *rules.State, out *reference.Sheet) {
	path := g.Board().Tracks[g.Board().Stage(s.Round())]
	var boxes [2][]int
	for colour := range boxes {
		if colour == 1 && !path.TwoColumns {
			break
		}
		for row := range path.Above + 1 + path.Below {
			boxes[colour] = append(boxes[colour], s.TrackDie(colour, row))
		}
	}
	out.Numbers(boxes[0], "track.black")
	out.Numbers(boxes[1], "track.white")
}

func snapshotBoard(g *rules.Game, s *rules.State, out *reference.Sheet) {
	b := g.Board()
	for i := range b.River {
		sp := &b.River[i]
		switch sp.Kind {
		case board.Storage:
			out.Number(s.Die(sp.Index), "storage.", sp.ID)
		case board.Lock:
			out.Seat(s.LockBuilder(sp.Index), "lock.", sp.ID)
		case board.City:
			out.Number(s.Demand(sp.Sell), "space.", sp.ID, ".thaler")
			out.Numbers(s.CityOwners(sp.Index), "city.", sp.ID)
		case board.Industry:
			out.Number(s.Demand(sp.Sell), "space.", sp.ID, ".thaler")
		}
	}
	for k, d := range b.Depots {
		out.Numbers(s.DepotOwners(k), "depot.", d.ID)
	}
	for k, column := range b.Port.Columns {
		out.Numbers(s.PortOwners(k), "port.", column)
	}
}

func snapshotSeat(g *rules.Game, s *rules.State, who int, out *reference.Sheet) {
	v := g.Seat(s, who)
	seat := "seat." + strconv.Itoa(who)
	two := func(waiting bool) int {
		if waiting {
			return 2
		}
		return 0
	}
	out.Number(v.Thaler, seat, ".thaler")
	out.Number(v.VP, seat, ".vp")
	out.Number(v.Supply, seat, ".supply")
	out.Number(v.Debts, seat, ".debts")
	out.Numbers(v.Timeline, seat, ".timeline")
	out.Number(two(v.LockField), seat, ".lockWarehouses")
	out.Number(two(v.MarkField), seat, ".markWarehouses")
	for _, area := range areas {
		out.Number(v.Tokens[area.number], seat, ".tokens.", area.id)
	}
	at := ""
	if v.Barge >= 0 {
		at = g.Board().River[v.Barge].ID
	}
	out.Text(at, seat, ".barge")
	for _, set := range []struct {
		name string
		set  uint16
	}{{".progress", v.Progress}, {".blanks", v.Blanks}, {".used", v.Used}} {
		out.Begin(seat, set.name)
		for _, m := range progressMarkers {
			out.Item(m.id, set.set>>m.number&1 != 0)
		}
		out.End()
	}
}

// named is the number of something and its id.
type named struct {
	id     string
	number int
}

// areas and progressMarkers are the development areas and the progress markers by name.
var areas, progressMarkers = byName(board.AreaIDs[:]), byName(board.ProgressIDs[:])

func byName(ids []string) (list []named) {
	for k, id := range ids {
		list = append(list, named{id, k})
	}
	slices.SortFunc(list, func(a, b named) int { return strings.Compare(a.id, b.id) })
	return list
}

// sayings are all actions in the reference's words.
func sayings(g *rules.Game) (out [rules.ActionsCount]reference.Action) {
	words := record.NewCodec(g)
	for k := range out {
		a := words.Encode(rules.Action(k))
		out[k] = reference.Action{Do: a.Do, With: a.With, What: a.What, Take: a.Take, Storage: a.Storage, Option: a.Option,
			Coal: a.Coal, Space: a.Space, At: a.At, From: a.From, To: a.To, Free: a.Free, Towed: a.Towed}
	}
	return out
}

// differ lists the lines in which two snapshots are not the same.
func differ(engine, reference []byte) (lines []string) {
	ours, theirs := strings.Split(string(engine), "\n"), strings.Split(string(reference), "\n")
	for k := range max(len(ours), len(theirs)) {
		a, b := "nothing", "nothing"
		if k < len(ours) {
			a = ours[k]
		}
		if k < len(theirs) {
			b = theirs[k]
		}
		if a != b {
			lines = append(lines, fmt.Sprintf("engine %q, reference %q", a, b))
		}
	}
	return lines
}
