package lab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
)

// resumeFile keeps the blocks of a match in a file of JSON lines: first which match
// it is, then a block a line.
type resumeFile struct {
	sync.Mutex
	file   *os.File
	blocks []*block
}

type resumeHead struct {
	Format   string   `json:"format"`
	Board    string   `json:"board"`
	Seats    int      `json:"seats"`
	Seed     uint64   `json:"seed"`
	Bots     []string `json:"bots"`
	Divide   int      `json:"divide"`
	Playouts int      `json:"playouts"`
	Nanos    int64    `json:"nanos"`
	Calm     bool     `json:"calmWater"`
	Every    bool     `json:"exportEveryShip"`
}

const resumeFormat = "ruhr-arena/1"

// openResume reads the blocks in a file and opens it to append more. It
// refuses the file of another match, and ignores a last line that was cut off.
func openResume(path string, c ArenaConfig, names []string) (*resumeFile, error) {
	if path == "" {
		return &resumeFile{}, nil
	}
	head := resumeHead{resumeFormat, c.Board.SHA256, c.Seats, c.Seed, names, c.Divide, c.Budget.Playouts,
		int64(c.Budget.Time), c.Variant.CalmWater, c.Variant.EveryShip}
	b := &resumeFile{}
	keep, err := b.read(path, head)
	if err != nil {
		return nil, err
	}
	if b.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("resume file: %w", err)
	}
	if err := b.file.Truncate(keep); err != nil {
		return nil, fmt.Errorf("resume file: %w", err)
	}
	if _, err := b.file.Seek(keep, 0); err != nil {
		return nil, fmt.Errorf("resume file: %w", err)
	}
	if keep == 0 {
		return b, b.line(head)
	}
	return b, nil
}

// read returns how many bytes of the file are whole lines.
func (b *resumeFile) read(path string, want resumeHead) (keep int64, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("resume file: %w", err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return keep, nil
		}
		if n == 0 {
			var head resumeHead
			if json.Unmarshal(line, &head) != nil || head.Format != resumeFormat {
				return 0, fmt.Errorf("%s is not a resume file of a match", path)
			}
			if !slices.Equal(head.Bots, want.Bots) || !sameMatch(head, want) {
				return 0, fmt.Errorf("%s is of another match: %d seats, seed %d, bots %v, budgets divided by %d",
					path, head.Seats, head.Seed, head.Bots, head.Divide)
			}
		} else {
			var bl block
			if err := json.Unmarshal(line, &bl); err != nil || bl.N < 0 || len(bl.VP) != want.Seats {
				return 0, fmt.Errorf("%s: line %d is not a block of a match", path, n+1)
			}
			b.blocks = append(b.blocks, &bl)
		}
		keep += int64(len(line))
	}
}

func sameMatch(a, b resumeHead) bool {
	return a.Board == b.Board && a.Seats == b.Seats && a.Seed == b.Seed && a.Divide == b.Divide &&
		a.Playouts == b.Playouts && a.Nanos == b.Nanos && a.Calm == b.Calm && a.Every == b.Every
}

func (b *resumeFile) write(bl *block) error {
	if b.file == nil {
		return nil
	}
	b.Lock()
	defer b.Unlock()
	return b.line(bl)
}

func (b *resumeFile) line(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := b.file.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("resume file: %w", err)
	}
	return nil
}

func (b *resumeFile) close() {
	if b.file != nil {
		b.file.Close()
	}
}
