package page

import (
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Seats of an opened record are told apart: by their numbers without names, by their colours
// where names are equal, also to such a number.
func TestOpenedNames(t *testing.T) {
	for want, names := range map[string][]string{
		"Anna (blau); Anna (orange); Platz 3 (grün); Platz 3 (violett)": {"Anna", "Anna", "", "Platz 3"},
		"Anna; Bert; Platz 3; Dora":                                     {"Anna", "Bert", "", "Dora"},
	} {
		gm := &Game{Names: names, Signs: []int{0, 1, 2, 3}}
		require.Equal(t, strings.Join(gm.In(in("de")).Names, "; "), want, "names of %q", names)
	}
}
