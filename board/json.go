package board

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
)

// ErrNotJSON: a file is no JSON at all, or in another encoding than UTF-8.
var ErrNotJSON = errors.New("no JSON in UTF-8")

// WithoutMark is a file without the byte order mark that some editors begin it
// with.
func WithoutMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }

// IsSyntax reports whether JSON could not be decoded because it is none.
func IsSyntax(err error) bool {
	return errors.As(err, new(*json.SyntaxError)) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// JSONKind says in JSON's words what a type is decoded from.
func JSONKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number, without a decimal point"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text in quotes"
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
}

// AtEnd fails if anything but white space follows what a decoder has read.
func AtEnd(dec *json.Decoder) error {
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something follows")
	}
	return nil
}
