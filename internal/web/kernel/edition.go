package kernel

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"ruhr/board"
)

// EditionPath is the address of the offline edition on a server that has it.
const EditionPath = "/o/"

// Printed reports whether new tables here have the printed board, as those of the offline
// edition do.
func (s *Kernel) Printed() bool { return board.Default().SHA256 == s.Board.SHA256 }

// editionPolicy lets the page around the pages of the offline edition show them, and its
// worker run the program.
const editionPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"

// editionFile sends a file of the offline edition. Addresses of its pages lead to its
// first one, which goes on to them, as long as its service worker does not answer them.
func (s *Kernel) editionFile(w http.ResponseWriter, r *http.Request) {
	if s.Offline.Edition == nil {
		s.Fail(w, r, http.StatusNotFound, "alone.not_built")
		return
	}
	name := r.PathValue("file")
	if name == "" {
		name = "index.html"
	}
	file, ok := s.Offline.Edition[name]
	if !ok {
		if path.Ext(name) == "" {
			http.Redirect(w, r, EditionPath+"?at="+url.QueryEscape(strings.TrimPrefix(r.URL.RequestURI(), EditionPath)), http.StatusSeeOther)
			return
		}
		s.Fail(w, r, http.StatusNotFound, "page.error.missing")
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", editionPolicy)
	h.Set("Cache-Control", "no-cache")
	kind := Kinds[path.Ext(name)]
	if strings.HasSuffix(name, zipped) {
		kind = "application/gzip" // its reader unzips it
	}
	h.Set("Content-Type", kind)
	w.Write(file)
}
