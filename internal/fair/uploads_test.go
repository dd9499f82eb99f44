package fair

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/require"
)

// The number of uploads in memory is limited, in total and per address; a wait
// that takes too long ends with an error.
func TestUploadsInMemoryAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := NewUploads()
		var leave []func()
		for n := range receiving {
			l, err := u.enter(t.Context(), fmt.Sprint("address ", n/receivingFrom))
			require.ErrorIs(t, err, nil, "file %d", n)
			leave = append(leave, l)
		}
		require.Fails(t, ErrTooMany, "one file more of an address")(u.enter(t.Context(), "address 0"))
		began := time.Now()
		if _, err := u.enter(t.Context(), "another"); !errors.Is(err, ErrBusy) || time.Since(began) != uploadWait {
			t.Errorf("one file more than fit: %v after %v, want %v after %v", err, time.Since(began), ErrBusy, uploadWait)
		}
		time.AfterFunc(uploadWait/2, leave[0])
		last, err := u.enter(t.Context(), "another")
		require.ErrorIs(t, err, nil, "with a place free")
		for _, l := range append(leave[1:], last) {
			l()
		}
		require.True(t, len(u.places) == 0 && len(u.from) == 0, "%d places are taken at the end, by %v", len(u.places), u.from)
	})
}

// A file that is slow to come is cut off only where others wait, and not once all of
// it is there.
func TestSlowUploadsAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := NewUploads()
		cut := map[string]int{}
		arrived := u.receive(io.NopCloser(strings.NewReader("all of it")), func() { cut["arrived"]++ })
		require.Succeeds(t)(io.ReadAll(arrived))
		for n := range receiving {
			leave, err := u.enter(t.Context(), fmt.Sprint("address ", n/receivingFrom))
			require.NoError(t, err)
			slow := u.receive(io.NopCloser(strings.NewReader("")), func() { cut["slow"]++; go leave() })
			defer slow.Close()
		}
		time.Sleep(uploadGrace - time.Millisecond)
		require.True(t, len(cut) == 0, "cut off where nobody waits: %v", cut)
		began := time.Now()
		leave, err := u.enter(t.Context(), "another")
		if err != nil || time.Since(began) > uploadGrace || cut["slow"] == 0 || cut["arrived"] != 0 {
			t.Fatalf("after %v: %v, cut off: %v", time.Since(began), err, cut)
		}
		leave()
	})
}
