package clerk

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Snapshot writes the whole public position as flat text, for comparing with
// another reading of the rules. Flags are "true" or "false", lists of seats and
// ids are separated by commas, and what there is none of is "".
//
//	round, phase        1 to 12, 1 to 7; both stay at the last when the game is over
//	toDecide            seat, "" where chance is due or the game is over
//	storage.<id>        the die's value, "" for none
//	track.black, .white the boxes from the top, separated by spaces, 0 for empty; white is "" on the brickearth path
//	space.<id>.thaler   for cities and industries: 0 to 2
//	lock.<id>           the builder's seat, "" for an obstacle
//	city.<id>, depot.<id>  owners from the left
//	port.<column>       owners from the top
//	export              the marker's box, 0 the leftmost
//	bag                 how many markers are in the bag
//	unseen              the markers in play that have not been drawn, sorted
//	pilotBan, duty, wageTaken  this round's flags
//	country             this round's country, "" before it is turned and in rounds without one
//	river               all seats, upriver first; those off the river last
//	seat.N.*            thaler, vp, supply, debts, timeline (rounds still to come), lockWarehouses,
//	                    markWarehouses, tokens.<area>, progress (used ones too, sorted), blanks, used, barge
func (g *Game) Snapshot() map[string]string {
	s := make(map[string]string, 200)
	maps.Copy(s, map[string]string{
		"round":       strconv.Itoa(g.round),
		"phase":       strconv.Itoa(g.phase),
		"toDecide":    seatOrNone(g.ToDecide()),
		"track.black": row(g.track["black"]),
		"track.white": row(g.track["white"]),
		"export":      strconv.Itoa(g.export),
		"bag":         strconv.Itoa(g.bag),
		"unseen":      sorted(g.unseen),
		"pilotBan":    strconv.FormatBool(g.pilotBan),
		"duty":        strconv.FormatBool(g.duty),
		"wageTaken":   strconv.FormatBool(g.wage),
		"country":     g.country,
		"river":       list(g.riverOrder()),
	})
	g.snapshotBoard(s)
	for seat, p := range g.players {
		g.snapshotSeat(s, fmt.Sprintf("seat.%d.", seat), p)
	}
	return s
}

// snapshotBoard adds the spaces and building places.
func (g *Game) snapshotBoard(s map[string]string) {
	for _, sp := range g.board.River {
		switch sp.Kind {
		case "storage":
			s["storage."+sp.ID] = ""
			if g.storages[sp.ID] > 0 {
				s["storage."+sp.ID] = strconv.Itoa(g.storages[sp.ID])
			}
		case "city", "industry":
			s["space."+sp.ID+".thaler"] = strconv.Itoa(g.thaler[sp.ID])
		case "lock":
			s["lock."+sp.ID] = seatOrNone(g.locks[sp.ID])
		}
	}
	for id, owners := range g.cities {
		s["city."+id] = list(owners)
	}
	for id, owners := range g.depots {
		s["depot."+id] = list(owners)
	}
	for column, owners := range g.port {
		s["port."+column] = list(owners)
	}
}

// snapshotSeat adds what belongs to one seat.
func (g *Game) snapshotSeat(s map[string]string, key string, p *player) {
	s[key+"thaler"] = strconv.Itoa(p.thaler)
	s[key+"vp"] = strconv.Itoa(p.vp)
	s[key+"supply"] = strconv.Itoa(p.supply)
	s[key+"debts"] = strconv.Itoa(p.debts)
	s[key+"timeline"] = list(p.timeline)
	s[key+"lockWarehouses"] = strconv.Itoa(p.lockWarehouses)
	s[key+"markWarehouses"] = strconv.Itoa(p.markWarehouses)
	for area := range g.board.DevelopmentAreas {
		s[key+"tokens."+area] = strconv.Itoa(p.tokens[area])
	}
	s[key+"progress"] = sorted(p.progress)
	s[key+"blanks"] = sorted(p.blanks)
	s[key+"used"] = sorted(p.used)
	s[key+"barge"] = p.barge
}

func seatOrNone(seat int) string {
	if seat < 0 {
		return ""
	}
	return strconv.Itoa(seat)
}

func list(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ",")
}

func row(boxes []int) string {
	return strings.ReplaceAll(list(boxes), ",", " ")
}

func sorted(set map[string]bool) string {
	var ids []string
	for id, in := range set {
		if in {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, ",")
}
