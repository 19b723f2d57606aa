package clean

import (
	"math/rand/v2"
	"testing"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestCleanLabel holds that a label that is clean by the repertoire of its first character is plain to the hostScanner
// as well, character by character, and that the rules in prose find nothing in its A-label.
func TestCleanLabel(t *testing.T) {
	var near [][]rune // letters and marks, by group of 128 characters
	for r := rune(0x80); r < 0x20000; r++ {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			if len(near) == 0 || near[len(near)-1][0]>>7 != r>>7 {
				near = append(near, nil)
			}
			near[len(near)-1] = append(near[len(near)-1], r)
		}
	}
	r := rand.New(rand.NewPCG(5890, 64))
	n, plain, clean := testkit.Size(20000, 50000, 400000), 0, 0
	for range n {
		letters := near[r.IntN(len(near))]
		if r.IntN(2) == 0 {
			letters = near[r.IntN(30)] // without Han
		}
		var label []rune
		for range 1 + r.IntN(9) {
			switch r.IntN(24) {
			case 0:
				label = append(label, rune("a1-b"[r.IntN(4)]))
			case 1:
				label = append(label, 0x300+rune(r.IntN(0x30)))
			case 2:
				label = append(label, near[r.IntN(len(near))][0])
			default:
				label = append(label, letters[r.IntN(len(letters))])
			}
		}
		host := string(label)
		if chars.IsASCII(host) {
			continue
		}
		is := kernels.glance.IsCleanLabel(label)
		if isPlain(host) {
			plain++
		} else if is {
			t.Errorf("%+q is clean, and not plain", host)
		}
		if !is {
			continue
		}
		clean++
		if with, err := idna.Punycode.ToASCII(host); err != nil {
			t.Errorf("%+q is clean: %v", host, err)
		} else if found, _ := findingsIn(spec.RFC3987.Reference(), "http://"+with+"/"); len(found) > 0 {
			t.Errorf("%+q is clean, and has the finding %s", host, found[0].Code)
		}
	}
	if clean < n/20 || clean < plain*3/4 {
		t.Errorf("%d labels are plain and %d of them clean, of %d: want three quarters", plain, clean, n)
	}
}
