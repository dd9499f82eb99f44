// Package archtest holds the test that keeps the rooms of the project apart: it
// reads from ARCHITECTURE.md what each room may import and compares that with
// what its files import.
package archtest
