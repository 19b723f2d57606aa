// Package chars knows single characters and words: classes of ASCII characters, and the properties that Unicode gives
// to characters (unidata*_gen.go, which internal/make/unigen writes). Functions get a character or a text, and return
// its classes, properties and scripts. The package must not know references or rules: its callers decide what a
// property means for an IRI.
package chars

import (
	"math/bits"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// UnsafeString returns a string that shares the memory of b. It must not be used after b changes.
func UnsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// NonASCII returns the offset of the first byte of s that is not ASCII, or len(s).
func NonASCII(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if w := Load64(s, i) & 0x8080808080808080; w != 0 {
			return i + bits.TrailingZeros64(w)/8
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			break
		}
	}
	return i
}

// Load64 returns the eight bytes of s from offset i on, the first one in the lowest bits. It panics if s has fewer.
func Load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// IsHex reports whether a byte is a HEXDIG of either case.
func IsHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// HexValue returns the value of a HEXDIG of either case.
func HexValue(c byte) byte { return c&15 + c>>6*9 }

// IsUnreserved reports whether a byte is one of unreserved = ALPHA / DIGIT / "-" /
// "." / "_" / "~" (RFC 3986 §2.3).
func IsUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// IsBidiFormatting reports whether RFC 3987 §4.1 forbids the character in an IRI.
func IsBidiFormatting(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}

// IsLetter reports whether a byte is an ASCII letter.
func IsLetter(b byte) bool { return b|0x20-'a' < 26 }

// IsDigit reports whether a byte is an ASCII digit.
func IsDigit(b byte) bool { return b-'0' < 10 }

// IsLDH reports whether a byte is an ASCII letter, a digit or a hyphen. LDH labels (RFC 5890 §2.3.1), in which DNS
// ignores case, and names of rules (RFC 5234 §4) consist of these.
func IsLDH(b byte) bool { return IsLetter(b) || IsDigit(b) || b == '-' }

// IndexOther returns the offset of the first byte of s that is neither an ASCII letter, nor a
// digit, nor in more; -1 if there is none.
func IndexOther(s, more string) int {
	for i := range len(s) {
		if b := s[i]; !IsLetter(b) && !IsDigit(b) && strings.IndexByte(more, b) < 0 {
			return i
		}
	}
	return -1
}

// IsASCII reports whether all bytes of s are ASCII.
func IsASCII[T string | []byte](s T) bool {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if b := s[i : i+8]; b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7] >= 0x80 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isUpper reports whether a byte is an ASCII letter in upper case.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// HasUpper reports whether s has an ASCII letter in upper case.
func HasUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// HasUpperHost is like [HasUpper], but ignores letters in percent-encodings, which are digits.
func HasUpperHost(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i += 2
		} else if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// LowerASCII changes the ASCII letters of b to lower case.
func LowerASCII(b []byte) {
	for i, c := range b {
		if isUpper(c) {
			b[i] |= 0x20
		}
	}
}

// Lower returns s with ASCII letters in lower case. It does not allocate if there is nothing to
// change.
func Lower(s string) string {
	if !HasUpper(s) {
		return s
	}
	b := []byte(s)
	LowerASCII(b)
	return string(b)
}

// LoweredHost returns a host with letters outside of percent-encodings in lower case. It does not allocate if nothing
// changes.
func LoweredHost(host string) string {
	if !HasUpperHost(host) {
		return host
	}
	b := []byte(host)
	LowerHost(b)
	return string(b)
}

// LowerHost is like [LowerASCII], but does not change percent-encodings.
func LowerHost(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if isUpper(b[i]) {
			b[i] |= 0x20
		}
	}
}

// HexNumber returns the value of the n hex digits at the start of b, or false if there are
// fewer.
func HexNumber(b []byte, n int) (rune, bool) {
	if len(b) < n {
		return 0, false
	}
	var r rune
	for _, c := range b[:n] {
		if !IsHex(c) {
			return 0, false
		}
		r = r<<4 | rune(HexValue(c))
	}
	return r, true
}

// The classes of ASCII characters in a component. Delimiters divide it into words, numbers and the like.
const (
	ClassDelimiter = iota
	ClassLetter
	ClassDigit
	ClassPercent
	classOther
)

// SegmentClass has the class of each ASCII character in any component but the host. RFC 3987 §4.2 divides components
// at "delimiters (structural characters, mostly punctuation such as "@", ".", ":", and "/")". Here all ASCII
// punctuation divides, so that a part is a word or a number.
var SegmentClass = newClasses("")

// LabelClass has the class of each ASCII character in a host, where the parts are labels: "treating each label of a
// domain name as a component".
var LabelClass = newClasses("-_~!$&'()*+,;=")

// newClasses returns a table of classes in which the characters of other are not delimiters.
func newClasses(other string) *[utf8.RuneSelf]uint8 {
	t := new([utf8.RuneSelf]uint8)
	for c := '0'; c <= '9'; c++ {
		t[c] = ClassDigit
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = ClassLetter, ClassLetter
	}
	for _, c := range other {
		t[c] = classOther
	}
	t['%'] = ClassPercent
	return t
}

// Space is the white space that HTML and XML remove around a URL.
const Space = " \t\n\f\r"

// SpaceEnd returns the end of the white space that starts at raw[i].
func SpaceEnd(raw []byte, i, end int) int {
	for i < end && IsSpace(raw[i]) {
		i++
	}
	return i
}

// IsSpace reports whether a byte is in [Space].
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

// TrimSpace returns a text without the white space at both ends.
func TrimSpace(text []byte) []byte {
	text = text[SpaceEnd(text, 0, len(text)):]
	n := len(text)
	for n > 0 && IsSpace(text[n-1]) {
		n--
	}
	return text[:n]
}

// IsBlank reports whether a text is only white space.
func IsBlank(text []byte) bool { return SpaceEnd(text, 0, len(text)) == len(text) }

// UriByte is true for the bytes that a URI allows: unreserved, reserved and "%" (RFC 3986 §2). A test compares it
// with the grammar.
var UriByte = func() (t [256]bool) {
	for i := '!'; i <= '~'; i++ {
		t[i] = !strings.ContainsRune(excluded, i)
	}
	return t
}()

// A Trait is a property of a byte that keeps a text from being a URI in normal form. The traits of a text are the
// union of those of its bytes.
type Trait uint8

const (
	BeyondASCII   Trait = 1 << iota // not in a URI
	ExcludedASCII                   // ASCII that is not in a URI; LEIRIs may have it
	PercentSign                     // "%"
	UpperASCII                      // "A" to "Z"
	Tilde                           // "~"

	NotInURI = BeyondASCII | ExcludedASCII
)

// Traits has the trait of each byte. It is 0 for most bytes that a URI allows.
var Traits = func() (t [256]Trait) {
	for i, may := range UriByte {
		switch {
		case i >= utf8.RuneSelf:
			t[i] = BeyondASCII
		case !may:
			t[i] = ExcludedASCII
		case i == '%':
			t[i] = PercentSign
		case isUpper(byte(i)):
			t[i] = UpperASCII
		case i == '~':
			t[i] = Tilde
		}
	}
	return t
}()

// TraitsOf returns the traits of the bytes of s.
func TraitsOf(s string) (k Trait) {
	if len(s) < 8 {
		for i := range len(s) {
			k |= Traits[s[i]]
		}
		return k
	}
	last := s[len(s)-8:] // may overlap with bytes that the loop reads
	for ; len(s) > 8; s = s[8:] {
		k |= traitsOf8(s)
	}
	return k | traitsOf8(last)
}

// traitsOf8 returns the traits of the first eight bytes of s.
func traitsOf8(s string) Trait {
	return Traits[s[0]] | Traits[s[1]] | Traits[s[2]] | Traits[s[3]] | Traits[s[4]] | Traits[s[5]] | Traits[s[6]] |
		Traits[s[7]]
}

// NotURI returns the offset of the first byte of s that a URI must not have, because it is not ASCII or only LEIRIs
// may have it, or len(s).
func NotURI(s string) int {
	i := 0
	for i < len(s) && Traits[s[i]]&NotInURI == 0 {
		i++
	}
	return i
}

// IsExcluded reports whether a byte is ASCII that a URI must not have.
func IsExcluded(b byte) bool { return Traits[b] == ExcludedASCII }

// excluded has the printable ASCII characters other than the space that URIs do not allow: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// PrintableExcluded reports whether a byte is in the list of RFC 3987 §3.1: printable
// ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
