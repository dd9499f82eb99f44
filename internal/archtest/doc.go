// Package archtest holds the test that keeps the rooms of the project apart: it
// reads the arrows of ARCHITECTURE.md and walks the imports of every package.
package archtest
