package normalize

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// appendForm appends the text of a component, normalized, also if it would have a fault of
// [textparts].
func (n *normalizer) appendForm(dst []byte, s string, rule spec.Rule) []byte {
	start := len(dst)
	switch n.to {
	case RungString:
		dst = append(dst, s...)
	case RungCase:
		dst = percent.AppendUpperHex(dst, s)
	default:
		dst = n.appendDecoded(dst, s, rule)
	}
	if n.nfc {
		dst = composeNFC(dst, start, rule)
	}
	return dst
}

// appendDecoded appends s with what need not be percent-encoded decoded, what RFC 3987
// §3.2 keeps encoded percent-encoded, and hex digits in upper case.
func (n *normalizer) appendDecoded(dst []byte, s string, rule spec.Rule) []byte {
	start := len(dst)
	authority := rule == n.userinfo || rule == n.host
	pct, kept := -1, len(s) // where the next "%" stands, and the next character to look at
	if n.mayEncode(s, authority) {
		kept = -1
	}
	encodes := kept < len(s) && rule.Valid("%E2") // ireg-name of the draft has no percent-encoding
	for i := 0; ; {
		if pct < i {
			if k := strings.IndexByte(s[i:], '%'); k < 0 {
				pct = len(s)
			} else {
				pct = i + k
			}
		}
		if kept < i {
			kept = i + chars.NotURI(s[i:])
		}
		next := min(pct, kept)
		dst = append(dst, s[i:next]...)
		i = next
		switch {
		case i == len(s):
			return dst
		case i == kept:
			w := quote.CharLen(s[i:])
			if encodes && n.encode(n.before(dst[start:], rule), s[i:i+w], rule, authority) {
				dst = percent.Append(dst, s[i:i+w])
			} else {
				dst = append(dst, s[i:i+w]...)
			}
			i += w
		case i+3 > len(s):
			return append(dst, s[i:]...)
		case n.ofLEIRI && !n.mending && isOfLEIRI(percent.OctetAt(s, i)):
			dst = append(dst, percent.OctetAt(s, i))
			i += 3
		default:
			if char, w := decodable(n.before(dst[start:], rule), s[i:], rule, authority); w > 0 &&
				(char != '~' || i >= n.tildes) &&
				(w == 3 || !n.nfc || !n.keptEncoded(n.before(dst[start:], rule), char, authority)) {
				dst = utf8.AppendRune(dst, char)
				i += w
				continue
			}
			dst = append(dst, '%', percent.UpperHexDigit(s[i+1]), percent.UpperHexDigit(s[i+2]))
			i += 3
		}
	}
}

// mayEncode reports whether s has characters that the normal form may percent-encode.
func (n *normalizer) mayEncode(s string, authority bool) bool {
	kinds := chars.TraitsOf(s)
	return kinds&chars.ExcludedASCII != 0 || kinds&chars.BeyondASCII != 0 &&
		(n.ofLEIRI || chars.MayKeepEncoded(s, authority))
}

// encode reports whether the normal form percent-encodes a character after the text before
// it in the component.
func (n *normalizer) encode(before []byte, char string, rule spec.Rule, authority bool) bool {
	if char[0] < utf8.RuneSelf {
		return !n.ofLEIRI || !isOfLEIRI(char[0]) // URIs have it in no other way
	}
	r, _ := utf8.DecodeRuneInString(char)
	return n.keptEncoded(before, r, authority) || n.ofLEIRI && !rule.Valid(char)
}

// isOfLEIRI reports whether an octet is a space, a delimiter or an unwise character, which LEIRIs have as they are and
// IRIs have not (the Note's §5). They are none of the characters that RFC 3987 §3.2 keeps encoded, as controls are.
func isOfLEIRI(c byte) bool { return chars.IsExcluded(c) && c >= ' ' && c != 0x7F }

// before returns what decides on the next character of the component: the text before it,
// which is in NFC in the result if that was asked for. U+1D15E is a symbol, and U+FE0F may stand
// after it; what it comes apart to ends with a mark.
func (n *normalizer) before(text []byte, rule spec.Rule) []byte {
	if !n.nfc {
		return text
	}
	if text = chars.Context(text); chars.IsASCII(text) {
		return text
	}
	text = text[max(0, bytes.LastIndexAny(text, "!$&'()*+,;=:@/?")):] // nothing composes across a delimiter
	return composeNFC(bytes.Clone(text), 0, rule)
}

// keptEncoded is [chars.KeptEncoded] for a character, in NFC if that was asked for.
func (n *normalizer) keptEncoded(before []byte, r rune, authority bool) bool {
	if !n.nfc {
		return chars.KeptEncoded(before, r, authority)
	}
	for _, c := range norm.NFC.String(string(r)) {
		if chars.KeptEncoded(before, c, authority) {
			return true
		}
		before = utf8.AppendRune(before[:len(before):len(before)], c)
	}
	return false
}

// decodable returns the character that s begins with in percent-encoded form and
// the length of that form, if it need not be encoded: if it is unreserved
// (RFC 3986 §2.3), or if it lies beyond US-ASCII, the rule of the component
// accepts it and RFC 3987 §3.2 does not keep it encoded after the text before it in the
// component. Otherwise the length is 0.
func decodable[T string | []byte](before T, s string, rule spec.Rule, authority bool) (rune, int) {
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
	if w != len(b) || w == 1 || chars.KeptEncoded(before, r, authority) || !rule.Valid(string(b)) {
		return 0, 0
	}
	return r, 3 * w
}

// componentAt returns where the component of r is that has the byte at an offset. In a path
// that is a segment (RFC 3987 §4.2). It takes time in proportion to the length of the segment.
func componentAt(r component.Ref, at int) (from, to int) {
	s, p := r.Text, r.Parts
	switch i := uint32(at); {
	case i >= p.Query:
		return int(p.Query) + 1, len(s)
	case i >= p.PathEnd:
		return int(p.PathEnd) + 1, int(p.Query)
	case i >= p.Path:
		from = int(p.Path) + strings.LastIndexByte(s[p.Path:at], '/') + 1
		return from, at + component.SegmentEnd(s[at:p.PathEnd])
	case i >= p.Host:
		return int(p.Host), int(p.HostEnd)
	}
	return int(r.AuthorityStart()), int(p.Host) - 1
}
