package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/page"
	"ruhr/lang"
)

// Sizes of the LRU caches of maps.
const (
	maxBoards   = 256
	maxMaps     = 16
	maxMapFiles = 256
)

// opening is the file that shows the wide map as a game begins.
const opening = "opening"

// atlas draws the boards' maps. A page shows a picture of the map in the shape
// that fits its window, and a style sheet places the pieces on it. Both are
// separate files under the board's digest, which browsers cache.
type atlas struct {
	mu     sync.Mutex // held while a map is laid out, so that this happens once
	boards *lru.Cache[string, *board.Board]
	laid   *lru.Cache[[2]string, *draw.Map] // by the board's digest and the shape
	files  *lru.Cache[[2]string, *mapFile]  // by the board's digest and their names
}

// mapFile is a picture or the style sheet of the places.
type mapFile struct {
	kind, tag string
	data      []byte
}

func newAtlas() *atlas {
	return &atlas{boards: newCache[string, *board.Board](maxBoards), laid: newCache[[2]string, *draw.Map](maxMaps * len(draw.Shapes)),
		files: newCache[[2]string, *mapFile](maxMapFiles)}
}

// of is the map of a board in a shape, laid out.
func (m *atlas) of(b *board.Board, s *draw.Shape) *draw.Map {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := [2]string{b.SHA256, s.Name}
	laid, ok := m.laid.Get(key)
	if !ok {
		laid = draw.New(b, s)
		m.laid.Add(key, laid)
	}
	return laid
}

// opening is the address of the picture of a board as a game begins.
func (m *atlas) opening(b *board.Board, l *page.Localizer, set settings) string {
	m.boards.ContainsOrAdd(b.SHA256, b)
	return page.MapAddress(b) + page.PictureName(opening, l.Lang(), set.Theme)
}

// shown registers a board's map under its address.
func (m *atlas) shown(b *board.Board, l *page.Localizer, set settings) *page.Valley {
	m.boards.ContainsOrAdd(b.SHA256, b)
	return page.NewValley(b, l.Lang(), set.Theme)
}

// board finds a board by the beginning of its digest.
func (m *atlas) board(digest string) (*board.Board, bool) {
	for _, b := range m.boards.Values() {
		if strings.HasPrefix(b.SHA256, digest) && len(digest) == 16 {
			return b, true
		}
	}
	return nil, false
}

// mapFile serves a file of a board's map. Browsers cache it and revalidate.
func (s *server) mapFile(w http.ResponseWriter, r *http.Request) {
	b, ok := s.maps.board(r.PathValue("board"))
	var f *mapFile
	if ok {
		f, ok = s.newMapFile(b, r.PathValue("file"))
	}
	if !ok {
		s.fail(w, r, http.StatusNotFound, "page.error.missing")
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a picture contains its styles
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, r, http.StatusOK, f.kind, f.data)
}

// newMapFile makes a file of a board's map by its name; the one asked for again
// is kept.
func (s *server) newMapFile(b *board.Board, name string) (*mapFile, bool) {
	key := [2]string{b.SHA256, name}
	if f, ok := s.maps.files.Get(key); ok {
		return f, true
	}
	f := &mapFile{kind: kinds[".css"]}
	if name == "places.css" {
		var all []*draw.Map
		for _, shape := range draw.Shapes {
			all = append(all, s.maps.of(b, shape))
		}
		f.data = draw.Places(all)
	} else {
		data, ok := s.picture(b, name)
		if !ok {
			return nil, false
		}
		f.kind, f.data = kinds[".svg"], data
	}
	sum := sha256.Sum256(f.data)
	f.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
	s.maps.files.Add(key, f)
	return f, true
}

// picture draws the picture of a name: its shape, language and theme.
func (s *server) picture(b *board.Board, name string) ([]byte, bool) {
	part := strings.Split(name, ".")
	if len(part) != 4 || !slices.Contains(lang.Languages, part[1]) || !slices.Contains(themes, part[2]) || part[3] != "svg" {
		return nil, false
	}
	l := page.NewLocalizer(lang.For(part[1]))
	for _, shape := range draw.Shapes {
		switch part[0] {
		case shape.Name:
			return s.maps.of(b, shape).Picture(part[2], l.MapWord), true
		case opening:
			if shape == draw.Wide() && b.SHA256 == s.board.SHA256 { // a table has its own copy of it
				return s.maps.of(b, shape).Opening(part[2], l.MapWord, s.board.Start()), true
			}
		}
	}
	return nil, false
}
