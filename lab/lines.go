package lab

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
)

// lines are JSON lines that several goroutines append to a file.
type lines struct {
	sync.Mutex
	file *os.File
}

func newLines(f *os.File) *lines { return &lines{file: f} }

func (l *lines) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.Lock()
	defer l.Unlock()
	_, err = l.file.Write(append(data, '\n'))
	return err
}

// readLines gives each whole line to a function and returns how many bytes they have
// together.
func readLines(r io.Reader, each func(data []byte) error) (whole int64, err error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		data, err := in.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil
		}
		if err == nil {
			err = each(data)
		}
		if err != nil {
			return whole, fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(data))
	}
}
