package value

import (
	"bytes"
	"cmp"
	"compress/zlib"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"

	"ruhr/board"
)

// NetsJSON holds the nets of the searching levels and how they were trained.
//
//go:embed nets.json
var NetsJSON []byte

// File is the format of a file of nets.
type File struct {
	Format   string             `json:"format"`
	Features int                `json:"features"`
	Nets     map[string]*stored `json:"nets"` // by number of seats
}

// Made says how a net was made.
type Made struct {
	Command  string `json:"command"`
	Seed     uint64 `json:"seed"`
	Games    int    `json:"games"`
	Epochs   int    `json:"epochs"`
	Playouts int    `json:"playouts,omitempty"` // of the searches that played; 0 if the policy did
}

type stored struct {
	Made    Made     `json:"made"`
	Units   int      `json:"units,omitempty"` // hidden units; 0 is 32
	Fit     [][3]int `json:"fit"`             // by round: Win, Margin, VP
	Weights []byte   `json:"weights"`         // 16 bits each, the low byte first, compressed
}

const format = "ruhr-nets/2"

// NewFile is a file without a net yet.
func NewFile() *File {
	return &File{Format: format, Features: int(features), Nets: map[string]*stored{}}
}

// Read reads a file and checks that it fits these features.
func Read(data []byte) (*File, error) {
	var f File
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if f.Format != format || f.Features != int(features) {
		return nil, fmt.Errorf("nets: format %q with %d features, expected %q with %d", f.Format, f.Features, format, int(features))
	}
	return &f, nil
}

// all lists the weights in the order of a file with so many hidden units.
func (n *Net) all(units int, each func(list []int16)) {
	for r := range n.Wide {
		each(n.Wide[r])
	}
	for f := range n.Deep {
		each(n.Deep[f][:units])
	}
	each(n.Bias[:units])
	each(n.Out[:units])
}

// Put stores the net for a number of seats.
func (f *File) Put(seats int, n *Net, m Made) error {
	weights, err := n.packed(hidden)
	if err != nil {
		return err
	}
	st := &stored{Made: m, Units: hidden, Weights: weights}
	for _, fit := range n.Fit {
		st.Fit = append(st.Fit, [3]int{fit.Win, fit.Margin, fit.VP})
	}
	f.Nets[strconv.Itoa(seats)] = st
	return nil
}

// packed is the weights of a net with so many hidden units, compressed.
func (n *Net) packed(units int) ([]byte, error) {
	var out bytes.Buffer
	z, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	n.all(units, func(list []int16) {
		if err == nil {
			err = binary.Write(z, binary.LittleEndian, list)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// firstUnits is how many hidden units the nets had that do not say.
const firstUnits = 32

// Net decodes the net for a number of seats. Hidden units that it lacks
// contribute nothing.
func (f *File) Net(seats int) (*Net, error) {
	st := f.Nets[strconv.Itoa(seats)]
	if st == nil {
		return nil, fmt.Errorf("nets: none for %d seats", seats)
	}
	if len(st.Fit) != board.Rounds+1 {
		return nil, fmt.Errorf("nets: fitted for %d rounds, expected %d", len(st.Fit), board.Rounds+1)
	}
	units := cmp.Or(st.Units, firstUnits)
	if units < 0 || units > hidden {
		return nil, fmt.Errorf("nets: %d hidden units, expected at most %d", units, hidden)
	}
	n := &Net{Deep: make([][hidden]int16, fWide)}
	for r := range n.Wide {
		n.Wide[r] = make([]int16, features)
		fit := st.Fit[r]
		n.Fit[r] = Fit{Win: max(1, fit[0]), Margin: fit[1], VP: fit[2]}
	}
	z, err := zlib.NewReader(bytes.NewReader(st.Weights))
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	n.all(units, func(list []int16) {
		if err == nil {
			err = binary.Read(z, binary.LittleEndian, list)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("nets: the weights for %d seats: %w", seats, err)
	}
	if extra, err := io.Copy(io.Discard, z); err != nil || extra > 0 {
		return nil, fmt.Errorf("nets: %d bytes too many for %d seats (%v)", extra, seats, err)
	}
	return n, nil
}

var builtIn struct {
	once sync.Once
	nets [5]*Net
}

// Nets are the built-in nets by number of seats, nil for those it lacks. They are read
// when they are first asked for. This is no variable, so that a program that asks for
// none has none in it.
func Nets() [5]*Net {
	builtIn.once.Do(func() {
		if f, err := Read(NetsJSON); err == nil {
			builtIn.nets = f.All()
		}
	})
	return builtIn.nets
}

// All returns the nets of a file by number of seats, nil for those it lacks.
func (f *File) All() (all [5]*Net) {
	for seats := 2; seats <= 4; seats++ {
		if n, err := f.Net(seats); err == nil {
			all[seats] = n
		}
	}
	return all
}
