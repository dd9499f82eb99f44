// Package archtest tests the dependencies between the rooms of the project: it
// reads from ARCHITECTURE.md what each room may import and compares that with
// what its files import.
package archtest
