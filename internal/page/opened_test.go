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
		"Anna (blau, Scheibe); Anna (orange, Dreieck); Platz 3 (grün, Quadrat); Platz 3 (violett, Raute)": {"Anna", "Anna", "", "Platz 3"},
		"Anna; Bert; Platz 3; Dora": {"Anna", "Bert", "", "Dora"},
	} {
		gm := &Game{Names: names, Signs: []int{0, 1, 2, 3}}
		require.Equal(t, strings.Join(gm.In(in("de")).Names, "; "), want, "names of %q", names)
	}
}
