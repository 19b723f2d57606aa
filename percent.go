package iri

import (
	"strings"
	"unicode/utf8"
)

// This file holds the case and percent-encoding normalization of one component
// (RFC 3987 §5.3.2.1, §5.3.2.3). It is not part of normalize.go because the prose
// rules ask the same questions.

// appendText appends the text of a component, whose rule is given, normalized as
// far as RungPercent, in NFC if that was asked for.
func (n *normalizer) appendText(dst []byte, s string, rule Rule) []byte {
	start := len(dst)
	switch {
	case n.to == RungString:
		dst = append(dst, s...)
	case n.to == RungCase:
		dst = appendUpperHex(dst, s)
	default:
		dst = appendDecoded(dst, s, rule)
	}
	if n.nfc {
		dst = composeNFC(dst, start, rule)
	}
	return dst
}

// appendUpperHex appends s with the hex digits of its percent-encodings in upper
// case.
func appendUpperHex(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+3 > len(s) {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		dst = append(dst, '%', upperHexDigit(s[i+1]), upperHexDigit(s[i+2]))
		s = s[i+3:]
	}
}

// appendDecoded appends s with what need not be percent-encoded decoded, bidi
// formatting characters encoded, and hex digits in upper case.
func appendDecoded(dst []byte, s string, rule Rule) []byte {
	pct, bidi := -1, -1 // where the next "%" and bidi formatting character stand
	for i := 0; ; {
		if pct < i {
			pct = indexFrom(s, i, strings.IndexByte(s[i:], '%'))
		}
		if bidi < i {
			bidi = indexFrom(s, i, indexBidiFormatting(s[i:]))
		}
		next := min(pct, bidi)
		dst = append(dst, s[i:next]...)
		i = next
		switch {
		case i == len(s):
			return dst
		case i == bidi:
			w := charLen(s[i:])
			if rule.Valid("%E2") {
				dst = appendEncoded(dst, s[i:i+w])
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
			dst = append(dst, '%', upperHexDigit(s[i+1]), upperHexDigit(s[i+2]))
			i += 3
		}
	}
}

// indexFrom returns an index in s of one in s[from:], the length of s for -1.
func indexFrom(s string, from, index int) int {
	if index < 0 {
		return len(s)
	}
	return from + index
}

// indexBidiFormatting returns where the first of the characters that RFC 3987
// §4.1 forbids stands (LRM, RLM, LRE, RLE, PDF, LRO, RLO), -1 if there is none.
// In UTF-8 they all begin with E2 80.
func indexBidiFormatting(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], "\xe2\x80")
		if i < 0 || from+i+2 >= len(s) {
			return -1
		}
		from += i
		if r, _ := utf8.DecodeRuneInString(s[from:]); isBidiFormatting(r) {
			return from
		}
		from += 2
	}
}

// isBidiFormatting reports whether RFC 3987 §4.1 forbids the character in an IRI.
func isBidiFormatting(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}

// decodable returns the character that s begins with in percent-encoded form and
// the length of that form, if it need not be encoded: if it is unreserved
// (RFC 3986 §2.3), or if it lies beyond US-ASCII and the rule of the component
// accepts it. Otherwise the length is 0.
func decodable(s string, rule Rule) (rune, int) {
	c, ok := triplet(s)
	if !ok {
		return 0, 0
	}
	if c < utf8.RuneSelf {
		if isUnreserved(c) {
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
		if c, ok = triplet(s[3*len(b):]); !ok {
			return 0, 0
		}
	}
	// A legal sequence and nothing else: not overlong, no surrogate, at most
	// U+10FFFF (RFC 3987 §3.2 step 3). DecodeRune takes no other.
	r, w := utf8.DecodeRune(b)
	if w != len(b) || w == 1 || isBidiFormatting(r) || !rule.Valid(string(b)) {
		return 0, 0
	}
	return r, 3 * w
}

// triplet returns the octet of the percent-encoding that s begins with.
func triplet(s string) (byte, bool) {
	if len(s) < 3 || s[0] != '%' || !isHex(s[1]) || !isHex(s[2]) {
		return 0, false
	}
	return hexValue(s[1])<<4 | hexValue(s[2]), true
}

const upperHex = "0123456789ABCDEF"

// percentEncode returns s with every byte percent-encoded (RFC 3986 §2.1).
func percentEncode(s string) string {
	return string(appendEncoded(make([]byte, 0, 3*len(s)), s))
}

// appendEncoded appends s with every byte percent-encoded in upper case.
func appendEncoded(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = append(dst, percent[s[i]]...)
	}
	return dst
}

// isHex reports whether a byte is a HEXDIG of either case.
func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// hexValue returns the value of a HEXDIG of either case.
func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

func upperHexDigit(c byte) byte {
	if 'a' <= c && c <= 'f' {
		return c - 0x20
	}
	return c
}

// isUnreserved reports whether a byte is one of unreserved = ALPHA / DIGIT / "-" /
// "." / "_" / "~" (RFC 3986 §2.3).
func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// isNormalText reports whether appendText would change no component of r.
func (n *normalizer) isNormalText(r Ref) bool {
	s, p := r.s, r.p
	if n.to >= RungPercent && indexBidiFormatting(s) >= 0 {
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
		var rule Rule
		switch i := uint32(at); {
		case i >= p.query:
			rule = n.fragment
		case i >= p.pathEnd:
			rule = n.query
		case i >= p.path:
			rule = n.path
		case i >= p.host:
			rule = n.host
		default:
			rule = n.userinfo
		}
		if _, w := decodable(s[at:], rule); w > 0 {
			return false
		}
	}
}
