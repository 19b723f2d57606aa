package rdf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
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
	at, _ = chars.UTF8Prefix(text, true)
	for n = 1; at+n < len(text) && text[at+n] >= utf8.RuneSelf; n++ {
		if r, size := utf8.DecodeRune(text[at+n:]); r != utf8.RuneError || size > 1 {
			break
		}
	}
	return at, n
}

// lessInIRI says what a "<" is that isInIRI.
const lessInIRI = "\"<\" cannot stand in an IRI: write %3C for it"

// isInIRI reports whether the "<" at raw[i] was most likely meant as a part of the IRI that raw begins with, and not as
// the start of the next one.
func isInIRI(raw []byte, i int) bool {
	after := raw[i+1:]
	if n := bytes.IndexByte(after, '>'); n >= 0 {
		after = after[:n]
	}
	return i > 0 && !bytes.ContainsAny(raw[:i], " \t") && !bytes.ContainsAny(after, " \t\r\n<") &&
		!base.HasScheme(after)
}

// A broken IRI has so many bytes at most.
const longestBroken = 4 << 10

// brokenIRI returns the offset of the ">" of an IRI that starts with the "<" at data[i] and goes on in the next lines,
// which have nothing else before the ">". It returns 0 for all other data; more says that the data end too early.
func brokenIRI(data []byte, i int) (end int, more bool) {
	start := i + 1
	text := data[:min(len(data), start+longestBroken)]
	for at := start; ; {
		n := bytes.IndexAny(text[at:], "<>\" \t\r\n")
		switch {
		case n < 0:
			return 0, len(text) == len(data)
		case text[at+n] == '>':
			return at + n, false
		case at+n == start, strings.IndexByte("<\"", text[at+n]) >= 0:
			return 0, false
		}
		line := linecol.IndexEOL(text[at+n:])
		if line < 0 {
			return 0, len(text) == len(data)
		}
		if len(bytes.TrimSpace(text[at+n:at+n+line])) > 0 {
			return 0, false
		}
		at += n + line
		for at < len(text) && chars.IsSpace(text[at]) {
			at++
		}
	}
}

// unescape appends raw with its UCHARs decoded. Other backslashes stay: an IRI must not
// have one, so the check reports them.
func unescape(b, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] == '\\' {
			if r, n := uchar.Decode(raw[i:]); n > 0 {
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
	for i, start := 1, 1; ; start = i {
		for i < len(s) && (chars.IsLetter(s[i]) || start > 1 && chars.IsDigit(s[i])) {
			i++
		}
		switch {
		case i == start:
			return 0
		case i == len(s) || s[i] != '-':
			return i
		}
		if i++; i == len(s) || s[i] != '-' {
			continue
		}
		// the base direction is the last part
		start = i + 1
		for i = start; i < len(s) && chars.IsLetter(s[i]); i++ {
		}
		if direction := string(s[start:i]); direction != "ltr" && direction != "rtl" {
			return 0
		}
		return i
	}
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

// escapeIRIRef appends a text as it is written between "<" and ">" in N-Triples and
// Turtle, whose rule IRIREF excludes some characters.
func escapeIRIRef(b []byte, _ *input.Item, s string) []byte {
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

// encodeExcluded percent-encodes what IRIREF excludes, of a LEIRI: as an escape most readers of RDF refuse it, as the suites
// of the W3C do (turtle-syntax-bad-uri-01).
func encodeExcluded(_ *input.Item, text string) string {
	return percent.EncodeFunc(text, 0, func(c byte) bool { return notInIRIRef(rune(c)) })
}

// isIRIRef reports whether a text can stand between "<" and ">".
func isIRIRef(raw []byte) bool {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == '\\' {
			_, n = uchar.Decode(raw[i:])
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
		if r, n := uchar.Decode(raw); n > 0 {
			return n, chars.RuneLen(r)
		}
		if len(raw) > 1 && raw[1] == '\\' { // what follows the second begins no escape
			return 2, 2
		}
	}
	return 1, 1
}

// unescapeName appends raw, a part of a name with a prefix, without its escapes. Those of characters are of SPARQL alone
// (SPARQL 1.1 §19.2).
func unescapeName(b, raw []byte) []byte {
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' {
			if r, n := uchar.Decode(raw[i:]); n > 0 {
				b = utf8.AppendRune(b, r)
				i += n - 1
				continue
			}
			i++
		}
		b = append(b, raw[i])
	}
	return b
}

// unitName is the unit of [EscName].
func unitName(raw []byte) (rawLen, textLen int) {
	if raw[0] == '\\' && len(raw) > 1 {
		if r, n := uchar.Decode(raw); n > 0 {
			return n, chars.RuneLen(r)
		}
		return 2, 1
	}
	return 1, 1
}

// EscUchr has \u00E9 and \U0001F600 (RDF 1.1 N-Triples §7, UCHAR).
var EscUchr = &input.Escaping{Unit: unitUchar}

// EscLiteral has \" and \n too, in literals of RDF (ECHAR).
var EscLiteral = &input.Escaping{Unit: unitLiteral, Escape: escapeLiteral}

// EscName has \- in the local part of a prefixed name (Turtle §6.5, PN_LOCAL_ESC).
var EscName = &input.Escaping{Unit: unitName, Name: func(b []byte, s string, whole bool) ([]byte, bool) {
	if !whole {
		return AppendLocalName(b, s)
	}
	return append(escapeIRIRef(append(b, '<'), nil, s), '>'), true
}}
