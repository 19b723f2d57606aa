//go:build !plain

package mapping

import (
	"github.com/rfc3987/iri/internal/fast/octets"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// This file asks package octets, which reads and writes percent-encodings by blocks where the processor can. With the build tag
// plain, plain.go stands in its place, and it is not built.

// appendDecoded is [percent.AppendDecoded].
func appendDecoded(dst []byte, s string) []byte {
	if out, ok := octets.AppendDecoded(dst, s); ok {
		return out
	}
	return percent.AppendDecoded(dst, s)
}

// encoded is [percent.Encoded], and reports whether s has ASCII that URIs have not.
func encoded(s string, n int) (string, bool) {
	if b, excluded, ok := octets.AppendEncoded(make([]byte, 0, n), s); ok {
		return chars.View(b), excluded
	}
	return percent.Encoded(s, n), chars.KindsOf(s)&chars.ExcludedASCII != 0
}
