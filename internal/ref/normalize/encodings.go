package normalize

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A field is a part of a reference whose characters have a normal form.
type field uint8

const (
	userinfo field = iota
	host
	path
	identifier // the start of a path where "~" stays encoded: see [scheme.KeepsTilde]
	query
	fragment
)

// inAuthority reports whether a field is part of an authority.
func (in field) inAuthority() bool { return in <= host }

// rule returns the rule of a field.
func (f *form) rule(in field) spec.Rule {
	switch in {
	case userinfo:
		return f.rules.Of[component.Userinfo]
	case host:
		return f.rules.Of[component.RegName]
	case query:
		return f.rules.Of[component.Query]
	case fragment:
		return f.rules.Of[component.Fragment]
	}
	return f.rules.Path()
}

// text appends a field with its characters in normal form, as far as RungPercent.
func (f *form) text(dst []byte, s string, in field) []byte {
	switch traits := chars.TraitsOf(s); {
	case traits&(chars.NotInURI|chars.PercentSign) == 0, // on every rung, and in NFC
		traits&(chars.ExcludedASCII|chars.PercentSign) == 0 && !f.leiri && !in.inAuthority() &&
			(&textparts.Text{S: s}).MayBeDecoded():
		return append(dst, s...)
	}
	start := len(dst)
	dst = f.characters(dst, s, in)
	if f.rung < RungPercent || f.decodeAll || in == host ||
		chars.NonASCII(chars.UnsafeString(dst[start:])) == len(dst)-start || !f.rule(in).Valid("%E2") {
		return dst
	}
	return textparts.KeepEncoded(dst, start, in == path || in == identifier)
}

// characters is text for a field that may keep what [textparts] finds.
func (f *form) characters(dst []byte, s string, in field) []byte {
	start := len(dst)
	switch f.rung {
	case RungString:
		dst = append(dst, s...)
	case RungCase:
		dst = percent.AppendUpperHex(dst, s)
	default:
		dst = f.decoded(dst, s, in)
	}
	if f.NFC {
		dst = composeNFC(dst, start, f.rule(in))
	}
	return dst
}

// decoded appends s with what need not be percent-encoded decoded, what RFC 3987
// §3.2 keeps encoded percent-encoded, and hex digits in upper case.
func (f *form) decoded(dst []byte, s string, in field) []byte {
	start, rule, authority := len(dst), f.rule(in), in.inAuthority()
	pct, kept := -1, len(s) // where the next "%" stands, and the next character to look at
	if f.mayEncode(s, authority) {
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
			if encodes && f.encode(f.before(dst[start:], rule), s[i:i+w], rule, authority) {
				dst = percent.Append(dst, s[i:i+w])
			} else {
				dst = append(dst, s[i:i+w]...)
			}
			i += w
		case i+3 > len(s):
			return append(dst, s[i:]...)
		case f.leiri && !f.mending && isOfLEIRI(percent.OctetAt(s, i)):
			dst = append(dst, percent.OctetAt(s, i))
			i += 3
		default:
			if char, w := decodable(f.before(dst[start:], rule), s[i:], rule, authority); w > 0 &&
				(char != '~' || in != identifier) &&
				(w == 3 || !f.NFC || !f.keptEncoded(f.before(dst[start:], rule), char, authority)) {
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
func (f *form) mayEncode(s string, authority bool) bool {
	kinds := chars.TraitsOf(s)
	return kinds&chars.ExcludedASCII != 0 || kinds&chars.BeyondASCII != 0 &&
		(f.leiri || chars.MightStayEncoded(s, authority))
}

// encode reports whether the normal form percent-encodes a character after the text before
// it in the component.
func (f *form) encode(before []byte, char string, rule spec.Rule, authority bool) bool {
	if char[0] < utf8.RuneSelf {
		return !f.leiri || !isOfLEIRI(char[0]) // URIs have it in no other way
	}
	r, _ := utf8.DecodeRuneInString(char)
	return f.keptEncoded(before, r, authority) || f.leiri && !rule.Valid(char)
}

// isOfLEIRI reports whether an octet is a space, a delimiter or an unwise character, which LEIRIs have as they are and
// IRIs have not (the Note's §5). They are none of the characters that RFC 3987 §3.2 keeps encoded, as controls are.
func isOfLEIRI(c byte) bool { return chars.IsExcluded(c) && c >= ' ' && c != 0x7F }

// before returns what decides on the next character of the component: the text before it,
// which is in NFC in the result if that was asked for. U+1D15E is a symbol, and U+FE0F may stand
// after it; what it comes apart to ends with a mark.
func (f *form) before(text []byte, rule spec.Rule) []byte {
	if !f.NFC {
		return text
	}
	if text = chars.Context(text); chars.IsASCII(text) {
		return text
	}
	text = text[max(0, bytes.LastIndexAny(text, "!$&'()*+,;=:@/?")):] // nothing composes across a delimiter
	return composeNFC(bytes.Clone(text), 0, rule)
}

// keptEncoded is [chars.KeptEncoded] for a character, in NFC if that was asked for.
func (f *form) keptEncoded(before []byte, r rune, authority bool) bool {
	if !f.NFC {
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
