// Package schemata measures tests: it changes one operator of a package at a
// time and reports which changes no test notices.
//
// All changes of a room are compiled once. Every operator becomes a switch that
// the test binary reads from the environment when it starts, so that each change
// costs only a run of the tests that reach it, not a build. The rewritten files
// are in a temporary folder and reach the compiler through -overlay.
//
// The kinds of change are the defaults of gremlins (https://gremlins.dev), with
// the same names.
package schemata

import "fmt"

// Mutant is a change of one operator.
type Mutant struct {
	File         string // path in the module, with slashes
	Line, Column int    // of the operator, from 1
	Kind         string // such as ArithmeticBase
	Source       string // the line, with «» around the operator
	Status       Status

	id int // from 1, unique in a room
}

func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s %s", m.File, m.Line, m.Column, m.Kind, m.Source)
}

// Kinds of change.
const (
	ArithmeticBase       = "ARITHMETIC_BASE"       // + and -, * and /; % becomes *
	ConditionalsBoundary = "CONDITIONALS_BOUNDARY" // < and <=, > and >=
	ConditionalsNegation = "CONDITIONALS_NEGATION" // == and !=, < and >=, > and <=
	IncrementDecrement   = "INCREMENT_DECREMENT"   // ++ and --
	InvertNegatives      = "INVERT_NEGATIVES"      // -x becomes x
)

// Status is the result of a mutant.
type Status string

const (
	Killed   Status = "KILLED"
	Lived    Status = "LIVED"
	TimedOut Status = "TIMED OUT"   // the tests did not finish
	Unseen   Status = "NOT COVERED" // no test reaches the operator
)
