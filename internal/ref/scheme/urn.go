package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// urnPath returns the path of a URN in normal form: with the namespace identifier in lower case (RFC 8141 §3.1), and
// the name as the definition of its namespace has it. A UUID is in lower case (RFC 9562 §4), and so are the names of
// ietf (RFC 2648 §2); book numbers have no hyphens, those of serials have one, and both a capital X (RFC 8254). A name
// that is not of the form that its namespace asks for stays.
func urnPath(path string) string {
	nid, name, ok := strings.Cut(path, ":")
	if !ok || strings.Trim(nid, nidChars) != "" {
		return path
	}
	nss := name
	switch {
	case is(nid, "uuid") && IsUUID(nss), is(nid, "ietf"):
		nss = chars.LoweredHost(nss)
	case is(nid, "isbn"):
		if digits, ok := ISBN(nss); ok {
			nss = strings.ToUpper(digits)
		}
	case is(nid, "issn"):
		if digits, ok := ISSN(nss); ok && (nss == digits || nss[8] == 'x') {
			nss = strings.ToUpper(digits[:4] + "-" + digits[4:])
		}
	}
	if nss == name && !chars.HasUpper(nid) {
		return path
	}
	return strings.ToLower(nid) + ":" + nss
}

// nidChars are the characters of a namespace identifier.
const nidChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"

// IsUUID reports whether s is a UUID as RFC 9562 §4 writes it, in either case.
func IsUUID(s string) bool {
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' &&
		strings.Count(s, "-") == 4 && strings.Trim(s, "0123456789abcdefABCDEF-") == ""
}

// ISBN returns the digits of a book number of ten or thirteen, the last of which may be an X of ten, and whether s is
// one: digits with hyphens between them (ISO 2108, RFC 8254). The check digit may be wrong: see [IsISBN].
func ISBN(s string) (digits string, ok bool) {
	digits = without(s, "-")
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' || strings.Contains(s, "--") {
		return digits, false
	}
	return digits, len(digits) == 10 && isCheckedNumber(digits) || len(digits) == 13 && isNumber(digits)
}

// IsISBN reports whether the check digit of a book number is right (ISO 2108).
func IsISBN(digits string) bool {
	if len(digits) == 10 {
		return weighted(digits)%11 == 0
	}
	sum := 0
	for i, d := range []byte(digits) {
		sum += int(d-'0') * (1 + i%2*2)
	}
	return sum%10 == 0
}

// ISSN returns the eight digits of the number of a serial, the last of which may be an X, and whether s is one: digits,
// with a hyphen in the middle or without it (ISO 3297, RFC 8254). The check digit may be wrong: see [IsISSN].
func ISSN(s string) (digits string, ok bool) {
	if len(s) == 9 && s[4] == '-' {
		s = s[:4] + s[5:]
	}
	return s, len(s) == 8 && isCheckedNumber(s)
}

// IsISSN reports whether the check digit of the number of a serial is right (ISO 3297).
func IsISSN(digits string) bool { return weighted(digits)%11 == 0 }

// weighted returns the sum of digits, each times its place from the end, as the check digits of books and serials ask.
func weighted(digits string) (sum int) {
	for i, d := range []byte(digits) {
		if d|0x20 == 'x' {
			d = '0' + 10
		}
		sum += (len(digits) - i) * int(d-'0')
	}
	return sum
}

// isNumber reports whether s is digits.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isCheckedNumber reports whether s, which is not empty, is digits; the last may be an X.
func isCheckedNumber(s string) bool {
	last := len(s) - 1
	return isNumber(s[:last]) && (isNumber(s[last:]) || s[last]|0x20 == 'x')
}
