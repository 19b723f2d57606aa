package input

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/chars"
)

// What N-Triples, Turtle and, for names, RDF/XML have in common: the terms of statements.

// notUTF8 is the message for bytes in a literal or a comment that are not UTF-8. In an IRI the
// check reports them.
const notUTF8 = "the bytes here are not UTF-8, which files of RDF are always in: convert the file"

// badUTF8 returns the place and the length of the first bytes of a text that are not UTF-8; the
// length is 0 if there are none.
func badUTF8(text []byte) (at, n int) {
	if utf8.Valid(text) {
		return 0, 0
	}
	at, _ = utf8Prefix(text, true)
	for n = 1; at+n < len(text) && text[at+n] >= utf8.RuneSelf; n++ {
		if r, size := utf8.DecodeRune(text[at+n:]); r != utf8.RuneError || size > 1 {
			break
		}
	}
	return at, n
}

// uchar reads a UCHAR at the start of b. It returns the character and the length of
// the UCHAR, or 0 if there is none or if it does not stand for a character.
func uchar(b []byte) (rune, int) {
	if len(b) < 2 {
		return 0, 0
	}
	n := 4
	switch b[1] {
	case 'u':
	case 'U':
		n = 8
	default:
		return 0, 0
	}
	r, ok := chars.HexNumber(b[2:], n)
	if !ok || r < 0 || r > utf8.MaxRune || utf16.IsSurrogate(r) {
		return 0, 0
	}
	return r, 2 + n
}

// ucharFault returns the length of what begins like a UCHAR at the start of b and is not
// one, and why. slash is what to write for a backslash that stands for itself.
func ucharFault(b []byte, slash string) (n int, why string) {
	digits := 4
	if b[1] == 'U' {
		digits = 8
	}
	for n = 2; n < 2+digits; n++ {
		if _, ok := chars.HexNumber(b[min(n, len(b)):], 1); !ok {
			break
		}
	}
	written := string(b[:n])
	if n == 2 {
		return n, written + " without hexadecimal digits is not an escape: if the backslash is that of a path, write " + slash
	}
	why = written + " is not a character: an escape is \\uXXXX or \\UXXXXXXXX, up to \\U0010FFFF, and no surrogate"
	if high, ok := chars.HexNumber(b[2:], 4); ok && n == 6 && len(b) > 8 && b[6] == '\\' {
		if low, ok := chars.HexNumber(b[8:], 4); ok && utf16.DecodeRune(high, low) != utf8.RuneError {
			return 12, string(b[:12]) + " is how JSON writes a character: write " + fmt.Sprintf("\\U%08X", utf16.DecodeRune(high, low))
		}
	}
	return n, why
}

// lessInIRI says what a "<" is that isInIRI.
const lessInIRI = "\"<\" cannot stand in an IRI: write %3C for it, and %3E for \">\""

// isInIRI reports whether the "<" at raw[i] was most likely meant as a part of the IRI that raw begins with, and not as
// the start of the next one.
func isInIRI(raw []byte, i int) bool {
	after := raw[i+1:]
	if n := bytes.IndexByte(after, '>'); n >= 0 {
		after = after[:n]
	}
	return i > 0 && !bytes.ContainsAny(raw[:i], " \t") && !bytes.ContainsAny(after, " \t\r\n<") && !base.HasScheme(after)
}

// badUchar returns the offset of the first "\u" or "\U" that does not start a UCHAR, or
// -1. Other backslashes, also two that stand together, stand for themselves: the check of
// the IRI reports them.
func badUchar(raw []byte) int {
	for at := 0; at < len(raw)-1; at++ {
		if raw[at] != '\\' {
			continue
		}
		if raw[at+1]|0x20 == 'u' {
			if _, n := uchar(raw[at:]); n == 0 {
				return at
			}
		}
		at++
	}
	return -1
}

// unescape appends raw with its UCHARs decoded. Other backslashes stay: an IRI must not
// have one, so the check reports them.
func unescape(b, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] == '\\' {
			if r, n := uchar(raw[i:]); n > 0 {
				b = utf8.AppendRune(b, r)
				i += n
				continue
			}
			if bytes.HasPrefix(raw[i+1:], []byte(`\`)) {
				b = append(b, raw[i])
				i++
			}
		}
		b = append(b, raw[i])
		i++
	}
	return b
}

// langDir returns the length of the LANG_DIR at the start of s, 0 if there is none
// (RDF 1.2 N-Triples). LANG_DIR is the LANGTAG of RDF 1.1 with an optional direction,
// which is ltr or rtl in lower case (RDF 1.2 Concepts §3.3).
func langDir(s []byte) int {
	i, run, subtag := 1, 0, false
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case c >= '0' && c <= '9' && subtag:
		case c == '-' && run > 0:
			if i+1 < len(s) && s[i+1] == '-' { // the base direction is the last part
				n := i + 2
				for n < len(s) && s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' {
					n++
				}
				if direction := string(s[i+2 : n]); direction != "ltr" && direction != "rtl" {
					return 0
				}
				return n
			}
			run, subtag = 0, true
			continue
		default:
			if run == 0 {
				return 0
			}
			return i
		}
		run++
	}
	if run == 0 {
		return 0
	}
	return i
}

// blankNode returns the length of the BLANK_NODE_LABEL at the start of s, 0 if
// there is none (RDF 1.2 N-Triples §7). With colon, it may have colons, as in version 1.1.
func blankNode(s []byte, colon bool) int {
	if len(s) < 3 || s[1] != ':' {
		return 0
	}
	r, n := utf8.DecodeRune(s[2:])
	if !chars.IsNameChar(r) || r == ':' && !colon || r == utf8.RuneError && n == 1 || chars.IsNameEnd(r) {
		return 0
	}
	end := 2 + n
	for i := end; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s[i:])
		}
		i += n
		if r == '.' { // a label may have dots inside, but does not end with one
			continue
		}
		if !chars.IsNameChar(r) || r == ':' && !colon || r == utf8.RuneError && n == 1 {
			break
		}
		end = i
	}
	return end
}

func escapeIRIRef(b []byte, _ *Record, s string) []byte { return AppendIRIRef(b, s) }

func unescapeIRIRef(_ *Record, raw []byte) (string, bool) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return chars.View(raw), true
	}
	return string(unescape(nil, raw)), true
}

// AppendIRIRef appends a text as it is written between "<" and ">" in N-Triples and
// Turtle, whose rule IRIREF excludes some characters.
func AppendIRIRef(b []byte, s string) []byte {
	done := 0
	for i := range len(s) { // all that it excludes is ASCII
		if notInIRIRef(rune(s[i])) {
			b = fmt.Appendf(append(b, s[done:i]...), `\u%04X`, s[i])
			done = i + 1
		}
	}
	return append(b, s[done:]...)
}

// notInIRIRef reports whether a character stands between "<" and ">" only as an escape.
func notInIRIRef(r rune) bool {
	const others uint64 = 1<<('<'-' ') | 1<<('>'-' ') | 1<<('"'-' ') | 1<<('\\'-' ') | 1<<('^'-' ')
	return r <= ' ' || r < '_' && others>>(r-' ')&1 != 0 || r == '`' || '{' <= r && r <= '}'
}

// isIRIRef reports whether a text can stand between "<" and ">".
func isIRIRef(raw []byte) bool {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == '\\' {
			_, n = uchar(raw[i:])
		}
		if n == 0 || r != '\\' && notInIRIRef(r) {
			return false
		}
		i += n
	}
	return true
}

// AppendLocalName appends a text as the local part of a prefixed name of Turtle
// (PN_LOCAL). It returns false if there is no such name.
func AppendLocalName(b []byte, s string) ([]byte, bool) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return b, false
		case r == '%':
			if _, ok := chars.HexNumber([]byte(s[i+1:]), 2); !ok {
				return b, false
			}
			b = append(b, '%')
		case r == '.' && i > 0 && i+1 < len(s), r == '_', r == ':':
			b = append(b, s[i])
		case strings.ContainsRune("~.-!$&'()*+,;=/?#@", r):
			if r != '-' || i == 0 {
				b = append(b, '\\')
			}
			b = append(b, s[i])
		case !chars.IsNameChar(r), i == 0 && chars.IsNameEnd(r): // "-" is escaped there
			return b, false
		default:
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return b, true
}

// unitUchar is the unit of [EscUchr].
func unitUchar(raw []byte) (rawLen, textLen int) {
	if raw[0] == '\\' {
		if r, n := uchar(raw); n > 0 {
			return n, chars.RuneLen(r)
		}
		if len(raw) > 1 && raw[1] == '\\' { // what follows the second begins no escape
			return 2, 2
		}
	}
	return 1, 1
}

// unitName is the unit of [EscName].
func unitName(raw []byte) (rawLen, textLen int) {
	if raw[0] == '\\' && len(raw) > 1 {
		return 2, 1
	}
	return 1, 1
}
