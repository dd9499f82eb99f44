package page

import (
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Seats of an opened record are told apart, also where they have no name, or the name of one
// that has none.
func TestOpenedNames(t *testing.T) {
	for want, names := range map[string][]string{
		"Anna (1); Anna (2); Platz 3 (3); Platz 3 (4)": {"Anna", "Anna", "", "Platz 3"},
		"Anna; Bert; Platz 3; Dora":                    {"Anna", "Bert", "", "Dora"},
	} {
		gm := &Game{Names: names, Signs: []int{0, 1, 2, 3}}
		require.Equal(t, strings.Join(gm.In(in("de")).Names, "; "), want, "names of %q", names)
	}
}
