package textparts

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// HasNoIssues reports whether the text of components other than the host, as it is shown, has no [PartIssue] and is
// in Normalization Form C.
func HasNoIssues(s string) bool { return (&Text{S: s}).hasNoIssues(0) }

// MayBeDecoded reports whether conversions surely keep all of a text decoded: it is orderly outside of the host, and
// [chars.KeptEncoded] is false for all of its characters. It reads the text once.
func (t *Text) MayBeDecoded() bool {
	authority := t.S[:t.Parts.Path] // after "%" a combining mark can compose with a hex digit
	return t.hasNoIssues(chars.MayBeKept) && (strings.IndexByte(authority, '%') < 0 || chars.IsASCII(authority))
}

// hasNoIssues is [HasNoIssues] for a text that must not have characters with one of the forbidden flags. It ignores
// faults of the host.
func (t *Text) hasNoIssues(forbidden uint16) bool {
	first := chars.NonASCII(t.S)
	if first == len(t.S) {
		return true
	}
	faults := 0
	seen := t.Read(first, func(f PartIssue) {
		if !t.InHost(f.Start) {
			faults++
		}
	})
	return faults == 0 && seen&forbidden == 0 && (seen&chars.NotNFC == 0 || chars.IsNFC(t.S[:t.Parts.Host]) &&
		chars.IsNFC(t.S[t.Parts.Path:]))
}

// KeepEncoded percent-encodes again each component of b[start:] that is not orderly. b[start:] is a decoded userinfo,
// path, query or fragment. "Please note that the whole component has to be mapped" (RFC 3987 §4.2): in a path that is
// the segment.
func KeepEncoded(b []byte, start int, path bool) []byte {
	if HasNoIssues(chars.UnsafeString(b[start:])) {
		return b
	}
	text := string(b[start:])
	if !path {
		return percent.AppendNonASCII(b[:start], text)
	}
	b = b[:start]
	for segment := range strings.SplitAfterSeq(text, "/") {
		if HasNoIssues(segment) {
			b = append(b, segment...)
		} else {
			b = percent.AppendNonASCII(b, segment)
		}
	}
	return b
}
