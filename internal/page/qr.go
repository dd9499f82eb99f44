package page

import (
	"fmt"
	"html/template"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// quiet is the width of the empty edge that a QR code needs, in modules.
const quiet = 4

// QR draws a text as a QR code in SVG, one unit a module; empty for a text that is
// too long for one. The label is what it is called for those who do not see it.
func QR(text, label string) template.HTML {
	code, err := qr.Encode(text, qr.M, qr.Unicode)
	if err != nil {
		return ""
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := range size {
			if code.At(x, y) == color.Black {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return template.HTML(fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s"><path class="light" d="M0 0h%[1]dv%[1]dh-%[1]dz"/><path d="%[4]s"/></svg>`,
		size+2*quiet, size+2*quiet, template.HTMLEscapeString(label), path.String()))
}
