package draw

import (
	"fmt"
	"html"
	"html/template"
)

// A piece is a <g class="piece …" id="…" transform="translate(x y)">: the page
// animates it by comparing where the piece of that id was and is. Pieces use
// the symbols of Static.

// piece places the drawing of a thing.
func piece(id, class string, at Point, inner string) template.HTML {
	return template.HTML(fmt.Sprintf(`<g id="%s" class="piece %s" transform="translate(%s %s)">%s</g>`,
		html.EscapeString(id), class, num(at.X), num(at.Y), inner))
}

// Die is a coal die of value 1 to 6; white coal comes from the Mark.
func Die(id string, at Point, white bool, pips int) template.HTML {
	class := "die black"
	if white {
		class = "die white"
	}
	return piece(id, class, at, fmt.Sprintf(`<use href="#p-die"/><use class="pips" href="#p-%d"/>`, max(1, min(pips, 6))))
}

// Barge is a seat's Ruhrschiff, the seat's sign on its sail.
func Barge(id string, at Point, seat int) template.HTML {
	return piece(id, fmt.Sprintf("barge seat-%d", seat), at,
		fmt.Sprintf(`<use href="#p-barge"/><use class="sign" href="#sign-%d" transform="translate(5.6 -7.5)"/>`, seat))
}

// House is a seat's warehouse, for a slot of 24 units.
func House(id string, at Point, seat int) template.HTML {
	return piece(id, fmt.Sprintf("house seat-%d", seat), at,
		fmt.Sprintf(`<use href="#p-house"/><use class="sign" href="#sign-%d" y="2"/>`, seat))
}

// SmallHouse is a warehouse that waits on the timeline (SET-2).
func SmallHouse(id string, at Point, seat int) template.HTML {
	return piece(id, fmt.Sprintf("house small seat-%d", seat), at,
		fmt.Sprintf(`<g transform="scale(.5)"><use href="#p-house"/><use class="sign" href="#sign-%d" y="2"/></g>`, seat))
}

// Obstacle is an obstacle/demand marker lying face down on its weir.
func Obstacle(id string, at Point) template.HTML {
	return piece(id, "obstacle", at, `<use href="#p-obstacle"/>`)
}

// Lock is a built lock with its builder's sign; spot is the lock's space.
func Lock(id string, spot Spot, seat int) template.HTML {
	return piece(id, fmt.Sprintf("lock seat-%d", seat), spot.At,
		fmt.Sprintf(`<use href="#p-lock" transform="rotate(%s)"/><circle class="m-hull" r="8"/><use class="sign" href="#sign-%d"/>`, num(spot.Angle), seat))
}

// Thaler is a coin of demand on a selling space (WATER-2).
func Thaler(id string, at Point) template.HTML {
	return piece(id, "thaler", at, `<use href="#p-thaler"/><text y="3.6">1</text>`)
}

// ExportMarker stands on the export boxes (SET-6).
func ExportMarker(id string, at Point) template.HTML {
	return piece(id, "export", at, `<use href="#p-export"/>`)
}

// Country is a country marker on the timeline: face down where country is
// empty, else with the flag of a port column's id.
func Country(id string, at Point, country string) template.HTML {
	if country == "" {
		return piece(id, "country down", at, `<use href="#p-country"/><text y="4.5">?</text>`)
	}
	return piece(id, "country up", at, fmt.Sprintf(`<use href="#p-country"/><use href="#flag-%s" transform="scale(.48)"/>`, html.EscapeString(country)))
}

// PastCountry is a country marker of a round that is over, to remember it by.
func PastCountry(id string, at Point, country string) template.HTML {
	return piece(id, "country past", at, fmt.Sprintf(`<use href="#p-country"/><use href="#flag-%s" transform="scale(.48)"/>`, html.EscapeString(country)))
}

// Choice is a seat's disc on the special option it took this round.
func Choice(id string, at Point, seat int) template.HTML {
	return piece(id, fmt.Sprintf("choice seat-%d", seat), at,
		fmt.Sprintf(`<circle class="m-hull" r="7"/><use class="sign" href="#sign-%d" transform="scale(.8)"/>`, seat))
}

// Price is what a special option costs this round (START-5).
func Price(id string, at Point, thaler int) template.HTML {
	return piece(id, "optionprice", at, fmt.Sprintf(`<text y="4.5">%d</text>`, thaler))
}

// Closed marks an option nobody may take this round (WATER-3, START-6).
func Closed(id string, at Point) template.HTML {
	return piece(id, "closed", at, `<use href="#p-closed"/>`)
}

// Round is the frame about the timeline's current round, counted from 1.
func (m *Map) Round(id string, round int) template.HTML {
	c := m.Timeline[max(1, min(round, len(m.Timeline)))-1].Box
	return piece(id, "now", Point{c.X, c.Y}, rect("nowframe", Box{0, 0, c.W, c.H}, 3))
}

// HaloBox is an outline about a thing, to mark it. The class says how it looks:
// map.css knows "can", guide.css "guide".
func HaloBox(class string, b Box) template.HTML { return halo(class, b.Grow(1), 5) }

// halo is drawn twice, light below and coloured above, so that it stands out
// from paper, water and panels alike.
func halo(class string, b Box, round float64) template.HTML {
	return template.HTML(`<g class="halo ` + class + `">` + rect("under", b, round) + rect("over", b, round) + `</g>`)
}

// Way is the line along the river between two spaces, to show a trip before
// it is made.
func (m *Map) Way(class string, from, to int) template.HTML {
	p := newPen(1)
	p.smooth(m.Path(from, to), false)
	return template.HTML(fmt.Sprintf(`<path class="way %s" d="%s"/>`, class, absolute(p.String())))
}
