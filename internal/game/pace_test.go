package game

import (
	"testing"

	"ruhr/internal/require"
)

// Paces stand from the fastest: each brings more time than the one before, and
// no turn brings more than the bank holds.
func TestPaces(t *testing.T) {
	for i, p := range Paces[1:] {
		require.ErrorIs(t, p.check(), nil, "%s", p.Name)
		if p.Increment <= 0 || p.Increment >= p.Bank || p.Bank > p.Cap {
			t.Errorf("%s: bank %d, increment %d, cap %d", p.Name, p.Bank, p.Increment, p.Cap)
		}
		if before := Paces[i]; p.Increment <= before.Increment || p.Bank < before.Bank || p.Cap <= before.Cap {
			t.Errorf("%s is no slower than %s", p.Name, before.Name)
		}
		if got, ok := PaceNamed(p.Name); !ok || got != p.Pace {
			t.Errorf("%s is the pace %+v", p.Name, got)
		}
	}
	if p, ok := PaceNamed("hurry"); ok || p.Timed() {
		t.Errorf("a pace that there is not: %+v", p)
	}
}
