package lazy_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/text/lazy"
)

func TestUnpack(t *testing.T) {
	rows := []struct{ name, text string }{
		{"nothing", ""},
		{"one byte", "a"},
		{"nothing repeats", "abcdefghijklmnopqrstuvwxyz"},
		{"the repetition overlaps itself", strings.Repeat("a", 300)},
		{"it ends with what repeats", "abcdabcd"},
		{"it ends with what does not", "abcdabcdx"},
		{"three bytes, near and far", "abc-abc" + strings.Repeat("0123456789", 20) + "abc"},
		{"15 bytes as they are", "abcdefghijklmnoabcdefghijklmno"},
		{"18 bytes repeated", "abcdefghijklmnopqr.abcdefghijklmnopqr"},
	}
	for _, r := range rows {
		if got := string(lazy.Unpack(lazy.Pack([]byte(r.text)))); got != r.text {
			t.Errorf("%s: got %q, want %q", r.name, got, r.text)
		}
	}
	if text := bytes.Repeat([]byte{0, 0, 1, 2}, 1000); len(lazy.Pack(text)) > 16 {
		t.Errorf("4000 bytes that repeat four are packed into %d bytes", len(lazy.Pack(text)))
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("http://h/a/a/a/a"))
	f.Add(bytes.Repeat([]byte{0}, 99))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got := lazy.Unpack(lazy.Pack(b)); !bytes.Equal(got, b) {
			t.Errorf("got %q, want %q", got, b)
		}
	})
}
