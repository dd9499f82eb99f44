package lockstep

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/clerk"
)

// snapshot writes a position of the engine as clerk.Snapshot writes its own.
func snapshot(g *rules.Game, s *rules.State) map[string]string {
	b := g.Board()
	out := make(map[string]string, 200)
	maps.Copy(out, map[string]string{
		"round": strconv.Itoa(s.Round()), "phase": strconv.Itoa(int(s.Phase())), "toDecide": "",
		"export": strconv.Itoa(s.ExportBox()), "bag": strconv.Itoa(s.Bag()), "unseen": unseen(b, s.Unseen()),
		"pilotBan": strconv.FormatBool(s.PilotBanned()), "duty": strconv.FormatBool(s.Duty()),
		"wageTaken": strconv.FormatBool(s.WageTaken()), "country": "", "river": seats(g.River(s)),
	})
	if s.Decision() < rules.DrawMarker {
		out["toDecide"] = strconv.Itoa(s.ToDecide())
	}
	if c := s.Country(); c >= 0 {
		out["country"] = b.Port.Columns[c]
	}
	snapshotTrack(g, s, out)
	for _, sp := range b.River {
		switch sp.Kind {
		case board.Storage:
			out["storage."+sp.ID] = strings.TrimLeft(strconv.Itoa(s.Die(sp.Index)), "0")
		case board.Lock:
			out["lock."+sp.ID] = seatOrNone(s.LockBuilder(sp.Index))
		case board.City:
			out["city."+sp.ID] = seats(s.CityOwners(sp.Index))
			out["space."+sp.ID+".thaler"] = strconv.Itoa(s.Demand(sp.Sell))
		case board.Industry:
			out["space."+sp.ID+".thaler"] = strconv.Itoa(s.Demand(sp.Sell))
		}
	}
	for k, d := range b.Depots {
		out["depot."+d.ID] = seats(s.DepotOwners(k))
	}
	for k, column := range b.Port.Columns {
		out["port."+column] = seats(s.PortOwners(k))
	}
	for who := range g.Seats() {
		snapshotSeat(g, s, who, out)
	}
	return out
}

// snapshotTrack writes the boxes of the path in use. While a die that left it
// waits to be placed the clerk holds that die on its agenda.
func snapshotTrack(g *rules.Game, s *rules.State, out map[string]string) {
	path := g.Board().Tracks[rules.Stage(s.Round())]
	columns := [2]string{}
	for colour := range columns {
		if colour == 1 && !path.TwoColumns {
			break
		}
		var boxes []string
		for row := range path.Above + 1 + path.Below {
			boxes = append(boxes, strconv.Itoa(s.TrackDie(colour, row)))
		}
		columns[colour] = strings.Join(boxes, " ")
	}
	out["track.black"], out["track.white"] = columns[0], columns[1]
}

func snapshotSeat(g *rules.Game, s *rules.State, who int, out map[string]string) {
	v := g.Seat(s, who)
	key := fmt.Sprintf("seat.%d.", who)
	two := func(waiting bool) string {
		if waiting {
			return "2"
		}
		return "0"
	}
	out[key+"thaler"] = strconv.Itoa(v.Thaler)
	out[key+"vp"] = strconv.Itoa(v.VP)
	out[key+"supply"] = strconv.Itoa(v.Supply)
	out[key+"debts"] = strconv.Itoa(v.Debts)
	out[key+"timeline"] = seats(v.Timeline)
	out[key+"lockWarehouses"] = two(v.LockField)
	out[key+"markWarehouses"] = two(v.MarkField)
	for a, id := range board.AreaIDs {
		out[key+"tokens."+id] = strconv.Itoa(v.Tokens[a])
	}
	out[key+"progress"] = markers(v.Progress)
	out[key+"blanks"] = markers(v.Blanks)
	out[key+"used"] = markers(v.Used)
	out[key+"barge"] = ""
	if v.Barge >= 0 {
		out[key+"barge"] = g.Board().River[v.Barge].ID
	}
}

func seats(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

func seatOrNone(seat int) string {
	if seat < 0 {
		return ""
	}
	return strconv.Itoa(seat)
}

func markers(set uint16) string {
	var ids []string
	for k, id := range board.ProgressIDs {
		if set>>k&1 != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, ",")
}

func unseen(b *board.Board, set uint32) string {
	var ids []string
	for k := range b.Markers {
		if set>>k&1 != 0 {
			ids = append(ids, b.Markers[k].ID)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, ",")
}

// sayings are all actions in the clerk's words.
func sayings(g *rules.Game) (out [rules.ActionsCount]clerk.Action) {
	words := record.NewWords(g)
	for k := range out {
		a := words.Say(rules.Action(k))
		out[k] = clerk.Action{Do: a.Do, With: a.With, What: a.What, Take: a.Take, Storage: a.Storage, Option: a.Option,
			Coal: a.Coal, Space: a.Space, At: a.At, From: a.From, To: a.To, Free: a.Free, Towed: a.Towed}
	}
	return out
}

// differ lists the keys where two positions disagree.
func differ(engine, clerk map[string]string) (lines []string) {
	for key, v := range engine {
		if w, ok := clerk[key]; !ok || v != w {
			lines = append(lines, fmt.Sprintf("%s: engine %q, clerk %q", key, v, w))
		}
	}
	for key, w := range clerk {
		if _, ok := engine[key]; !ok {
			lines = append(lines, fmt.Sprintf("%s: engine nothing, clerk %q", key, w))
		}
	}
	slices.Sort(lines)
	return lines
}
