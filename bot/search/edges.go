package search

// Edges are kept in chunks, which never move: a tree that grows copies nothing and
// leaves nothing behind for the garbage collector.
const (
	chunkBits = 10
	chunkSize = 1 << chunkBits // edges; those of a node, 64 at most, are in one chunk
)

type chunk [chunkSize]edge

// edges are those of a tree by their numbers. The numbers of a node's edges follow
// one another; some at the ends of chunks are left out.
type edges struct {
	chunks []*chunk // those beyond end are spare
	end    int32    // the next free number
	count  int      // of edges
}

func (l *edges) at(i int32) *edge { return &l.chunks[i>>chunkBits][i&(chunkSize-1)] }

// of returns the edges of a node.
func (l *edges) of(nd *node) []edge {
	first := nd.first & (chunkSize - 1)
	return l.chunks[nd.first>>chunkBits][first : first+int32(nd.n)]
}

// add makes room for the edges of a node, whose contents are left from before.
func (l *edges) add(n int) (first int32, list []edge) {
	if left := chunkSize - l.end&(chunkSize-1); int(left) < n {
		l.end += left
	}
	first = l.end
	l.end += int32(n)
	l.count += n
	if int(first)>>chunkBits >= len(l.chunks) {
		l.chunks = append(l.chunks, new(chunk))
	}
	return first, l.of(&node{first: first, n: uint8(n)})
}

// clear removes all edges and keeps the chunks.
func (l *edges) clear() { l.end, l.count = 0, 0 }

// beside returns an empty list with the chunks that these edges do not need.
func (l *edges) beside() edges {
	return edges{chunks: append([]*chunk(nil), l.chunks[l.used():]...)}
}

// take adds the chunks that other edges need no more.
func (l *edges) take(from *edges) { l.chunks = append(l.chunks, from.chunks[:from.used()]...) }

// used is the number of chunks with edges.
func (l *edges) used() int { return (int(l.end) + chunkSize - 1) >> chunkBits }
