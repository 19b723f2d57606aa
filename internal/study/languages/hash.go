package languages

import (
	"crypto/sha256"
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Hash returns the SHA-256 of rules in hexadecimal digits, by which they are known years later: of their definitions in
// canonical form, one on each line, so that white space and comments make no difference. It is not in package abnf
// because crypto/sha256 would add 180 kB to each program that imports the library.
func Hash(rules []*abnf.Rule) string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintln(h, r)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
