package memory_test

import (
	"testing"

	"ruhr/internal/store/memory"
	"ruhr/internal/store/storetest"
)

func TestContracts(t *testing.T) {
	empty := func(*testing.T) *memory.Store { return memory.New() }
	storetest.Tables(t, empty)
	storetest.Seats(t, empty)
	storetest.Records(t, empty)
	storetest.Commitments(t, empty)
	storetest.Results(t, empty)
	storetest.Reviews(t, empty)
	storetest.Days(t, empty)
}
