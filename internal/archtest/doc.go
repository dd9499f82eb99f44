// Package archtest tests the dependencies between the rooms of the project:
// imports.txt lists what each room imports, and ARCHITECTURE.md describes it.
package archtest
