package cache

// Cache keeps values up to a number of bytes.
type Cache[K comparable, V any] = plain[K, V]

// New makes a cache of so many bytes.
func New[K comparable, V any](limit int) *Cache[K, V] { return newPlain[K, V](limit) }
