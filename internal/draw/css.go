package draw

import _ "embed"

// CSS is the stylesheet of the map and its pieces, to be served as it is.
//
//go:embed map.css
var CSS []byte
