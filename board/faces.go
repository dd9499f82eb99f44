package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A marker's face as a text: "territory essen", "trade forge", "cities city-witten
// city-steele", "water high -1".

func (m *fileMarker) face() string {
	switch m.Effect {
	case EffectIDs[IndustriesOfTerritory]:
		return "territory " + m.Territory
	case EffectIDs[IndustriesOfTrade]:
		return "trade " + m.Industry
	case EffectIDs[CitiesNamed]:
		return inRiverOrder("cities " + strings.Join(m.Cities, " "))
	}
	return fmt.Sprintf("water %s %d", m.Water, m.Coal)
}

func (m *fileMarker) setFace(s string) {
	words := strings.Fields(s)
	*m = fileMarker{ID: m.ID, Star: m.Star}
	switch kind, of := words[0], words[1:]; kind {
	case "territory":
		m.Effect, m.Territory = EffectIDs[IndustriesOfTerritory], of[0]
	case "trade":
		m.Effect, m.Industry = EffectIDs[IndustriesOfTrade], of[0]
	case "cities":
		m.Effect, m.Cities = EffectIDs[CitiesNamed], of
	default:
		m.Effect, m.Water = EffectIDs[PilotBanned], of[0]
		m.Coal, _ = strconv.Atoi(of[1])
	}
}

// downriver are the cities in their order (§6.5.2, §7).
var downriver = []string{"city-witten", "city-blankenstein", "city-hattingen", "city-steele", "city-werden", "city-kettwig", Muelheim}

// inRiverOrder is a face whose cities stand as they lie along the river.
func inRiverOrder(face string) string {
	words := strings.Fields(face)
	if len(words) < 2 || words[0] != "cities" {
		return face
	}
	slices.SortStableFunc(words[1:], func(a, b string) int { return slices.Index(downriver, a) - slices.Index(downriver, b) })
	return strings.Join(words, " ")
}

// faces are all faces that a marker may have.
func faces() (out []string) {
	for _, t := range TerritoryIDs {
		out = append(out, "territory "+t)
	}
	for _, t := range TradeIDs {
		out = append(out, "trade "+t)
	}
	for i, a := range downriver {
		for _, b := range downriver[i+1:] {
			out = append(out, "cities "+a+" "+b)
		}
	}
	for _, level := range []string{"high", "low"} {
		for coal := -1; coal <= 1; coal++ {
			out = append(out, fmt.Sprintf("water %s %d", level, coal))
		}
	}
	return out
}

func (f *file) markerFacts() (out []fact) {
	all := faces()
	for i := range f.Markers {
		m := &f.Markers[i]
		choices := all
		if face := m.face(); !slices.Contains(choices, face) { // more cities, or one
			choices = append([]string{face}, all...)
		}
		out = append(out, fact{Fact{"marker", m.ID, "face", m.face(), choices}, m.setFace}, flagFact("marker", m.ID, "star", &m.Star))
	}
	return out
}
