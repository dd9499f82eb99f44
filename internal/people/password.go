package people

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"
)

// Limits on a password, in characters.
const (
	MinPassword = 8
	MaxPassword = 200
)

// readPassword reads a password that somebody with a name chooses. Errors:
// ErrBadPassword, also if it is the name; ErrCommon.
func readPassword(text, name string) (string, error) {
	secret, err := tidyPassword(text)
	if err == nil && Key(secret) == Key(name) && name != "" {
		err = ErrBadPassword
	}
	if err == nil && isCommon(secret, name) {
		err = ErrCommon
	}
	if err != nil {
		return "", err
	}
	return secret, nil
}

// tidyPassword normalizes a password for hashing, so that it is the same
// however it is typed. Errors: ErrBadPassword.
func tidyPassword(text string) (string, error) {
	secret, err := precis.OpaqueString.String(text)
	if n := utf8.RuneCountInString(secret); err != nil || n < MinPassword || n > MaxPassword {
		return "", ErrBadPassword
	}
	return secret, nil
}

// cost is the cost parameters of a hash.
type cost struct {
	memory  uint32 // KiB
	rounds  uint32
	threads uint8
}

// usual is the cost of new hashes: the minimum that OWASP recommends, for the
// sake of small servers.
var usual = cost{memory: 19 << 10, rounds: 2, threads: 1}

const (
	saltSize = 16
	hashSize = 32
)

// HashesAtOnce is how many passwords are hashed at the same time: each needs its
// memory. Who is next is for the caller to decide; here nobody takes turns.
const HashesAtOnce = 2

// hasher makes slow hashes, few at once.
type hasher struct {
	cost    cost
	running chan struct{}
}

func newHasher(c cost, atOnce int) *hasher { return &hasher{c, make(chan struct{}, atOnce)} }

// do runs f when there is room. The error is that of ctx.
func (h *hasher) do(ctx context.Context, f func()) error {
	select {
	case h.running <- struct{}{}:
		defer func() { <-h.running }()
		f()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hash makes the hash of a password, with its salt and cost.
func (h *hasher) hash(ctx context.Context, password string) (out string, err error) {
	err = h.do(ctx, func() {
		salt := make([]byte, saltSize)
		rand.Read(salt) // never fails
		out = h.cost.encode(salt, h.cost.sum(password, salt))
	})
	return out, err
}

// verify reports whether a hash is that of a password. It takes as long if the
// hash is "" and there is nothing to compare.
func (h *hasher) verify(ctx context.Context, hash, password string) (ok bool, err error) {
	c, salt, want := h.cost, make([]byte, saltSize), make([]byte, hashSize)
	known := hash != ""
	if known {
		if c, salt, want, err = decode(hash); err != nil {
			return false, err
		}
	}
	err = h.do(ctx, func() { ok = subtle.ConstantTimeCompare(c.sum(password, salt), want) == 1 && known })
	return ok, err
}

func (c cost) sum(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, c.rounds, c.memory, c.threads, hashSize)
}

// form is the standard encoding of an Argon2id hash.
const form = "$argon2id$v=%d$m=%d,t=%d,p=%d$"

func (c cost) encode(salt, sum []byte) string {
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(form, argon2.Version, c.memory, c.rounds, c.threads) + text(salt) + "$" + text(sum)
}

// dearest is the highest cost accepted: a damaged hash must not stop the
// server.
var dearest = cost{memory: 256 << 10, rounds: 10, threads: 16}

func decode(text string) (c cost, salt, sum []byte, err error) {
	version := 0
	parts := strings.Split(text, "$")
	if len(parts) != 6 {
		return c, nil, nil, fmt.Errorf("a stored password has %d parts, want 6", len(parts))
	}
	head := strings.Join(parts[:4], "$") + "$"
	if _, err = fmt.Sscanf(head, form, &version, &c.memory, &c.rounds, &c.threads); err != nil {
		return c, nil, nil, fmt.Errorf("a stored password cannot be read: %w", err)
	}
	if version != argon2.Version || c.memory > dearest.memory || c.rounds < 1 || c.rounds > dearest.rounds || c.threads < 1 || c.threads > dearest.threads {
		return c, nil, nil, fmt.Errorf("a stored password has version %d and cost %+v, which are not supported", version, c)
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err == nil && (len(salt) != saltSize || len(sum) != hashSize) {
		err = fmt.Errorf("salt of %d bytes and hash of %d, want %d and %d", len(salt), len(sum), saltSize, hashSize)
	}
	if err != nil {
		return c, nil, nil, fmt.Errorf("a stored password cannot be read: %w", err)
	}
	return c, salt, sum, nil
}
