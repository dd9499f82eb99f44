package page

import (
	"regexp"
	"ruhr/internal/require"
	"strings"
	"testing"
)

// A QR code has a quiet edge, the three finder patterns, and a size that depends
// on the length of the text; two texts look different.
func TestQR(t *testing.T) {
	const link = "https://ruhr.example/join/abcdefghijklmnopqrstuv"
	got := string(QR(link, `a "link"`))
	require.True(t, strings.Contains(got, `aria-label="a &#34;link&#34;"`), "the label is not said: %.120s", got)
	box := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindStringSubmatch(got)
	if box == nil || box[1] != "41" || box[2] != "41" { // version 4, 33 modules, and the edge
		t.Fatalf("the box is %v", box)
	}
	for corner, want := range map[string]bool{"M4 4h1": true, "M10 4h1": true, "M36 4h1": true, "M4 36h1": true, "M11 4h1": false, "M3 4h1": false} {
		require.Equal(t, strings.Contains(got, corner), want, "a dark module at %s", corner)
	}
	require.True(t, string(QR(link[:len(link)-1]+"w", `a "link"`)) != got, "two links have the same code")
	require.True(t, QR(strings.Repeat("x", 5000), "") == "", "a text too long for a code has one")
}
