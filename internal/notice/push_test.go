package notice

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// browser is one that has subscribed to pushed messages.
type browser struct {
	*httptest.Server
	key    *ecdh.PrivateKey
	auth   []byte
	status int
	got    []pushBody
	auths  []string // Authorization headers
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	require.NoError(t, err)
	b := &browser{key: key, auth: []byte("sixteen bytes ok"), status: http.StatusCreated}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		b.auths = append(b.auths, r.Header.Get("Authorization"))
		b.got = append(b.got, b.open(t, data))
		w.WriteHeader(b.status)
	}))
	t.Cleanup(b.Close)
	return b
}

// open decrypts a message (RFC 8291).
func (b *browser) open(t *testing.T, data []byte) (out pushBody) {
	t.Helper()
	salt, sender := data[:16], data[21:21+65]
	theirs, err := ecdh.P256().NewPublicKey(sender)
	require.NoError(t, err)
	shared, err := b.key.ECDH(theirs)
	require.NoError(t, err)
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		require.NoError(t, err)
		return key
	}
	secret := derive(shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	require.NoError(t, err)
	gcm, err := cipher.NewGCM(block)
	require.NoError(t, err)
	plain, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), data[21+65:], nil)
	require.NoError(t, err)
	text, _, _ := strings.Cut(string(plain), "\x02")
	require.NoError(t, json.Unmarshal([]byte(text), &out))
	return out
}

func (b *browser) subscription() Subscription {
	return Subscription{Endpoint: b.URL + "/endpoint", P256dh: base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(b.auth)}
}

// A browser is told encrypted, signed with a key that stays the same, until it
// has unsubscribed.
func TestPush(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", "lang=fr"), w.person("Bert", "")
	b := newBrowser(t)
	require.NoError(t, w.AddPush(w.ctx, anna, b.subscription(), "Firefox, Linux", Wishes{Begin: true}))
	id := w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	require.Must(t, len(b.got) == 1, "%d messages, want 1", len(b.got))
	if m := b.got[0]; m.Title != "Une table commence" || !strings.Contains(m.Body, "Bert") || m.URL != "https://ruhr.test/t/"+id || m.Lang != "fr" || m.Tag == "" {
		t.Errorf("the browser shows %+v", m)
	}
	key, err := w.PushKey(w.ctx)
	require.NoError(t, err)
	again, err := New(w.Options)
	require.NoError(t, err)
	require.Returns(t, key, "after a restart the key")(again.PushKey(w.ctx))
	require.True(t, strings.HasPrefix(b.auths[0], "vapid t=") && strings.Contains(b.auths[0], key), "the message is signed with %q", b.auths[0])
	b.status = http.StatusGone
	w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	if list, err := w.Channels(w.ctx, anna.ID); err != nil || len(list) != 0 {
		t.Errorf("a browser that has unsubscribed is still there: %+v, %v", list, err)
	}
}

func TestSubscriptionsThatNoBrowserGives(t *testing.T) {
	w := newWorld(t)
	a, good := w.person("Anna", ""), newBrowser(t).subscription()
	for what, spoil := range map[string]func(*Subscription){
		"no endpoint": func(s *Subscription) { s.Endpoint = "" }, "no address": func(s *Subscription) { s.Endpoint = "x" },
		"a short key": func(s *Subscription) { s.P256dh = "AAAA" }, "no secret": func(s *Subscription) { s.Auth = "" }, "no base64": func(s *Subscription) { s.Auth = "!" },
		"a long endpoint": func(s *Subscription) { s.Endpoint += strings.Repeat("x", 2000) },
	} {
		bad := good
		spoil(&bad)
		require.ErrorIs(t, w.AddPush(w.ctx, a, bad, "", AllWishes()), ErrPush, "%s", what)
	}
}
