// Package quote shows text of the input in messages. Functions take any string or character, and return short text
// that is safe to print: quoted, with escapes, or named as Unicode names it. The package must not know the subject of
// the messages.
package quote

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/percent"
)

// MaxQuoted is the greatest number of characters of the input that a message quotes.
const MaxQuoted = 32

// Quote returns s between quotation marks for a message, at most [MaxQuoted] characters
// of it. Characters that are not visible, or that change the direction of the line, are
// written as escapes.
func Quote[T string | []byte](s T) string {
	var array [2 * MaxQuoted]byte
	return string(Append(array[:0], string(s[:min(len(s), maxRead)])))
}

// maxRead limits the bytes that are read of a quoted text: a long one may have many findings.
const maxRead = (MaxQuoted + 1) * utf8.UTFMax

// Append appends [Quote] of s.
func Append(b []byte, s string) []byte { return appendQuoted(b, s[:min(len(s), maxRead)], MaxQuoted) }

// Cut is [Quote] without the quotation marks, for a name.
func Cut[T string | []byte](s T) string {
	q := Quote(s)
	return q[1 : len(q)-1]
}

// Ends returns a part of the input in quotation marks, for a message. It makes all characters visible, and cuts out
// the middle of a long part.
func Ends(s string) string {
	const most = 60
	switch { // choose the mark by the shown text only: many findings may have one long text
	case len(s) > 4*most:
		head, tail := most, len(s)-most/2
		for head > most-utf8.UTFMax && !utf8.RuneStart(s[head]) {
			head--
		}
		for tail < len(s)-most/2+utf8.UTFMax && !utf8.RuneStart(s[tail]) {
			tail++
		}
		s = s[:head] + "…" + s[tail:]
	case utf8.RuneCountInString(s) > most:
		runes := []rune(s)
		s = string(slices.Concat(runes[:most/2], []rune{'…'}, runes[len(runes)-most/2:]))
	}
	mark := QuotationMark(s)
	return string(append(AppendVisible([]byte{mark}, s), mark))
}

func appendQuoted(b []byte, s string, most int) []byte {
	mark := QuotationMark(s)
	b = append(b, mark)
	n := 0
	for i := 0; i < len(s); n++ {
		if n == most {
			b = append(b, "…"...)
			break
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		b = appendShown(b, s[i:i+w], r)
		i += w
	}
	return append(b, mark)
}

// QuotationMark returns the mark that a message puts around s: the single one if s contains the double one.
func QuotationMark(s string) byte {
	if strings.IndexByte(s, '"') >= 0 {
		return '\''
	}
	return '"'
}

// Hex returns r in that many hexadecimal digits.
func Hex(r rune, digits int) string { return string(appendHex(nil, r, digits)) }

// appendHex appends r in that many hexadecimal digits.
func appendHex(b []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, percent.UpperHex[r>>shift&0xF])
	}
	return b
}

// Describe names the first character of s, which is not empty, for a message. An ASCII character is
// quoted; for others it gives the code point and the name too, and for a byte that is not UTF-8
// its number.
func Describe(s string) string {
	r, w := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && w == 1:
		return "0x" + Hex(rune(s[0]), 2)
	case r == '"':
		return `'"'`
	case r > ' ' && r <= '~':
		return `"` + s[:1] + `"`
	case Shows(r) && r != ' ' && !unicode.Is(unicode.M, r):
		return `"` + s[:w] + `" (` + RuneName(r) + ")"
	}
	return RuneName(r)
}

// RuneName returns the code point and the Unicode name of a character as messages
// give it: "U+00A0 NO-BREAK SPACE".
func RuneName(r rune) string {
	name := unicodeName(r)
	switch {
	case name == "" && r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
		name = "<noncharacter>"
	case name == "":
		name = "<unassigned>"
	case name == "<control>":
		name = cmp.Or(controlName(r), name)
	}
	b := make([]byte, 0, 64)
	digits := 4
	for r>>(4*digits) > 0 {
		digits++
	}
	b = append(appendHex(append(b, 'U', '+'), r, digits), ' ')
	return string(append(b, name...))
}

// controlName returns an alias from Unicode's NameAliases.txt for control characters that often occur in text, and ""
// for others. Control characters have no names.
func controlName(r rune) string {
	switch r {
	case 0x00:
		return "NULL"
	case '\t':
		return "CHARACTER TABULATION"
	case '\n':
		return "LINE FEED"
	case '\r':
		return "CARRIAGE RETURN"
	case 0x1B:
		return "ESCAPE"
	case 0x7F:
		return "DELETE"
	case 0x85:
		return "NEXT LINE"
	}
	return ""
}

// WithArticle returns the name of a rule with its indefinite article: "an IRI", "a port".
func WithArticle(name string) string {
	return Article(name) + name
}

// Article returns the indefinite article of the name of a rule, with a space after it.
func Article(name string) string {
	if name != "" && strings.IndexByte("aeioAEIO", name[0]) >= 0 || strings.HasPrefix(name, "un") {
		return "an "
	}
	return "a "
}

// CharLen returns the length in bytes of the first character of s: 1 if that is not
// UTF-8, 0 if s is empty.
func CharLen(s string) int {
	_, w := utf8.DecodeRuneInString(s)
	return w
}

// MaxWritten is the greatest number of characters that a hint proposes to write.
const MaxWritten = 200

// QuoteBare is [Quote] for text to write: without the quotation marks, and at most [MaxWritten] characters.
func QuoteBare(s string) string {
	b := appendQuoted(nil, s, MaxWritten)
	return string(b[1 : len(b)-1])
}

// Plural returns a number with its unit: "1 error", "2 errors".
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(int64(n)) + " " + what + "s"
}

// Count returns a number as people read it: with a comma before each three digits.
func Count[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Names are the names of the values of an enumeration, in order.
type Names []string

// Of returns the name of a value. For a value without a name it returns the type and the number: Rung(9).
func (n Names) Of(v uint8, kind string) string {
	if int(v) < len(n) {
		return n[v]
	}
	return kind + "(" + strconv.Itoa(int(v)) + ")"
}

// Parse returns the value with a name, without regard to case. kind names the enumeration in the error.
func (n Names) Parse(kind, name string) (uint8, error) {
	i := slices.IndexFunc(n, func(s string) bool { return strings.EqualFold(s, name) })
	if i < 0 {
		return 0, fmt.Errorf("iri: %s is not a %s: use %s", Quote(name), kind, strings.Join(n, ", "))
	}
	return uint8(i), nil
}
