package ladder

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/spec"
	"github.com/rfc3987/iri/internal/wording"
)

// appendText appends the text of a component, whose rule is given, normalized as
// far as RungPercent, in NFC if that was asked for.
func (n *normalizer) appendText(dst []byte, s string, rule spec.Rule) []byte {
	start := len(dst)
	switch {
	case n.to == RungString:
		dst = append(dst, s...)
	case n.to == RungCase:
		dst = percent.AppendUpperHex(dst, s)
	default:
		dst = appendDecoded(dst, s, rule)
	}
	if n.nfc {
		dst = composeNFC(dst, start, rule)
	}
	return dst
}

// appendDecoded appends s with what need not be percent-encoded decoded, bidi
// formatting characters encoded, and hex digits in upper case.
func appendDecoded(dst []byte, s string, rule spec.Rule) []byte {
	pct, bidi := -1, -1 // where the next "%" and bidi formatting character stand
	for i := 0; ; {
		if pct < i {
			pct = percent.IndexFrom(s, i, strings.IndexByte(s[i:], '%'))
		}
		if bidi < i {
			bidi = percent.IndexFrom(s, i, chars.IndexBidiFormatting(s[i:]))
		}
		next := min(pct, bidi)
		dst = append(dst, s[i:next]...)
		i = next
		switch {
		case i == len(s):
			return dst
		case i == bidi:
			w := wording.CharLen(s[i:])
			if rule.Valid("%E2") {
				dst = percent.Append(dst, s[i:i+w])
			} else {
				dst = append(dst, s[i:i+w]...) // ireg-name of the draft has no percent-encoding
			}
			i += w
		case i+3 > len(s):
			return append(dst, s[i:]...)
		default:
			if char, w := decodable(s[i:], rule); w > 0 {
				dst = utf8.AppendRune(dst, char)
				i += w
				continue
			}
			dst = append(dst, '%', percent.UpperHexDigit(s[i+1]), percent.UpperHexDigit(s[i+2]))
			i += 3
		}
	}
}

// decodable returns the character that s begins with in percent-encoded form and
// the length of that form, if it need not be encoded: if it is unreserved
// (RFC 3986 §2.3), or if it lies beyond US-ASCII and the rule of the component
// accepts it. Otherwise the length is 0.
func decodable(s string, rule spec.Rule) (rune, int) {
	c, ok := percent.Triplet(s)
	if !ok {
		return 0, 0
	}
	if c < utf8.RuneSelf {
		if chars.IsUnreserved(c) {
			return rune(c), 3
		}
		return 0, 0
	}
	var buf [utf8.UTFMax]byte
	b := buf[:0]
	for {
		b = append(b, c)
		if utf8.FullRune(b) {
			break
		}
		if c, ok = percent.Triplet(s[3*len(b):]); !ok {
			return 0, 0
		}
	}
	// A legal sequence and nothing else: not overlong, no surrogate, at most
	// U+10FFFF (RFC 3987 §3.2 step 3). DecodeRune takes no other.
	r, w := utf8.DecodeRune(b)
	if w != len(b) || w == 1 || chars.IsBidiFormatting(r) || !rule.Valid(string(b)) {
		return 0, 0
	}
	return r, 3 * w
}

// isNormalText reports whether appendText would change no component of r.
func (n *normalizer) isNormalText(r component.Ref) bool {
	s, p := r.Text, r.Parts
	if n.to >= RungPercent && chars.IndexBidiFormatting(s) >= 0 {
		return false // or a host of the draft, which append then copies
	}
	for at := 0; ; at += 3 {
		i := strings.IndexByte(s[at:], '%')
		if i < 0 || at+i+3 > len(s) {
			return true
		}
		at += i
		if 'a' <= s[at+1] || 'a' <= s[at+2] { // of the bytes that may stand there, hex digits in lower case
			return false
		}
		if n.to < RungPercent {
			continue
		}
		var rule spec.Rule
		switch i := uint32(at); {
		case i >= p.Query:
			rule = n.fragment
		case i >= p.PathEnd:
			rule = n.query
		case i >= p.Path:
			rule = n.path
		case i >= p.Host:
			rule = n.host
		default:
			rule = n.userinfo
		}
		if _, w := decodable(s[at:], rule); w > 0 {
			return false
		}
	}
}
