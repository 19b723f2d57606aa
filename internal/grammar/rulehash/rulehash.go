// Package rulehash is what rules are known by years later. In come rules, out comes a hash of
// them: two grammars have the same if their definitions are the same but for white space and
// comments. It is a package of its own so that programs that do not ask for hashes do not link
// crypto/sha256.
package rulehash

import (
	"crypto/sha256"
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Of returns the SHA-256 of rules in hexadecimal digits: of their definitions in canonical form,
// one on each line.
func Of(rules []*abnf.Rule) string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintln(h, r)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
