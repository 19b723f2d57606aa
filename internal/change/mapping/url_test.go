package mapping_test

import (
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/change/mapping"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/chars"
)

// sameURL holds that URL gives what net/url gives for a text.
func sameURL(t *testing.T, s string) {
	t.Helper()
	got, err := mapping.URL(component.OfAny(s))
	want, wantErr := url.Parse(s)
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("%q: got %#v, %v, want %#v, %v", s, got, err, want, wantErr)
	}
}

// TestURLIsThatOfNetURL goes through all texts of a few bytes that mean something to net/url, in each component, and
// through random references.
func TestURLIsThatOfNetURL(t *testing.T) {
	for _, before := range []string{"a:", "a://", "HTTP://h", "a://h/", "a:/", "a:b?", "a:#", "", "a://%C3%A9:80/"} {
		reftest.Words("a/?#:@%4", 4, func(s string) { sameURL(t, before+s) })
		for b := range 256 {
			if c := string([]byte{byte(b)}); chars.UriByte[b] {
				sameURL(t, before+c)
				sameURL(t, before+"x"+c+"y")
			}
			for _, triplet := range []string{"%" + strings.ToUpper(hex(b)), "%" + hex(b)} {
				sameURL(t, before+triplet)
				sameURL(t, before+"x"+triplet+"y(")
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		ref := component.Conforming(reftest.Random(r, false))
		if err := mapping.URI(&ref, nil); err != nil {
			t.Fatal(err)
		}
		sameURL(t, ref.Text)
	}
}

// hex returns the hexadecimal digits of a byte in lower case.
func hex(b int) string { return string("0123456789abcdef"[b>>4]) + string("0123456789abcdef"[b&15]) }

// FuzzURL holds what URL gives to what net/url gives, for any text of bytes that URIs have.
func FuzzURL(f *testing.F) {
	for _, s := range []string{"http://h:80/a?b#c", "HTTP://%C3%A9/%c3%a9?#", "a://u:p@h", "a://[::1]:8a/", "urn:a:b?", "a:/b(%2f", "a://h:8:9", "*", "a:%", "a://h%41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i := range len(s) {
			if !chars.UriByte[s[i]] {
				return
			}
		}
		sameURL(t, s)
	})
}
