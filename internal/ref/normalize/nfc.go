package normalize

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// composeNFC puts the text of a component, b[start:], into Unicode Normalization
// Form C. Plain NFC would change what the IRI says, or break it:
//
//   - "=" and U+0338 become "≠", and the delimiter is gone;
//   - "%2C" and U+0301 become "%2Ć", and so is the percent-encoding;
//   - U+037E becomes ";", and there is a delimiter that was none;
//   - U+1FEF becomes "`", which is not allowed at all.
//
// So each run of unreserved characters is composed by itself, and a character that
// would do one of these things is percent-encoded, which is equivalent to it
// (RFC 3987 §5.3.2.3). Where the rule has no percent-encoding, as in ireg-name of
// draft-ietf-iri-3987bis, a run that would need one stays as it is.
func composeNFC(b []byte, start int, rule spec.Rule) []byte {
	text := string(b[start:]) // not given to norm as bytes: that would move b to the heap
	if norm.NFC.IsNormalString(text) {
		return b
	}
	b = b[:start]
	encodes := rule.Valid("%41")
	for len(text) > 0 {
		run := runOfText(text)
		if run == 0 { // reserved, a percent-encoding, or what turns into ASCII
			w := quote.CharLen(text)
			switch {
			case text[0] < utf8.RuneSelf:
				if _, ok := percent.Triplet(text); ok {
					w = 3
				}
				b = append(b, text[:w]...)
			case encodes:
				b = percent.Append(b, text[:w])
			default:
				b = append(b, text[:w]...)
			}
			text = text[w:]
			continue
		}
		composed := norm.NFC.String(text[:run])
		for composed != "" && len(b) > start && encodes {
			// What is before the run is ASCII: does the run leave it alone?
			last := string(b[len(b)-1:])
			if norm.NFC.IsNormalString(last + beginning(composed)) {
				break
			}
			w := quote.CharLen(composed)
			b = percent.Append(b, composed[:w])
			composed = composed[w:]
		}
		b = append(b, composed...)
		text = text[run:]
	}
	return b
}

// runOfText returns the length of the longest prefix of s whose characters are
// all unreserved, by themselves and in NFC.
func runOfText(s string) int {
	for i, r := range s {
		if r < utf8.RuneSelf && !chars.IsUnreserved(byte(r)) || turnsReserved(r) {
			return i
		}
	}
	return len(s)
}

// turnsReserved reports whether NFC makes a US-ASCII character that is not
// unreserved of r. A test goes through all of Unicode.
func turnsReserved(r rune) bool { return r == 0x037E || r == 0x1FEF }

// beginning returns as much of s as can compose with what stands before it: no more
// marks than norm takes for one sequence.
func beginning(s string) string {
	n := 0
	for i := range s {
		if n == norm.MaxSegmentSize/utf8.UTFMax {
			return s[:i]
		}
		n++
	}
	return s
}
