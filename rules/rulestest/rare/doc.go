// Package rare brings about in games played at random what is rare in them:
// boards off the usual, and players with bad habits. It serves tests alone.
package rare
