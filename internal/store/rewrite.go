package store

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Rewrite encodes a changed value to replace what is stored of it. Fields of the old body
// that T does not know, of a newer program on the same store, stay. Lists grow at
// their ends only.
func Rewrite[T any](old []byte, changed T) ([]byte, error) {
	var known T
	if err := json.Unmarshal(old, &known); err != nil {
		return nil, err
	}
	var trees [3]any // of the old body, of what this program knows of it, of the new one
	for k, value := range []any{json.RawMessage(old), known, changed} {
		data, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(&trees[k]); err != nil {
			return nil, err
		}
	}
	if !keep(trees[0], trees[1], trees[2]) {
		return json.Marshal(changed)
	}
	return json.Marshal(trees[2])
}

// keep adds to a new tree what an old one has and nobody knows, and reports whether there
// is any.
func keep(old, known, now any) (some bool) {
	switch old := old.(type) {
	case map[string]any:
		known, _ := known.(map[string]any)
		now, ok := now.(map[string]any)
		for key, value := range old {
			_, has := now[key]
			if _, knows := known[key]; ok && !knows && !has && !empty(value) {
				now[key], some = value, true
			} else if ok && has {
				some = keep(value, known[key], now[key]) || some
			}
		}
	case []any:
		known, _ := known.([]any)
		now, _ := now.([]any)
		for k := range min(len(old), len(known), len(now)) {
			some = keep(old[k], known[k], now[k]) || some
		}
	}
	return some
}

// empty reports whether a value may be left out where a field is known.
func empty(value any) bool {
	return value == nil || slices.Contains([]any{false, "", json.Number("0")}, value)
}
