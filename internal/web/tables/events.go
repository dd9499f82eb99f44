package tables

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/flate"

	"ruhr/internal/web/kernel"
)

// writeTime is how long a reader may take for one event; a slower one is
// dropped, and catches up when it comes back.
const writeTime = 15 * time.Second

// event is one server-sent event. It may go to many streams and is compressed
// once for all of them.
type event struct {
	plain  []byte
	zipped func() []byte // whole deflate blocks that refer to nothing before them
}

// newEvent makes an event with data as JSON.
func newEvent(kind string, data any) (*event, error) {
	out := kernel.NewBuffer()
	defer kernel.Buffers.Put(out)
	fmt.Fprintf(out, "event: %s\ndata: ", kind)
	if err := kernel.WriteJSON(out, data); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	e := &event{plain: bytes.Clone(out.Bytes())}
	e.zipped = sync.OnceValue(func() []byte { return deflate(e.plain) })
	return e, nil
}

// size is about how many bytes the event takes once it is compressed.
func (e *event) size() int { return len(e.plain) * 5 / 4 }

var deflaters = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(io.Discard, kernel.ZipLevel) // in range, so it cannot fail
	return z
}}

// deflate compresses data into blocks that may occur anywhere in a deflate
// stream: they are byte-aligned, and none is marked as the last.
func deflate(plain []byte) []byte {
	z := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(z)
	out := kernel.NewBuffer()
	defer kernel.Buffers.Put(out)
	z.Reset(out)
	z.Write(plain) // a buffer takes everything
	z.Flush()
	return bytes.Clone(out.Bytes())
}

// The gzip format around deflate blocks (RFC 1952): a header without a name and
// a time, and at the end an empty last block before the checksum and the size.
var (
	gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}
	lastBlock  = []byte{3, 0}
)

// events writes a stream of server-sent events. It keeps no compressor, which
// would be most of the cost of an open page.
type events struct {
	w    http.ResponseWriter
	ctrl *http.ResponseController
	zip  bool
	sum  uint32 // CRC-32 of all that was sent
	size uint32 // modulo 2³²
}

func newEvents(w http.ResponseWriter, r *http.Request) *events {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	e := &events{w: w, ctrl: http.NewResponseController(w), zip: kernel.TakesGzip(r)}
	if e.zip {
		h.Set("Content-Encoding", "gzip")
	}
	w.WriteHeader(http.StatusOK)
	if e.zip {
		w.Write(gzipHeader) // a closed connection shows at the first event
	}
	return e
}

// send writes one event; false if the reader is gone or too slow.
func (e *events) send(ev *event) bool {
	// The server's own deadline is for responses; a stream has no end, so each
	// write has its own. Not every writer supports deadlines.
	e.ctrl.SetWriteDeadline(time.Now().Add(writeTime))
	defer e.ctrl.SetWriteDeadline(time.Time{})
	out := ev.plain
	if e.zip {
		out = ev.zipped()
		e.sum = crc32.Update(e.sum, crc32.IEEETable, ev.plain)
		e.size += uint32(len(ev.plain))
	}
	if _, err := e.w.Write(out); err != nil {
		return false
	}
	return e.ctrl.Flush() == nil
}

// close ends the stream properly.
func (e *events) close() {
	if e.zip {
		end := binary.LittleEndian.AppendUint32(bytes.Clone(lastBlock), e.sum)
		e.w.Write(binary.LittleEndian.AppendUint32(end, e.size)) // a reader who is gone needs no end
	}
}
