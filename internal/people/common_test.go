package people

import (
	"testing"

	"ruhr/internal/require"
)

// What is guessed first is no password; what nobody would guess so soon is one.
func TestCommonPasswords(t *testing.T) {
	for _, c := range []struct {
		secret, name string
	}{
		{"password", ""}, {"Password1", ""}, {"P@ssw0rd!", ""}, {"PASSWORD2024", ""}, {"pass-word", ""}, {"12345678", ""}, {"1234567890", ""},
		{"87654321", ""}, {"qwertyuiop", ""}, {"qwertz123", ""}, {"azertyuiop", ""}, {"1qaz2wsx", ""}, {"1234qwer", ""}, {"abcdefgh", ""},
		{"aaaaaaaa", ""}, {"aaaabbbb", ""}, {"abcabcabc", ""}, {"xk7qxk7q", ""}, {"19901231", ""}, {"31.12.1990", ""}, {"iloveyou2", ""}, {"Sonnenschein", ""},
		{"motdepasse1", ""}, {"contraseña", ""}, {"Ruhrschifffahrt", ""}, {"ruhr1769", ""}, {"trustno1", ""}, {"letmein!!", ""},
		{"Mathilde1!", "Mathilde"}, {"mathilde", "Mathilde 7"}, {"m4th1lde99", "Mathilde"}, {"J.S.Bach1685", "J. S. Bach"},
	} {
		if _, err := readPassword(c.secret, c.name); err != ErrBadPassword && err != ErrCommon {
			t.Errorf("%q of %q: %v, want it refused", c.secret, c.name, err)
		}
	}
	for _, c := range []struct {
		secret, name string
	}{
		{good, "Anna"}, {"Zeche Nachtigall", ""}, {"another one", ""}, {"vier alte Kähne", ""}, {"h7Kq-92wm", ""}, {"kmzqtwvb", ""}, {"842067319554", ""},
		{"мостнадрекой", ""}, {"秘密的密码很长吧", ""}, {"mathilde und die Ruhr", "Mathilde"},
	} {
		require.Fails(t, nil, "%q of %q is refused", c.secret, c.name)(readPassword(c.secret, c.name))
	}
}

// A password that became too common to be chosen still opens the account.
func TestCommonPasswordsStillSignIn(t *testing.T) {
	w := newWorld(t)
	p, _ := w.signUp("Anna")
	hash, err := w.passwords.hash(t.Context(), "password1")
	require.NoError(t, err)
	require.NoError(t, w.store.SetPassword(t.Context(), *p, hash))
	if _, _, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: "password1"}); err != nil {
		t.Errorf("signing in: %v", err)
	}
	w.want("changing to a common one", w.SetPassword(t.Context(), p, Proof{Password: "password1"}, "qwertz123"), ErrCommon)
}
