package kernel

import (
	"net/http"
	"net/http/httptest"
	"ruhr/internal/require"
	"testing"
)

// What a browser does not accept it does not get, however it says so.
func TestGzipIsTakenOrNot(t *testing.T) {
	for header, want := range map[string]bool{
		"gzip": true, "br, gzip": true, "gzip;q=0.5": true, "GZIP": true, "deflate, gzip ; q=1.000": true,
		"": false, "br": false, "gzip;q=0": false, "gzip;q=0.0": false, "gzip; Q=0.000": false, "gzip;q=x": false,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", header)
		require.Equal(t, TakesGzip(r), want, "%q", header)
	}
}
