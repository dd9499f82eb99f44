package page

import "ruhr/view"

// notesOn are the ids of the historical notes on elements of the board, by id.
var notesOn = map[string]string{
	"storage-rauendahl": "rauendahl", "city-werden": "werden", "city-steele": "steele", "city-blankenstein": "blankenstein",
	"depot-essen": "essen", "depot-broich": "broich", "depot-mark": "grafschaft-mark", "depot-werden": "werden",
	"hauling": "hauling", "pilot": "pilot", "transport_pilot": "pilot", "hauling_pilot": "pilot", "transport": "land", "hauling_transport": "land",
	"ruhraake": "ruhraake", "mayor": "mayor", "ruhrtalbahn": "ruhrtalbahn", "coal_hauler": "coal-hauler", "hauling_action": "hauling",
	"grafschaft_mark": "grafschaft-mark", "lock_building": "lock", "port_ruhrort": "ruhrort",
}

// notesOnKinds are those on the spaces of a kind.
var notesOnKinds = map[string]string{"storage": "coal-storage", "lock": "lock", "industry": "industry", "harbour": "ruhrort"}

// noteOn is the id of the historical note on an element of the board, "" for
// none.
func (c *Context) noteOn(t view.Target) string {
	if id := notesOn[t.ID]; id != "" {
		return id
	}
	if t.Kind == "column" {
		return "ruhrort"
	}
	for i := range c.Pos.Spaces {
		if sp := &c.Pos.Spaces[i]; t.Kind == "space" && sp.ID == t.ID {
			return notesOnKinds[sp.Kind]
		}
	}
	return ""
}
