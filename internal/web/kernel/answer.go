package kernel

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// WantsFrames reports whether a script asks.
func WantsFrames(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

// SendJSON answers a script.
func (s *Kernel) SendJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	out := NewBuffer()
	defer Buffers.Put(out)
	if err := WriteJSON(out, v); err != nil {
		s.Fault(r, "answer failed", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	Send(w, r, status, "application/json", out.Bytes())
}

// WriteJSON writes what scripts read, and the end of the line. Markup in it is not
// escaped, which would make most of it twice as long.
func WriteJSON(out *bytes.Buffer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
