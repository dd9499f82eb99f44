package draw

import (
	"fmt"
	"strings"

	"ruhr/view"
)

// Picture is the map as a separate SVG file, which pages show below the
// pieces: everything that does not change during a game. word returns the few
// words that are not names on the board, by key (see Words). theme is the
// page's: auto, light or dark.
func (m *Map) Picture(theme string, word func(key string) string) []byte {
	return m.file(theme, "", m.static(word))
}

// Opening is the map with a position on it, as a separate file.
func (m *Map) Opening(theme string, word func(key string) string, pos *view.Position) []byte {
	var places strings.Builder
	m.rules(&places)
	v := MapView{Pos: pos, Signs: []int{0, 1, 2, 3}}
	return m.file(theme, places.String(), m.static(word)+`<g class="pieces">`+string(v.Pieces())+`</g>`)
}

// schemes are the colour schemes of a separate file, as base.css has them for pages.
const schemes = `svg{color-scheme:light dark}[data-theme="light"]{color-scheme:light}[data-theme="dark"]{color-scheme:dark}`

func (m *Map) file(theme, css, picture string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" data-theme="%s"><style><![CDATA[%s%s%s%s]]></style><g class="map">%s</g></svg>`,
		num(m.Width), num(m.Height), theme, schemes, CSS, m.letters.css(), css, picture)
}

// Streams are the river's midstream in every shape, under the ids "stream-SHAPE":
// for a page to show the way of a barge.
func Streams() string {
	var w strings.Builder
	for _, s := range Shapes {
		fmt.Fprintf(&w, `<path id="stream-%s" d="%s"/>`, s.Name, s.midstream())
	}
	return w.String()
}

// midstream is the line along the middle of the river.
func (s *Shape) midstream() string {
	p := newPen(1)
	p.smooth(s.offset(0), false)
	return absolute(p.String())
}

// offset is a line along the river, off the middle by a share of half its
// width.
func (s *Shape) offset(share float64) []Point {
	pts, c := []Point{}, s.curve()
	for i := 0; i < len(c.knots)-20; i += 8 {
		k := c.knots[i]
		pts = append(pts, k.at.add(k.normal().mul(k.half*share)))
	}
	return thin(pts, 0.4)
}
