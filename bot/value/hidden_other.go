//go:build !amd64 || purego

package value

type layer = *packedLayer

func newLayer(n *Net) layer { return packLayer(n) }
