package legal

import (
	"strings"
	"testing"
)

func TestBadTexts(t *testing.T) {
	for _, bad := range []string{"\xff", strings.Repeat("x", Max+1)} {
		if _, err := HTML([]byte(bad)); err == nil {
			t.Errorf("a text of %d bytes is taken", len(bad))
		}
	}
}
