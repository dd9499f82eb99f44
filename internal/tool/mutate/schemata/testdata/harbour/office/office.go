// Package office has a test of the harbour.
package office
