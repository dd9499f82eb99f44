package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// operations lists the method and path of every described operation.
func (w *world) operations() (out []string) {
	w.Helper()
	var d struct{ Paths map[string]map[string]any }
	require.NoError(w, json.Unmarshal((&program{w, ""}).send("GET", "/openapi.json", "").body, &d))
	for path, methods := range d.Paths {
		for method := range methods {
			out = append(out, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(out)
	return out
}

// FuzzRequests: for any input, every operation answers with a described response
// or a problem, and none fails internally.
func FuzzRequests(f *testing.F) {
	w := newWorld(f, 1)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "open"})
	all := w.operations()
	for k := range all {
		for _, body := range []string{
			"", "{}", "[]", "null", `"x"`, "{", `{"at":-1}`, `{"at":1e99}`, `{"at":"1"}`, "\xff", `{"at":1,"key":"\u0000"}`, `{"at":1,"action":{"do":"start","storage":"x"}}`,
			`{"seats":[{"kind":"person"},{"kind":"bot","level":"../x"}]}`, `{"seats":[{"kind":"person","name":"\u202e"},{"kind":"open"}],"board":[1]}`,
			`{"decisions":9223372036854775807,"seat":3,"level":""}`, `{"token":"\ud800","name":"<script>"}`, strings.Repeat("[", 10000), `{"at":1,"at":2,"AT":3,"more":4}`,
		} {
			f.Add(k, tb.ID, "0", "x=1", body)
		}
		f.Add(k, "../../x", "-1", "after=x&limit=1e9&decision=-5&kind=%00&element=%ff", "")
		f.Add(k, strings.Repeat("A", 22), "99999999999999999999", "%zz", "{}")
	}
	f.Fuzz(func(t *testing.T, k int, id, seat, query, body string) {
		method, path, _ := strings.Cut(all[max(k%len(all), 0)], " ")
		if strings.HasSuffix(path, "stream") {
			return // endless
		}
		r, err := http.NewRequestWithContext(t.Context(), method, "http://ruhr.example/", strings.NewReader(body))
		require.NoError(t, err)
		r.URL.Path = strings.NewReplacer("{id}", id, "{seat}", seat, "{n}", seat, "{channel}", id, "{token}", id, "{name}", id).Replace(path)
		r.URL.RawQuery = query
		r.Header.Set("Authorization", "Bearer "+p.token)
		r.Header.Set("Content-Type", "application/json")
		out := httptest.NewRecorder()
		w.handler.ServeHTTP(out, r)
		require.Must(t, out.Code < 500, "%s %s %q: status %d: %.300s", method, r.URL.Path, body, out.Code, out.Body)
		if out.Code >= 400 {
			var said Problem
			if err := json.Unmarshal(out.Body.Bytes(), &said); err != nil || said.Code == "" || said.Status != out.Code {
				t.Fatalf("%s %s %q: status %d with %.300s", method, r.URL.Path, body, out.Code, out.Body)
			}
		}
	})
}
