package page

import (
	"strings"

	"ruhr/board"
	"ruhr/internal/draw"
)

// MapImage are the files with a board's map: a page shows a picture of the map in the
// shape that fits its window, and a style sheet places the pieces on it.
type MapImage struct {
	Places   string // address of the style sheet
	Pictures []MapPicture
}

// MapPicture is the map in one shape. One without media is for all windows that
// no other one is for, and the last.
type MapPicture struct{ Media, URL string }

// NewMapImage returns the addresses of a board's map in a language and a theme.
func NewMapImage(b *board.Board, lang, theme string) *MapImage {
	v := &MapImage{Places: MapAddress(b) + "places.css"}
	for _, s := range draw.Shapes {
		v.Pictures = append(v.Pictures, MapPicture{s.Media, MapAddress(b) + PictureName(s.Name, lang, theme)})
	}
	return v
}

// MapAddress is the folder with the files of a board's map.
func MapAddress(b *board.Board) string { return "/map/" + b.SHA256 + "/" }

// PictureName is the name of a picture of the map.
func PictureName(what, lang, theme string) string {
	return strings.Join([]string{what, lang, theme, "svg"}, ".")
}
