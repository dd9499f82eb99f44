package draw

import _ "embed"

// CSS is the style sheet of the map and its pieces (map.css).
//
//go:embed map.css
var CSS string
