// Package schemata tests tests: it changes one operator of a package at a time
// and says which changes no test noticed.
//
// All changes of a room are compiled once. Every operator becomes a switch that
// is set from the environment when the test binary starts, so that a change
// costs a run of the tests that reach it, not a build. The rewritten files lie
// in a temporary folder and reach the compiler through -overlay.
//
// The kinds of change are those that gremlins (https://gremlins.dev) makes by
// default, under the same names.
package schemata

import "fmt"

// Mutant is one change of one operator.
type Mutant struct {
	File         string // from the top of the module, with slashes
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

// Status is what came of a mutant.
type Status string

const (
	Killed   Status = "KILLED"
	Lived    Status = "LIVED"
	TimedOut Status = "TIMED OUT"   // the tests did not end
	Unseen   Status = "NOT COVERED" // no test reaches the operator
)
