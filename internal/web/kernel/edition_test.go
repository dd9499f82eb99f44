package kernel

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestEditionIsServed(t *testing.T) {
	s := &Kernel{Config: Config{Offline: Offline{Edition: map[string][]byte{"index.html": []byte("first"), "core.wasm.gz": []byte("zipped"), "icon.png": []byte("drawn")}}}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+EditionPath+"{file...}", s.editionFile)
	served := trimmed(mux)
	for _, c := range []struct {
		address, kind, to string
		status            int
	}{
		{"/o/", "text/html; charset=utf-8", "", http.StatusOK},
		{"/o", "text/html; charset=utf-8", "/o/", http.StatusTemporaryRedirect},
		{"/o/core.wasm.gz", "application/gzip", "", http.StatusOK},
		{"/o/icon.png", "image/png", "", http.StatusOK},
		{"/o/t/abc?n=4", "text/html; charset=utf-8", "/o/?at=t%2Fabc%3Fn%3D4", http.StatusSeeOther},
	} {
		w := httptest.NewRecorder()
		served.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.address, nil))
		if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || w.Header().Get("Location") != c.to || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s answers %d, %v", c.address, w.Code, w.Header())
		}
	}
}
