package memory

// Forget has a store read its disk before one call of so many, as if the program had
// started anew.
func Forget(s *Store, every int) { s.forgets = every }
