// Package markup has how text is written in HTML, and what HTML and XML have in common: references to characters, and
// where a document says its charset.
package markup

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// How text is written in HTML and XML.

// CharRef reads the character reference at the start of raw by the rules for attribute
// values: text without a semicolon is not a reference if "=", a letter or a digit
// follows (HTML §13.2.5.73); the digits of a number end at the first character that is not
// one (§13.2.5.75). It returns the text that the reference stands for, and the length of the
// reference, 0 if there is none.
func CharRef(raw []byte) (string, int) {
	n := refEnd(raw)
	switch {
	case n == 0:
		return "", 0
	case n < len(raw) && raw[n] == ';':
		n++
	case n < len(raw) && raw[n] == '=' && raw[1] != '#':
		return "", 0
	}
	if raw[n-1] == ';' {
		if text, ok := Predefined(raw[1 : n-1]); ok && len(text) == 1 { // ASCII is the same in XML
			return text, n
		}
	}
	ref := string(raw[:n])
	text := html.UnescapeString(ref)
	if text == ref && n > 2 && raw[1] == '#' && ref[n-1] != ';' {
		text = strings.TrimSuffix(html.UnescapeString(ref+";"), ";") // package html leaves "&#0" alone as it is
	}
	// Of "&ampx;" package html decodes "&amp", as in text.
	if text == ref || utf8.RuneCountInString(text) > 1 && (ref[n-1] != ';' || strings.HasSuffix(text, ";")) {
		return "", 0
	}
	return text, n
}

// refEnd returns the end of the name or of the number of a character reference at the start of raw, 0 for a number
// without digits: "&#x;" is text.
func refEnd(raw []byte) int {
	n := 1
	if n == len(raw) || raw[n] != '#' {
		for n < len(raw) && (chars.IsDigit(raw[n]) || chars.IsLetter(raw[n])) {
			n++
		}
		return n
	}
	n++
	isDigit := chars.IsDigit
	if n < len(raw) && raw[n]|0x20 == 'x' {
		n++
		isDigit = chars.IsHex
	}
	digits := n
	for n < len(raw) && isDigit(raw[n]) {
		n++
	}
	if n == digits {
		return 0
	}
	return n
}

// IsPlainHTML reports whether an attribute stands for itself: see UnescapeHTML.
func IsPlainHTML(raw []byte) bool {
	return bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0
}

// AttributeText returns the text that an attribute stands for, which is valid as long as raw is.
func AttributeText(raw []byte) string {
	if IsPlainHTML(raw) {
		return chars.UnsafeString(raw)
	}
	return UnescapeHTML(raw)
}

// UnescapeHTML decodes the character references of an attribute, as a browser does: U+0000
// becomes U+FFFD (HTML §13.2.5.36 to §13.2.5.38).
func UnescapeHTML(raw []byte) string { return string(AppendHTML(nil, raw)) }

// AppendHTML appends what UnescapeHTML returns.
func AppendHTML(b, raw []byte) []byte {
	ref, cr, zero := NextOf{Char: '&'}, NextOf{Char: '\r'}, NextOf{Char: 0}
	for i := 0; i < len(raw); {
		if n := min(ref.From(raw, i), cr.From(raw, i), zero.From(raw, i)); n > i {
			b = append(b, raw[i:n]...)
			i = n
			continue
		}
		n := 1
		switch raw[i] {
		case '&':
			var text string
			if text, n = CharRef(raw[i:]); n == 0 {
				text, n = "&", 1
			}
			b = append(b, text...)
		case '\r':
			b = append(b, '\n')
			n, _ = UnitLineEnd(raw[i:])
		default:
			b = utf8.AppendRune(b, utf8.RuneError)
		}
		i += n
	}
	return b
}

func UnescapeAttribute(_ *input.Item, raw []byte) (string, bool) { return AttributeText(raw), true }

// EscapeMarkup appends a text as it is written in markup. A character that the charset lacks is a reference (RFC 3987 §6.3).
func EscapeMarkup(b []byte, r *input.Item, s string) []byte {
	// It does not end the value if it stands in it.
	apostrophe := strings.IndexByte(s, '\'') >= 0 && bytes.IndexByte(r.Raw, '\'') >= 0
	lacks, done := r.ASCIIOnly(), 0
	for i := 0; i < len(s); {
		if c := s[i]; isPlain[c] || c >= utf8.RuneSelf && !lacks {
			i++
			continue
		}
		c, n := utf8.DecodeRuneInString(s[i:])
		b = append(b, s[done:i]...)
		done = i + n
		switch {
		case c == '&':
			b = append(b, "&amp;"...)
		case c == '<':
			b = append(b, "&lt;"...)
		case c == '>':
			b = append(b, "&gt;"...)
		case c == '"':
			b = append(b, "&quot;"...)
		case c == '\'' && apostrophe:
			b = append(b, s[i:done]...)
		case c < utf8.RuneSelf:
			b = fmt.Appendf(b, "&#%d;", c)
		default:
			b = fmt.Appendf(b, "&#x%X;", c)
		}
		i = done
	}
	return append(b, s[done:]...)
}

// isPlain has the ASCII that [EscapeMarkup] leaves as it is.
var isPlain = func() (set [256]bool) {
	for c := byte('!'); c < utf8.RuneSelf; c++ {
		set[c] = strings.IndexByte("&<>\"'`", c) < 0
	}
	return set
}()

// UnitHTML is the unit of [html.EscHTML].
func UnitHTML(raw []byte) (rawLen, textLen int) {
	if raw[0] == '&' {
		if text, n := CharRef(raw); n > 0 {
			return n, len(text)
		}
	}
	return UnitLineEnd(raw)
}

// UnitLineEnd is the unit of text in which CR LF and CR stand for LF.
func UnitLineEnd(raw []byte) (rawLen, textLen int) {
	if raw[0] == '\r' && len(raw) > 1 && raw[1] == '\n' {
		return 2, 1
	}
	return 1, 1
}

// Predefined returns the text of a character reference or of an entity of XML itself.
func Predefined(name []byte) (string, bool) {
	switch string(name) {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return "\"", true
	case "apos":
		return "'", true
	}
	if digits, ok := bytes.CutPrefix(name, []byte("#")); ok && len(digits) > 0 {
		base := rune(10)
		if h, ok := bytes.CutPrefix(digits, []byte("x")); ok {
			digits, base = h, 16
		}
		r := rune(0)
		for i := range digits {
			d, ok := chars.HexNumber(digits[i:i+1], 1)
			if !ok || d >= base || r > utf8.MaxRune {
				return "", false
			}
			r = r*base + d
		}
		if isXMLChar(r) {
			return string(r), len(digits) > 0
		}
	}
	return "", false
}

// isXMLChar reports whether a code point is one of Char (XML §2.2).
func isXMLChar(r rune) bool {
	return utf8.ValidRune(r) && (r >= ' ' || r == '\t' || r == '\n' || r == '\r') && r != 0xFFFE && r != 0xFFFF
}

// NextOf finds bytes in a text from left to right. at is where the first one stands from the last offset that was asked
// for.
type NextOf struct {
	Char byte
	at   int
}

// From returns the offset of the first byte in text[i:], the length of text if there is none.
func (n *NextOf) From(text []byte, i int) int {
	if n.at < i || i == 0 {
		if n.at = bytes.IndexByte(text[i:], n.Char); n.at < 0 {
			n.at = len(text) - i
		}
		n.at += i
	}
	return n.at
}

// FirstCharset returns the charset that the first bytes of an XML document show, empty for none: it starts with "<", or
// a byte order mark (XML 1.0 Appendix F).
func FirstCharset(head []byte) string {
	for _, start := range []struct{ bytes, name string }{
		{"\x00\x00\x00<", "utf-32be"}, {"\x00\x00\xFE\xFF", "utf-32be"}, {"<\x00\x00\x00",
			"utf-32le"}, {"\xFF\xFE\x00\x00", "utf-32le"},
	} {
		if bytes.HasPrefix(head, []byte(start.bytes)) {
			return start.name
		}
	}
	return input.FirstCharset(head)
}

// DeclaredEncoding returns the encoding that the declaration at the start of an XML document
// names, empty for none.
func DeclaredEncoding(head []byte) string { return declared(head, "encoding") }

// DeclaredVersion returns the version that it declares.
func DeclaredVersion(head []byte) string { return declared(head, "version") }

func declared(head []byte, what string) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	if n := bytes.Index(head, []byte("?>")); n >= 0 {
		head = head[:n]
	}
	_, after, ok := bytes.Cut(head, []byte(what))
	if !ok {
		return ""
	}
	words, _ := Fields(bytes.TrimLeft(after, chars.Space+"="))
	if len(words) == 0 || len(words[0]) < 2 {
		return ""
	}
	return string(words[0][1 : len(words[0])-1])
}

// Fields returns the words and quoted texts before the ">" that ends a declaration, and
// how far it has read.
func Fields(raw []byte) (words [][]byte, i int) {
	for i < len(raw) && len(words) < 5 {
		switch c := raw[i]; {
		case strings.IndexByte(chars.Space, c) >= 0:
			i++
		case c == '>':
			return words, i
		case c == '"' || c == '\'':
			n := bytes.IndexByte(raw[i+1:], c)
			if n < 0 {
				return words, len(raw)
			}
			words = append(words, raw[i:i+n+2])
			i += n + 2
		default:
			start := i
			for i < len(raw) && strings.IndexByte(chars.Space+">\"'", raw[i]) < 0 {
				i++
			}
			words = append(words, raw[start:i])
		}
	}
	return words, i
}
