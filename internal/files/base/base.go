// Package base has the bases of references: it tracks the base in force, and resolves references.
package base

import (
	"fmt"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Max is the longest base, and the longest IRI of a prefix, in bytes. Each reference and each prefixed name expands
// to an IRI that includes it: without a limit, a short file could expand to gigabytes.
const Max = 4 << 10

// TooLong returns the message for a base or a prefix that is longer than Max.
func TooLong(what, users string) string {
	return fmt.Sprintf("%s is longer than the limit of %d bytes: %s that need it are not checked with it", what, Max, users)
}

// HasScheme reports whether a text starts with a scheme and a colon (RFC 3986 §3.1).
func HasScheme[T string | []byte](s T) bool {
	for i := range len(s) {
		if c := s[i]; !chars.IsLetter(c) && (i == 0 || !IsSchemeByte(c)) {
			return i > 0 && c == ':'
		}
	}
	return false
}

// IsSchemeByte reports whether a byte may be in a scheme, after its first letter.
func IsSchemeByte(c byte) bool {
	return chars.IsLetter(c) || chars.IsDigit(c) || c == '+' || c == '-' || c == '.'
}

// Resolve returns the target of a reference (RFC 3986 §5.2). It returns the reference unchanged if it has a scheme,
// does not conform, or has no base: RDF leaves absolute IRIs unchanged, and the check reports the others.
func Resolve(base, ref string) string {
	if base == "" || HasScheme(ref) {
		return ref
	}
	var b, r, target component.Ref
	rule := spec.RFC3987.Reference()
	if !rule.Split(base, &b) || b.Parts.Scheme == 0 || !rule.Split(ref, &r) {
		return ref
	}
	normalize.Resolve(&target, &b, &r)
	return target.Text
}
