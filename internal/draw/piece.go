package draw

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"ruhr/board"
)

// A piece is a <g class="piece … at-PLACE" id="…">. The page animates it by
// comparing where the piece with that id was and is. Places gives the
// coordinates of a place; a piece without one is at 0,0. Pieces use the
// symbols of Symbols.

// piece places the drawing of a thing.
func piece(id, class, at, inner string) template.HTML {
	return template.HTML(fmt.Sprintf(`<g id="%s" class="%s">%s</g>`,
		html.EscapeString(id), strings.TrimSuffix("piece "+class+" "+at, " "), inner))
}

// Die is a coal die of value 1 to 6; white coal comes from the Mark.
func Die(id, at string, white bool, pips int) template.HTML {
	return piece(id, "die "+coal(white), at, dieOf(pips))
}

// Cargo is a die that lies on a barge (SAIL-1), small enough for its hull.
func Cargo(id, at string, white bool, pips int) template.HTML {
	return piece(id, "die cargo "+coal(white), at, `<g class="ship"><g transform="translate(-7.5 -1.5) scale(.66)">`+dieOf(pips)+`</g></g>`)
}

func coal(white bool) string {
	if white {
		return "white"
	}
	return "black"
}

func dieOf(pips int) string {
	return fmt.Sprintf(`<use href="#p-die"/><use class="pips" href="#p-%d"/>`, max(1, min(pips, 6)))
}

// Barge is a seat's Ruhrschiff, the seat's sign on its sail.
func Barge(id, at string, seat int) template.HTML {
	return piece(id, fmt.Sprintf("barge seat-%d", seat), at,
		fmt.Sprintf(`<g class="ship"><use href="#p-barge"/><use class="sign" href="#sign-%d" transform="translate(5.6 -7.5)"/></g>`, seat))
}

// House is a seat's warehouse, for a slot of 24 units.
func House(id, at string, seat int) template.HTML {
	return piece(id, fmt.Sprintf("house seat-%d", seat), at,
		fmt.Sprintf(`<use href="#p-house"/><use class="sign" href="#sign-%d" y="2"/>`, seat))
}

// SmallHouse is a warehouse that waits on the timeline (SET-2).
func SmallHouse(id, at string, seat int) template.HTML {
	return piece(id, fmt.Sprintf("house small seat-%d", seat), at,
		fmt.Sprintf(`<g transform="scale(.5)"><use href="#p-house"/><use class="sign" href="#sign-%d" y="2"/></g>`, seat))
}

// Obstacle is an obstacle/demand marker, face down on its weir.
func Obstacle(id, at string) template.HTML {
	return piece(id, "obstacle", at, `<use href="#p-obstacle"/>`)
}

// Lock is a built lock with its builder's sign.
func Lock(id, at string, seat int) template.HTML {
	return piece(id, fmt.Sprintf("lock seat-%d", seat), at,
		fmt.Sprintf(`<use class="across" href="#p-lock"/><circle class="m-hull" r="8"/><use class="sign" href="#sign-%d"/>`, seat))
}

// Thaler is a coin of demand on a selling space (WATER-2).
func Thaler(id, at string) template.HTML {
	return piece(id, "thaler", at, `<use href="#p-thaler"/><text y="3.6">1</text>`)
}

// ExportMarker stands on the export boxes (SET-6).
func ExportMarker(id, at string) template.HTML {
	return piece(id, "export", at, `<use href="#p-export"/>`)
}

// Country is a country marker on the timeline: face down if country is empty,
// otherwise with the flag of that port column's id.
func Country(id, at string, country string) template.HTML {
	if country == "" {
		return piece(id, "country down", at, `<use href="#p-country"/><text y="4.5">?</text>`)
	}
	return piece(id, "country up", at, fmt.Sprintf(`<use href="#p-country"/><use href="#flag-%s" transform="scale(.48)"/>`, html.EscapeString(country)))
}

// PastCountry is the country marker of a past round.
func PastCountry(id, at string, country string) template.HTML {
	return piece(id, "country past", at, fmt.Sprintf(`<use href="#p-country"/><use href="#flag-%s" transform="scale(.48)"/>`, html.EscapeString(country)))
}

// Choice is a seat's disc on the special option it took this round.
func Choice(id, at string, seat int) template.HTML {
	return piece(id, fmt.Sprintf("choice seat-%d", seat), at,
		fmt.Sprintf(`<circle class="m-hull" r="7"/><use class="sign" href="#sign-%d" transform="scale(.8)"/>`, seat))
}

// Price is what a special option costs this round (START-5).
func Price(id, at string, thaler int) template.HTML {
	return piece(id, "optionprice", at, fmt.Sprintf(`<text y="4.5">%d</text>`, thaler))
}

// Closed marks an option nobody may take this round (WATER-3, START-6).
func Closed(id, at string) template.HTML {
	return piece(id, "closed", at, `<use href="#p-closed"/>`)
}

// Round is the frame about the timeline's current round, counted from 1.
func Round(id string, round int) template.HTML {
	return piece(id, "now", fmt.Sprintf("at-round-%d", max(1, min(round, board.Rounds))-1), `<rect class="nowframe" rx="3"/>`)
}

// halo is an outline that marks something. It is drawn twice, light below and
// coloured above, so that it stands out from paper, water and panels. The
// class sets its look: map.css has "can", guide.css "guide". box is the class
// of a place, or attributes.
func halo(class, box string) template.HTML {
	return template.HTML(`<g class="halo ` + class + `"><rect class="under` + box + `"/><rect class="over` + box + `"/></g>`)
}

// HaloBox is a halo about a box.
func HaloBox(class string, b Box) template.HTML {
	return halo(class, fmt.Sprintf(`" x="%s" y="%s" width="%s" height="%s`, num(b.X), num(b.Y), num(b.W), num(b.H)))
}
