// Package kernel is what all pages of the site need: routes, who asks, sessions and cookies,
// settings and languages, rendering, refusals, limits, static files and maps.
//
// A room of pages embeds a Kernel and adds handlers by the pattern of their requests.
package kernel

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"ruhr/board"
	"ruhr/internal/cache"
	"ruhr/internal/draw"
	"ruhr/internal/fair"
	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/templates"
)

// Config configures NewKernel. Service, Board and Static are required.
type Config struct {
	Service *table.Service
	People  People       // nil where nobody signs in, because nobody else is there
	Board   *board.Board // for new tables and record files
	Levels  []string     // levels of computer players on offer, weakest first; nil is greedy alone
	Guests  []string     // programs on offer as well, however strong they are
	Version string       // shown in the footer
	Log     *slog.Logger // nil is slog.Default()
	Access  Access       // how visitors reach the program
	Meter   Meter        // nil counts nothing
	Legal   Legal        // texts of the operator
	Offline Offline      // what opens games in the browser
	Streams int          // open pages of everybody together; 0 is fair.Streams
	Static  fs.FS        // scripts, styles and icons
}

// People knows who is signed in.
type People interface {
	// Mark tells the servers of a database from others.
	Mark(ctx context.Context) (string, error)
	// Signed returns who is signed in by a session. Errors: store.ErrSignedOut.
	Signed(ctx context.Context, session string) (*store.Person, error)
	// Named returns the account with a name. Errors: some failure that is explained.
	Named(ctx context.Context, name string) (store.Account, error)
	// ChangeSettings changes the settings of somebody's account.
	ChangeSettings(ctx context.Context, p *store.Person, change func(string) (string, error)) error
}

// Offline is cmd/offline as built for browsers, which opens the game of a link there.
// Without it a page asks before it sends the game to the server.
type Offline struct {
	Program []byte // WebAssembly, compressed by gzip; nil for none
	Exec    []byte // the script that runs it
	// Edition are the files of the offline edition by name, served below EditionPath;
	// nil for none.
	Edition map[string][]byte
}

// Meter counts requests and streams.
type Meter interface {
	// Request counts an answered request with its route, status and duration,
	// and the key of the reason if it was refused.
	Request(route string, status int, took time.Duration, why string)
	// Stream changes the number of open streams by 1 or -1.
	Stream(by int)
	// Cache has the figures of a cache read whenever they are asked for.
	Cache(name string, figures func() cache.Stats)
}

type noMeter struct{}

func (noMeter) Request(string, int, time.Duration, string) {}

func (noMeter) Stream(int) {}

func (noMeter) Cache(string, func() cache.Stats) {}

// Kernel is what all pages need and share.
type Kernel struct {
	Config
	Board     *page.Board // in place of the configuration's
	Templates *templates.Set
	Rendered  func(name string, data any, html string, err error) // for tests, which see each region
	Limits    *fair.Limits
	Work      *fair.Queue
	Uploads   *fair.Uploads
	Drawing   *fair.Queue // of boards that visitors bring
	// AlsoHolds reports whether a browser's secret holds something besides seats; nil for
	// nothing.
	AlsoHolds func(ctx context.Context, secret string) (bool, error)
	// CirclesOf lists the circles of friends that a person belongs to; nil where there are none.
	CirclesOf func(ctx context.Context, who *store.Person) ([]Circle, error)
	// SaidIn shows what was said in a circle after a message to a member who asks, and
	// InCircle checks that somebody is one; nil where there are none. Errors: ErrNoCircle.
	SaidIn   func(r *http.Request, circle string, after int64) (Chat, error)
	InCircle func(r *http.Request, circle string) error
	// RefuseProgram answers a program with a problem (RFC 9457); nil where none may play.
	RefuseProgram func(w http.ResponseWriter, status int, code, detail string)

	assets    *assets
	Mark      string           // ends the names of cookies
	bodies    map[string]int64 // sizes of larger bodies, by the path that they are sent to
	failures  []Failure
	usualMaps *mapCache                   // of the usual board
	maps      *mapCache                   // of all others
	sent      *cache.Cache[string, *sent] // forms with a key
}

// New makes a kernel. Errors name what is wrong with the configuration or the
// embedded files.
func New(c Config) (*Kernel, error) {
	if c.Service == nil || c.Board == nil || c.Static == nil {
		return nil, fmt.Errorf("web: Service, Board and Static must be given")
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Meter == nil {
		c.Meter = noMeter{}
	}
	if len(c.Levels) == 0 {
		c.Levels = []string{"greedy"}
	}
	s := &Kernel{
		Config: c, Board: page.NewBoard(c.Board), failures: failures, bodies: map[string]int64{},
		Limits: fair.NewLimits(cmp.Or(c.Streams, fair.Streams)), Work: fair.NewQueue(fair.Workers()), Uploads: fair.NewUploads(),
		Drawing: newDrawing(), usualMaps: newMapCache(newDrawing()), sent: cache.New[string, *sent](onceBytes),
	}
	s.maps = newMapCache(s.Drawing)
	s.Levels = slices.Concat(c.Levels, c.Guests)
	s.Limits.Opened = c.Meter.Stream
	extra := map[string][]byte{"css/map.css": []byte(draw.CSS)}
	if c.Offline.Program != nil {
		extra[OfflineProgram+zipped], extra[OfflineExec], extra[OfflineBoard] = c.Offline.Program, c.Offline.Exec, c.Service.UsualBoard()
	}
	var err error
	if s.assets, err = loadAssets(c.Static, extra); err != nil {
		return nil, err
	}
	if s.Templates, err = templates.Load(); err != nil {
		return nil, err
	}
	if c.People != nil {
		mark, err := c.People.Mark(context.Background())
		if err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		s.Mark = "-" + mark
	}
	return s, nil
}

// Alone reports whether one person has the program to themselves, as in a browser.
func (s *Kernel) Alone() bool { return s.People == nil }

// ErrNoCircle: there is no such circle, or not for the person who asks.
var ErrNoCircle = store.ErrNoCircle

// Circle is a circle of friends.
type Circle struct{ ID, Name string }

// Circles are the circles that a request's person belongs to; none if they cannot be read.
func (s *Kernel) Circles(r *http.Request) []Circle {
	who := PersonOf(r)
	if who == nil || s.CirclesOf == nil {
		return nil
	}
	list, err := s.CirclesOf(r.Context(), who)
	if err != nil {
		s.Fault(r, "circles of a person", err)
	}
	return list
}

// Large lets more than a form be sent to a path: so many bytes.
func (s *Kernel) Large(path string, bytes int64) { s.bodies[path] = bytes }
