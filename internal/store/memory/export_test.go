package memory

// Forget has a store read its disk before one call of so many, as if the program had
// been restarted.
func Forget(s *Store, every int) { s.forgets = every }
