package cli

import (
	"fmt"
	"os"

	"ruhr/board"
	"ruhr/spec"
)

// read returns the bytes of the board file, and the board.
func (f boardFlag) read() ([]byte, *board.Board, error) {
	data := spec.Board
	if f.Board != "" {
		var err error
		if data, err = os.ReadFile(f.Board); err != nil {
			return nil, nil, fmt.Errorf("cannot read the board: %w", err)
		}
	}
	b, err := board.Load(data)
	if err != nil && f.Board != "" {
		return nil, nil, fmt.Errorf("%s: %w", f.Board, err)
	}
	return data, b, err
}
