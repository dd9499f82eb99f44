package draw

import _ "embed"

// CSS is the style sheet of the map and its pieces, to be served as is.
//
//go:embed map.css
var CSS []byte
