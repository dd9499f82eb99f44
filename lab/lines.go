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

// readLines gives each whole line of a file to a function, and sets the place to
// write at after the last one: what was cut off is written over.
func readLines(f *os.File, each func(data []byte) error) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in, at := bufio.NewReader(f), int64(0)
	for n := 1; ; n++ {
		data, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err == nil {
			err = each(data)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", f.Name(), n, err)
		}
		at += int64(len(data))
	}
	_, err := f.Seek(at, io.SeekStart)
	return err
}
