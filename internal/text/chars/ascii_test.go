package chars_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestLowerASCII has bytes of each kind.
func TestLowerASCII(t *testing.T) {
	b := []byte("@AZ[`az{\x80\xC1\xDAé9")
	if chars.LowerASCII(b); string(b) != "@az[`az{\x80\xC1\xDAé9" {
		t.Errorf("got %q", b)
	}
}

// TestURIBytes checks that UriByte and the grammar allow the same bytes.
func TestURIBytes(t *testing.T) {
	testkit.StatesRFC(t, "unreserved", "reserved")
	for b := range 256 {
		s := string(rune(b))
		want := b < 0x80 && (b == '%' || spec.MustRule(spec.RFC3986, "unreserved").Valid(s) ||
			spec.MustRule(spec.RFC3986, "reserved").Valid(s))
		if chars.UriByte[b] != want {
			t.Errorf("byte %#x: got %v, want %v", b, chars.UriByte[b], want)
		}
	}
}
