//go:build plain

package mapping

import (
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// This file stands in the place of wing.go with the build tag plain.

func appendDecoded(dst []byte, s string) []byte { return percent.AppendDecoded(dst, s) }

func encoded(s string, n int) (string, bool) {
	return percent.Encoded(s, n), chars.KindsOf(s)&chars.ExcludedASCII != 0
}
