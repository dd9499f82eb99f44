package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// resumeFile keeps the blocks of a match in a file of JSON lines: first which match
// it is, then a block a line.
type resumeFile struct {
	out    *lines // nil without a file
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
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("resume file: %w", err)
	}
	b, begun := &resumeFile{}, false
	b.out, err = resumeLines(f, func(data []byte) error {
		if begun {
			return b.read(data, c.Seats)
		}
		begun = true
		return head.check(data)
	})
	if err == nil && !begun {
		err = b.out.write(head)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("resume file: %w", err)
	}
	return b, nil
}

// check refuses a first line that is not that of the match.
func (want *resumeHead) check(line []byte) error {
	var head resumeHead
	if json.Unmarshal(line, &head) != nil || head.Format != resumeFormat {
		return errors.New("not a resume file of a match")
	}
	if !slices.Equal(head.Bots, want.Bots) || !sameMatch(head, *want) {
		return fmt.Errorf("of another match: %d seats, seed %d, bots %v, budgets divided by %d", head.Seats, head.Seed, head.Bots, head.Divide)
	}
	return nil
}

func (b *resumeFile) read(line []byte, seats int) error {
	var bl block
	if err := json.Unmarshal(line, &bl); err != nil || bl.N < 0 || len(bl.VP) != seats {
		return errors.New("not a block of a match")
	}
	b.blocks = append(b.blocks, &bl)
	return nil
}

func sameMatch(a, b resumeHead) bool {
	return a.Board == b.Board && a.Seats == b.Seats && a.Seed == b.Seed && a.Divide == b.Divide &&
		a.Playouts == b.Playouts && a.Nanos == b.Nanos && a.Calm == b.Calm && a.Every == b.Every
}

func (b *resumeFile) write(bl *block) error {
	if b.out == nil {
		return nil
	}
	return b.out.write(bl)
}

func (b *resumeFile) close() {
	if b.out != nil {
		b.out.file.Close()
	}
}
