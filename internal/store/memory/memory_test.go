package memory_test

import (
	"testing"

	"ruhr/internal/store/memory"
	"ruhr/internal/store/storetest"
)

func TestContracts(t *testing.T) {
	empty := func(*testing.T) *memory.Store { return memory.New() }
	storetest.Run(t, empty, storetest.Tables, storetest.Seats, storetest.Records, storetest.Commitments, storetest.Results, storetest.Reviews, storetest.Days)
}
