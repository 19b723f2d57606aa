package templates

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// percentLen returns the length of the placeholder at the start of s, which begins with "%": a verb of a format
// string, or a name between two "%". It returns 0 if there is none.
func percentLen(s string) int {
	if n := namedLen(s); n > 0 {
		return n
	}
	i := 1
	switch {
	case strings.HasPrefix(s[i:], "("): // %(name)s
		end := 2 + nameLen(s[2:])
		if end == 2 || !strings.HasPrefix(s[end:], ")") {
			return 0
		}
		if n := verbLen(s[end+1:]); n > 0 {
			return end + 1 + n
		}
		return 0
	case strings.HasPrefix(s[i:], "["): // %[1]s
		if n := digits(s[2:]); n > 0 && strings.HasPrefix(s[2+n:], "]") {
			i = 3 + n
		}
	case digits(s[i:]) > 0:
		if n := digits(s[i:]); strings.HasPrefix(s[i+n:], "$") && (n == 1 || n == 2 && s[i] == '1') { // %1$s
			i += n + 1
		}
	}
	if isTriplet(s) && i == 1 { // %02d is a control character, which nobody writes, and a letter
		if s[1] != '0' || s[2] < '1' || s[2] > '9' || len(s) < 4 || strings.IndexByte("dxXsiu", s[3]) < 0 ||
			len(s) > 4 && isAlnum(s[4]) {
			return 0
		}
		return 4
	}
	for i < len(s) && strings.IndexByte("-+0123456789.*", s[i]) >= 0 {
		i++
	}
	if n := verbLen(s[i:]); n > 0 {
		return i + n
	}
	return 0
}

// verbLen returns the length of the verb of a format string or a date at the start of s, or 0. %s and %@ are verbs
// before any text, %d unless a hexadecimal digit follows; others must not be followed by a letter or digit.
func verbLen(s string) int {
	n := 0
	for _, length := range []string{"hh", "h", "ll", "l", "z", "j", "t"} { // of the number, as in C
		if rest, ok := strings.CutPrefix(s, length); ok && rest != "" && strings.IndexByte("diuxXos", rest[0]) >= 0 {
			n = len(length)
			break
		}
	}
	if n == len(s) {
		return 0
	}
	c, after := s[n], s[n+1:]
	next := byte('/')
	if after != "" {
		next = after[0]
	}
	switch {
	case c == 's', c == '@', c == 'd' && !chars.IsHex(next):
	case strings.IndexByte("hijmnopqrtuvwxyHMSTUXY", c) >= 0 && !isAlnum(next):
	default:
		return 0
	}
	return n + 1
}

// namedLen returns the length of %NAME% at the start of s, or 0. A name that is not in capitals must not be part of a
// longer word, nor begin like a percent-encoding or an escape of JavaScript.
func namedLen(s string) int {
	n := 1 + strings.IndexFunc(s[1:], func(r rune) bool { return !isWord(r) })
	if n < 3 || s[n] != '%' || chars.IsDigit(s[1]) || isTriplet(s[n:]) {
		return 0
	}
	inCapitals := n > 3 && upperLen(s[1:]) == n-1
	switch {
	case inCapitals:
	case isTriplet(s), s[1]|0x20 == 'u' && chars.IsHex(s[2]), n+1 < len(s) && isAlnum(s[n+1]):
		return 0
	}
	return n + 1
}

func isWord(r rune) bool {
	return r < 0x80 && (isAlnum(byte(r)) || strings.IndexByte("_-.", byte(r)) >= 0)
}

func isAlnum(c byte) bool { return chars.IsLetter(c) || chars.IsDigit(c) }

// digits returns the number of digits at the start of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
