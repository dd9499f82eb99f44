package folder

import (
	"bytes"
	"image/png"
	"slices"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ruhr/internal/require"
	"ruhr/lang"
)

// Without scripts both pages say in all languages what is missing, and what they name is in
// the folder; the icon of a home screen is one that iOS can draw.
func TestPagesOfTheFolder(t *testing.T) {
	files, err := Files("1", Programs{})
	require.NoError(t, err)
	for _, page := range []string{"index.html", missing} {
		doc, err := html.ParseWithOptions(bytes.NewReader(files[page]), html.ParseOptionEnableScripting(false))
		require.NoError(t, err)
		var said []string
		for n := range doc.Descendants() {
			of := map[string]string{}
			for _, a := range n.Attr {
				of[a.Key] = a.Val
			}
			if n.DataAtom == atom.P && n.Parent.DataAtom == atom.Noscript && n.FirstChild.Data == lang.For(of["lang"]).T("alone.scripts") {
				said = append(said, of["lang"])
			}
			if name := of["href"] + of["src"]; name != "" {
				require.True(t, files[name] != nil, "%s names %s", page, name)
			}
			if of["rel"] == "apple-touch-icon" {
				_, err := png.Decode(bytes.NewReader(files[of["href"]]))
				require.NoError(t, err)
			}
		}
		require.True(t, slices.Equal(said, lang.Languages), "%s without scripts is understood in %v", page, said)
	}
	_, err = png.Decode(bytes.NewReader(files["icon.png"]))
	require.NoError(t, err)
}
