// Package puzzle has positions of round 12 at which one plan for the turn guarantees
// more than every other, and works out what a plan guarantees. Nothing is random in
// round 12, so the results are exact.
package puzzle
