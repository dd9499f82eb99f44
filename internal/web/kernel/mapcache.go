package kernel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/fair"
	"ruhr/internal/page"
	"ruhr/internal/people/settings"
	"ruhr/lang"
)

// Sizes of the LRU caches of maps.
const (
	maxBoards   = 256
	maxMaps     = 16
	maxMapFiles = 256
)

// mapWait is how long a request for a map waits: no page asks for a picture again.
const mapWait = 30 * time.Second

// opening is the file that shows the wide map as a game begins.
const opening = "opening"

// mapCache draws the boards' maps. A page shows a picture of the map in the shape
// that fits its window, and a style sheet places the pieces on it. Both are
// separate files under the board's digest, which browsers cache. There is one mapCache
// for the usual board and one for all others, which anyone can make: those neither
// keep the usual maps waiting nor displace them.
type mapCache struct {
	drawing *fair.Queue // of one place: a map takes up to a second, and is drawn once
	boards  *lru.Cache[string, *board.Board]
	laid    *lru.Cache[[2]string, *draw.Map] // by the board's digest and the shape
	files   *lru.Cache[[2]string, *mapFile]  // by the board's digest and their names
}

// mapFile is a picture or the style sheet of the places.
type mapFile struct {
	kind, tag string
	data      []byte
}

func newDrawing() *fair.Queue {
	q := fair.NewQueue(1)
	q.Wait = mapWait
	return q
}

func newMapCache(drawing *fair.Queue) *mapCache {
	return &mapCache{drawing: drawing, boards: newCache[string, *board.Board](maxBoards), laid: newCache[[2]string, *draw.Map](maxMaps * len(draw.Shapes)),
		files: newCache[[2]string, *mapFile](maxMapFiles)}
}

// of is the map of a board in a shape, laid out in the caller's turn.
func (m *mapCache) of(b *board.Board, s *draw.Shape) *draw.Map {
	key := [2]string{b.SHA256, s.Name}
	laid, ok := m.laid.Get(key)
	if !ok {
		laid = draw.New(b, s)
		m.laid.Add(key, laid)
	}
	return laid
}

// mapCacheOf is where a board's maps are.
func (s *Kernel) mapCacheOf(b *board.Board) *mapCache {
	if b.SHA256 == s.Board.SHA256 {
		return s.usualMaps
	}
	return s.maps
}

// Opening is the address of the picture of the usual board as a game begins.
func (s *Kernel) Opening(l *page.Localizer, set settings.Settings) string {
	return page.MapAddress(s.Board.Board) + page.PictureName(opening, l.Printer.Lang(), set.Theme)
}

// WideMap is the wide map of a board, drawn in the caller's turn (Drawing).
func (s *Kernel) WideMap(b *board.Board) *draw.Map { return s.mapCacheOf(b).of(b, draw.Wide()) }

// Shown is the map of a board that is the usual one or that of a table. It is kept for the
// requests that follow, some of which may come to another process.
func (s *Kernel) Shown(b *board.Board, l *page.Localizer, set settings.Settings) *page.MapImage {
	s.mapCacheOf(b).boards.ContainsOrAdd(b.SHA256, b)
	return page.NewMapImage(b, l.Printer.Lang(), set.Theme)
}

// boardAt finds a board by its SHA-256. Errors: table.ErrUnknownBoard.
func (s *Kernel) boardAt(ctx context.Context, sha string) (*board.Board, error) {
	if sha == s.Board.SHA256 {
		return s.Board.Board, nil
	}
	if b, ok := s.maps.boards.Get(sha); ok {
		return b, nil
	}
	b, err := s.Service.Board(ctx, sha)
	if err == nil {
		s.maps.boards.Add(sha, b)
	}
	return b, err
}

// mapFile serves a file of a board's map, which is drawn in the visitor's turn where
// it is not kept. Browsers cache it and revalidate.
func (s *Kernel) mapFile(w http.ResponseWriter, r *http.Request) {
	b, err := s.boardAt(r.Context(), r.PathValue("board"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	m := s.mapCacheOf(b)
	if f, ok := m.files.Get([2]string{b.SHA256, r.PathValue("file")}); ok {
		sendMap(w, r, f)
		return
	}
	s.InTurn(m.drawing, func(w http.ResponseWriter, r *http.Request) {
		f, ok := s.newMapFile(m, b, r.PathValue("file"))
		if !ok {
			s.Fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		sendMap(w, r, f)
	})(w, r)
}

func sendMap(w http.ResponseWriter, r *http.Request, f *mapFile) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a picture contains its styles
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	Send(w, r, http.StatusOK, f.kind, f.data)
}

// newMapFile makes a file of a board's map by its name and keeps it. Anyone who had the
// turn before may have made it.
func (s *Kernel) newMapFile(m *mapCache, b *board.Board, name string) (*mapFile, bool) {
	key := [2]string{b.SHA256, name}
	if f, ok := m.files.Get(key); ok {
		return f, true
	}
	f := &mapFile{kind: Kinds[".css"]}
	if name == "places.css" {
		var all []*draw.Map
		for _, shape := range draw.Shapes {
			all = append(all, m.of(b, shape))
		}
		f.data = draw.Places(all)
	} else {
		data, ok := s.picture(m, b, name)
		if !ok {
			return nil, false
		}
		f.kind, f.data = Kinds[".svg"], data
	}
	sum := sha256.Sum256(f.data)
	f.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
	m.files.Add(key, f)
	return f, true
}

// picture draws the picture of a name: its shape, language and theme.
func (s *Kernel) picture(m *mapCache, b *board.Board, name string) ([]byte, bool) {
	part := strings.Split(name, ".")
	if len(part) != 4 || !slices.Contains(lang.Languages, part[1]) || !slices.Contains(settings.Themes, part[2]) || part[3] != "svg" {
		return nil, false
	}
	l := page.NewLocalizer(lang.For(part[1]))
	for _, shape := range draw.Shapes {
		switch part[0] {
		case shape.Name:
			return m.of(b, shape).Picture(part[2], l.MapWord), true
		case opening:
			if shape == draw.Wide() && m == s.usualMaps { // a table has its own copy of it
				return m.of(b, shape).Opening(part[2], l.MapWord, s.Board.Start()), true
			}
		}
	}
	return nil, false
}

// newCache makes a cache of a size of at least 1.
func newCache[K comparable, V any](most int) *lru.Cache[K, V] {
	c, _ := lru.New[K, V](most)
	return c
}
