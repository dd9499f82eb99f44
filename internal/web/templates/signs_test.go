package templates

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Seats differ by shape as well as colour, also on pages without a map, which
// include larger signs of their own.
func TestSignsDifferWithoutTheMap(t *testing.T) {
	data, err := files.ReadFile("parts/icons.html")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(data), `{{define "signs"}}`)
	sprite, _, end := strings.Cut(rest, "{{end}}")
	require.Must(t, ok && end, "no template with the signs")
	shapes := map[string]string{} // shape to id
	for in := xml.NewDecoder(strings.NewReader(sprite)); ; {
		tok, err := in.Token()
		if err != nil {
			break
		}
		el, ok := tok.(xml.StartElement)
		if !ok || !strings.HasPrefix(attr(el, "id"), "sign-") {
			continue
		}
		shape := fmt.Sprint(el.Name.Local, attr(el, "d"), attr(el, "r"))
		require.Equal(t, shapes[shape], "", "what has the shape of %s, too", attr(el, "id"))
		shapes[shape] = attr(el, "id")
	}
	for k := range 4 {
		id, found := fmt.Sprint("sign-", k), false
		for _, there := range shapes {
			found = found || there == id
		}
		require.True(t, found, "no symbol %q of a shape of its own", id)
	}
}

func attr(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
