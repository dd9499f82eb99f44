package load

import "testing"

// Pages say what they have as the last frame of an answer told them.
func TestWhatPagesHave(t *testing.T) {
	for body, want := range map[string]string{
		`{"n":7,"frames":[{"n":6,"regions":{},"has":{"words":"A"}},{"n":7,"regions":{"words":"\"has\":{"},"has":{"words":"B"},"key":"k"}]}`: "words=B",
		`{"n":7}`:                   "",
		`{"n":7,"has":{"broken":1}`: "",
	} {
		if got := lastHas([]byte(body)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
