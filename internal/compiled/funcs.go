package compiled

import (
	"cmp"
	"fmt"
	"reflect"
)

// function is a function that templates have anyhow, or one of the set's own.
func (c *compiler) function(name string, args []expression) (expression, error) {
	least := map[string]int{"and": 1, "or": 1, "not": 1, "eq": 2, "ne": 2, "lt": 2, "le": 2, "gt": 2, "ge": 2, "len": 1, "index": 2}
	if len(args) < least[name] {
		return nil, fmt.Errorf("%s with %d arguments", name, len(args))
	}
	switch name {
	case "and", "or":
		return func(s *state, dot reflect.Value) (v reflect.Value) {
			for _, arg := range args {
				if v = inside(arg(s, dot)); truth(v) == (name == "or") {
					break
				}
			}
			return v
		}, nil
	case "not":
		return yes(func(s *state, dot reflect.Value) bool { return !truth(args[0](s, dot)) }), nil
	case "eq":
		return yes(func(s *state, dot reflect.Value) bool {
			a := args[0](s, dot)
			for _, arg := range args[1:] {
				if compare(a, arg(s, dot)) == 0 {
					return true
				}
			}
			return false
		}), nil
	case "ne", "lt", "le", "gt", "ge":
		holds := map[string]func(int) bool{
			"ne": func(n int) bool { return n != 0 },
			"lt": func(n int) bool { return n < 0 }, "le": func(n int) bool { return n <= 0 },
			"gt": func(n int) bool { return n > 0 }, "ge": func(n int) bool { return n >= 0 },
		}[name]
		return yes(func(s *state, dot reflect.Value) bool { return holds(compare(args[0](s, dot), args[1](s, dot))) }), nil
	case "len":
		return func(s *state, dot reflect.Value) reflect.Value { return reflect.ValueOf(direct(args[0](s, dot)).Len()) }, nil
	case "index":
		return func(s *state, dot reflect.Value) reflect.Value {
			v := direct(args[0](s, dot))
			for _, arg := range args[1:] {
				v = direct(v)
				n := inside(arg(s, dot))
				if v.Kind() != reflect.Slice || n.Kind() != reflect.Int || n.Int() < 0 || n.Int() >= int64(v.Len()) {
					fail("index out of range, or of what is no list")
				}
				v = inside(v.Index(int(n.Int())))
			}
			return v
		}, nil
	case "print":
		return func(s *state, dot reflect.Value) reflect.Value {
			all := make([]any, len(args))
			for i, arg := range args {
				all[i] = given(arg(s, dot))
			}
			return reflect.ValueOf(fmt.Sprint(all...))
		}, nil
	}
	own, ok := c.set.funcs[name]
	if !ok {
		return nil, fmt.Errorf("unknown: the function %s", name)
	}
	if two, ok := own.(func(a, b any) any); ok && len(args) == 2 { // without reflection
		return func(s *state, dot reflect.Value) reflect.Value {
			return reflect.ValueOf(two(given(args[0](s, dot)), given(args[1](s, dot))))
		}, nil
	}
	f := reflect.ValueOf(own)
	return func(s *state, dot reflect.Value) reflect.Value {
		values := make([]reflect.Value, len(args))
		for i, arg := range args {
			values[i] = arg(s, dot)
		}
		return callWith(name, f, values)
	}, nil
}

var isTrue, isFalse = reflect.ValueOf(true), reflect.ValueOf(false)

func yes(holds func(s *state, dot reflect.Value) bool) expression {
	return func(s *state, dot reflect.Value) reflect.Value {
		if holds(s, dot) {
			return isTrue
		}
		return isFalse
	}
}

// compare compares two numbers, texts or truth values of the same kind.
func compare(a, b reflect.Value) int {
	a, b = inside(a), inside(b)
	switch {
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		if a.Bool() == b.Bool() {
			return 0
		}
		return 1
	}
	fail("values that cannot be compared")
	return 0
}
