package kernel

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/page"
	"ruhr/internal/require"
)

// Maps of others' boards neither keep those of the usual board waiting nor displace
// them, nor are they drawn without a turn.
func TestOtherBoardsKeepNoMapWaiting(t *testing.T) {
	s := newKernel(t)
	full := func(q *fair.Queue) {
		q.Wait = time.Millisecond
		require.Succeeds(t)(q.Enter(t.Context(), "others"))
	}
	full(s.maps.drawing)
	handler := s.Handler()
	get := func(path string) int {
		a := httptest.NewRecorder()
		handler.ServeHTTP(a, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return a.Code
	}
	own := *s.Board.Board
	own.SHA256 = strings.Repeat("0", len(own.SHA256))
	s.maps.boards.Add(own.SHA256, &own)
	for range maxMapFiles + 1 {
		s.maps.files.Add([2]string{own.SHA256, strings.Repeat("x", s.maps.files.Len())}, &mapFile{})
	}
	name := page.PictureName(opening, "en", "auto")
	usual := page.MapAddress(s.Board.Board)
	require.Equal(t, get(usual+name), http.StatusOK, "a usual map: status")
	full(s.usualMaps.drawing)
	require.Equal(t, get(usual+name), http.StatusOK, "once it is drawn: status")
	require.Equal(t, get(page.MapAddress(&own)+"places.css"), http.StatusServiceUnavailable, "another one without a turn: status")
}
