package chars_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/text/chars"
)

// TestLowerASCII has bytes of each kind.
func TestLowerASCII(t *testing.T) {
	b := []byte("@AZ[`az{\x80\xC1\xDAé9")
	if chars.LowerASCII(b); string(b) != "@az[`az{\x80\xC1\xDAé9" {
		t.Errorf("got %q", b)
	}
}
