// Package lockstep holds the test that plays games in two readings of the rules
// at once: the engine (package rules) and the reference (package reference). At
// every decision the lists of legal actions and the whole positions must be the
// same, and at the end the scores. docs/testing.md has the commands.
package lockstep
